-- Takes rebate out of batches, from the one that is named first, then what lapses first; what never lapses comes last.
-- Answers nothing: batches that cannot give it are a fault of ours, for the balance could (I15).
create or replace function app.rebate_take(
  p_entry app.capital_entry, p_account text, p_amount numeric, p_first uuid
) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  batch record;
  open numeric := p_amount;
begin
  for batch in
    select b.id, b.remaining
    from rebate_batch b
    where b.tenant_code = p_entry.tenant_code and b.account_code = p_account and b.remaining > 0
    order by b.id is distinct from p_first, b.expire_date nulls last, b.id
    for update
  loop
    exit when open <= 0;
    insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
    values (p_entry.tenant_code, batch.id, p_entry.id, p_entry.holder_doc_id, -least(batch.remaining, open));
    update rebate_batch b
    set remaining = b.remaining - least(batch.remaining, open)
    where b.tenant_code = p_entry.tenant_code and b.id = batch.id;
    open := open - least(batch.remaining, open);
  end loop;
  if open > 0 then
    raise exception 'rebate batches of % lack %', p_account, open;
  end if;
end
$$;
