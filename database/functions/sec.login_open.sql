-- Opens a session after the password was verified. SYS022: days a password is good for (0: for ever). SYS023: sessions
-- a person may have at once (0: any number); the oldest end. The row of the account is locked first, so two log-ins at
-- once count each other. A password that the ERP keeps is changed there: here it is neither due nor old.
create or replace function sec.login_open(
  p_user uuid, p_tenant text, p_sid text, p_minutes integer, p_ip text, p_agent text, p_network text default ''
) returns table (tenant_code text, expires_at timestamptz, must_change boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  chosen text;
  ends timestamptz := now() + make_interval(mins => p_minutes);
  days integer := sec.param_number('SYS022', 90);
  most integer := sec.param_number('SYS023', 0);
  narrow boolean;
  home text;
begin
  select p.tenant_code
  into chosen
  from sec.principal p
  join app.tenant_tenant t using (tenant_code)
  join sec.account a on a.user_id = p.user_id
  where p.user_id = p_user and p.is_active and t.status = '1' and (p_tenant is null or p.tenant_code = p_tenant)
  order by p.tenant_code = a.home_tenant desc, p.tenant_code
  limit 1;
  if chosen is null then raise exception 'no tenant' using errcode = 'QD403'; end if;
  select a.must_change or (days > 0 and a.password_changed_at < now() - make_interval(days => days)), a.home_tenant
  into narrow, home
  from sec.account a
  where a.user_id = p_user
  for update;
  perform sec.bind(home, p_user, '');
  narrow := narrow and not exists (select from app.sys_user u where u.id = p_user and u.verify_type = '1');
  delete from sec.guess g where g.user_id = p_user and g.network = p_network;
  insert into sec.session (sid_hash, user_id, tenant_code, expires_at, ip, user_agent, is_narrow)
  values (decode(p_sid, 'hex'), p_user, chosen, ends, p_ip, left(p_agent, 500), narrow);
  if most > 0 then
    update sec.session x
    set ended_at = now(), end_reason = 'limit'
    where x.sid_hash in (
      select o.sid_hash
      from sec.session o
      where o.user_id = p_user
        and o.ended_at is null
        and o.expires_at > now()
        and o.seen_at > now() - interval '30 minutes'
      order by o.sid_hash = decode(p_sid, 'hex') desc, o.created_at desc, o.sid_hash
      offset most
    );
  end if;
  perform sec.write_login_log(
    chosen, p_user, (select a.username from sec.account a where a.user_id = p_user), '1', null, 'login', p_ip, p_agent
  );
  update app.sys_user u set last_login_date = now() where u.id = p_user;
  return query select chosen, ends, narrow;
end
$$;
