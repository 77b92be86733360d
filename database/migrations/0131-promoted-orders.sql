-- What promotions make of orders (B1), how often customers have used an activity, and what is spent of its budget.
-- Orders from before have no record: they close and ship as they were.
alter table app.order_order
add column gift_choices jsonb,
add column promo_trace jsonb;
grant update (gift_choices, promo_trace) on app.order_order to qudao_app;

alter table app.order_order_line
add column list_price numeric(20,4) default '0',
add column list_amount numeric(20,2) default '0',
add column typed_price numeric(20,4) default '0',
add column promo_amount numeric(20,2) default '0',
add column gift_source_line_id text;
grant update (list_price, list_amount, typed_price, promo_amount, gift_source_line_id)
on app.order_order_line to qudao_app;

create table app.promotion_budget_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  activity_code text not null,
  spent numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint promotion_budget_balance_spent check (spent >= 0)
) with (fillfactor = 50);
create unique index promotion_budget_balance_key on app.promotion_budget_balance (tenant_code, activity_code);
alter table app.promotion_budget_balance enable row level security;
alter table app.promotion_budget_balance force row level security;
create policy tenant_wall on app.promotion_budget_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.promotion_budget_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_spent numeric(20,4) not null,
  spent_after numeric(20,4) not null,
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
  foreign key (tenant_code, balance_id) references app.promotion_budget_balance (tenant_code, id)
);
create unique index promotion_budget_entry_once on app.promotion_budget_entry (tenant_code, idem_key);
create unique index promotion_budget_entry_chain on app.promotion_budget_entry (tenant_code, balance_id, version);
create unique index promotion_budget_entry_reversal on app.promotion_budget_entry (tenant_code, reversal_of) where reversal_of is not null;
create index promotion_budget_entry_doc on app.promotion_budget_entry (tenant_code, doc_id);
alter table app.promotion_budget_entry enable row level security;
alter table app.promotion_budget_entry force row level security;
create policy tenant_wall on app.promotion_budget_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.promotion_budget_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into promotion_budget_balance (activity_code, may_go_negative)
  select distinct on (e.activity_code) e.activity_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(activity_code text, may_go_negative boolean)
   order by e.activity_code
  on conflict do nothing;

  perform from promotion_budget_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(activity_code text)
       join promotion_budget_balance k on k.activity_code = e.activity_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join promotion_budget_entry x on x.doc_id = u.doc_id::uuid)
   order by b.activity_code
   for no key update of b;
end $$;

