-- Kinds of mail that somebody does not want, by himself. Nobody has a row until he says so: as before, all of them come.
create table app.message_mail_unwanted (
  tenant_code text not null default sec.tenant(),
  user_id uuid not null default sec.user_id(),
  kind text not null,
  create_date timestamptz not null default now(),
  primary key (tenant_code, user_id, kind),
  foreign key (tenant_code, user_id) references app.sys_user (tenant_code, id) on delete cascade
);
alter table app.message_mail_unwanted enable row level security;
alter table app.message_mail_unwanted force row level security;
create policy tenant_wall on app.message_mail_unwanted
  using (tenant_code = (select sec.tenant()))
  with check (tenant_code = (select sec.tenant()));
-- Restrictive: whoever writes a mail reads the wishes of its receivers, and nobody writes another's.
create policy own_inserts on app.message_mail_unwanted as restrictive for insert
  with check (user_id = (select sec.user_id()));
create policy own_deletes on app.message_mail_unwanted as restrictive for delete
  using (user_id = (select sec.user_id()));
grant select, insert, delete on app.message_mail_unwanted to qudao_app;

-- The end of an attempt: sent, or given up. The one row of the log says so, on the log of the mail, of the text message
-- or on the task of the decision (with a row in the approval log for each attempt) or on the order, and the rest is
-- forgotten. The interface log has a line for each attempt: where it went, to whom (masked by the worker), how long it
-- took. p_call: { url, type, target, cost, error }. A worker whose message was taken over ends nothing. A mail of an
-- installation without a mail server was not sent, which is no failure: p_call is { isUnsent }.
create or replace function sec.end_outbox(
  p_id uuid, p_attempt integer, p_error text, p_again_seconds integer, p_from text, p_call jsonb
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  o sec.outbox;
  is_over boolean := p_error is null or p_again_seconds is null;
  is_unsent boolean := coalesce((p_call->>'isUnsent')::boolean, false);
begin
  select w.* into o from sec.outbox w where w.id = p_id for update;
  if not found then return false; end if;
  perform sec.bind(o.tenant_code, null, '');
  -- Whoever sent after his time has sent all the same.
  if not is_unsent then
    insert into app.sys_interfacelog
      (id, interface_type, log_type, url, request_body, return_status, cost_time, error_msg, business_code, system_code)
    values (
      sec.new_id(), p_call->>'type', '0', left(p_call->>'url', 500), left(p_call->>'target', 500),
      case when p_error is null then '1' else '0' end, (p_call->>'cost')::integer, left(p_call->>'error', 500),
      case when o.kind in ('approval', 'push') then left(o.payload ->> 'billCode', 50) else p_id::text end,
      case when o.kind in ('approval', 'push') then o.payload ->> 'systemCode' end
    );
  end if;
  if o.attempts <> p_attempt then return false; end if;
  if o.kind = 'mail' then
    update app.message_maillog l
    set status = case
        when is_unsent then '2'
        when is_over then case when p_error is null then '1' else '0' end
      end,
      error_msg = left(p_error, 500), mail_from = p_from, update_date = now()
    where l.id = p_id;
  elsif o.kind = 'sms' then
    update app.message_smslog l
    set status = case when is_over then case when p_error is null then '1' else '0' end end,
      error_msg = left(p_error, 500), update_date = now()
    where l.id = p_id;
  elsif o.kind = 'push' then
    perform sec.end_push(
      (o.payload ->> 'orderId')::uuid, (o.payload ->> 'auditCount')::integer, o.payload ->> 'billCode',
      o.payload ->> 'systemCode', p_error, is_over
    );
  else
    update app.approve_task t
    set execute_status = case when p_error is null then '2' when is_over then '3' else '0' end
    where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
    insert into app.approve_log (
      id, bill_type_code, bill_code, action_type, approve_result, return_status, log_type, operator_name, operate_date,
      message
    )
    values (
      sec.new_id(), o.payload ->> 'billTypeCode', o.payload ->> 'billCode', 'audit', o.payload ->> 'result',
      case when p_error is null then '1' else '0' end, case when p_error is null then '0' else '3' end,
      o.payload ->> 'approverName', now(), left(p_error, 500)
    );
  end if;
  if is_over then
    delete from sec.outbox w where w.id = p_id;
  else
    update sec.outbox w
    set lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds)
    where w.id = p_id;
  end if;
  return true;
end
$$;

-- The first table in which a tenant has something that was not made when it was opened; null when there is none.
create or replace function sec.tenant_rows(p_tenant text) returns text
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  opened timestamptz;
  each record;
  is_there boolean;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:delete')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select t.create_date into opened from app.tenant_tenant t where t.tenant_code = p_tenant;
  perform sec.bind(p_tenant, null, '');
  -- What only tells of work, and what belongs to nobody's business.
  for each in
    select c.relname as name,
      exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'create_date') as is_dated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_code'
    where c.relnamespace = 'app'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.relname <> all (
        array[
          'tenant_tenant', 'idempotency', 'list_version', 'price_stamp', 'sys_draft', 'sys_setting',
          'message_mail_unwanted',
          'sys_operationlog', 'sys_loginlog', 'sys_errorlog', 'sys_interfacelog', 'sys_logseal', 'sys_logseal_row'
        ]
      )
    order by c.relname
  loop
    execute format(
      'select exists (select from app.%I where %s)', each.name,
      case when each.is_dated then 'create_date <> $1' else '$1 is not null' end
    )
      into is_there using opened;
    if is_there then
      perform set_config('app.ctx', context, true);
      return each.name;
    end if;
  end loop;
  perform set_config('app.ctx', context, true);
  return null;
end
$$;
