-- Tenants: opened whole in one transaction, resting with whoever is above them, and handed master data from above.

-- ── Parameters ────────────────────────────────────────────────────────────────────────────────────────────────
-- An organisation may have a value of its own.
alter table app.tenant_params add column organize_code text;
grant update (organize_code) on app.tenant_params to qudao_app;
alter table app.tenant_params add constraint tenant_params_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);
drop index app.tenant_params_key;
create unique index tenant_params_key on app.tenant_params (tenant_code, organize_code, code);

-- ── Opening ───────────────────────────────────────────────────────────────────────────────────────────────────
drop function sec.provision_tenant(text, uuid, text, text, text);

-- The platform opens a tenant: main account (administrator there and nowhere else), first organisation, copies of the chosen roles,
-- number rules and parameters. A tenant below another starts with that one's values. The caller's own context stays as it is.
create function sec.provision_tenant(p_tenant text, p_user uuid, p_username text, p_real_name text, p_hash text, p_plan jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  above text;
  values_above jsonb := '{}';
  organization jsonb := p_plan->'organization';
  roles jsonb;
  numbers jsonb;
  params jsonb;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:save') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  -- The rows of a tenant that is gone are still there: its code is not given to anybody else.
  if exists (select from sec.principal p where p.tenant_code = p_tenant) then
    raise exception 'tenant code was used before' using errcode = '23505', constraint = 'tenant_tenant_key';
  end if;
  select p.tenant_code into above from app.tenant_tenant t join app.tenant_tenant p on p.id = t.pid where t.tenant_code = p_tenant;
  if above is not null then
    perform sec.bind(above, null, '');
    select coalesce(jsonb_object_agg(x.code, x.value), '{}') into values_above from app.tenant_params x where x.organize_code is null and x.status = '1';
  end if;
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_organization (id, code, name, type, manage_flag, creator_id, creator_name)
  values (sec.new_id(), organization->>'code', organization->>'name', '0', '1', p_user, p_real_name);
  -- Of no organisation itself: what it writes belongs to the whole tenant unless it says otherwise.
  insert into app.sys_user (id, username, real_name, super_admin, account_type, status, creator_name, email, mobile)
  values (p_user, p_username, p_real_name, '1', '0', '1', p_real_name, p_plan->>'email', p_plan->>'mobile');
  insert into sec.account (user_id, username, home_tenant, password_hash, must_change) values (p_user, p_username, p_tenant, p_hash, true);
  with made as (
    insert into app.sys_role (id, code, name, menu_list, remark, creator_id, creator_name)
    select sec.new_id(), r.code, r.name, r.menu_list, r.remark, p_user, p_real_name from app.tenant_role r
     where r.id::text in (select jsonb_array_elements_text(p_plan->'roles')) and r.status = '1' order by r.code
    returning code, name)
  select coalesce(jsonb_agg(coalesce(m.name, m.code)), '[]') into roles from made m;
  with made as (
    insert into app.sys_flownotype (id, code, name, doc_type, prefix, date_pattern, serial_length, reset, sample, creator_id, creator_name)
    select sec.new_id(), n->>'code', n->>'name', n->>'docType', n->>'code', 'yyyyMMdd', (n->>'digits')::integer, '3', n->>'sample', p_user, p_real_name
      from jsonb_array_elements(p_plan->'numbers') n
    returning code)
  select coalesce(jsonb_agg(m.code order by m.code), '[]') into numbers from made m;
  with wanted as (
    select n->>'code' as code, n->>'name' as name, n->>'typeCode' as type_code, (n->>'isAlways')::boolean as is_always,
           coalesce(values_above->>(n->>'code'), (select s.param_value from app.sys_params s where s.param_code = n->>'code' and s.status = '1'), n->>'value') as value
      from jsonb_array_elements(p_plan->'params') n
  ), made as (
    insert into app.tenant_params (id, code, name, value, type_code, creator_id, creator_name)
    select sec.new_id(), w.code, w.name, w.value, w.type_code, p_user, p_real_name from wanted w where w.is_always or values_above ? w.code
    returning code)
  select coalesce(jsonb_agg(m.code order by m.code), '[]') into params from made m;
  perform sec.refresh_grants();
  insert into app.sys_operationlog (id, noun, record_code, operation, status, message, creator_id, creator_name)
  values (sec.new_id(), 'tenant:tenant', p_tenant, 'save', '1', 'provisioned', p_user, p_real_name);
  perform set_config('app.ctx', context, true);
  return jsonb_build_object('account', jsonb_build_array(p_username), 'organization', jsonb_build_array(organization->>'name'), 'roles', roles, 'numbers', numbers, 'params', params);
end $$;

-- ── Resting ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Tenants that rest because one above them does, so that enabling that one wakes exactly these.
create table sec.resting (
  tenant_code text primary key,
  by_tenant text not null
);

-- After a tenant's own status was changed: what is below follows, and nobody of them is left inside. Old sessions do not come back with it.
create function sec.rest_tenant(p_tenant text, p_is_active boolean) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  top app.tenant_tenant;
  changed integer;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, case when p_is_active then 'tenant:tenant:enable' else 'tenant:tenant:disable' end) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform pg_advisory_xact_lock(7008, 0);
  select t.* into top from app.tenant_tenant t where t.tenant_code = p_tenant;
  delete from sec.resting r where r.tenant_code = p_tenant;
  if p_is_active then
    update app.tenant_tenant t set status = '1', row_version = t.row_version + 1, update_date = now()
      from sec.resting r where r.by_tenant = p_tenant and t.tenant_code = r.tenant_code and t.status <> '1';
    get diagnostics changed = row_count;
    delete from sec.resting r where r.by_tenant = p_tenant;
    return changed;
  end if;
  -- Those that rested for one further up rest for this one too, which may stay disabled when that one wakes.
  update sec.resting r set by_tenant = p_tenant from app.tenant_tenant t, app.tenant_tenant b
   where t.tenant_code = r.tenant_code and starts_with(t.path, top.path) and b.tenant_code = r.by_tenant and b.tenant_code <> p_tenant and starts_with(top.path, b.path);
  insert into sec.resting select t.tenant_code, p_tenant from app.tenant_tenant t where starts_with(t.path, top.path) and t.tenant_code <> p_tenant and t.status = '1';
  update app.tenant_tenant t set status = '0', row_version = t.row_version + 1, update_date = now() where starts_with(t.path, top.path) and t.tenant_code <> p_tenant and t.status = '1';
  get diagnostics changed = row_count;
  update sec.session x set ended_at = now(), end_reason = 'tenant' from app.tenant_tenant t where t.tenant_code = x.tenant_code and starts_with(t.path, top.path) and x.ended_at is null;
  return changed;
