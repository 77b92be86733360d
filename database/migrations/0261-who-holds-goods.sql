-- Who is promised the goods of a balance: a count that takes more than is free says whom it leaves short.
-- outside a transaction
create index concurrently if not exists stock_hold_balance on app.stock_hold (tenant_code, balance_id);
