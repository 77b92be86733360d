-- Kits that come back without components that came back alone before (KT03).
alter table app.order_refund_line add column missing jsonb;
grant insert (missing), update (missing) on app.order_refund_line to qudao_app;
