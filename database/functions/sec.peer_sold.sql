-- What the bound tenant, as the seller, has of these pairs: each line of its order, and the whole (line_id null) with
-- what the buyer owes for it.
create or replace function sec.peer_sold(
  p_subjects uuid[]
) returns table (
  subject_id uuid, line_id uuid, code text, product_code text, number numeric, amount numeric, closed numeric,
  moved numeric, taken numeric, short numeric, returned numeric, status text, money numeric
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select p.id, coalesce(l.id, o.id), p.bill_code, o.product_code, o.number, o.amount - coalesce(o.discount_amount, 0),
      coalesce(o.closed_number, 0), coalesce(o.out_number, 0), coalesce(o.signed_number, 0),
      coalesce(o.short_number, 0), coalesce(o.returned_number, 0), h.bill_status, null::numeric
    from app.order_peer p
    join app.order_order h on h.tenant_code = p.tenant_code and h.id = p.bill_id
    join app.order_order_line o on o.tenant_code = p.tenant_code and o.parent_id = p.bill_id
    left join app.order_peer_line l on l.tenant_code = p.tenant_code and l.peer_id = p.id and l.own_line_id = o.id
    where p.side = '2' and p.is_active and (p_subjects is null or p.id = any(p_subjects))
    union all
    select p.id, null, p.bill_code, null, null, null, null, null, null, null, null, null,
      coalesce((
        select sum(e.d_amount)
        from app.receivable_entry e
        where e.tenant_code = p.tenant_code
          and e.order_code = p.bill_code
          and e.post_type in ('SAL', 'RBT', 'RET', 'ADJ')
      ), 0)
    from app.order_peer p
    where p.side = '2' and p.is_active and (p_subjects is null or p.id = any(p_subjects));
end
$$;
