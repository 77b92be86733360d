-- Money of customers, deliveries and what stock costs. Reviewed by hand from `npm run db:draft`.

-- Orders named an account as a plain text before accounts existed.
update app.order_order set account_code = null where account_code is not null;

create table app.sale_capitalaccount (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  account_code text not null,
  account_name text not null,
  organize_code text,
  customer_code text not null,
  brand_code text,
  channel_code text,
  account_type text not null,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(account_code, account_name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(account_code, account_name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index sale_capitalaccount_key on app.sale_capitalaccount (tenant_code, account_code);
create index sale_capitalaccount_recent on app.sale_capitalaccount (tenant_code, create_date DESC, id DESC);
create index sale_capitalaccount_customer_code on app.sale_capitalaccount (tenant_code, customer_code, create_date DESC, id DESC);
create index sale_capitalaccount_account_type on app.sale_capitalaccount (tenant_code, account_type, create_date DESC, id DESC);
create index sale_capitalaccount_organize_code on app.sale_capitalaccount (tenant_code, organize_code, create_date DESC, id DESC);
create index sale_capitalaccount_brand_code on app.sale_capitalaccount (tenant_code, brand_code, create_date DESC, id DESC);
create index sale_capitalaccount_status on app.sale_capitalaccount (tenant_code, status, create_date DESC, id DESC);
create index sale_capitalaccount_search on app.sale_capitalaccount using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.sale_capitalaccount enable row level security;
alter table app.sale_capitalaccount force row level security;
create policy tenant_wall on app.sale_capitalaccount using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_capitalaccount to qudao_app, qudao_report;
grant insert, delete, update (account_code, account_name, organize_code, customer_code, brand_code, channel_code, account_type, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.sale_capitalaccount to qudao_app;

alter table app.order_order add column account_name text;
grant update (account_name) on app.order_order to qudao_app;

create table app.order_delivery (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  order_code text not null,
  customer_code text,
  storage_code text not null,
  shipping_mode text,
  logistics_code text,
  tracking_number text,
  car_code text,
  driver_code text,
  consignee text,
  phone text,
  address text,
  delivery_date date,
  sign_date timestamp with time zone,
  receipt_status text not null default '0',
  release_status text not null default '0',
  push_status text not null default '0',
  total_number numeric(20,4) default '0',
  confirm_flag text not null default '0',
  release_date timestamp with time zone,
  releaser_name text,
  remark text,
  organize_name text,
  order_name text,
  customer_name text,
  storage_name text,
  logistics_name text,
  car_name text,
  driver_name text,
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
create unique index order_delivery_key on app.order_delivery (tenant_code, code);
create index order_delivery_recent on app.order_delivery (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_bill_date on app.order_delivery (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_bill_status on app.order_delivery (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_order_code on app.order_delivery (tenant_code, order_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_customer_code on app.order_delivery (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_storage_code on app.order_delivery (tenant_code, storage_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_logistics_code on app.order_delivery (tenant_code, logistics_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_shipping_mode on app.order_delivery (tenant_code, shipping_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_receipt_status on app.order_delivery (tenant_code, receipt_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_delivery_release_status on app.order_delivery (tenant_code, release_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_delivery enable row level security;
alter table app.order_delivery force row level security;
create policy tenant_wall on app.order_delivery using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_delivery to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, order_code, customer_code, storage_code, shipping_mode, logistics_code, tracking_number, car_code, driver_code, consignee, phone, address, delivery_date, sign_date, receipt_status, release_status, push_status, total_number, confirm_flag, release_date, releaser_name, remark, organize_name, order_name, customer_name, storage_name, logistics_name, car_name, driver_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_delivery to qudao_app;

create table app.order_delivery_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  order_line_id text,
  product_code text not null,
  line_type text not null default '0',
  spec text,
  model text,
  main_unit_name text,
  number numeric(20,4) not null,
  store_number numeric(20,4),
  rate numeric(20,6),
  out_number numeric(20,4) default '0',
  signed_number numeric(20,4) default '0',
  short_number numeric(20,4) default '0',
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index order_delivery_line_parent on app.order_delivery_line (tenant_code, parent_id, line_no);
alter table app.order_delivery_line enable row level security;
alter table app.order_delivery_line force row level security;
create policy tenant_wall on app.order_delivery_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_delivery_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, order_line_id, product_code, line_type, spec, model, main_unit_name, number, store_number, rate, out_number, signed_number, short_number, remark, product_name) on app.order_delivery_line to qudao_app;

create table app.sale_bill (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  bill_type text,
  customer_code text not null,
  amount numeric(20,2),
  account_code text,
  account_type text,
  to_account_code text,
  bank_account_code text,
  balance_type_code text,
  bank_serial_no text,
  source_code text,
  settled_amount numeric(20,2) default '0',
  settle_status text not null default '0',
  push_status text not null default '0',
  remark text,
  organize_name text,
  customer_name text,
  account_name text,
  account_type_name text,
  to_account_name text,
  bank_account_name text,
  balance_type_name text,
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
create unique index sale_bill_key on app.sale_bill (tenant_code, code);
create index sale_bill_recent on app.sale_bill (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_bill_date on app.sale_bill (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_bill_status on app.sale_bill (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_customer_code on app.sale_bill (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_account_code on app.sale_bill (tenant_code, account_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_account_type on app.sale_bill (tenant_code, account_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_organize_code on app.sale_bill (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_bill_type on app.sale_bill (tenant_code, bill_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_settle_status on app.sale_bill (tenant_code, settle_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_bill_push_status on app.sale_bill (tenant_code, push_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_bill enable row level security;
alter table app.sale_bill force row level security;
create policy tenant_wall on app.sale_bill using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_bill to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, bill_type, customer_code, amount, account_code, account_type, to_account_code, bank_account_code, balance_type_code, bank_serial_no, source_code, settled_amount, settle_status, push_status, remark, organize_name, customer_name, account_name, account_type_name, to_account_name, bank_account_name, balance_type_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_bill to qudao_app;

create table app.sale_bill_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  summary text,
  order_code text,
  amount numeric(20,2),
  cost_subject_code text,
  remark text,
  order_name text,
  cost_subject_name text,
  primary key (tenant_code, id)
);
create index sale_bill_line_parent on app.sale_bill_line (tenant_code, parent_id, line_no);
alter table app.sale_bill_line enable row level security;
alter table app.sale_bill_line force row level security;
create policy tenant_wall on app.sale_bill_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_bill_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, summary, order_code, amount, cost_subject_code, remark, order_name, cost_subject_name) on app.sale_bill_line to qudao_app;

create table app.sale_creditchange (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text not null,
  account_code text,
  change_type text not null default '0',
  old_amount numeric(20,2) default '0',
  change_amount numeric(20,2),
  new_amount numeric(20,2) default '0',
  credit_days integer,
  start_date date,
  end_date date,
  remark text,
  organize_name text,
  customer_name text,
  account_name text,
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
create unique index sale_creditchange_key on app.sale_creditchange (tenant_code, code);
create index sale_creditchange_recent on app.sale_creditchange (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_creditchange_bill_date on app.sale_creditchange (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_creditchange_bill_status on app.sale_creditchange (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_creditchange_customer_code on app.sale_creditchange (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_creditchange_organize_code on app.sale_creditchange (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_creditchange_change_type on app.sale_creditchange (tenant_code, change_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_creditchange enable row level security;
alter table app.sale_creditchange force row level security;
create policy tenant_wall on app.sale_creditchange using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_creditchange to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, account_code, change_type, old_amount, change_amount, new_amount, credit_days, start_date, end_date, remark, organize_name, customer_name, account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_creditchange to qudao_app;

create table app.cost_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  stock_organize_code text not null,
  material_code text not null,
  number numeric(20,4) not null default 0,
  amount numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id)
) with (fillfactor = 50);
create unique index cost_balance_key on app.cost_balance (tenant_code, stock_organize_code, material_code);
alter table app.cost_balance enable row level security;
alter table app.cost_balance force row level security;
create policy tenant_wall on app.cost_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.cost_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_number numeric(20,4) not null,
  number_after numeric(20,4) not null,
  d_amount numeric(20,4) not null,
  amount_after numeric(20,4) not null,
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
  foreign key (tenant_code, balance_id) references app.cost_balance (tenant_code, id)
);
create unique index cost_entry_once on app.cost_entry (tenant_code, idem_key);
create unique index cost_entry_chain on app.cost_entry (tenant_code, balance_id, version);
create unique index cost_entry_reversal on app.cost_entry (tenant_code, reversal_of) where reversal_of is not null;
create index cost_entry_doc on app.cost_entry (tenant_code, doc_id);
alter table app.cost_entry enable row level security;
alter table app.cost_entry force row level security;
create policy tenant_wall on app.cost_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.cost_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into cost_balance (stock_organize_code, material_code, may_go_negative)
  select distinct on (e.stock_organize_code, e.material_code) e.stock_organize_code, e.material_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(stock_organize_code text, material_code text, may_go_negative boolean)
   order by e.stock_organize_code, e.material_code
  on conflict do nothing;

  perform from cost_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(stock_organize_code text, material_code text)
       join cost_balance k on k.stock_organize_code = e.stock_organize_code and k.material_code = e.material_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join cost_entry x on x.doc_id = u.doc_id::uuid)
   order by b.stock_organize_code, b.material_code
   for no key update of b;
end $$;

create function app.cost_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform cost_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_number, 0) as d_number,
           coalesce(e.d_amount, 0) as d_amount
      from rows from (jsonb_to_recordset(p->'entries') as (stock_organize_code text, material_code text,
             d_number numeric, d_amount numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(stock_organize_code, material_code, d_number, d_amount, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join cost_balance b on b.stock_organize_code = e.stock_organize_code and b.material_code = e.material_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_number) as d_number,
           sum(d_amount) as d_amount
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('stock_organize_code', b.stock_organize_code, 'material_code', b.material_code, 'available', (b.number)::text, 'needed', (-(t.d_number))::text) as detail
      from totals t join cost_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_number < 0 and b.number + (t.d_number) < 0)
     order by b.stock_organize_code, b.material_code limit 1
  ), entered as (
    insert into cost_entry (balance_id, version, d_number, number_after, d_amount, amount_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_number, b.number + sum(a.d_number) over w, a.d_amount, b.amount + sum(a.d_amount) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join cost_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), balanced as (
    update cost_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           number = b.number + t.d_number,
           amount = b.amount + t.d_amount
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('stock_organize_code', b.stock_organize_code, 'material_code', b.material_code, 'number', jsonb_build_array((b.number - t.d_number)::text, b.number::text), 'amount', jsonb_build_array((b.amount - t.d_amount)::text, b.amount::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger cost short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.cost_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('stock_organize_code', b.stock_organize_code, 'material_code', b.material_code,
           'd_number', -e.d_number, 'd_amount', -e.d_amount,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', b.may_go_negative, 'reversal_of', e.id) order by e.id desc)
    into undone
    from cost_entry e join cost_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from cost_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return cost_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.cost_lock(jsonb), app.cost_post(jsonb), app.cost_reverse(jsonb) from public;
grant execute on function app.cost_lock(jsonb), app.cost_post(jsonb), app.cost_reverse(jsonb) to qudao_app;
grant select on app.cost_balance, app.cost_entry to qudao_app, qudao_report;

create table app.capital_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  account_code text not null,
  balance numeric(20,4) not null default 0,
  occupied numeric(20,4) not null default 0,
  frozen numeric(20,4) not null default 0,
  credit_limit numeric(20,4) not null default 0,
  temp_limit numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint capital_balance_occupied check (occupied >= 0),
  constraint capital_balance_frozen check (frozen >= 0),
  constraint capital_balance_credit_limit check (credit_limit >= 0),
  constraint capital_balance_temp_limit check (temp_limit >= 0)
) with (fillfactor = 50);
create unique index capital_balance_key on app.capital_balance (tenant_code, account_code);
alter table app.capital_balance enable row level security;
alter table app.capital_balance force row level security;
create policy tenant_wall on app.capital_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.capital_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_balance numeric(20,4) not null,
  balance_after numeric(20,4) not null,
  d_occupied numeric(20,4) not null,
  occupied_after numeric(20,4) not null,
  d_frozen numeric(20,4) not null,
  frozen_after numeric(20,4) not null,
  d_credit_limit numeric(20,4) not null,
  credit_limit_after numeric(20,4) not null,
  d_temp_limit numeric(20,4) not null,
  temp_limit_after numeric(20,4) not null,
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
  foreign key (tenant_code, balance_id) references app.capital_balance (tenant_code, id)
);
create unique index capital_entry_once on app.capital_entry (tenant_code, idem_key);
create unique index capital_entry_chain on app.capital_entry (tenant_code, balance_id, version);
create unique index capital_entry_reversal on app.capital_entry (tenant_code, reversal_of) where reversal_of is not null;
create index capital_entry_doc on app.capital_entry (tenant_code, doc_id);
create index capital_entry_holder on app.capital_entry (tenant_code, holder_doc_id);
alter table app.capital_entry enable row level security;
alter table app.capital_entry force row level security;
create policy tenant_wall on app.capital_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.capital_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  occupied numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.capital_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint capital_hold_floor check (occupied >= 0)
);
alter table app.capital_hold enable row level security;
alter table app.capital_hold force row level security;
create policy tenant_wall on app.capital_hold using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.capital_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into capital_balance (account_code, may_go_negative)
  select distinct on (e.account_code) e.account_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(account_code text, may_go_negative boolean)
   order by e.account_code
  on conflict do nothing;

  perform from capital_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(account_code text)
       join capital_balance k on k.account_code = e.account_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join capital_entry x on x.doc_id = u.doc_id::uuid)
   order by b.account_code
   for no key update of b;
end $$;

create function app.capital_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  short jsonb;
  moved jsonb;
  is_unheld boolean;
begin
  perform capital_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_balance, 0) as d_balance,
           coalesce(e.d_occupied, 0) as d_occupied,
           coalesce(e.d_frozen, 0) as d_frozen,
           coalesce(e.d_credit_limit, 0) as d_credit_limit,
           coalesce(e.d_temp_limit, 0) as d_temp_limit
      from rows from (jsonb_to_recordset(p->'entries') as (account_code text,
             d_balance numeric, d_occupied numeric, d_frozen numeric, d_credit_limit numeric, d_temp_limit numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(account_code, d_balance, d_occupied, d_frozen, d_credit_limit, d_temp_limit, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join capital_balance b on b.account_code = e.account_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_balance) as d_balance,
           sum(d_occupied) as d_occupied,
           sum(d_frozen) as d_frozen,
           sum(d_credit_limit) as d_credit_limit,
           sum(d_temp_limit) as d_temp_limit
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('account_code', b.account_code, 'available', (b.balance + b.credit_limit + b.temp_limit - b.occupied - b.frozen)::text, 'needed', (-(t.d_balance + t.d_credit_limit + t.d_temp_limit - t.d_occupied - t.d_frozen))::text) as detail
      from totals t join capital_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_balance + t.d_credit_limit + t.d_temp_limit - t.d_occupied - t.d_frozen < 0 and b.balance + b.credit_limit + b.temp_limit - b.occupied - b.frozen + (t.d_balance + t.d_credit_limit + t.d_temp_limit - t.d_occupied - t.d_frozen) < 0)
     order by b.account_code limit 1
  ), entered as (
    insert into capital_entry (balance_id, version, d_balance, balance_after, d_occupied, occupied_after, d_frozen, frozen_after, d_credit_limit, credit_limit_after, d_temp_limit, temp_limit_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_balance, b.balance + sum(a.d_balance) over w, a.d_occupied, b.occupied + sum(a.d_occupied) over w, a.d_frozen, b.frozen + sum(a.d_frozen) over w, a.d_credit_limit, b.credit_limit + sum(a.d_credit_limit) over w, a.d_temp_limit, b.temp_limit + sum(a.d_temp_limit) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join capital_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), held as (
    insert into capital_hold (doc_id, line_id, balance_id, occupied)
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_occupied) from asked a
     where a.d_occupied <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_occupied) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set occupied = capital_hold.occupied + excluded.occupied
  ), released as (
    update capital_hold h set occupied = h.occupied + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_occupied) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_occupied) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), unheld as (
    select from asked a
     where not exists (select from capital_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_occupied) < 0
  ), balanced as (
    update capital_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           balance = b.balance + t.d_balance,
           occupied = b.occupied + t.d_occupied,
           frozen = b.frozen + t.d_frozen,
           credit_limit = b.credit_limit + t.d_credit_limit,
           temp_limit = b.temp_limit + t.d_temp_limit
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('account_code', b.account_code, 'balance', jsonb_build_array((b.balance - t.d_balance)::text, b.balance::text), 'occupied', jsonb_build_array((b.occupied - t.d_occupied)::text, b.occupied::text), 'frozen', jsonb_build_array((b.frozen - t.d_frozen)::text, b.frozen::text), 'credit_limit', jsonb_build_array((b.credit_limit - t.d_credit_limit)::text, b.credit_limit::text), 'temp_limit', jsonb_build_array((b.temp_limit - t.d_temp_limit)::text, b.temp_limit::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced), exists (select from unheld) into short, moved, is_unheld;

  if short is not null then
    raise exception 'ledger capital short' using errcode = 'QD020', detail = short::text;
  end if;
  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger capital: released without a hold';
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.capital_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('account_code', b.account_code,
           'd_balance', -e.d_balance, 'd_occupied', -e.d_occupied, 'd_frozen', -e.d_frozen, 'd_credit_limit', -e.d_credit_limit, 'd_temp_limit', -e.d_temp_limit,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', b.may_go_negative, 'reversal_of', e.id) order by e.id desc)
    into undone
    from capital_entry e join capital_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from capital_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return capital_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.capital_lock(jsonb), app.capital_post(jsonb), app.capital_reverse(jsonb) from public;
grant execute on function app.capital_lock(jsonb), app.capital_post(jsonb), app.capital_reverse(jsonb) to qudao_app;
grant select on app.capital_balance, app.capital_entry, app.capital_hold to qudao_app, qudao_report;

create table app.receivable_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  organize_code text not null,
  customer_code text not null,
  amount numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id)
) with (fillfactor = 50);
create unique index receivable_balance_key on app.receivable_balance (tenant_code, organize_code, customer_code);
alter table app.receivable_balance enable row level security;
alter table app.receivable_balance force row level security;
create policy tenant_wall on app.receivable_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.receivable_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_amount numeric(20,4) not null,
  amount_after numeric(20,4) not null,
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
  due_date date,
  order_code text,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.receivable_balance (tenant_code, id)
);
create unique index receivable_entry_once on app.receivable_entry (tenant_code, idem_key);
create unique index receivable_entry_chain on app.receivable_entry (tenant_code, balance_id, version);
create unique index receivable_entry_reversal on app.receivable_entry (tenant_code, reversal_of) where reversal_of is not null;
create index receivable_entry_doc on app.receivable_entry (tenant_code, doc_id);
alter table app.receivable_entry enable row level security;
alter table app.receivable_entry force row level security;
create policy tenant_wall on app.receivable_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.receivable_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into receivable_balance (organize_code, customer_code, may_go_negative)
  select distinct on (e.organize_code, e.customer_code) e.organize_code, e.customer_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(organize_code text, customer_code text, may_go_negative boolean)
   order by e.organize_code, e.customer_code
  on conflict do nothing;

  perform from receivable_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(organize_code text, customer_code text)
       join receivable_balance k on k.organize_code = e.organize_code and k.customer_code = e.customer_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join receivable_entry x on x.doc_id = u.doc_id::uuid)
   order by b.organize_code, b.customer_code
   for no key update of b;
end $$;

create function app.receivable_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform receivable_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id, e.due_date, e.order_code,
           coalesce(e.d_amount, 0) as d_amount
      from rows from (jsonb_to_recordset(p->'entries') as (organize_code text, customer_code text,
             d_amount numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint, due_date date, order_code text)) with ordinality
           as e(organize_code, customer_code, d_amount, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, due_date, order_code, ord)
      join receivable_balance b on b.organize_code = e.organize_code and b.customer_code = e.customer_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_amount) as d_amount
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('organize_code', b.organize_code, 'customer_code', b.customer_code, 'available', (b.amount)::text, 'needed', (-(t.d_amount))::text) as detail
      from totals t join receivable_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_amount < 0 and b.amount + (t.d_amount) < 0)
     order by b.organize_code, b.customer_code limit 1
  ), entered as (
    insert into receivable_entry (balance_id, version, d_amount, amount_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, due_date, order_code, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_amount, b.amount + sum(a.d_amount) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, a.due_date, a.order_code, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join receivable_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), balanced as (
    update receivable_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           amount = b.amount + t.d_amount
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('organize_code', b.organize_code, 'customer_code', b.customer_code, 'amount', jsonb_build_array((b.amount - t.d_amount)::text, b.amount::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger receivable short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.receivable_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('organize_code', b.organize_code, 'customer_code', b.customer_code,
           'd_amount', -e.d_amount,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', b.may_go_negative, 'reversal_of', e.id, 'due_date', e.due_date, 'order_code', e.order_code) order by e.id desc)
    into undone
    from receivable_entry e join receivable_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from receivable_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return receivable_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.receivable_lock(jsonb), app.receivable_post(jsonb), app.receivable_reverse(jsonb) from public;
grant execute on function app.receivable_lock(jsonb), app.receivable_post(jsonb), app.receivable_reverse(jsonb) to qudao_app;
grant select on app.receivable_balance, app.receivable_entry to qudao_app, qudao_report;

alter table app.sale_capitalaccount add constraint sale_capitalaccount_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_capitalaccount add constraint sale_capitalaccount_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sale_capitalaccount add constraint sale_capitalaccount_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.sale_capitalaccount add constraint sale_capitalaccount_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.sale_capitalaccount add constraint sale_capitalaccount_account_type_fkey foreign key (tenant_code, account_type) references app.sale_accounttype (tenant_code, code);

alter table app.order_order add constraint order_order_account_code_fkey foreign key (tenant_code, account_code) references app.sale_capitalaccount (tenant_code, account_code);

alter table app.order_delivery add constraint order_delivery_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_delivery add constraint order_delivery_order_code_fkey foreign key (tenant_code, order_code) references app.order_order (tenant_code, code);

alter table app.order_delivery add constraint order_delivery_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.order_delivery add constraint order_delivery_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);

alter table app.order_delivery add constraint order_delivery_logistics_code_fkey foreign key (tenant_code, logistics_code) references app.data_logistics (tenant_code, code);

alter table app.order_delivery add constraint order_delivery_car_code_fkey foreign key (tenant_code, car_code) references app.data_car (tenant_code, code);

alter table app.order_delivery add constraint order_delivery_driver_code_fkey foreign key (tenant_code, driver_code) references app.data_driver (tenant_code, code);

alter table app.order_delivery_line add constraint order_delivery_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_delivery (tenant_code, id) on delete cascade;

alter table app.order_delivery_line add constraint order_delivery_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.sale_bill add constraint sale_bill_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_bill add constraint sale_bill_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sale_bill add constraint sale_bill_account_code_fkey foreign key (tenant_code, account_code) references app.sale_capitalaccount (tenant_code, account_code);

alter table app.sale_bill add constraint sale_bill_account_type_fkey foreign key (tenant_code, account_type) references app.sale_accounttype (tenant_code, code);

alter table app.sale_bill add constraint sale_bill_to_account_code_fkey foreign key (tenant_code, to_account_code) references app.sale_capitalaccount (tenant_code, account_code);

alter table app.sale_bill add constraint sale_bill_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.sale_bill add constraint sale_bill_balance_type_code_fkey foreign key (tenant_code, balance_type_code) references app.data_balancetype (tenant_code, code);

alter table app.sale_bill_line add constraint sale_bill_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_bill (tenant_code, id) on delete cascade;

alter table app.sale_bill_line add constraint sale_bill_line_order_code_fkey foreign key (tenant_code, order_code) references app.order_order (tenant_code, code);

alter table app.sale_bill_line add constraint sale_bill_line_cost_subject_code_fkey foreign key (tenant_code, cost_subject_code) references app.data_costsubject (tenant_code, code);

alter table app.sale_creditchange add constraint sale_creditchange_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_creditchange add constraint sale_creditchange_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sale_creditchange add constraint sale_creditchange_account_code_fkey foreign key (tenant_code, account_code) references app.sale_capitalaccount (tenant_code, account_code);

-- Giving back what was never held is an error from now on: it changed the balance and left the holds as they were.
create or replace function app.stock_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  short jsonb;
  moved jsonb;
  is_unheld boolean;
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
  ), unheld as (
    select from asked a
     where not exists (select from stock_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_occupied) < 0
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
  select (select detail from refused), (select jsonb_agg(effect) from balanced), exists (select from unheld) into short, moved, is_unheld;

  if short is not null then
    raise exception 'ledger stock short' using errcode = 'QD020', detail = short::text;
  end if;
  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger stock: released without a hold';
  end if;
  return coalesce(moved, '[]');
end $$;

create index stock_entry_holder on app.stock_entry (tenant_code, holder_doc_id);

-- Lines are counted by what leads away from them.
create index doc_link_from_line on app.doc_link (tenant_code, from_line_id) where is_active;
grant update (number, amount) on app.doc_link to qudao_app;

-- What a customer still owes, amount by amount. Nothing is ticked off in a table: credits that name an order pay what that order owes, the rest pays
-- the oldest that is due, so a receipt that is undone opens again exactly what it had paid.
create function app.receivable_open(p_organize text, p_customer text)
returns table (entry_id bigint, doc_type text, doc_code text, order_code text, biz_date date, due_date date, amount numeric, open_amount numeric)
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
#variable_conflict use_column
begin
  -- In plpgsql its plan is kept; as an SQL function it was planned anew for every audit (0.9 ms).
  return query with entry as (
    select e.id, e.doc_type, e.doc_code, e.order_code, e.biz_date, coalesce(e.due_date, e.biz_date) as due_date, e.d_amount as amount
      from receivable_balance b join receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
     where b.organize_code = p_organize and b.customer_code = p_customer and e.reversal_of is null
       and not exists (select from receivable_entry r where r.tenant_code = e.tenant_code and r.reversal_of = e.id)
  ), named as (
    select order_code, -sum(amount) as paid from entry where amount < 0 and order_code is not null group by order_code
  ), owed as (
    select d.*, greatest(0, least(d.amount, sum(d.amount) over (partition by d.order_code order by d.due_date, d.id) - coalesce(n.paid, 0))) as left_open
      from entry d left join named n on n.order_code = d.order_code where d.amount > 0
  ), pool as (
    select coalesce((select -sum(amount) from entry where amount < 0), 0) - coalesce((select sum(amount - left_open) from owed), 0) as rest
  )
  select o.id, o.doc_type, o.doc_code, o.order_code, o.biz_date, o.due_date, o.amount,
         greatest(0, least(o.left_open, sum(o.left_open) over (order by o.due_date, o.id) - pool.rest))
    from owed o cross join pool;
end $$;
revoke all on function app.receivable_open(text, text) from public;
grant execute on function app.receivable_open(text, text) to qudao_app, qudao_report;

create table app.sale_accountcheck (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text not null,
  start_date date not null,
  end_date date not null,
  begin_amount numeric(20,2) default '0',
  in_amount numeric(20,2) default '0',
  out_amount numeric(20,2) default '0',
  end_amount numeric(20,2) default '0',
  reconcile_status text not null default '0',
  confirm_flag text not null default '0',
  reject_reason text,
  remark text,
  organize_name text,
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
create unique index sale_accountcheck_key on app.sale_accountcheck (tenant_code, code);
create index sale_accountcheck_recent on app.sale_accountcheck (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_accountcheck_bill_date on app.sale_accountcheck (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_accountcheck_bill_status on app.sale_accountcheck (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_accountcheck_customer_code on app.sale_accountcheck (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_accountcheck_organize_code on app.sale_accountcheck (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_accountcheck_reconcile_status on app.sale_accountcheck (tenant_code, reconcile_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_accountcheck_confirm_flag on app.sale_accountcheck (tenant_code, confirm_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_accountcheck enable row level security;
alter table app.sale_accountcheck force row level security;
create policy tenant_wall on app.sale_accountcheck using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_accountcheck to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, start_date, end_date, begin_amount, in_amount, out_amount, end_amount, reconcile_status, confirm_flag, reject_reason, remark, organize_name, customer_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_accountcheck to qudao_app;

create table app.sale_accountcheck_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  bill_date date,
  bill_type text,
  bill_code text,
  summary text,
  in_amount numeric(20,2) default '0',
  out_amount numeric(20,2) default '0',
  balance_amount numeric(20,2) default '0',
  primary key (tenant_code, id)
);
create index sale_accountcheck_line_parent on app.sale_accountcheck_line (tenant_code, parent_id, line_no);
alter table app.sale_accountcheck_line enable row level security;
alter table app.sale_accountcheck_line force row level security;
create policy tenant_wall on app.sale_accountcheck_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_accountcheck_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, bill_date, bill_type, bill_code, summary, in_amount, out_amount, balance_amount) on app.sale_accountcheck_line to qudao_app;

create table app.sale_financing (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  customer_code text not null,
  financing_status text not null default '0',
  bank_type text not null,
  amount numeric(20,2) not null,
  payment_term text not null,
  loan_rate numeric(20,6),
  loan_date date,
  order_code text,
  remark text,
  organize_name text,
  customer_name text,
  order_name text,
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
create unique index sale_financing_key on app.sale_financing (tenant_code, code);
create index sale_financing_recent on app.sale_financing (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_bill_date on app.sale_financing (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_bill_status on app.sale_financing (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_customer_code on app.sale_financing (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_order_code on app.sale_financing (tenant_code, order_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_organize_code on app.sale_financing (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_financing_status on app.sale_financing (tenant_code, financing_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_bank_type on app.sale_financing (tenant_code, bank_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_financing_payment_term on app.sale_financing (tenant_code, payment_term, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_financing enable row level security;
alter table app.sale_financing force row level security;
create policy tenant_wall on app.sale_financing using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_financing to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, customer_code, financing_status, bank_type, amount, payment_term, loan_rate, loan_date, order_code, remark, organize_name, customer_name, order_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_financing to qudao_app;

alter table app.sale_accountcheck add constraint sale_accountcheck_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_accountcheck add constraint sale_accountcheck_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sale_accountcheck_line add constraint sale_accountcheck_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_accountcheck (tenant_code, id) on delete cascade;

alter table app.sale_financing add constraint sale_financing_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_financing add constraint sale_financing_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sale_financing add constraint sale_financing_order_code_fkey foreign key (tenant_code, order_code) references app.order_order (tenant_code, code);

-- Which entries a statement to a customer holds: each in one at most.
create table app.receivable_statement (
  tenant_code text not null default sec.tenant(),
  entry_id bigint not null,
  check_id uuid not null,
  primary key (tenant_code, entry_id),
  foreign key (tenant_code, entry_id) references app.receivable_entry (tenant_code, id),
  foreign key (tenant_code, check_id) references app.sale_accountcheck (tenant_code, id)
);
create index receivable_statement_check on app.receivable_statement (tenant_code, check_id);
alter table app.receivable_statement enable row level security;
alter table app.receivable_statement force row level security;
create policy tenant_wall on app.receivable_statement using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.receivable_statement to qudao_app, qudao_report;
grant insert, delete on app.receivable_statement to qudao_app;
