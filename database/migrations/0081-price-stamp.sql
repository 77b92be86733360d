-- How often each table that may decide a price has changed (A7). An order keeps the sum of its tenant as it was priced:
-- where it is the same at the audit, nothing can have moved its prices, and the book is not read a second time.
create table app.price_stamp (
  tenant_code text not null default sec.tenant(),
  source text not null,
  version integer not null default 1,
  primary key (tenant_code, source)
);
alter table app.price_stamp enable row level security;
alter table app.price_stamp force row level security;
create policy tenant_wall on app.price_stamp using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select, insert, update (version) on app.price_stamp to qudao_app;

-- Whatever may decide a price has changed: orders that were priced before it are priced again at their audit (A7).
create or replace function app.price_touched() returns trigger
language plpgsql security invoker set search_path = app, pg_catalog
as $$
begin
  insert into price_stamp as s (tenant_code, source)
  select t.tenant_code, tg_table_name
  from touched t
  group by t.tenant_code
  order by t.tenant_code
  on conflict (tenant_code, source) do update set version = s.version + 1;
  return null;
end
$$;
revoke all on function app.price_touched() from public;
grant execute on function app.price_touched() to qudao_app;

do $$
declare
  source text;
begin
  foreach source in array array[
    'sale_benchmarkprice', 'sale_pricestrategy', 'sale_pricestrategy_line', 'sale_ladderprice', 'sale_ladderprice_line',
    'sale_pricequeryrule', 'sale_estimatedcost', 'order_productrestrict', 'data_restrictrule', 'data_freeterm',
    'data_customer', 'data_customerclass', 'data_customerarea', 'data_material', 'data_materialclass', 'data_product',
    'tenant_params'
  ] loop
    execute format(
      'create trigger price_inserted after insert on app.%I referencing new table as touched '
        'for each statement execute function app.price_touched()', source);
    execute format(
      'create trigger price_updated after update on app.%I referencing new table as touched '
        'for each statement execute function app.price_touched()', source);
    execute format(
      'create trigger price_deleted after delete on app.%I referencing old table as touched '
        'for each statement execute function app.price_touched()', source);
  end loop;
end
$$;

-- Null for orders from before: their prices are looked up again.
alter table app.order_order
add column priced_stamp integer;
grant update (priced_stamp) on app.order_order to qudao_app;

-- The first table in which a tenant has something that was not made when it was opened; null when there is none.
create or replace function sec.tenant_rows(p_tenant text) returns text
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  opened timestamptz;
  each record;
  is_there boolean;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:delete')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select t.create_date into opened from app.tenant_tenant t where t.tenant_code = p_tenant;
  perform sec.bind(p_tenant, null, '');
  -- What only tells of work, and what belongs to nobody's business.
  for each in
    select c.relname as name,
      exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'create_date') as is_dated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_code'
    where c.relnamespace = 'app'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.relname <> all (
        array[
          'tenant_tenant', 'idempotency', 'list_version', 'price_stamp', 'sys_draft', 'sys_setting',
          'sys_operationlog', 'sys_loginlog', 'sys_errorlog', 'sys_interfacelog', 'sys_logseal', 'sys_logseal_row'
        ]
      )
    order by c.relname
  loop
    execute format(
      'select exists (select from app.%I where %s)', each.name,
      case when each.is_dated then 'create_date <> $1' else '$1 is not null' end
    )
      into is_there using opened;
    if is_there then
      perform set_config('app.ctx', context, true);
      return each.name;
    end if;
  end loop;
  perform set_config('app.ctx', context, true);
  return null;
end
$$;
