-- What customers earned by rules of activities and have not chosen yet, where the house keeps it (SD029).
create table app.promotion_rest_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  customer_code text not null,
  activity_code text not null,
  rule_no text not null,
  unit text not null,
  rest numeric(20,4) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  primary key (tenant_code, id)
) with (fillfactor = 50);
create unique index promotion_rest_balance_key on app.promotion_rest_balance (tenant_code, customer_code, activity_code, rule_no, unit);
alter table app.promotion_rest_balance enable row level security;
alter table app.promotion_rest_balance force row level security;
create policy tenant_wall on app.promotion_rest_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create table app.promotion_rest_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
  d_rest numeric(20,4) not null,
  rest_after numeric(20,4) not null,
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
  foreign key (tenant_code, balance_id) references app.promotion_rest_balance (tenant_code, id)
);
create unique index promotion_rest_entry_once on app.promotion_rest_entry (tenant_code, idem_key);
create unique index promotion_rest_entry_chain on app.promotion_rest_entry (tenant_code, balance_id, version);
create unique index promotion_rest_entry_reversal on app.promotion_rest_entry (tenant_code, reversal_of) where reversal_of is not null;
create index promotion_rest_entry_doc on app.promotion_rest_entry (tenant_code, doc_id);
alter table app.promotion_rest_entry enable row level security;
alter table app.promotion_rest_entry force row level security;
create policy tenant_wall on app.promotion_rest_entry using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));

create function app.promotion_rest_lock(p jsonb) returns void
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  insert into promotion_rest_balance (customer_code, activity_code, rule_no, unit, may_go_negative)
  select distinct on (e.customer_code, e.activity_code, e.rule_no, e.unit) e.customer_code, e.activity_code, e.rule_no, e.unit, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(customer_code text, activity_code text, rule_no text, unit text, may_go_negative boolean)
   order by e.customer_code, e.activity_code, e.rule_no, e.unit
  on conflict do nothing;

  perform from promotion_rest_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(customer_code text, activity_code text, rule_no text, unit text)
       join promotion_rest_balance k on k.customer_code = e.customer_code and k.activity_code = e.activity_code and k.rule_no = e.rule_no and k.unit = e.unit
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join promotion_rest_entry x on x.doc_id = u.doc_id::uuid)
   order by b.customer_code, b.activity_code, b.rule_no, b.unit
   for no key update of b;
end $$;

create function app.promotion_rest_post(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  short jsonb;
  moved jsonb;
begin
  perform promotion_rest_lock(p);

  with asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,
           coalesce(e.d_rest, 0) as d_rest
      from rows from (jsonb_to_recordset(p->'entries') as (customer_code text, activity_code text, rule_no text, unit text,
             d_rest numeric,
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint)) with ordinality
           as e(customer_code, activity_code, rule_no, unit, d_rest, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of, ord)
      join promotion_rest_balance b on b.customer_code = e.customer_code and b.activity_code = e.activity_code and b.rule_no = e.rule_no and b.unit = e.unit
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
           sum(d_rest) as d_rest
      from asked group by balance_id
  ), refused as (
    select jsonb_build_object('customer_code', b.customer_code, 'activity_code', b.activity_code, 'rule_no', b.rule_no, 'unit', b.unit, 'available', (b.rest)::text, 'needed', (-(t.d_rest))::text) as detail
      from totals t join promotion_rest_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and (t.guards_available and t.d_rest < 0 and b.rest + (t.d_rest) < 0)
     order by b.customer_code, b.activity_code, b.rule_no, b.unit limit 1
  ), entered as (
    insert into promotion_rest_entry (balance_id, version, d_rest, rest_after,
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, a.d_rest, b.rest + sum(a.d_rest) over w,
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join promotion_rest_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  ), balanced as (
    update promotion_rest_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative),
           rest = b.rest + t.d_rest
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object('customer_code', b.customer_code, 'activity_code', b.activity_code, 'rule_no', b.rule_no, 'unit', b.unit, 'rest', jsonb_build_array((b.rest - t.d_rest)::text, b.rest::text)) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced) into short, moved;

  if short is not null then
    raise exception 'ledger promotion_rest short' using errcode = 'QD020', detail = short::text;
  end if;
  return coalesce(moved, '[]');
end $$;

create function app.promotion_rest_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('customer_code', b.customer_code, 'activity_code', b.activity_code, 'rule_no', b.rule_no, 'unit', b.unit,
           'd_rest', -e.d_rest,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from promotion_rest_entry e join promotion_rest_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from promotion_rest_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return promotion_rest_post(p || jsonb_build_object('entries', undone));
end $$;

revoke all on function app.promotion_rest_lock(jsonb), app.promotion_rest_post(jsonb), app.promotion_rest_reverse(jsonb) from public;
grant execute on function app.promotion_rest_lock(jsonb), app.promotion_rest_post(jsonb), app.promotion_rest_reverse(jsonb) to qudao_app;
grant select on app.promotion_rest_balance, app.promotion_rest_entry to qudao_app, qudao_report;
