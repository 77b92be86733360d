-- Points of customers: how goods earn them, what each customer has by batches, and what came and went.
create table app.promotion_points (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  product_scope text not null default '0',
  product_class_code text,
  brand_code text,
  product_code text,
  amount_per_point numeric(20,4),
  points_per_unit numeric(20,4),
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
create unique index promotion_points_key on app.promotion_points (tenant_code, code);
create index promotion_points_recent on app.promotion_points (tenant_code, create_date DESC, id DESC);
create index promotion_points_product_class_code on app.promotion_points (tenant_code, product_class_code, create_date DESC, id DESC);
create index promotion_points_brand_code on app.promotion_points (tenant_code, brand_code, create_date DESC, id DESC);
create index promotion_points_product_code on app.promotion_points (tenant_code, product_code, create_date DESC, id DESC);
create index promotion_points_organize_code on app.promotion_points (tenant_code, organize_code, create_date DESC, id DESC);
create index promotion_points_product_scope on app.promotion_points (tenant_code, product_scope, create_date DESC, id DESC);
create index promotion_points_status on app.promotion_points (tenant_code, status, create_date DESC, id DESC);
create index promotion_points_search on app.promotion_points using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.promotion_points enable row level security;
alter table app.promotion_points force row level security;
create policy tenant_wall on app.promotion_points using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.promotion_points to qudao_app, qudao_report;
grant insert, delete, update (code, name, product_scope, product_class_code, brand_code, product_code, amount_per_point, points_per_unit, start_date, end_date, organize_code, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.promotion_points to qudao_app;

create table app.points_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  customer_code text not null,
  expire_date text not null,
  batch_no text not null,
  balance numeric(20,4) not null default 0,
  locked numeric(20,4) not null default 0,
  debt numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint points_balance_balance check (balance >= 0),
  constraint points_balance_locked check (locked >= 0),
  constraint points_balance_debt check (debt >= 0)
) with (fillfactor = 50);
create unique index points_balance_key on app.points_balance (tenant_code, customer_code, expire_date, batch_no);
alter table app.points_balance enable row level security;
alter table app.points_balance force row level security;
create policy tenant_wall on app.points_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.points_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_balance numeric(20,4) not null,
  balance_after numeric(20,4) not null,
  d_locked numeric(20,4) not null,
  locked_after numeric(20,4) not null,
  d_debt numeric(20,4) not null,
  debt_after numeric(20,4) not null,
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
  remark text,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.points_balance (tenant_code, id)
);
create unique index points_entry_once on app.points_entry (tenant_code, idem_key);
create unique index points_entry_chain on app.points_entry (tenant_code, balance_id, version);
create unique index points_entry_reversal on app.points_entry (tenant_code, reversal_of) where reversal_of is not null;
create index points_entry_doc on app.points_entry (tenant_code, doc_id);
create index points_entry_holder on app.points_entry (tenant_code, holder_doc_id);
alter table app.points_entry enable row level security;
alter table app.points_entry force row level security;
create policy tenant_wall on app.points_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.points_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  locked numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.points_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint points_hold_floor check (locked >= 0)
);
alter table app.points_hold enable row level security;
alter table app.points_hold force row level security;
create policy tenant_wall on app.points_hold using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.points_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into points_balance (customer_code, expire_date, batch_no, may_go_negative)
  select distinct on (e.customer_code, e.expire_date, e.batch_no) e.customer_code, e.expire_date, e.batch_no, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(customer_code text, expire_date text, batch_no text, may_go_negative boolean)
   order by e.customer_code, e.expire_date, e.batch_no
  on conflict do nothing;

  perform from points_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(customer_code text, expire_date text, batch_no text)
       join points_balance k on k.customer_code = e.customer_code and k.expire_date = e.expire_date and k.batch_no = e.batch_no
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join points_entry x on x.doc_id = u.doc_id::uuid)
   order by b.customer_code, b.expire_date, b.batch_no
   for no key update of b;
