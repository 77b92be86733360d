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
    elsif new.doc_type = 'sale:rebate' then
      select r.expire_date
      into given
      from sale_rebate r
      where r.tenant_code = new.tenant_code and r.id = new.doc_id;
    end if;
    perform rebate_give(
      new, account.account_code, new.d_balance, coalesce(given, rebate_expiry(account.organize_code, new.biz_date))
    );
  end if;
  return null;
end
$$;
