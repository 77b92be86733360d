-- Reimbursement: what is claimed for and how much of it, budgets with their ledger, adjustments and applications.
alter table app.sys_area add column city_level text;
grant update (city_level) on app.sys_area to qudao_app;

alter table app.data_budgetaccount alter column control drop not null, alter column control drop default;

create table app.reimbursement_policy (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  item_code text,
  doc_type text,
  personnel_type_code text,
  area_code text,
  city_level text,
  unit text not null default 'day',
  daily_amount numeric(20,2),
  max_amount numeric(20,2),
  control text not null default '1',
  start_date date,
  end_date date,
  remark text,
  status text not null default '1',
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
create unique index reimbursement_policy_key on app.reimbursement_policy (tenant_code, code);
create index reimbursement_policy_recent on app.reimbursement_policy (tenant_code, create_date DESC, id DESC);
create index reimbursement_policy_personnel_type_code on app.reimbursement_policy (tenant_code, personnel_type_code, create_date DESC, id DESC);
create index reimbursement_policy_area_code on app.reimbursement_policy (tenant_code, area_code, create_date DESC, id DESC);
create index reimbursement_policy_item_code on app.reimbursement_policy (tenant_code, item_code, create_date DESC, id DESC);
create index reimbursement_policy_doc_type on app.reimbursement_policy (tenant_code, doc_type, create_date DESC, id DESC);
create index reimbursement_policy_control on app.reimbursement_policy (tenant_code, control, create_date DESC, id DESC);
create index reimbursement_policy_status on app.reimbursement_policy (tenant_code, status, create_date DESC, id DESC);
create index reimbursement_policy_search on app.reimbursement_policy using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.reimbursement_policy enable row level security;
alter table app.reimbursement_policy force row level security;
create policy tenant_wall on app.reimbursement_policy using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_policy to qudao_app, qudao_report;
grant insert, delete, update (code, name, item_code, doc_type, personnel_type_code, area_code, city_level, unit, daily_amount, max_amount, control, start_date, end_date, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.reimbursement_policy to qudao_app;

create table app.reimbursement_item (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  doc_type text,
  cost_subject_code text not null,
  budget_account_code text,
  control text,
  need_invoice text not null default '1',
  need_application text not null default '0',
  tax_flag text not null default '1',
  tax_rate text,
  remark text,
  status text not null default '1',
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
create unique index reimbursement_item_key on app.reimbursement_item (tenant_code, code);
create index reimbursement_item_recent on app.reimbursement_item (tenant_code, create_date DESC, id DESC);
create index reimbursement_item_cost_subject_code on app.reimbursement_item (tenant_code, cost_subject_code, create_date DESC, id DESC);
create index reimbursement_item_budget_account_code on app.reimbursement_item (tenant_code, budget_account_code, create_date DESC, id DESC);
create index reimbursement_item_doc_type on app.reimbursement_item (tenant_code, doc_type, create_date DESC, id DESC);
create index reimbursement_item_tax_rate on app.reimbursement_item (tenant_code, tax_rate, create_date DESC, id DESC);
create index reimbursement_item_status on app.reimbursement_item (tenant_code, status, create_date DESC, id DESC);
create index reimbursement_item_search on app.reimbursement_item using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.reimbursement_item enable row level security;
alter table app.reimbursement_item force row level security;
create policy tenant_wall on app.reimbursement_item using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_item to qudao_app, qudao_report;
grant insert, delete, update (code, name, doc_type, cost_subject_code, budget_account_code, control, need_invoice, need_application, tax_flag, tax_rate, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.reimbursement_item to qudao_app;

create table app.reimbursement_budget (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  year integer,
  dept_code text not null,
  project_code text,
  control text not null default '1',
  total_amount numeric(20,2) default '0',
  used_amount numeric(20,2) default '0',
  balance_amount numeric(20,2) default '0',
  remark text,
  organize_name text,
  dept_name text,
  audit_person_name text,
  audit_date timestamp with time zone,
  audit_msg text,
  process_instance_id text,
  op_seq integer not null default 0,
  audit_count integer not null default 0,
  cancel_flag text not null default '0',
  close_reason text,
  print_count integer not null default 0,
  deleted_flag text not null default '0',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index reimbursement_budget_key on app.reimbursement_budget (tenant_code, code);
create index reimbursement_budget_recent on app.reimbursement_budget (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budget_bill_date on app.reimbursement_budget (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budget_bill_status on app.reimbursement_budget (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budget_state_day on app.reimbursement_budget (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_budget_dept_code on app.reimbursement_budget (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budget_organize_code on app.reimbursement_budget (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budget_control on app.reimbursement_budget (tenant_code, control, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_budget enable row level security;
alter table app.reimbursement_budget force row level security;
create policy tenant_wall on app.reimbursement_budget using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_budget to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, year, dept_code, project_code, control, total_amount, used_amount, balance_amount, remark, organize_name, dept_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_budget to qudao_app;

create table app.reimbursement_budget_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  budget_account_code text,
  month integer,
  amount numeric(20,2),
  used_amount numeric(20,2) default '0',
  frozen_amount numeric(20,2) default '0',
  balance_amount numeric(20,2) default '0',
  remark text,
  budget_account_name text,
  primary key (tenant_code, id)
);
create index reimbursement_budget_line_parent on app.reimbursement_budget_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_budget_line enable row level security;
alter table app.reimbursement_budget_line force row level security;
create policy tenant_wall on app.reimbursement_budget_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_budget_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, budget_account_code, month, amount, used_amount, frozen_amount, balance_amount, remark, budget_account_name) on app.reimbursement_budget_line to qudao_app;

create table app.reimbursement_budgetadjust (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  year integer,
  adjust_type text not null default '0',
  reason text,
  total_amount numeric(20,2) default '0',
  moved_amount numeric(20,2) default '0',
  remark text,
  organize_name text,
  audit_person_name text,
  audit_date timestamp with time zone,
  audit_msg text,
  process_instance_id text,
  op_seq integer not null default 0,
  audit_count integer not null default 0,
  cancel_flag text not null default '0',
  close_reason text,
  print_count integer not null default 0,
  deleted_flag text not null default '0',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index reimbursement_budgetadjust_key on app.reimbursement_budgetadjust (tenant_code, code);
create index reimbursement_budgetadjust_recent on app.reimbursement_budgetadjust (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budgetadjust_bill_date on app.reimbursement_budgetadjust (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budgetadjust_bill_status on app.reimbursement_budgetadjust (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budgetadjust_state_day on app.reimbursement_budgetadjust (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_budgetadjust_adjust_type on app.reimbursement_budgetadjust (tenant_code, adjust_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_budgetadjust_organize_code on app.reimbursement_budgetadjust (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_budgetadjust enable row level security;
alter table app.reimbursement_budgetadjust force row level security;
create policy tenant_wall on app.reimbursement_budgetadjust using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_budgetadjust to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, year, adjust_type, reason, total_amount, moved_amount, remark, organize_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_budgetadjust to qudao_app;

create table app.reimbursement_budgetadjust_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  dept_code text,
  budget_account_code text,
  month integer,
  project_code text,
  amount numeric(20,2),
  to_dept_code text,
  to_budget_account_code text,
  to_month integer,
  to_project_code text,
  remark text,
  dept_name text,
  budget_account_name text,
  to_dept_name text,
  to_budget_account_name text,
  primary key (tenant_code, id)
);
create index reimbursement_budgetadjust_line_parent on app.reimbursement_budgetadjust_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_budgetadjust_line enable row level security;
alter table app.reimbursement_budgetadjust_line force row level security;
create policy tenant_wall on app.reimbursement_budgetadjust_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_budgetadjust_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, dept_code, budget_account_code, month, project_code, amount, to_dept_code, to_budget_account_code, to_month, to_project_code, remark, dept_name, budget_account_name, to_dept_name, to_budget_account_name) on app.reimbursement_budgetadjust_line to qudao_app;

create table app.reimbursement_application (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  doc_type text,
  project_code text,
  reason text,
  start_date date,
  end_date date,
  due_date date,
  total_amount numeric(20,2) default '0',
  claimed_amount numeric(20,2) default '0',
  over_budget text not null default '0',
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  audit_person_name text,
  audit_date timestamp with time zone,
  audit_msg text,
  process_instance_id text,
  op_seq integer not null default 0,
  audit_count integer not null default 0,
  cancel_flag text not null default '0',
  close_reason text,
  print_count integer not null default 0,
  deleted_flag text not null default '0',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index reimbursement_application_key on app.reimbursement_application (tenant_code, code);
create index reimbursement_application_recent on app.reimbursement_application (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_application_bill_date on app.reimbursement_application (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_application_bill_status on app.reimbursement_application (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_application_state_day on app.reimbursement_application (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_application_applicant_code on app.reimbursement_application (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_application_dept_code on app.reimbursement_application (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_application_organize_code on app.reimbursement_application (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_application_doc_type on app.reimbursement_application (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_application enable row level security;
alter table app.reimbursement_application force row level security;
create policy tenant_wall on app.reimbursement_application using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_application to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, applicant_code, dept_code, doc_type, project_code, reason, start_date, end_date, due_date, total_amount, claimed_amount, over_budget, remark, organize_name, applicant_name, dept_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_application to qudao_app;

create table app.reimbursement_application_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  item_code text,
  cost_subject_code text,
  budget_account_code text,
  dept_code text,
  project_code text,
  occur_date date,
  amount numeric(20,2),
  claimed_amount numeric(20,2) default '0',
  remark text,
  item_name text,
  cost_subject_name text,
  budget_account_name text,
  dept_name text,
  primary key (tenant_code, id)
);
create index reimbursement_application_line_parent on app.reimbursement_application_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_application_line enable row level security;
alter table app.reimbursement_application_line force row level security;
create policy tenant_wall on app.reimbursement_application_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_application_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, item_code, cost_subject_code, budget_account_code, dept_code, project_code, occur_date, amount, claimed_amount, remark, item_name, cost_subject_name, budget_account_name, dept_name) on app.reimbursement_application_line to qudao_app;

create table app.budget_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  year text not null,
  period text not null,
  dept_code text not null,
  budget_account_code text not null,
  project_code text not null,
  init numeric(20,4) not null default 0,
  adj numeric(20,4) not null default 0,
  pre numeric(20,4) not null default 0,
  used numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint budget_balance_init check (init >= 0),
  constraint budget_balance_pre check (pre >= 0),
  constraint budget_balance_used check (used >= 0)
) with (fillfactor = 50);
create unique index budget_balance_key on app.budget_balance (tenant_code, year, period, dept_code, budget_account_code, project_code);
alter table app.budget_balance enable row level security;
alter table app.budget_balance force row level security;
create policy tenant_wall on app.budget_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.budget_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_init numeric(20,4) not null,
  init_after numeric(20,4) not null,
  d_adj numeric(20,4) not null,
  adj_after numeric(20,4) not null,
  d_pre numeric(20,4) not null,
  pre_after numeric(20,4) not null,
  d_used numeric(20,4) not null,
  used_after numeric(20,4) not null,
  post_type text not null,
  doc_type text not null,
  doc_id uuid not null,
  doc_code text not null,
  line_id uuid not null,
  holder_doc_id uuid not null,
  holder_line_id uuid not null,
  op_seq integer not null,
  idem_key text not null,
  reversal_of bigint,
  biz_date date not null,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.budget_balance (tenant_code, id)
);
create unique index budget_entry_once on app.budget_entry (tenant_code, idem_key);
create unique index budget_entry_chain on app.budget_entry (tenant_code, balance_id, version);
create unique index budget_entry_reversal on app.budget_entry (tenant_code, reversal_of) where reversal_of is not null;
create index budget_entry_doc on app.budget_entry (tenant_code, doc_id);
create index budget_entry_holder on app.budget_entry (tenant_code, holder_doc_id);
alter table app.budget_entry enable row level security;
alter table app.budget_entry force row level security;
create policy tenant_wall on app.budget_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.budget_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  pre numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.budget_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint budget_hold_floor check (pre >= 0)
);
alter table app.budget_hold enable row level security;
alter table app.budget_hold force row level security;
create policy tenant_wall on app.budget_hold using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.budget_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into budget_balance (year, period, dept_code, budget_account_code, project_code, may_go_negative)
  select distinct on (e.year, e.period, e.dept_code, e.budget_account_code, e.project_code) e.year, e.period, e.dept_code, e.budget_account_code, e.project_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(year text, period text, dept_code text, budget_account_code text, project_code text, may_go_negative boolean)
   order by e.year, e.period, e.dept_code, e.budget_account_code, e.project_code
  on conflict do nothing;

  perform from budget_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(year text, period text, dept_code text, budget_account_code text, project_code text)
       join budget_balance k on k.year = e.year and k.period = e.period and k.dept_code = e.dept_code and k.budget_account_code = e.budget_account_code and k.project_code = e.project_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join budget_entry x on x.doc_id = u.doc_id::uuid)
   order by b.year, b.period, b.dept_code, b.budget_account_code, b.project_code
   for no key update of b;
end $$;

create function app.budget_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
  is_unheld boolean;
begin
  perform budget_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_init, 0) as d_init,
           coalesce(e.d_adj, 0) as d_adj,
           coalesce(e.d_pre, 0) as d_pre,
           coalesce(e.d_used, 0) as d_used
      from rows from (jsonb_to_recordset(p->'entries') as (year text, period text, dept_code text, budget_account_code text, project_code text,
             d_init numeric, d_adj numeric, d_pre numeric, d_used numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(year, period, dept_code, budget_account_code, project_code, d_init, d_adj, d_pre, d_used, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join budget_balance b on b.year = e.year and b.period = e.period and b.dept_code = e.dept_code and b.budget_account_code = e.budget_account_code and b.project_code = e.project_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_init) as d_init,
           sum(d_adj) as d_adj,
           sum(d_pre) as d_pre,
           sum(d_used) as d_used
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('year', b.year, 'period', b.period, 'dept_code', b.dept_code, 'budget_account_code', b.budget_account_code, 'project_code', b.project_code, 'available', (b.init + b.adj - b.pre - b.used)::text, 'needed', (-(t.d_init + t.d_adj - t.d_pre - t.d_used))::text) as detail
      from totals t join budget_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_init + t.d_adj - t.d_pre - t.d_used < 0 and b.init + b.adj - b.pre - b.used + (t.d_init + t.d_adj - t.d_pre - t.d_used) < 0)
     order by b.year, b.period, b.dept_code, b.budget_account_code, b.project_code limit 1
  ), entered as (
    insert into budget_entry (balance_id, version, d_init, init_after, d_adj, adj_after, d_pre, pre_after, d_used, used_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_init, b.init + sum(a.d_init) over w, a.d_adj, b.adj + sum(a.d_adj) over w, a.d_pre, b.pre + sum(a.d_pre) over w, a.d_used, b.used + sum(a.d_used) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join budget_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), held as (
    insert into budget_hold (doc_id, line_id, balance_id, pre)
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_pre) from asked a
     where a.d_pre <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_pre) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set pre = budget_hold.pre + excluded.pre
  ), released as (
    update budget_hold h set pre = h.pre + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_pre) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_pre) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), unheld as (
    select from asked a
     where not exists (select from budget_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_pre) < 0
  ), balanced as (
    update budget_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           init = b.init + t.d_init,
           adj = b.adj + t.d_adj,
           pre = b.pre + t.d_pre,
           used = b.used + t.d_used
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('year', b.year, 'period', b.period, 'dept_code', b.dept_code, 'budget_account_code', b.budget_account_code, 'project_code', b.project_code, 'init', jsonb_build_array((b.init - t.d_init)::text, b.init::text), 'adj', jsonb_build_array((b.adj - t.d_adj)::text, b.adj::text), 'pre', jsonb_build_array((b.pre - t.d_pre)::text, b.pre::text), 'used', jsonb_build_array((b.used - t.d_used)::text, b.used::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced), exists (select from unheld) into short, moved, is_unheld;

  if short is not null then
    raise exception 'ledger budget short' using errcode = 'QD020', detail = short::text;
  end if;
  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger budget: released without a hold';
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.budget_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('year', b.year, 'period', b.period, 'dept_code', b.dept_code, 'budget_account_code', b.budget_account_code, 'project_code', b.project_code,
           'd_init', -e.d_init, 'd_adj', -e.d_adj, 'd_pre', -e.d_pre, 'd_used', -e.d_used,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from budget_entry e join budget_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from budget_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return budget_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.budget_lock(jsonb), app.budget_post(jsonb), app.budget_reverse(jsonb) from public;
grant execute on function app.budget_lock(jsonb), app.budget_post(jsonb), app.budget_reverse(jsonb) to qudao_app;
grant select on app.budget_balance, app.budget_entry, app.budget_hold to qudao_app, qudao_report;

alter table app.reimbursement_policy add constraint reimbursement_policy_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_policy add constraint reimbursement_policy_personnel_type_code_fkey foreign key (tenant_code, personnel_type_code) references app.data_personneltype (tenant_code, code);

alter table app.reimbursement_policy add constraint reimbursement_policy_area_code_fkey foreign key (area_code) references app.sys_area (code);

alter table app.reimbursement_item add constraint reimbursement_item_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.reimbursement_item add constraint reimbursement_item_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_budget add constraint reimbursement_budget_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_budget add constraint reimbursement_budget_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_budget_line add constraint reimbursement_budget_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_budget (tenant_code, id) on delete cascade;

alter table app.reimbursement_budget_line add constraint reimbursement_budget_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_budgetadjust add constraint reimbursement_budgetadjust_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_budgetadjust_line add constraint reimbursement_budgetadjust_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_budgetadjust (tenant_code, id) on delete cascade;

alter table app.reimbursement_budgetadjust_line add constraint reimbursement_budgetadjust_line_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_budgetadjust_line add constraint reimbursement_budgetadjust_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_budgetadjust_line add constraint reimbursement_budgetadjust_line_to_dept_code_fkey foreign key (tenant_code, to_dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_budgetadjust_line add constraint reimbursement_budgetadjust_line_to_budget_account_code_fkey foreign key (tenant_code, to_budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_application add constraint reimbursement_application_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_application add constraint reimbursement_application_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_application add constraint reimbursement_application_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_application_line add constraint reimbursement_application_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_application (tenant_code, id) on delete cascade;

alter table app.reimbursement_application_line add constraint reimbursement_application_line_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_application_line add constraint reimbursement_application_line_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.reimbursement_application_line add constraint reimbursement_application_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_application_line add constraint reimbursement_application_line_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);
