-- Promotions: activities with their rules and versions, packages of gifts, kept rules and types of rules.
create table app.promotion_gift (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  package_type text not null,
  channel_code text,
  start_date date not null,
  end_date date not null,
  package_max_amount numeric(20,2),
  package_max_number numeric(20,4),
  account_type text,
  customer_class_code text,
  customer_code text,
  organize_code text,
  lines jsonb,
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
create unique index promotion_gift_key on app.promotion_gift (tenant_code, code);
create index promotion_gift_recent on app.promotion_gift (tenant_code, create_date DESC, id DESC);
create index promotion_gift_channel_code on app.promotion_gift (tenant_code, channel_code, create_date DESC, id DESC);
create index promotion_gift_account_type on app.promotion_gift (tenant_code, account_type, create_date DESC, id DESC);
create index promotion_gift_customer_class_code on app.promotion_gift (tenant_code, customer_class_code, create_date DESC, id DESC);
create index promotion_gift_customer_code on app.promotion_gift (tenant_code, customer_code, create_date DESC, id DESC);
create index promotion_gift_package_type on app.promotion_gift (tenant_code, package_type, create_date DESC, id DESC);
create index promotion_gift_status on app.promotion_gift (tenant_code, status, create_date DESC, id DESC);
create index promotion_gift_search on app.promotion_gift using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.promotion_gift enable row level security;
alter table app.promotion_gift force row level security;
create policy tenant_wall on app.promotion_gift using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_gift to qudao_app, qudao_report;
grant insert, delete, update (code, name, package_type, channel_code, start_date, end_date, package_max_amount, package_max_number, account_type, customer_class_code, customer_code, organize_code, lines, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.promotion_gift to qudao_app;

create table app.promotion_rule (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  policy_rule_type_code text not null,
  rule_list jsonb,
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
create unique index promotion_rule_key on app.promotion_rule (tenant_code, code);
create index promotion_rule_recent on app.promotion_rule (tenant_code, create_date DESC, id DESC);
create index promotion_rule_policy_rule_type_code on app.promotion_rule (tenant_code, policy_rule_type_code, create_date DESC, id DESC);
create index promotion_rule_status on app.promotion_rule (tenant_code, status, create_date DESC, id DESC);
create index promotion_rule_search on app.promotion_rule using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.promotion_rule enable row level security;
alter table app.promotion_rule force row level security;
create policy tenant_wall on app.promotion_rule using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_rule to qudao_app, qudao_report;
grant insert, delete, update (code, name, policy_rule_type_code, rule_list, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.promotion_rule to qudao_app;

create table app.promotion_ruletype (
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
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index promotion_ruletype_key on app.promotion_ruletype (tenant_code, code);
create index promotion_ruletype_recent on app.promotion_ruletype (tenant_code, create_date DESC, id DESC);
create index promotion_ruletype_status on app.promotion_ruletype (tenant_code, status, create_date DESC, id DESC);
create index promotion_ruletype_search on app.promotion_ruletype using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.promotion_ruletype enable row level security;
alter table app.promotion_ruletype force row level security;
create policy tenant_wall on app.promotion_ruletype using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_ruletype to qudao_app, qudao_report;
grant insert, delete, update (code, name, sort, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.promotion_ruletype to qudao_app;

create table app.promotion_activity (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  name text not null,
  start_date date,
  end_date date,
  policy_rule_type_code text,
  priority integer,
  limit_times integer,
  budget_amount numeric(20,2),
  stack_flag text not null default '0',
  exclusive_flag text not null default '0',
  order_types jsonb,
  organize_code text,
  scopes jsonb,
  customer_scope text not null default '0',
  customer_class_code text,
  customer_codes jsonb,
  channel_code text,
  shop_codes jsonb,
  product_scope text not null default '0',
  product_class_code text,
  brand_code text,
  product_codes jsonb,
  publish_status text not null default '0',
  version_no integer,
  customer_text text,
  status text not null default '1',
  remark text,
  policy_rule_type_name text,
  organize_name text,
  customer_class_name text,
  channel_name text,
  product_class_name text,
  brand_name text,
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
create unique index promotion_activity_key on app.promotion_activity (tenant_code, code);
create index promotion_activity_recent on app.promotion_activity (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_bill_date on app.promotion_activity (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_bill_status on app.promotion_activity (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_state_day on app.promotion_activity (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index promotion_activity_customer_class_code on app.promotion_activity (tenant_code, customer_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_channel_code on app.promotion_activity (tenant_code, channel_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_product_class_code on app.promotion_activity (tenant_code, product_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_brand_code on app.promotion_activity (tenant_code, brand_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_customer_scope on app.promotion_activity (tenant_code, customer_scope, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index promotion_activity_product_scope on app.promotion_activity (tenant_code, product_scope, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.promotion_activity enable row level security;
alter table app.promotion_activity force row level security;
create policy tenant_wall on app.promotion_activity using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_activity to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, name, start_date, end_date, policy_rule_type_code, priority, limit_times, budget_amount, stack_flag, exclusive_flag, order_types, organize_code, scopes, customer_scope, customer_class_code, customer_codes, channel_code, shop_codes, product_scope, product_class_code, brand_code, product_codes, publish_status, version_no, customer_text, status, remark, policy_rule_type_name, organize_name, customer_class_name, channel_name, product_class_name, brand_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.promotion_activity to qudao_app;

create table app.promotion_activity_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  rule_no integer,
  policy_rule_type_code text,
  least_number numeric(20,4),
  least_amount numeric(20,2),
  buy_number numeric(20,4),
  give_number numeric(20,4),
  give_dynamic_flag text,
  give_type text,
  give_code text,
  give_name text,
  trial_flag text not null default '0',
  give_max_number numeric(20,4),
  give_max_amount numeric(20,2),
  on_sale_type text,
  on_sale_amount numeric(20,2),
  on_sale_rate_type text,
  on_sale_rate numeric(20,6),
  free_package_flag text not null default '0',
  can_change_buy_type text,
  change_buy_type text,
  change_product_code text,
  change_product_name text,
  change_buy_rate numeric(20,6),
  add_money_change_buy_limit_type text,
  change_buy_max_number numeric(20,4),
  change_buy_max_amount numeric(20,2),
  give_account_amount numeric(20,2),
  account_type text,
  start_number numeric(20,4),
  dis_rate numeric(20,6),
  account_type_name text,
  primary key (tenant_code, id)
);
create index promotion_activity_line_parent on app.promotion_activity_line (tenant_code, parent_id, line_no);
alter table app.promotion_activity_line enable row level security;
alter table app.promotion_activity_line force row level security;
create policy tenant_wall on app.promotion_activity_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_activity_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, rule_no, policy_rule_type_code, least_number, least_amount, buy_number, give_number, give_dynamic_flag, give_type, give_code, give_name, trial_flag, give_max_number, give_max_amount, on_sale_type, on_sale_amount, on_sale_rate_type, on_sale_rate, free_package_flag, can_change_buy_type, change_buy_type, change_product_code, change_product_name, change_buy_rate, add_money_change_buy_limit_type, change_buy_max_number, change_buy_max_amount, give_account_amount, account_type, start_number, dis_rate, account_type_name) on app.promotion_activity_line to qudao_app;

alter table app.promotion_gift add constraint promotion_gift_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.promotion_gift add constraint promotion_gift_account_type_fkey foreign key (tenant_code, account_type) references app.sale_accounttype (tenant_code, code);

alter table app.promotion_gift add constraint promotion_gift_customer_class_code_fkey foreign key (tenant_code, customer_class_code) references app.data_customerclass (tenant_code, code);

alter table app.promotion_gift add constraint promotion_gift_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.promotion_gift add constraint promotion_gift_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.promotion_rule add constraint promotion_rule_policy_rule_type_code_fkey foreign key (tenant_code, policy_rule_type_code) references app.promotion_ruletype (tenant_code, code);

alter table app.promotion_activity add constraint promotion_activity_policy_rule_type_code_fkey foreign key (tenant_code, policy_rule_type_code) references app.promotion_ruletype (tenant_code, code);

alter table app.promotion_activity add constraint promotion_activity_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.promotion_activity add constraint promotion_activity_customer_class_code_fkey foreign key (tenant_code, customer_class_code) references app.data_customerclass (tenant_code, code);

alter table app.promotion_activity add constraint promotion_activity_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.promotion_activity add constraint promotion_activity_product_class_code_fkey foreign key (tenant_code, product_class_code) references app.data_materialclass (tenant_code, code);

alter table app.promotion_activity add constraint promotion_activity_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.promotion_activity_line add constraint promotion_activity_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.promotion_activity (tenant_code, id) on delete cascade;

alter table app.promotion_activity_line add constraint promotion_activity_line_account_type_fkey foreign key (tenant_code, account_type) references app.sale_accounttype (tenant_code, code);

-- What was audited of an activity, as orders read it: one row a version, at most one of an activity in force. Written by
-- an audit and never changed but for whether it counts, so that whoever revises an activity does not stop it.
create table app.promotion_version (
  tenant_code text not null default sec.tenant(),
  activity_id uuid not null,
  version_no integer not null,
  code text not null,
  organize_code text,
  start_date date not null,
  end_date date not null,
  is_current boolean not null,
  content jsonb not null,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  primary key (tenant_code, activity_id, version_no),
  foreign key (tenant_code, activity_id) references app.promotion_activity (tenant_code, id)
);
create unique index promotion_version_current on app.promotion_version (tenant_code, activity_id) where is_current;
create index promotion_version_days on app.promotion_version (tenant_code, end_date, start_date) where is_current;
alter table app.promotion_version enable row level security;
alter table app.promotion_version force row level security;
create policy tenant_wall on app.promotion_version
  using (tenant_code = (select sec.tenant()))
  with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_version to qudao_app, qudao_report;
grant insert, update (is_current) on app.promotion_version to qudao_app;
