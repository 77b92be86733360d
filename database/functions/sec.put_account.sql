-- Sets the credentials of a user of the session's tenant; the caller holds the permission to maintain users.
create or replace function sec.put_account(
  p_user uuid, p_username text, p_hash text, p_must_change boolean
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not (
      sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:save')
      or sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update')
    )
    or not exists (select from app.sys_user u where u.id = p_user and u.tenant_code = sec.tenant())
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  insert into sec.account (user_id, username, home_tenant, password_hash, must_change)
  values (p_user, p_username, sec.tenant(), p_hash, p_must_change)
  on conflict (user_id) do update
    set password_hash = excluded.password_hash, must_change = excluded.must_change, password_changed_at = now();
  delete from sec.guess g where g.user_id = p_user;
  update sec.session x
  set ended_at = now(), end_reason = 'password'
  where x.user_id = p_user and x.ended_at is null and x.user_id <> sec.user_id();
end
$$;
