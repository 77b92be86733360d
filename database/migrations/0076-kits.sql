-- A kit is taken from the warehouse as what it holds (A15): the material says what that is, orders keep it when they are
-- audited, movements carry it along. Goods without it are counted themselves, as are kits of documents from before.
alter table app.data_material add column combination jsonb;
alter table app.order_order_line add column components jsonb;
alter table app.stock_inout_line add column components jsonb;
grant update (combination) on app.data_material to qudao_app;
grant update (components) on app.order_order_line to qudao_app;
grant update (components) on app.stock_inout_line to qudao_app;
