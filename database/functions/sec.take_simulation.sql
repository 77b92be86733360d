-- The next that waits, or whose process died. One person's second waits until his first is done.
create or replace function sec.take_simulation(p_key text, p_lease_ms integer) returns table (id uuid,
language text, asked jsonb, attempts integer) language plpgsql security definer set search_path = pg_catalog
as $$
declare
  e sec.simulation_run;
begin
  perform pg_advisory_xact_lock(7023);
  select w.*
  into e
  from sec.simulation_run w
  where w.state in ('waiting', 'running')
    and w.not_before <= clock_timestamp()
    and (w.lease_until is null or w.lease_until < clock_timestamp())
    and not exists (
      select from sec.simulation_run o
      where o.tenant_code = w.tenant_code
        and o.user_id = w.user_id
        and o.id <> w.id
        and o.state = 'running'
        and o.lease_until >= clock_timestamp()
    )
  order by w.not_before, w.id
  limit 1
  for update skip locked;
  if not found then return; end if;
  update sec.simulation_run w
  set state = 'running', attempts = w.attempts + 1, done_count = 0, key_hash = sha256(convert_to(p_key, 'UTF8')),
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = e.id
  returning w.* into e;
  return query select e.id, e.language, e.asked, e.attempts;
end
$$;
