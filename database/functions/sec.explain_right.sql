-- Every role that was handed to the user, and where a right goes missing on its way. `p_right` is a permission or the
-- id of a group entry.
create or replace function sec.explain_right(
  p_user uuid, p_right text
) returns table (
  role_name text, is_active boolean, menu_name text, menu_name_tw text, menu_name_en text, is_granted boolean,
  creator_name text, grantor_name text, grantor_holds boolean, main_name text, main_holds boolean
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  t text := sec.tenant();
begin
  perform sec.refuse_explaining();
  return query
    select r.name, r.status = '1', m.name, m.name_tw, m.name_en,
      exists (select from sec.role_grant g where g.tenant_code = t and g.role_id = r.id and g.permission = p_right),
      (select c.real_name from sec.principal c where c.tenant_code = t and c.user_id = r.creator_id),
      (select c.real_name from sec.principal c where c.tenant_code = t and c.user_id = a.grantor_id),
      exists (select from sec.principal c where c.tenant_code = t and c.user_id = a.grantor_id and c.super_admin)
        or exists (
          select from sec.grantor_grant g
          where g.tenant_code = t and g.user_id = a.grantor_id and g.permission = p_right
        ),
      (select c.real_name from sec.principal c where c.tenant_code = t and c.user_id = p.main_user_id),
      p.main_user_id is null
        or exists (select from sec.principal c where c.tenant_code = t and c.user_id = p.main_user_id and c.super_admin)
        or exists (
          select from sec.grantor_grant g
          where g.tenant_code = t and g.user_id = p.main_user_id and g.permission = p_right
        )
    from sec.assignment a
    join app.sys_role r on r.id = a.role_id
    join sec.principal p on p.tenant_code = t and p.user_id = a.user_id
    left join lateral (
      select m.name, m.name_tw, m.name_en
      from app.sys_menu m
      where m.id::text = any(r.menu_list) and (m.permissions = p_right or m.id::text = p_right)
      order by m.sort
      limit 1
    ) m on true
    where a.tenant_code = t and a.user_id = p_user
    order by r.name;
end
$$;
