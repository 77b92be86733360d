-- Passwords that an ERP keeps (verifyType '1') are asked for there when somebody signs in.
alter table sec.guess add column unanswered integer not null default 0;

-- Asked before anybody is logged in: the ERP that knows the password of this account, and as whom it knows him. No row:
-- the password is kept here. No system: none is set up. Whoever is mapped in a system is asked for there; else it is
-- the first that says which ERP it is, as for orders that are pushed. A provider of invoices says none and gets no
-- password.
create or replace function sec.erp_of(
  p_user uuid
) returns table (code text, name text, url text, account text, sealed_secret text, erp_user text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  select x.* into a from sec.account x where x.user_id = p_user;
  if not found then return; end if;
  perform sec.bind(a.home_tenant, a.user_id, '');
  return query
    select s.code, s.name, s.url, s.account, s.sealed_secret, coalesce(s.erp_user_code, a.username)
    from app.sys_user u
    left join lateral (
      select y.code, y.name, y.url, y.account, y.sealed_secret, m.erp_user_code
      from app.approve_system y
      left join app.approve_user m on m.system_code = y.code and m.user_id = u.id and m.enable_flag = '1'
      where y.enable_flag = '1'
        and y.interface_type = '1'
        and y.url is not null
        and (m.erp_user_code is not null or y.erp_product is not null)
      order by m.erp_user_code is null, y.code, m.erp_user_code
      limit 1
    ) s on true
    where u.id = p_user and u.verify_type = '1';
end
$$;

-- One question to the ERP whether a password is right, in the interface log of the account's house. What it was and
-- what came back arrive without the password.
create or replace function sec.log_erp(
  p_user uuid, p_system text, p_url text, p_sent text, p_received text, p_status text, p_cost integer, p_error text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  select x.* into a from sec.account x where x.user_id = p_user;
  perform sec.bind(a.home_tenant, a.user_id, '');
  insert into app.sys_interfacelog (
    id, system_code, interface_type, log_type, url, request_body, response_body, return_status, cost_time, error_msg,
    business_code, creator_id, creator_name
  )
  values (
    sec.new_id(), p_system, '1', '2', p_url, p_sent, p_received, p_status, p_cost, p_error, left(a.username, 50),
    a.user_id, a.username
  );
end
$$;

-- An account for whoever tries to log in from this network. An unknown name answers no row; the caller spends the same
-- time on it. Failures are counted by network, so that a stranger can shut out his own network and nobody else's; the
-- count ends with the lock. Many networks at once (15 failures in 15 minutes) make everybody show that he is a person.
-- What an ERP did not answer counts here as well, though it locks nobody.
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
      case when x.failures >= 15 then x.failures else coalesce(g.failures + g.unanswered, 0) end,
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
      select coalesce(sum(o.failures + o.unanswered), 0)::integer as failures
      from sec.guess o
      where o.user_id = a.user_id and o.seen_at > now() - interval '15 minutes'
    ) x
    where lower(a.username) = lower(p_username);
end
$$;

-- Counts the failure; from p_limit failures on, the account rests 15 minutes for this network. Live sessions and other
-- networks stay untouched. What is tried meanwhile neither counts nor prolongs it, and is told once a minute: a flood
-- must not fill the log. A password that the ERP did not answer for ('unanswered') was no guess: nobody learned
-- anything, so it never locks. It counts towards the picture, and from p_limit on it is told once a minute, too.
create or replace function sec.login_failed(
  p_username text, p_limit integer, p_reason text, p_ip text, p_agent text, p_network text default ''
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  g sec.guess;
  silent constant boolean := p_reason = 'unanswered';
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
      if silent and g.unanswered >= p_limit and g.seen_at >= now() - interval '1 minute' then return false; end if;
      if g.locked_until is not null or g.seen_at < now() - interval '15 minutes' then
        g.failures := 0;
        g.unanswered := 0;
      end if;
      update sec.guess x
      set failures = n.failures, unanswered = g.unanswered + silent::integer, seen_at = now(),
        locked_until = case when not silent and n.failures >= p_limit then now() + interval '15 minutes' end
      from (select g.failures + (not silent)::integer as failures) n
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

revoke all on function sec.erp_of(uuid) from public;
revoke all on function sec.log_erp(uuid, text, text, text, text, text, integer, text) from public;
grant execute on function sec.erp_of(uuid), sec.log_erp(uuid, text, text, text, text, text, integer, text)
to qudao_gate;

-- Accounts that said so before signed in by the password that is kept here: they go on, until somebody says it again.
do $$
declare
  tenant record;
begin
  for tenant in select t.tenant_code from app.tenant_tenant t order by t.tenant_code loop
    perform sec.bind(tenant.tenant_code, null, '');
    update app.sys_user
    set verify_type = '0'
    where verify_type = '1';
  end loop;
end
$$;
