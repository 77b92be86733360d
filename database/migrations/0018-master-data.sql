-- The rest of the master data: what customers, materials, staff and orders refer to.

create table app.data_balancetype (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  pay_mode text,
  credit_flag text not null default '0',
  days integer,
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
create unique index data_balancetype_key on app.data_balancetype (tenant_code, code);
create index data_balancetype_recent on app.data_balancetype (tenant_code, create_date DESC, id DESC);
create index data_balancetype_pay_mode on app.data_balancetype (tenant_code, pay_mode, create_date DESC, id DESC);
create index data_balancetype_status on app.data_balancetype (tenant_code, status, create_date DESC, id DESC);
alter table app.data_balancetype enable row level security;
alter table app.data_balancetype force row level security;
create policy tenant_wall on app.data_balancetype using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_balancetype to qudao_app, qudao_report;
grant insert, delete, update (code, name, pay_mode, credit_flag, days, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_balancetype to qudao_app;

create table app.data_bankaccount (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  bank_type text not null,
  bank_account text not null,
  opening_bank text not null,
  currency text default 'CNY',
  default_flag text not null default '0',
  remark text,
  status text not null default '1',
  organize_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_bankaccount_key on app.data_bankaccount (tenant_code, code);
create index data_bankaccount_recent on app.data_bankaccount (tenant_code, create_date DESC, id DESC);
create index data_bankaccount_organize_code on app.data_bankaccount (tenant_code, organize_code, create_date DESC, id DESC);
create index data_bankaccount_bank_type on app.data_bankaccount (tenant_code, bank_type, create_date DESC, id DESC);
create index data_bankaccount_currency on app.data_bankaccount (tenant_code, currency, create_date DESC, id DESC);
create index data_bankaccount_status on app.data_bankaccount (tenant_code, status, create_date DESC, id DESC);
alter table app.data_bankaccount enable row level security;
alter table app.data_bankaccount force row level security;
create policy tenant_wall on app.data_bankaccount using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_bankaccount to qudao_app, qudao_report;
grant insert, delete, update (code, name, bank_type, bank_account, opening_bank, currency, default_flag, remark, status, organize_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_bankaccount to qudao_app;

create table app.data_budgetaccount (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  cost_subject_code text,
  control text not null default '1',
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
create unique index data_budgetaccount_key on app.data_budgetaccount (tenant_code, code);
create index data_budgetaccount_recent on app.data_budgetaccount (tenant_code, create_date DESC, id DESC);
create index data_budgetaccount_pid on app.data_budgetaccount (tenant_code, pid);
create index data_budgetaccount_cost_subject_code on app.data_budgetaccount (tenant_code, cost_subject_code, create_date DESC, id DESC);
create index data_budgetaccount_control on app.data_budgetaccount (tenant_code, control, create_date DESC, id DESC);
create index data_budgetaccount_status on app.data_budgetaccount (tenant_code, status, create_date DESC, id DESC);
alter table app.data_budgetaccount enable row level security;
alter table app.data_budgetaccount force row level security;
create policy tenant_wall on app.data_budgetaccount using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_budgetaccount to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, cost_subject_code, control, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_budgetaccount to qudao_app;

create table app.data_car (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  plate_number text not null,
  name text,
  vehicle_type text,
  load_weight numeric(20,4),
  volume numeric(20,4),
  driver_code text,
  logistics_code text,
  remark text,
  status text not null default '1',
  organize_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_car_key on app.data_car (tenant_code, code);
create index data_car_recent on app.data_car (tenant_code, create_date DESC, id DESC);
create index data_car_driver_code on app.data_car (tenant_code, driver_code, create_date DESC, id DESC);
create index data_car_logistics_code on app.data_car (tenant_code, logistics_code, create_date DESC, id DESC);
create index data_car_organize_code on app.data_car (tenant_code, organize_code, create_date DESC, id DESC);
create index data_car_vehicle_type on app.data_car (tenant_code, vehicle_type, create_date DESC, id DESC);
create index data_car_status on app.data_car (tenant_code, status, create_date DESC, id DESC);
alter table app.data_car enable row level security;
alter table app.data_car force row level security;
create policy tenant_wall on app.data_car using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_car to qudao_app, qudao_report;
grant insert, delete, update (code, plate_number, name, vehicle_type, load_weight, volume, driver_code, logistics_code, remark, status, organize_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_car to qudao_app;

create table app.data_costsubject (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  budget_account_code text,
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
create unique index data_costsubject_key on app.data_costsubject (tenant_code, code);
create index data_costsubject_recent on app.data_costsubject (tenant_code, create_date DESC, id DESC);
create index data_costsubject_pid on app.data_costsubject (tenant_code, pid);
create index data_costsubject_budget_account_code on app.data_costsubject (tenant_code, budget_account_code, create_date DESC, id DESC);
create index data_costsubject_status on app.data_costsubject (tenant_code, status, create_date DESC, id DESC);
alter table app.data_costsubject enable row level security;
alter table app.data_costsubject force row level security;
create policy tenant_wall on app.data_costsubject using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_costsubject to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, budget_account_code, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_costsubject to qudao_app;

create index data_customer_customer_group_code on app.data_customer (tenant_code, customer_group_code, create_date DESC, id DESC);

create table app.data_customergroup (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
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
create unique index data_customergroup_key on app.data_customergroup (tenant_code, code);
create index data_customergroup_recent on app.data_customergroup (tenant_code, create_date DESC, id DESC);
create index data_customergroup_status on app.data_customergroup (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customergroup enable row level security;
alter table app.data_customergroup force row level security;
create policy tenant_wall on app.data_customergroup using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customergroup to qudao_app, qudao_report;
grant insert, delete, update (code, name, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customergroup to qudao_app;

create table app.data_customertrade (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
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
create unique index data_customertrade_key on app.data_customertrade (tenant_code, code);
create index data_customertrade_recent on app.data_customertrade (tenant_code, create_date DESC, id DESC);
create index data_customertrade_status on app.data_customertrade (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customertrade enable row level security;
alter table app.data_customertrade force row level security;
create policy tenant_wall on app.data_customertrade using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customertrade to qudao_app, qudao_report;
grant insert, delete, update (code, name, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customertrade to qudao_app;

create table app.data_customerlevel (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  sort integer,
  discount_rate numeric(20,6),
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
create unique index data_customerlevel_key on app.data_customerlevel (tenant_code, code);
create index data_customerlevel_recent on app.data_customerlevel (tenant_code, create_date DESC, id DESC);
create index data_customerlevel_status on app.data_customerlevel (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customerlevel enable row level security;
alter table app.data_customerlevel force row level security;
create policy tenant_wall on app.data_customerlevel using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customerlevel to qudao_app, qudao_report;
grant insert, delete, update (code, name, sort, discount_rate, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customerlevel to qudao_app;

create table app.data_customerarea (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
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
create unique index data_customerarea_key on app.data_customerarea (tenant_code, code);
create index data_customerarea_recent on app.data_customerarea (tenant_code, create_date DESC, id DESC);
create index data_customerarea_pid on app.data_customerarea (tenant_code, pid);
create index data_customerarea_status on app.data_customerarea (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customerarea enable row level security;
alter table app.data_customerarea force row level security;
create policy tenant_wall on app.data_customerarea using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customerarea to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customerarea to qudao_app;

create table app.data_driver (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  phone text not null,
  id_card text,
  license_number text,
  license_type text,
  logistics_code text,
  remark text,
  status text not null default '1',
  organize_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_driver_key on app.data_driver (tenant_code, code);
create index data_driver_recent on app.data_driver (tenant_code, create_date DESC, id DESC);
create index data_driver_logistics_code on app.data_driver (tenant_code, logistics_code, create_date DESC, id DESC);
create index data_driver_organize_code on app.data_driver (tenant_code, organize_code, create_date DESC, id DESC);
create index data_driver_status on app.data_driver (tenant_code, status, create_date DESC, id DESC);
alter table app.data_driver enable row level security;
alter table app.data_driver force row level security;
create policy tenant_wall on app.data_driver using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_driver to qudao_app, qudao_report;
grant insert, delete, update (code, name, phone, id_card, license_number, license_type, logistics_code, remark, status, organize_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_driver to qudao_app;

create table app.data_externalstandard (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  parent_code text,
  status text not null default '1',
  root_data_flag text not null default '0',
  content text,
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_externalstandard_key on app.data_externalstandard (tenant_code, code);
create index data_externalstandard_recent on app.data_externalstandard (tenant_code, create_date DESC, id DESC);
create index data_externalstandard_status on app.data_externalstandard (tenant_code, status, create_date DESC, id DESC);
alter table app.data_externalstandard enable row level security;
alter table app.data_externalstandard force row level security;
create policy tenant_wall on app.data_externalstandard using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_externalstandard to qudao_app, qudao_report;
grant insert, delete, update (code, name, parent_code, status, root_data_flag, content, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_externalstandard to qudao_app;

create table app.data_freeterm (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  class_code text not null,
  code text not null,
  name text not null,
  price numeric(20,4),
  ladder_flag text not null default '0',
  status text not null default '1',
  tag_code text,
  free_term_group_code text,
  color_value text,
  image_url text,
  organize_code text,
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_freeterm_key on app.data_freeterm (tenant_code, code);
create index data_freeterm_recent on app.data_freeterm (tenant_code, create_date DESC, id DESC);
create index data_freeterm_class_code on app.data_freeterm (tenant_code, class_code, create_date DESC, id DESC);
create index data_freeterm_tag_code on app.data_freeterm (tenant_code, tag_code, create_date DESC, id DESC);
create index data_freeterm_free_term_group_code on app.data_freeterm (tenant_code, free_term_group_code, create_date DESC, id DESC);
create index data_freeterm_organize_code on app.data_freeterm (tenant_code, organize_code, create_date DESC, id DESC);
create index data_freeterm_ladder_flag on app.data_freeterm (tenant_code, ladder_flag, create_date DESC, id DESC);
create index data_freeterm_status on app.data_freeterm (tenant_code, status, create_date DESC, id DESC);
alter table app.data_freeterm enable row level security;
alter table app.data_freeterm force row level security;
create policy tenant_wall on app.data_freeterm using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_freeterm to qudao_app, qudao_report;
grant insert, delete, update (class_code, code, name, price, ladder_flag, status, tag_code, free_term_group_code, color_value, image_url, organize_code, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_freeterm to qudao_app;

create table app.data_logistics (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  class_code text not null,
  status text not null default '1',
  organize_code text,
  tenant_flag text not null default '0',
  company_code text,
  linkman text,
  phone text,
  address text,
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_logistics_key on app.data_logistics (tenant_code, code);
create index data_logistics_recent on app.data_logistics (tenant_code, create_date DESC, id DESC);
create index data_logistics_class_code on app.data_logistics (tenant_code, class_code, create_date DESC, id DESC);
create index data_logistics_organize_code on app.data_logistics (tenant_code, organize_code, create_date DESC, id DESC);
create index data_logistics_company_code on app.data_logistics (tenant_code, company_code, create_date DESC, id DESC);
create index data_logistics_status on app.data_logistics (tenant_code, status, create_date DESC, id DESC);
alter table app.data_logistics enable row level security;
alter table app.data_logistics force row level security;
create policy tenant_wall on app.data_logistics using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_logistics to qudao_app, qudao_report;
grant insert, delete, update (code, name, class_code, status, organize_code, tenant_flag, company_code, linkman, phone, address, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_logistics to qudao_app;

create table app.data_manager (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  personnel_code text,
  dept_code text,
  phone text,
  area_code text,
  remark text,
  status text not null default '1',
  organize_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_manager_key on app.data_manager (tenant_code, code);
create index data_manager_recent on app.data_manager (tenant_code, create_date DESC, id DESC);
create index data_manager_personnel_code on app.data_manager (tenant_code, personnel_code, create_date DESC, id DESC);
create index data_manager_dept_code on app.data_manager (tenant_code, dept_code, create_date DESC, id DESC);
create index data_manager_area_code on app.data_manager (tenant_code, area_code, create_date DESC, id DESC);
create index data_manager_organize_code on app.data_manager (tenant_code, organize_code, create_date DESC, id DESC);
create index data_manager_status on app.data_manager (tenant_code, status, create_date DESC, id DESC);
alter table app.data_manager enable row level security;
alter table app.data_manager force row level security;
create policy tenant_wall on app.data_manager using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_manager to qudao_app, qudao_report;
grant insert, delete, update (code, name, personnel_code, dept_code, phone, area_code, remark, status, organize_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_manager to qudao_app;

create index data_materialclass_tax_code on app.data_materialclass (tenant_code, tax_code, create_date DESC, id DESC);

create index data_material_tag_code on app.data_material (tenant_code, tag_code, create_date DESC, id DESC);

create index data_material_material_line_code on app.data_material (tenant_code, material_line_code, create_date DESC, id DESC);

create table app.data_materialline (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  status text not null default '1',
  sort integer,
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_materialline_key on app.data_materialline (tenant_code, code);
create index data_materialline_recent on app.data_materialline (tenant_code, create_date DESC, id DESC);
create index data_materialline_status on app.data_materialline (tenant_code, status, create_date DESC, id DESC);
alter table app.data_materialline enable row level security;
alter table app.data_materialline force row level security;
create policy tenant_wall on app.data_materialline using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_materialline to qudao_app, qudao_report;
grant insert, delete, update (code, name, status, sort, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_materialline to qudao_app;

create table app.data_materialtag (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  color text,
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
create unique index data_materialtag_key on app.data_materialtag (tenant_code, code);
create index data_materialtag_recent on app.data_materialtag (tenant_code, create_date DESC, id DESC);
create index data_materialtag_status on app.data_materialtag (tenant_code, status, create_date DESC, id DESC);
alter table app.data_materialtag enable row level security;
alter table app.data_materialtag force row level security;
create policy tenant_wall on app.data_materialtag using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_materialtag to qudao_app, qudao_report;
grant insert, delete, update (code, name, color, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_materialtag to qudao_app;

create table app.data_packagespec (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  number numeric(20,4),
  unit_code text,
  length numeric(20,4),
  width numeric(20,4),
  height numeric(20,4),
  weight numeric(20,4),
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
create unique index data_packagespec_key on app.data_packagespec (tenant_code, code);
create index data_packagespec_recent on app.data_packagespec (tenant_code, create_date DESC, id DESC);
create index data_packagespec_unit_code on app.data_packagespec (tenant_code, unit_code, create_date DESC, id DESC);
create index data_packagespec_status on app.data_packagespec (tenant_code, status, create_date DESC, id DESC);
alter table app.data_packagespec enable row level security;
alter table app.data_packagespec force row level security;
create policy tenant_wall on app.data_packagespec using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_packagespec to qudao_app, qudao_report;
grant insert, delete, update (code, name, number, unit_code, length, width, height, weight, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_packagespec to qudao_app;

create index data_personnel_type_code on app.data_personnel (tenant_code, type_code, create_date DESC, id DESC);

create table app.data_recipeno (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_code text,
  code text not null,
  name text not null,
  status text not null default '1',
  root_data_flag text not null default '0',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_recipeno_key on app.data_recipeno (tenant_code, code);
create index data_recipeno_recent on app.data_recipeno (tenant_code, create_date DESC, id DESC);
create index data_recipeno_status on app.data_recipeno (tenant_code, status, create_date DESC, id DESC);
alter table app.data_recipeno enable row level security;
alter table app.data_recipeno force row level security;
create policy tenant_wall on app.data_recipeno using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_recipeno to qudao_app, qudao_report;
grant insert, delete, update (parent_code, code, name, status, root_data_flag, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_recipeno to qudao_app;

create table app.data_restrictrule (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  min_number numeric(20,4),
  max_number numeric(20,4),
  multiple_number numeric(20,4),
  start_date date,
  end_date date,
  customer_scope text not null default '0',
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
create unique index data_restrictrule_key on app.data_restrictrule (tenant_code, code);
create index data_restrictrule_recent on app.data_restrictrule (tenant_code, create_date DESC, id DESC);
create index data_restrictrule_customer_scope on app.data_restrictrule (tenant_code, customer_scope, create_date DESC, id DESC);
create index data_restrictrule_status on app.data_restrictrule (tenant_code, status, create_date DESC, id DESC);
alter table app.data_restrictrule enable row level security;
alter table app.data_restrictrule force row level security;
create policy tenant_wall on app.data_restrictrule using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_restrictrule to qudao_app, qudao_report;
grant insert, delete, update (code, name, min_number, max_number, multiple_number, start_date, end_date, customer_scope, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_restrictrule to qudao_app;

create table app.data_saletype (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  order_type text not null default '0',
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
create unique index data_saletype_key on app.data_saletype (tenant_code, code);
create index data_saletype_recent on app.data_saletype (tenant_code, create_date DESC, id DESC);
create index data_saletype_order_type on app.data_saletype (tenant_code, order_type, create_date DESC, id DESC);
create index data_saletype_status on app.data_saletype (tenant_code, status, create_date DESC, id DESC);
alter table app.data_saletype enable row level security;
alter table app.data_saletype force row level security;
create policy tenant_wall on app.data_saletype using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_saletype to qudao_app, qudao_report;
grant insert, delete, update (code, name, order_type, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_saletype to qudao_app;

create table app.data_shop (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  shop_type text,
  pos_type text,
  customer_code text,
  storage_code text,
  province_code text,
  city_code text,
  district_code text,
  address text,
  linkman text,
  phone text,
  open_date date,
  remark text,
  status text not null default '1',
  organize_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index data_shop_key on app.data_shop (tenant_code, code);
create index data_shop_recent on app.data_shop (tenant_code, create_date DESC, id DESC);
create index data_shop_customer_code on app.data_shop (tenant_code, customer_code, create_date DESC, id DESC);
create index data_shop_storage_code on app.data_shop (tenant_code, storage_code, create_date DESC, id DESC);
create index data_shop_province_code on app.data_shop (tenant_code, province_code, create_date DESC, id DESC);
create index data_shop_city_code on app.data_shop (tenant_code, city_code, create_date DESC, id DESC);
create index data_shop_shop_type on app.data_shop (tenant_code, shop_type, create_date DESC, id DESC);
create index data_shop_pos_type on app.data_shop (tenant_code, pos_type, create_date DESC, id DESC);
create index data_shop_status on app.data_shop (tenant_code, status, create_date DESC, id DESC);
alter table app.data_shop enable row level security;
alter table app.data_shop force row level security;
create policy tenant_wall on app.data_shop using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_shop to qudao_app, qudao_report;
grant insert, delete, update (code, name, shop_type, pos_type, customer_code, storage_code, province_code, city_code, district_code, address, linkman, phone, open_date, remark, status, organize_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_shop to qudao_app;

create table app.data_site (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  province text,
  city text,
  district text,
  address text not null,
  consignee text not null,
  phone text not null,
  organize_code text,
  province_code text,
  city_code text,
  district_code text,
  storage_code text,
  customer_code text,
  default_flag text not null default '0',
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
create unique index data_site_key on app.data_site (tenant_code, code);
create index data_site_recent on app.data_site (tenant_code, create_date DESC, id DESC);
create index data_site_organize_code on app.data_site (tenant_code, organize_code, create_date DESC, id DESC);
create index data_site_province_code on app.data_site (tenant_code, province_code, create_date DESC, id DESC);
create index data_site_city_code on app.data_site (tenant_code, city_code, create_date DESC, id DESC);
create index data_site_district_code on app.data_site (tenant_code, district_code, create_date DESC, id DESC);
create index data_site_status on app.data_site (tenant_code, status, create_date DESC, id DESC);
alter table app.data_site enable row level security;
alter table app.data_site force row level security;
create policy tenant_wall on app.data_site using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_site to qudao_app, qudao_report;
grant insert, delete, update (code, name, province, city, district, address, consignee, phone, organize_code, province_code, city_code, district_code, storage_code, customer_code, default_flag, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_site to qudao_app;

create index data_supplier_balance_type_code on app.data_supplier (tenant_code, balance_type_code, create_date DESC, id DESC);

create table app.data_logisticsclass (
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
create unique index data_logisticsclass_key on app.data_logisticsclass (tenant_code, code);
create index data_logisticsclass_recent on app.data_logisticsclass (tenant_code, create_date DESC, id DESC);
create index data_logisticsclass_pid on app.data_logisticsclass (tenant_code, pid);
create index data_logisticsclass_status on app.data_logisticsclass (tenant_code, status, create_date DESC, id DESC);
alter table app.data_logisticsclass enable row level security;
alter table app.data_logisticsclass force row level security;
create policy tenant_wall on app.data_logisticsclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_logisticsclass to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, lock_flag, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_logisticsclass to qudao_app;

create table app.data_freetermclass (
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
create unique index data_freetermclass_key on app.data_freetermclass (tenant_code, code);
create index data_freetermclass_recent on app.data_freetermclass (tenant_code, create_date DESC, id DESC);
create index data_freetermclass_pid on app.data_freetermclass (tenant_code, pid);
create index data_freetermclass_status on app.data_freetermclass (tenant_code, status, create_date DESC, id DESC);
alter table app.data_freetermclass enable row level security;
alter table app.data_freetermclass force row level security;
create policy tenant_wall on app.data_freetermclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_freetermclass to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, lock_flag, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_freetermclass to qudao_app;

create table app.data_freetermgroup (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
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
create unique index data_freetermgroup_key on app.data_freetermgroup (tenant_code, code);
create index data_freetermgroup_recent on app.data_freetermgroup (tenant_code, create_date DESC, id DESC);
create index data_freetermgroup_status on app.data_freetermgroup (tenant_code, status, create_date DESC, id DESC);
alter table app.data_freetermgroup enable row level security;
alter table app.data_freetermgroup force row level security;
create policy tenant_wall on app.data_freetermgroup using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_freetermgroup to qudao_app, qudao_report;
grant insert, delete, update (code, name, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_freetermgroup to qudao_app;

create table app.data_personneltype (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
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
create unique index data_personneltype_key on app.data_personneltype (tenant_code, code);
create index data_personneltype_recent on app.data_personneltype (tenant_code, create_date DESC, id DESC);
create index data_personneltype_status on app.data_personneltype (tenant_code, status, create_date DESC, id DESC);
alter table app.data_personneltype enable row level security;
alter table app.data_personneltype force row level security;
create policy tenant_wall on app.data_personneltype using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_personneltype to qudao_app, qudao_report;
grant insert, delete, update (code, name, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_personneltype to qudao_app;

create table app.data_customerinvoice (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  customer_code text not null,
  type_code text not null,
  name text not null,
  tax_number text not null,
  address text,
  opening_bank text,
  bank_account text,
  email text,
  status text not null default '1',
  phone text,
  default_flag text not null default '0',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index data_customerinvoice_recent on app.data_customerinvoice (tenant_code, create_date DESC, id DESC);
create index data_customerinvoice_customer_code on app.data_customerinvoice (tenant_code, customer_code, create_date DESC, id DESC);
create index data_customerinvoice_type_code on app.data_customerinvoice (tenant_code, type_code, create_date DESC, id DESC);
create index data_customerinvoice_status on app.data_customerinvoice (tenant_code, status, create_date DESC, id DESC);
alter table app.data_customerinvoice enable row level security;
alter table app.data_customerinvoice force row level security;
create policy tenant_wall on app.data_customerinvoice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.data_customerinvoice to qudao_app, qudao_report;
grant insert, delete, update (customer_code, type_code, name, tax_number, address, opening_bank, bank_account, email, status, phone, default_flag, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.data_customerinvoice to qudao_app;

create table app.invoice_taxcode (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  abbreviation text,
  tax_rate text,
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
create unique index invoice_taxcode_key on app.invoice_taxcode (tenant_code, code);
create index invoice_taxcode_recent on app.invoice_taxcode (tenant_code, create_date DESC, id DESC);
create index invoice_taxcode_pid on app.invoice_taxcode (tenant_code, pid);
create index invoice_taxcode_tax_rate on app.invoice_taxcode (tenant_code, tax_rate, create_date DESC, id DESC);
create index invoice_taxcode_status on app.invoice_taxcode (tenant_code, status, create_date DESC, id DESC);
alter table app.invoice_taxcode enable row level security;
alter table app.invoice_taxcode force row level security;
create policy tenant_wall on app.invoice_taxcode using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.invoice_taxcode to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, abbreviation, tax_rate, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.invoice_taxcode to qudao_app;

create table app.sale_accounttype (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  gift_flag text not null default '0',
  sort integer,
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
create unique index sale_accounttype_key on app.sale_accounttype (tenant_code, code);
create index sale_accounttype_recent on app.sale_accounttype (tenant_code, create_date DESC, id DESC);
create index sale_accounttype_status on app.sale_accounttype (tenant_code, status, create_date DESC, id DESC);
alter table app.sale_accounttype enable row level security;
alter table app.sale_accounttype force row level security;
create policy tenant_wall on app.sale_accounttype using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_accounttype to qudao_app, qudao_report;
grant insert, delete, update (code, name, gift_flag, sort, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_accounttype to qudao_app;

create table app.sale_priceclass (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  sort integer,
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
create unique index sale_priceclass_key on app.sale_priceclass (tenant_code, code);
create index sale_priceclass_recent on app.sale_priceclass (tenant_code, create_date DESC, id DESC);
create index sale_priceclass_status on app.sale_priceclass (tenant_code, status, create_date DESC, id DESC);
alter table app.sale_priceclass enable row level security;
alter table app.sale_priceclass force row level security;
create policy tenant_wall on app.sale_priceclass using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_priceclass to qudao_app, qudao_report;
grant insert, delete, update (code, name, sort, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_priceclass to qudao_app;

alter table app.order_order add column sale_type_name text;
grant update (sale_type_name) on app.order_order to qudao_app;

alter table app.order_order add column shipping_location_name text;
grant update (shipping_location_name) on app.order_order to qudao_app;

alter table app.order_order add column account_type_name text;
grant update (account_type_name) on app.order_order to qudao_app;

alter table app.order_order_line add column free_term_name text;
grant update (free_term_name) on app.order_order_line to qudao_app;

alter table app.order_order_line add column recipe_no_name text;
grant update (recipe_no_name) on app.order_order_line to qudao_app;

alter table app.data_bankaccount add constraint data_bankaccount_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_budgetaccount add constraint data_budgetaccount_pid_fkey foreign key (tenant_code, pid) references app.data_budgetaccount (tenant_code, id);

alter table app.data_budgetaccount add constraint data_budgetaccount_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.data_car add constraint data_car_driver_code_fkey foreign key (tenant_code, driver_code) references app.data_driver (tenant_code, code);

alter table app.data_car add constraint data_car_logistics_code_fkey foreign key (tenant_code, logistics_code) references app.data_logistics (tenant_code, code);

alter table app.data_car add constraint data_car_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_costsubject add constraint data_costsubject_pid_fkey foreign key (tenant_code, pid) references app.data_costsubject (tenant_code, id);

alter table app.data_costsubject add constraint data_costsubject_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.data_customer add constraint data_customer_customer_group_code_fkey foreign key (tenant_code, customer_group_code) references app.data_customergroup (tenant_code, code);

alter table app.data_customer add constraint data_customer_level_code_fkey foreign key (tenant_code, level_code) references app.data_customerlevel (tenant_code, code);

alter table app.data_customer add constraint data_customer_trade_code_fkey foreign key (tenant_code, trade_code) references app.data_customertrade (tenant_code, code);

alter table app.data_customer add constraint data_customer_area_code_fkey foreign key (tenant_code, area_code) references app.data_customerarea (tenant_code, code);

alter table app.data_customer add constraint data_customer_price_class_code_fkey foreign key (tenant_code, price_class_code) references app.sale_priceclass (tenant_code, code);

alter table app.data_customer add constraint data_customer_manager_code_fkey foreign key (tenant_code, manager_code) references app.data_manager (tenant_code, code);

alter table app.data_customer add constraint data_customer_balance_type_code_fkey foreign key (tenant_code, balance_type_code) references app.data_balancetype (tenant_code, code);

alter table app.data_customer add constraint data_customer_sale_type_code_fkey foreign key (tenant_code, sale_type_code) references app.data_saletype (tenant_code, code);

alter table app.data_customerarea add constraint data_customerarea_pid_fkey foreign key (tenant_code, pid) references app.data_customerarea (tenant_code, id);

alter table app.data_driver add constraint data_driver_logistics_code_fkey foreign key (tenant_code, logistics_code) references app.data_logistics (tenant_code, code);

alter table app.data_driver add constraint data_driver_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_externalstandard add constraint data_externalstandard_parent_code_fkey foreign key (tenant_code, parent_code) references app.data_externalstandard (tenant_code, code);

alter table app.data_freeterm add constraint data_freeterm_class_code_fkey foreign key (tenant_code, class_code) references app.data_freetermclass (tenant_code, code);

alter table app.data_freeterm add constraint data_freeterm_tag_code_fkey foreign key (tenant_code, tag_code) references app.data_materialtag (tenant_code, code);

alter table app.data_freeterm add constraint data_freeterm_free_term_group_code_fkey foreign key (tenant_code, free_term_group_code) references app.data_freetermgroup (tenant_code, code);

alter table app.data_freeterm add constraint data_freeterm_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_logistics add constraint data_logistics_class_code_fkey foreign key (tenant_code, class_code) references app.data_logisticsclass (tenant_code, code);

alter table app.data_logistics add constraint data_logistics_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_manager add constraint data_manager_personnel_code_fkey foreign key (tenant_code, personnel_code) references app.data_personnel (tenant_code, code);

alter table app.data_manager add constraint data_manager_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.data_manager add constraint data_manager_area_code_fkey foreign key (tenant_code, area_code) references app.data_customerarea (tenant_code, code);

alter table app.data_manager add constraint data_manager_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_materialclass add constraint data_materialclass_tax_code_fkey foreign key (tenant_code, tax_code) references app.invoice_taxcode (tenant_code, code);

alter table app.data_material add constraint data_material_tag_code_fkey foreign key (tenant_code, tag_code) references app.data_materialtag (tenant_code, code);

alter table app.data_material add constraint data_material_material_line_code_fkey foreign key (tenant_code, material_line_code) references app.data_materialline (tenant_code, code);

alter table app.data_material add constraint data_material_package_spec_code_fkey foreign key (tenant_code, package_spec_code) references app.data_packagespec (tenant_code, code);

alter table app.data_material add constraint data_material_external_standard_code_fkey foreign key (tenant_code, external_standard_code) references app.data_externalstandard (tenant_code, code);

alter table app.data_material add constraint data_material_recipe_no_code_fkey foreign key (tenant_code, recipe_no_code) references app.data_recipeno (tenant_code, code);

alter table app.data_material add constraint data_material_tax_code_fkey foreign key (tenant_code, tax_code) references app.invoice_taxcode (tenant_code, code);

alter table app.data_packagespec add constraint data_packagespec_unit_code_fkey foreign key (tenant_code, unit_code) references app.data_unit (tenant_code, code);

alter table app.data_personnel add constraint data_personnel_type_code_fkey foreign key (tenant_code, type_code) references app.data_personneltype (tenant_code, code);

alter table app.data_product add constraint data_product_material_line_code_fkey foreign key (tenant_code, material_line_code) references app.data_materialline (tenant_code, code);

alter table app.data_recipeno add constraint data_recipeno_parent_code_fkey foreign key (tenant_code, parent_code) references app.data_recipeno (tenant_code, code);

alter table app.data_shop add constraint data_shop_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.data_shop add constraint data_shop_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.data_shop add constraint data_shop_province_code_fkey foreign key (province_code) references app.sys_area (code);

alter table app.data_shop add constraint data_shop_city_code_fkey foreign key (city_code) references app.sys_area (code);

alter table app.data_shop add constraint data_shop_district_code_fkey foreign key (district_code) references app.sys_area (code);

alter table app.data_shop add constraint data_shop_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_site add constraint data_site_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.data_site add constraint data_site_province_code_fkey foreign key (province_code) references app.sys_area (code);

alter table app.data_site add constraint data_site_city_code_fkey foreign key (city_code) references app.sys_area (code);

alter table app.data_site add constraint data_site_district_code_fkey foreign key (district_code) references app.sys_area (code);

alter table app.data_site add constraint data_site_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.data_site add constraint data_site_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.data_supplier add constraint data_supplier_balance_type_code_fkey foreign key (tenant_code, balance_type_code) references app.data_balancetype (tenant_code, code);

alter table app.data_logisticsclass add constraint data_logisticsclass_pid_fkey foreign key (tenant_code, pid) references app.data_logisticsclass (tenant_code, id);

alter table app.data_freetermclass add constraint data_freetermclass_pid_fkey foreign key (tenant_code, pid) references app.data_freetermclass (tenant_code, id);

alter table app.data_customerinvoice add constraint data_customerinvoice_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.invoice_taxcode add constraint invoice_taxcode_pid_fkey foreign key (tenant_code, pid) references app.invoice_taxcode (tenant_code, id);

alter table app.order_order add constraint order_order_sale_type_code_fkey foreign key (tenant_code, sale_type_code) references app.data_saletype (tenant_code, code);

alter table app.order_order add constraint order_order_shipping_location_code_fkey foreign key (tenant_code, shipping_location_code) references app.data_site (tenant_code, code);

alter table app.order_order add constraint order_order_account_type_fkey foreign key (tenant_code, account_type) references app.sale_accounttype (tenant_code, code);

alter table app.order_order_line add constraint order_order_line_free_term_code_fkey foreign key (tenant_code, free_term_code) references app.data_freeterm (tenant_code, code);

alter table app.order_order_line add constraint order_order_line_recipe_no_code_fkey foreign key (tenant_code, recipe_no_code) references app.data_recipeno (tenant_code, code);
