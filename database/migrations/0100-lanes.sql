-- Requests of a tenant share lanes before anything else of them is known: the edge asks whose they are.
-- Whose a session or a ticket is, for the lanes of the edge; says nothing about what either may still do.
create or replace function sec.whose(p_sid text, p_ticket text) returns table (user_id uuid, tenant_code text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select s.user_id, s.tenant_code
    from sec.session s
    where s.sid_hash = coalesce((select t.sid_hash from sec.ticket t where t.ticket_hash = decode(p_ticket, 'hex')),
      decode(p_sid, 'hex'));
end
$$;
revoke all on function sec.whose(text, text) from public;
grant execute on function sec.whose(text, text) to qudao_gate;
