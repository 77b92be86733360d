-- The zone of the tenant that runs the installation.
create or replace function sec.platform_zone() returns text
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return coalesce((select t.zone from app.tenant_tenant t where t.sys_tenant = '1' limit 1), 'Asia/Shanghai');
end
$$;
