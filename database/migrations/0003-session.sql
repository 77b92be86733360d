-- Session, log-in and grants: the functions of schema sec that read the application's own tables.

-- The first statement of every batch and transaction. It checks the session row, the tenant the caller believes
-- to be in, and the permission of the route; then it binds tenant, user and data scope to this transaction.
-- It is paid for by every request, so it is one query with a kept plan: every further statement or assignment costs 3 to 30 us.
-- What it binds before it refuses goes with the transaction that the refusal ends.
create function sec.open(p_sid text, p_tenant text, p_permissions text[], p_soft text,
  out user_id uuid, out username text, out real_name text, out tenant_code text, out super_admin boolean, out is_platform boolean,
  out organize_code text, out personnel_code text, out customer_code text, out account_type text, out is_full boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  refused text;
  bound text;
  permission text;
  may boolean;
begin
  select x.user_id, p.username, p.real_name, x.tenant_code, p.super_admin, t.sys_tenant = '1', p.organize_code, p.personnel_code, p.customer_code, p.account_type,
         case when x.expires_at < now() or x.seen_at < now() - interval '30 minutes' then 'QD401'
              when x.ended_at is not null or not p.is_active or t.status <> '1' then 'QD001'
              when x.tenant_code <> p_tenant then 'QD012' end,
         concat(
           set_config('app.ctx', concat(x.tenant_code, '|', extract(epoch from now())::text, '|', x.user_id, '|',
             case when p.super_admin then 'S' end, case when t.sys_tenant = '1' then 'P' end, '|', t.path), true),
           -- No organisation granted: the own one only. No warehouse or department granted: not limited by it.
           set_config('app.organizations', case when p.super_admin then '' else p.organizations::text end, true),
           set_config('app.storages', case when p.super_admin or p.storages = '{}' then '' else p.storages::text end, true),
           set_config('app.departments', case when p.super_admin or p.departments = '{}' then '' else p.departments::text end, true),
           set_config('app.own', concat(case p.account_type when '1' then coalesce(p.customer_code, '?') end, '|',
             case p.account_type when '2' then coalesce(p.supplier_code, '?') end, '|',
             case p.account_type when '3' then coalesce(p.personnel_code, '?') end), true))
    into user_id, username, real_name, tenant_code, super_admin, is_platform, organize_code, personnel_code, customer_code, account_type, refused, bound
    from sec.session x
    join sec.principal p on p.tenant_code = x.tenant_code and p.user_id = x.user_id
    join app.tenant_tenant t on t.tenant_code = x.tenant_code
   where x.sid_hash = decode(p_sid, 'hex');
  if not found then
    refused := 'QD401';
  end if;
  if refused is not null then
    raise exception 'session refused' using errcode = refused;
  end if;
  if p_permissions is not null then
    may := false;
    foreach permission in array p_permissions loop
      may := sec.holds(tenant_code, user_id, super_admin, is_platform, permission);
      exit when may;
    end loop;
    if not may then
      raise exception 'not permitted' using errcode = 'QD403';
    end if;
  end if;
  is_full := p_soft is null or sec.holds(tenant_code, user_id, super_admin, is_platform, p_soft);
end $$;

-- Group level (tenantFlag 1) is for who was granted the menu entry with that query.
create function sec.holds_menu(p_menu uuid) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select sec.is_super() or exists (
    select from sec.user_role ur join app.sys_role r on r.id = ur.role_id
    where ur.tenant_code = sec.tenant() and ur.user_id = sec.user_id() and p_menu::text = any(r.menu_list))
$$;

-- A tenant sees itself and what is below it; the platform sees all.
drop policy readable on app.tenant_tenant;
create policy readable on app.tenant_tenant for select to qudao_app, qudao_report
  using ((select sec.is_platform()) or starts_with(path, (select sec.part(5))));

-- Every permission of the session's user.
create function sec.my_permissions() returns setof text
language sql stable security definer set search_path = pg_catalog
as $$
  select p.permission from sec.permission p
   where p.realm in ('A', case when sec.is_platform() then 'P' else 'B' end)
     and (sec.is_super() or exists (
       select from sec.user_role ur join sec.role_grant g using (tenant_code, role_id)
       where ur.tenant_code = sec.tenant() and ur.user_id = sec.user_id() and g.permission = p.permission))
$$;

-- The tenants the session's user may switch to: memberships, and the subtree of a brand owner whose users may.
create function sec.my_tenants() returns table (tenant_code text, tenant_name text, status text)
language sql stable security definer set search_path = pg_catalog
as $$
  select t.tenant_code, t.tenant_name, t.status
    from app.tenant_tenant t
   where exists (select from sec.principal p where p.user_id = sec.user_id() and p.tenant_code = t.tenant_code and p.is_active)
      or exists (select from app.tenant_tenant mine
                  where mine.tenant_code = sec.tenant() and mine.super_tenant = '1' and t.path like mine.path || '_%'
                    and exists (select from sec.grant_switch g where g.user_id = sec.user_id() and g.tenant_code = t.tenant_code))
$$;


-- ── Log-in (role qudao_gate only) ─────────────────────────────────────────────────────────────────────────────

-- An unknown name answers a row of nulls, so that the caller spends the same time on it.
create function sec.login_lookup(p_username text)
returns table (user_id uuid, password_hash text, home_tenant text, is_locked boolean, failed_count integer, is_active boolean)
language sql stable security definer set search_path = pg_catalog
as $$
  select a.user_id, a.password_hash, a.home_tenant, coalesce(a.locked_until > now(), false), a.failed_count,
         exists (select from sec.principal p join app.tenant_tenant t using (tenant_code)
                  where p.user_id = a.user_id and p.is_active and t.status = '1')
    from sec.account a where lower(a.username) = lower(p_username)
$$;

-- status 0 failed, 1 success, 2 locked (001 §4.1). A name nobody has is logged under the platform tenant.
create function sec.write_login_log(p_tenant text, p_user uuid, p_name text, p_status text, p_reason text, p_operation text, p_ip text, p_agent text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_login_log (tenant_code, id, operation, status, ip, user_agent, fail_reason, creator_id, creator_name)
  values (p_tenant, gen_random_uuid(), p_operation, p_status, p_ip, left(p_agent, 500), p_reason, p_user, left(p_name, 100));
end $$;

-- Counts the failure; from p_limit failures on, the account rests 15 minutes. Live sessions stay untouched.
create function sec.login_failed(p_username text, p_limit integer, p_reason text, p_ip text, p_agent text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  locked boolean;
begin
  update sec.account set failed_count = failed_count + 1,
         locked_until = case when failed_count + 1 >= p_limit then now() + interval '15 minutes' else locked_until end
   where lower(username) = lower(p_username) returning * into a;
  locked := coalesce(a.locked_until > now(), false);
  perform sec.write_login_log(coalesce(a.home_tenant, '1'), a.user_id, p_username, case when locked then '2' else '0' end, p_reason, 'login', p_ip, p_agent);
  return locked;
end $$;

-- Opens a session after the password was verified. The tenant must be one the user belongs to.
create function sec.login_open(p_user uuid, p_tenant text, p_sid text, p_minutes integer, p_ip text, p_agent text)
returns table (tenant_code text, expires_at timestamptz, must_change boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  chosen text;
  ends timestamptz := now() + make_interval(mins => p_minutes);
begin
  select p.tenant_code into chosen
    from sec.principal p join app.tenant_tenant t using (tenant_code) join sec.account a on a.user_id = p.user_id
   where p.user_id = p_user and p.is_active and t.status = '1' and (p_tenant is null or p.tenant_code = p_tenant)
   order by p.tenant_code = a.home_tenant desc, p.tenant_code limit 1;
  if chosen is null then raise exception 'no tenant' using errcode = 'QD403'; end if;
  update sec.account a set failed_count = 0, locked_until = null where a.user_id = p_user;
  insert into sec.session (sid_hash, user_id, tenant_code, expires_at, ip, user_agent)
  values (decode(p_sid, 'hex'), p_user, chosen, ends, p_ip, left(p_agent, 500));
  perform sec.write_login_log(chosen, p_user, (select a.username from sec.account a where a.user_id = p_user), '1', null, 'login', p_ip, p_agent);
  update app.sys_user u set last_login_date = now() where u.id = p_user;
  return query select chosen, ends, a.must_change from sec.account a where a.user_id = p_user;
end $$;

create function sec.logout(p_sid text, p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  s sec.session;
begin
  update sec.session set ended_at = now(), end_reason = p_reason where sid_hash = decode(p_sid, 'hex') and ended_at is null returning * into s;
  if found then
    perform sec.write_login_log(s.tenant_code, s.user_id, (select a.username from sec.account a where a.user_id = s.user_id), '1', null, 'logout', s.ip, s.user_agent);
  end if;
end $$;

-- A new session in another tenant; the old one ends, so a forgotten tab cannot write where nobody looks.
create function sec.switch_tenant(p_sid text, p_new_sid text, p_tenant text) returns table (tenant_code text, expires_at timestamptz)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  s sec.session;
begin
  perform sec.open(p_sid, null, null, null);
  if not exists (select from sec.my_tenants() m where m.tenant_code = p_tenant and m.status = '1') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select x.* into s from sec.session x where x.sid_hash = decode(p_sid, 'hex');
  if not exists (select from sec.principal p where p.tenant_code = p_tenant and p.user_id = s.user_id) then
    -- A brand owner's user enters a granted sub-tenant with its read-only role GROUP_VIEW, never with more.
    insert into sec.principal (tenant_code, user_id, username, real_name, is_active, super_admin, account_type, organizations, storages, departments)
    select p_tenant, p.user_id, p.username, p.real_name, true, false, '0', '{}', '{}', '{}'
      from sec.principal p where p.tenant_code = s.tenant_code and p.user_id = s.user_id;
    perform sec.bind(p_tenant, s.user_id, '');
    insert into sec.user_role select p_tenant, s.user_id, r.id from app.sys_role r where r.code = 'GROUP_VIEW' and r.status = '1' on conflict do nothing;
  end if;
  update sec.session x set ended_at = now(), end_reason = 'switched' where x.sid_hash = decode(p_sid, 'hex');
  insert into sec.session (sid_hash, user_id, tenant_code, expires_at, ip, user_agent)
  values (decode(p_new_sid, 'hex'), s.user_id, p_tenant, s.expires_at, s.ip, s.user_agent);
  perform sec.write_login_log(p_tenant, s.user_id, (select a.username from sec.account a where a.user_id = s.user_id), '1', null, 'switchTenant', s.ip, s.user_agent);
  return query select p_tenant, s.expires_at;
end $$;

create function sec.password_of(p_sid text) returns table (user_id uuid, password_hash text)
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.open(p_sid, null, null, null);
  return query select a.user_id, a.password_hash from sec.account a where a.user_id = sec.user_id();
end $$;

-- The own password. Every other session of the user ends.
create function sec.change_password(p_sid text, p_hash text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.open(p_sid, null, null, null);
  update sec.account a set password_hash = p_hash, password_changed_at = now(), must_change = false where a.user_id = sec.user_id();
  update sec.session x set ended_at = now(), end_reason = 'password' where x.user_id = sec.user_id() and x.ended_at is null and x.sid_hash <> decode(p_sid, 'hex');
end $$;

create function sec.put_captcha(p_uuid text, p_answer text) returns void
language sql security definer set search_path = pg_catalog
as $$ insert into sec.captcha values (left(p_uuid, 64), p_answer, now() + interval '3 minutes')
      on conflict (uuid) do update set answer = excluded.answer, expires_at = excluded.expires_at $$;

-- A captcha is good for one try.
create function sec.take_captcha(p_uuid text, p_answer text) returns boolean
language sql security definer set search_path = pg_catalog
as $$ with taken as (delete from sec.captcha where uuid = p_uuid returning answer, expires_at)
      select exists (select from taken where lower(answer) = lower(p_answer) and expires_at > now()) $$;

-- ── Inside a session (role qudao_app) ─────────────────────────────────────────────────────────────────────────

-- Keeps an active session from idling out; called at most once a minute per session.
create function sec.touch() returns void
language sql security definer set search_path = pg_catalog
as $$ update sec.session set seen_at = now() where user_id = sec.user_id() and tenant_code = sec.tenant() and ended_at is null $$;

create function sec.issue_ticket(p_sid text, p_ticket text, p_path text, p_seconds integer, p_reusable boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not exists (select from sec.session x where x.sid_hash = decode(p_sid, 'hex') and x.user_id = sec.user_id() and x.tenant_code = sec.tenant()) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  insert into sec.ticket values (decode(p_ticket, 'hex'), decode(p_sid, 'hex'), p_path, now() + make_interval(secs => least(p_seconds, 300)), p_reusable);
end $$;

-- A ticket opens the context of the session it was issued in, for one path; used once unless it is for an image.
create function sec.open_ticket(p_ticket text, p_path text, p_permissions text[], p_soft text)
returns table (user_id uuid, username text, real_name text, tenant_code text, super_admin boolean, is_platform boolean,
               organize_code text, personnel_code text, customer_code text, account_type text, is_full boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  k sec.ticket;
begin
  update sec.ticket x set used_at = now()
   where x.ticket_hash = decode(p_ticket, 'hex') and x.path = p_path and x.expires_at > now() and (x.is_reusable or x.used_at is null)
  returning x.* into k;
  if not found then raise exception 'no session' using errcode = 'QD401'; end if;
  return query select * from sec.open(encode(k.sid_hash, 'hex'), null, p_permissions, p_soft);
end $$;

-- Sets the credentials of a user of the session's tenant; the caller holds the permission to maintain users.
create function sec.put_account(p_user uuid, p_username text, p_hash text, p_must_change boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not (sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:save')
       or sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update'))
     or not exists (select from app.sys_user u where u.id = p_user and u.tenant_code = sec.tenant()) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  insert into sec.account (user_id, username, home_tenant, password_hash, must_change) values (p_user, p_username, sec.tenant(), p_hash, p_must_change)
  on conflict (user_id) do update set password_hash = excluded.password_hash, must_change = excluded.must_change, password_changed_at = now(),
    failed_count = 0, locked_until = null;
  update sec.session x set ended_at = now(), end_reason = 'password' where x.user_id = p_user and x.ended_at is null and x.user_id <> sec.user_id();
end $$;

create function sec.drop_account(p_users uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  delete from sec.account a where a.user_id = any(p_users) and a.home_tenant = sec.tenant();
  update sec.session x set ended_at = now(), end_reason = 'deleted' where x.user_id = any(p_users) and x.tenant_code = sec.tenant() and x.ended_at is null;
end $$;

-- The platform opens a tenant: its main account, who is administrator there and nowhere else. The caller's own context stays as it is.
create function sec.provision_tenant(p_tenant text, p_user uuid, p_username text, p_real_name text, p_hash text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:save') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  -- The rows of a tenant that is gone are still there: its code is not given to anybody else.
  if exists (select from sec.principal p where p.tenant_code = p_tenant) then
    raise exception 'tenant code was used before' using errcode = '23505', constraint = 'tenant_tenant_key';
  end if;
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_user (id, username, real_name, super_admin, account_type, status, creator_name) values (p_user, p_username, p_real_name, '1', '0', '1', p_real_name);
  insert into sec.account (user_id, username, home_tenant, password_hash, must_change) values (p_user, p_username, p_tenant, p_hash, true);
  perform sec.refresh_grants();
  perform set_config('app.ctx', context, true);
end $$;

-- Recomputes what every user of the session's tenant is and may. Called in the transaction that changed a user, a role or an organisation.
create function sec.refresh_grants() returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text := sec.tenant();
  grown integer;
begin
  if t is null then raise exception 'no session' using errcode = 'QD401'; end if;
  -- Two administrators at once: the second waits, then computes from what the first wrote.
  perform pg_advisory_xact_lock(7001, hashtext(t));

  insert into sec.principal as p
  select t, u.id, u.username, u.real_name, u.status = '1', u.super_admin = '1', u.account_type, u.organize_code, u.personnel_code, u.customer_code, u.supplier_code,
         coalesce(nullif((select array_agg(distinct o.code) from app.sys_role r cross join unnest(r.organize_list) x(id) join app.sys_organization o on o.id::text = x.id
                           where r.id::text = any(u.role_id_list) and r.status = '1'), '{}'), array_remove(array[u.organize_code], null)),
         coalesce((select array_agg(distinct d.code) from app.sys_role r cross join unnest(r.storage_list) x(id) join app.data_depot d on d.id::text = x.id
                    where r.id::text = any(u.role_id_list) and r.status = '1'), '{}'),
         coalesce((select array_agg(distinct d.code) from app.sys_role r cross join unnest(r.dept_list) x(id) join app.data_dept d on d.id::text = x.id
                    where r.id::text = any(u.role_id_list) and r.status = '1'), '{}')
    from app.sys_user u
  on conflict (tenant_code, user_id) do update set username = excluded.username, real_name = excluded.real_name, is_active = excluded.is_active,
    super_admin = excluded.super_admin, account_type = excluded.account_type, organize_code = excluded.organize_code, personnel_code = excluded.personnel_code,
    customer_code = excluded.customer_code, supplier_code = excluded.supplier_code, organizations = excluded.organizations,
    storages = excluded.storages, departments = excluded.departments;
  delete from sec.principal p where p.tenant_code = t and not exists (select from app.sys_user u where u.id = p.user_id)
     and not exists (select from sec.grant_switch g where g.user_id = p.user_id and g.tenant_code = t);

  delete from sec.user_role r where r.tenant_code = t and exists (select from app.sys_user u where u.id = r.user_id);
  insert into sec.user_role
  select t, u.id, r.id from app.sys_user u cross join unnest(u.role_id_list) x(id) join app.sys_role r on r.id::text = x.id and r.status = '1';

  -- A role grants what its menus name and its creator holds. Creators' rights come from roles too, so grow until nothing is added:
  -- a circle of two users who grant each other adds nothing.
  delete from sec.role_grant g where g.tenant_code = t;
  insert into sec.role_grant
  select distinct t, r.id, m.permissions
    from app.sys_role r cross join unnest(r.menu_list) x(id) join app.sys_menu m on m.id::text = x.id join sec.permission p on p.permission = m.permissions
    join sec.principal c on c.tenant_code = t and c.user_id = r.creator_id and c.super_admin
   where r.status = '1';
  loop
    insert into sec.role_grant
    select distinct t, r.id, m.permissions
      from app.sys_role r cross join unnest(r.menu_list) x(id) join app.sys_menu m on m.id::text = x.id join sec.permission p on p.permission = m.permissions
     where r.status = '1'
       and exists (select from sec.user_role ur join sec.role_grant g on g.tenant_code = t and g.role_id = ur.role_id
                    where ur.tenant_code = t and ur.user_id = r.creator_id and g.permission = m.permissions)
    on conflict do nothing;
    get diagnostics grown = row_count;
    exit when grown = 0;
  end loop;
end $$;

-- Housekeeping by the worker: expired sessions, tickets, captchas and answered idempotency keys.
create function sec.sweep() returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  gone integer;
begin
  delete from sec.captcha where expires_at < now();
  delete from sec.ticket where expires_at < now();
  delete from sec.session where expires_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke all on all functions in schema sec from public;
grant execute on function sec.open(text, text, text[], text), sec.open_ticket(text, text, text[], text), sec.my_permissions(), sec.my_tenants(), sec.holds_menu(uuid) to qudao_app, qudao_report;
grant execute on function sec.touch(), sec.issue_ticket(text, text, text, integer, boolean), sec.put_account(uuid, text, text, boolean),
  sec.drop_account(uuid[]), sec.refresh_grants(), sec.provision_tenant(text, uuid, text, text, text) to qudao_app;
grant execute on function sec.login_lookup(text), sec.login_failed(text, integer, text, text, text), sec.login_open(uuid, text, text, integer, text, text),
  sec.logout(text, text), sec.switch_tenant(text, text, text), sec.password_of(text), sec.change_password(text, text),
  sec.put_captcha(text, text), sec.take_captcha(text, text), sec.sweep() to qudao_gate;
