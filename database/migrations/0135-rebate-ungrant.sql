-- Credit that a close granted is taken back from the batch that it made, whole or not at all (B7a).
create or replace function app.rebate_ungrant(p_entry app.capital_entry, p_account text) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  made record;
begin
  select b.id, b.granted, b.remaining
  into made
  from rebate_batch b
  join rebate_move m on m.tenant_code = b.tenant_code and m.batch_id = b.id
  where b.tenant_code = p_entry.tenant_code
    and b.account_code = p_account
    and b.source_id = p_entry.doc_id
    and m.amount = b.granted
  order by m.entry_id desc
  limit 1
  for update of b;
  if made.id is null then
    perform rebate_take(p_entry, p_account, -p_entry.d_balance, null);
    return;
  end if;
  if made.remaining <> made.granted or made.granted <> -p_entry.d_balance then
    raise exception 'rebate batch is used' using errcode = 'QD020', detail = '{}';
  end if;
  insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
  values (p_entry.tenant_code, made.id, p_entry.id, p_entry.holder_doc_id, p_entry.d_balance);
  update rebate_batch b
  set remaining = 0
  where b.tenant_code = p_entry.tenant_code and b.id = made.id;
end
$$;

revoke all on function app.rebate_ungrant(app.capital_entry, text) from public;

-- Batches follow every entry of a rebate account, whoever posts it: a way of posting that forgot them would leave
-- rebate that never lapses, or none to take (A9, I15).
create or replace function app.rebate_follow() returns trigger
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  account record;
  given date;
begin
  select a.account_code, a.organize_code
  into account
  from capital_balance b
  join sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
  where b.tenant_code = new.tenant_code and b.id = new.balance_id and a.account_type = 'A003';
  if account.account_code is null then
    return null;
  elsif new.reversal_of is not null then
    perform rebate_undo(new, account.account_code);
  elsif new.post_type = 'CLW' then
    perform rebate_ungrant(new, account.account_code);
  elsif new.d_balance < 0 then
    perform rebate_take(new, account.account_code, -new.d_balance, null);
  elsif new.post_type = 'RTN' then
    perform rebate_refill(new, account.account_code);
  else
    if new.doc_type = 'sale:bill' then
      select b.expire_date
      into given
      from sale_bill b
      where b.tenant_code = new.tenant_code and b.id = new.doc_id;
    end if;
    perform rebate_give(
      new, account.account_code, new.d_balance, coalesce(given, rebate_expiry(account.organize_code, new.biz_date))
    );
  end if;
  return null;
end
$$;
