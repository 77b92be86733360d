-- Messages between the session's tenant and others: about one document, or all that wait. What a message says is for
-- whoever applies it; why it was refused is told in full there, and to its sender only where it is about the two of
-- them: stock, credit and periods of the other are not his to know.
create or replace function sec.peer_messages(
  p_subject uuid
) returns table (
  id uuid, subject_id uuid, is_ours boolean, peer_tenant text, peer_name text, seq integer, kind text, state text,
  attempts integer, refusal text, refusal_text jsonb, not_before timestamptz, create_date timestamptz,
  applied_date timestamptz, waits_for integer
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  own text := sec.tenant();
begin
  return query
    select m.id, m.subject_id, m.tenant_code = own, t.tenant_code, t.tenant_name, m.seq, m.kind, m.state, m.attempts,
      m.refusal, case when m.to_tenant = own or starts_with(m.refusal, 'E-PEER-') then m.refusal_text end, m.not_before,
      m.create_date, m.applied_date,
      (
        select max(o.seq)
        from sec.peer_message o
        where m.state in ('0', '2')
          and o.tenant_code = m.tenant_code
          and o.subject_id = m.subject_id
          and o.seq < m.seq
          and o.state in ('0', '2')
      )
    from sec.peer_message m
    join app.tenant_tenant t on t.tenant_code = case when m.tenant_code = own then m.to_tenant else m.tenant_code end
    where (m.tenant_code = own or m.to_tenant = own)
      and case when p_subject is null then m.state in ('0', '2') else m.subject_id = p_subject end
    order by m.create_date, m.seq
    limit 500;
end
$$;
