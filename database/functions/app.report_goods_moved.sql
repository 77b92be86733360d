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
