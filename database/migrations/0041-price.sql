-- What things cost: benchmarks, strategies with their scope rows, ladders, changes of prices, the order of the search, who may buy what,
-- expected costs, objectives. An order line keeps why it costs what it costs.

create table app.order_productrestrict (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  rule_code text not null,
  restrict_type text not null default '0',
  customer_class_code text,
  customer_code text,
  channel_code text,
  product_class_code text,
  product_code text,
  start_date date not null,
  end_date date not null,
  organize_code text,
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
create unique index order_productrestrict_key on app.order_productrestrict (tenant_code, code);
create index order_productrestrict_recent on app.order_productrestrict (tenant_code, create_date DESC, id DESC);
create index order_productrestrict_rule_code on app.order_productrestrict (tenant_code, rule_code, create_date DESC, id DESC);
create index order_productrestrict_customer_class_code on app.order_productrestrict (tenant_code, customer_class_code, create_date DESC, id DESC);
create index order_productrestrict_customer_code on app.order_productrestrict (tenant_code, customer_code, create_date DESC, id DESC);
create index order_productrestrict_channel_code on app.order_productrestrict (tenant_code, channel_code, create_date DESC, id DESC);
create index order_productrestrict_restrict_type on app.order_productrestrict (tenant_code, restrict_type, create_date DESC, id DESC);
create index order_productrestrict_status on app.order_productrestrict (tenant_code, status, create_date DESC, id DESC);
create index order_productrestrict_search on app.order_productrestrict using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.order_productrestrict enable row level security;
alter table app.order_productrestrict force row level security;
create policy tenant_wall on app.order_productrestrict using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_productrestrict to qudao_app, qudao_report;
grant insert, delete, update (code, name, rule_code, restrict_type, customer_class_code, customer_code, channel_code, product_class_code, product_code, start_date, end_date, organize_code, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.order_productrestrict to qudao_app;

create table app.sale_pricequeryrule (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  priority integer not null,
  customer_dimension text,
  product_dimension text,
  source text,
  strategy_flag text not null default '1',
  ladder_flag text not null default '0',
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
create unique index sale_pricequeryrule_key on app.sale_pricequeryrule (tenant_code, code);
create index sale_pricequeryrule_recent on app.sale_pricequeryrule (tenant_code, create_date DESC, id DESC);
create index sale_pricequeryrule_source on app.sale_pricequeryrule (tenant_code, source, create_date DESC, id DESC);
create index sale_pricequeryrule_ladder_flag on app.sale_pricequeryrule (tenant_code, ladder_flag, create_date DESC, id DESC);
create index sale_pricequeryrule_status on app.sale_pricequeryrule (tenant_code, status, create_date DESC, id DESC);
create index sale_pricequeryrule_search on app.sale_pricequeryrule using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.sale_pricequeryrule enable row level security;
alter table app.sale_pricequeryrule force row level security;
create policy tenant_wall on app.sale_pricequeryrule using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_pricequeryrule to qudao_app, qudao_report;
grant insert, delete, update (code, name, priority, customer_dimension, product_dimension, source, strategy_flag, ladder_flag, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.sale_pricequeryrule to qudao_app;

alter table app.order_order_line add column price_trace jsonb;
grant update (price_trace) on app.order_order_line to qudao_app;

create table app.sale_pricestrategy (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  name text not null,
  pricing_mode text,
  value numeric(20,4),
  least_number numeric(20,4),
  start_date date,
  end_date date,
  priority integer,
  organize_code text,
  currency text default 'CNY',
  unit_type text not null default '0',
  status text not null default '1',
  scopes jsonb,
  scope text not null default '0',
  customer_class_code text,
  customer_codes jsonb,
  channel_code text,
  price_class_code text,
  remark text,
  organize_name text,
  customer_class_name text,
  channel_name text,
  price_class_name text,
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
create unique index sale_pricestrategy_key on app.sale_pricestrategy (tenant_code, code);
create index sale_pricestrategy_recent on app.sale_pricestrategy (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_bill_date on app.sale_pricestrategy (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_bill_status on app.sale_pricestrategy (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_customer_class_code on app.sale_pricestrategy (tenant_code, customer_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_channel_code on app.sale_pricestrategy (tenant_code, channel_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_price_class_code on app.sale_pricestrategy (tenant_code, price_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_organize_code on app.sale_pricestrategy (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_scope on app.sale_pricestrategy (tenant_code, scope, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_pricing_mode on app.sale_pricestrategy (tenant_code, pricing_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricestrategy_currency on app.sale_pricestrategy (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_pricestrategy enable row level security;
alter table app.sale_pricestrategy force row level security;
create policy tenant_wall on app.sale_pricestrategy using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_pricestrategy to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, name, pricing_mode, value, least_number, start_date, end_date, priority, organize_code, currency, unit_type, status, scopes, scope, customer_class_code, customer_codes, channel_code, price_class_code, remark, organize_name, customer_class_name, channel_name, price_class_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_pricestrategy to qudao_app;

create table app.sale_pricestrategy_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  spec text,
  model text,
  main_unit_name text,
  benchmark_price numeric(20,4) default '0',
  price numeric(20,4),
  discount_rate numeric(20,6),
  min_number numeric(20,4),
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index sale_pricestrategy_line_parent on app.sale_pricestrategy_line (tenant_code, parent_id, line_no);
alter table app.sale_pricestrategy_line enable row level security;
alter table app.sale_pricestrategy_line force row level security;
create policy tenant_wall on app.sale_pricestrategy_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_pricestrategy_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, spec, model, main_unit_name, benchmark_price, price, discount_rate, min_number, remark, product_name) on app.sale_pricestrategy_line to qudao_app;

create table app.sale_ladderprice (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  name text not null,
  source_type text,
  source_id text,
  ladder_mode text default '0',
  start_date date,
  end_date date,
  organize_code text,
  status text not null default '1',
  scope text not null default '0',
  customer_class_code text,
  customer_codes jsonb,
  channel_code text,
  price_class_code text,
  remark text,
  organize_name text,
  customer_class_name text,
  channel_name text,
  price_class_name text,
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
create unique index sale_ladderprice_key on app.sale_ladderprice (tenant_code, code);
create index sale_ladderprice_recent on app.sale_ladderprice (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_bill_date on app.sale_ladderprice (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_bill_status on app.sale_ladderprice (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_customer_class_code on app.sale_ladderprice (tenant_code, customer_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_channel_code on app.sale_ladderprice (tenant_code, channel_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_price_class_code on app.sale_ladderprice (tenant_code, price_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_organize_code on app.sale_ladderprice (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_ladderprice_scope on app.sale_ladderprice (tenant_code, scope, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_ladderprice enable row level security;
alter table app.sale_ladderprice force row level security;
create policy tenant_wall on app.sale_ladderprice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_ladderprice to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, name, source_type, source_id, ladder_mode, start_date, end_date, organize_code, status, scope, customer_class_code, customer_codes, channel_code, price_class_code, remark, organize_name, customer_class_name, channel_name, price_class_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_ladderprice to qudao_app;

create table app.sale_ladderprice_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  start_number numeric(20,4),
  end_number numeric(20,4) default '0',
  price numeric(20,4),
  discount_rate numeric(20,6),
  product_name text,
  primary key (tenant_code, id)
);
create index sale_ladderprice_line_parent on app.sale_ladderprice_line (tenant_code, parent_id, line_no);
alter table app.sale_ladderprice_line enable row level security;
alter table app.sale_ladderprice_line force row level security;
create policy tenant_wall on app.sale_ladderprice_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_ladderprice_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, start_number, end_number, price, discount_rate, product_name) on app.sale_ladderprice_line to qudao_app;

create table app.sale_benchmarkprice (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  product_code text not null,
  price_class_code text,
  organize_code text,
  currency text default 'CNY',
  price numeric(20,4),
  floor_price numeric(20,4),
  unit_type text not null default '0',
  tax_rate text,
  start_date date,
  end_date date,
  status text not null default '1',
  remark text,
  product_name text,
  price_class_name text,
  organize_name text,
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
create unique index sale_benchmarkprice_key on app.sale_benchmarkprice (tenant_code, code);
create index sale_benchmarkprice_recent on app.sale_benchmarkprice (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_bill_date on app.sale_benchmarkprice (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_bill_status on app.sale_benchmarkprice (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_product_code on app.sale_benchmarkprice (tenant_code, product_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_price_class_code on app.sale_benchmarkprice (tenant_code, price_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_organize_code on app.sale_benchmarkprice (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_currency on app.sale_benchmarkprice (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_tax_rate on app.sale_benchmarkprice (tenant_code, tax_rate, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_benchmarkprice_status on app.sale_benchmarkprice (tenant_code, status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_benchmarkprice enable row level security;
alter table app.sale_benchmarkprice force row level security;
create policy tenant_wall on app.sale_benchmarkprice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_benchmarkprice to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, product_code, price_class_code, organize_code, currency, price, floor_price, unit_type, tax_rate, start_date, end_date, status, remark, product_name, price_class_name, organize_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_benchmarkprice to qudao_app;

create table app.sale_estimatedcost (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  product_code text not null,
  year integer not null,
  month integer not null,
  cost numeric(20,4) not null,
  currency text default 'CNY',
  organize_code text,
  status text not null default '1',
  remark text,
  product_name text,
  organize_name text,
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
create unique index sale_estimatedcost_key on app.sale_estimatedcost (tenant_code, code);
create index sale_estimatedcost_recent on app.sale_estimatedcost (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_estimatedcost_bill_date on app.sale_estimatedcost (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_estimatedcost_bill_status on app.sale_estimatedcost (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_estimatedcost_product_code on app.sale_estimatedcost (tenant_code, product_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_estimatedcost_organize_code on app.sale_estimatedcost (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_estimatedcost_currency on app.sale_estimatedcost (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_estimatedcost_status on app.sale_estimatedcost (tenant_code, status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_estimatedcost enable row level security;
alter table app.sale_estimatedcost force row level security;
create policy tenant_wall on app.sale_estimatedcost using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_estimatedcost to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, product_code, year, month, cost, currency, organize_code, status, remark, product_name, organize_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_estimatedcost to qudao_app;

create table app.sale_objective (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text,
  year integer not null,
  period text not null default '2',
  dept_code text,
  salesman_code text,
  customer_code text,
  total_amount numeric(20,2) default '0',
  finished_amount numeric(20,2) default '0',
  finish_rate numeric(20,6) default '0',
  remark text,
  organize_name text,
  dept_name text,
  salesman_name text,
  customer_name text,
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
create unique index sale_objective_key on app.sale_objective (tenant_code, code);
create index sale_objective_recent on app.sale_objective (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_bill_date on app.sale_objective (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_bill_status on app.sale_objective (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_dept_code on app.sale_objective (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_salesman_code on app.sale_objective (tenant_code, salesman_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_customer_code on app.sale_objective (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_organize_code on app.sale_objective (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_objective_period on app.sale_objective (tenant_code, period, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_objective enable row level security;
alter table app.sale_objective force row level security;
create policy tenant_wall on app.sale_objective using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_objective to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, year, period, dept_code, salesman_code, customer_code, total_amount, finished_amount, finish_rate, remark, organize_name, dept_name, salesman_name, customer_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_objective to qudao_app;

create table app.sale_objective_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  month integer not null,
  product_class_code text,
  brand_code text,
  target_number numeric(20,4),
  target_amount numeric(20,2) not null,
  finished_amount numeric(20,2) default '0',
  product_class_name text,
  brand_name text,
  primary key (tenant_code, id)
);
create index sale_objective_line_parent on app.sale_objective_line (tenant_code, parent_id, line_no);
alter table app.sale_objective_line enable row level security;
alter table app.sale_objective_line force row level security;
create policy tenant_wall on app.sale_objective_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_objective_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, month, product_class_code, brand_code, target_number, target_amount, finished_amount, product_class_name, brand_name) on app.sale_objective_line to qudao_app;

create table app.sale_pricechange (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text,
  effective_date date,
  reason text,
  remark text,
  organize_name text,
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
create unique index sale_pricechange_key on app.sale_pricechange (tenant_code, code);
create index sale_pricechange_recent on app.sale_pricechange (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricechange_bill_date on app.sale_pricechange (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricechange_bill_status on app.sale_pricechange (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricechange_effective_date on app.sale_pricechange (tenant_code, effective_date, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_pricechange_organize_code on app.sale_pricechange (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_pricechange enable row level security;
alter table app.sale_pricechange force row level security;
create policy tenant_wall on app.sale_pricechange using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_pricechange to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, effective_date, reason, remark, organize_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_pricechange to qudao_app;

create table app.sale_pricechange_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  product_code text,
  spec text,
  main_unit_name text,
  price_class_code text,
  old_price numeric(20,4) default '0',
  new_price numeric(20,4),
  floor_price numeric(20,4),
  remark text,
  product_name text,
  price_class_name text,
  primary key (tenant_code, id)
);
create index sale_pricechange_line_parent on app.sale_pricechange_line (tenant_code, parent_id, line_no);
alter table app.sale_pricechange_line enable row level security;
alter table app.sale_pricechange_line force row level security;
create policy tenant_wall on app.sale_pricechange_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_pricechange_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, product_code, spec, main_unit_name, price_class_code, old_price, new_price, floor_price, remark, product_name, price_class_name) on app.sale_pricechange_line to qudao_app;

alter table app.order_productrestrict add constraint order_productrestrict_rule_code_fkey foreign key (tenant_code, rule_code) references app.data_restrictrule (tenant_code, code);

alter table app.order_productrestrict add constraint order_productrestrict_customer_class_code_fkey foreign key (tenant_code, customer_class_code) references app.data_customerclass (tenant_code, code);

alter table app.order_productrestrict add constraint order_productrestrict_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.order_productrestrict add constraint order_productrestrict_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.order_productrestrict add constraint order_productrestrict_product_class_code_fkey foreign key (tenant_code, product_class_code) references app.data_materialclass (tenant_code, code);

alter table app.order_productrestrict add constraint order_productrestrict_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.order_productrestrict add constraint order_productrestrict_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_pricestrategy add constraint sale_pricestrategy_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_pricestrategy add constraint sale_pricestrategy_customer_class_code_fkey foreign key (tenant_code, customer_class_code) references app.data_customerclass (tenant_code, code);

alter table app.sale_pricestrategy add constraint sale_pricestrategy_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.sale_pricestrategy add constraint sale_pricestrategy_price_class_code_fkey foreign key (tenant_code, price_class_code) references app.sale_priceclass (tenant_code, code);

alter table app.sale_pricestrategy_line add constraint sale_pricestrategy_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_pricestrategy (tenant_code, id) on delete cascade;

alter table app.sale_pricestrategy_line add constraint sale_pricestrategy_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.sale_ladderprice add constraint sale_ladderprice_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_ladderprice add constraint sale_ladderprice_customer_class_code_fkey foreign key (tenant_code, customer_class_code) references app.data_customerclass (tenant_code, code);

alter table app.sale_ladderprice add constraint sale_ladderprice_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.sale_ladderprice add constraint sale_ladderprice_price_class_code_fkey foreign key (tenant_code, price_class_code) references app.sale_priceclass (tenant_code, code);

alter table app.sale_ladderprice_line add constraint sale_ladderprice_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_ladderprice (tenant_code, id) on delete cascade;

alter table app.sale_ladderprice_line add constraint sale_ladderprice_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.sale_benchmarkprice add constraint sale_benchmarkprice_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.sale_benchmarkprice add constraint sale_benchmarkprice_price_class_code_fkey foreign key (tenant_code, price_class_code) references app.sale_priceclass (tenant_code, code);

alter table app.sale_benchmarkprice add constraint sale_benchmarkprice_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_estimatedcost add constraint sale_estimatedcost_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.sale_estimatedcost add constraint sale_estimatedcost_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_objective add constraint sale_objective_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_objective add constraint sale_objective_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.sale_objective add constraint sale_objective_salesman_code_fkey foreign key (tenant_code, salesman_code) references app.data_personnel (tenant_code, code);

alter table app.sale_objective add constraint sale_objective_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sale_objective_line add constraint sale_objective_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_objective (tenant_code, id) on delete cascade;

alter table app.sale_objective_line add constraint sale_objective_line_product_class_code_fkey foreign key (tenant_code, product_class_code) references app.data_materialclass (tenant_code, code);

alter table app.sale_objective_line add constraint sale_objective_line_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.sale_pricechange add constraint sale_pricechange_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_pricechange_line add constraint sale_pricechange_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_pricechange (tenant_code, id) on delete cascade;

alter table app.sale_pricechange_line add constraint sale_pricechange_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.sale_pricechange_line add constraint sale_pricechange_line_price_class_code_fkey foreign key (tenant_code, price_class_code) references app.sale_priceclass (tenant_code, code);

-- All prices of one order are asked for at once, by the materials of its lines and by the day.
create index sale_pricestrategy_line_product_code on app.sale_pricestrategy_line (tenant_code, product_code);
create index sale_ladderprice_line_product_code on app.sale_ladderprice_line (tenant_code, product_code);
create index sale_pricestrategy_counting on app.sale_pricestrategy (tenant_code, end_date, start_date) where bill_status = '1' and status = '1' and deleted_flag = '0';

-- A document of one row has no lines, and no table for them.
drop table app.activiti_correction_line;
