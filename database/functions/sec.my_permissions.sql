-- Every permission of the session's user.
create or replace function sec.my_permissions() returns setof text
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select p.permission
    from sec.permission p
    where p.realm in ('A', case when sec.is_platform() then 'P' else 'B' end)
      and (
        sec.is_super()
        or exists (
          select from sec.user_role ur
          join sec.role_grant g using (tenant_code, role_id)
          where ur.tenant_code = sec.tenant()
            and ur.user_id = sec.user_id()
            and g.permission = p.permission
            and not exists (
              select from sec.grant_cut c
              where c.tenant_code = ur.tenant_code
                and c.user_id = ur.user_id
                and c.role_id = g.role_id
                and c.permission = g.permission
            )
        )
      );
end
$$;
