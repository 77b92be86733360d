-- Exchanges: what goes out for the goods that come back, and the order that is made of it.
alter table app.order_refund add column new_amount numeric(20,2) default '0';
grant update (new_amount) on app.order_refund to qudao_app;
alter table app.order_refund add column new_order_code text;
grant update (new_order_code) on app.order_refund to qudao_app;
alter table app.order_refund add column exchange jsonb;
grant update (exchange) on app.order_refund to qudao_app;
alter table app.order_refund_line add column rule_no integer;
grant update (rule_no) on app.order_refund_line to qudao_app;
