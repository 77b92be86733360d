-- outside a transaction
-- A red invoice is confirmed (kind 2) and then issued: each is asked for once. Workers of the release before look for
-- states 0 to 2 alone, and pass by what is asked of a confirmation.
create unique index concurrently if not exists invoice_request_confirmed_once
on app.invoice_request (tenant_code, invoice_id) where kind = '2' and state <> '5';
create unique index concurrently if not exists invoice_request_issued_once
on app.invoice_request (tenant_code, invoice_id) where kind <> '2' and state <> '5';
create index concurrently if not exists invoice_request_open
on app.invoice_request (tenant_code, not_before) where state in ('0', '1', '2', '7', '8', '9');
drop index concurrently if exists app.invoice_request_once;
drop index concurrently if exists app.invoice_request_due;
