-- The next message between tenants that is due and whose predecessors are over, or the one that is named; of several
-- workers one gets it. Whoever holds the key applies it in the context of the tenant that it is for (sec.open_run).
create or replace function sec.take_peer(
  p_key text, p_lease_ms integer, p_only uuid default null
) returns table (id uuid, kind text, attempts integer)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  m sec.peer_message;
begin
  select w.*
  into m
  from sec.peer_message w
  join app.tenant_tenant t on t.tenant_code = w.to_tenant and t.status = '1'
  where w.state in ('0', '2')
    and (p_only is null or w.id = p_only)
    and w.not_before <= clock_timestamp()
    and (w.lease_until is null or w.lease_until < clock_timestamp())
    and not exists (
      select from sec.peer_message o
      where o.tenant_code = w.tenant_code and o.subject_id = w.subject_id and o.seq < w.seq and o.state in ('0', '2')
    )
  order by w.not_before, w.id
  limit 1
  for update of w skip locked;
  if not found then return; end if;
  update sec.peer_message w
  set attempts = w.attempts + 1, key_hash = sha256(convert_to(p_key, 'UTF8')),
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = m.id;
  return query select m.id, m.kind, m.attempts + 1;
end
$$;
