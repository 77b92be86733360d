-- As sec.end_export, in the transaction of the application in which the file becomes a file.
create or replace function sec.finish_export(
  p_run uuid, p_key text, p_rows integer, p_file uuid, p_error text
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  return sec.end_export(p_run, p_key, p_rows, p_file, p_error, null);
end
$$;
