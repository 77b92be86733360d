create or replace function sec.keep_run(p_run uuid, p_key text, p_lease_ms integer) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.job_run w
  set lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8'));
  return found;
end
$$;
