-- Goods that come back refill the batches that paid for their order, the one taken last first (A9a). What belongs to a
-- batch that has lapsed meanwhile is a new one of 30 days; what nobody remembers having taken, one that never lapses.
create or replace function app.rebate_refill(p_entry app.capital_entry, p_account text) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  used record;
  part numeric;
  open numeric := p_entry.d_balance;
begin
  for used in
    select b.id, b.expire_date, -sum(m.amount) as taken
    from rebate_move m
    join rebate_batch b on b.tenant_code = m.tenant_code and b.id = m.batch_id
    where m.tenant_code = p_entry.tenant_code and m.order_id = p_entry.holder_doc_id and b.account_code = p_account
    group by b.id, b.expire_date
    having sum(m.amount) < 0
    order by max(m.entry_id) filter (where m.amount < 0) desc, b.expire_date desc nulls first, b.id desc
  loop
    exit when open <= 0;
    part := least(used.taken, open);
    if used.expire_date < p_entry.biz_date then
      perform rebate_give(p_entry, p_account, part, p_entry.biz_date + 30);
      -- The lapsed batch has been answered for: the next refund does not refill it once more.
      insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount, is_lapsed)
      values (p_entry.tenant_code, used.id, p_entry.id, p_entry.holder_doc_id, part, true);
    else
      insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
      values (p_entry.tenant_code, used.id, p_entry.id, p_entry.holder_doc_id, part);
      update rebate_batch b
      set remaining = b.remaining + part
      where b.tenant_code = p_entry.tenant_code and b.id = used.id;
    end if;
    open := open - part;
  end loop;
  perform rebate_give(p_entry, p_account, open, null);
end
$$;
