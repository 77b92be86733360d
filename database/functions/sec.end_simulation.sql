-- The end of an attempt: an answer, a failure, or another try later. Whose run was taken over ends nothing.
create or replace function sec.end_simulation(
  p_run uuid, p_key text, p_result jsonb, p_error text, p_again_seconds integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.simulation_run w
  set state = case when p_result is not null then 'done' when p_again_seconds is null then 'failed' else 'waiting' end,
    result = p_result, error = p_error,
    done_count = case when p_result is null then w.done_count else (p_result->>'counted')::integer end,
    total = case when p_result is null then w.total else (p_result->>'counted')::integer end, key_hash = null,
    lease_until = null, not_before = clock_timestamp() + make_interval(secs => coalesce(p_again_seconds, 0))
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end
$$;
