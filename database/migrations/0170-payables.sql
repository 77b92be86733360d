-- Payable: what each supplier is owed and was paid ahead, when it falls due, and openings of both (B13).
alter table app.data_supplier add column pay_days integer;
grant update (pay_days) on app.data_supplier to qudao_app;

alter table app.data_supplier add column rel_tenant_code text;
grant update (rel_tenant_code) on app.data_supplier to qudao_app;

alter table app.sale_opening_line add column supplier_code text;
grant update (supplier_code) on app.sale_opening_line to qudao_app;

alter table app.sale_opening_line add column supplier_name text;
grant update (supplier_name) on app.sale_opening_line to qudao_app;

create table app.payable_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  organize_code text not null,
  supplier_code text not null,
  amount numeric(20,4) not null default 0,
  prepaid numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint payable_balance_prepaid check (prepaid >= 0)
) with (fillfactor = 50);
create unique index payable_balance_key on app.payable_balance (tenant_code, organize_code, supplier_code);
alter table app.payable_balance enable row level security;
alter table app.payable_balance force row level security;
create policy tenant_wall on app.payable_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.payable_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_amount numeric(20,4) not null,
  amount_after numeric(20,4) not null,
  d_prepaid numeric(20,4) not null,
  prepaid_after numeric(20,4) not null,
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
  receipt_code text,
  purchase_code text,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.payable_balance (tenant_code, id)
);
create unique index payable_entry_once on app.payable_entry (tenant_code, idem_key);
create unique index payable_entry_chain on app.payable_entry (tenant_code, balance_id, version);
create unique index payable_entry_reversal on app.payable_entry (tenant_code, reversal_of) where reversal_of is not null;
create index payable_entry_doc on app.payable_entry (tenant_code, doc_id);
alter table app.payable_entry enable row level security;
alter table app.payable_entry force row level security;
create policy tenant_wall on app.payable_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.payable_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into payable_balance (organize_code, supplier_code, may_go_negative)
  select distinct on (e.organize_code, e.supplier_code) e.organize_code, e.supplier_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(organize_code text, supplier_code text, may_go_negative boolean)
   order by e.organize_code, e.supplier_code
  on conflict do nothing;

  perform from payable_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(organize_code text, supplier_code text)
       join payable_balance k on k.organize_code = e.organize_code and k.supplier_code = e.supplier_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join payable_entry x on x.doc_id = u.doc_id::uuid)
   order by b.organize_code, b.supplier_code
   for no key update of b;
end $$;

create function app.payable_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform payable_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id, e.due_date, e.receipt_code, e.purchase_code,
           coalesce(e.d_amount, 0) as d_amount,
           coalesce(e.d_prepaid, 0) as d_prepaid
      from rows from (jsonb_to_recordset(p->'entries') as (organize_code text, supplier_code text,
             d_amount numeric, d_prepaid numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint, due_date date, receipt_code text, purchase_code text)) with ordinality
           as e(organize_code, supplier_code, d_amount, d_prepaid, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, due_date, receipt_code, purchase_code, ord)
      join payable_balance b on b.organize_code = e.organize_code and b.supplier_code = e.supplier_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_amount) as d_amount,
           sum(d_prepaid) as d_prepaid
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('organize_code', b.organize_code, 'supplier_code', b.supplier_code, 'available', (b.amount)::text, 'needed', (-(t.d_amount))::text) as detail
      from totals t join payable_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_amount < 0 and b.amount + (t.d_amount) < 0)
     order by b.organize_code, b.supplier_code limit 1
  ), entered as (
    insert into payable_entry (balance_id, version, d_amount, amount_after, d_prepaid, prepaid_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, due_date, receipt_code, purchase_code, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_amount, b.amount + sum(a.d_amount) over w, a.d_prepaid, b.prepaid + sum(a.d_prepaid) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, a.due_date, a.receipt_code, a.purchase_code, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join payable_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), balanced as (
    update payable_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           amount = b.amount + t.d_amount,
           prepaid = b.prepaid + t.d_prepaid
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('organize_code', b.organize_code, 'supplier_code', b.supplier_code, 'amount', jsonb_build_array((b.amount - t.d_amount)::text, b.amount::text), 'prepaid', jsonb_build_array((b.prepaid - t.d_prepaid)::text, b.prepaid::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger payable short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.payable_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('organize_code', b.organize_code, 'supplier_code', b.supplier_code,
           'd_amount', -e.d_amount, 'd_prepaid', -e.d_prepaid,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id, 'due_date', e.due_date, 'receipt_code', e.receipt_code, 'purchase_code', e.purchase_code) order by e.id desc)
    into undone
    from payable_entry e join payable_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from payable_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return payable_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.payable_lock(jsonb), app.payable_post(jsonb), app.payable_reverse(jsonb) from public;
grant execute on function app.payable_lock(jsonb), app.payable_post(jsonb), app.payable_reverse(jsonb) to qudao_app;
grant select on app.payable_balance, app.payable_entry to qudao_app, qudao_report;

alter table app.data_supplier add constraint data_supplier_rel_tenant_code_fkey foreign key (rel_tenant_code) references app.tenant_tenant (tenant_code);

alter table app.sale_opening_line add constraint sale_opening_line_supplier_code_fkey foreign key (tenant_code, supplier_code) references app.data_supplier (tenant_code, code);

-- What is still owed to a supplier on a day, amount by amount. Nothing is ticked off in a table: credits that name a
-- receipt settle that receipt, the rest settles the oldest that is due, so a payment that is undone opens again exactly
-- what it had settled.
create or replace function app.payable_open(
  p_organize text, p_supplier text, p_day date
) returns table (
  entry_id bigint, doc_type text, doc_id uuid, doc_code text, receipt_code text, biz_date date, due_date date,
  amount numeric, open_amount numeric
)
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    with entry as (
      select e.id, e.doc_type, e.doc_id, e.doc_code, e.receipt_code, e.biz_date,
        coalesce(e.due_date, e.biz_date) as due_date, e.d_amount as amount
      from payable_balance b
      join payable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
      where b.organize_code = p_organize
        and b.supplier_code = p_supplier
        and e.biz_date <= p_day
        and e.d_amount <> 0
        and e.reversal_of is null
        and not exists (select from payable_entry r where r.tenant_code = e.tenant_code and r.reversal_of = e.id)
    ),
    named as (
      select receipt_code, -sum(amount) as settled
      from entry
      where amount < 0 and receipt_code is not null
      group by receipt_code
    ),
    owed as (
      select d.*,
        greatest(
          0,
          least(
            d.amount,
            sum(d.amount) over (partition by d.receipt_code order by d.due_date, d.id) - coalesce(n.settled, 0)
          )
        ) as left_open
      from entry d
      left join named n on n.receipt_code = d.receipt_code
      where d.amount > 0
    ),
    pool as (
      select coalesce((select -sum(amount) from entry where amount < 0), 0) - coalesce(
        (select sum(amount - left_open) from owed), 0
      ) as rest
    )
    select o.id, o.doc_type, o.doc_id, o.doc_code, o.receipt_code, o.biz_date, o.due_date, o.amount,
      greatest(0, least(o.left_open, sum(o.left_open) over (order by o.due_date, o.id) - pool.rest))
    from owed o
    cross join pool;
end
$$;

revoke all on function app.payable_open(text, text, date) from public;
grant execute on function app.payable_open(text, text, date) to qudao_app, qudao_report;
