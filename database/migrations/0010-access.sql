-- Brands and channels in power, who granted what, and what a person may, computed from the grantors down.

alter table app.sys_role add column brand_list text[] not null default '{}', add column channel_list text[] not null default '{}';
grant update (brand_list, channel_list) on app.sys_role to qudao_app;
alter table app.sys_user add column organize_list text[] not null default '{}', add column storage_list text[] not null default '{}',
  add column brand_list text[] not null default '{}', add column channel_list text[] not null default '{}';
grant update (organize_list, storage_list, brand_list, channel_list) on app.sys_user to qudao_app;

-- From here on null means "not limited". A list cut down to nothing must not open everything, so it holds the empty code, which no record has;
-- compared with an empty array even rows of none would be refused.
alter table sec.principal alter column organizations drop not null, alter column storages drop not null, alter column departments drop not null,
  add column brands text[], add column channels text[],
  -- Who set the lists on the user's own row.
  add column granted_by uuid,
  -- The main account of a sub-account: it holds no more than that one and rests with it.
  add column main_user_id uuid;
update sec.principal set organizations = case when super_admin then null when organizations = '{}' then '{""}' else organizations end,
  storages = case when super_admin then null else nullif(storages, '{}') end, departments = case when super_admin then null else nullif(departments, '{}') end;

-- Who handed which role to whom.
create table sec.assignment (
  tenant_code text not null,
  user_id uuid not null,
  role_id uuid not null,
  grantor_id uuid,
  primary key (tenant_code, user_id, role_id)
);

-- What those hold who granted something to somebody and are no administrators. `permission` is a permission, or the id of a group entry of the menu.
create table sec.grantor_grant (
  tenant_code text not null,
  user_id uuid not null,
  permission text not null,
  primary key (tenant_code, user_id, permission)
);

-- What a role grants and this user does not get by it, because the grantor or the main account lacks it. Empty until somebody is cut down.
create table sec.grant_cut (
  tenant_code text not null,
  user_id uuid not null,
  role_id uuid not null,
  permission text not null,
  primary key (tenant_code, user_id, role_id, permission)
);

-- The data scope of those grantors, one row per code, * for all: o organisations, s warehouses, d departments, b brands, c channels.
create table sec.reach (
  tenant_code text not null,
  user_id uuid not null,
  dimension text not null check (dimension in ('o', 's', 'd', 'b', 'c')),
  code text not null,
  primary key (tenant_code, user_id, dimension, code)
);

create function sec.brands() returns text[] language sql stable parallel safe as $$ select nullif(current_setting('app.brands', true), '')::text[] $$;
create function sec.channels() returns text[] language sql stable parallel safe as $$ select nullif(current_setting('app.channels', true), '')::text[] $$;

create or replace function sec.holds(p_tenant text, p_user uuid, p_super boolean, p_platform boolean, p_permission text) returns boolean
language plpgsql stable
as $$
begin
  if p_super then
    return exists (select from sec.permission p where p.permission = p_permission and p.realm in ('A', case when p_platform then 'P' else 'B' end));
  end if;
  return exists (
    select from sec.permission p
      join sec.role_grant g on g.permission = p.permission
      join sec.user_role ur on ur.tenant_code = g.tenant_code and ur.role_id = g.role_id
     where p.permission = p_permission and p.realm in ('A', case when p_platform then 'P' else 'B' end)
       and g.tenant_code = p_tenant and ur.user_id = p_user
       and not exists (select from sec.grant_cut c where c.tenant_code = p_tenant and c.user_id = p_user and c.role_id = g.role_id and c.permission = p_permission));
end $$;

-- Group level (tenantFlag 1) is for who was granted the menu entry with that query by somebody who holds it.
create or replace function sec.holds_menu(p_menu uuid) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select sec.is_super() or exists (
    select from sec.user_role ur join sec.role_grant g on g.tenant_code = ur.tenant_code and g.role_id = ur.role_id and g.permission = p_menu::text
     where ur.tenant_code = sec.tenant() and ur.user_id = sec.user_id()
       and not exists (select from sec.grant_cut c where c.tenant_code = ur.tenant_code and c.user_id = ur.user_id and c.role_id = g.role_id and c.permission = g.permission))
$$;

create or replace function sec.my_permissions() returns setof text
language sql stable security definer set search_path = pg_catalog
as $$
  select p.permission from sec.permission p
   where p.realm in ('A', case when sec.is_platform() then 'P' else 'B' end)
     and (sec.is_super() or exists (
       select from sec.user_role ur join sec.role_grant g using (tenant_code, role_id)
        where ur.tenant_code = sec.tenant() and ur.user_id = sec.user_id() and g.permission = p.permission
          and not exists (select from sec.grant_cut c where c.tenant_code = ur.tenant_code and c.user_id = ur.user_id and c.role_id = g.role_id and c.permission = g.permission)))
