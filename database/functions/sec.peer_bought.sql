-- What the bound tenant, as the buyer, has of these pairs: each line, and the whole (line_id null) with what it owes,
-- what of that is still on its way, and what it has taken off that the seller has not given back yet.
create or replace function sec.peer_bought(
  p_subjects uuid[]
) returns table (
  subject_id uuid, line_id uuid, code text, product_code text, number numeric, amount numeric, closed numeric,
  moved numeric, taken numeric, short numeric, returned numeric, money numeric, coming numeric, owed_back numeric
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select p.id, l.id, p.bill_code, coalesce(b.product_code, s.product_code), b.number, b.amount,
      coalesce(b.closed_number, 0) - l.taken_number, coalesce(s.number, 0), coalesce(s.taken, 0), l.short_number,
      coalesce(b.returned_number, 0), null::numeric, null::numeric, null::numeric
    from app.order_peer p
    join app.order_peer_line l on l.tenant_code = p.tenant_code and l.peer_id = p.id
    left join app.order_purchase_line b on b.tenant_code = p.tenant_code and b.id = l.own_line_id
    left join lateral (
      select sum(x.number) as number, sum(x.received_number) as taken, min(x.product_code) as product_code
      from app.order_peer_piece x
      where x.tenant_code = p.tenant_code and x.line_id = l.id and x.peer_id = p.id
    ) s on true
    where p.side = '1' and p.is_active and (p_subjects is null or p.id = any(p_subjects))
    union all
    select p.id, null, p.bill_code, null, null, null, null, null, null, null, null,
      coalesce((
        select sum(e.d_amount)
        from app.payable_entry e
        where e.tenant_code = p.tenant_code and e.purchase_code = p.bill_code and e.post_type in ('PUR', 'PRT', 'ADJ')
      ), 0),
      coalesce((
        select sum(x.amount)
        from app.order_peer_piece x
        where x.tenant_code = p.tenant_code and x.peer_id = p.id and x.received_number is null
      ), 0),
      coalesce((
        select sum(l.taken_amount - l.given_amount)
        from app.order_peer_line l
        where l.tenant_code = p.tenant_code and l.peer_id = p.id
      ), 0)
    from app.order_peer p
    where p.side = '1' and p.is_active and (p_subjects is null or p.id = any(p_subjects));
end
$$;
