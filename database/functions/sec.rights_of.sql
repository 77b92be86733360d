-- What these users of the session's tenant hold by their roles: permissions, and group entries of the menu by their id.
-- p_users null: everybody.
create or replace function sec.rights_of(p_users uuid[]) returns table (user_id uuid, permission text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select distinct ur.user_id, g.permission
    from sec.user_role ur
    join sec.role_grant g on g.tenant_code = ur.tenant_code and g.role_id = ur.role_id
    where ur.tenant_code = sec.tenant()
      and (p_users is null or ur.user_id = any(p_users))
      and not exists (
        select from sec.grant_cut c
        where c.tenant_code = ur.tenant_code
          and c.user_id = ur.user_id
          and c.role_id = g.role_id
          and c.permission = g.permission
      );
end
$$;
