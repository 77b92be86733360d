-- Rebate: programmes that promise it, settlements that pay it out in batches (decision 0125).
create table app.sale_rebateprogramme (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  name text not null,
  organize_code text not null,
  start_date date not null,
  end_date date not null,
  basis text not null default '0',
  tier_mode text not null default '0',
  customer_class_code text,
  channel_code text,
  customer_codes text[] not null default '{}',
  remark text,
  organize_name text,
  customer_class_name text,
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
create unique index sale_rebateprogramme_key on app.sale_rebateprogramme (tenant_code, code);
create index sale_rebateprogramme_recent on app.sale_rebateprogramme (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebateprogramme_bill_date on app.sale_rebateprogramme (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebateprogramme_bill_status on app.sale_rebateprogramme (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebateprogramme_state_day on app.sale_rebateprogramme (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index sale_rebateprogramme_basis on app.sale_rebateprogramme (tenant_code, basis, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebateprogramme_organize_code on app.sale_rebateprogramme (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebateprogramme_customer_class_code on app.sale_rebateprogramme (tenant_code, customer_class_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebateprogramme_channel_code on app.sale_rebateprogramme (tenant_code, channel_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_rebateprogramme enable row level security;
alter table app.sale_rebateprogramme force row level security;
create policy tenant_wall on app.sale_rebateprogramme using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_rebateprogramme to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, name, organize_code, start_date, end_date, basis, tier_mode, customer_class_code, channel_code, customer_codes, remark, organize_name, customer_class_name, channel_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_rebateprogramme to qudao_app;

create table app.sale_rebateprogramme_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  start numeric(20,2) not null,
  rate numeric(20,6) not null,
  remark text,
  primary key (tenant_code, id)
);
create index sale_rebateprogramme_line_parent on app.sale_rebateprogramme_line (tenant_code, parent_id, line_no);
alter table app.sale_rebateprogramme_line enable row level security;
alter table app.sale_rebateprogramme_line force row level security;
create policy tenant_wall on app.sale_rebateprogramme_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_rebateprogramme_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, start, rate, remark) on app.sale_rebateprogramme_line to qudao_app;

create table app.sale_rebate (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  programme_code text not null,
  programme_title text,
  start_date date not null,
  end_date date not null,
  expire_date date,
  customer_count integer,
  basis_amount numeric(20,2) default '0',
  total_amount numeric(20,2) default '0',
  through_entry text,
  remark text,
  organize_name text,
  programme_name text,
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
create unique index sale_rebate_key on app.sale_rebate (tenant_code, code);
create index sale_rebate_recent on app.sale_rebate (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebate_bill_date on app.sale_rebate (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebate_bill_status on app.sale_rebate (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebate_state_day on app.sale_rebate (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index sale_rebate_programme_code on app.sale_rebate (tenant_code, programme_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebate_organize_code on app.sale_rebate (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebate_start_date on app.sale_rebate (tenant_code, start_date, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index sale_rebate_end_date on app.sale_rebate (tenant_code, end_date, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.sale_rebate enable row level security;
alter table app.sale_rebate force row level security;
create policy tenant_wall on app.sale_rebate using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_rebate to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, programme_code, programme_title, start_date, end_date, expire_date, customer_count, basis_amount, total_amount, through_entry, remark, organize_name, programme_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sale_rebate to qudao_app;

create table app.sale_rebate_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  customer_code text not null,
  sales_amount numeric(20,2) default '0',
  return_amount numeric(20,2) default '0',
  rebate_used_amount numeric(20,2) default '0',
  clawback_amount numeric(20,2) default '0',
  collected_amount numeric(20,2) default '0',
  refunded_amount numeric(20,2) default '0',
  carried_amount numeric(20,2) default '0',
  basis_amount numeric(20,2) default '0',
  target_amount numeric(20,2) default '0',
  achieved numeric(20,6) default '0',
  rate numeric(20,6) default '0',
  amount numeric(20,2) default '0',
  carry_amount numeric(20,2) default '0',
  remark text,
  customer_name text,
  primary key (tenant_code, id)
);
create index sale_rebate_line_parent on app.sale_rebate_line (tenant_code, parent_id, line_no);
alter table app.sale_rebate_line enable row level security;
alter table app.sale_rebate_line force row level security;
create policy tenant_wall on app.sale_rebate_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sale_rebate_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, customer_code, sales_amount, return_amount, rebate_used_amount, clawback_amount, collected_amount, refunded_amount, carried_amount, basis_amount, target_amount, achieved, rate, amount, carry_amount, remark, customer_name) on app.sale_rebate_line to qudao_app;

alter table app.sale_rebateprogramme add constraint sale_rebateprogramme_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_rebateprogramme add constraint sale_rebateprogramme_customer_class_code_fkey foreign key (tenant_code, customer_class_code) references app.data_customerclass (tenant_code, code);

alter table app.sale_rebateprogramme add constraint sale_rebateprogramme_channel_code_fkey foreign key (tenant_code, channel_code) references app.data_channel (tenant_code, code);

alter table app.sale_rebateprogramme_line add constraint sale_rebateprogramme_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_rebateprogramme (tenant_code, id) on delete cascade;

alter table app.sale_rebate add constraint sale_rebate_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sale_rebate add constraint sale_rebate_programme_code_fkey foreign key (tenant_code, programme_code) references app.sale_rebateprogramme (tenant_code, code);

alter table app.sale_rebate_line add constraint sale_rebate_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.sale_rebate (tenant_code, id) on delete cascade;

alter table app.sale_rebate_line add constraint sale_rebate_line_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

-- Batches follow every entry of a rebate account, whoever posts it: a way of posting that forgot them would leave
-- rebate that never lapses, or none to take (A9, I15).
create or replace function app.rebate_follow() returns trigger
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  account record;
  given date;
begin
  select a.account_code, a.organize_code
  into account
  from capital_balance b
  join sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
  where b.tenant_code = new.tenant_code and b.id = new.balance_id and a.account_type = 'A003';
  if account.account_code is null then
    return null;
  elsif new.reversal_of is not null then
    perform rebate_undo(new, account.account_code);
  elsif new.post_type = 'CLW' then
    perform rebate_ungrant(new, account.account_code);
  elsif new.d_balance < 0 then
    perform rebate_take(new, account.account_code, -new.d_balance, null);
  elsif new.post_type = 'RTN' then
    perform rebate_refill(new, account.account_code);
  else
    if new.doc_type = 'sale:bill' then
      select b.expire_date
      into given
      from sale_bill b
      where b.tenant_code = new.tenant_code and b.id = new.doc_id;
    elsif new.doc_type = 'sale:rebate' then
      select r.expire_date
      into given
      from sale_rebate r
      where r.tenant_code = new.tenant_code and r.id = new.doc_id;
    end if;
    perform rebate_give(
      new, account.account_code, new.d_balance, coalesce(given, rebate_expiry(account.organize_code, new.biz_date))
    );
  end if;
  return null;
end
$$;
