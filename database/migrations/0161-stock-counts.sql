-- Stock counts, and what the books said of each of their lines: kept apart from it, since a blind count answers it to
-- nobody before it is approved (domain §3.5, B20, ST012).
create table app.stock_inventory (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  storage_code text,
  count_date date,
  class_code text,
  blind_flag text not null default '0',
  frozen_flag text not null default '0',
  recount_flag text not null default '0',
  total_surplus numeric(20,4) default '0',
  total_deficit numeric(20,4) default '0',
  difference_amount numeric(20,2) default '0',
  remark text,
  organize_name text,
  storage_name text,
  class_name text,
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
create unique index stock_inventory_key on app.stock_inventory (tenant_code, code);
create index stock_inventory_recent on app.stock_inventory (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inventory_bill_date on app.stock_inventory (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inventory_bill_status on app.stock_inventory (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inventory_state_day on app.stock_inventory (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index stock_inventory_storage_code on app.stock_inventory (tenant_code, storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inventory_class_code on app.stock_inventory (tenant_code, class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inventory_organize_code on app.stock_inventory (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.stock_inventory enable row level security;
alter table app.stock_inventory force row level security;
create policy tenant_wall on app.stock_inventory using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_inventory to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, storage_code, count_date, class_code, blind_flag, frozen_flag, recount_flag, total_surplus, total_deficit, difference_amount, remark, organize_name, storage_name, class_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.stock_inventory to qudao_app;

create table app.stock_inventory_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  count_number numeric(20,4),
  recount_flag text not null default '0',
  count_number2 numeric(20,4),
  book_number numeric(20,4) default '0',
  difference_number numeric(20,4) default '0',
  count_result text,
  spec text,
  model text,
  main_unit_name text,
  price numeric(20,4) default '0',
  difference_amount numeric(20,2) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index stock_inventory_line_parent on app.stock_inventory_line (tenant_code, parent_id, line_no);
alter table app.stock_inventory_line enable row level security;
alter table app.stock_inventory_line force row level security;
create policy tenant_wall on app.stock_inventory_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_inventory_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, count_number, recount_flag, count_number2, book_number, difference_number, count_result, spec, model, main_unit_name, price, difference_amount, remark, product_name) on app.stock_inventory_line to qudao_app;

alter table app.stock_inventory add constraint stock_inventory_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.stock_inventory add constraint stock_inventory_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.stock_inventory add constraint stock_inventory_class_code_fkey foreign key (tenant_code, class_code) references app.data_materialclass (tenant_code, code);

alter table app.stock_inventory_line add constraint stock_inventory_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.stock_inventory (tenant_code, id) on delete cascade;

alter table app.stock_inventory_line add constraint stock_inventory_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

create table app.stock_count_book (
  tenant_code text not null default sec.tenant(),
  line_id uuid not null,
  book numeric(20,4) not null,
  primary key (tenant_code, line_id)
);
alter table app.stock_count_book enable row level security;
alter table app.stock_count_book force row level security;
create policy tenant_wall on app.stock_count_book using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_count_book to qudao_app;
grant insert, update (book) on app.stock_count_book to qudao_app;
