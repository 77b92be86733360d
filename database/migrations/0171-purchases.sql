-- Purchases: orders to suppliers with what has come of them, and prices agreed with suppliers.
create table app.order_purchaseprice (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  supplier_code text not null,
  product_code text not null,
  price numeric(20,4) not null,
  least_number numeric(20,4),
  start_date date not null,
  end_date date,
  status text not null default '1',
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
create unique index order_purchaseprice_key on app.order_purchaseprice (tenant_code, code);
create index order_purchaseprice_recent on app.order_purchaseprice (tenant_code, create_date DESC, id DESC);
create index order_purchaseprice_supplier_code on app.order_purchaseprice (tenant_code, supplier_code, create_date DESC, id DESC);
create index order_purchaseprice_product_code on app.order_purchaseprice (tenant_code, product_code, create_date DESC, id DESC);
create index order_purchaseprice_status on app.order_purchaseprice (tenant_code, status, create_date DESC, id DESC);
create index order_purchaseprice_search on app.order_purchaseprice using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.order_purchaseprice enable row level security;
alter table app.order_purchaseprice force row level security;
create policy tenant_wall on app.order_purchaseprice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_purchaseprice to qudao_app, qudao_report;
grant insert, delete, update (code, name, supplier_code, product_code, price, least_number, start_date, end_date, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.order_purchaseprice to qudao_app;

create table app.order_purchase (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  supplier_code text not null,
  storage_code text,
  buyer_code text,
  currency text default 'CNY',
  arrival_date date,
  purchase_status text not null default '0',
  confirm_flag text not null default '0',
  receipt_flag text not null default '0',
  push_status text not null default '0',
  upstream_code text,
  total_number numeric(20,4) default '0',
  total_amount numeric(20,2) default '0',
  remark text,
  organize_name text,
  supplier_name text,
  storage_name text,
  buyer_name text,
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
create unique index order_purchase_key on app.order_purchase (tenant_code, code);
create index order_purchase_recent on app.order_purchase (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_bill_date on app.order_purchase (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_bill_status on app.order_purchase (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_state_day on app.order_purchase (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index order_purchase_supplier_code on app.order_purchase (tenant_code, supplier_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_storage_code on app.order_purchase (tenant_code, storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_buyer_code on app.order_purchase (tenant_code, buyer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_organize_code on app.order_purchase (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_currency on app.order_purchase (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_purchase_purchase_status on app.order_purchase (tenant_code, purchase_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_purchase enable row level security;
alter table app.order_purchase force row level security;
create policy tenant_wall on app.order_purchase using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_purchase to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, supplier_code, storage_code, buyer_code, currency, arrival_date, purchase_status, confirm_flag, receipt_flag, push_status, upstream_code, total_number, total_amount, remark, organize_name, supplier_name, storage_name, buyer_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_purchase to qudao_app;

create table app.order_purchase_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  spec text,
  model text,
  main_unit_name text,
  number numeric(20,4),
  price numeric(20,4),
  price_source text,
  tax_rate text,
  amount numeric(20,2) default '0',
  arrived_number numeric(20,4) default '0',
  returned_number numeric(20,4) default '0',
  closed_number numeric(20,4) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index order_purchase_line_parent on app.order_purchase_line (tenant_code, parent_id, line_no);
alter table app.order_purchase_line enable row level security;
alter table app.order_purchase_line force row level security;
create policy tenant_wall on app.order_purchase_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_purchase_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, spec, model, main_unit_name, number, price, price_source, tax_rate, amount, arrived_number, returned_number, closed_number, remark, product_name) on app.order_purchase_line to qudao_app;

alter table app.order_purchaseprice add constraint order_purchaseprice_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.order_purchaseprice add constraint order_purchaseprice_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.order_purchase add constraint order_purchase_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_purchase add constraint order_purchase_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.order_purchase add constraint order_purchase_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.order_purchase add constraint order_purchase_buyer_code_fkey foreign key (tenant_code, buyer_code) references app.data_personnel (tenant_code, code);

alter table app.order_purchase_line add constraint order_purchase_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_purchase (tenant_code, id) on delete cascade;

alter table app.order_purchase_line add constraint order_purchase_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

create index order_purchase_line_product on app.order_purchase_line (tenant_code, product_code);
