-- Roles of a colleague, and the organisations he has power over; null is all of them. `rows 5`: the planner would
-- believe in a thousand roles.
create or replace function sec.roles_of(p_user uuid) returns table (role_code text, organizations text[])
language plpgsql stable rows 5 security definer set search_path = pg_catalog
as $$
begin
  return query
    select r.code, p.organizations
    from sec.principal p
    join sec.user_role ur on ur.tenant_code = p.tenant_code and ur.user_id = p.user_id
    join app.sys_role r on r.id = ur.role_id
    where p.tenant_code = sec.tenant()
      and p.is_active
      and p.user_id = p_user
      and r.code is not null
      and r.status = '1';
end
$$;
