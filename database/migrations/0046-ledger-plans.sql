-- Ledgers are found by their indexes however few rows they had when the plan was made: a tenant's first audits plan on empty tables, and those plans stay until statistics come.
alter function app.capital_lock(jsonb) set enable_seqscan = off;
alter function app.capital_post(jsonb) set enable_seqscan = off;
alter function app.capital_reverse(jsonb) set enable_seqscan = off;
alter function app.cost_lock(jsonb) set enable_seqscan = off;
alter function app.cost_post(jsonb) set enable_seqscan = off;
alter function app.cost_reverse(jsonb) set enable_seqscan = off;
alter function app.receivable_lock(jsonb) set enable_seqscan = off;
alter function app.receivable_post(jsonb) set enable_seqscan = off;
alter function app.receivable_reverse(jsonb) set enable_seqscan = off;
alter function app.stock_lock(jsonb) set enable_seqscan = off;
alter function app.stock_post(jsonb) set enable_seqscan = off;
alter function app.stock_reverse(jsonb) set enable_seqscan = off;
