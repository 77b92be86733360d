-- What every tenant has, as sec.furniture declares it: roles, number rules, parameters, records, periods. The same for
-- a tenant that is opened and for one that exists: only what is missing is made, as if it had been there since the
-- tenant was opened. A role as it was given takes what is new; one that somebody edited is offered it; one that was
-- deleted stays gone. `p_above` are values of the tenant above that a new one starts with. The caller's own context
-- stays as it is.
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
  kept record;
  made_count integer;
  records text[] := '{}';
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
    for kept in
      select n->>'noun' as noun, n->>'table' as name, n->'rows' as rows
      from jsonb_array_elements(coalesce(plan->'records', '[]')) n
    loop
      execute format(
        'insert into app.%I (id, code, name, sort, creator_id, creator_name, create_date)
        select sec.new_id(), r->>''code'', r->>''name'', (r->>''sort'')::integer, $1, $2, $3
        from jsonb_array_elements($4) r
        on conflict (tenant_code, code) do nothing',
        kept.name
      )
        using maker, coalesce(maker_name, ''), opened, kept.rows;
      get diagnostics made_count = row_count;
      if made_count > 0 then records := records || kept.noun; end if;
    end loop;
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
  ) || records;
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
