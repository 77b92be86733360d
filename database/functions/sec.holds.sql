-- plpgsql, because it keeps its plans; a function in SQL is planned again at every call (390 us of the context's 450).
create or replace function sec.holds(
  p_tenant text, p_user uuid, p_super boolean, p_platform boolean, p_permission text
) returns boolean
language plpgsql stable
as $$
begin
  if p_super then
    return exists (
      select from sec.permission p
      where p.permission = p_permission and p.realm in ('A', case when p_platform then 'P' else 'B' end)
    );
  end if;
  return exists (
    select from sec.permission p
    join sec.role_grant g on g.permission = p.permission
    join sec.user_role ur on ur.tenant_code = g.tenant_code and ur.role_id = g.role_id
    where p.permission = p_permission
      and p.realm in ('A', case when p_platform then 'P' else 'B' end)
      and g.tenant_code = p_tenant
      and ur.user_id = p_user
      and not exists (
        select from sec.grant_cut c
        where c.tenant_code = p_tenant and c.user_id = p_user and c.role_id = g.role_id and c.permission = p_permission
      )
  );
end
$$;
