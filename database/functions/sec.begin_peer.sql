-- What a message says, to the tenant that it is for and to nobody else; held until the transaction that applies it
-- ends. One that was applied, or that its sender took back meanwhile, answers nothing: applied twice it changes
-- nothing.
create or replace function sec.begin_peer(
  p_id uuid, p_key text
) returns table (kind text, payload jsonb, from_tenant text, from_name text, subject_id uuid)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select m.kind, m.payload, m.tenant_code, t.tenant_name, m.subject_id
    from sec.peer_message m
    join app.tenant_tenant t on t.tenant_code = m.tenant_code
    where m.id = p_id
      and m.to_tenant = sec.tenant()
      and m.key_hash = sha256(convert_to(p_key, 'UTF8'))
      and m.state in ('0', '2')
      and not exists (
        select from sec.peer_message o
        where o.tenant_code = m.tenant_code and o.subject_id = m.subject_id and o.seq < m.seq and o.state in ('0', '2')
      )
    for update of m;
end
$$;
