-- The door of distribution: copies records of the session's tenant into one below it, in the order of the plan (what is
-- referred to comes first). p_plan: [{ noun, code, isAsked }]. Rows are read behind the caller's wall and written
-- behind the target's; nothing of the target is answered but the outcome.
create or replace function sec.distribute(
  p_noun text, p_target text, p_plan jsonb, p_request jsonb
) returns table (noun text, code text, outcome text, reason text, changes jsonb)
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
  difference jsonb;
  results jsonb[] := '{}';
  touched text[] := '{}';
begin
  if not sec.holds(source, actor, sec.is_super(), sec.is_platform(), p_noun || ':pushdown')
    or not sec.is_below(p_target)
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select concat(t.tenant_name, ' ', p.real_name)
  into actor_name
  from sec.principal p
  join app.tenant_tenant t on t.tenant_code = p.tenant_code
  where p.tenant_code = source and p.user_id = actor;
  actor_name := coalesce(actor_name, source);
  -- Two at once for one tenant: the second finds what the first made.
  perform pg_advisory_xact_lock(7009, hashtext(p_target));
  for each in
    select x.value->>'noun' as noun, x.value->>'code' as code, (x.value->>'isAsked')::boolean as is_asked
    from jsonb_array_elements(p_plan) with ordinality x(value, place)
    order by x.place
  loop
    select * into d from sec.distributable r where r.noun = each.noun;
    if not found then
      raise exception 'not permitted' using errcode = 'QD403';
    end if;
    perform set_config('app.ctx', context, true);
    execute format(
      'select to_jsonb(s)%s from app.%I s%s where s.%I = $1',
      case when d.is_tree then format(' || jsonb_build_object(''parent_code'', p.%I)', d.code_column) else '' end,
      d.table_name,
      case
        when d.is_tree then
          format(' left join app.%I p on p.tenant_code = s.tenant_code and p.id = s.pid', d.table_name)
        else ''
      end,
      d.code_column
    )
      into given using each.code;
    continue when given is null;
    perform sec.bind(p_target, actor, '');
    came_from := null;
    outcome := null;
    reason := null;
    difference := null;
    execute format(
      'select to_jsonb(t)%s from app.%I t%s where t.%I = $1',
      case when d.is_tree then format(' || jsonb_build_object(''parent_code'', p.%I)', d.code_column) else '' end,
      d.table_name,
      case
        when d.is_tree then
          format(' left join app.%I p on p.tenant_code = t.tenant_code and p.id = t.pid', d.table_name)
        else ''
      end,
      d.code_column
    )
      into found_row using each.code;
    select o.origin_tenant
    into came_from
    from app.sys_origin o
    where o.noun = each.noun and o.code = each.code;
    if found_row is not null and came_from is distinct from source then
      -- A record of the target's own, or somebody else's copy, is not written over. What refers to it finds it under
      -- its code.
      outcome := case when each.is_asked then 'failed' else 'unchanged' end;
      reason := case when came_from is null then 'own' else 'other' end;
    else
      begin
        parent_id := null;
        if d.is_tree and given->>'parent_code' is not null then
          execute format('select id from app.%I where %I = $1', d.table_name, d.code_column)
            into parent_id using given->>'parent_code';
          if parent_id is null then
            raise exception 'parent is missing' using errcode = '23503';
          end if;
        end if;
        if found_row is null then
          record_id := sec.new_id();
          select string_agg(format('%I', c), ', ')
          into assigned
          from unnest(d.code_column || d.columns || d.first_columns) c;
          execute format(
            'insert into app.%I (id, %s%s, creator_id, creator_name) select $1, %s%s, $2, $3 from jsonb_populate_record(null::app.%I, $4) r',
            d.table_name, case when d.is_tree then 'pid, ' else '' end, assigned,
            case when d.is_tree then '$5, ' else '' end,
            (
              select string_agg(format('r.%I', c), ', ')
              from unnest(d.code_column || d.columns || d.first_columns) c
            ),
            d.table_name
          )
            using record_id, actor, actor_name, given, parent_id;
          outcome := 'done';
        else
          record_id := (found_row->>'id')::uuid;
          select jsonb_object_agg(c, jsonb_build_array(found_row->c, given->c))
          into difference
          from unnest(d.columns || case when d.is_tree then array['parent_code'] else '{}' end) c
          where coalesce(found_row->c, 'null') <> coalesce(given->c, 'null');
          if difference is null then
            outcome := 'unchanged';
          else
            select string_agg(format('%I = r.%I', c, c), ', ') into assigned from unnest(d.columns) c;
            execute format(
              'update app.%I t set %s%s, row_version = t.row_version + 1, updater_name = $3, update_date = now() from jsonb_populate_record(null::app.%I, $2) r where t.id = $1',
              d.table_name, assigned, case when d.is_tree then ', pid = $4' else '' end, d.table_name
            )
              using record_id, given, actor_name, parent_id;
            outcome := 'updated';
          end if;
        end if;
        if outcome <> 'unchanged' then
          insert into app.sys_origin as o (noun, code, origin_tenant, origin_code)
          values (each.noun, each.code, source, each.code)
          on conflict (tenant_code, noun, code) do update
            set origin_tenant = excluded.origin_tenant, update_date = now();
          insert into app.sys_operationlog (
            id, noun, record_id, record_code, operation, status, message, changes, request_uri, request_method, ip,
            user_agent, correlation_id, creator_id, creator_name
          )
          values (
            sec.new_id(), each.noun, record_id, each.code, 'distribute', '1', source, difference, p_request->>'uri',
            p_request->>'method', p_request->>'ip', p_request->>'agent', p_request->>'correlation', actor, actor_name
          );
          if each.noun <> all (touched) then touched := touched || each.noun; end if;
        end if;
      exception
        when foreign_key_violation then
          outcome := 'failed';
          reason := 'reference';
        when integrity_constraint_violation then
          outcome := 'failed';
          reason := 'conflict';
      end;
    end if;
    results := array_append(
      results,
      jsonb_build_object(
        'noun', each.noun, 'code', each.code, 'outcome', outcome, 'reason', reason,
        'changes', case when outcome = 'updated' then difference end
      )
    );
  end loop;
  -- Once for each list: a row that is written two thousand times in one transaction is read through two thousand
  -- versions.
  perform sec.bind(p_target, actor, '');
  insert into app.list_version as v (noun, version, is_global)
  select t, 1, false
  from unnest(touched) t
  on conflict (tenant_code, noun) do update set version = v.version + 1;
  perform pg_notify('qudao', 'list ' || p_target || ' ' || t) from unnest(touched) t;
  perform set_config('app.ctx', context, true);
  insert into app.sys_distribution as x (noun, code, target_tenant, push_status, message)
  select r->>'noun', r->>'code', p_target, case when r->>'outcome' = 'failed' then '3' else '4' end, r->>'reason'
  from unnest(results) r
  on conflict (tenant_code, noun, code, target_tenant) do update
    set push_status = excluded.push_status, message = excluded.message, update_date = now();
  -- Figures leave as text: a price of sixteen digits is none any more once it was a number of the application.
  return query
    select r->>'noun', r->>'code', r->>'outcome', r->>'reason',
      (
        select jsonb_object_agg(
          e.key,
          jsonb_build_array(
            case
              when jsonb_typeof(e.value->0) = 'number' then to_jsonb(trim_scale((e.value->>0)::numeric)::text)
              else e.value->0
            end,
            case
              when jsonb_typeof(e.value->1) = 'number' then to_jsonb(trim_scale((e.value->>1)::numeric)::text)
              else e.value->1
            end
          )
        )
        from jsonb_each(nullif(r->'changes', 'null')) e
      )
    from unnest(results) r;
end
$$;
