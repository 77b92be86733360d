-- False: it was cancelled, or another process has taken it over.
create or replace function sec.keep_simulation(
  p_run uuid, p_key text, p_lease_ms integer, p_done integer, p_total integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.simulation_run w
  set lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', done_count = p_done,
    total = coalesce(p_total, w.total)
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end
$$;
