-- An issued invoice is taken back by a red one, whole or in parts, once its confirmation was agreed to.
alter table app.invoice_maintain add column original_code text;
alter table app.invoice_maintain add column original_invoice_number text;
alter table app.invoice_maintain add column red_reason text;
alter table app.invoice_maintain add column buyer_used_flag text not null default '0';
alter table app.invoice_maintain add column red_confirm_no text;
alter table app.invoice_maintain add column red_confirm_status text not null default '0';
alter table app.invoice_maintain add column red_confirm_deadline timestamp with time zone;
alter table app.invoice_maintain add column red_amount numeric(20,2) default '0';
grant update (
  original_code, original_invoice_number, red_reason, buyer_used_flag, red_confirm_no, red_confirm_status,
  red_confirm_deadline, red_amount
) on app.invoice_maintain to qudao_app;

alter table app.invoice_maintain_line add column original_line_no integer;
grant update (original_line_no) on app.invoice_maintain_line to qudao_app;

-- What a wrong issue gave free again of what was asked for.
alter table app.invoice_apply_line add column freed_number numeric(20,4) default '0';
alter table app.invoice_apply_line add column freed_amount numeric(20,2) default '0';
alter table app.invoice_apply_line add column freed_discount numeric(20,2) default '0';
grant update (freed_number, freed_amount, freed_discount) on app.invoice_apply_line to qudao_app;
