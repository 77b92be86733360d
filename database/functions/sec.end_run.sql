-- The end of an attempt: logged, and tried again later if asked for. A runner whose run was taken over ends nothing.
create or replace function sec.end_run(
  p_run uuid, p_key text, p_ms integer, p_error text, p_again_seconds integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  r sec.job_run;
begin
  select w.*
  into r
  from sec.job_run w
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8'))
  for update;
  if not found then return false; end if;
  perform sec.log_run(r, p_ms, p_error);
  if p_error is not null and p_again_seconds is not null then
    update sec.job_run w
    set key_hash = null, lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds)
    where w.id = p_run;
  else
    delete from sec.job_run w where w.id = p_run;
  end if;
  return true;
end
$$;
