-- The end of an attempt: a file, a failure, or another try later. A maker whose export was taken over ends nothing.
create or replace function sec.end_export(
  p_run uuid, p_key text, p_rows integer, p_file uuid, p_error text, p_again_seconds integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.export_run w
  set state = case when p_file is not null then 'done' when p_again_seconds is null then 'failed' else 'waiting' end,
    file_id = p_file, error = p_error, row_count = p_rows,
    total = case when p_file is null then w.total else p_rows end, key_hash = null, lease_until = null,
    not_before = clock_timestamp() + make_interval(secs => coalesce(p_again_seconds, 0))
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end
$$;
