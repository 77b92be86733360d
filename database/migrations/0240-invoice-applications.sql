-- Customers ask to have invoiced what left for them; an application holds what it asks for.
create table app.invoice_apply (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text not null,
  invoice_info_id uuid,
  invoice_type text,
  industry_invoice text,
  title text,
  tax_number text,
  address text,
  opening_bank text,
  bank_account text,
  email text,
  total_amount numeric(20,2) default '0',
  total_tax numeric(20,2) default '0',
  confirm_flag text not null default '0',
  invoicing_status text not null default '0',
  issue_status text not null default '0',
  remark text,
  organize_name text,
  customer_name text,
  invoice_info_name text,
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
create unique index invoice_apply_key on app.invoice_apply (tenant_code, code);
create index invoice_apply_recent on app.invoice_apply (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_bill_date on app.invoice_apply (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_bill_status on app.invoice_apply (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_state_day on app.invoice_apply (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index invoice_apply_customer_code on app.invoice_apply (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_organize_code on app.invoice_apply (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_invoice_type on app.invoice_apply (tenant_code, invoice_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_industry_invoice on app.invoice_apply (tenant_code, industry_invoice, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_apply_confirm_flag on app.invoice_apply (tenant_code, confirm_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.invoice_apply enable row level security;
alter table app.invoice_apply force row level security;
create policy tenant_wall on app.invoice_apply using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.invoice_apply to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, invoice_info_id, invoice_type, industry_invoice, title, tax_number, address, opening_bank, bank_account, email, total_amount, total_tax, confirm_flag, invoicing_status, issue_status, remark, organize_name, customer_name, invoice_info_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.invoice_apply to qudao_app;

create table app.invoice_apply_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  source_code text,
  source_kind text not null default '0',
  source_line_no integer default '0',
  order_code text,
  product_code text,
  spec text,
  model text,
  unit_name text,
  number numeric(20,4),
  price numeric(20,4) default '0',
  amount numeric(20,2) default '0',
  discount_amount numeric(20,2) default '0',
  tax_rate text,
  tax_amount numeric(20,2) default '0',
  tax_code text,
  remark text,
  product_name text,
  tax_name text,
  primary key (tenant_code, id)
);
create index invoice_apply_line_parent on app.invoice_apply_line (tenant_code, parent_id, line_no);
create index invoice_apply_line_source on app.invoice_apply_line (tenant_code, source_code, source_line_no);
alter table app.invoice_apply_line enable row level security;
alter table app.invoice_apply_line force row level security;
create policy tenant_wall on app.invoice_apply_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.invoice_apply_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, source_code, source_kind, source_line_no, order_code, product_code, spec, model, unit_name, number, price, amount, discount_amount, tax_rate, tax_amount, tax_code, remark, product_name, tax_name) on app.invoice_apply_line to qudao_app;

alter table app.invoice_apply add constraint invoice_apply_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.invoice_apply add constraint invoice_apply_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.invoice_apply add constraint invoice_apply_invoice_info_id_fkey foreign key (tenant_code, invoice_info_id) references app.data_customerinvoice (tenant_code, id);

alter table app.invoice_apply_line add constraint invoice_apply_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.invoice_apply (tenant_code, id) on delete cascade;

alter table app.invoice_apply_line add constraint invoice_apply_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.invoice_apply_line add constraint invoice_apply_line_tax_code_fkey foreign key (tenant_code, tax_code) references app.invoice_taxcode (tenant_code, code);
