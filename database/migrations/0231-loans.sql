-- What people of the house are lent and bring back, and the ledger of it.
create table app.reimbursement_loan (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'loan',
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  apply_date date,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  repay_date date,
  repaid_amount numeric(20,2) default '0',
  locked_amount numeric(20,2) default '0',
  balance_amount numeric(20,2) default '0',
  settle_status text not null default '0',
  pay_flag text not null default '0',
  bank_account_code text,
  pay_date date,
  bank_serial_no text,
  payer_name text,
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  bank_account_name text,
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
create unique index reimbursement_loan_key on app.reimbursement_loan (tenant_code, code);
create index reimbursement_loan_recent on app.reimbursement_loan (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_bill_date on app.reimbursement_loan (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_bill_status on app.reimbursement_loan (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_state_day on app.reimbursement_loan (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_loan_applicant_code on app.reimbursement_loan (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_dept_code on app.reimbursement_loan (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_organize_code on app.reimbursement_loan (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_doc_type on app.reimbursement_loan (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_currency on app.reimbursement_loan (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_pay_mode on app.reimbursement_loan (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_pay_flag on app.reimbursement_loan (tenant_code, pay_flag, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_loan_settle_status on app.reimbursement_loan (tenant_code, settle_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_loan enable row level security;
alter table app.reimbursement_loan force row level security;
create policy tenant_wall on app.reimbursement_loan using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_loan to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, organize_code, applicant_code, dept_code, apply_date, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, repay_date, repaid_amount, locked_amount, balance_amount, settle_status, pay_flag, bank_account_code, pay_date, bank_serial_no, payer_name, remark, organize_name, applicant_name, dept_name, bank_account_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_loan to qudao_app;

create table app.reimbursement_loan_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  item_code text,
  budget_account_code text,
  amount numeric(20,2),
  remark text,
  item_name text,
  budget_account_name text,
  primary key (tenant_code, id)
);
create index reimbursement_loan_line_parent on app.reimbursement_loan_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_loan_line enable row level security;
alter table app.reimbursement_loan_line force row level security;
create policy tenant_wall on app.reimbursement_loan_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_loan_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, item_code, budget_account_code, amount, remark, item_name, budget_account_name) on app.reimbursement_loan_line to qudao_app;

create table app.reimbursement_repayment (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  doc_type text not null default 'repayment',
  organize_code text not null,
  applicant_code text not null,
  dept_code text,
  apply_date date,
  reason text,
  currency text default 'CNY',
  pay_mode text default 'transfer',
  payee_name text,
  payee_bank text,
  payee_account text,
  invoice_count integer,
  total_amount numeric(20,2) default '0',
  loan_code text,
  repay_mode text default 'transfer',
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  loan_name text,
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
create unique index reimbursement_repayment_key on app.reimbursement_repayment (tenant_code, code);
create index reimbursement_repayment_recent on app.reimbursement_repayment (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_bill_date on app.reimbursement_repayment (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_bill_status on app.reimbursement_repayment (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_state_day on app.reimbursement_repayment (tenant_code, bill_status, bill_date) where deleted_flag = '0'::text;
create index reimbursement_repayment_applicant_code on app.reimbursement_repayment (tenant_code, applicant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_dept_code on app.reimbursement_repayment (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_loan_code on app.reimbursement_repayment (tenant_code, loan_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_organize_code on app.reimbursement_repayment (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_doc_type on app.reimbursement_repayment (tenant_code, doc_type, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_currency on app.reimbursement_repayment (tenant_code, currency, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index reimbursement_repayment_pay_mode on app.reimbursement_repayment (tenant_code, pay_mode, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.reimbursement_repayment enable row level security;
alter table app.reimbursement_repayment force row level security;
create policy tenant_wall on app.reimbursement_repayment using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_repayment to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, doc_type, organize_code, applicant_code, dept_code, apply_date, reason, currency, pay_mode, payee_name, payee_bank, payee_account, invoice_count, total_amount, loan_code, repay_mode, remark, organize_name, applicant_name, dept_name, loan_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.reimbursement_repayment to qudao_app;

create table app.reimbursement_repayment_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  loan_code text,
  amount numeric(20,2),
  remark text,
  loan_name text,
  primary key (tenant_code, id)
);
create index reimbursement_repayment_line_parent on app.reimbursement_repayment_line (tenant_code, parent_id, line_no);
alter table app.reimbursement_repayment_line enable row level security;
alter table app.reimbursement_repayment_line force row level security;
create policy tenant_wall on app.reimbursement_repayment_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.reimbursement_repayment_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no, loan_code, amount, remark, loan_name) on app.reimbursement_repayment_line to qudao_app;

create table app.loan_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  applicant_code text not null,
  loan_code text not null,
  amount numeric(20,4) not null default 0,
  locked numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint loan_balance_floor check (may_go_negative or amount >= 0),
  constraint loan_balance_locked check (locked >= 0)
) with (fillfactor = 50);
create unique index loan_balance_key on app.loan_balance (tenant_code, applicant_code, loan_code);
alter table app.loan_balance enable row level security;
alter table app.loan_balance force row level security;
create policy tenant_wall on app.loan_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.loan_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_amount numeric(20,4) not null,
  amount_after numeric(20,4) not null,
  d_locked numeric(20,4) not null,
  locked_after numeric(20,4) not null,
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
  foreign key (tenant_code, balance_id) references app.loan_balance (tenant_code, id)
);
create unique index loan_entry_once on app.loan_entry (tenant_code, idem_key);
create unique index loan_entry_chain on app.loan_entry (tenant_code, balance_id, version);
create unique index loan_entry_reversal on app.loan_entry (tenant_code, reversal_of) where reversal_of is not null;
create index loan_entry_doc on app.loan_entry (tenant_code, doc_id);
create index loan_entry_holder on app.loan_entry (tenant_code, holder_doc_id);
alter table app.loan_entry enable row level security;
alter table app.loan_entry force row level security;
create policy tenant_wall on app.loan_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.loan_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  locked numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.loan_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint loan_hold_floor check (locked >= 0)
);
alter table app.loan_hold enable row level security;
alter table app.loan_hold force row level security;
create policy tenant_wall on app.loan_hold using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.loan_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into loan_balance (applicant_code, loan_code, may_go_negative)
  select distinct on (e.applicant_code, e.loan_code) e.applicant_code, e.loan_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(applicant_code text, loan_code text, may_go_negative boolean)
   order by e.applicant_code, e.loan_code
  on conflict do nothing;

  perform from loan_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(applicant_code text, loan_code text)
       join loan_balance k on k.applicant_code = e.applicant_code and k.loan_code = e.loan_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join loan_entry x on x.doc_id = u.doc_id::uuid)
   order by b.applicant_code, b.loan_code
   for no key update of b;
end $$;

create function app.loan_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
  is_unheld boolean;
begin
  perform loan_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_amount, 0) as d_amount,
           coalesce(e.d_locked, 0) as d_locked
      from rows from (jsonb_to_recordset(p->'entries') as (applicant_code text, loan_code text,
             d_amount numeric, d_locked numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(applicant_code, loan_code, d_amount, d_locked, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join loan_balance b on b.applicant_code = e.applicant_code and b.loan_code = e.loan_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_amount) as d_amount,
           sum(d_locked) as d_locked
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('applicant_code', b.applicant_code, 'loan_code', b.loan_code, 'available', (b.amount - b.locked)::text, 'amount', b.amount::text,
             'needed', (case when t.guards_available and b.amount - b.locked + (t.d_amount - t.d_locked) < 0
                             then -(t.d_amount - t.d_locked) else -t.d_amount end)::text) as detail
      from totals t join loan_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and ((t.guards_available and t.d_amount - t.d_locked < 0 and b.amount - b.locked + (t.d_amount - t.d_locked) < 0)
         or (t.guards_floor and t.d_amount < 0 and b.amount + t.d_amount < 0))
     order by b.applicant_code, b.loan_code limit 1
  ), entered as (
    insert into loan_entry (balance_id, version, d_amount, amount_after, d_locked, locked_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_amount, b.amount + sum(a.d_amount) over w, a.d_locked, b.locked + sum(a.d_locked) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join loan_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), held as (
    insert into loan_hold (doc_id, line_id, balance_id, locked)
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_locked) from asked a
     where a.d_locked <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_locked) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set locked = loan_hold.locked + excluded.locked
  ), released as (
    update loan_hold h set locked = h.locked + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_locked) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_locked) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), unheld as (
    select from asked a
     where not exists (select from loan_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_locked) < 0
  ), balanced as (
    update loan_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative) or (b.may_go_negative and t.d_amount >= 0 and b.amount + t.d_amount < 0),
           amount = b.amount + t.d_amount,
           locked = b.locked + t.d_locked
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('applicant_code', b.applicant_code, 'loan_code', b.loan_code, 'amount', jsonb_build_array((b.amount - t.d_amount)::text, b.amount::text), 'locked', jsonb_build_array((b.locked - t.d_locked)::text, b.locked::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced), exists (select from unheld) into short, moved, is_unheld;

  if short is not null then
    raise exception 'ledger loan short' using errcode = 'QD020', detail = short::text;
  end if;
  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger loan: released without a hold';
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.loan_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('applicant_code', b.applicant_code, 'loan_code', b.loan_code,
           'd_amount', -e.d_amount, 'd_locked', -e.d_locked,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from loan_entry e join loan_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from loan_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return loan_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.loan_lock(jsonb), app.loan_post(jsonb), app.loan_reverse(jsonb) from public;
grant execute on function app.loan_lock(jsonb), app.loan_post(jsonb), app.loan_reverse(jsonb) to qudao_app;
grant select on app.loan_balance, app.loan_entry, app.loan_hold to qudao_app, qudao_report;

alter table app.reimbursement_loan add constraint reimbursement_loan_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_loan add constraint reimbursement_loan_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_loan add constraint reimbursement_loan_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_loan add constraint reimbursement_loan_bank_account_code_fkey foreign key (tenant_code, bank_account_code) references app.data_bankaccount (tenant_code, code);

alter table app.reimbursement_loan_line add constraint reimbursement_loan_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_loan (tenant_code, id) on delete cascade;

alter table app.reimbursement_loan_line add constraint reimbursement_loan_line_item_code_fkey foreign key (tenant_code, item_code) references app.reimbursement_item (tenant_code, code);

alter table app.reimbursement_loan_line add constraint reimbursement_loan_line_budget_account_code_fkey foreign key (tenant_code, budget_account_code) references app.data_budgetaccount (tenant_code, code);

alter table app.reimbursement_repayment add constraint reimbursement_repayment_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.reimbursement_repayment add constraint reimbursement_repayment_applicant_code_fkey foreign key (tenant_code, applicant_code) references app.data_personnel (tenant_code, code);

alter table app.reimbursement_repayment add constraint reimbursement_repayment_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);

alter table app.reimbursement_repayment add constraint reimbursement_repayment_loan_code_fkey foreign key (tenant_code, loan_code) references app.reimbursement_loan (tenant_code, code);

alter table app.reimbursement_repayment_line add constraint reimbursement_repayment_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.reimbursement_repayment (tenant_code, id) on delete cascade;

alter table app.reimbursement_repayment_line add constraint reimbursement_repayment_line_loan_code_fkey foreign key (tenant_code, loan_code) references app.reimbursement_loan (tenant_code, code);