end $$;

-- The first table in which a tenant has something that was not made when it was opened; null when there is none.
create function sec.tenant_rows(p_tenant text) returns text
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  opened timestamptz;
  each record;
  is_there boolean;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select t.create_date into opened from app.tenant_tenant t where t.tenant_code = p_tenant;
  perform sec.bind(p_tenant, null, '');
  for each in
    select c.relname as name, exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'create_date') as is_dated
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_code'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       -- What only tells of work, and what belongs to nobody's business.
       and c.relname <> all (array['tenant_tenant', 'idempotency', 'list_version', 'sys_draft', 'sys_setting', 'sys_operationlog', 'sys_loginlog', 'sys_errorlog', 'sys_interfacelog', 'sys_logseal', 'sys_logseal_row'])
     order by c.relname
  loop
    execute format('select exists (select from app.%I where %s)', each.name, case when each.is_dated then 'create_date <> $1' else '$1 is not null' end) into is_there using opened;
    if is_there then
      perform set_config('app.ctx', context, true);
      return each.name;
    end if;
  end loop;
  perform set_config('app.ctx', context, true);
  return null;
end $$;

-- Nobody logs in to a tenant that is gone; the names are free again, its code is not.
create function sec.close_tenant(p_tenant text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  update sec.session x set ended_at = now(), end_reason = 'tenant' where x.tenant_code = p_tenant and x.ended_at is null;
  delete from sec.account a where a.home_tenant = p_tenant;
  delete from sec.resting r where r.tenant_code = p_tenant;
end $$;

-- ── Distribution ──────────────────────────────────────────────────────────────────────────────────────────────
-- What may be handed down, written by the installation from the definitions: which columns travel, and which only with a new record.
create table sec.distributable (
  noun text primary key,
  table_name text not null,
  code_column text not null,
  is_tree boolean not null,
  columns text[] not null,
  first_columns text[] not null
);

-- Where a copy came from.
create table app.sys_origin (
  tenant_code text not null default sec.tenant(),
  noun text not null,
  code text not null,
  origin_tenant text not null,
  origin_code text not null,
  create_date timestamptz not null default now(),
  update_date timestamptz,
  primary key (tenant_code, noun, code)
);
-- What was handed to whom: 4 arrived, 3 failed (001 §4.1).
create table app.sys_distribution (
  tenant_code text not null default sec.tenant(),
  noun text not null,
  code text not null,
  target_tenant text not null,
  push_status text not null,
  message text,
  create_date timestamptz not null default now(),
  update_date timestamptz,
  primary key (tenant_code, noun, code, target_tenant)
);
do $$
declare t text;
begin
  foreach t in array array['sys_origin', 'sys_distribution'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select on app.%I to qudao_app, qudao_report', t);
  end loop;
end $$;

-- Whether the session's tenant may hand something to another: it leads a group, and the other is below it and open.
create function sec.is_below(p_target text) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (select from app.tenant_tenant mine join app.tenant_tenant t on starts_with(t.path, mine.path) and t.tenant_code <> mine.tenant_code
                  where mine.tenant_code = sec.tenant() and mine.super_tenant = '1' and mine.sys_tenant <> '1' and t.tenant_code = p_target and t.status = '1')
$$;

-- The door of distribution: copies records of the session's tenant into one below it, in the order of the plan (what is referred to comes first).
-- p_plan: [{ noun, code, isAsked }]. Rows are read behind the caller's wall and written behind the target's; nothing of the target is answered but the outcome.
create function sec.distribute(p_noun text, p_target text, p_plan jsonb, p_request jsonb)
returns table (noun text, code text, outcome text, reason text)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  context text := current_setting('app.ctx', true);
  source text := sec.tenant();
  actor uuid := sec.user_id();
  actor_name text;
  each record;
  d sec.distributable;
  given jsonb;
  found_row jsonb;
  came_from text;
  parent_id uuid;
  record_id uuid;
  assigned text;
  changes jsonb;
  results jsonb := '[]';
begin
  if not sec.holds(source, actor, sec.is_super(), sec.is_platform(), p_noun || ':pushdown') or not sec.is_below(p_target) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select concat(t.tenant_name, ' ', p.real_name) into actor_name from sec.principal p join app.tenant_tenant t on t.tenant_code = p.tenant_code where p.tenant_code = source and p.user_id = actor;
  actor_name := coalesce(actor_name, source);
  -- Two at once for one tenant: the second finds what the first made.
  perform pg_advisory_xact_lock(7009, hashtext(p_target));
  for each in select x.value->>'noun' as noun, x.value->>'code' as code, (x.value->>'isAsked')::boolean as is_asked from jsonb_array_elements(p_plan) with ordinality x(value, place) order by x.place loop
    select * into d from sec.distributable r where r.noun = each.noun;
    if not found then
      raise exception 'not permitted' using errcode = 'QD403';
    end if;
    perform set_config('app.ctx', context, true);
    execute format('select to_jsonb(s)%s from app.%I s%s where s.%I = $1',
      case when d.is_tree then format(' || jsonb_build_object(''parent_code'', p.%I)', d.code_column) else '' end, d.table_name,
      case when d.is_tree then format(' left join app.%I p on p.tenant_code = s.tenant_code and p.id = s.pid', d.table_name) else '' end, d.code_column) into given using each.code;
    continue when given is null;
    perform sec.bind(p_target, actor, '');
    came_from := null;
    outcome := null;
    reason := null;
    changes := null;
    execute format('select to_jsonb(t)%s from app.%I t%s where t.%I = $1',
      case when d.is_tree then format(' || jsonb_build_object(''parent_code'', p.%I)', d.code_column) else '' end, d.table_name,
      case when d.is_tree then format(' left join app.%I p on p.tenant_code = t.tenant_code and p.id = t.pid', d.table_name) else '' end, d.code_column) into found_row using each.code;
    select o.origin_tenant into came_from from app.sys_origin o where o.noun = each.noun and o.code = each.code;
    if found_row is not null and came_from is distinct from source then
      -- A record of the target's own, or somebody else's copy, is not written over. What refers to it finds it under its code.
      outcome := case when each.is_asked then 'failed' else 'unchanged' end;
      reason := case when came_from is null then 'own' else 'other' end;
    else
      begin
        parent_id := null;
        if d.is_tree and given->>'parent_code' is not null then
          execute format('select id from app.%I where %I = $1', d.table_name, d.code_column) into parent_id using given->>'parent_code';
          if parent_id is null then
            raise exception 'parent is missing' using errcode = '23503';
          end if;
        end if;
        if found_row is null then
          record_id := sec.new_id();
          select string_agg(format('%I', c), ', ') into assigned from unnest(d.code_column || d.columns || d.first_columns) c;
          execute format('insert into app.%I (id, %s%s, creator_id, creator_name) select $1, %s%s, $2, $3 from jsonb_populate_record(null::app.%I, $4) r', d.table_name,
            case when d.is_tree then 'pid, ' else '' end, assigned, case when d.is_tree then '$5, ' else '' end,
            (select string_agg(format('r.%I', c), ', ') from unnest(d.code_column || d.columns || d.first_columns) c), d.table_name) using record_id, actor, actor_name, given, parent_id;
          outcome := 'done';
        else
          record_id := (found_row->>'id')::uuid;
          select jsonb_object_agg(c, jsonb_build_array(found_row->c, given->c)) into changes
            from unnest(d.columns || case when d.is_tree then array['parent_code'] else '{}' end) c where coalesce(found_row->c, 'null') <> coalesce(given->c, 'null');
          if changes is null then
            outcome := 'unchanged';
          else
            select string_agg(format('%I = r.%I', c, c), ', ') into assigned from unnest(d.columns) c;
            execute format('update app.%I t set %s%s, row_version = t.row_version + 1, updater_name = $3, update_date = now() from jsonb_populate_record(null::app.%I, $2) r where t.id = $1', d.table_name,
              assigned, case when d.is_tree then ', pid = $4' else '' end, d.table_name) using record_id, given, actor_name, parent_id;
            outcome := 'updated';
          end if;
        end if;
        if outcome <> 'unchanged' then
          insert into app.sys_origin as o (noun, code, origin_tenant, origin_code) values (each.noun, each.code, source, each.code)
          on conflict (tenant_code, noun, code) do update set origin_tenant = excluded.origin_tenant, update_date = now();
          insert into app.sys_operationlog (id, noun, record_id, record_code, operation, status, message, changes, request_uri, request_method, ip, user_agent, correlation_id, creator_id, creator_name)
          values (sec.new_id(), each.noun, record_id, each.code, 'distribute', '1', source, changes, p_request->>'uri', p_request->>'method', p_request->>'ip', p_request->>'agent', p_request->>'correlation', actor, actor_name);
          insert into app.list_version as v (noun, version, is_global) values (each.noun, 1, false) on conflict (tenant_code, noun) do update set version = v.version + 1;
          perform pg_notify('qudao', 'list ' || p_target || ' ' || each.noun);
        end if;
      exception
        when foreign_key_violation then outcome := 'failed'; reason := 'reference';
        when integrity_constraint_violation then outcome := 'failed'; reason := 'conflict';
      end;
    end if;
    results := results || jsonb_build_object('noun', each.noun, 'code', each.code, 'outcome', outcome, 'reason', reason);
  end loop;
  perform set_config('app.ctx', context, true);
  insert into app.sys_distribution as x (noun, code, target_tenant, push_status, message)
  select r->>'noun', r->>'code', p_target, case when r->>'outcome' = 'failed' then '3' else '4' end, r->>'reason' from jsonb_array_elements(results) r
  on conflict (tenant_code, noun, code, target_tenant) do update set push_status = excluded.push_status, message = excluded.message, update_date = now();
  return query select r->>'noun', r->>'code', r->>'outcome', r->>'reason' from jsonb_array_elements(results) r;
end $$;

revoke all on function sec.provision_tenant(text, uuid, text, text, text, jsonb), sec.rest_tenant(text, boolean), sec.tenant_rows(text), sec.close_tenant(text), sec.is_below(text), sec.distribute(text, text, jsonb, jsonb) from public;
grant execute on function sec.provision_tenant(text, uuid, text, text, text, jsonb), sec.rest_tenant(text, boolean), sec.tenant_rows(text), sec.close_tenant(text), sec.distribute(text, text, jsonb, jsonb) to qudao_app;
