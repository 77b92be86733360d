import type { World } from '#tests/world.ts';

/**
 * The pairs of a buyer (tenant 1000) and his seller (2000) once the queue is empty, counted from both tenants' own
 * documents and entries by somebody who sees both: it shares no line with J09x, and knows messages only by number.
 */
const doubled = `
  select p.code, 'orders ' || o.number || ' of ' || m.orders || ' told' as wrong
  from pairs p
  join told m on m.id = p.id
  cross join lateral (
    select count(*) as number
    from app.order_order x
    where x.tenant_code = '2000' and x.source = '5' and x.peer_code = p.code
  ) o
  where o.number <> m.orders
  union all
  select p.code, 'receipts ' || r.number || ' of ' || m.shipped || ' told, ' || s.number || ' left'
  from pairs p
  join told m on m.id = p.id
  cross join lateral (
    select count(*) as number
    from app.stock_inout x
    where x.tenant_code = '1000' and x.red_flag = '0' and x.source_code = p.code and x.deleted_flag = '0'
  ) r
  cross join lateral (
    select count(distinct k.to_id) as number
    from app.doc_link k
    join app.order_order x on x.tenant_code = k.tenant_code and x.id = k.from_id
    where k.tenant_code = '2000' and k.kind = 'out' and k.is_active and x.source = '5' and x.peer_code = p.code
  ) s
  where r.number <> m.shipped or s.number <> m.shipped
  union all
  select p.code, 'returns ' || r.number || ' of ' || m.back || ' told'
  from pairs p
  join told m on m.id = p.id
  cross join lateral (
    select count(*) as number
    from app.order_refund x
    join app.order_order o on o.tenant_code = x.tenant_code and o.code = x.order_code
    where x.tenant_code = '2000' and o.source = '5' and o.peer_code = p.code and x.remark is not null
  ) r
  where r.number <> m.back`;

/** What one owes the other is due, once nothing is on its way and everything was given back. */
const unequal = `
  select p.code, 'owes ' || b.money || ', is owed ' || s.money as wrong
  from pairs p
  cross join lateral (
    select coalesce(sum(e.d_amount), 0) as money
    from app.payable_entry e
    where e.tenant_code = '1000' and e.purchase_code = p.code and e.post_type in ('PUR', 'PRT', 'ADJ')
  ) b
  cross join lateral (
    select coalesce(sum(e.d_amount), 0) as money
    from app.receivable_entry e
    join app.order_order o on o.tenant_code = e.tenant_code and o.code = e.order_code
    where e.tenant_code = '2000'
      and o.source = '5'
      and o.peer_code = p.code
      and e.post_type in ('SAL', 'RBT', 'RET', 'ADJ')
  ) s
  where b.money <> s.money
  union all
  select p.code, 'has ' || b.number || ', gave ' || s.number
  from pairs p
  cross join lateral (
    select coalesce(sum(e.d_on_hand), 0) as number
    from app.stock_entry e
    join app.stock_inout m on m.tenant_code = e.tenant_code and m.id = e.doc_id
    where m.tenant_code = '1000'
      and (
        m.source_code = p.code
        or exists (
          select from app.doc_link k
          join app.stock_inout r on r.tenant_code = k.tenant_code and r.id = k.from_id and r.source_code = p.code
          where k.tenant_code = m.tenant_code and k.kind = 'red' and k.is_active and k.to_id = m.id
        )
      )
  ) b
  cross join lateral (
    select coalesce(sum(case k.kind when 'out' then k.number else -k.number end), 0) as number
    from app.doc_link k
    join app.order_order o on o.tenant_code = k.tenant_code and o.id = k.from_id
    where k.tenant_code = '2000'
      and k.kind in ('out', 'return')
      and k.is_active
      and o.source = '5'
      and o.peer_code = p.code
  ) s
  where b.number <> s.number`;

const among = (checked: string): string => `
  with pairs as (
    select h.id, h.code
    from app.order_purchase h
    where h.tenant_code = '1000' and h.id = any($1::uuid[])
  ),
  told as (
    select p.id, count(*) filter (where m.kind = 'order') as orders,
      count(*) filter (where m.kind = 'shipped') as shipped, count(*) filter (where m.kind = 'sentBack') as back
    from pairs p
    left join sec.peer_message m on m.subject_id = p.id and m.state = '1'
    group by p.id
  ) ${checked}`;

interface Wrong {
  readonly code: string;
  readonly wrong: string;
}
export const doubledIn = (world: World, purchases: readonly string[]): Promise<Wrong[]> =>
  world.sql<Wrong>(among(doubled), [purchases]);
export const unequalIn = (world: World, purchases: readonly string[]): Promise<Wrong[]> =>
  world.sql<Wrong>(among(unequal), [purchases]);
