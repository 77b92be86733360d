-- A supplier announces what he sends.
alter table app.order_purchase add column ship_date date, add column tracking_no text;
grant update (ship_date, tracking_no) on app.order_purchase to qudao_app;
