-- Finance confirms what was asked for, and it becomes invoices: merged, cut, and numbered.
alter table app.invoice_apply add column confirm_date timestamp with time zone;
grant update (confirm_date) on app.invoice_apply to qudao_app;

alter table app.invoice_apply add column confirmer_name text;
grant update (confirmer_name) on app.invoice_apply to qudao_app;

create table app.invoice_maintain (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text not null,
  apply_code text,
  kind text not null default '0',
  invoice_type text not null,
  invoice_code text,
  invoice_number text,
  invoice_date date,
  title text not null,
  tax_number text,
  email text,
  total_amount numeric(20,2) default '0',
  total_net numeric(20,2) default '0',
  total_tax numeric(20,2) default '0',
  issue_status text not null default '0',
  remark text,
  organize_name text,
  customer_name text,
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
create unique index invoice_maintain_key on app.invoice_maintain (tenant_code, code);
create index invoice_maintain_recent on app.invoice_maintain (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_bill_date on app.invoice_maintain (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_bill_status on app.invoice_maintain (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_state_day on app.invoice_maintain (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index invoice_maintain_customer_code on app.invoice_maintain (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_organize_code on app.invoice_maintain (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_apply on app.invoice_maintain (tenant_code, apply_code);
create index invoice_maintain_kind on app.invoice_maintain (tenant_code, kind, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_invoice_type on app.invoice_maintain (tenant_code, invoice_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index invoice_maintain_issue_status on app.invoice_maintain (tenant_code, issue_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create unique index invoice_maintain_number on app.invoice_maintain (tenant_code, invoice_number, coalesce(invoice_code, '')) where invoice_number is not null and deleted_flag = '0';
alter table app.invoice_maintain enable row level security;
alter table app.invoice_maintain force row level security;
create policy tenant_wall on app.invoice_maintain using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.invoice_maintain to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, apply_code, kind, invoice_type, invoice_code, invoice_number, invoice_date, title, tax_number, email, total_amount, total_net, total_tax, issue_status, remark, organize_name, customer_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.invoice_maintain to qudao_app;

create table app.invoice_maintain_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_name text not null,
  spec text,
  unit_name text,
  number numeric(20,4),
  price numeric(20,4) default '0',
  printed_as text,
  tax_rate text not null,
  amount numeric(20,2) not null,
  net_amount numeric(20,2) default '0',
  tax_amount numeric(20,2) default '0',
  tax_code text,
  discount_flag text not null default '0',
  remark text,
  tax_name text,
  primary key (tenant_code, id)
);
create index invoice_maintain_line_parent on app.invoice_maintain_line (tenant_code, parent_id, line_no);
alter table app.invoice_maintain_line enable row level security;
alter table app.invoice_maintain_line force row level security;
create policy tenant_wall on app.invoice_maintain_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.invoice_maintain_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_name, spec, unit_name, number, price, printed_as, tax_rate, amount, net_amount, tax_amount, tax_code, discount_flag, remark, tax_name) on app.invoice_maintain_line to qudao_app;

alter table app.invoice_maintain add constraint invoice_maintain_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.invoice_maintain add constraint invoice_maintain_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.invoice_maintain_line add constraint invoice_maintain_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.invoice_maintain (tenant_code, id) on delete cascade;

alter table app.invoice_maintain_line add constraint invoice_maintain_line_tax_code_fkey foreign key (tenant_code, tax_code) references app.invoice_taxcode (tenant_code, code);
