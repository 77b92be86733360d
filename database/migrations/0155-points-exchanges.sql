-- Points exchanges: activities that offer goods for points, orders of them, and which orders they made.
create table app.points_exchangeactivity (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  name text not null,
  start_date date not null,
  end_date date not null,
  organize_code text,
  channel_code text,
  customer_codes text[] not null default '{}',
  customer_scope text not null default '0',
  remark text,
  organize_name text,
  channel_name text,
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
create unique index points_exchangeactivity_key on app.points_exchangeactivity (tenant_code, code);
create index points_exchangeactivity_recent on app.points_exchangeactivity (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeactivity_bill_date on app.points_exchangeactivity (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeactivity_bill_status on app.points_exchangeactivity (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeactivity_state_day on app.points_exchangeactivity (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index points_exchangeactivity_channel_code on app.points_exchangeactivity (tenant_code, channel_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeactivity_organize_code on app.points_exchangeactivity (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeactivity_customer_scope on app.points_exchangeactivity (tenant_code, customer_scope, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.points_exchangeactivity enable row level security;
alter table app.points_exchangeactivity force row level security;
create policy tenant_wall on app.points_exchangeactivity using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.points_exchangeactivity to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, name, start_date, end_date, organize_code, channel_code, customer_codes, customer_scope, remark, organize_name, channel_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.points_exchangeactivity to qudao_app;

create table app.points_exchangeactivity_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text not null,
  exchange_point_num numeric(20,4) not null,
  price numeric(20,4),
  once_exchange_max_num numeric(20,4),
  customer_max_num numeric(20,4),
  number numeric(20,4),
  spec text,
  main_unit_name text,
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index points_exchangeactivity_line_parent on app.points_exchangeactivity_line (tenant_code, parent_id, line_no);
alter table app.points_exchangeactivity_line enable row level security;
alter table app.points_exchangeactivity_line force row level security;
create policy tenant_wall on app.points_exchangeactivity_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.points_exchangeactivity_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, exchange_point_num, price, once_exchange_max_num, customer_max_num, number, spec, main_unit_name, remark, product_name) on app.points_exchangeactivity_line to qudao_app;

alter table app.order_order add column points_order_code text;
grant update (points_order_code) on app.order_order to qudao_app;

create table app.points_exchangeorder (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  activity_code text not null,
  customer_code text not null,
  shipping_location_code text,
  total_points numeric(20,4) default '0',
  total_amount numeric(20,2) default '0',
  order_status text not null default '0',
  new_order_code text,
  held jsonb,
  remark text,
  organize_name text,
  activity_name text,
  customer_name text,
  shipping_location_name text,
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
create unique index points_exchangeorder_key on app.points_exchangeorder (tenant_code, code);
create index points_exchangeorder_recent on app.points_exchangeorder (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_bill_date on app.points_exchangeorder (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_bill_status on app.points_exchangeorder (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_state_day on app.points_exchangeorder (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index points_exchangeorder_activity_code on app.points_exchangeorder (tenant_code, activity_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_customer_code on app.points_exchangeorder (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_shipping_location_code on app.points_exchangeorder (tenant_code, shipping_location_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_organize_code on app.points_exchangeorder (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index points_exchangeorder_order_status on app.points_exchangeorder (tenant_code, order_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.points_exchangeorder enable row level security;
alter table app.points_exchangeorder force row level security;
create policy tenant_wall on app.points_exchangeorder using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.points_exchangeorder to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, activity_code, customer_code, shipping_location_code, total_points, total_amount, order_status, new_order_code, held, remark, organize_name, activity_name, customer_name, shipping_location_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.points_exchangeorder to qudao_app;

create table app.points_exchangeorder_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text not null,
  number numeric(20,4) not null,
  exchange_point_num numeric(20,4) default '0',
  points numeric(20,4) default '0',
  price numeric(20,4) default '0',
  amount numeric(20,2) default '0',
  returned_number numeric(20,4) default '0',
  spec text,
  main_unit_name text,
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index points_exchangeorder_line_parent on app.points_exchangeorder_line (tenant_code, parent_id, line_no);
alter table app.points_exchangeorder_line enable row level security;
alter table app.points_exchangeorder_line force row level security;
create policy tenant_wall on app.points_exchangeorder_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.points_exchangeorder_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, number, exchange_point_num, points, price, amount, returned_number, spec, main_unit_name, remark, product_name) on app.points_exchangeorder_line to qudao_app;

alter table app.points_exchangeactivity add constraint points_exchangeactivity_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.points_exchangeactivity add constraint points_exchangeactivity_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.points_exchangeactivity_line add constraint points_exchangeactivity_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.points_exchangeactivity (tenant_code, id) on delete cascade;

alter table app.points_exchangeactivity_line add constraint points_exchangeactivity_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.points_exchangeorder add constraint points_exchangeorder_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.points_exchangeorder add constraint points_exchangeorder_activity_code_fkey foreign key (tenant_code, activity_code) references app.points_exchangeactivity (tenant_code, code);

alter table app.points_exchangeorder add constraint points_exchangeorder_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.points_exchangeorder add constraint points_exchangeorder_shipping_location_code_fkey foreign key (tenant_code, shipping_location_code) references app.data_site (tenant_code, code);

alter table app.points_exchangeorder_line add constraint points_exchangeorder_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.points_exchangeorder (tenant_code, id) on delete cascade;

alter table app.points_exchangeorder_line add constraint points_exchangeorder_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);
