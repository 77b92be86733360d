-- Allocations: goods from one warehouse to another, on their way between its out and its ins (domain §3.5, B19).
create table app.stock_allocation (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  out_storage_code text,
  in_storage_code text,
  out_organize_code text,
  in_organize_code text,
  cross_flag text not null default '0',
  logistics_code text,
  total_number numeric(20,4) default '0',
  transit_number numeric(20,4) default '0',
  loss_number numeric(20,4) default '0',
  total_settle numeric(20,2) default '0',
  sent_flag text not null default '0',
  out_date timestamp with time zone,
  in_date timestamp with time zone,
  receipt_status text not null default '0',
  push_status text not null default '0',
  remark text,
  organize_name text,
  out_storage_name text,
  in_storage_name text,
  out_organize_name text,
  in_organize_name text,
  logistics_name text,
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
create unique index stock_allocation_key on app.stock_allocation (tenant_code, code);
create index stock_allocation_recent on app.stock_allocation (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_bill_date on app.stock_allocation (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_bill_status on app.stock_allocation (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_state_day on app.stock_allocation (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index stock_allocation_out_organize_code on app.stock_allocation (tenant_code, out_organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_out_storage_code on app.stock_allocation (tenant_code, out_storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_in_organize_code on app.stock_allocation (tenant_code, in_organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_in_storage_code on app.stock_allocation (tenant_code, in_storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_receipt_status on app.stock_allocation (tenant_code, receipt_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_allocation_push_status on app.stock_allocation (tenant_code, push_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.stock_allocation enable row level security;
alter table app.stock_allocation force row level security;
create policy tenant_wall on app.stock_allocation using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_allocation to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, out_storage_code, in_storage_code, out_organize_code, in_organize_code, cross_flag, logistics_code, total_number, transit_number, loss_number, total_settle, sent_flag, out_date, in_date, receipt_status, push_status, remark, organize_name, out_storage_name, in_storage_name, out_organize_name, in_organize_name, logistics_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.stock_allocation to qudao_app;

create table app.stock_allocation_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  spec text,
  model text,
  main_unit_name text,
  number numeric(20,4),
  store_number numeric(20,4),
  rate numeric(20,6),
  out_number numeric(20,4) default '0',
  received_number numeric(20,4) default '0',
  loss_number numeric(20,4) default '0',
  settle_price numeric(20,4),
  settle_amount numeric(20,2) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index stock_allocation_line_parent on app.stock_allocation_line (tenant_code, parent_id, line_no);
alter table app.stock_allocation_line enable row level security;
alter table app.stock_allocation_line force row level security;
create policy tenant_wall on app.stock_allocation_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_allocation_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, spec, model, main_unit_name, number, store_number, rate, out_number, received_number, loss_number, settle_price, settle_amount, remark, product_name) on app.stock_allocation_line to qudao_app;

alter table app.stock_allocation add constraint stock_allocation_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.stock_allocation add constraint stock_allocation_out_storage_code_fkey foreign key (tenant_code, out_storage_code) references app.data_depot (tenant_code, code);

alter table app.stock_allocation add constraint stock_allocation_in_storage_code_fkey foreign key (tenant_code, in_storage_code) references app.data_depot (tenant_code, code);

alter table app.stock_allocation add constraint stock_allocation_out_organize_code_fkey foreign key (tenant_code, out_organize_code) references app.sys_organization (tenant_code, code);

alter table app.stock_allocation add constraint stock_allocation_in_organize_code_fkey foreign key (tenant_code, in_organize_code) references app.sys_organization (tenant_code, code);

alter table app.stock_allocation add constraint stock_allocation_logistics_code_fkey foreign key (tenant_code, logistics_code) references app.data_logistics (tenant_code, code);

alter table app.stock_allocation_line add constraint stock_allocation_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.stock_allocation (tenant_code, id) on delete cascade;

alter table app.stock_allocation_line add constraint stock_allocation_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);
