create or replace function sec.count_drafts(p_user uuid) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  counted integer;
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform sec.bind(sec.tenant(), p_user, '');
  select count(*) into counted from app.sys_draft;
  perform set_config('app.ctx', context, true);
  return counted;
end
$$;
