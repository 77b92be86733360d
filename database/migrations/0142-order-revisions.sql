-- Revisions: an audited order becomes another, and what it was is kept.
alter table app.order_order add column revision_no integer;
grant update (revision_no) on app.order_order to qudao_app;

alter table app.order_order_line add column adjusted_amount numeric(20,2) default '0';
grant update (adjusted_amount) on app.order_order_line to qudao_app;

alter table app.order_order_line add column settled_number numeric(20,4) default '0';
grant update (settled_number) on app.order_order_line to qudao_app;

alter table app.order_order_line add column settled_amount numeric(20,2) default '0';
grant update (settled_amount) on app.order_order_line to qudao_app;

create table app.order_revision (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text not null,
  order_code text not null,
  customer_code text,
  revision_no integer,
  reason text,
  before_amount numeric(20,2) default '0',
  after_amount numeric(20,2) default '0',
  estimate jsonb,
  remark text,
  organize_name text,
  order_name text,
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
create unique index order_revision_key on app.order_revision (tenant_code, code);
create index order_revision_recent on app.order_revision (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_revision_bill_date on app.order_revision (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_revision_bill_status on app.order_revision (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_revision_state_day on app.order_revision (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index order_revision_order_code on app.order_revision (tenant_code, order_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_revision_customer_code on app.order_revision (tenant_code, customer_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index order_revision_organize_code on app.order_revision (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.order_revision enable row level security;
alter table app.order_revision force row level security;
create policy tenant_wall on app.order_revision using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_revision to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, order_code, customer_code, revision_no, reason, before_amount, after_amount, estimate, remark, organize_name, order_name, customer_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.order_revision to qudao_app;

create table app.order_revision_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  order_line_id text,
  action text not null default 'C',
  product_code text,
  before_number numeric(20,4) default '0',
  after_number numeric(20,4),
  before_price numeric(20,4) default '0',
  after_price numeric(20,4),
  typed_price numeric(20,4) default '0',
  amount numeric(20,2) default '0',
  spec text,
  main_unit_name text,
  remark text,
  product_name text,
  primary key (tenant_code, id)
);
create index order_revision_line_parent on app.order_revision_line (tenant_code, parent_id, line_no);
alter table app.order_revision_line enable row level security;
alter table app.order_revision_line force row level security;
create policy tenant_wall on app.order_revision_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_revision_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, order_line_id, action, product_code, before_number, after_number, before_price, after_price, typed_price, amount, spec, main_unit_name, remark, product_name) on app.order_revision_line to qudao_app;

alter table app.order_revision add constraint order_revision_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.order_revision add constraint order_revision_order_code_fkey foreign key (tenant_code, order_code) references app.order_order (tenant_code, code);

alter table app.order_revision add constraint order_revision_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.order_revision_line add constraint order_revision_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.order_revision (tenant_code, id) on delete cascade;

alter table app.order_revision_line add constraint order_revision_line_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

-- Versions of orders that a revision replaced: written once, never changed.
create table app.order_history (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  order_id uuid not null,
  revision_no integer not null,
  revision_id uuid not null,
  revision_code text not null,
  reason text,
  ended_by text not null default '',
  ended_at timestamp with time zone not null default now(),
  head jsonb not null,
  lines jsonb not null,
  primary key (tenant_code, id)
);
create unique index order_history_version on app.order_history (tenant_code, order_id, revision_no);
alter table app.order_history enable row level security;
alter table app.order_history force row level security;
create policy tenant_wall on app.order_history using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_history to qudao_app, qudao_report;
grant insert on app.order_history to qudao_app;
alter table app.order_history add constraint order_history_order_id_fkey foreign key (tenant_code, order_id) references app.order_order (tenant_code, id);
