-- What a customer owed on a day, amount by amount (E2a): as app.receivable_open, of the entries up to that day. What
-- was taken back later still stood then.
create or replace function app.receivable_open_on(
  p_organize text, p_customer text, p_day date
) returns table (
  entry_id bigint, doc_type text, doc_id uuid, doc_code text, order_code text, biz_date date, due_date date,
  amount numeric, open_amount numeric
)
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    with entry as (
      select e.id, e.doc_type, e.doc_id, e.doc_code, e.order_code, e.biz_date,
        coalesce(e.due_date, e.biz_date) as due_date, e.d_amount as amount
      from receivable_balance b
      join receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
      where b.organize_code = p_organize
        and b.customer_code = p_customer
        and e.biz_date <= p_day
        and e.d_amount <> 0
        and not exists (
          select from receivable_entry o
          where o.tenant_code = e.tenant_code and o.id = e.reversal_of and o.biz_date <= p_day
        )
        and not exists (
          select from receivable_entry r
          where r.tenant_code = e.tenant_code and r.reversal_of = e.id and r.biz_date <= p_day
        )
    ),
    named as (
      select order_code, -sum(amount) as settled
      from entry
      where amount < 0 and order_code is not null
      group by order_code
    ),
    owed as (
      select d.*,
        greatest(
          0,
          least(
            d.amount, sum(d.amount) over (partition by d.order_code order by d.due_date, d.id) - coalesce(n.settled, 0)
          )
        ) as left_open
      from entry d
      left join named n on n.order_code = d.order_code
      where d.amount > 0
    ),
    pool as (
      select coalesce((select -sum(amount) from entry where amount < 0), 0) - coalesce(
        (select sum(amount - left_open) from owed), 0
      ) as rest
    )
    select o.id, o.doc_type, o.doc_id, o.doc_code, o.order_code, o.biz_date, o.due_date, o.amount,
      greatest(0, least(o.left_open, sum(o.left_open) over (order by o.due_date, o.id) - pool.rest))
    from owed o
    cross join pool;
end
$$;