create function app.promotion_budget_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform promotion_budget_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_spent, 0) as d_spent
      from rows from (jsonb_to_recordset(p->'entries') as (activity_code text,
             d_spent numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(activity_code, d_spent, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join promotion_budget_balance b on b.activity_code = e.activity_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_spent) as d_spent
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('activity_code', b.activity_code, 'available', (b.spent)::text, 'needed', (-(t.d_spent))::text) as detail
      from totals t join promotion_budget_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_spent < 0 and b.spent + (t.d_spent) < 0)
     order by b.activity_code limit 1
  ), entered as (
    insert into promotion_budget_entry (balance_id, version, d_spent, spent_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_spent, b.spent + sum(a.d_spent) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join promotion_budget_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), balanced as (
    update promotion_budget_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           spent = b.spent + t.d_spent
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('activity_code', b.activity_code, 'spent', jsonb_build_array((b.spent - t.d_spent)::text, b.spent::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger promotion_budget short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.promotion_budget_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('activity_code', b.activity_code,
           'd_spent', -e.d_spent,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from promotion_budget_entry e join promotion_budget_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from promotion_budget_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return promotion_budget_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.promotion_budget_lock(jsonb), app.promotion_budget_post(jsonb), app.promotion_budget_reverse(jsonb) from public;
grant execute on function app.promotion_budget_lock(jsonb), app.promotion_budget_post(jsonb), app.promotion_budget_reverse(jsonb) to qudao_app;
grant select on app.promotion_budget_balance, app.promotion_budget_entry to qudao_app, qudao_report;

create table app.promotion_usage_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  activity_code text not null,
  customer_code text not null,
  times numeric(20,4) not null default 0,
  amount numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id),
  constraint promotion_usage_balance_times check (times >= 0),
  constraint promotion_usage_balance_amount check (amount >= 0)
) with (fillfactor = 50);
create unique index promotion_usage_balance_key on app.promotion_usage_balance (tenant_code, activity_code, customer_code);
alter table app.promotion_usage_balance enable row level security;
alter table app.promotion_usage_balance force row level security;
create policy tenant_wall on app.promotion_usage_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.promotion_usage_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_times numeric(20,4) not null,
  times_after numeric(20,4) not null,
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
  foreign key (tenant_code, balance_id) references app.promotion_usage_balance (tenant_code, id)
);
create unique index promotion_usage_entry_once on app.promotion_usage_entry (tenant_code, idem_key);
create unique index promotion_usage_entry_chain on app.promotion_usage_entry (tenant_code, balance_id, version);
create unique index promotion_usage_entry_reversal on app.promotion_usage_entry (tenant_code, reversal_of) where reversal_of is not null;
create index promotion_usage_entry_doc on app.promotion_usage_entry (tenant_code, doc_id);
alter table app.promotion_usage_entry enable row level security;
alter table app.promotion_usage_entry force row level security;
create policy tenant_wall on app.promotion_usage_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.promotion_usage_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into promotion_usage_balance (activity_code, customer_code, may_go_negative)
  select distinct on (e.activity_code, e.customer_code) e.activity_code, e.customer_code, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(activity_code text, customer_code text, may_go_negative boolean)
   order by e.activity_code, e.customer_code
  on conflict do nothing;

  perform from promotion_usage_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(activity_code text, customer_code text)
       join promotion_usage_balance k on k.activity_code = e.activity_code and k.customer_code = e.customer_code
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join promotion_usage_entry x on x.doc_id = u.doc_id::uuid)
   order by b.activity_code, b.customer_code
   for no key update of b;
end $$;

create function app.promotion_usage_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform promotion_usage_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_times, 0) as d_times,
           coalesce(e.d_amount, 0) as d_amount
      from rows from (jsonb_to_recordset(p->'entries') as (activity_code text, customer_code text,
             d_times numeric, d_amount numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(activity_code, customer_code, d_times, d_amount, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join promotion_usage_balance b on b.activity_code = e.activity_code and b.customer_code = e.customer_code
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_times) as d_times,
           sum(d_amount) as d_amount
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('activity_code', b.activity_code, 'customer_code', b.customer_code, 'available', (b.times)::text, 'needed', (-(t.d_times))::text) as detail
      from totals t join promotion_usage_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_times < 0 and b.times + (t.d_times) < 0)
     order by b.activity_code, b.customer_code limit 1
  ), entered as (
    insert into promotion_usage_entry (balance_id, version, d_times, times_after, d_amount, amount_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_times, b.times + sum(a.d_times) over w, a.d_amount, b.amount + sum(a.d_amount) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join promotion_usage_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), balanced as (
    update promotion_usage_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           times = b.times + t.d_times,
           amount = b.amount + t.d_amount
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('activity_code', b.activity_code, 'customer_code', b.customer_code, 'times', jsonb_build_array((b.times - t.d_times)::text, b.times::text), 'amount', jsonb_build_array((b.amount - t.d_amount)::text, b.amount::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger promotion_usage short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.promotion_usage_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('activity_code', b.activity_code, 'customer_code', b.customer_code,
           'd_times', -e.d_times, 'd_amount', -e.d_amount,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from promotion_usage_entry e join promotion_usage_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from promotion_usage_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return promotion_usage_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.promotion_usage_lock(jsonb), app.promotion_usage_post(jsonb), app.promotion_usage_reverse(jsonb) from public;
grant execute on function app.promotion_usage_lock(jsonb), app.promotion_usage_post(jsonb), app.promotion_usage_reverse(jsonb) to qudao_app;
grant select on app.promotion_usage_balance, app.promotion_usage_entry to qudao_app, qudao_report;

-- Refuses what would use an activity more often than a customer may, or spend more than its budget. Asked after the
-- postings: their balances are locked then, so that two audits at once cannot both find room for the last time (I30).
create or replace function app.promotion_within(p jsonb) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  used_up jsonb;
begin
  select jsonb_build_object('activity_code', e.activity_code, 'is_limit', u.times > e.most_times)
  into used_up
  from jsonb_to_recordset(p) as e(activity_code text, customer_code text, most_times numeric, most_spent numeric)
  left join promotion_usage_balance u on u.activity_code = e.activity_code and u.customer_code = e.customer_code
  left join promotion_budget_balance b on b.activity_code = e.activity_code
  where u.times > e.most_times or b.spent > e.most_spent
  order by e.activity_code
  limit 1;
  if used_up is not null then
    raise exception 'activity is used up' using errcode = 'QD020', detail = used_up::text;
  end if;
end
$$;

revoke all on function app.promotion_within(jsonb) from public;
grant execute on function app.promotion_within(jsonb) to qudao_app;

-- An activity that was audited, revised or switched off changes what orders cost: they are evaluated again (A7).
do $$
declare
  source text;
begin
  foreach source in array array['promotion_version', 'promotion_activity'] loop
    execute format(
      'create trigger price_inserted after insert on app.%I referencing new table as touched '
        'for each statement execute function app.price_touched()', source);
    execute format(
      'create trigger price_updated after update on app.%I referencing new table as touched '
        'for each statement execute function app.price_touched()', source);
  end loop;
end
$$;
