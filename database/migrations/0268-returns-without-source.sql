-- Goods that a counter gives back are of many orders, and nobody knows which: their return names none.
alter table app.order_refund alter column order_code drop not null;
