-- What of a movement was checked by barcode against its picking list, and the barcode that stands on the list.
alter table app.stock_inout_line add column barcode text;
alter table app.stock_inout_line add column picked_number numeric(20,4) default '0';
grant update (barcode, picked_number) on app.stock_inout_line to qudao_app;

update app.stock_inout_line l set barcode = m.barcode
  from app.data_material m where m.tenant_code = l.tenant_code and m.code = l.product_code and m.barcode is not null;
