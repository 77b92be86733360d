-- What every tenant has is declared in the code and laid down here by db:migrate; a tenant remembers which declaration
-- it has, and each role that came with it remembers what it was given.

create table sec.furniture (
  is_only boolean primary key default true check (is_only),
  plan jsonb not null,
  hash text not null
);

create table sec.furniture_role (
  code text primary key,
  name text not null,
  is_platform boolean not null,
  is_group_wide boolean not null,
  menus text[] not null
);

create table sec.furnished (
  tenant_code text primary key,
  hash text not null
);

-- given: what the role had from us, null when somebody made it himself; as long as it has exactly that, it takes what is
-- new. seen: whatever was ever declared for it. offered: what waits for somebody's yes or no.
create table sec.shipped_role (
  tenant_code text not null,
  code text not null,
  role_id uuid not null,
  given text[],
  seen text[] not null,
  offered text[] not null default '{}',
  primary key (tenant_code, code)
);

-- What the active roles of the session's tenant name that somebody holds: permissions, and group entries of the menu by
-- their id. Every tenant comes with more roles than it uses, and those that nobody holds grant nothing to anybody; who
-- comes from the brand owner to look holds GROUP_VIEW from the moment he comes.
create or replace function sec.role_keys() returns table (role_id uuid, creator_id uuid, permission text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select distinct r.id, r.creator_id, k.permission
    from app.sys_role r
    cross join unnest(r.menu_list) x(id)
    join app.sys_menu m on m.id::text = x.id
    join sec.permission p on p.permission = m.permissions
    cross join lateral (
      select m.permissions as permission
      union all
      select m.id::text
      where m.url ~ '[?&]tenantFlag=[^0]'
    ) k
    where r.status = '1'
      and (
        r.code = 'GROUP_VIEW'
        or exists (select from sec.assignment a where a.tenant_code = sec.tenant() and a.role_id = r.id)
        or exists (select from sec.user_role u where u.tenant_code = sec.tenant() and u.role_id = r.id)
      );
end
$$;

-- Periods of a tenant that has none: open ones from its cut-over day, or else its first document, to this month. A
-- document of a mistaken century does not make a thousand of them.
create or replace function sec.furnish_periods(
  p_documents jsonb, p_today date, p_maker uuid, p_opened timestamptz
) returns integer
language plpgsql
as $$
declare
  since date;
  each text;
  made integer;
begin
  if exists (select from app.sys_accountperiod) then return 0; end if;
  select least(c.cut_over_date, p_today) into since from app.sys_cutover c;
  if since is null then
    since := p_today;
    for each in select jsonb_array_elements_text(p_documents) loop
      execute format('select least($1, min(t.bill_date)) from app.%I t', each) into since using since;
    end loop;
  end if;
  since := greatest(since, (p_today - interval '10 years')::date);
  insert into app.sys_accountperiod
    (id, year, month, start_date, end_date, status, creator_id, creator_name, create_date)
  select sec.new_id(), extract(year from m)::integer, extract(month from m)::integer, m::date,
    (m + interval '1 month' - interval '1 day')::date, '1', p_maker,
    coalesce((select u.real_name from app.sys_user u where u.id = p_maker), ''), p_opened
  from generate_series(date_trunc('month', since::timestamp), p_today::timestamp, interval '1 month') m;
  get diagnostics made = row_count;
  return made;
end
$$;

-- What every tenant has, as sec.furniture declares it: roles, number rules, parameters, periods. The same for a tenant
-- that is opened and for one that exists: only what is missing is made, as if it had been there since the tenant was
-- opened. A role as it was given takes what is new; one that somebody edited is offered it; one that was deleted stays
-- gone. `p_above` are values of the tenant above that a new one starts with. The caller's own context stays as it is.
create or replace function sec.furnish_tenant(p_tenant text, p_above jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  plan jsonb;
  plan_hash text;
  of_platform boolean;
  opened timestamptz;
  today date;
  maker uuid;
  maker_name text;
  roles jsonb;
  gained integer;
  numbers jsonb := '[]';
  params jsonb := '[]';
  periods integer := 0;
  touched text[];
begin
  select f.plan, f.hash into plan, plan_hash from sec.furniture f;
  select t.sys_tenant = '1', t.create_date, (now() at time zone t.zone)::date
  into of_platform, opened, today
  from app.tenant_tenant t
  where t.tenant_code = p_tenant;
  if not found or plan is null then return '{}'; end if;
  -- An administrator who saves a role meanwhile waits, or is waited for.
  perform pg_advisory_xact_lock(7001, hashtext(p_tenant));
  perform sec.bind(p_tenant, null, '');
  -- A role grants what its maker holds: the main account, or who administers the tenant now.
  select u.id, u.real_name
  into maker, maker_name
  from app.sys_user u
  where u.super_admin = '1'
  order by u.status desc, u.create_date, u.id
  limit 1;
  perform sec.bind(p_tenant, maker, '');

  -- Roles of the same code that somebody made himself are his: they are offered what they lack.
  insert into sec.shipped_role (tenant_code, code, role_id, given, seen, offered)
  select p_tenant, w.code, r.id, null, w.menus, array(select unnest(w.menus) except select unnest(r.menu_list))
  from sec.furniture_role w
  join app.sys_role r on r.code = w.code
  where w.is_platform = of_platform
  on conflict do nothing;
  with made as (
    insert into app.sys_role (id, code, name, menu_list, organize_list, creator_id, creator_name, create_date)
    select sec.new_id(), w.code, w.name, w.menus,
      case when w.is_group_wide then array(select o.id::text from app.sys_organization o order by o.code) else '{}' end,
      maker, coalesce(maker_name, ''), opened
    from sec.furniture_role w
    where w.is_platform = of_platform
      and not exists (select from sec.shipped_role s where s.tenant_code = p_tenant and s.code = w.code)
    returning id, code, name, menu_list
  ),
  kept as (
    insert into sec.shipped_role (tenant_code, code, role_id, given, seen)
    select p_tenant, m.code, m.id, m.menu_list, m.menu_list
    from made m
  )
  select coalesce(jsonb_agg(m.name order by m.code), '[]')
  into roles
  from made m;
  with news as (
    select s.code, s.role_id, n.menus,
      coalesce(s.given = array(select x from unnest(r.menu_list) x order by x), false) as is_as_given
    from sec.shipped_role s
    join sec.furniture_role w on w.code = s.code and w.is_platform = of_platform
    join app.sys_role r on r.id = s.role_id
    cross join lateral (select array(select unnest(w.menus) except select unnest(s.seen)) as menus) n
    where s.tenant_code = p_tenant and n.menus <> '{}'
  ),
  grown as (
    update app.sys_role r
    set menu_list = array(select unnest(r.menu_list) union select unnest(n.menus) order by 1),
      row_version = r.row_version + 1
    from news n
    where n.is_as_given and r.id = n.role_id
    returning r.id, r.code
  ),
  told as (
    insert into app.sys_operationlog (id, noun, record_id, record_code, operation, status, message, creator_name)
    select sec.new_id(), 'sys:role', g.id, g.code, 'update', '1', 'shipped', coalesce(maker_name, '')
    from grown g
  ),
  kept as (
    update sec.shipped_role s
    set seen = array(select unnest(s.seen) union select unnest(n.menus) order by 1),
      given = case
        when n.is_as_given then array(select unnest(s.given) union select unnest(n.menus) order by 1)
        else s.given
      end,
      offered = case when n.is_as_given then s.offered else s.offered || n.menus end
    from news n
    where s.tenant_code = p_tenant and s.code = n.code
  )
  select count(*)
  into gained
  from grown;

  if not of_platform then
    with made as (
      insert into app.sys_flownotype
        (id, code, name, prefix, date_pattern, serial_length, reset, sample, creator_id, creator_name, create_date)
      select sec.new_id(), n->>'code', n->>'name', n->>'code', 'yyyyMMdd', (n->>'digits')::integer, '3',
        (n->>'code') || to_char(today, 'YYYYMMDD') || lpad('1', (n->>'digits')::integer, '0'), maker,
        coalesce(maker_name, ''), opened
      from jsonb_array_elements(plan->'numbers') n
      on conflict (tenant_code, code) do nothing
      returning code
    )
    select coalesce(jsonb_agg(m.code order by m.code), '[]')
    into numbers
    from made m;
    with made as (
      insert into app.tenant_params (id, code, name, value, type_code, creator_id, creator_name, create_date)
      select sec.new_id(), n->>'code', n->>'name',
        coalesce(
          p_above->>(n->>'code'),
          (select s.param_value from app.sys_params s where s.param_code = n->>'code' and s.status = '1'), n->>'value'
        ),
        n->>'typeCode', maker, coalesce(maker_name, ''), opened
      from jsonb_array_elements(plan->'params') n
      where ((n->>'isAlways')::boolean or p_above ? (n->>'code'))
        and not exists (select from app.tenant_params x where x.organize_code is null and x.code = n->>'code')
      returning code
    )
    select coalesce(jsonb_agg(m.code order by m.code), '[]')
    into params
    from made m;
    periods := sec.furnish_periods(plan->'documents', today, maker, opened);
  end if;

  if gained > 0 or roles <> '[]' then perform sec.refresh_grants(); end if;
  -- Browsers that hold one of these lists fetch it again.
  touched := array_remove(
    array[
      case when gained > 0 or roles <> '[]' then 'sys:role' end, case when numbers <> '[]' then 'sys:flownotype' end,
      case when params <> '[]' then 'tenant:params' end, case when periods > 0 then 'sys:accountperiod' end
    ],
    null
  );
  insert into app.list_version as v (noun, version, is_global)
  select t, 1, false
  from unnest(touched) t
  on conflict (tenant_code, noun) do update set version = v.version + 1;
  perform pg_notify('qudao', 'list ' || p_tenant || ' ' || t) from unnest(touched) t;
  insert into sec.furnished as f (tenant_code, hash)
  values (p_tenant, plan_hash)
  on conflict (tenant_code) do update set hash = excluded.hash;
  perform set_config('app.ctx', context, true);
  return jsonb_build_object('roles', roles, 'numbers', numbers, 'params', params, 'periods', periods);
end
$$;

-- Tenants that do not have what is declared, some at a time: each lock is held for as long as a few of them take.
create or replace function sec.furnish_tenants(p_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  each text;
  done integer := 0;
begin
  for each in
    select t.tenant_code
    from app.tenant_tenant t
    join sec.furniture w on true
    left join sec.furnished f on f.tenant_code = t.tenant_code
    where f.hash is distinct from w.hash
    order by t.tenant_code
    limit p_most
  loop
    perform sec.furnish_tenant(each, '{}');
    done := done + 1;
  end loop;
  return done;
end
$$;

-- The platform opens a tenant: main account (administrator there and nowhere else), first organisation, copies of the
-- chosen roles, and what every tenant has. A tenant below another starts with that one's values. The caller's own
-- context stays as it is.
create or replace function sec.provision_tenant(
  p_tenant text, p_user uuid, p_username text, p_real_name text, p_hash text, p_plan jsonb
) returns jsonb
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  above text;
  values_above jsonb := '{}';
  organization jsonb := p_plan->'organization';
  roles jsonb;
  made jsonb;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:save')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  -- The rows of a tenant that is gone are still there: its code is not given to anybody else.
  if exists (select from sec.principal p where p.tenant_code = p_tenant) then
    raise exception 'tenant code was used before' using errcode = '23505', constraint = 'tenant_tenant_key';
  end if;
  select p.tenant_code
  into above
  from app.tenant_tenant t
  join app.tenant_tenant p on p.id = t.pid
  where t.tenant_code = p_tenant;
  if above is not null then
    perform sec.bind(above, null, '');
    select coalesce(jsonb_object_agg(x.code, x.value), '{}')
    into values_above
    from app.tenant_params x
    where x.organize_code is null and x.status = '1';
  end if;
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_organization (id, code, name, type, manage_flag, creator_id, creator_name)
  values (sec.new_id(), organization->>'code', organization->>'name', '0', '1', p_user, p_real_name);
  -- Of no organisation itself: what it writes belongs to the whole tenant unless it says otherwise.
  insert into app.sys_user (id, username, real_name, super_admin, account_type, status, creator_name, email, mobile)
  values (p_user, p_username, p_real_name, '1', '0', '1', p_real_name, p_plan->>'email', p_plan->>'mobile');
  insert into sec.account (user_id, username, home_tenant, password_hash, must_change)
  values (p_user, p_username, p_tenant, p_hash, true);
  with made as (
    insert into app.sys_role (id, code, name, menu_list, remark, creator_id, creator_name)
    select sec.new_id(), r.code, r.name, r.menu_list, r.remark, p_user, p_real_name
    from app.tenant_role r
    where r.id::text in (select jsonb_array_elements_text(p_plan->'roles')) and r.status = '1'
    order by r.code
    returning code, name
  )
  select coalesce(jsonb_agg(coalesce(m.name, m.code)), '[]')
  into roles
  from made m;
  made := sec.furnish_tenant(p_tenant, values_above);
  if coalesce(made->'roles', '[]') = '[]' then perform sec.refresh_grants(); end if;
  insert into app.sys_operationlog (id, noun, record_code, operation, status, message, creator_id, creator_name)
  values (sec.new_id(), 'tenant:tenant', p_tenant, 'save', '1', 'provisioned', p_user, p_real_name);
  perform set_config('app.ctx', context, true);
  return jsonb_build_object(
    'account', jsonb_build_array(p_username), 'organization', jsonb_build_array(organization->>'name'),
    'roles', roles || coalesce(made->'roles', '[]'), 'numbers', made->'numbers', 'params', made->'params'
  );
end
$$;

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

-- Nothing is offered to these roles of the session's tenant any more. What they took counts as given, so that a role
-- which somebody puts back as it was given is one that takes what is new.
create or replace function sec.settle_offers(p_roles uuid[], p_taken boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.may('sys:role:update') then raise exception 'not permitted' using errcode = 'QD403'; end if;
  update sec.shipped_role s
  set offered = '{}',
    given = case
      when p_taken and s.given is not null then array(select unnest(s.given) union select unnest(s.offered) order by 1)
      else s.given
    end
  where s.tenant_code = sec.tenant() and s.role_id = any(p_roles);
end
$$;

revoke execute on function
  sec.furnish_periods(jsonb, date, uuid, timestamptz), sec.furnish_tenant(text, jsonb),
  sec.furnish_tenants(integer), sec.offered_grants(), sec.settle_offers(uuid[], boolean)
  from public;
grant execute on function sec.offered_grants(), sec.settle_offers(uuid[], boolean) to qudao_app;
