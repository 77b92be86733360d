-- The tables of the nouns and the stock ledger, drafted from their definitions (npm run db:draft) and reviewed.

create table app.sys_user (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  username text not null,
  real_name text not null,
  gender text,
  email text,
  mobile text,
  head_url text,
  organize_code text,
  dept_id uuid,
  role_id_list text[] not null default '{}',
  account_type text not null default '0',
  account_rank text not null default '0',
  main_user_id uuid,
  customer_code text,
  supplier_code text,
  personnel_code text,
  verify_type text not null default '0',
  super_admin text not null default '0',
  super_tenant text not null default '0',
  lock_flag text not null default '0',
  last_login_date timestamp with time zone,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index sys_user_key on app.sys_user (tenant_code, username);
create index sys_user_recent on app.sys_user (tenant_code, create_date DESC, id DESC);
create index sys_user_dept_id on app.sys_user (tenant_code, dept_id, create_date DESC, id DESC);
create index sys_user_account_type on app.sys_user (tenant_code, account_type, create_date DESC, id DESC);
create index sys_user_status on app.sys_user (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_user enable row level security;
alter table app.sys_user force row level security;
create policy tenant_wall on app.sys_user using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_user to qudao_app, qudao_report;
grant insert, delete, update (username, real_name, gender, email, mobile, head_url, organize_code, dept_id, role_id_list, account_type, account_rank, main_user_id, customer_code, supplier_code, personnel_code, verify_type, super_admin, super_tenant, lock_flag, last_login_date, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_user to qudao_app;

create table app.sys_role (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text,
  name text not null,
  menu_list text[] not null default '{}',
  dept_list text[] not null default '{}',
  storage_list text[] not null default '{}',
  organize_list text[] not null default '{}',
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index sys_role_key on app.sys_role (tenant_code, code);
create index sys_role_recent on app.sys_role (tenant_code, create_date DESC, id DESC);
create index sys_role_status on app.sys_role (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_role enable row level security;
alter table app.sys_role force row level security;
create policy tenant_wall on app.sys_role using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_role to qudao_app, qudao_report;
grant insert, delete, update (code, name, menu_list, dept_list, storage_list, organize_list, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_role to qudao_app;

create table app.sys_organization (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  type text not null default '0',
  manage_flag text not null default '0',
  linkman text,
  phone text,
  address text,
  erp_code text,
  sort integer,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index sys_organization_key on app.sys_organization (tenant_code, code);
create index sys_organization_recent on app.sys_organization (tenant_code, create_date DESC, id DESC);
create index sys_organization_pid on app.sys_organization (tenant_code, pid);
create index sys_organization_manage_flag on app.sys_organization (tenant_code, manage_flag, create_date DESC, id DESC);
create index sys_organization_type on app.sys_organization (tenant_code, type, create_date DESC, id DESC);
create index sys_organization_erp_code on app.sys_organization (tenant_code, erp_code, create_date DESC, id DESC);
create index sys_organization_status on app.sys_organization (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_organization enable row level security;
alter table app.sys_organization force row level security;
create policy tenant_wall on app.sys_organization using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_organization to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, type, manage_flag, linkman, phone, address, erp_code, sort, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_organization to qudao_app;

create table app.sys_menu (
  id uuid not null,
  pid uuid,
  name text not null,
  name_tw text,
  name_en text,
  type text not null default '0',
  url text,
  permissions text,
  resource_list jsonb,
  icon text,
  open_style text not null default '0',
  sort integer default '0',
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create index sys_menu_recent on app.sys_menu (create_date DESC, id DESC);
create index sys_menu_pid on app.sys_menu (pid);
create index sys_menu_type on app.sys_menu (type, create_date DESC, id DESC);
create index sys_menu_status on app.sys_menu (status, create_date DESC, id DESC);
alter table app.sys_menu enable row level security;
alter table app.sys_menu force row level security;
create policy readable on app.sys_menu for select using (true);
create policy platform_writes on app.sys_menu using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_menu to qudao_owner using (true) with check (true);
grant select on app.sys_menu to qudao_app, qudao_report;
grant insert, delete, update (pid, name, name_tw, name_en, type, url, permissions, resource_list, icon, open_style, sort, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_menu to qudao_app;

create table app.sys_dict (
  id uuid not null,
  dict_type_id text not null,
  dict_type text not null,
  dict_name text not null,
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index sys_dict_key on app.sys_dict (dict_type_id);
create index sys_dict_recent on app.sys_dict (create_date DESC, id DESC);
create index sys_dict_status on app.sys_dict (status, create_date DESC, id DESC);
alter table app.sys_dict enable row level security;
alter table app.sys_dict force row level security;
create policy readable on app.sys_dict for select using (true);
create policy platform_writes on app.sys_dict using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_dict to qudao_owner using (true) with check (true);
grant select on app.sys_dict to qudao_app, qudao_report;
grant insert, delete, update (dict_type_id, dict_type, dict_name, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_dict to qudao_app;

create table app.sys_dictdata (
  id uuid not null,
  dict_type_id text not null,
  dict_value text not null,
  dict_label text not null,
  label_tw text,
  label_en text,
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index sys_dictdata_key on app.sys_dictdata (dict_type_id, dict_value);
create index sys_dictdata_recent on app.sys_dictdata (create_date DESC, id DESC);
create index sys_dictdata_status on app.sys_dictdata (status, create_date DESC, id DESC);
alter table app.sys_dictdata enable row level security;
alter table app.sys_dictdata force row level security;
create policy readable on app.sys_dictdata for select using (true);
create policy platform_writes on app.sys_dictdata using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_dictdata to qudao_owner using (true) with check (true);
grant select on app.sys_dictdata to qudao_app, qudao_report;
grant insert, delete, update (dict_type_id, dict_value, dict_label, label_tw, label_en, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_dictdata to qudao_app;

create table app.sys_params (
  id uuid not null,
  param_code text not null,
  param_name text,
  param_value text not null,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index sys_params_key on app.sys_params (param_code);
create index sys_params_recent on app.sys_params (create_date DESC, id DESC);
create index sys_params_status on app.sys_params (status, create_date DESC, id DESC);
alter table app.sys_params enable row level security;
alter table app.sys_params force row level security;
create policy readable on app.sys_params for select using (true);
create policy platform_writes on app.sys_params using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_params to qudao_owner using (true) with check (true);
grant select on app.sys_params to qudao_app, qudao_report;
grant insert, delete, update (param_code, param_name, param_value, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_params to qudao_app;

create table app.sys_region (
  id uuid not null,
  pid uuid,
  code text,
  name text not null,
  type text,
  sort integer,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index sys_region_key on app.sys_region (code);
create index sys_region_recent on app.sys_region (create_date DESC, id DESC);
create index sys_region_pid on app.sys_region (pid);
create index sys_region_type on app.sys_region (type, create_date DESC, id DESC);
create index sys_region_status on app.sys_region (status, create_date DESC, id DESC);
alter table app.sys_region enable row level security;
alter table app.sys_region force row level security;
create policy readable on app.sys_region for select using (true);
create policy platform_writes on app.sys_region using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_region to qudao_owner using (true) with check (true);
grant select on app.sys_region to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, type, sort, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_region to qudao_app;

create table app.sys_area (
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  level_type text,
  sort integer,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index sys_area_key on app.sys_area (code);
create index sys_area_recent on app.sys_area (create_date DESC, id DESC);
create index sys_area_pid on app.sys_area (pid);
create index sys_area_level_type on app.sys_area (level_type, create_date DESC, id DESC);
alter table app.sys_area enable row level security;
alter table app.sys_area force row level security;
create policy readable on app.sys_area for select using (true);
create policy platform_writes on app.sys_area using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_area to qudao_owner using (true) with check (true);
grant select on app.sys_area to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, level_type, sort, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_area to qudao_app;

create table app.tenant_tenant (
  id uuid not null,
  pid uuid,
  tenant_code text not null,
  tenant_name text not null,
  tenant_level text not null default '1',
  distributor_level text not null default '1',
  customer_code text,
  expire_date date,
  username text not null,
  real_name text,
  email text,
  mobile text,
  role_id_list text[] not null default '{}',
  super_tenant text not null default '0',
  sys_tenant text not null default '0',
  path text,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index tenant_tenant_key on app.tenant_tenant (tenant_code);
create index tenant_tenant_recent on app.tenant_tenant (create_date DESC, id DESC);
create index tenant_tenant_pid on app.tenant_tenant (pid);
create index tenant_tenant_tenant_level on app.tenant_tenant (tenant_level, create_date DESC, id DESC);
create index tenant_tenant_distributor_level on app.tenant_tenant (distributor_level, create_date DESC, id DESC);
create index tenant_tenant_super_tenant on app.tenant_tenant (super_tenant, create_date DESC, id DESC);
create index tenant_tenant_status on app.tenant_tenant (status, create_date DESC, id DESC);
alter table app.tenant_tenant enable row level security;
alter table app.tenant_tenant force row level security;
create policy readable on app.tenant_tenant for select using (true);
create policy platform_writes on app.tenant_tenant using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.tenant_tenant to qudao_owner using (true) with check (true);
grant select on app.tenant_tenant to qudao_app, qudao_report;
grant insert, delete, update (pid, tenant_name, tenant_level, distributor_level, customer_code, expire_date, username, real_name, email, mobile, role_id_list, super_tenant, sys_tenant, path, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.tenant_tenant to qudao_app;

create table app.tenant_role (
  id uuid not null,
  code text,
  name text not null,
  menu_list text[] not null default '{}',
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index tenant_role_key on app.tenant_role (code);
create index tenant_role_recent on app.tenant_role (create_date DESC, id DESC);
create index tenant_role_status on app.tenant_role (status, create_date DESC, id DESC);
alter table app.tenant_role enable row level security;
alter table app.tenant_role force row level security;
create policy readable on app.tenant_role for select using (true);
create policy platform_writes on app.tenant_role using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.tenant_role to qudao_owner using (true) with check (true);
grant select on app.tenant_role to qudao_app, qudao_report;
grant insert, delete, update (code, name, menu_list, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.tenant_role to qudao_app;

create table app.data_brand (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  en_name text,
  logo_url text,
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_brand_key on app.data_brand (tenant_code, code);
create index data_brand_recent on app.data_brand (tenant_code, create_date DESC, id DESC);
create index data_brand_status on app.data_brand (tenant_code, status, create_date DESC, id DESC);
alter table app.data_brand enable row level security;
alter table app.data_brand force row level security;
create policy tenant_wall on app.data_brand using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_brand to qudao_app, qudao_report;
grant insert, delete, update (code, name, en_name, logo_url, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_brand to qudao_app;

create table app.data_unit (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  precision integer default '0',
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_unit_key on app.data_unit (tenant_code, code);
create index data_unit_recent on app.data_unit (tenant_code, create_date DESC, id DESC);
create index data_unit_status on app.data_unit (tenant_code, status, create_date DESC, id DESC);
alter table app.data_unit enable row level security;
alter table app.data_unit force row level security;
create policy tenant_wall on app.data_unit using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_unit to qudao_app, qudao_report;
grant insert, delete, update (code, name, precision, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_unit to qudao_app;

create table app.data_channel (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_channel_key on app.data_channel (tenant_code, code);
create index data_channel_recent on app.data_channel (tenant_code, create_date DESC, id DESC);
create index data_channel_status on app.data_channel (tenant_code, status, create_date DESC, id DESC);
alter table app.data_channel enable row level security;
alter table app.data_channel force row level security;
create policy tenant_wall on app.data_channel using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_channel to qudao_app, qudao_report;
grant insert, delete, update (code, name, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_channel to qudao_app;

create table app.data_dept (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  organize_code text not null,
  leader_code text,
  lock_flag text not null default '0',
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_dept_key on app.data_dept (tenant_code, code);
create index data_dept_recent on app.data_dept (tenant_code, create_date DESC, id DESC);
create index data_dept_pid on app.data_dept (tenant_code, pid);
create index data_dept_organize_code on app.data_dept (tenant_code, organize_code, create_date DESC, id DESC);
create index data_dept_leader_code on app.data_dept (tenant_code, leader_code, create_date DESC, id DESC);
create index data_dept_status on app.data_dept (tenant_code, status, create_date DESC, id DESC);
alter table app.data_dept enable row level security;
alter table app.data_dept force row level security;
create policy tenant_wall on app.data_dept using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_dept to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, organize_code, leader_code, lock_flag, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_dept to qudao_app;

create table app.data_personnel (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  gender text,
  phone text,
  email text,
  id_card text,
  organize_code text not null,
  dept_code text not null,
  type_code text,
  entry_date date,
  salesman_flag text not null default '0',
  user_id uuid,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_personnel_key on app.data_personnel (tenant_code, code);
create index data_personnel_recent on app.data_personnel (tenant_code, create_date DESC, id DESC);
create index data_personnel_dept_code on app.data_personnel (tenant_code, dept_code, create_date DESC, id DESC);
create index data_personnel_organize_code on app.data_personnel (tenant_code, organize_code, create_date DESC, id DESC);
create index data_personnel_gender on app.data_personnel (tenant_code, gender, create_date DESC, id DESC);
create index data_personnel_status on app.data_personnel (tenant_code, status, create_date DESC, id DESC);
alter table app.data_personnel enable row level security;
alter table app.data_personnel force row level security;
create policy tenant_wall on app.data_personnel using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_personnel to qudao_app, qudao_report;
grant insert, delete, update (code, name, gender, phone, email, id_card, organize_code, dept_code, type_code, entry_date, salesman_flag, user_id, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_personnel to qudao_app;

create table app.data_customerclass (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  lock_flag text not null default '0',
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_customerclass_key on app.data_customerclass (tenant_code, code);
create index data_customerclass_recent on app.data_customerclass (tenant_code, create_date DESC, id DESC);
create index data_customerclass_pid on app.data_customerclass (tenant_code, pid);
create index data_customerclass_status on app.data_customerclass (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customerclass enable row level security;
alter table app.data_customerclass force row level security;
create policy tenant_wall on app.data_customerclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customerclass to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, lock_flag, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customerclass to qudao_app;

create table app.data_customer (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  abbreviation text,
  class_code text not null,
  customer_type text not null,
  organize_code text,
  dept_code text,
  salesman_code text,
  channel_code text,
  customer_group_code text,
  level_code text,
  trade_code text,
  area_code text,
  price_class_code text,
  manager_code text,
  balance_type_code text,
  sale_type_code text,
  parent_customer_code text,
  distributor_level text,
  rel_tenant_flag text not null default '0',
  rel_tenant_code text,
  receive_type text,
  credit_control_flag text not null default '0',
  credit_amount numeric(20,2),
  credit_days integer,
  target_manager_flag text not null default '0',
  economic_type text,
  market_term text,
  freight_for text,
  transport_mode text,
  tax_number text,
  tax_rate text,
  linkman text,
  phone text,
  email text,
  province_code text,
  city_code text,
  district_code text,
  address text,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_customer_key on app.data_customer (tenant_code, code);
create index data_customer_recent on app.data_customer (tenant_code, create_date DESC, id DESC);
create index data_customer_class_code on app.data_customer (tenant_code, class_code, create_date DESC, id DESC);
create index data_customer_salesman_code on app.data_customer (tenant_code, salesman_code, create_date DESC, id DESC);
create index data_customer_organize_code on app.data_customer (tenant_code, organize_code, create_date DESC, id DESC);
create index data_customer_customer_type on app.data_customer (tenant_code, customer_type, create_date DESC, id DESC);
create index data_customer_dept_code on app.data_customer (tenant_code, dept_code, create_date DESC, id DESC);
create index data_customer_status on app.data_customer (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customer enable row level security;
alter table app.data_customer force row level security;
create policy tenant_wall on app.data_customer using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customer to qudao_app, qudao_report;
grant insert, delete, update (code, name, abbreviation, class_code, customer_type, organize_code, dept_code, salesman_code, channel_code, customer_group_code, level_code, trade_code, area_code, price_class_code, manager_code, balance_type_code, sale_type_code, parent_customer_code, distributor_level, rel_tenant_flag, rel_tenant_code, receive_type, credit_control_flag, credit_amount, credit_days, target_manager_flag, economic_type, market_term, freight_for, transport_mode, tax_number, tax_rate, linkman, phone, email, province_code, city_code, district_code, address, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customer to qudao_app;

create table app.data_materialclass (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  tax_code text,
  lock_flag text not null default '0',
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_materialclass_key on app.data_materialclass (tenant_code, code);
create index data_materialclass_recent on app.data_materialclass (tenant_code, create_date DESC, id DESC);
create index data_materialclass_pid on app.data_materialclass (tenant_code, pid);
create index data_materialclass_status on app.data_materialclass (tenant_code, status, create_date DESC, id DESC);
alter table app.data_materialclass enable row level security;
alter table app.data_materialclass force row level security;
create policy tenant_wall on app.data_materialclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_materialclass to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, tax_code, lock_flag, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_materialclass to qudao_app;

create table app.data_material (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  class_code text not null,
  brand_code text,
  group_flag text not null default '0',
  spec text,
  model text,
  figure_number text,
  simplify_model text,
  barcode text,
  store_code text,
  size_code text,
  tag_code text,
  material_line_code text,
  package_spec_code text,
  package_spec text,
  external_standard_code text,
  recipe_no_code text,
  main_unit_code text not null,
  assist_unit_code text,
  rate numeric(20,6),
  unit_change_flag text not null default '0',
  liberties_flag text not null default '0',
  tax_code text,
  tax_rate text,
  price numeric(20,4),
  retail_price numeric(20,4),
  weight numeric(20,4),
  volume numeric(20,4),
  exchange_point_num numeric(20,4),
  once_exchange_max_num numeric(20,4),
  shelf_status text not null default '2',
  organize_code text,
  image_url text,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_material_key on app.data_material (tenant_code, code);
create index data_material_recent on app.data_material (tenant_code, create_date DESC, id DESC);
create index data_material_brand_code on app.data_material (tenant_code, brand_code, create_date DESC, id DESC);
create index data_material_class_code on app.data_material (tenant_code, class_code, create_date DESC, id DESC);
create index data_material_group_flag on app.data_material (tenant_code, group_flag, create_date DESC, id DESC);
create index data_material_tax_rate on app.data_material (tenant_code, tax_rate, create_date DESC, id DESC);
create index data_material_shelf_status on app.data_material (tenant_code, shelf_status, create_date DESC, id DESC);
create index data_material_status on app.data_material (tenant_code, status, create_date DESC, id DESC);
alter table app.data_material enable row level security;
alter table app.data_material force row level security;
create policy tenant_wall on app.data_material using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_material to qudao_app, qudao_report;
grant insert, delete, update (code, name, class_code, brand_code, group_flag, spec, model, figure_number, simplify_model, barcode, store_code, size_code, tag_code, material_line_code, package_spec_code, package_spec, external_standard_code, recipe_no_code, main_unit_code, assist_unit_code, rate, unit_change_flag, liberties_flag, tax_code, tax_rate, price, retail_price, weight, volume, exchange_point_num, once_exchange_max_num, shelf_status, organize_code, image_url, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_material to qudao_app;

create table app.data_productclass (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  image_url text,
  lock_flag text not null default '0',
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_productclass_key on app.data_productclass (tenant_code, code);
create index data_productclass_recent on app.data_productclass (tenant_code, create_date DESC, id DESC);
create index data_productclass_pid on app.data_productclass (tenant_code, pid);
create index data_productclass_status on app.data_productclass (tenant_code, status, create_date DESC, id DESC);
alter table app.data_productclass enable row level security;
alter table app.data_productclass force row level security;
create policy tenant_wall on app.data_productclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_productclass to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, image_url, lock_flag, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_productclass to qudao_app;

create table app.data_product (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  class_code text not null,
  brand_code text,
  material_code text,
  material_line_code text,
  group_flag text not null default '0',
  spec text,
  model text,
  barcode text,
  main_unit_code text not null,
  price numeric(20,4),
  retail_price numeric(20,4),
  tax_rate text,
  shelf_status text not null default '2',
  image_url text,
  detail text,
  sort integer,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_product_key on app.data_product (tenant_code, code);
create index data_product_recent on app.data_product (tenant_code, create_date DESC, id DESC);
create index data_product_brand_code on app.data_product (tenant_code, brand_code, create_date DESC, id DESC);
create index data_product_class_code on app.data_product (tenant_code, class_code, create_date DESC, id DESC);
create index data_product_material_code on app.data_product (tenant_code, material_code, create_date DESC, id DESC);
create index data_product_main_unit_code on app.data_product (tenant_code, main_unit_code, create_date DESC, id DESC);
create index data_product_group_flag on app.data_product (tenant_code, group_flag, create_date DESC, id DESC);
create index data_product_tax_rate on app.data_product (tenant_code, tax_rate, create_date DESC, id DESC);
create index data_product_shelf_status on app.data_product (tenant_code, shelf_status, create_date DESC, id DESC);
create index data_product_status on app.data_product (tenant_code, status, create_date DESC, id DESC);
alter table app.data_product enable row level security;
alter table app.data_product force row level security;
create policy tenant_wall on app.data_product using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_product to qudao_app, qudao_report;
grant insert, delete, update (code, name, class_code, brand_code, material_code, material_line_code, group_flag, spec, model, barcode, main_unit_code, price, retail_price, tax_rate, shelf_status, image_url, detail, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_product to qudao_app;

create table app.data_depot (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  type text not null default '0',
  organize_code text not null,
  stock_organize_code text,
  parent_code text,
  negative_flag text not null default '0',
  province_code text,
  city_code text,
  district_code text,
  address text,
  linkman text,
  phone text,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_depot_key on app.data_depot (tenant_code, code);
create index data_depot_recent on app.data_depot (tenant_code, create_date DESC, id DESC);
create index data_depot_organize_code on app.data_depot (tenant_code, organize_code, create_date DESC, id DESC);
create index data_depot_stock_organize_code on app.data_depot (tenant_code, stock_organize_code, create_date DESC, id DESC);
create index data_depot_province_code on app.data_depot (tenant_code, province_code, create_date DESC, id DESC);
create index data_depot_city_code on app.data_depot (tenant_code, city_code, create_date DESC, id DESC);
create index data_depot_type on app.data_depot (tenant_code, type, create_date DESC, id DESC);
create index data_depot_status on app.data_depot (tenant_code, status, create_date DESC, id DESC);
alter table app.data_depot enable row level security;
alter table app.data_depot force row level security;
create policy tenant_wall on app.data_depot using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_depot to qudao_app, qudao_report;
grant insert, delete, update (code, name, type, organize_code, stock_organize_code, parent_code, negative_flag, province_code, city_code, district_code, address, linkman, phone, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_depot to qudao_app;

create table app.stock_inout (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  move_type text not null,
  storage_code text not null,
  customer_code text,
  supplier_code text,
  dept_code text,
  source_code text,
  total_number numeric(20,4) default '0',
  total_amount numeric(20,2) default '0',
  red_flag text not null default '0',
  receipt_status text not null default '0',
  picked_flag text not null default '0',
  push_status text not null default '0',
  sync_status text not null default '0',
  remark text,
  organize_name text,
  storage_name text,
  customer_name text,
  dept_name text,
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
create unique index stock_inout_key on app.stock_inout (tenant_code, code);
create index stock_inout_recent on app.stock_inout (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_bill_date on app.stock_inout (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_bill_status on app.stock_inout (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_storage_code on app.stock_inout (tenant_code, storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_customer_code on app.stock_inout (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_dept_code on app.stock_inout (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_move_type on app.stock_inout (tenant_code, move_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_push_status on app.stock_inout (tenant_code, push_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index stock_inout_sync_status on app.stock_inout (tenant_code, sync_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.stock_inout enable row level security;
alter table app.stock_inout force row level security;
create policy tenant_wall on app.stock_inout using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_inout to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, move_type, storage_code, customer_code, supplier_code, dept_code, source_code, total_number, total_amount, red_flag, receipt_status, picked_flag, push_status, sync_status, remark, organize_name, storage_name, customer_name, dept_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.stock_inout to qudao_app;

create table app.stock_inout_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text not null,
  spec text,
  model text,
  main_unit_name text,
  number numeric(20,4) not null,
  store_number numeric(20,4),
  rate numeric(20,6),
  price numeric(20,4),
  amount numeric(20,2) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index stock_inout_line_parent on app.stock_inout_line (tenant_code, parent_id, line_no);
alter table app.stock_inout_line enable row level security;
alter table app.stock_inout_line force row level security;
create policy tenant_wall on app.stock_inout_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.stock_inout_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, spec, model, main_unit_name, number, store_number, rate, price, amount, remark, product_name) on app.stock_inout_line to qudao_app;

create table app.order_order (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text not null,
  order_type text not null default '0',
  source text not null default '0',
  channel_code text,
  brand_code text,
  sale_type_code text,
  salesman_code text,
  dept_code text,
  storage_code text,
  shipping_location_code text,
  consignee text,
  phone text,
  address text,
  shipping_mode text,
  freight_for text,
  account_code text,
  account_type text,
  pay_mode text,
  payment_term text,
  currency text default 'CNY',
  required_date date,
  return_reason text,
  total_number numeric(20,4) default '0',
  total_amount numeric(20,2) default '0',
  discount_amount numeric(20,2) default '0',
  charge_amount numeric(20,2) default '0',
  waiver_amount numeric(20,2) default '0',
  payable_amount numeric(20,2) default '0',
  order_status text not null default '0',
  draft_status text not null default '1',
  delivery_status text not null default '0',
  receipt_status text not null default '0',
  invoicing_status text not null default '0',
  push_status text not null default '0',
  attachments text,
  remark text,
  organize_name text,
  customer_name text,
  channel_name text,
  brand_name text,
  salesman_name text,
  dept_name text,
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
create unique index order_order_key on app.order_order (tenant_code, code);
create index order_order_recent on app.order_order (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_bill_date on app.order_order (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_bill_status on app.order_order (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_customer_code on app.order_order (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_channel_code on app.order_order (tenant_code, channel_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_brand_code on app.order_order (tenant_code, brand_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_salesman_code on app.order_order (tenant_code, salesman_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_storage_code on app.order_order (tenant_code, storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_order_type on app.order_order (tenant_code, order_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_order_status on app.order_order (tenant_code, order_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_order_source on app.order_order (tenant_code, source, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_order enable row level security;
alter table app.order_order force row level security;
create policy tenant_wall on app.order_order using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_order to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, order_type, source, channel_code, brand_code, sale_type_code, salesman_code, dept_code, storage_code, shipping_location_code, consignee, phone, address, shipping_mode, freight_for, account_code, account_type, pay_mode, payment_term, currency, required_date, return_reason, total_number, total_amount, discount_amount, charge_amount, waiver_amount, payable_amount, order_status, draft_status, delivery_status, receipt_status, invoicing_status, push_status, attachments, remark, organize_name, customer_name, channel_name, brand_name, salesman_name, dept_name, storage_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_order to qudao_app;

create table app.order_order_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  line_type text not null default '0',
  spec text,
  model text,
  main_unit_name text,
  assist_unit_name text,
  rate numeric(20,6),
  number numeric(20,4),
  store_number numeric(20,4),
  price numeric(20,4),
  retail_price numeric(20,4),
  last_price numeric(20,4) default '0',
  amount numeric(20,2) default '0',
  discount_amount numeric(20,2) default '0',
  tax_rate text,
  tax_amount numeric(20,2) default '0',
  out_storage_code text,
  free_term_code text,
  recipe_no_code text,
  policy_code text,
  package_code text,
  rule_no integer,
  policy_source_product_code text,
  released_number numeric(20,4) default '0',
  out_number numeric(20,4) default '0',
  signed_number numeric(20,4) default '0',
  short_number numeric(20,4) default '0',
  returned_number numeric(20,4) default '0',
  closed_number numeric(20,4) default '0',
  invoiced_number numeric(20,4) default '0',
  remark text,
  product_name text,
  out_storage_name text,
  primary key (tenant_code, id)
);
create index order_order_line_parent on app.order_order_line (tenant_code, parent_id, line_no);
alter table app.order_order_line enable row level security;
alter table app.order_order_line force row level security;
create policy tenant_wall on app.order_order_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_order_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, line_type, spec, model, main_unit_name, assist_unit_name, rate, number, store_number, price, retail_price, last_price, amount, discount_amount, tax_rate, tax_amount, out_storage_code, free_term_code, recipe_no_code, policy_code, package_code, rule_no, policy_source_product_code, released_number, out_number, signed_number, short_number, returned_number, closed_number, invoiced_number, remark, product_name, out_storage_name) on app.order_order_line to qudao_app;

create table app.stock_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  stock_organize_code text not null,
  storage_code text not null,
  material_code text not null,
  batch_no text not null,
  on_hand numeric(20,4) not null default 0,
  occupied numeric(20,4) not null default 0,
  frozen numeric(20,4) not null default 0,
  in_transit numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint stock_balance_floor check (may_go_negative or on_hand >= 0),
  constraint stock_balance_occupied check (occupied >= 0),
  constraint stock_balance_frozen check (frozen >= 0),
  constraint stock_balance_in_transit check (in_transit >= 0)
) with (fillfactor = 50);
create unique index stock_balance_key on app.stock_balance (tenant_code, stock_organize_code, storage_code, material_code, batch_no);
alter table app.stock_balance enable row level security;
alter table app.stock_balance force row level security;
create policy tenant_wall on app.stock_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.stock_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_on_hand numeric(20,4) not null,
  on_hand_after numeric(20,4) not null,
  d_occupied numeric(20,4) not null,
  occupied_after numeric(20,4) not null,
  d_frozen numeric(20,4) not null,
  frozen_after numeric(20,4) not null,
  d_in_transit numeric(20,4) not null,
  in_transit_after numeric(20,4) not null,
  post_type text not null,
  doc_type text not null,
  doc_id uuid not null,
  doc_code text not null,
  line_id uuid not null,
  holder_doc_id uuid not null,
  holder_line_id uuid not null,
  op_seq integer not null,
  idem_key text not null,
  reversal_of bigint,
  biz_date date not null,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.stock_balance (tenant_code, id)
);
create unique index stock_entry_once on app.stock_entry (tenant_code, idem_key);
create unique index stock_entry_chain on app.stock_entry (tenant_code, balance_id, version);
create unique index stock_entry_reversal on app.stock_entry (tenant_code, reversal_of) where reversal_of is not null;
create index stock_entry_doc on app.stock_entry (tenant_code, doc_id);
alter table app.stock_entry enable row level security;
alter table app.stock_entry force row level security;
create policy tenant_wall on app.stock_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.stock_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  occupied numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.stock_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint stock_hold_floor check (occupied >= 0)
);
alter table app.stock_hold enable row level security;
alter table app.stock_hold force row level security;
create policy tenant_wall on app.stock_hold using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.stock_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into stock_balance (stock_organize_code, storage_code, material_code, batch_no, may_go_negative)
  select distinct on (e.stock_organize_code, e.storage_code, e.material_code, e.batch_no) e.stock_organize_code, e.storage_code, e.material_code, e.batch_no, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(stock_organize_code text, storage_code text, material_code text, batch_no text, may_go_negative boolean)
   order by e.stock_organize_code, e.storage_code, e.material_code, e.batch_no
  on conflict do nothing;

  perform from stock_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(stock_organize_code text, storage_code text, material_code text, batch_no text)
       join stock_balance k on k.stock_organize_code = e.stock_organize_code and k.storage_code = e.storage_code and k.material_code = e.material_code and k.batch_no = e.batch_no
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join stock_entry x on x.doc_id = u.doc_id::uuid)
   order by b.stock_organize_code, b.storage_code, b.material_code, b.batch_no
   for no key update of b;
end $$;

create function app.stock_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform stock_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_on_hand, 0) as d_on_hand,
           coalesce(e.d_occupied, 0) as d_occupied,
           coalesce(e.d_frozen, 0) as d_frozen,
           coalesce(e.d_in_transit, 0) as d_in_transit
      from rows from (jsonb_to_recordset(p->'entries') as (stock_organize_code text, storage_code text, material_code text, batch_no text,
             d_on_hand numeric, d_occupied numeric, d_frozen numeric, d_in_transit numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(stock_organize_code, storage_code, material_code, batch_no, d_on_hand, d_occupied, d_frozen, d_in_transit, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join stock_balance b on b.stock_organize_code = e.stock_organize_code and b.storage_code = e.storage_code and b.material_code = e.material_code and b.batch_no = e.batch_no
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_on_hand) as d_on_hand,
           sum(d_occupied) as d_occupied,
           sum(d_frozen) as d_frozen,
           sum(d_in_transit) as d_in_transit
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('stock_organize_code', b.stock_organize_code, 'storage_code', b.storage_code, 'material_code', b.material_code, 'batch_no', b.batch_no, 'available', (b.on_hand - b.occupied - b.frozen)::text, 'on_hand', b.on_hand::text,
             'needed', (case when t.guards_available and b.on_hand - b.occupied - b.frozen + (t.d_on_hand - t.d_occupied - t.d_frozen) < 0
                             then -(t.d_on_hand - t.d_occupied - t.d_frozen) else -t.d_on_hand end)::text) as detail
      from totals t join stock_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and ((t.guards_available and t.d_on_hand - t.d_occupied - t.d_frozen < 0 and b.on_hand - b.occupied - b.frozen + (t.d_on_hand - t.d_occupied - t.d_frozen) < 0)
         or (t.guards_floor and t.d_on_hand < 0 and b.on_hand + t.d_on_hand < 0))
     order by b.stock_organize_code, b.storage_code, b.material_code, b.batch_no limit 1
  ), entered as (
    insert into stock_entry (balance_id, version, d_on_hand, on_hand_after, d_occupied, occupied_after, d_frozen, frozen_after, d_in_transit, in_transit_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_on_hand, b.on_hand + sum(a.d_on_hand) over w, a.d_occupied, b.occupied + sum(a.d_occupied) over w, a.d_frozen, b.frozen + sum(a.d_frozen) over w, a.d_in_transit, b.in_transit + sum(a.d_in_transit) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join stock_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), held as (
    insert into stock_hold (doc_id, line_id, balance_id, occupied)
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_occupied) from asked a
     where a.d_occupied <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_occupied) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set occupied = stock_hold.occupied + excluded.occupied
  ), released as (
    update stock_hold h set occupied = h.occupied + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_occupied) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_occupied) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), balanced as (
    update stock_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative) or (b.may_go_negative and t.d_on_hand >= 0 and b.on_hand + t.d_on_hand < 0),
           on_hand = b.on_hand + t.d_on_hand,
           occupied = b.occupied + t.d_occupied,
           frozen = b.frozen + t.d_frozen,
           in_transit = b.in_transit + t.d_in_transit
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('stock_organize_code', b.stock_organize_code, 'storage_code', b.storage_code, 'material_code', b.material_code, 'batch_no', b.batch_no, 'on_hand', jsonb_build_array((b.on_hand - t.d_on_hand)::text, b.on_hand::text), 'occupied', jsonb_build_array((b.occupied - t.d_occupied)::text, b.occupied::text), 'frozen', jsonb_build_array((b.frozen - t.d_frozen)::text, b.frozen::text), 'in_transit', jsonb_build_array((b.in_transit - t.d_in_transit)::text, b.in_transit::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger stock short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.stock_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('stock_organize_code', b.stock_organize_code, 'storage_code', b.storage_code, 'material_code', b.material_code, 'batch_no', b.batch_no,
           'd_on_hand', -e.d_on_hand, 'd_occupied', -e.d_occupied, 'd_frozen', -e.d_frozen, 'd_in_transit', -e.d_in_transit,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', b.may_go_negative, 'reversal_of', e.id) order by e.id desc)
    into undone
    from stock_entry e join stock_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from stock_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return stock_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.stock_lock(jsonb), app.stock_post(jsonb), app.stock_reverse(jsonb) from public;
grant execute on function app.stock_lock(jsonb), app.stock_post(jsonb), app.stock_reverse(jsonb) to qudao_app;
grant select on app.stock_balance, app.stock_entry, app.stock_hold to qudao_app, qudao_report;

alter table app.sys_user add constraint sys_user_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sys_user add constraint sys_user_dept_id_fkey foreign key (tenant_code, dept_id) references app.data_dept (tenant_code, id);

alter table app.sys_user add constraint sys_user_main_user_id_fkey foreign key (tenant_code, main_user_id) references app.sys_user (tenant_code, id);

alter table app.sys_organization add constraint sys_organization_pid_fkey foreign key (tenant_code, pid) references app.sys_organization (tenant_code, id);

alter table app.sys_menu add constraint sys_menu_pid_fkey foreign key (pid) references app.sys_menu (id);

alter table app.sys_dictdata add constraint sys_dictdata_dict_type_id_fkey foreign key (dict_type_id) references app.sys_dict (dict_type_id);

alter table app.sys_region add constraint sys_region_pid_fkey foreign key (pid) references app.sys_region (id);

alter table app.sys_area add constraint sys_area_pid_fkey foreign key (pid) references app.sys_area (id);

alter table app.tenant_tenant add constraint tenant_tenant_pid_fkey foreign key (pid) references app.tenant_tenant (id);

alter table app.data_dept add constraint data_dept_pid_fkey foreign key (tenant_code, pid) references app.data_dept (tenant_code, id);

alter table app.data_dept add constraint data_dept_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_dept add constraint data_dept_leader_code_fkey foreign key (tenant_code, leader_code) references app.data_personnel (tenant_code, code);

alter table app.data_personnel add constraint data_personnel_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_personnel add constraint data_personnel_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.data_personnel add constraint data_personnel_user_id_fkey foreign key (tenant_code, user_id) references app.sys_user (tenant_code, id);

alter table app.data_customerclass add constraint data_customerclass_pid_fkey foreign key (tenant_code, pid) references app.data_customerclass (tenant_code, id);

alter table app.data_customer add constraint data_customer_class_code_fkey foreign key (tenant_code, class_code) references app.data_customerclass (tenant_code, code);

alter table app.data_customer add constraint data_customer_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_customer add constraint data_customer_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.data_customer add constraint data_customer_salesman_code_fkey foreign key (tenant_code, salesman_code) references app.data_personnel (tenant_code, code);

alter table app.data_customer add constraint data_customer_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.data_customer add constraint data_customer_parent_customer_code_fkey foreign key (tenant_code, parent_customer_code) references app.data_customer (tenant_code, code);

alter table app.data_customer add constraint data_customer_rel_tenant_code_fkey foreign key (rel_tenant_code) references app.tenant_tenant (tenant_code);

alter table app.data_customer add constraint data_customer_province_code_fkey foreign key (province_code) references app.sys_area (code);

alter table app.data_customer add constraint data_customer_city_code_fkey foreign key (city_code) references app.sys_area (code);

alter table app.data_customer add constraint data_customer_district_code_fkey foreign key (district_code) references app.sys_area (code);

alter table app.data_materialclass add constraint data_materialclass_pid_fkey foreign key (tenant_code, pid) references app.data_materialclass (tenant_code, id);

alter table app.data_material add constraint data_material_class_code_fkey foreign key (tenant_code, class_code) references app.data_materialclass (tenant_code, code);

alter table app.data_material add constraint data_material_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.data_material add constraint data_material_main_unit_code_fkey foreign key (tenant_code, main_unit_code) references app.data_unit (tenant_code, code);

alter table app.data_material add constraint data_material_assist_unit_code_fkey foreign key (tenant_code, assist_unit_code) references app.data_unit (tenant_code, code);

alter table app.data_material add constraint data_material_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_productclass add constraint data_productclass_pid_fkey foreign key (tenant_code, pid) references app.data_productclass (tenant_code, id);

alter table app.data_product add constraint data_product_class_code_fkey foreign key (tenant_code, class_code) references app.data_productclass (tenant_code, code);

alter table app.data_product add constraint data_product_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.data_product add constraint data_product_material_code_fkey foreign key (tenant_code, material_code) references app.data_material (tenant_code, code);

alter table app.data_product add constraint data_product_main_unit_code_fkey foreign key (tenant_code, main_unit_code) references app.data_unit (tenant_code, code);

alter table app.data_depot add constraint data_depot_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_depot add constraint data_depot_stock_organize_code_fkey foreign key (tenant_code, stock_organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_depot add constraint data_depot_parent_code_fkey foreign key (tenant_code, parent_code) references app.data_depot (tenant_code, code);

alter table app.data_depot add constraint data_depot_province_code_fkey foreign key (province_code) references app.sys_area (code);

alter table app.data_depot add constraint data_depot_city_code_fkey foreign key (city_code) references app.sys_area (code);

alter table app.data_depot add constraint data_depot_district_code_fkey foreign key (district_code) references app.sys_area (code);

alter table app.stock_inout add constraint stock_inout_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.stock_inout add constraint stock_inout_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.stock_inout add constraint stock_inout_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.stock_inout add constraint stock_inout_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.stock_inout_line add constraint stock_inout_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.stock_inout (tenant_code, id) on delete cascade;

alter table app.stock_inout_line add constraint stock_inout_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.order_order add constraint order_order_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_order add constraint order_order_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.order_order add constraint order_order_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.order_order add constraint order_order_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.order_order add constraint order_order_salesman_code_fkey foreign key (tenant_code, salesman_code) references app.data_personnel (tenant_code, code);

alter table app.order_order add constraint order_order_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.order_order add constraint order_order_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.order_order_line add constraint order_order_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_order (tenant_code, id) on delete cascade;

alter table app.order_order_line add constraint order_order_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.order_order_line add constraint order_order_line_out_storage_code_fkey foreign key (tenant_code, out_storage_code) references app.data_depot (tenant_code, code);
