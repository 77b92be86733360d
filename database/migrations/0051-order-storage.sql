-- Whether the warehouse of an order was filled in or chosen: only what was filled in is looked for again. Of orders from before nobody knows; theirs count as chosen.
alter table app.order_order add column storage_filled_flag text not null default '0';
grant update (storage_filled_flag) on app.order_order to qudao_app;

-- Every new order asks for the usual place of delivery of its customer.
create index data_site_usual on app.data_site (tenant_code, customer_code, code) where default_flag = '1';