$$;

-- A narrow session may change its password and nothing else. Until `confirmed_until` its person has just shown again who he is.
alter table sec.session add column is_narrow boolean not null default false, add column confirmed_until timestamptz;

create function sec.is_confirmed() returns boolean language sql stable parallel safe as $$ select coalesce(strpos(sec.part(4), 'C') > 0, false) $$;

-- For what must not be done from a screen that somebody left open. The argument makes it run after the context was bound.
create function sec.require_confirmed(p_user uuid) returns boolean
language plpgsql stable
as $$
begin
  if p_user is null or not sec.is_confirmed() then
    raise exception 'not confirmed' using errcode = 'QD041';
  end if;
  return true;
end $$;

create or replace function sec.open(p_sid text, p_tenant text, p_permissions text[], p_soft text,
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
              when x.tenant_code <> p_tenant then 'QD012'
              when x.is_narrow and p_permissions is distinct from '{}' then 'QD040' end,
         concat(
           set_config('app.ctx', concat(x.tenant_code, '|', extract(epoch from now())::text, '|', x.user_id, '|',
             case when p.super_admin then 'S' end, case when t.sys_tenant = '1' then 'P' end, case when x.confirmed_until > now() then 'C' end, '|', t.path), true),
           set_config('app.organizations', coalesce(p.organizations::text, ''), true),
           set_config('app.storages', coalesce(p.storages::text, ''), true),
           set_config('app.departments', coalesce(p.departments::text, ''), true),
           set_config('app.brands', coalesce(p.brands::text, ''), true),
           set_config('app.channels', coalesce(p.channels::text, ''), true),
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
  if p_permissions <> '{}' then
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

-- The three below are plpgsql, because it keeps its plans: planning them takes longer than running them.

-- What the active roles of the session's tenant name: permissions, and group entries of the menu by their id.
create function sec.role_keys() returns table (role_id uuid, creator_id uuid, permission text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  select distinct r.id, r.creator_id, k.permission
    from app.sys_role r cross join unnest(r.menu_list) x(id)
    join app.sys_menu m on m.id::text = x.id
    join sec.permission p on p.permission = m.permissions
    cross join lateral (select m.permissions as permission union all select m.id::text where m.url ~ '[?&]tenantFlag=[^0]') k
   where r.status = '1';
end $$;

-- Where the data scope of users comes from: one row per code of a list, or * where nothing is listed, with those who cap it. p_users null: everybody.
create function sec.scope_sources(p_tenant text, p_users uuid[], p_supers uuid[]) returns table (user_id uuid, dimension text, code text, caps uuid[])
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with people as (
    select u.id, u.organize_code, u.organize_list, u.storage_list, u.brand_list, u.channel_list, p.main_user_id, array[p.granted_by, p.main_user_id] as caps
      from app.sys_user u join sec.principal p on p.tenant_code = p_tenant and p.user_id = u.id and not p.super_admin
     where p_users is null or u.id = any(p_users)
  ), handed as (
    select h.id, array[r.creator_id, a.grantor_id, h.main_user_id] as caps, r.organize_list, r.storage_list, r.dept_list, r.brand_list, r.channel_list
      from people h join sec.assignment a on a.tenant_code = p_tenant and a.user_id = h.id
      join app.sys_role r on r.id = a.role_id and r.status = '1'
  ), stated as (
    select h.id, x.dimension, x.list, h.caps
      from people h cross join lateral (values ('o', h.organize_list), ('s', h.storage_list), ('b', h.brand_list), ('c', h.channel_list)) x(dimension, list) where x.list <> '{}'
    union all
    select h.id, x.dimension, x.list, h.caps
      from handed h cross join lateral (values ('o', h.organize_list), ('s', h.storage_list), ('d', h.dept_list), ('b', h.brand_list), ('c', h.channel_list)) x(dimension, list) where x.list <> '{}'
  ), places as (
    select 'o' as dimension, o.id::text as id, o.code from app.sys_organization o
    union all select 's', o.id::text, o.code from app.data_depot o
    union all select 'd', o.id::text, o.code from app.data_dept o
    union all select 'b', o.id::text, o.code from app.data_brand o
    union all select 'c', o.id::text, o.code from app.data_channel o
  ), sources as (
    -- A list whose records are gone is still a list: it lets nothing through.
    select s.id, s.dimension, o.code, s.caps from stated s cross join unnest(s.list) x(id) join places o on o.dimension = s.dimension and o.id = x.id
    union all
    -- No organisation listed: the own one only. Nothing else listed: all that those hold who handed the roles on.
    select h.id, 'o', h.organize_code, h.caps
      from people h where h.organize_code is not null and not exists (select from stated s where s.id = h.id and s.dimension = 'o')
    union all
    select h.id, d.dimension, '*', coalesce(r.caps, h.caps)
      from people h cross join (values ('s'), ('d'), ('b'), ('c')) d(dimension) left join handed r on r.id = h.id
     where not exists (select from stated s where s.id = h.id and s.dimension = d.dimension)
  )
  -- Administrators cap nobody.
  select s.id, s.dimension, s.code, array(select k from unnest(s.caps) k where k is not null and not k = any(p_supers)) from sources s;
end $$;

-- What of those sources passes every cap, as far as sec.reach has come. Of * passes what the caps have; a cap that is nobody any more passes nothing.
create function sec.scope_rows(p_tenant text, p_users uuid[], p_supers uuid[]) returns table (user_id uuid, dimension text, code text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  select distinct s.user_id, s.dimension, c.code
    from sec.scope_sources(p_tenant, p_users, p_supers) s
    cross join lateral (
      select s.code union all
      select r.code from sec.reach r where s.code = '*' and r.tenant_code = p_tenant and r.user_id = any(s.caps) and r.dimension = s.dimension) c(code)
   where not exists (select from unnest(s.caps) k where not exists (
      select from sec.reach r where r.tenant_code = p_tenant and r.user_id = k and r.dimension = s.dimension and r.code in ('*', c.code)));
end $$;

-- Recomputes what every user of the session's tenant is and may. Called in the transaction that changed a user, a role or an organisation.
-- Nobody holds more than who granted it: a role is cut down to its creator, what a user gets by a role to who handed it on, the lists on a user
-- to who set them, a sub-account to its main account. Grantors have grantors, so both parts grow from the administrators
-- until nothing is added: a circle of people who grant each other adds nothing.
create or replace function sec.refresh_grants() returns void
-- Lists that the planner cannot count are joined to each other; row by row that is a million steps for a thousand users.
language plpgsql security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan set enable_nestloop = off set jit = off
as $$
declare
  t text := sec.tenant();
  supers uuid[];
  grantors uuid[];
  grown integer;
  more integer;
begin
  if t is null then raise exception 'no session' using errcode = 'QD401'; end if;
  -- Two administrators at once: the second waits, then computes from what the first wrote.
  perform pg_advisory_xact_lock(7001, hashtext(t));

  insert into sec.principal as p (tenant_code, user_id, username, real_name, is_active, super_admin, account_type, organize_code, personnel_code, customer_code, supplier_code, main_user_id, granted_by, organizations)
  select t, u.id, u.username, u.real_name, u.status = '1' and (u.account_rank <> '1' or u.main_user_id is null or exists (select from app.sys_user m where m.id = u.main_user_id and m.status = '1')),
         u.super_admin = '1', u.account_type, u.organize_code, u.personnel_code, u.customer_code, u.supplier_code, case when u.account_rank = '1' then u.main_user_id end, sec.user_id(), '{""}'
    from app.sys_user u
  on conflict (tenant_code, user_id) do update set username = excluded.username, real_name = excluded.real_name, is_active = excluded.is_active,
    super_admin = excluded.super_admin, account_type = excluded.account_type, organize_code = excluded.organize_code, personnel_code = excluded.personnel_code,
    customer_code = excluded.customer_code, supplier_code = excluded.supplier_code, main_user_id = excluded.main_user_id
   where (p.username, p.real_name, p.is_active, p.super_admin, p.account_type, p.organize_code, p.personnel_code, p.customer_code, p.supplier_code, p.main_user_id) is distinct from
         (excluded.username, excluded.real_name, excluded.is_active, excluded.super_admin, excluded.account_type, excluded.organize_code, excluded.personnel_code, excluded.customer_code, excluded.supplier_code, excluded.main_user_id);
  delete from sec.principal p where p.tenant_code = t and not exists (select from app.sys_user u where u.id = p.user_id)
     and not exists (select from sec.grant_switch g where g.user_id = p.user_id and g.tenant_code = t);

  -- Switched off, a role is still handed to whom it was handed; what it grants is nothing meanwhile.
  delete from sec.assignment a where a.tenant_code = t and not exists (select from app.sys_user u join app.sys_role r on r.id = a.role_id where u.id = a.user_id and a.role_id::text = any(u.role_id_list));
  insert into sec.assignment select t, u.id, r.id, sec.user_id() from app.sys_user u cross join unnest(u.role_id_list) x(id) join app.sys_role r on r.id::text = x.id on conflict do nothing;
  delete from sec.user_role x where x.tenant_code = t and exists (select from app.sys_user u where u.id = x.user_id)
     and not exists (select from sec.assignment a join app.sys_role r on r.id = a.role_id and r.status = '1' where a.tenant_code = t and a.user_id = x.user_id and a.role_id = x.role_id);
  insert into sec.user_role select t, a.user_id, a.role_id from sec.assignment a join app.sys_role r on r.id = a.role_id and r.status = '1' where a.tenant_code = t on conflict do nothing;

  supers := array(select p.user_id from sec.principal p where p.tenant_code = t and p.super_admin);
  grantors := array(
    select p.user_id from sec.principal p where p.tenant_code = t and not p.super_admin and p.user_id in (
      select r.creator_id from app.sys_role r union select a.grantor_id from sec.assignment a where a.tenant_code = t
      union select x.granted_by from sec.principal x where x.tenant_code = t union select x.main_user_id from sec.principal x where x.tenant_code = t));

  delete from sec.role_grant g where g.tenant_code = t;
  delete from sec.grantor_grant g where g.tenant_code = t;
  loop
    insert into sec.role_grant
    select t, k.role_id, k.permission from sec.role_keys() k
     where k.creator_id = any(supers) or exists (select from sec.grantor_grant h where h.tenant_code = t and h.user_id = k.creator_id and h.permission = k.permission)
    on conflict do nothing;
    get diagnostics grown = row_count;
    insert into sec.grantor_grant
    select distinct t, a.user_id, g.permission
      from sec.assignment a join sec.role_grant g on g.tenant_code = t and g.role_id = a.role_id
      join sec.principal p on p.tenant_code = t and p.user_id = a.user_id
     where a.tenant_code = t and a.user_id = any(grantors)
       and (a.grantor_id = any(supers) or exists (select from sec.grantor_grant h where h.tenant_code = t and h.user_id = a.grantor_id and h.permission = g.permission))
       and (p.main_user_id is null or p.main_user_id = any(supers) or exists (select from sec.grantor_grant h where h.tenant_code = t and h.user_id = p.main_user_id and h.permission = g.permission))
    on conflict do nothing;
    get diagnostics more = row_count;
    exit when grown + more = 0;
  end loop;

  delete from sec.grant_cut c where c.tenant_code = t;
  insert into sec.grant_cut
  select t, a.user_id, a.role_id, g.permission
    from sec.assignment a join sec.role_grant g on g.tenant_code = t and g.role_id = a.role_id
    join sec.principal p on p.tenant_code = t and p.user_id = a.user_id and not p.super_admin
   where a.tenant_code = t and (a.grantor_id is null or not a.grantor_id = any(supers) or not coalesce(p.main_user_id = any(supers), true))
     and not ((coalesce(a.grantor_id = any(supers), false) or exists (select from sec.grantor_grant h where h.tenant_code = t and h.user_id = a.grantor_id and h.permission = g.permission))
          and (p.main_user_id is null or p.main_user_id = any(supers) or exists (select from sec.grantor_grant h where h.tenant_code = t and h.user_id = p.main_user_id and h.permission = g.permission)));

  delete from sec.reach r where r.tenant_code = t;
  loop
    insert into sec.reach select t, n.user_id, n.dimension, n.code from sec.scope_rows(t, grantors, supers) n on conflict do nothing;
    get diagnostics grown = row_count;
    exit when grown = 0;
  end loop;

  update sec.principal p set organizations = n.o, storages = n.s, departments = n.d, brands = n.b, channels = n.c
    from (
      select x.user_id, max(x.codes) filter (where x.dimension = 'o') as o, max(x.codes) filter (where x.dimension = 's') as s, max(x.codes) filter (where x.dimension = 'd') as d,
             max(x.codes) filter (where x.dimension = 'b') as b, max(x.codes) filter (where x.dimension = 'c') as c
        from (
          select u.id as user_id, d.dimension, case when u.id = any(supers) or bool_or(n.code = '*') then null else coalesce(array_agg(n.code order by n.code) filter (where n.code is not null), '{""}') end as codes
            from app.sys_user u cross join (values ('o'), ('s'), ('d'), ('b'), ('c')) d(dimension)
            left join sec.scope_rows(t, null, supers) n on n.user_id = u.id and n.dimension = d.dimension
           group by u.id, d.dimension) x
       group by x.user_id) n
   where p.tenant_code = t and p.user_id = n.user_id and (p.organizations, p.storages, p.departments, p.brands, p.channels) is distinct from (n.o, n.s, n.d, n.b, n.c);
end $$;

-- The lists on this user's row were set by whoever calls: from now on they reach no further than the caller does.
create function sec.take_scope(p_user uuid) returns void
language sql security definer set search_path = pg_catalog
as $$ update sec.principal p set granted_by = sec.user_id() where p.tenant_code = sec.tenant() and p.user_id = p_user and p.user_id <> sec.user_id() $$;

create or replace function sec.drop_account(p_users uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  delete from sec.account a where a.user_id = any(p_users) and a.home_tenant = sec.tenant();
  update sec.session x set ended_at = now(), end_reason = 'deleted' where x.user_id = any(p_users) and x.tenant_code = sec.tenant() and x.ended_at is null;
  -- What they granted lives on, capped by whoever removed them.
  update sec.assignment a set grantor_id = sec.user_id() where a.tenant_code = sec.tenant() and a.grantor_id = any(p_users);
  update sec.principal p set granted_by = sec.user_id() where p.tenant_code = sec.tenant() and p.granted_by = any(p_users);
end $$;

create or replace function sec.switch_tenant(p_sid text, p_new_sid text, p_tenant text) returns table (tenant_code text, expires_at timestamptz)
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
    insert into sec.principal (tenant_code, user_id, username, real_name, is_active, super_admin, account_type, organizations)
    select p_tenant, p.user_id, p.username, p.real_name, true, false, '0', '{""}'
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

-- ── Sessions ──────────────────────────────────────────────────────────────────────────────────────────────────

-- A number set in the installation's parameters; anything else is the default.
create function sec.param_number(p_code text, p_default integer) returns integer
language sql stable
as $$ select coalesce((select x.param_value::integer from app.sys_params x where x.param_code = p_code and x.status = '1' and x.param_value ~ '^\d{1,6}$'), p_default) $$;

-- Opens a session after the password was verified. SYS022: days a password is good for (0: for ever). SYS023: sessions a person may have
-- at once (0: any number); the oldest end. The row of the account is locked first, so two log-ins at once count each other.
create or replace function sec.login_open(p_user uuid, p_tenant text, p_sid text, p_minutes integer, p_ip text, p_agent text)
returns table (tenant_code text, expires_at timestamptz, must_change boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  chosen text;
  ends timestamptz := now() + make_interval(mins => p_minutes);
  days integer := sec.param_number('SYS022', 90);
  most integer := sec.param_number('SYS023', 0);
  narrow boolean;
begin
  select p.tenant_code into chosen
    from sec.principal p join app.tenant_tenant t using (tenant_code) join sec.account a on a.user_id = p.user_id
   where p.user_id = p_user and p.is_active and t.status = '1' and (p_tenant is null or p.tenant_code = p_tenant)
   order by p.tenant_code = a.home_tenant desc, p.tenant_code limit 1;
  if chosen is null then raise exception 'no tenant' using errcode = 'QD403'; end if;
  update sec.account a set failed_count = 0, locked_until = null where a.user_id = p_user
  returning a.must_change or (days > 0 and a.password_changed_at < now() - make_interval(days => days)) into narrow;
  insert into sec.session (sid_hash, user_id, tenant_code, expires_at, ip, user_agent, is_narrow)
  values (decode(p_sid, 'hex'), p_user, chosen, ends, p_ip, left(p_agent, 500), narrow);
  if most > 0 then
    update sec.session x set ended_at = now(), end_reason = 'limit'
     where x.sid_hash in (select o.sid_hash from sec.session o where o.user_id = p_user and o.ended_at is null and o.expires_at > now() and o.seen_at > now() - interval '30 minutes'
                          order by o.sid_hash = decode(p_sid, 'hex') desc, o.created_at desc, o.sid_hash offset most);
  end if;
  perform sec.write_login_log(chosen, p_user, (select a.username from sec.account a where a.user_id = p_user), '1', null, 'login', p_ip, p_agent);
  update app.sys_user u set last_login_date = now() where u.id = p_user;
  return query select chosen, ends, narrow;
end $$;

create or replace function sec.password_of(p_sid text) returns table (user_id uuid, password_hash text)
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.open(p_sid, null, '{}', null);
  return query select a.user_id, a.password_hash from sec.account a where a.user_id = sec.user_id();
end $$;

-- The own password. Every other session of the user ends, and this one is as wide as the user's rights again.
create or replace function sec.change_password(p_sid text, p_hash text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.open(p_sid, null, '{}', null);
  update sec.account a set password_hash = p_hash, password_changed_at = now(), must_change = false where a.user_id = sec.user_id();
  update sec.session x set ended_at = now(), end_reason = 'password' where x.user_id = sec.user_id() and x.ended_at is null and x.sid_hash <> decode(p_sid, 'hex');
  update sec.session x set is_narrow = false where x.sid_hash = decode(p_sid, 'hex');
end $$;

-- Who is logged in to the session's tenant. The id is no key: nobody can act as a session by knowing it.
create function sec.open_sessions(p_users uuid[]) returns table (id text, user_id uuid, username text, real_name text, ip text, user_agent text, created_at timestamptz, seen_at timestamptz, is_own boolean)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  perform sec.refuse_explaining();
  return query
  select encode(sha256(x.sid_hash), 'hex'), x.user_id, p.username, p.real_name, x.ip, x.user_agent, x.created_at, x.seen_at, x.user_id = sec.user_id()
    from sec.session x join sec.principal p on p.tenant_code = x.tenant_code and p.user_id = x.user_id
   where x.tenant_code = sec.tenant() and x.ended_at is null and x.expires_at > now() and x.seen_at > now() - interval '30 minutes' and (p_users is null or x.user_id = any(p_users));
end $$;

-- Throws sessions of the session's tenant out; every process asks the row at its next call.
create function sec.end_sessions(p_ids text[]) returns table (user_id uuid, username text)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:disable') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  return query
  with ended as (
    update sec.session x set ended_at = now(), end_reason = 'forced'
     where x.tenant_code = sec.tenant() and x.ended_at is null and encode(sha256(x.sid_hash), 'hex') = any(p_ids)
    returning x.user_id)
  select distinct e.user_id, p.username from ended e join sec.principal p on p.tenant_code = sec.tenant() and p.user_id = e.user_id;
end $$;

-- The person behind the session has shown again who he is: by password or by a code.
create function sec.confirm_session(p_sid text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  until timestamptz := now() + interval '5 minutes';
begin
  perform sec.open(p_sid, null, null, null);
  update sec.session x set confirmed_until = until where x.sid_hash = decode(p_sid, 'hex');
  return until;
end $$;

-- ── Second factor ─────────────────────────────────────────────────────────────────────────────────────────────

-- `secret` and `pending` are sealed by the server with a key that the database does not have; `recovery` are hashes. A step counts once.
create table sec.totp (
  user_id uuid primary key references sec.account on delete cascade,
  home_tenant text not null,
  secret text,
  pending text,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery text[] not null default '{}'
);

create function sec.totp_of(p_user uuid) returns table (secret text)
language sql stable security definer set search_path = pg_catalog
as $$ select x.secret from sec.totp x where x.user_id = p_user and x.confirmed_at is not null $$;

create function sec.totp_take(p_user uuid, p_step bigint) returns boolean
language sql security definer set search_path = pg_catalog
as $$ with taken as (update sec.totp set last_step = p_step where user_id = p_user and last_step < p_step returning 1) select exists (select from taken) $$;

create function sec.totp_recover(p_user uuid, p_hash text) returns boolean
language sql security definer set search_path = pg_catalog
as $$ with taken as (update sec.totp set recovery = array_remove(recovery, p_hash) where user_id = p_user and p_hash = any(recovery) returning 1) select exists (select from taken) $$;

-- The rest is about the session's own user.
create function sec.own_totp() returns table (is_on boolean, recovery_left integer, confirmed_at timestamptz, pending text)
language sql stable security definer set search_path = pg_catalog
as $$ select x.confirmed_at is not null, cardinality(x.recovery), x.confirmed_at, x.pending from sec.totp x where x.user_id = sec.user_id() $$;

create function sec.begin_totp(p_secret text) returns void
language sql security definer set search_path = pg_catalog
as $$ insert into sec.totp (user_id, home_tenant, pending) select a.user_id, a.home_tenant, p_secret from sec.account a where a.user_id = sec.user_id() on conflict (user_id) do update set pending = excluded.pending $$;

create function sec.settle_totp(p_step bigint, p_recovery text[]) returns void
language sql security definer set search_path = pg_catalog
as $$ update sec.totp set secret = pending, pending = null, confirmed_at = now(), last_step = p_step, recovery = p_recovery where user_id = sec.user_id() and pending is not null $$;

create function sec.drop_totp() returns void
language sql security definer set search_path = pg_catalog
as $$ delete from sec.totp where user_id = sec.user_id() $$;

-- For somebody who lost his telephone and the codes.
create function sec.reset_totp(p_users uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  delete from sec.totp x where x.home_tenant = sec.tenant() and x.user_id = any(p_users);
end $$;

-- ── A forgotten password, a locked account ────────────────────────────────────────────────────────────────────

-- One code per person, 15 minutes, five tries, used once. Only its hash is here.
create table sec.reset_code (
  user_id uuid primary key references sec.account on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  asked_at timestamptz not null default now()
);

-- Mails a code to whoever has this name, an address and an account that is not switched off. Nobody learns which names those are:
-- the caller answers before this has run. Asked again within a minute it does nothing.
create function sec.ask_reset(p_username text, p_hash text, p_subject text, p_content text, p_logged text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  who record;
begin
  select x.* into a from sec.account x join sec.principal p on p.user_id = x.user_id and p.tenant_code = x.home_tenant and p.is_active
    join app.tenant_tenant t on t.tenant_code = x.home_tenant and t.status = '1' where lower(x.username) = lower(p_username);
  if not found then return; end if;
  perform sec.bind(a.home_tenant, a.user_id, '');
  select u.email, replace(replace(replace(u.real_name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') as name into who from app.sys_user u where u.id = a.user_id and coalesce(u.email, '') <> '';
  if not found then return; end if;
  insert into sec.reset_code as c (user_id, code_hash, expires_at) values (a.user_id, p_hash, now() + interval '15 minutes')
  on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0, asked_at = now() where c.asked_at < now() - interval '1 minute';
  if not found then return; end if;
  perform sec.queue_mail(a.home_tenant, who.email, p_subject, replace(p_content, '{name}', who.name), replace(p_logged, '{name}', who.name));
end $$;

-- Whether the code is the one; a wrong one counts, and after five none is right any more.
create function sec.try_reset(p_username text, p_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  passed boolean;
begin
  update sec.reset_code c set attempts = c.attempts + 1 from sec.account a
   where a.user_id = c.user_id and lower(a.username) = lower(p_username)
  returning c.code_hash = p_hash and c.expires_at > now() and c.attempts <= 5 into passed;
  return coalesce(passed, false);
end $$;

-- Unlocks the account and, with a hash, sets its password: every session of it ends then. The second factor stays.
create function sec.take_reset(p_username text, p_hash text, p_password text, p_ip text, p_agent text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  delete from sec.reset_code c using sec.account x where x.user_id = c.user_id and lower(x.username) = lower(p_username) and c.code_hash = p_hash and c.expires_at > now() and c.attempts <= 5
  returning x.* into a;
  if not found then return false; end if;
  update sec.account x set failed_count = 0, locked_until = null, password_hash = coalesce(p_password, x.password_hash),
         password_changed_at = case when p_password is null then x.password_changed_at else now() end, must_change = x.must_change and p_password is null
   where x.user_id = a.user_id;
  if p_password is not null then
    update sec.session x set ended_at = now(), end_reason = 'password' where x.user_id = a.user_id and x.ended_at is null;
  end if;
  perform sec.write_login_log(a.home_tenant, a.user_id, a.username, '1', null, case when p_password is null then 'unlock' else 'resetPassword' end, p_ip, p_agent);
  return true;
end $$;

-- ── Hand-over ─────────────────────────────────────────────────────────────────────────────────────────────────

create function sec.count_drafts(p_user uuid) returns integer
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
end $$;

-- Unsaved work is its writer's alone, so it is taken in his name and put down in the other's. Where both have some of the same tab, the receiver's stays.
create function sec.move_drafts(p_from uuid, p_to uuid) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  t text := sec.tenant();
  d app.sys_draft;
  moved integer := 0;
begin
  if not sec.holds(t, sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update')
     or (select count(*) from app.sys_user u where u.id in (p_from, p_to)) <> 2 then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform sec.bind(t, p_from, '');
  for d in select * from app.sys_draft loop
    perform sec.bind(t, p_to, '');
    insert into app.sys_draft (key, title, route, content, base_version) values (d.key, d.title, d.route, d.content, d.base_version) on conflict do nothing;
    if found then moved := moved + 1; end if;
    perform sec.bind(t, p_from, '');
    delete from app.sys_draft x where x.key = d.key;
  end loop;
  perform set_config('app.ctx', context, true);
  return moved;
end $$;

-- ── Why somebody may or may not: for holders of sys:user:view, about users of their own tenant ───────────────────

create function sec.refuse_explaining() returns void
language plpgsql stable
as $$
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:view') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end $$;

-- Every role that was handed to the user, and where a right goes missing on its way. `p_right` is a permission or the id of a group entry.
create function sec.explain_right(p_user uuid, p_right text)
returns table (role_name text, is_active boolean, menu_name text, menu_name_tw text, menu_name_en text, is_granted boolean, creator_name text, grantor_name text, grantor_holds boolean, main_name text, main_holds boolean)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  t text := sec.tenant();
begin
  perform sec.refuse_explaining();
  return query
  select r.name, r.status = '1', m.name, m.name_tw, m.name_en,
         exists (select from sec.role_grant g where g.tenant_code = t and g.role_id = r.id and g.permission = p_right),
         (select c.real_name from sec.principal c where c.tenant_code = t and c.user_id = r.creator_id),
         (select c.real_name from sec.principal c where c.tenant_code = t and c.user_id = a.grantor_id),
         exists (select from sec.principal c where c.tenant_code = t and c.user_id = a.grantor_id and c.super_admin)
           or exists (select from sec.grantor_grant g where g.tenant_code = t and g.user_id = a.grantor_id and g.permission = p_right),
         (select c.real_name from sec.principal c where c.tenant_code = t and c.user_id = p.main_user_id),
         p.main_user_id is null or exists (select from sec.principal c where c.tenant_code = t and c.user_id = p.main_user_id and c.super_admin)
           or exists (select from sec.grantor_grant g where g.tenant_code = t and g.user_id = p.main_user_id and g.permission = p_right)
    from sec.assignment a join app.sys_role r on r.id = a.role_id join sec.principal p on p.tenant_code = t and p.user_id = a.user_id
    left join lateral (select m.name, m.name_tw, m.name_en from app.sys_menu m where m.id::text = any(r.menu_list) and (m.permissions = p_right or m.id::text = p_right) order by m.sort limit 1) m on true
   where a.tenant_code = t and a.user_id = p_user
   order by r.name;
end $$;

-- What the user is in this tenant, as the rules of the data scope read it.
create function sec.explain_user(p_user uuid, p_right text)
returns table (is_active boolean, super_admin boolean, is_known boolean, holds boolean, organizations text[], storages text[], departments text[], brands text[], channels text[], own_customer text, own_supplier text, own_salesman text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  t text := sec.tenant();
begin
  perform sec.refuse_explaining();
  return query
  select p.is_active, p.super_admin, exists (select from sec.permission x where x.permission = p_right),
         sec.holds(t, p_user, p.super_admin, sec.is_platform(), p_right) or exists (
           select from sec.user_role ur join sec.role_grant g on g.tenant_code = t and g.role_id = ur.role_id and g.permission = p_right
            where ur.tenant_code = t and ur.user_id = p_user and p_right ~ '^[0-9a-f-]{36}$'
              and not exists (select from sec.grant_cut c where c.tenant_code = t and c.user_id = p_user and c.role_id = g.role_id and c.permission = p_right)),
         p.organizations, p.storages, p.departments, p.brands, p.channels,
         case p.account_type when '1' then coalesce(p.customer_code, '?') end, case p.account_type when '2' then coalesce(p.supplier_code, '?') end, case p.account_type when '3' then coalesce(p.personnel_code, '?') end
    from sec.principal p where p.tenant_code = t and p.user_id = p_user;
end $$;

-- Those who are here already: a role was handed on by its creator, the own lists were set by the user's creator.
do $$
declare
  each text;
begin
  for each in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(each, null, '');
    insert into sec.assignment select each, u.id, r.id, r.creator_id from app.sys_user u cross join unnest(u.role_id_list) x(id) join app.sys_role r on r.id::text = x.id on conflict do nothing;
    update sec.principal p set granted_by = u.creator_id from app.sys_user u where p.tenant_code = each and p.user_id = u.id;
    perform sec.refresh_grants();
  end loop;
  perform set_config('app.ctx', '', true);
end $$;

revoke all on function sec.brands(), sec.channels(), sec.role_keys(), sec.scope_sources(text, uuid[], uuid[]), sec.scope_rows(text, uuid[], uuid[]), sec.take_scope(uuid),
  sec.is_confirmed(), sec.require_confirmed(uuid), sec.confirm_session(text), sec.totp_of(uuid), sec.totp_take(uuid, bigint), sec.totp_recover(uuid, text), sec.own_totp(),
  sec.ask_reset(text, text, text, text, text), sec.try_reset(text, text), sec.take_reset(text, text, text, text, text),
  sec.begin_totp(text), sec.settle_totp(bigint, text[]), sec.drop_totp(), sec.reset_totp(uuid[]), sec.param_number(text, integer), sec.open_sessions(uuid[]), sec.end_sessions(text[]), sec.count_drafts(uuid), sec.move_drafts(uuid, uuid), sec.refuse_explaining(), sec.explain_right(uuid, text), sec.explain_user(uuid, text) from public;
grant execute on function sec.brands(), sec.channels(), sec.is_confirmed() to qudao_app, qudao_report, qudao_gate;
grant execute on function sec.require_confirmed(uuid) to qudao_app, qudao_report;
grant execute on function sec.ask_reset(text, text, text, text, text), sec.try_reset(text, text), sec.take_reset(text, text, text, text, text), sec.confirm_session(text), sec.totp_of(uuid), sec.totp_take(uuid, bigint), sec.totp_recover(uuid, text) to qudao_gate;
grant execute on function sec.count_drafts(uuid), sec.move_drafts(uuid, uuid), sec.own_totp(), sec.begin_totp(text), sec.settle_totp(bigint, text[]), sec.drop_totp(), sec.reset_totp(uuid[]), sec.take_scope(uuid), sec.open_sessions(uuid[]), sec.end_sessions(text[]), sec.explain_right(uuid, text), sec.explain_user(uuid, text) to qudao_app;
