-- Invoices of suppliers, what suppliers are paid and what they are paid ahead.
create table app.order_purchaseinvoice (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  supplier_code text not null,
  invoice_number text,
  invoice_date date,
  receipt_amount numeric(20,2) default '0',
  total_amount numeric(20,2) default '0',
  tax_amount numeric(20,2) default '0',
  difference_amount numeric(20,2) default '0',
  mismatch_flag text not null default '0',
  remark text,
  organize_name text,
  supplier_name text,
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
create unique index order_purchaseinvoice_key on app.order_purchaseinvoice (tenant_code, code);
create index order_purchaseinvoice_recent on app.order_purchaseinvoice (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchaseinvoice_bill_date on app.order_purchaseinvoice (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchaseinvoice_bill_status on app.order_purchaseinvoice (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchaseinvoice_state_day on app.order_purchaseinvoice (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index order_purchaseinvoice_supplier_code on app.order_purchaseinvoice (tenant_code, supplier_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchaseinvoice_organize_code on app.order_purchaseinvoice (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchaseinvoice_mismatch_flag on app.order_purchaseinvoice (tenant_code, mismatch_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_purchaseinvoice enable row level security;
alter table app.order_purchaseinvoice force row level security;
create policy tenant_wall on app.order_purchaseinvoice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_purchaseinvoice to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, supplier_code, invoice_number, invoice_date, receipt_amount, total_amount, tax_amount, difference_amount, mismatch_flag, remark, organize_name, supplier_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_purchaseinvoice to qudao_app;

create table app.order_purchaseinvoice_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  source_code text,
  source_line_no integer,
  product_code text,
  receipt_number numeric(20,4) default '0',
  number numeric(20,4),
  receipt_amount numeric(20,2) default '0',
  amount numeric(20,2),
  tax_rate text,
  tax_amount numeric(20,2) default '0',
  difference_amount numeric(20,2) default '0',
  cost_amount numeric(20,2) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index order_purchaseinvoice_line_parent on app.order_purchaseinvoice_line (tenant_code, parent_id, line_no);
alter table app.order_purchaseinvoice_line enable row level security;
alter table app.order_purchaseinvoice_line force row level security;
create policy tenant_wall on app.order_purchaseinvoice_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_purchaseinvoice_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, source_code, source_line_no, product_code, receipt_number, number, receipt_amount, amount, tax_rate, tax_amount, difference_amount, cost_amount, remark, product_name) on app.order_purchaseinvoice_line to qudao_app;

create table app.reimbursement_payment (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'payment',
  organize_code text not null,
  applicant_code text,
  dept_code text,
  apply_date date,
  supplier_code text not null,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  purchase_code text,
  prepayment_code text,
  offset_amount numeric(20,2),
  pay_amount numeric(20,2) default '0',
  mismatch_flag text not null default '0',
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  supplier_name text,
  purchase_name text,
  prepayment_name text,
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
create unique index reimbursement_payment_key on app.reimbursement_payment (tenant_code, code);
create index reimbursement_payment_recent on app.reimbursement_payment (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_bill_date on app.reimbursement_payment (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_bill_status on app.reimbursement_payment (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_state_day on app.reimbursement_payment (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_payment_applicant_code on app.reimbursement_payment (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_dept_code on app.reimbursement_payment (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_supplier_code on app.reimbursement_payment (tenant_code, supplier_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_bank_account_code on app.reimbursement_payment (tenant_code, bank_account_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_doc_type on app.reimbursement_payment (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_currency on app.reimbursement_payment (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_pay_mode on app.reimbursement_payment (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_payment_pay_flag on app.reimbursement_payment (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_payment enable row level security;
alter table app.reimbursement_payment force row level security;
create policy tenant_wall on app.reimbursement_payment using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_payment to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, organize_code, applicant_code, dept_code, apply_date, supplier_code, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, purchase_code, prepayment_code, offset_amount, pay_amount, mismatch_flag, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, organize_name, applicant_name, dept_name, supplier_name, purchase_name, prepayment_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_payment to qudao_app;

create table app.reimbursement_payment_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  source_code text,
  invoice_number text,
  amount numeric(20,2),
  tax_rate text,
  tax_amount numeric(20,2) default '0',
  open_amount numeric(20,2) default '0',
  remark text,
  primary key (tenant_code, id)
);
create index reimbursement_payment_line_parent on app.reimbursement_payment_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_payment_line enable row level security;
alter table app.reimbursement_payment_line force row level security;
create policy tenant_wall on app.reimbursement_payment_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_payment_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, source_code, invoice_number, amount, tax_rate, tax_amount, open_amount, remark) on app.reimbursement_payment_line to qudao_app;

create table app.reimbursement_prepayment (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'prepayment',
  organize_code text not null,
  applicant_code text,
  dept_code text,
  apply_date date,
  supplier_code text not null,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  purchase_code text,
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  offset_amount numeric(20,2) default '0',
  balance_amount numeric(20,2) default '0',
  settle_status text not null default '0',
  organize_name text,
  applicant_name text,
  dept_name text,
  supplier_name text,
  purchase_name text,
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
create unique index reimbursement_prepayment_key on app.reimbursement_prepayment (tenant_code, code);
create index reimbursement_prepayment_recent on app.reimbursement_prepayment (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_bill_date on app.reimbursement_prepayment (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_bill_status on app.reimbursement_prepayment (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_state_day on app.reimbursement_prepayment (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_prepayment_applicant_code on app.reimbursement_prepayment (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_dept_code on app.reimbursement_prepayment (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_supplier_code on app.reimbursement_prepayment (tenant_code, supplier_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_purchase_code on app.reimbursement_prepayment (tenant_code, purchase_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_doc_type on app.reimbursement_prepayment (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_currency on app.reimbursement_prepayment (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_pay_mode on app.reimbursement_prepayment (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_prepayment_pay_flag on app.reimbursement_prepayment (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_prepayment enable row level security;
alter table app.reimbursement_prepayment force row level security;
create policy tenant_wall on app.reimbursement_prepayment using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_prepayment to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, organize_code, applicant_code, dept_code, apply_date, supplier_code, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, purchase_code, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, offset_amount, balance_amount, settle_status, organize_name, applicant_name, dept_name, supplier_name, purchase_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_prepayment to qudao_app;

create table app.reimbursement_prepayment_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  summary text,
  amount numeric(20,2),
  remark text,
  primary key (tenant_code, id)
);
create index reimbursement_prepayment_line_parent on app.reimbursement_prepayment_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_prepayment_line enable row level security;
alter table app.reimbursement_prepayment_line force row level security;
create policy tenant_wall on app.reimbursement_prepayment_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_prepayment_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, summary, amount, remark) on app.reimbursement_prepayment_line to qudao_app;

alter table app.order_purchaseinvoice add constraint order_purchaseinvoice_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_purchaseinvoice add constraint order_purchaseinvoice_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.order_purchaseinvoice_line add constraint order_purchaseinvoice_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_purchaseinvoice (tenant_code, id) on delete cascade;

alter table app.order_purchaseinvoice_line add constraint order_purchaseinvoice_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_purchase_code_fkey foreign key (tenant_code, purchase_code) references app.order_purchase (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_prepayment_code_fkey foreign key (tenant_code, prepayment_code) references app.reimbursement_prepayment (tenant_code, code);

alter table app.reimbursement_payment add constraint reimbursement_payment_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_payment_line add constraint reimbursement_payment_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_payment (tenant_code, id) on delete cascade;

alter table app.reimbursement_prepayment add constraint reimbursement_prepayment_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_prepayment add constraint reimbursement_prepayment_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_prepayment add constraint reimbursement_prepayment_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_prepayment add constraint reimbursement_prepayment_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.reimbursement_prepayment add constraint reimbursement_prepayment_purchase_code_fkey foreign key (tenant_code, purchase_code) references app.order_purchase (tenant_code, code);

alter table app.reimbursement_prepayment add constraint reimbursement_prepayment_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_prepayment_line add constraint reimbursement_prepayment_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_prepayment (tenant_code, id) on delete cascade;

create index reimbursement_payment_line_source on app.reimbursement_payment_line (tenant_code, source_code);
create index order_purchaseinvoice_line_source on app.order_purchaseinvoice_line (tenant_code, source_code, source_line_no);
