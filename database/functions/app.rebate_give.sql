-- Rebate that comes is a batch of its own, with the entry that brought it.
create or replace function app.rebate_give(
  p_entry app.capital_entry, p_account text, p_amount numeric, p_expire date
) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  made uuid := gen_random_uuid();
begin
  if p_amount <= 0 then
    return;
  end if;
  insert into rebate_batch
    (tenant_code, id, account_code, source_type, source_id, source_code, granted, remaining, give_date, expire_date)
  values (
    p_entry.tenant_code, made, p_account, p_entry.doc_type, p_entry.doc_id, p_entry.doc_code, p_amount, p_amount,
    p_entry.biz_date, p_expire
  );
  insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
  values (p_entry.tenant_code, made, p_entry.id, p_entry.holder_doc_id, p_amount);
end
$$;
