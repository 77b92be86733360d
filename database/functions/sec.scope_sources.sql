-- Where the data scope of users comes from: one row per code of a list, or * where nothing is listed, with those who
-- cap it. p_users null: everybody.
create or replace function sec.scope_sources(
  p_tenant text, p_users uuid[], p_supers uuid[]
) returns table (user_id uuid, dimension text, code text, caps uuid[])
language plpgsql stable
as $$
#variable_conflict use_column
begin
  -- A list whose records are gone is still a list: it lets nothing through.
  -- No organisation listed: the own one only. Nothing else listed: all that those hold who handed the roles on.
  -- Administrators cap nobody.
  return query
    with people as (
      select u.id, u.organize_code, u.organize_list, u.storage_list, u.brand_list, u.channel_list, p.main_user_id,
        array[p.granted_by, p.main_user_id] as caps
      from app.sys_user u
      join sec.principal p on p.tenant_code = p_tenant and p.user_id = u.id and not p.super_admin
      where p_users is null or u.id = any(p_users)
    ),
    handed as (
      select h.id, array[r.creator_id, a.grantor_id, h.main_user_id] as caps, r.organize_list, r.storage_list,
        r.dept_list, r.brand_list, r.channel_list
      from people h
      join sec.assignment a on a.tenant_code = p_tenant and a.user_id = h.id
      join app.sys_role r on r.id = a.role_id and r.status = '1'
    ),
    stated as (
      select h.id, x.dimension, x.list, h.caps
      from people h
      cross join lateral (
        values ('o', h.organize_list), ('s', h.storage_list), ('b', h.brand_list), ('c', h.channel_list)
      ) x(dimension, list)
      where x.list <> '{}'
      union all
      select h.id, x.dimension, x.list, h.caps
      from handed h
      cross join lateral (
        values ('o', h.organize_list), ('s', h.storage_list), ('d', h.dept_list), ('b', h.brand_list),
          ('c', h.channel_list)
      ) x(dimension, list)
      where x.list <> '{}'
    ),
    places as (
      select 'o' as dimension, o.id::text as id, o.code
      from app.sys_organization o
      union all
      select 's', o.id::text, o.code
      from app.data_depot o
      union all
      select 'd', o.id::text, o.code
      from app.data_dept o
      union all
      select 'b', o.id::text, o.code
      from app.data_brand o
      union all
      select 'c', o.id::text, o.code
      from app.data_channel o
    ),
    sources as (
      select s.id, s.dimension, o.code, s.caps
      from stated s
      cross join unnest(s.list) x(id)
      join places o on o.dimension = s.dimension and o.id = x.id
      union all
      select h.id, 'o', h.organize_code, h.caps
      from people h
      where h.organize_code is not null and not exists (select from stated s where s.id = h.id and s.dimension = 'o')
      union all
      select h.id, d.dimension, '*', coalesce(r.caps, h.caps)
      from people h
      cross join (values ('s'), ('d'), ('b'), ('c')) d(dimension)
      left join handed r on r.id = h.id
      where not exists (select from stated s where s.id = h.id and s.dimension = d.dimension)
    )
    select s.id, s.dimension, s.code,
      array(select k from unnest(s.caps) k where k is not null and not k = any(p_supers))
    from sources s;
end
$$;
