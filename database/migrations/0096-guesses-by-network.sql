-- Guesses are counted by account and network (0077); an idle session stays dead; the second factor is touched only by
-- who has just shown who he is. Functions with one more argument have a default for it: processes of the release
-- before go on calling them.
create table sec.guess (
  user_id uuid not null references sec.account (user_id) on delete cascade,
  network text not null,
  failures integer not null,
  locked_until timestamptz,
  seen_at timestamptz not null,
  primary key (user_id, network)
);
create index guess_seen on sec.guess (seen_at);

drop function sec.touch();
drop function sec.login_lookup(text);
drop function sec.login_failed(text, integer, text, text, text);
drop function sec.login_open(uuid, text, text, integer, text, text);

-- Keeps an active session from idling out; called at most once a minute per session. One that has idled out stays so,
-- whatever its owner does elsewhere. Without a session (a process of the release before) those of the user that are
-- awake are meant.
create or replace function sec.touch(p_sid text default null) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.session
  set seen_at = now()
  where user_id = sec.user_id()
    and tenant_code = sec.tenant()
    and (p_sid is null or sid_hash = decode(p_sid, 'hex'))
    and ended_at is null
    and expires_at > now()
    and seen_at > now() - interval '30 minutes';
end
$$;

-- An account for whoever tries to log in from this network. An unknown name answers no row; the caller spends the same
-- time on it. Failures are counted by network, so that a stranger can shut out his own network and nobody else's; the
-- count ends with the lock. Many networks at once (15 failures in 15 minutes) make everybody show that he is a person.
create or replace function sec.login_lookup(
  p_username text, p_network text default ''
) returns table (
  user_id uuid, password_hash text, home_tenant text, is_locked boolean, failed_count integer, is_active boolean
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select a.user_id, a.password_hash, a.home_tenant, coalesce(g.locked_until > now(), false),
      case when x.failures >= 15 then x.failures else coalesce(g.failures, 0) end,
      exists (
        select from sec.principal p
        join app.tenant_tenant t using (tenant_code)
        where p.user_id = a.user_id and p.is_active and t.status = '1'
      )
    from sec.account a
    left join sec.guess g on g.user_id = a.user_id
      and g.network = p_network
      and g.seen_at > now() - interval '15 minutes'
      and coalesce(g.locked_until > now(), true)
    cross join lateral (
      select coalesce(sum(o.failures), 0)::integer as failures
      from sec.guess o
      where o.user_id = a.user_id and o.seen_at > now() - interval '15 minutes'
    ) x
    where lower(a.username) = lower(p_username);
end
$$;

-- Counts the failure; from p_limit failures on, the account rests 15 minutes for this network. Live sessions and other
-- networks stay untouched. What is tried meanwhile neither counts nor prolongs it, and is told once a minute: a flood
-- must not fill the log.
create or replace function sec.login_failed(
  p_username text, p_limit integer, p_reason text, p_ip text, p_agent text, p_network text default ''
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  g sec.guess;
  resting boolean := false;
  locked boolean := false;
begin
  select x.* into a from sec.account x where lower(x.username) = lower(p_username);
  if a.user_id is not null then
    insert into sec.guess as x (user_id, network, failures, seen_at)
    values (a.user_id, p_network, 0, now())
    on conflict (user_id, network) do update set network = excluded.network
    returning x.* into g;
    resting := coalesce(g.locked_until > now(), false);
    if not resting then
      update sec.guess x
      set failures = n.failures, seen_at = now(),
        locked_until = case when n.failures >= p_limit then now() + interval '15 minutes' end
      from (
        select case
          when g.locked_until is not null or g.seen_at < now() - interval '15 minutes' then 1
          else g.failures + 1
        end as failures
      ) n
      where x.user_id = a.user_id and x.network = p_network
      returning x.locked_until is not null into locked;
    elsif g.seen_at < now() - interval '1 minute' then
      update sec.guess x set seen_at = now() where x.user_id = a.user_id and x.network = p_network;
    else
      return true;
    end if;
  end if;
  perform sec.write_login_log(
    coalesce(a.home_tenant, '1'), a.user_id, p_username, case when resting or locked then '2' else '0' end, p_reason,
    'login', p_ip, p_agent
  );
  return resting or locked;
end
$$;

-- Opens a session after the password was verified. SYS022: days a password is good for (0: for ever). SYS023: sessions
-- a person may have at once (0: any number); the oldest end. The row of the account is locked first, so two log-ins at
-- once count each other.
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
  select a.must_change or (days > 0 and a.password_changed_at < now() - make_interval(days => days))
  into narrow
  from sec.account a
  where a.user_id = p_user
  for update;
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

-- Unlocks the account and, with a hash, sets its password: every session of it ends then. The second factor stays.
create or replace function sec.take_reset(
  p_username text, p_hash text, p_password text, p_ip text, p_agent text
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  delete from sec.reset_code c
  using sec.account x
  where x.user_id = c.user_id
    and lower(x.username) = lower(p_username)
    and c.code_hash = p_hash
    and c.expires_at > now()
    and c.attempts <= 5
  returning x.* into a;
  if not found then return false; end if;
  update sec.account x
  set password_hash = coalesce(p_password, x.password_hash),
    password_changed_at = case when p_password is null then x.password_changed_at else now() end,
    must_change = x.must_change and p_password is null
  where x.user_id = a.user_id;
  delete from sec.guess g where g.user_id = a.user_id;
  if p_password is not null then
    update sec.session x
    set ended_at = now(), end_reason = 'password'
    where x.user_id = a.user_id and x.ended_at is null;
  end if;
  perform sec.write_login_log(
    a.home_tenant, a.user_id, a.username, '1', null,
    case when p_password is null then 'unlock' else 'resetPassword' end, p_ip, p_agent
  );
  return true;
end
$$;

-- Sessions that ran out are ended, so that lists of sessions show what is; captchas, tickets and old sessions go.
create or replace function sec.sweep() returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  gone integer;
begin
  delete from sec.captcha where expires_at < now();
  delete from sec.guess where seen_at < now() - interval '1 day';
  delete from sec.ticket where expires_at < now();
  delete from sec.session where expires_at < now() - interval '30 days';
  update sec.session
  set ended_at = least(expires_at, seen_at + interval '30 minutes'), end_reason = 'expired'
  where ended_at is null and (expires_at < now() or seen_at < now() - interval '30 minutes');
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- A secret that is not confirmed yet; the one that is on stays on meanwhile.
create or replace function sec.begin_totp(p_secret text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  insert into sec.totp (user_id, home_tenant, pending)
  select a.user_id, a.home_tenant, p_secret
  from sec.account a
  where a.user_id = sec.user_id()
  on conflict (user_id) do update set pending = excluded.pending;
end
$$;

-- The pending secret is confirmed by its first code and takes the place of the one before. What was confirmed without
-- it, in whichever session, is confirmed no more.
create or replace function sec.settle_totp(p_step bigint, p_recovery text[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  update sec.totp
  set secret = pending, pending = null, confirmed_at = now(), last_step = p_step, recovery = p_recovery
  where user_id = sec.user_id() and pending is not null;
  update sec.session x set confirmed_until = null where x.user_id = sec.user_id();
end
$$;

-- The second factor of the own user is switched off.
create or replace function sec.drop_totp() returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  delete from sec.totp where user_id = sec.user_id();
end
$$;

-- For somebody who lost his telephone and the codes.
create or replace function sec.reset_totp(p_users uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  delete from sec.totp x where x.home_tenant = sec.tenant() and x.user_id = any(p_users);
end
$$;

revoke all on function sec.touch(text) from public;
revoke all on function sec.login_lookup(text, text) from public;
revoke all on function sec.login_failed(text, integer, text, text, text, text) from public;
revoke all on function sec.login_open(uuid, text, text, integer, text, text, text) from public;
grant execute on function sec.touch(text) to qudao_app;
grant execute on function sec.login_lookup(text, text), sec.login_failed(text, integer, text, text, text, text),
  sec.login_open(uuid, text, text, integer, text, text, text) to qudao_gate;
