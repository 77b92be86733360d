-- An entry that is taken back takes its own moves back. A batch that it made goes only whole: of rebate that was used
-- since, the grant is not undone (B7a). What it refilled is taken from where it was put, else from what lapses first.
create or replace function app.rebate_undo(p_entry app.capital_entry, p_account text) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  done record;
  open numeric := p_entry.d_balance;
begin
  for done in
    select m.batch_id, m.amount, m.is_lapsed, b.remaining, b.granted,
      b.source_id = e.doc_id and b.granted = m.amount as is_made
    from rebate_move m
    join rebate_batch b on b.tenant_code = m.tenant_code and b.id = m.batch_id
    join capital_entry e on e.tenant_code = m.tenant_code and e.id = m.entry_id
    where m.tenant_code = p_entry.tenant_code and m.entry_id = p_entry.reversal_of
    order by m.batch_id
  loop
    if done.is_made and done.remaining <> done.granted then
      raise exception 'rebate batch is used' using errcode = 'QD020', detail = '{}';
    end if;
    if not done.is_lapsed then
      if done.amount > done.remaining and done.amount > 0 then
        perform rebate_take(p_entry, p_account, done.amount, done.batch_id);
      else
        insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
        values (p_entry.tenant_code, done.batch_id, p_entry.id, p_entry.holder_doc_id, -done.amount);
        update rebate_batch b
        set remaining = b.remaining - done.amount
        where b.tenant_code = p_entry.tenant_code and b.id = done.batch_id;
      end if;
      open := open + done.amount;
    else
      insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount, is_lapsed)
      values (p_entry.tenant_code, done.batch_id, p_entry.id, p_entry.holder_doc_id, -done.amount, true);
    end if;
  end loop;
  -- Of an entry from before batches were kept.
  if open > 0 then
    perform rebate_give(p_entry, p_account, open, null);
  elsif open < 0 then
    perform rebate_take(p_entry, p_account, -open, null);
  end if;
end
$$;
