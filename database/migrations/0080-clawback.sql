-- What closes have charged an order for the ladders that they lost (A10). Orders from before know of none.
alter table app.order_order
add column clawback_amount numeric(20, 2) default '0';
grant update (clawback_amount) on app.order_order to qudao_app;
