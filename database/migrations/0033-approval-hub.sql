-- The approval hub: bills of other systems that wait for a decision here, the statements that choose them, and the answer on its way back.

create table app.approve_exchange (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  system_code text not null,
  interface_type text not null,
  url text,
  action_type text,
  bill_type_code text,
  execute_status text,
  last_execute_time timestamp with time zone,
  enable_flag text default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index approve_exchange_key on app.approve_exchange (tenant_code, code);
create index approve_exchange_recent on app.approve_exchange (tenant_code, create_date DESC, id DESC);
create index approve_exchange_system_code on app.approve_exchange (tenant_code, system_code, create_date DESC, id DESC);
create index approve_exchange_bill_type_code on app.approve_exchange (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_exchange_interface_type on app.approve_exchange (tenant_code, interface_type, create_date DESC, id DESC);
create index approve_exchange_action_type on app.approve_exchange (tenant_code, action_type, create_date DESC, id DESC);
create index approve_exchange_execute_status on app.approve_exchange (tenant_code, execute_status, create_date DESC, id DESC);
create index approve_exchange_search on app.approve_exchange using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_exchange enable row level security;
alter table app.approve_exchange force row level security;
create policy tenant_wall on app.approve_exchange using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_exchange to qudao_app, qudao_report;
grant insert, delete, update (code, name, system_code, interface_type, url, action_type, bill_type_code, execute_status, last_execute_time, enable_flag, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_exchange to qudao_app;

create table app.approve_log (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  bill_type_code text,
  bill_code text,
  action_type text,
  approve_result text,
  return_status text,
  log_type text,
  operator_name text,
  operate_date timestamp with time zone,
  message text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index approve_log_recent on app.approve_log (tenant_code, create_date DESC, id DESC);
create index approve_log_bill_type_code on app.approve_log (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_log_action_type on app.approve_log (tenant_code, action_type, create_date DESC, id DESC);
create index approve_log_approve_result on app.approve_log (tenant_code, approve_result, create_date DESC, id DESC);
create index approve_log_return_status on app.approve_log (tenant_code, return_status, create_date DESC, id DESC);
alter table app.approve_log enable row level security;
alter table app.approve_log force row level security;
create policy tenant_wall on app.approve_log using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_log to qudao_app, qudao_report;
grant insert on app.approve_log to qudao_app;

create table app.approve_sql (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  system_code text not null,
  database_type text not null,
  bill_type_code text,
  sql_text text not null,
  enable_flag text default '1',
  remark text,
  editor_id uuid,
  publisher_id uuid,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index approve_sql_key on app.approve_sql (tenant_code, code);
create index approve_sql_recent on app.approve_sql (tenant_code, create_date DESC, id DESC);
create index approve_sql_system_code on app.approve_sql (tenant_code, system_code, create_date DESC, id DESC);
create index approve_sql_bill_type_code on app.approve_sql (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_sql_database_type on app.approve_sql (tenant_code, database_type, create_date DESC, id DESC);
create index approve_sql_enable_flag on app.approve_sql (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_sql_search on app.approve_sql using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_sql enable row level security;
alter table app.approve_sql force row level security;
create policy tenant_wall on app.approve_sql using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_sql to qudao_app, qudao_report;
grant insert, delete, update (code, name, system_code, database_type, bill_type_code, sql_text, enable_flag, remark, editor_id, publisher_id, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_sql to qudao_app;

create table app.approve_task (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  bill_type_code text not null,
  bill_code text not null,
  bill_date date,
  summary text,
  amount numeric(20,2),
  submitter_name text,
  flow_status text,
  is_checked text default '0',
  approve_result text,
  enable_flag text default '1',
  audit_person_name text,
  audit_date timestamp with time zone,
  audit_msg text,
  system_code text not null,
  org_code text,
  approver_id uuid,
  submit_user_id uuid,
  execute_status text,
  content text,
  digest text,
  record jsonb,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(bill_code, coalesce(summary, ''), pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(bill_code, coalesce(summary, ''), pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index approve_task_key on app.approve_task (tenant_code, system_code, bill_type_code, bill_code);
create index approve_task_recent on app.approve_task (tenant_code, create_date DESC, id DESC);
create index approve_task_bill_type_code on app.approve_task (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_task_flow_status on app.approve_task (tenant_code, flow_status, create_date DESC, id DESC);
create index approve_task_is_checked on app.approve_task (tenant_code, is_checked, create_date DESC, id DESC);
create index approve_task_approve_result on app.approve_task (tenant_code, approve_result, create_date DESC, id DESC);
create index approve_task_search on app.approve_task using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_task enable row level security;
alter table app.approve_task force row level security;
create policy tenant_wall on app.approve_task using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_task to qudao_app, qudao_report;
grant insert, delete, update (bill_type_code, bill_code, bill_date, summary, amount, submitter_name, flow_status, is_checked, approve_result, enable_flag, audit_person_name, audit_date, audit_msg, system_code, org_code, approver_id, submit_user_id, execute_status, content, digest, record, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_task to qudao_app;

create table app.approve_message (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  message_type text not null,
  message_title text not null,
  content text,
  bill_type_code text,
  bill_code text,
  receiver_name text,
  send_date timestamp with time zone,
  read_status text not null default '0',
  execute_status text,
  receive_user_id uuid,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(coalesce(bill_code, ''), coalesce(receiver_name, ''), pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(coalesce(bill_code, ''), coalesce(receiver_name, ''), pinyin))) stored,
  primary key (tenant_code, id)
);
create index approve_message_recent on app.approve_message (tenant_code, create_date DESC, id DESC);
create index approve_message_bill_type_code on app.approve_message (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_message_message_type on app.approve_message (tenant_code, message_type, create_date DESC, id DESC);
create index approve_message_message_title on app.approve_message (tenant_code, message_title, create_date DESC, id DESC);
create index approve_message_read_status on app.approve_message (tenant_code, read_status, create_date DESC, id DESC);
create index approve_message_search on app.approve_message using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_message enable row level security;
alter table app.approve_message force row level security;
create policy tenant_wall on app.approve_message using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_message to qudao_app, qudao_report;
grant insert, delete, update (message_type, message_title, content, bill_type_code, bill_code, receiver_name, send_date, read_status, execute_status, receive_user_id, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_message to qudao_app;
alter table app.approve_exchange add constraint approve_exchange_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
alter table app.approve_exchange add constraint approve_exchange_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_log add constraint approve_log_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_sql add constraint approve_sql_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
alter table app.approve_sql add constraint approve_sql_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_sql add constraint approve_sql_editor_id_fkey foreign key (tenant_code, editor_id) references app.sys_user (tenant_code, id);
alter table app.approve_sql add constraint approve_sql_publisher_id_fkey foreign key (tenant_code, publisher_id) references app.sys_user (tenant_code, id);
alter table app.approve_task add constraint approve_task_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_task add constraint approve_task_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
alter table app.approve_task add constraint approve_task_org_code_fkey foreign key (tenant_code, org_code) references app.approve_organization (tenant_code, code);
alter table app.approve_task add constraint approve_task_approver_id_fkey foreign key (tenant_code, approver_id) references app.sys_user (tenant_code, id);
alter table app.approve_task add constraint approve_task_submit_user_id_fkey foreign key (tenant_code, submit_user_id) references app.sys_user (tenant_code, id);
alter table app.approve_message add constraint approve_message_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_message add constraint approve_message_receive_user_id_fkey foreign key (tenant_code, receive_user_id) references app.sys_user (tenant_code, id);

-- Who a user is over there is looked for by what he logs in as.
drop index app.approve_user_user_id;

-- Bills as another system sent them, until it stops sending them. Its number is what it is known by.
create table app.approve_inbox (
  tenant_code text not null default sec.tenant(),
  system_code text not null,
  bill_type_code text not null,
  bill_code text not null,
  record jsonb not null,
  receive_date timestamptz not null default now(),
  primary key (tenant_code, system_code, bill_type_code, bill_code)
);
alter table app.approve_inbox enable row level security;
alter table app.approve_inbox force row level security;
create policy tenant_wall on app.approve_inbox using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_inbox to qudao_app, qudao_report;
grant insert, delete, update (record, receive_date) on app.approve_inbox to qudao_app;

-- What a decision that was not accepted is looked for by, when it is sent again.
create index approve_task_unsent on app.approve_task (tenant_code, system_code, bill_type_code) where execute_status = '3';

-- ── The report schema ────────────────────────────────────────────────────────────────────────
-- Views with the rights of whoever asks: the tenant wall of each table holds, and columns that are not granted do not exist. Documents of organisations
-- that the asking person has no power over stay out, and an account of a customer or supplier sees nothing at all.

create view report.external_bill with (security_invoker = true, security_barrier = true) as
  select i.system_code, i.bill_type_code, i.bill_code, i.record ->> 'billDate' as bill_date, i.record ->> 'summary' as summary, i.record ->> 'amount' as amount, i.record ->> 'organizeCode' as organize_code,
         i.record ->> 'submitterCode' as submitter_code, i.record ->> 'submitterName' as submitter_name, i.record ->> 'approverCode' as approver_code, i.record -> 'lines' as lines, i.record, i.receive_date
    from app.approve_inbox i where (select sec.own(1)) is null and (select sec.own(2)) is null;

create view report.customer with (security_invoker = true, security_barrier = true) as
  select c.code, c.name, c.class_code, c.customer_type, c.status from app.data_customer c where (select sec.own(1)) is null and (select sec.own(2)) is null;

create view report.material with (security_invoker = true, security_barrier = true) as
  select m.code, m.name, m.class_code, m.brand_code, m.spec, m.model, m.status from app.data_material m where (select sec.own(1)) is null and (select sec.own(2)) is null;

create view report.organization with (security_invoker = true, security_barrier = true) as
  select o.code, o.name, o.type, o.status from app.sys_organization o where coalesce(o.code = any((select sec.organizations())::text[]), true) and (select sec.own(1)) is null and (select sec.own(2)) is null;

create view report.sales_order with (security_invoker = true, security_barrier = true) as
  select t.code, t.bill_date, t.bill_status, t.organize_code, t.customer_code, t.customer_name, t.total_number, t.total_amount, t.payable_amount, t.create_date
    from app.order_order t where t.deleted_flag = '0' and coalesce(t.organize_code = any((select sec.organizations())::text[]), true) and (select sec.own(1)) is null and (select sec.own(2)) is null;

grant select on all tables in schema report to qudao_query;
grant select (tenant_code, system_code, bill_type_code, bill_code, record, receive_date) on app.approve_inbox to qudao_query;
grant select (tenant_code, code, name, class_code, customer_type, status) on app.data_customer to qudao_query;
grant select (tenant_code, code, name, class_code, brand_code, spec, model, status) on app.data_material to qudao_query;
grant select (tenant_code, code, name, type, status) on app.sys_organization to qudao_query;
grant select (tenant_code, code, bill_date, bill_status, organize_code, customer_code, customer_name, total_number, total_amount, payable_amount, create_date, deleted_flag) on app.order_order to qudao_query;
grant execute on function sec.part(integer), sec.tenant(), sec.organizations(), sec.own(integer) to qudao_query;

-- ── The answer on its way back ───────────────────────────────────────────────────────────────

alter table sec.outbox drop constraint outbox_kind_check;
alter table sec.outbox add constraint outbox_kind_check check (kind in ('mail', 'sms', 'approval'));

-- As before (0015), and with the system that waits for a decision. While somebody tells it, the task says so.
create or replace function sec.take_outbox(p_lease_ms integer) returns table (id uuid, kind text, payload json, attempts integer, account jsonb)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  o sec.outbox;
begin
  select w.* into o from sec.outbox w where w.not_before <= clock_timestamp() and (w.lease_until is null or w.lease_until < clock_timestamp())
   order by w.not_before, w.id limit 1 for update skip locked;
  if not found then return; end if;
  update sec.outbox w set attempts = w.attempts + 1, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond' where w.id = o.id;
  perform sec.bind(o.tenant_code, null, '');
  if o.kind = 'approval' then
    update app.approve_task t set execute_status = '1' where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
  end if;
  return query select o.id, o.kind, o.payload, o.attempts + 1,
    case o.kind
      when 'sms' then (select jsonb_build_object('platform', s.platform, 'signName', s.sign_name, 'templateCode', s.template_code, 'accessKey', s.access_key, 'appId', s.app_id, 'sealedSecret', s.sealed_secret)
       from app.message_sms s where s.sms_code = o.payload ->> 'smsCode')
      when 'approval' then (select jsonb_build_object('code', s.code, 'name', s.name, 'url', s.url, 'account', s.account, 'sealedSecret', s.sealed_secret)
       from app.approve_system s where s.code = o.payload ->> 'systemCode' and s.enable_flag = '1')
    end;
end $$;

-- As before (0023), and what became of a decision: on its task and in the approval log, a row for each attempt.
create or replace function sec.end_outbox(p_id uuid, p_attempt integer, p_error text, p_again_seconds integer, p_from text, p_call jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  o sec.outbox;
  is_over boolean := p_error is null or p_again_seconds is null;
begin
  select w.* into o from sec.outbox w where w.id = p_id for update;
  if not found then return false; end if;
  perform sec.bind(o.tenant_code, null, '');
  -- Whoever sent after his time has sent all the same.
  insert into app.sys_interfacelog (id, interface_type, log_type, url, request_body, return_status, cost_time, error_msg, business_code, system_code)
  values (sec.new_id(), p_call->>'type', '0', left(p_call->>'url', 500), left(p_call->>'target', 500), case when p_error is null then '1' else '0' end, (p_call->>'cost')::integer, left(p_call->>'error', 500),
    case when o.kind = 'approval' then left(o.payload ->> 'billCode', 50) else p_id::text end, case when o.kind = 'approval' then o.payload ->> 'systemCode' end);
  if o.attempts <> p_attempt then return false; end if;
  if o.kind = 'mail' then
    update app.message_maillog l set status = case when is_over then case when p_error is null then '1' else '0' end end, error_msg = left(p_error, 500), mail_from = p_from, update_date = now() where l.id = p_id;
  elsif o.kind = 'sms' then
    update app.message_smslog l set status = case when is_over then case when p_error is null then '1' else '0' end end, error_msg = left(p_error, 500), update_date = now() where l.id = p_id;
  else
    update app.approve_task t set execute_status = case when p_error is null then '2' when is_over then '3' else '0' end where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
    insert into app.approve_log (id, bill_type_code, bill_code, action_type, approve_result, return_status, log_type, operator_name, operate_date, message)
    values (sec.new_id(), o.payload ->> 'billTypeCode', o.payload ->> 'billCode', 'audit', o.payload ->> 'result', case when p_error is null then '1' else '0' end, case when p_error is null then '0' else '3' end,
      o.payload ->> 'approverName', now(), left(p_error, 500));
  end if;
  if is_over then
    delete from sec.outbox w where w.id = p_id;
  else
    update sec.outbox w set lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds) where w.id = p_id;
  end if;
  return true;
end $$;

-- As before (0011), and for the approval log.
create or replace function sec.remove_log(p_noun text, p_ids uuid[], out held integer, out young integer, out days integer, out seqs bigint[])
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  old text := 'create_date < now() - make_interval(days => $2)';
begin
  if p_noun not in ('sys:loginlog', 'sys:operationlog', 'sys:errorlog', 'sys:interfacelog', 'approve:log') or not exists (select from sec.my_permissions() p where p = p_noun || ':delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  days := greatest(30, coalesce((select p.param_value::integer from app.sys_params p where p.param_code = 'SYS030' and p.status = '1' and p.param_value ~ '^\d{1,5}$'), 180));
  if p_noun = 'sys:operationlog' then
    old := old || ' and not (noun = ''sys:operationlog'' and operation = ''delete'')';
    select coalesce(array_agg(r.seq order by r.seq), '{}') into seqs from app.sys_operationlog r where r.id = any(p_ids);
  end if;
  execute format('select count(*), count(*) filter (where not (%s)) from app.%I where id = any($1)', old, replace(p_noun, ':', '_')) into held, young using p_ids, days;
  if held = cardinality(p_ids) and young = 0 then
    execute format('delete from app.%I where id = any($1)', replace(p_noun, ':', '_')) using p_ids;
  end if;
end $$;
