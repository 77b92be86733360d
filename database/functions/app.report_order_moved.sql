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
