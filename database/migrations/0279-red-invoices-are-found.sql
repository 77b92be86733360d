-- outside a transaction
-- Reds of an invoice are counted before another is asked for; what waits for its buyer expires.
create index concurrently if not exists invoice_maintain_original on app.invoice_maintain (tenant_code, original_code)
where original_code is not null;
create index concurrently if not exists invoice_maintain_waiting
on app.invoice_maintain (tenant_code, red_confirm_deadline) where red_confirm_status = '2' and kind = '0';
