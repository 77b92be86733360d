-- Whether the session's tenant may hand something to another: it leads a group, and the other is below it and open.
create or replace function sec.is_below(p_target text) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (
    select from app.tenant_tenant mine
    join app.tenant_tenant t on starts_with(t.path, mine.path) and t.tenant_code <> mine.tenant_code
    where mine.tenant_code = sec.tenant()
      and mine.super_tenant = '1'
      and mine.sys_tenant <> '1'
      and t.tenant_code = p_target
      and t.status = '1'
  )
$$;
