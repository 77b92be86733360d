-- What 0065 and 0067 meant to do with what is there. They looked at the tables of tenants without being in one: the
-- wall showed them nothing, and nothing was done. Here it is done tenant by tenant; done already, it does nothing.
do $$
declare
  tenant record;
begin
  for tenant in select t.tenant_code from app.tenant_tenant t order by t.tenant_code loop
    perform sec.bind(tenant.tenant_code, null, '');
    -- Whoever posts meanwhile, in the release before, waits, or has posted.
    perform
    from app.capital_balance b
    join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
    where a.account_type in ('A001', 'A002', 'A003')
    order by b.id
    for update of b;
    -- Credit is never money (A1, I16): what stands above nothing on an account of credit is the customer's cash.
    with raised as (
      select b.tenant_code, b.id as credit_id, b.balance as amount, c.id as cash_id, gen_random_uuid() as doc_id,
        a.account_code
      from app.capital_balance b
      join app.sale_capitalaccount a on a.tenant_code = b.tenant_code
        and a.account_code = b.account_code
        and a.account_type = 'A002'
      cross join lateral (
        select x.id
        from app.sale_capitalaccount y
        join app.capital_balance x on x.tenant_code = y.tenant_code and x.account_code = y.account_code
        where y.tenant_code = a.tenant_code
          and y.organize_code = a.organize_code
          and y.customer_code = a.customer_code
          and y.account_type = 'A001'
          and (y.brand_code is null or y.brand_code = a.brand_code)
          and (y.channel_code is null or y.channel_code = a.channel_code)
        order by y.brand_code nulls last, y.channel_code nulls last
        limit 1
      ) c
      where b.balance > 0
    ),
    moved as (
      select tenant_code, credit_id as balance_id, -amount as change, doc_id, account_code, 0 as ord
      from raised
      union all
      select tenant_code, cash_id, amount, doc_id, account_code, 1
      from raised
    ),
    numbered as (
      select m.*, row_number() over w as step, sum(m.change) over w as reached
      from moved m
      window w as (partition by m.tenant_code, m.balance_id order by m.ord, m.doc_id)
    ),
    entered as (
      insert into app.capital_entry (
        tenant_code, balance_id, version, d_balance, balance_after, d_occupied, occupied_after, d_frozen, frozen_after,
        d_credit_limit, credit_limit_after, d_temp_limit, temp_limit_after, post_type, doc_type, doc_id, doc_code, line_id,
        holder_doc_id, holder_line_id, op_seq, idem_key, biz_date
      )
      select n.tenant_code, n.balance_id, b.version + n.step, n.change, b.balance + n.reached, 0, b.occupied, 0, b.frozen,
        0, b.credit_limit, 0, b.temp_limit, 'TRF', 'sale:capitalaccount', n.doc_id, n.account_code, n.doc_id, n.doc_id,
        n.doc_id, 1, concat_ws(':', 'credit-is-no-money', n.doc_id, n.balance_id), current_date
      from numbered n
      join app.capital_balance b on b.tenant_code = n.tenant_code and b.id = n.balance_id
    )
    update app.capital_balance b
    set balance = b.balance + s.change, version = b.version + s.steps
    from (
      select tenant_code, balance_id, sum(change) as change, count(*) as steps
      from moved
      group by tenant_code, balance_id
    ) s
    where b.tenant_code = s.tenant_code and b.id = s.balance_id;
    -- Rebate stands in batches (A9, I15). What is there was promised without a last day, and keeps having none.
    insert into app.rebate_batch (
      tenant_code, id, account_code, source_type, source_id, source_code, granted, remaining, give_date
    )
    select b.tenant_code, gen_random_uuid(), a.account_code, 'sale:capitalaccount', a.id, a.account_code,
      b.balance - coalesce(r.remaining, 0), b.balance - coalesce(r.remaining, 0), current_date
    from app.capital_balance b
    join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
    left join (select account_code, sum(remaining) as remaining from app.rebate_batch group by account_code) r
      on r.account_code = a.account_code
    where a.account_type = 'A003' and b.balance > coalesce(r.remaining, 0);
  end loop;
end
$$;
