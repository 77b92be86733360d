-- Opening balances with the cut-over lock, and bank statements with claiming.

-- The day from which the books of a tenant are kept here. Locked, nothing before it is posted and nothing more is opened.
create table app.sys_cutover (
  tenant_code text not null default sec.tenant(),
  cut_over_date date not null,
  lock_date timestamp with time zone,
  locker_name text,
  primary key (tenant_code)
);
alter table app.sys_cutover enable row level security;
alter table app.sys_cutover force row level security;
create policy tenant_wall on app.sys_cutover using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_cutover to qudao_app, qudao_report;
grant insert, update (cut_over_date, lock_date, locker_name) on app.sys_cutover to qudao_app;

create table app.sale_bankstatement (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  bank_account_code text not null,
  trade_date date not null,
  serial_no text not null,
  payer_account text,
  payer_name text,
  amount numeric(20,2) not null,
  remark text,
  claim_status text not null default '0',
  customer_code text,
  bill_code text,
  claimer_name text,
  claim_date timestamp with time zone,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(serial_no, coalesce(payer_name, ''), pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(serial_no, coalesce(payer_name, ''), pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index sale_bankstatement_key on app.sale_bankstatement (tenant_code, bank_account_code, serial_no);
create index sale_bankstatement_recent on app.sale_bankstatement (tenant_code, create_date DESC, id DESC);
create index sale_bankstatement_claim_status on app.sale_bankstatement (tenant_code, claim_status, create_date DESC, id DESC);
create index sale_bankstatement_bank_account_code on app.sale_bankstatement (tenant_code, bank_account_code, create_date DESC, id DESC);
create index sale_bankstatement_trade_date on app.sale_bankstatement (tenant_code, trade_date, create_date DESC, id DESC);
create index sale_bankstatement_customer_code on app.sale_bankstatement (tenant_code, customer_code, create_date DESC, id DESC);
create index sale_bankstatement_search on app.sale_bankstatement using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.sale_bankstatement enable row level security;
alter table app.sale_bankstatement force row level security;
create policy tenant_wall on app.sale_bankstatement using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_bankstatement to qudao_app, qudao_report;
grant insert, delete, update (bank_account_code, trade_date, serial_no, payer_account, payer_name, amount, remark, claim_status, customer_code, bill_code, claimer_name, claim_date, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.sale_bankstatement to qudao_app;

create table app.sale_opening (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  kind text not null,
  file_name text,
  row_count integer,
  total_number numeric(20,4) default '0',
  total_amount numeric(20,2) default '0',
  remark text,
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
create unique index sale_opening_key on app.sale_opening (tenant_code, code);
create index sale_opening_recent on app.sale_opening (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_opening_bill_date on app.sale_opening (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_opening_bill_status on app.sale_opening (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_opening_kind on app.sale_opening (tenant_code, kind, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_opening enable row level security;
alter table app.sale_opening force row level security;
create policy tenant_wall on app.sale_opening using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_opening to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, kind, file_name, row_count, total_number, total_amount, remark, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_opening to qudao_app;

create table app.sale_opening_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  organize_code text,
  customer_code text,
  item text,
  storage_code text,
  product_code text,
  number numeric(20,4),
  amount numeric(20,2) not null,
  due_date date,
  remark text,
  organize_name text,
  customer_name text,
  storage_name text,
  product_name text,
  primary key (tenant_code, id)
);
create index sale_opening_line_parent on app.sale_opening_line (tenant_code, parent_id, line_no);
alter table app.sale_opening_line enable row level security;
alter table app.sale_opening_line force row level security;
create policy tenant_wall on app.sale_opening_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_opening_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, organize_code, customer_code, item, storage_code, product_code, number, amount, due_date, remark, organize_name, customer_name, storage_name, product_name) on app.sale_opening_line to qudao_app;
alter table app.sale_bankstatement add constraint sale_bankstatement_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);
alter table app.sale_bankstatement add constraint sale_bankstatement_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);
alter table app.sale_opening_line add constraint sale_opening_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_opening (tenant_code, id) on delete cascade;
alter table app.sale_opening_line add constraint sale_opening_line_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);
alter table app.sale_opening_line add constraint sale_opening_line_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);
alter table app.sale_opening_line add constraint sale_opening_line_storage_code_fkey foreign key (tenant_code, storage_code) references app.data_depot (tenant_code, code);
alter table app.sale_opening_line add constraint sale_opening_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

-- A line is found by the receipt that claims it, and payers by the account they paid from before, or by what is on their invoices.
create index sale_bankstatement_bill_code on app.sale_bankstatement (tenant_code, bill_code) where bill_code is not null;
create index sale_bankstatement_payer_account on app.sale_bankstatement (tenant_code, payer_account) where claim_status = '1';
create index sale_bill_bank_serial_no on app.sale_bill (tenant_code, bank_serial_no) where bank_serial_no is not null;
create index data_customer_name on app.data_customer (tenant_code, name);
create index data_customerinvoice_bank_account on app.data_customerinvoice (tenant_code, bank_account);
create index data_customerinvoice_title on app.data_customerinvoice (tenant_code, name);
