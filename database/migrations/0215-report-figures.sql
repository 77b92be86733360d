-- Figures of sales by day and by month, the days whose figures are worked out anew, and what a customer owed on a day
-- (decision 0215).
create table app.report_pending (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  day date,
  primary key (tenant_code, id)
);

create table app.report_sales_day (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  day date not null,
  organize text,
  dept text,
  salesman text,
  customer text,
  channel text,
  storage text,
  number numeric(20,4) not null,
  amount numeric(20,2) not null,
  primary key (tenant_code, id)
);
create index report_sales_day_day on app.report_sales_day (tenant_code, day);

create table app.report_sales_month (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  day date not null,
  organize text,
  dept text,
  salesman text,
  customer text,
  channel text,
  storage text,
  brand text,
  product_class text,
  number numeric(20,4) not null,
  amount numeric(20,2) not null,
  primary key (tenant_code, id)
);
create index report_sales_month_day on app.report_sales_month (tenant_code, day);

do $$
declare t text;
begin
  foreach t in array array['report_pending', 'report_sales_day', 'report_sales_month'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select on app.%I to qudao_app, qudao_report', t);
    execute format('grant insert, delete on app.%I to qudao_app', t);
  end loop;
end $$;

-- Goods left for a customer, came back, or were taken back: the figures of that day are worked out anew.
create or replace function app.report_out_moved() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  insert into app.report_pending (tenant_code, day) values (new.tenant_code, new.bill_date);
  if tg_op = 'UPDATE' and old.bill_date <> new.bill_date then
    insert into app.report_pending (tenant_code, day) values (new.tenant_code, old.bill_date);
  end if;
  return null;
end
$$;

-- Whose order it is has changed: so have the figures of the days on which its goods left.
create or replace function app.report_order_moved() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  insert into app.report_pending (tenant_code, day)
  select distinct h.tenant_code, h.bill_date
  from app.doc_link k
  join app.stock_inout h on h.tenant_code = k.tenant_code and h.id = k.to_id
  where k.tenant_code = new.tenant_code and k.from_id = new.id and k.kind in ('out', 'return') and k.is_active;
  return null;
end
$$;

-- Goods of another brand or class: figures of every day are worked out anew.
create or replace function app.report_goods_moved() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  if not exists (select from app.report_pending p where p.tenant_code = new.tenant_code and p.day is null) then
    insert into app.report_pending (tenant_code, day) values (new.tenant_code, null);
  end if;
  return null;
end
$$;

-- What a customer owed on a day, amount by amount (E2a): as app.receivable_open, of the entries up to that day. What
-- was taken back later still stood then.
create or replace function app.receivable_open_on(
  p_organize text, p_customer text, p_day date
) returns table (
  entry_id bigint, doc_type text, doc_id uuid, doc_code text, order_code text, biz_date date, due_date date,
  amount numeric, open_amount numeric
)
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    with entry as (
      select e.id, e.doc_type, e.doc_id, e.doc_code, e.order_code, e.biz_date,
        coalesce(e.due_date, e.biz_date) as due_date, e.d_amount as amount
      from receivable_balance b
      join receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
      where b.organize_code = p_organize
        and b.customer_code = p_customer
        and e.biz_date <= p_day
        and e.d_amount <> 0
        and not exists (
          select from receivable_entry o
          where o.tenant_code = e.tenant_code and o.id = e.reversal_of and o.biz_date <= p_day
        )
        and not exists (
          select from receivable_entry r
          where r.tenant_code = e.tenant_code and r.reversal_of = e.id and r.biz_date <= p_day
        )
    ),
    named as (
      select order_code, -sum(amount) as settled
      from entry
      where amount < 0 and order_code is not null
      group by order_code
    ),
    owed as (
      select d.*,
        greatest(
          0,
          least(
            d.amount, sum(d.amount) over (partition by d.order_code order by d.due_date, d.id) - coalesce(n.settled, 0)
          )
        ) as left_open
      from entry d
      left join named n on n.order_code = d.order_code
      where d.amount > 0
    ),
    pool as (
      select coalesce((select -sum(amount) from entry where amount < 0), 0) - coalesce(
        (select sum(amount - left_open) from owed), 0
      ) as rest
    )
    select o.id, o.doc_type, o.doc_id, o.doc_code, o.order_code, o.biz_date, o.due_date, o.amount,
      greatest(0, least(o.left_open, sum(o.left_open) over (order by o.due_date, o.id) - pool.rest))
    from owed o
    cross join pool;
end
$$;

revoke all on function app.report_out_moved(), app.report_order_moved(), app.report_goods_moved() from public;
revoke all on function app.receivable_open_on(text, text, date) from public;
grant execute on function app.receivable_open_on(text, text, date) to qudao_app, qudao_report;

create trigger report_out_made after insert on app.stock_inout for each row
  when (new.move_type = '4' and new.bill_status <> '0') execute function app.report_out_moved();
create trigger report_out_moved after update on app.stock_inout for each row
  when (new.move_type = '4' and (old.bill_status, old.bill_date, old.cancel_flag, old.deleted_flag, old.storage_code) is distinct from (new.bill_status, new.bill_date, new.cancel_flag, new.deleted_flag, new.storage_code))
  execute function app.report_out_moved();
create trigger report_order_moved after update of organize_code, dept_code, salesman_code, customer_code, channel_code on app.order_order for each row
  when ((old.organize_code, old.dept_code, old.salesman_code, old.customer_code, old.channel_code) is distinct from (new.organize_code, new.dept_code, new.salesman_code, new.customer_code, new.channel_code))
  execute function app.report_order_moved();
create trigger report_goods_moved after update of brand_code, class_code on app.data_material for each row
  when ((old.brand_code, old.class_code) is distinct from (new.brand_code, new.class_code))
  execute function app.report_goods_moved();

-- Tenants that sold before have no figures yet: the job makes them, and until then they are read from the documents.
do $$
declare t text;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    insert into app.report_pending (day)
    select null
    where exists (select from app.stock_inout h where h.move_type = '4');
  end loop;
end $$;
