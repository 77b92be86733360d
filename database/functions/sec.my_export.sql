-- How far one of the own exports is.
create or replace function sec.my_export(
  p_id uuid
) returns table (id uuid, noun text, state text, row_count integer, total integer, file_id uuid, error text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select e.id, e.noun, e.state, e.row_count, e.total, e.file_id, e.error
    from sec.export_run e
    where e.id = p_id and e.tenant_code = sec.tenant() and e.user_id = sec.user_id();
end
$$;
