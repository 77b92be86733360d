-- Versions are kept as long as their record.
create or replace function sec.version_gone() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  delete from app.record_version v
  using before_rows o
  where v.tenant_code = o.tenant_code and v.record_id = o.id;
  return null;
end
$$;
