-- What is still owed to a supplier on a day, amount by amount. Nothing is ticked off in a table: credits that name a
-- receipt settle that receipt, the rest settles the oldest that is due, so a payment that is undone opens again exactly
-- what it had settled. What was taken back later still stood then.
create or replace function app.payable_open(
  p_organize text, p_supplier text, p_day date
) returns table (
  entry_id bigint, doc_type text, doc_id uuid, doc_code text, receipt_code text, biz_date date, due_date date,
  amount numeric, open_amount numeric
)
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    with entry as (
      select e.id, e.doc_type, e.doc_id, e.doc_code, e.receipt_code, e.biz_date,
        coalesce(e.due_date, e.biz_date) as due_date, e.d_amount as amount
      from payable_balance b
      join payable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
      where b.organize_code = p_organize
        and b.supplier_code = p_supplier
        and e.biz_date <= p_day
        and e.d_amount <> 0
        and not exists (
          select from payable_entry o
          where o.tenant_code = e.tenant_code and o.id = e.reversal_of and o.biz_date <= p_day
        )
        and not exists (
          select from payable_entry r
          where r.tenant_code = e.tenant_code and r.reversal_of = e.id and r.biz_date <= p_day
        )
    ),
    named as (
      select receipt_code, -sum(amount) as settled
      from entry
      where amount < 0 and receipt_code is not null
      group by receipt_code
    ),
    owed as (
      select d.*,
        greatest(
          0,
          least(
            d.amount,
            sum(d.amount) over (partition by d.receipt_code order by d.due_date, d.id) - coalesce(n.settled, 0)
          )
        ) as left_open
      from entry d
      left join named n on n.receipt_code = d.receipt_code
      where d.amount > 0
    ),
    pool as (
      select coalesce((select -sum(amount) from entry where amount < 0), 0) - coalesce(
        (select sum(amount - left_open) from owed), 0
      ) as rest
    )
    select o.id, o.doc_type, o.doc_id, o.doc_code, o.receipt_code, o.biz_date, o.due_date, o.amount,
      greatest(0, least(o.left_open, sum(o.left_open) over (order by o.due_date, o.id) - pool.rest))
    from owed o
    cross join pool;
end
$$;
