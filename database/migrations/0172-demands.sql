-- Demands: what is needed, by hand, of orders or below a minimum, and the minimum of goods in warehouses.
create table app.order_minstock (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  organize_code text not null,
  storage_code text not null,
  product_code text not null,
  min_number numeric(20,4) not null,
  max_number numeric(20,4),
  lead_days integer,
  supplier_code text,
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
create unique index order_minstock_key on app.order_minstock (tenant_code, code);
create index order_minstock_recent on app.order_minstock (tenant_code, create_date DESC, id DESC);
create index order_minstock_storage_code on app.order_minstock (tenant_code, storage_code, create_date DESC, id DESC);
create index order_minstock_product_code on app.order_minstock (tenant_code, product_code, create_date DESC, id DESC);
create index order_minstock_supplier_code on app.order_minstock (tenant_code, supplier_code, create_date DESC, id DESC);
create index order_minstock_status on app.order_minstock (tenant_code, status, create_date DESC, id DESC);
create index order_minstock_search on app.order_minstock using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.order_minstock enable row level security;
alter table app.order_minstock force row level security;
create policy tenant_wall on app.order_minstock using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_minstock to qudao_app, qudao_report;
grant insert, delete, update (code, name, organize_code, storage_code, product_code, min_number, max_number, lead_days, supplier_code, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.order_minstock to qudao_app;

create table app.order_demand (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text,
  shop_code text,
  supplier_code text,
  storage_code text,
  required_date date,
  source text not null default '0',
  source_code text,
  order_code text,
  purchase_code text,
  draft_status text not null default '0',
  total_number numeric(20,4) default '0',
  remark text,
  organize_name text,
  customer_name text,
  shop_name text,
  supplier_name text,
  storage_name text,
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
create unique index order_demand_key on app.order_demand (tenant_code, code);
create index order_demand_recent on app.order_demand (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_bill_date on app.order_demand (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_bill_status on app.order_demand (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_state_day on app.order_demand (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index order_demand_customer_code on app.order_demand (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_shop_code on app.order_demand (tenant_code, shop_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_supplier_code on app.order_demand (tenant_code, supplier_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_organize_code on app.order_demand (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_source on app.order_demand (tenant_code, source, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_demand_draft_status on app.order_demand (tenant_code, draft_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_demand enable row level security;
alter table app.order_demand force row level security;
create policy tenant_wall on app.order_demand using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_demand to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, shop_code, supplier_code, storage_code, required_date, source, source_code, order_code, purchase_code, draft_status, total_number, remark, organize_name, customer_name, shop_name, supplier_name, storage_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_demand to qudao_app;

create table app.order_demand_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  spec text,
  model text,
  main_unit_name text,
  number numeric(20,4),
  approved_number numeric(20,4),
  on_hand_number numeric(20,4) default '0',
  promised_number numeric(20,4) default '0',
  on_order_number numeric(20,4) default '0',
  daily_number numeric(20,4) default '0',
  lead_days integer,
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index order_demand_line_parent on app.order_demand_line (tenant_code, parent_id, line_no);
alter table app.order_demand_line enable row level security;
alter table app.order_demand_line force row level security;
create policy tenant_wall on app.order_demand_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_demand_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, spec, model, main_unit_name, number, approved_number, on_hand_number, promised_number, on_order_number, daily_number, lead_days, remark, product_name) on app.order_demand_line to qudao_app;

alter table app.order_minstock add constraint order_minstock_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_minstock add constraint order_minstock_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.order_minstock add constraint order_minstock_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.order_minstock add constraint order_minstock_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.order_demand add constraint order_demand_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_demand add constraint order_demand_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.order_demand add constraint order_demand_shop_code_fkey foreign key (tenant_code, shop_code) references app.data_shop (tenant_code, code);

alter table app.order_demand add constraint order_demand_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

alter table app.order_demand add constraint order_demand_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.order_demand_line add constraint order_demand_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_demand (tenant_code, id) on delete cascade;

alter table app.order_demand_line add constraint order_demand_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

create index order_demand_line_product on app.order_demand_line (tenant_code, product_code);
create index order_demand_source_code on app.order_demand (tenant_code, source_code) where source_code is not null;
