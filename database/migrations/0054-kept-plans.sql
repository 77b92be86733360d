-- Definer functions that requests call keep their plans: 22 that were written in SQL, and were planned anew at every call, are
-- in PL/pgSQL. Arguments, answers and rights stay; no table is touched, and the code of the release before calls them as it did.

-- A secret that is not confirmed yet; the one that is on stays on meanwhile.
create or replace function sec.begin_totp(p_secret text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into sec.totp (user_id, home_tenant, pending)
  select a.user_id, a.home_tenant, p_secret
  from sec.account a
  where a.user_id = sec.user_id()
  on conflict (user_id) do update set pending = excluded.pending;
end
$$;

-- The second factor of the own user is switched off.
create or replace function sec.drop_totp() returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  delete from sec.totp where user_id = sec.user_id();
end
$$;

-- Jobs whose time has come, and those that have none yet.
create or replace function sec.due_jobs() returns table (
  id uuid, bean_name text, cron_expression text, next_time timestamptz
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select s.id, s.bean_name, s.cron_expression, s.next_time
    from app.job_schedule s
    where s.status = '1' and (s.next_time is null or s.next_time <= now());
end
$$;

-- As sec.end_export, in the transaction of the application in which the file becomes a file.
create or replace function sec.finish_export(
  p_run uuid, p_key text, p_rows integer, p_file uuid, p_error text
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  return sec.end_export(p_run, p_key, p_rows, p_file, p_error, null);
end
$$;

-- Group level (tenantFlag 1) is for who was granted the menu entry with that query by somebody who holds it.
create or replace function sec.holds_menu(p_menu uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return sec.is_super()
    or exists (
      select from sec.user_role ur
      join sec.role_grant g on g.tenant_code = ur.tenant_code and g.role_id = ur.role_id and g.permission = p_menu::text
      where ur.tenant_code = sec.tenant()
        and ur.user_id = sec.user_id()
        and not exists (
          select from sec.grant_cut c
          where c.tenant_code = ur.tenant_code
            and c.user_id = ur.user_id
            and c.role_id = g.role_id
            and c.permission = g.permission
        )
    );
end
$$;

-- An export is read on the report lane, which writes nothing else than that it happened. A ticket is spent by then, so
-- this is the one place.
create or replace function sec.log_export(
  p_noun text, p_count integer, p_filter jsonb, p_uri text, p_method text, p_ip text, p_agent text, p_correlation text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into app.sys_operationlog (
    id, noun, operation, status, message, changes, request_uri, request_method, ip, user_agent, correlation_id,
    creator_id, creator_name
  )
  values (
    sec.new_id(), p_noun, 'export', '1', p_count::text, p_filter, p_uri, p_method, p_ip, p_agent, p_correlation,
    sec.user_id(),
    (
      select p.real_name
      from sec.principal p
      where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()
    )
  );
end
$$;

-- An unknown name answers a row of nulls, so that the caller spends the same time on it.
create or replace function sec.login_lookup(
  p_username text
) returns table (
  user_id uuid, password_hash text, home_tenant text, is_locked boolean, failed_count integer, is_active boolean
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select a.user_id, a.password_hash, a.home_tenant, coalesce(a.locked_until > now(), false), a.failed_count,
      exists (
        select from sec.principal p
        join app.tenant_tenant t using (tenant_code)
        where p.user_id = a.user_id and p.is_active and t.status = '1'
      )
    from sec.account a
    where lower(a.username) = lower(p_username);
end
$$;

-- Whether whoever asks holds a permission, for a list that shows of many nouns only those he may see.
create or replace function sec.may(p_permission text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), p_permission);
end
$$;

-- How far one of the own exports is.
create or replace function sec.my_export(
  p_id uuid
) returns table (id uuid, noun text, state text, row_count integer, total integer, file_id uuid, error text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select e.id, e.noun, e.state, e.row_count, e.total, e.file_id, e.error
    from sec.export_run e
    where e.id = p_id and e.tenant_code = sec.tenant() and e.user_id = sec.user_id();
end
$$;

-- Every permission of the session's user.
create or replace function sec.my_permissions() returns setof text
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select p.permission
    from sec.permission p
    where p.realm in ('A', case when sec.is_platform() then 'P' else 'B' end)
      and (
        sec.is_super()
        or exists (
          select from sec.user_role ur
          join sec.role_grant g using (tenant_code, role_id)
          where ur.tenant_code = sec.tenant()
            and ur.user_id = sec.user_id()
            and g.permission = p.permission
            and not exists (
              select from sec.grant_cut c
              where c.tenant_code = ur.tenant_code
                and c.user_id = ur.user_id
                and c.role_id = g.role_id
                and c.permission = g.permission
            )
        )
      );
end
$$;

-- The tenants the session's user may switch to: memberships, and the subtree of a brand owner whose users may.
create or replace function sec.my_tenants() returns table (tenant_code text, tenant_name text, status text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select t.tenant_code, t.tenant_name, t.status
    from app.tenant_tenant t
    where exists (
      select from sec.principal p
      where p.user_id = sec.user_id() and p.tenant_code = t.tenant_code and p.is_active
    )
      or exists (
        select from app.tenant_tenant mine
        where mine.tenant_code = sec.tenant()
          and mine.super_tenant = '1'
          and t.path like mine.path || '_%'
          and exists (select from sec.grant_switch g where g.user_id = sec.user_id() and g.tenant_code = t.tenant_code)
      );
end
$$;

-- The second factor of the session's own user.
create or replace function sec.own_totp() returns table (
  is_on boolean, recovery_left integer, confirmed_at timestamptz, pending text
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select x.confirmed_at is not null, cardinality(x.recovery), x.confirmed_at, x.pending
    from sec.totp x
    where x.user_id = sec.user_id();
end
$$;

-- A captcha is good for three minutes.
create or replace function sec.put_captcha(p_uuid text, p_answer text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into sec.captcha
  values (left(p_uuid, 64), p_answer, now() + interval '3 minutes')
  on conflict (uuid) do update set answer = excluded.answer, expires_at = excluded.expires_at;
end
$$;

-- For the processes themselves, which hold the key.
create or replace function sec.read_storage() returns table (settings jsonb, secrets jsonb)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select s.settings, s.secrets from sec.storage s;
end
$$;

-- Who holds a role, with power over an organisation where one is named. Grants are worked out in schema sec, where no
-- session may read.
create or replace function sec.role_holders(p_role text, p_organize text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select p.user_id
    from sec.principal p
    join sec.user_role ur on ur.tenant_code = p.tenant_code and ur.user_id = p.user_id
    join app.sys_role r on r.id = ur.role_id
    where p.tenant_code = sec.tenant()
      and p.is_active
      and r.code = p_role
      and r.status = '1'
      and (p_organize is null or p.organizations is null or p_organize = any(p.organizations));
end
$$;

-- The pending secret is confirmed by its first code and takes the place of the one before.
create or replace function sec.settle_totp(p_step bigint, p_recovery text[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.totp
  set secret = pending, pending = null, confirmed_at = now(), last_step = p_step, recovery = p_recovery
  where user_id = sec.user_id() and pending is not null;
end
$$;

-- A captcha is good for one try.
create or replace function sec.take_captcha(p_uuid text, p_answer text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  taken sec.captcha;
begin
  delete from sec.captcha c where c.uuid = p_uuid returning c.* into taken;
  return coalesce(lower(taken.answer) = lower(p_answer) and taken.expires_at > now(), false);
end
$$;

-- The lists on this user's row were set by whoever calls: from now on they reach no further than the caller does.
create or replace function sec.take_scope(p_user uuid) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.principal p
  set granted_by = sec.user_id()
  where p.tenant_code = sec.tenant() and p.user_id = p_user and p.user_id <> sec.user_id();
end
$$;

-- Asked before anybody is logged in: the secret of who has a second factor on.
create or replace function sec.totp_of(p_user uuid) returns table (secret text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select x.secret from sec.totp x where x.user_id = p_user and x.confirmed_at is not null;
end
$$;

-- A recovery code is good for one log-in.
create or replace function sec.totp_recover(p_user uuid, p_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.totp
  set recovery = array_remove(recovery, p_hash)
  where user_id = p_user and p_hash = any(recovery);
  return found;
end
$$;

-- A code is good for one log-in: its step, or an earlier one, is not taken again.
create or replace function sec.totp_take(p_user uuid, p_step bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.totp set last_step = p_step where user_id = p_user and last_step < p_step;
  return found;
end
$$;

-- Keeps an active session from idling out; called at most once a minute per session.
create or replace function sec.touch() returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.session
  set seen_at = now()
  where user_id = sec.user_id() and tenant_code = sec.tenant() and ended_at is null;
end
$$;
