-- What roles of the session's tenant are offered and do not have: of those that came with it and were edited since.
create or replace function sec.offered_grants() returns table (role_id uuid, menu_id uuid)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select s.role_id, m.id
    from sec.shipped_role s
    join app.sys_role r on r.id = s.role_id
    cross join unnest(s.offered) x(id)
    join app.sys_menu m on m.id::text = x.id
    where s.tenant_code = sec.tenant() and x.id <> all(r.menu_list);
end
$$;
