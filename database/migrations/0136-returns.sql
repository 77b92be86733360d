-- Returns: goods of an order that come back, and with them its money.
alter table app.order_order_line add column choice_returned_number numeric(20,4) default '0';
grant update (choice_returned_number) on app.order_order_line to qudao_app;

create table app.order_refund (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  order_code text not null,
  customer_code text,
  order_type text not null default '2',
  return_reason text not null default '0',
  storage_code text,
  account_code text,
  delivery_code text,
  total_number numeric(20,4) default '0',
  total_amount numeric(20,2) default '0',
  clawback_amount numeric(20,2) default '0',
  receipt_status text not null default '0',
  push_status text not null default '0',
  estimate jsonb,
  receipts jsonb,
  remark text,
  organize_name text,
  order_name text,
  customer_name text,
  storage_name text,
  account_name text,
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
create unique index order_refund_key on app.order_refund (tenant_code, code);
create index order_refund_recent on app.order_refund (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_bill_date on app.order_refund (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_bill_status on app.order_refund (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_state_day on app.order_refund (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index order_refund_order_code on app.order_refund (tenant_code, order_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_customer_code on app.order_refund (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_storage_code on app.order_refund (tenant_code, storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_account_code on app.order_refund (tenant_code, account_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_return_reason on app.order_refund (tenant_code, return_reason, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_receipt_status on app.order_refund (tenant_code, receipt_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_refund_push_status on app.order_refund (tenant_code, push_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_refund enable row level security;
alter table app.order_refund force row level security;
create policy tenant_wall on app.order_refund using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_refund to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, order_code, customer_code, order_type, return_reason, storage_code, account_code, delivery_code, total_number, total_amount, clawback_amount, receipt_status, push_status, estimate, receipts, remark, organize_name, order_name, customer_name, storage_name, account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_refund to qudao_app;

create table app.order_refund_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  order_line_id text,
  direction text not null default '-1',
  product_code text,
  spec text,
  main_unit_name text,
  number numeric(20,4),
  price numeric(20,4),
  amount numeric(20,2) default '0',
  short_flag text not null default '0',
  loss_flag text not null default '0',
  received_number numeric(20,4) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index order_refund_line_parent on app.order_refund_line (tenant_code, parent_id, line_no);
alter table app.order_refund_line enable row level security;
alter table app.order_refund_line force row level security;
create policy tenant_wall on app.order_refund_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_refund_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, order_line_id, direction, product_code, spec, main_unit_name, number, price, amount, short_flag, loss_flag, received_number, remark, product_name) on app.order_refund_line to qudao_app;

alter table app.order_refund add constraint order_refund_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_refund add constraint order_refund_order_code_fkey foreign key (tenant_code, order_code) references app.order_order (tenant_code, code);

alter table app.order_refund add constraint order_refund_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.order_refund add constraint order_refund_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.order_refund add constraint order_refund_account_code_fkey foreign key (tenant_code, account_code) references app.sale_capitalaccount (tenant_code, account_code);

alter table app.order_refund_line add constraint order_refund_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_refund (tenant_code, id) on delete cascade;

alter table app.order_refund_line add constraint order_refund_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);
