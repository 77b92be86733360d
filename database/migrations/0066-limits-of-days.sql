-- Temporary limits count on their days and are read with the account (A6): every audit of an order asks for them.
create index sale_creditchange_lent on app.sale_creditchange (tenant_code, account_code)
where change_type = '1' and bill_status = '1';
