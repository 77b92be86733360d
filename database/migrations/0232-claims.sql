-- What people of the house claim: four kinds of documents, the ledger of what was granted, and the invoices they hold.
create table app.reimbursement_expense (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'expense',
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  apply_date date,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  application_code text,
  invoices jsonb,
  allowed_amount numeric(20,2) default '0',
  tax_amount numeric(20,2) default '0',
  loan_code text,
  offset_amount numeric(20,2),
  pay_amount numeric(20,2) default '0',
  over_budget text not null default '0',
  over_policy text not null default '0',
  parts jsonb,
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  application_name text,
  loan_name text,
  bank_account_name text,
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
create unique index reimbursement_expense_key on app.reimbursement_expense (tenant_code, code);
create index reimbursement_expense_recent on app.reimbursement_expense (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_bill_date on app.reimbursement_expense (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_bill_status on app.reimbursement_expense (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_state_day on app.reimbursement_expense (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_expense_applicant_code on app.reimbursement_expense (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_dept_code on app.reimbursement_expense (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_organize_code on app.reimbursement_expense (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_doc_type on app.reimbursement_expense (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_currency on app.reimbursement_expense (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_pay_mode on app.reimbursement_expense (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_pay_flag on app.reimbursement_expense (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_expense_loan_code on app.reimbursement_expense (tenant_code, loan_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_expense enable row level security;
alter table app.reimbursement_expense force row level security;
create policy tenant_wall on app.reimbursement_expense using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_expense to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, organize_code, applicant_code, dept_code, apply_date, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, application_code, invoices, allowed_amount, tax_amount, loan_code, offset_amount, pay_amount, over_budget, over_policy, parts, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, organize_name, applicant_name, dept_name, application_name, loan_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_expense to qudao_app;

create table app.reimbursement_expense_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  item_code text,
  cost_subject_code text,
  budget_account_code text,
  occur_date date,
  end_date date,
  area_code text,
  persons numeric(20,0),
  amount numeric(20,2),
  dept_code text,
  project_code text,
  invoice_number text,
  tax_amount numeric(20,2) default '0',
  allowed_amount numeric(20,2) default '0',
  remark text,
  item_name text,
  cost_subject_name text,
  budget_account_name text,
  area_name text,
  dept_name text,
  primary key (tenant_code, id)
);
create index reimbursement_expense_line_parent on app.reimbursement_expense_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_expense_line enable row level security;
alter table app.reimbursement_expense_line force row level security;
create policy tenant_wall on app.reimbursement_expense_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_expense_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, item_code, cost_subject_code, budget_account_code, occur_date, end_date, area_code, persons, amount, dept_code, project_code, invoice_number, tax_amount, allowed_amount, remark, item_name, cost_subject_name, budget_account_name, area_name, dept_name) on app.reimbursement_expense_line to qudao_app;

create table app.reimbursement_specialexpense (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'specialExpense',
  project_name text,
  customer_code text,
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  apply_date date,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  application_code text,
  invoices jsonb,
  allowed_amount numeric(20,2) default '0',
  tax_amount numeric(20,2) default '0',
  loan_code text,
  offset_amount numeric(20,2),
  pay_amount numeric(20,2) default '0',
  over_budget text not null default '0',
  over_policy text not null default '0',
  parts jsonb,
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  customer_name text,
  organize_name text,
  applicant_name text,
  dept_name text,
  application_name text,
  loan_name text,
  bank_account_name text,
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
create unique index reimbursement_specialexpense_key on app.reimbursement_specialexpense (tenant_code, code);
create index reimbursement_specialexpense_recent on app.reimbursement_specialexpense (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_bill_date on app.reimbursement_specialexpense (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_bill_status on app.reimbursement_specialexpense (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_state_day on app.reimbursement_specialexpense (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_applicant_code on app.reimbursement_specialexpense (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_dept_code on app.reimbursement_specialexpense (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_organize_code on app.reimbursement_specialexpense (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_doc_type on app.reimbursement_specialexpense (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_currency on app.reimbursement_specialexpense (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_pay_mode on app.reimbursement_specialexpense (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_pay_flag on app.reimbursement_specialexpense (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_customer_code on app.reimbursement_specialexpense (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_specialexpense_loan_code on app.reimbursement_specialexpense (tenant_code, loan_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_specialexpense enable row level security;
alter table app.reimbursement_specialexpense force row level security;
create policy tenant_wall on app.reimbursement_specialexpense using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_specialexpense to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, project_name, customer_code, organize_code, applicant_code, dept_code, apply_date, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, application_code, invoices, allowed_amount, tax_amount, loan_code, offset_amount, pay_amount, over_budget, over_policy, parts, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, customer_name, organize_name, applicant_name, dept_name, application_name, loan_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_specialexpense to qudao_app;

create table app.reimbursement_specialexpense_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  item_code text,
  cost_subject_code text,
  budget_account_code text,
  occur_date date,
  end_date date,
  area_code text,
  persons numeric(20,0),
  amount numeric(20,2),
  dept_code text,
  project_code text,
  invoice_number text,
  tax_amount numeric(20,2) default '0',
  allowed_amount numeric(20,2) default '0',
  remark text,
  item_name text,
  cost_subject_name text,
  budget_account_name text,
  area_name text,
  dept_name text,
  primary key (tenant_code, id)
);
create index reimbursement_specialexpense_line_parent on app.reimbursement_specialexpense_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_specialexpense_line enable row level security;
alter table app.reimbursement_specialexpense_line force row level security;
create policy tenant_wall on app.reimbursement_specialexpense_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_specialexpense_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, item_code, cost_subject_code, budget_account_code, occur_date, end_date, area_code, persons, amount, dept_code, project_code, invoice_number, tax_amount, allowed_amount, remark, item_name, cost_subject_name, budget_account_name, area_name, dept_name) on app.reimbursement_specialexpense_line to qudao_app;

create table app.reimbursement_travel (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'travel',
  trip_start_date date,
  trip_end_date date,
  days integer,
  allowance_amount numeric(20,2) default '0',
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  apply_date date,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  application_code text,
  invoices jsonb,
  allowed_amount numeric(20,2) default '0',
  tax_amount numeric(20,2) default '0',
  loan_code text,
  offset_amount numeric(20,2),
  pay_amount numeric(20,2) default '0',
  over_budget text not null default '0',
  over_policy text not null default '0',
  parts jsonb,
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  application_name text,
  loan_name text,
  bank_account_name text,
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
create unique index reimbursement_travel_key on app.reimbursement_travel (tenant_code, code);
create index reimbursement_travel_recent on app.reimbursement_travel (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_bill_date on app.reimbursement_travel (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_bill_status on app.reimbursement_travel (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_state_day on app.reimbursement_travel (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_travel_applicant_code on app.reimbursement_travel (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_dept_code on app.reimbursement_travel (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_organize_code on app.reimbursement_travel (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_doc_type on app.reimbursement_travel (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_currency on app.reimbursement_travel (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_pay_mode on app.reimbursement_travel (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_pay_flag on app.reimbursement_travel (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_travel_loan_code on app.reimbursement_travel (tenant_code, loan_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_travel enable row level security;
alter table app.reimbursement_travel force row level security;
create policy tenant_wall on app.reimbursement_travel using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_travel to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, trip_start_date, trip_end_date, days, allowance_amount, organize_code, applicant_code, dept_code, apply_date, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, application_code, invoices, allowed_amount, tax_amount, loan_code, offset_amount, pay_amount, over_budget, over_policy, parts, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, organize_name, applicant_name, dept_name, application_name, loan_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_travel to qudao_app;

create table app.reimbursement_travel_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  start_date date,
  end_date date,
  from_city text,
  to_city text,
  area_code text,
  vehicle text,
  item_code text,
  traffic_amount numeric(20,2),
  hotel_amount numeric(20,2),
  meal_amount numeric(20,2),
  other_amount numeric(20,2),
  amount numeric(20,2) default '0',
  dept_code text,
  project_code text,
  invoice_number text,
  tax_amount numeric(20,2) default '0',
  allowed_amount numeric(20,2) default '0',
  remark text,
  area_name text,
  item_name text,
  dept_name text,
  primary key (tenant_code, id)
);
create index reimbursement_travel_line_parent on app.reimbursement_travel_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_travel_line enable row level security;
alter table app.reimbursement_travel_line force row level security;
create policy tenant_wall on app.reimbursement_travel_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_travel_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, start_date, end_date, from_city, to_city, area_code, vehicle, item_code, traffic_amount, hotel_amount, meal_amount, other_amount, amount, dept_code, project_code, invoice_number, tax_amount, allowed_amount, remark, area_name, item_name, dept_name) on app.reimbursement_travel_line to qudao_app;

create table app.reimbursement_citytransport (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'cityTransport',
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  apply_date date,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  application_code text,
  invoices jsonb,
  allowed_amount numeric(20,2) default '0',
  tax_amount numeric(20,2) default '0',
  loan_code text,
  offset_amount numeric(20,2),
  pay_amount numeric(20,2) default '0',
  over_budget text not null default '0',
  over_policy text not null default '0',
  parts jsonb,
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  application_name text,
  loan_name text,
  bank_account_name text,
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
create unique index reimbursement_citytransport_key on app.reimbursement_citytransport (tenant_code, code);
create index reimbursement_citytransport_recent on app.reimbursement_citytransport (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_bill_date on app.reimbursement_citytransport (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_bill_status on app.reimbursement_citytransport (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_state_day on app.reimbursement_citytransport (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_citytransport_applicant_code on app.reimbursement_citytransport (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_dept_code on app.reimbursement_citytransport (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_organize_code on app.reimbursement_citytransport (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_doc_type on app.reimbursement_citytransport (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_currency on app.reimbursement_citytransport (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_pay_mode on app.reimbursement_citytransport (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_citytransport_pay_flag on app.reimbursement_citytransport (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_citytransport enable row level security;
alter table app.reimbursement_citytransport force row level security;
create policy tenant_wall on app.reimbursement_citytransport using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_citytransport to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, organize_code, applicant_code, dept_code, apply_date, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, application_code, invoices, allowed_amount, tax_amount, loan_code, offset_amount, pay_amount, over_budget, over_policy, parts, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, organize_name, applicant_name, dept_name, application_name, loan_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_citytransport to qudao_app;

create table app.reimbursement_citytransport_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  occur_date date,
  from_place text,
  to_place text,
  vehicle text,
  km numeric(20,1),
  purpose text,
  amount numeric(20,2),
  item_code text,
  cost_subject_code text,
  budget_account_code text,
  dept_code text,
  project_code text,
  invoice_number text,
  tax_amount numeric(20,2) default '0',
  allowed_amount numeric(20,2) default '0',
  remark text,
  item_name text,
  cost_subject_name text,
  budget_account_name text,
  dept_name text,
  primary key (tenant_code, id)
);
create index reimbursement_citytransport_line_parent on app.reimbursement_citytransport_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_citytransport_line enable row level security;
alter table app.reimbursement_citytransport_line force row level security;
create policy tenant_wall on app.reimbursement_citytransport_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_citytransport_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, occur_date, from_place, to_place, vehicle, km, purpose, amount, item_code, cost_subject_code, budget_account_code, dept_code, project_code, invoice_number, tax_amount, allowed_amount, remark, item_name, cost_subject_name, budget_account_name, dept_name) on app.reimbursement_citytransport_line to qudao_app;

create table app.claimed_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  applicant_code text not null,
  item_code text not null,
  month text not null,
  dept_code text not null,
  asked numeric(20,4) not null default 0,
  amount numeric(20,4) not null default 0,
  tax numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint claimed_balance_asked check (asked >= 0),
  constraint claimed_balance_amount check (amount >= 0),
  constraint claimed_balance_tax check (tax >= 0)
) with (fillfactor = 50);
create unique index claimed_balance_key on app.claimed_balance (tenant_code, applicant_code, item_code, month, dept_code);
alter table app.claimed_balance enable row level security;
alter table app.claimed_balance force row level security;
create policy tenant_wall on app.claimed_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.claimed_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_asked numeric(20,4) not null,
  asked_after numeric(20,4) not null,
  d_amount numeric(20,4) not null,
  amount_after numeric(20,4) not null,
  d_tax numeric(20,4) not null,
  tax_after numeric(20,4) not null,
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
  organize_code text,
  cost_subject_code text,
  budget_account_code text,
  project_code text,
  invoice_number text,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.claimed_balance (tenant_code, id)
);
create unique index claimed_entry_once on app.claimed_entry (tenant_code, idem_key);
create unique index claimed_entry_chain on app.claimed_entry (tenant_code, balance_id, version);
create unique index claimed_entry_reversal on app.claimed_entry (tenant_code, reversal_of) where reversal_of is not null;
create index claimed_entry_doc on app.claimed_entry (tenant_code, doc_id);
create index claimed_entry_holder on app.claimed_entry (tenant_code, holder_doc_id);
alter table app.claimed_entry enable row level security;
alter table app.claimed_entry force row level security;
create policy tenant_wall on app.claimed_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.claimed_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  asked numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.claimed_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint claimed_hold_floor check (asked >= 0)
);
alter table app.claimed_hold enable row level security;
alter table app.claimed_hold force row level security;
create policy tenant_wall on app.claimed_hold using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.claimed_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into claimed_balance (applicant_code, item_code, month, dept_code, may_go_negative)
  select distinct on (e.applicant_code, e.item_code, e.month, e.dept_code) e.applicant_code, e.item_code, e.month, e.dept_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(applicant_code text, item_code text, month text, dept_code text, may_go_negative boolean)
   order by e.applicant_code, e.item_code, e.month, e.dept_code
  on conflict do nothing;

  perform from claimed_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(applicant_code text, item_code text, month text, dept_code text)
       join claimed_balance k on k.applicant_code = e.applicant_code and k.item_code = e.item_code and k.month = e.month and k.dept_code = e.dept_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join claimed_entry x on x.doc_id = u.doc_id::uuid)
   order by b.applicant_code, b.item_code, b.month, b.dept_code
   for no key update of b;
end $$;

create function app.claimed_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
  is_unheld boolean;
begin
  perform claimed_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id, e.organize_code, e.cost_subject_code, e.budget_account_code, e.project_code, e.invoice_number,
           coalesce(e.d_asked, 0) as d_asked,
           coalesce(e.d_amount, 0) as d_amount,
           coalesce(e.d_tax, 0) as d_tax
      from rows from (jsonb_to_recordset(p->'entries') as (applicant_code text, item_code text, month text, dept_code text,
             d_asked numeric, d_amount numeric, d_tax numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint, organize_code text, cost_subject_code text, budget_account_code text, project_code text, invoice_number text)) with ordinality
           as e(applicant_code, item_code, month, dept_code, d_asked, d_amount, d_tax, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, organize_code, cost_subject_code, budget_account_code, project_code, invoice_number, ord)
      join claimed_balance b on b.applicant_code = e.applicant_code and b.item_code = e.item_code and b.month = e.month and b.dept_code = e.dept_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_asked) as d_asked,
           sum(d_amount) as d_amount,
           sum(d_tax) as d_tax
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('applicant_code', b.applicant_code, 'item_code', b.item_code, 'month', b.month, 'dept_code', b.dept_code, 'available', (b.amount)::text, 'needed', (-(t.d_amount))::text) as detail
      from totals t join claimed_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_amount < 0 and b.amount + (t.d_amount) < 0)
     order by b.applicant_code, b.item_code, b.month, b.dept_code limit 1
  ), entered as (
    insert into claimed_entry (balance_id, version, d_asked, asked_after, d_amount, amount_after, d_tax, tax_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, organize_code, cost_subject_code, budget_account_code, project_code, invoice_number, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_asked, b.asked + sum(a.d_asked) over w, a.d_amount, b.amount + sum(a.d_amount) over w, a.d_tax, b.tax + sum(a.d_tax) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, a.organize_code, a.cost_subject_code, a.budget_account_code, a.project_code, a.invoice_number, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join claimed_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), held as (
    insert into claimed_hold (doc_id, line_id, balance_id, asked)
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_asked) from asked a
     where a.d_asked <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_asked) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set asked = claimed_hold.asked + excluded.asked
  ), released as (
    update claimed_hold h set asked = h.asked + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_asked) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_asked) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), unheld as (
    select from asked a
     where not exists (select from claimed_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_asked) < 0
  ), balanced as (
    update claimed_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           asked = b.asked + t.d_asked,
           amount = b.amount + t.d_amount,
           tax = b.tax + t.d_tax
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('applicant_code', b.applicant_code, 'item_code', b.item_code, 'month', b.month, 'dept_code', b.dept_code, 'asked', jsonb_build_array((b.asked - t.d_asked)::text, b.asked::text), 'amount', jsonb_build_array((b.amount - t.d_amount)::text, b.amount::text), 'tax', jsonb_build_array((b.tax - t.d_tax)::text, b.tax::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced), exists (select from unheld) into short, moved, is_unheld;

  if short is not null then
    raise exception 'ledger claimed short' using errcode = 'QD020', detail = short::text;
  end if;
  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger claimed: released without a hold';
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.claimed_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('applicant_code', b.applicant_code, 'item_code', b.item_code, 'month', b.month, 'dept_code', b.dept_code,
           'd_asked', -e.d_asked, 'd_amount', -e.d_amount, 'd_tax', -e.d_tax,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id, 'organize_code', e.organize_code, 'cost_subject_code', e.cost_subject_code, 'budget_account_code', e.budget_account_code, 'project_code', e.project_code, 'invoice_number', e.invoice_number) order by e.id desc)
    into undone
    from claimed_entry e join claimed_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from claimed_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return claimed_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.claimed_lock(jsonb), app.claimed_post(jsonb), app.claimed_reverse(jsonb) from public;
grant execute on function app.claimed_lock(jsonb), app.claimed_post(jsonb), app.claimed_reverse(jsonb) to qudao_app;
grant select on app.claimed_balance, app.claimed_entry, app.claimed_hold to qudao_app, qudao_report;

alter table app.reimbursement_expense add constraint reimbursement_expense_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_expense add constraint reimbursement_expense_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_expense add constraint reimbursement_expense_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_expense add constraint reimbursement_expense_application_code_fkey foreign key (tenant_code, application_code) references app.reimbursement_application (tenant_code, code);

alter table app.reimbursement_expense add constraint reimbursement_expense_loan_code_fkey foreign key (tenant_code, loan_code) references app.reimbursement_loan (tenant_code, code);

alter table app.reimbursement_expense add constraint reimbursement_expense_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_expense_line add constraint reimbursement_expense_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_expense (tenant_code, id) on delete cascade;

alter table app.reimbursement_expense_line add constraint reimbursement_expense_line_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_expense_line add constraint reimbursement_expense_line_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.reimbursement_expense_line add constraint reimbursement_expense_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_expense_line add constraint reimbursement_expense_line_area_code_fkey foreign key (area_code) references app.sys_area (code);

alter table app.reimbursement_expense_line add constraint reimbursement_expense_line_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_application_code_fkey foreign key (tenant_code, application_code) references app.reimbursement_application (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_loan_code_fkey foreign key (tenant_code, loan_code) references app.reimbursement_loan (tenant_code, code);

alter table app.reimbursement_specialexpense add constraint reimbursement_specialexpense_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_specialexpense_line add constraint reimbursement_specialexpense_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_specialexpense (tenant_code, id) on delete cascade;

alter table app.reimbursement_specialexpense_line add constraint reimbursement_specialexpense_line_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_specialexpense_line add constraint reimbursement_specialexpense_line_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.reimbursement_specialexpense_line add constraint reimbursement_specialexpense_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_specialexpense_line add constraint reimbursement_specialexpense_line_area_code_fkey foreign key (area_code) references app.sys_area (code);

alter table app.reimbursement_specialexpense_line add constraint reimbursement_specialexpense_line_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_travel add constraint reimbursement_travel_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_travel add constraint reimbursement_travel_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_travel add constraint reimbursement_travel_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_travel add constraint reimbursement_travel_application_code_fkey foreign key (tenant_code, application_code) references app.reimbursement_application (tenant_code, code);

alter table app.reimbursement_travel add constraint reimbursement_travel_loan_code_fkey foreign key (tenant_code, loan_code) references app.reimbursement_loan (tenant_code, code);

alter table app.reimbursement_travel add constraint reimbursement_travel_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_travel_line add constraint reimbursement_travel_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_travel (tenant_code, id) on delete cascade;

alter table app.reimbursement_travel_line add constraint reimbursement_travel_line_area_code_fkey foreign key (area_code) references app.sys_area (code);

alter table app.reimbursement_travel_line add constraint reimbursement_travel_line_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_travel_line add constraint reimbursement_travel_line_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_citytransport add constraint reimbursement_citytransport_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_citytransport add constraint reimbursement_citytransport_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_citytransport add constraint reimbursement_citytransport_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_citytransport add constraint reimbursement_citytransport_application_code_fkey foreign key (tenant_code, application_code) references app.reimbursement_application (tenant_code, code);

alter table app.reimbursement_citytransport add constraint reimbursement_citytransport_loan_code_fkey foreign key (tenant_code, loan_code) references app.reimbursement_loan (tenant_code, code);

alter table app.reimbursement_citytransport add constraint reimbursement_citytransport_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_citytransport_line add constraint reimbursement_citytransport_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_citytransport (tenant_code, id) on delete cascade;

alter table app.reimbursement_citytransport_line add constraint reimbursement_citytransport_line_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_citytransport_line add constraint reimbursement_citytransport_line_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.reimbursement_citytransport_line add constraint reimbursement_citytransport_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_citytransport_line add constraint reimbursement_citytransport_line_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

-- Invoices of claims: each once in a tenant, in the document that holds it.
create table app.claim_invoice (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  doc_type text not null,
  doc_id uuid not null,
  doc_code text not null default '',
  line_no integer not null,
  invoice_type text not null,
  code text not null default '',
  number text not null,
  invoice_date date,
  net numeric(20,2),
  tax numeric(20,2),
  total numeric(20,2) not null,
  buyer_tax_no text,
  verify_status text not null default '0',
  create_date timestamp with time zone not null default now(),
  primary key (tenant_code, id)
);
create unique index claim_invoice_once on app.claim_invoice (tenant_code, number, code);
create index claim_invoice_doc on app.claim_invoice (tenant_code, doc_id);
alter table app.claim_invoice enable row level security;
alter table app.claim_invoice force row level security;
create policy tenant_wall on app.claim_invoice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.claim_invoice to qudao_app, qudao_report;
grant insert, delete, update (doc_code, verify_status) on app.claim_invoice to qudao_app;
