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
