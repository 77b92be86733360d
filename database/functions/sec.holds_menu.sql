-- Group level (tenantFlag 1) is for who was granted the menu entry with that query by somebody who holds it.
create or replace function sec.holds_menu(p_menu uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return sec.is_super()
    or exists (
      select from sec.user_role ur
      join sec.role_grant g on g.tenant_code = ur.tenant_code and g.role_id = ur.role_id and g.permission = p_menu::text
      where ur.tenant_code = sec.tenant()
        and ur.user_id = sec.user_id()
        and not exists (
          select from sec.grant_cut c
          where c.tenant_code = ur.tenant_code
            and c.user_id = ur.user_id
            and c.role_id = g.role_id
            and c.permission = g.permission
        )
    );
end
$$;
