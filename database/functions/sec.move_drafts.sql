-- Unsaved work is its writer's alone, so it is taken in his name and put down in the other's. Where both have some of
-- the same tab, the receiver's stays.
create or replace function sec.move_drafts(p_from uuid, p_to uuid) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  t text := sec.tenant();
  d app.sys_draft;
  moved integer := 0;
begin
  if not sec.holds(t, sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update')
    or (select count(*) from app.sys_user u where u.id in (p_from, p_to)) <> 2
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform sec.bind(t, p_from, '');
  for d in select * from app.sys_draft loop
    perform sec.bind(t, p_to, '');
    insert into app.sys_draft (key, title, route, content, base_version)
    values (d.key, d.title, d.route, d.content, d.base_version)
    on conflict do nothing;
    if found then moved := moved + 1; end if;
    perform sec.bind(t, p_from, '');
    delete from app.sys_draft x where x.key = d.key;
  end loop;
  perform set_config('app.ctx', context, true);
  return moved;
end
$$;
