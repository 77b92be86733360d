-- Hands an activity of the session's tenant, as it was audited, to one below it, or ends it there (p_ends). What was
-- handed once follows its owner, whoever audits or closes it. Rules are read behind the caller's wall and written
-- behind the target's; nothing of the target is answered but the outcome.
create or replace function sec.hand_activity(
  p_target text, p_id uuid, p_ends boolean, p_publish text, p_status text, p_request jsonb
) returns table (outcome text, reason text)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  context text := current_setting('app.ctx', true);
  source text := sec.tenant();
  actor uuid := sec.user_id();
  actor_name text;
  given app.promotion_activity;
  kept app.promotion_version;
  rules jsonb;
  copy_id uuid;
  copy_code text;
  came_from text;
  same boolean := false;
  was_handed boolean;
begin
  select * into given from app.promotion_activity a where a.id = p_id and a.deleted_flag = '0';
  was_handed := exists (
    select from app.sys_distribution x
    where x.noun = 'promotion:activity' and x.code = given.code and x.target_tenant = p_target and x.push_status = '4'
  );
  if was_handed and p_request is null and not sec.is_below(p_target) then
    -- A tenant that was shut meanwhile keeps nobody from ending what is his own.
    return query select 'unchanged', null::text;
    return;
  end if;
  if given.id is null
    or not sec.is_below(p_target)
    or not (
      (was_handed and p_request is null)
      or sec.holds(source, actor, sec.is_super(), sec.is_platform(), 'promotion:activity:pushdown')
    )
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select * into kept from app.promotion_version v where v.activity_id = p_id and v.is_current;
  select jsonb_agg(to_jsonb(l) order by l.line_no)
  into rules
  from app.promotion_activity_line l
  where l.parent_id = p_id;
  select concat(t.tenant_name, ' ', p.real_name)
  into actor_name
  from sec.principal p
  join app.tenant_tenant t on t.tenant_code = p.tenant_code
  where p.tenant_code = source and p.user_id = actor;
  actor_name := coalesce(actor_name, source);
  -- Both tenants number their own activities: the copy is named by where it came from.
  copy_code := source || '-' || given.code;
  perform pg_advisory_xact_lock(7009, hashtext(p_target));
  perform sec.bind(p_target, actor, '');
  select a.id into copy_id from app.promotion_activity a where a.code = copy_code;
  select o.origin_tenant
  into came_from
  from app.sys_origin o
  where o.noun = 'promotion:activity' and o.code = copy_code;
  if copy_id is not null and came_from is distinct from source then
    outcome := 'failed';
    reason := 'own';
  elsif p_ends then
    update app.promotion_version set is_current = false where activity_id = copy_id and is_current;
    update app.promotion_activity
    set bill_status = '2', publish_status = '0', row_version = row_version + 1, updater_name = actor_name,
      update_date = now()
    where id = copy_id and bill_status <> '2';
    outcome := case when found then 'updated' else 'unchanged' end;
  elsif kept.activity_id is null then
    outcome := 'failed';
    reason := 'state';
  elsif exists (
      select from jsonb_array_elements(kept.content->'rules') r(rule)
      where (
        r.rule->>'giveType' = '1'
        and not exists (select from app.data_material m where m.code = r.rule->>'giveCode')
      )
        or (
          r.rule->>'giveType' = '2'
          and not exists (select from app.data_materialclass c where c.code = r.rule->>'giveCode')
        )
        or (
          r.rule->>'giveType' = '3'
          and not exists (select from app.promotion_gift g where g.code = r.rule->>'giveCode')
        )
        or (
          r.rule->>'changeBuyType' = '3'
          and exists (
            select from unnest(string_to_array(r.rule->>'changeProductCode', ',')) n(code)
            where not exists (select from app.data_material m where m.code = trim(n.code))
          )
        )
    )
  then
    outcome := 'failed';
    reason := 'reference';
  else
    kept.content := kept.content || jsonb_build_object('code', copy_code);
    select true
    into same
    from app.promotion_version v
    join app.promotion_activity a on a.tenant_code = v.tenant_code and a.id = v.activity_id
    where v.activity_id = copy_id
      and v.is_current
      and v.version_no = kept.version_no
      and v.content = kept.content
      and a.bill_status = '1'
      and a.publish_status = p_publish
      and a.status = p_status;
    if same then
      outcome := 'unchanged';
    else
      outcome := case when copy_id is null then 'done' else 'updated' end;
      if copy_id is null then
        copy_id := sec.new_id();
        insert into app.promotion_activity (id, code, bill_date, bill_status, name, creator_id, creator_name)
        values (copy_id, copy_code, given.bill_date, '1', given.name, actor, actor_name);
      end if;
      -- Which class, channel or brand a list shows is told where the tenant has it.
      update app.promotion_activity
      set bill_status = '1', name = given.name, start_date = given.start_date, end_date = given.end_date,
        policy_rule_type_code = given.policy_rule_type_code, policy_rule_type_name = given.policy_rule_type_name,
        priority = given.priority, limit_times = given.limit_times, budget_amount = given.budget_amount,
        stack_flag = given.stack_flag, exclusive_flag = given.exclusive_flag, order_types = given.order_types,
        scopes = given.scopes, customer_scope = given.customer_scope, customer_codes = given.customer_codes,
        shop_codes = given.shop_codes, product_scope = given.product_scope, product_codes = given.product_codes,
        customer_class_code = (select c.code from app.data_customerclass c where c.code = given.customer_class_code),
        customer_class_name = given.customer_class_name,
        channel_code = (select c.code from app.data_channel c where c.code = given.channel_code),
        channel_name = given.channel_name,
        product_class_code = (select c.code from app.data_materialclass c where c.code = given.product_class_code),
        product_class_name = given.product_class_name,
        brand_code = (select b.code from app.data_brand b where b.code = given.brand_code),
        brand_name = given.brand_name, customer_text = given.customer_text, remark = given.remark,
        publish_status = p_publish, status = p_status, version_no = kept.version_no, audit_person_name = actor_name,
        audit_date = now(), row_version = row_version + 1, updater_name = actor_name, update_date = now()
      where id = copy_id;
      delete from app.promotion_activity_line where parent_id = copy_id;
      insert into app.promotion_activity_line
      select r.*
      from jsonb_array_elements(rules) e(line)
      cross join lateral jsonb_populate_record(
        null::app.promotion_activity_line,
        e.line || jsonb_build_object('tenant_code', p_target, 'id', sec.new_id(), 'parent_id', copy_id)
      ) r;
      update app.promotion_version set is_current = false where activity_id = copy_id and is_current;
      insert into app.promotion_version as v
        (activity_id, version_no, code, start_date, end_date, is_current, content, creator_name)
      values (copy_id, kept.version_no, copy_code, kept.start_date, kept.end_date, true, kept.content, actor_name)
      on conflict (tenant_code, activity_id, version_no) do update
        set is_current = true, content = excluded.content, start_date = excluded.start_date,
          end_date = excluded.end_date;
      insert into app.sys_origin as o (noun, code, origin_tenant, origin_code)
      values ('promotion:activity', copy_code, source, given.code)
      on conflict (tenant_code, noun, code) do update set update_date = now();
    end if;
  end if;
  if outcome in ('done', 'updated') then
    insert into app.sys_operationlog (
      id, noun, record_id, record_code, operation, status, message, request_uri, request_method, ip, user_agent,
      correlation_id, creator_id, creator_name
    )
    values (
      sec.new_id(), 'promotion:activity', copy_id, copy_code, 'distribute', '1', source, p_request->>'uri',
      p_request->>'method', p_request->>'ip', p_request->>'agent', p_request->>'correlation', actor, actor_name
    );
  end if;
  perform set_config('app.ctx', context, true);
  insert into app.sys_distribution as x (noun, code, target_tenant, push_status, message)
  values (
    'promotion:activity', given.code, p_target, case when outcome = 'failed' and not was_handed then '3' else '4' end,
    reason
  )
  on conflict (tenant_code, noun, code, target_tenant) do update
    set push_status = excluded.push_status, message = excluded.message, update_date = now();
  return query select outcome, reason;
end
$$;
