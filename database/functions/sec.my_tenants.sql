-- The tenants the session's user may switch to: memberships, and the subtree of a brand owner whose users may.
create or replace function sec.my_tenants() returns table (tenant_code text, tenant_name text, status text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select t.tenant_code, t.tenant_name, t.status
    from app.tenant_tenant t
    where exists (
      select from sec.principal p
      where p.user_id = sec.user_id() and p.tenant_code = t.tenant_code and p.is_active
    )
      or exists (
        select from app.tenant_tenant mine
        where mine.tenant_code = sec.tenant()
          and mine.super_tenant = '1'
          and t.path like mine.path || '_%'
          and exists (select from sec.grant_switch g where g.user_id = sec.user_id() and g.tenant_code = t.tenant_code)
      );
end
$$;
