-- Counts of the status tabs: rows of each state by day, without a look at the table.
-- outside a transaction
create index concurrently if not exists activiti_correction_state_day on app.activiti_correction (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists stock_inout_state_day on app.stock_inout (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_pricestrategy_state_day on app.sale_pricestrategy (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_ladderprice_state_day on app.sale_ladderprice (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_pricechange_state_day on app.sale_pricechange (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_accountcheck_state_day on app.sale_accountcheck (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_bill_state_day on app.sale_bill (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_financing_state_day on app.sale_financing (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_creditchange_state_day on app.sale_creditchange (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_opening_state_day on app.sale_opening (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists order_order_state_day on app.order_order (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists order_delivery_state_day on app.order_delivery (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
create index concurrently if not exists sale_objective_state_day on app.sale_objective (tenant_code, bill_status, bill_date)
where deleted_flag = '0'::text;
