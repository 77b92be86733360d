-- Who holds a role, with power over an organisation where one is named. Grants are worked out in schema sec, where no
-- session may read.
create or replace function sec.role_holders(p_role text, p_organize text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select p.user_id
    from sec.principal p
    join sec.user_role ur on ur.tenant_code = p.tenant_code and ur.user_id = p.user_id
    join app.sys_role r on r.id = ur.role_id
    where p.tenant_code = sec.tenant()
      and p.is_active
      and r.code = p_role
      and r.status = '1'
      and (p_organize is null or p.organizations is null or p_organize = any(p.organizations));
end
$$;
