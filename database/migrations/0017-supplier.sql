-- Suppliers.


create table app.data_supplier (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  organize_code text,
  code text not null,
  name text not null,
  linkman text,
  phone text,
  abbreviation text,
  class_code text not null,
  status text not null default '1',
  tax_number text,
  opening_bank text,
  bank_account text,
  balance_type_code text,
  email text,
  address text,
  tax_rate text,
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_supplier_key on app.data_supplier (tenant_code, code);
create index data_supplier_recent on app.data_supplier (tenant_code, create_date DESC, id DESC);
create index data_supplier_organize_code on app.data_supplier (tenant_code, organize_code, create_date DESC, id DESC);
create index data_supplier_class_code on app.data_supplier (tenant_code, class_code, create_date DESC, id DESC);
create index data_supplier_tax_rate on app.data_supplier (tenant_code, tax_rate, create_date DESC, id DESC);
create index data_supplier_status on app.data_supplier (tenant_code, status, create_date DESC, id DESC);
alter table app.data_supplier enable row level security;
alter table app.data_supplier force row level security;
create policy tenant_wall on app.data_supplier using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_supplier to qudao_app, qudao_report;
grant insert, delete, update (organize_code, code, name, linkman, phone, abbreviation, class_code, status, tax_number, opening_bank, bank_account, balance_type_code, email, address, tax_rate, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_supplier to qudao_app;

create table app.data_supplierclass (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  lock_flag text not null default '0',
  remark text,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_supplierclass_key on app.data_supplierclass (tenant_code, code);
create index data_supplierclass_recent on app.data_supplierclass (tenant_code, create_date DESC, id DESC);
create index data_supplierclass_pid on app.data_supplierclass (tenant_code, pid);
create index data_supplierclass_status on app.data_supplierclass (tenant_code, status, create_date DESC, id DESC);
alter table app.data_supplierclass enable row level security;
alter table app.data_supplierclass force row level security;
create policy tenant_wall on app.data_supplierclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_supplierclass to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, lock_flag, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_supplierclass to qudao_app;

alter table app.stock_inout add column supplier_name text;
grant update (supplier_name) on app.stock_inout to qudao_app;

create index stock_inout_supplier_code on app.stock_inout (tenant_code, supplier_code, create_date DESC, id DESC) where deleted_flag = '0'::text;

alter table app.data_supplier add constraint data_supplier_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_supplier add constraint data_supplier_class_code_fkey foreign key (tenant_code, class_code) references app.data_supplierclass (tenant_code, code);

alter table app.data_supplierclass add constraint data_supplierclass_pid_fkey foreign key (tenant_code, pid) references app.data_supplierclass (tenant_code, id);

alter table app.stock_inout add constraint stock_inout_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);
