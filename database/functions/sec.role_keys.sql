-- What the active roles of the session's tenant name that somebody holds: permissions, and group entries of the menu by
-- their id. Every tenant comes with more roles than it uses, and those that nobody holds grant nothing to anybody; who
-- comes from the brand owner to look holds GROUP_VIEW from the moment he comes.
create or replace function sec.role_keys() returns table (role_id uuid, creator_id uuid, permission text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select distinct r.id, r.creator_id, k.permission
    from app.sys_role r
    cross join unnest(r.menu_list) x(id)
    join app.sys_menu m on m.id::text = x.id
    join sec.permission p on p.permission = m.permissions
    cross join lateral (
      select m.permissions as permission
      union all
      select m.id::text
      where m.url ~ '[?&]tenantFlag=[^0]'
    ) k
    where r.status = '1'
      and (
        r.code = 'GROUP_VIEW'
        or exists (select from sec.assignment a where a.tenant_code = sec.tenant() and a.role_id = r.id)
        or exists (select from sec.user_role u where u.tenant_code = sec.tenant() and u.role_id = r.id)
      );
end
$$;
