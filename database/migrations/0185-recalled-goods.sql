-- Recalled goods lie frozen until somebody has looked at them.
alter table app.stock_inout add column frozen_flag text not null default '0';
grant update (frozen_flag) on app.stock_inout to qudao_app;
