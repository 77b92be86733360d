alter table app.order_order add column freight_amount numeric(20,2);
alter table app.order_order add column allowance_amount numeric(20,2);
alter table app.order_order add column rounding_amount numeric(20,2);
alter table app.order_order add column priced_date date;
grant update (freight_amount, allowance_amount, rounding_amount, priced_date) on app.order_order to qudao_app;
