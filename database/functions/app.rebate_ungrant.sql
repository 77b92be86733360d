-- Credit that is taken back by the document that granted it is taken from the batch that it made, whole or not at all
-- (B7a): what lapses first may be another gift, which would pay for it. Whoever made none claws back as anybody does.
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
