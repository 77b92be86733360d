create or replace function sec.keep_export(
  p_run uuid, p_key text, p_lease_ms integer, p_rows integer, p_total integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.export_run w
  set lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', row_count = p_rows,
    total = coalesce(p_total, w.total)
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end
$$;