end $$;

create function app.points_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
  is_unheld boolean;
begin
  perform points_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id, e.remark,
           coalesce(e.d_balance, 0) as d_balance,
           coalesce(e.d_locked, 0) as d_locked,
           coalesce(e.d_debt, 0) as d_debt
      from rows from (jsonb_to_recordset(p->'entries') as (customer_code text, expire_date text, batch_no text,
             d_balance numeric, d_locked numeric, d_debt numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint, remark text)) with ordinality
           as e(customer_code, expire_date, batch_no, d_balance, d_locked, d_debt, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, remark, ord)
      join points_balance b on b.customer_code = e.customer_code and b.expire_date = e.expire_date and b.batch_no = e.batch_no
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_balance) as d_balance,
           sum(d_locked) as d_locked,
           sum(d_debt) as d_debt
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('customer_code', b.customer_code, 'expire_date', b.expire_date, 'batch_no', b.batch_no, 'available', (b.balance - b.locked)::text, 'needed', (-(t.d_balance - t.d_locked))::text) as detail
      from totals t join points_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_balance - t.d_locked < 0 and b.balance - b.locked + (t.d_balance - t.d_locked) < 0)
     order by b.customer_code, b.expire_date, b.batch_no limit 1
  ), entered as (
    insert into points_entry (balance_id, version, d_balance, balance_after, d_locked, locked_after, d_debt, debt_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, remark, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_balance, b.balance + sum(a.d_balance) over w, a.d_locked, b.locked + sum(a.d_locked) over w, a.d_debt, b.debt + sum(a.d_debt) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, a.remark, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join points_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), held as (
    insert into points_hold (doc_id, line_id, balance_id, locked)
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_locked) from asked a
     where a.d_locked <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_locked) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set locked = points_hold.locked + excluded.locked
  ), released as (
    update points_hold h set locked = h.locked + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_locked) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_locked) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), unheld as (
    select from asked a
     where not exists (select from points_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_locked) < 0
  ), balanced as (
    update points_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           balance = b.balance + t.d_balance,
           locked = b.locked + t.d_locked,
           debt = b.debt + t.d_debt
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('customer_code', b.customer_code, 'expire_date', b.expire_date, 'batch_no', b.batch_no, 'balance', jsonb_build_array((b.balance - t.d_balance)::text, b.balance::text), 'locked', jsonb_build_array((b.locked - t.d_locked)::text, b.locked::text), 'debt', jsonb_build_array((b.debt - t.d_debt)::text, b.debt::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced), exists (select from unheld) into short, moved, is_unheld;

  if short is not null then
    raise exception 'ledger points short' using errcode = 'QD020', detail = short::text;
  end if;
  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger points: released without a hold';
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.points_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('customer_code', b.customer_code, 'expire_date', b.expire_date, 'batch_no', b.batch_no,
           'd_balance', -e.d_balance, 'd_locked', -e.d_locked, 'd_debt', -e.d_debt,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id, 'remark', e.remark) order by e.id desc)
    into undone
    from points_entry e join points_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from points_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return points_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.points_lock(jsonb), app.points_post(jsonb), app.points_reverse(jsonb) from public;
grant execute on function app.points_lock(jsonb), app.points_post(jsonb), app.points_reverse(jsonb) to qudao_app;
grant select on app.points_balance, app.points_entry, app.points_hold to qudao_app, qudao_report;

alter table app.promotion_points add constraint promotion_points_product_class_code_fkey foreign key (tenant_code, product_class_code) references app.data_materialclass (tenant_code, code);

alter table app.promotion_points add constraint promotion_points_brand_code_fkey foreign key (tenant_code, brand_code) references app.data_brand (tenant_code, code);

alter table app.promotion_points add constraint promotion_points_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

alter table app.promotion_points add constraint promotion_points_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);
