-- Gifts of an order that were given up because they are not there (SD024): by whom, how many, and why.
alter table app.order_order
add column gift_waivers jsonb;
grant update (gift_waivers) on app.order_order to qudao_app;
