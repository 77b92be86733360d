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
