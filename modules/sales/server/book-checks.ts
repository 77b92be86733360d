import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { partLink } from '#stock/model/inout.ts';

const linked = (kind: string): string => `
  coalesce((
    select sum(k.number)
    from app.doc_link k
    where k.from_line_id = l.id and k.kind = '${kind}' and k.is_active
  ), 0)`;

/** Invariants between orders, deliveries, movements and money (domain §4, J09). */
export const salesChecks: readonly BookCheck[] = [
  bookCheck(
    [
      'I30：促销使用次数与预算等于已审核订单的记录',
      'I30：促銷使用次數與預算等於已審核訂單的記錄',
      'I30: promotions are used as often, and for as much, as approved orders say',
    ],
    `
      with taken as (
        select x.use->>'activity' as activity_code, o.customer_code, sum((x.use->>'times')::numeric) as times,
          sum((x.use->>'cost')::numeric) as amount
        from app.order_order o
        cross join lateral jsonb_array_elements(o.promo_trace->'outcome'->'usage') as x(use)
        where o.bill_status in ('1', '2') and o.cancel_flag = '0' and o.deleted_flag = '0'
        group by 1, 2
      )
      select coalesce(t.activity_code, u.activity_code) || ' ' || coalesce(t.customer_code, u.customer_code),
        'orders ' || coalesce(t.times, 0) || ' × ' || coalesce(t.amount, 0) || ', ledger ' || coalesce(u.times, 0) ||
          ' × ' || coalesce(u.amount, 0)
      from taken t
      full join app.promotion_usage_balance u on u.activity_code = t.activity_code and u.customer_code = t.customer_code
      where coalesce(t.times, 0) <> coalesce(u.times, 0) or coalesce(t.amount, 0) <> coalesce(u.amount, 0)`,
  ),
  bookCheck(
    ['I11：只有已审核的订单占用资金', 'I11：只有已審核的訂單佔用資金', 'I11: only approved orders hold money'],
    `
      select o.code, sum(h.occupied)::text
      from app.capital_hold h
      join app.order_order o on o.id = h.doc_id
      where o.bill_status <> '1'
      group by o.code
      having sum(h.occupied) <> 0`,
  ),
  bookCheck(
    [
      'I11：订单占用资金等于未发货金额与未计运费',
      'I11：訂單佔用資金等於未發貨金額與未計運費',
      'I11: an open order holds what its open lines still cost, with the freight that nothing has brought',
    ],
    // That of an exchange waits for a part until its goods are let out (B6a).
    `
      select o.code, 'held ' || coalesce(h.held, 0) || ', costs ' || c.cost
      from app.order_order o
      left join (select doc_id, sum(occupied) as held from app.capital_hold where line_id = doc_id group by doc_id) h
        on h.doc_id = o.id
      cross join lateral (
        select sum(
          l.amount - coalesce(l.discount_amount, 0) - coalesce(l.closed_amount, 0) - coalesce(l.adjusted_amount, 0) -
          coalesce((
            select sum(k.amount)
            from app.doc_link k
            where k.from_line_id = l.id and k.kind = '${linkKinds.out}' and k.is_active
          ), 0)
        ) + case
          when exists (
            select from app.doc_link k
            where k.from_id = o.id and k.kind = '${linkKinds.freight}' and k.is_active
          ) then 0
          else coalesce(o.freight_amount, 0)
        end as cost
        from app.order_order_line l
        where l.parent_id = o.id and l.number > coalesce(l.out_number, 0) + coalesce(l.closed_number, 0)
      ) c
      where o.bill_status = '1'
        and o.order_status = '1'
        and coalesce(h.held, 0) <> c.cost
        and (
          o.order_type <> '5'
          or coalesce(h.held, 0) > c.cost
          or exists (
            select from app.order_delivery d
            where d.order_code = o.code and d.confirm_flag = '1' and d.cancel_flag = '0' and d.deleted_flag = '0'
          )
        )`,
  ),
  bookCheck(
    [
      'I13：订单扣款等于已发货金额与运费',
      'I13：訂單扣款等於已發貨金額與運費',
      'I13: an order is paid for what has left of it, with its freight',
    ],
    `
      select o.code, 'paid ' || coalesce(d.paid, 0) || ', left ' || coalesce(k.amount, 0)
      from app.order_order o
      left join (
        select e.holder_doc_id, -sum(e.d_balance) as paid
        from app.capital_entry e
        where e.post_type = 'DED' and e.holder_line_id = e.holder_doc_id
        group by 1
      ) d on d.holder_doc_id = o.id
      left join (
        select from_id, sum(amount) as amount, count(*) filter (where kind = '${linkKinds.out}') as lines,
          coalesce(sum(amount) filter (where kind = '${linkKinds.freight}'), 0) as freight
        from app.doc_link
        where kind in ('${linkKinds.out}', '${linkKinds.freight}') and is_active
        group by 1
      ) k on k.from_id = o.id
      where coalesce(d.paid, 0) <> coalesce(k.amount, 0)
        or coalesce(k.freight, 0) <> case when k.lines > 0 then coalesce(o.freight_amount, 0) else 0 end`,
  ),
  bookCheck(
    [
      'B6：换货订单由退回货款占用的金额等于换货单的入库记录',
      'B6：換貨訂單由退回貨款佔用的金額等於換貨單的入庫記錄',
      'B6: what the order of an exchange holds of refunds is what the exchange has received for it',
    ],
    `
      select t.code, 'received ' || coalesce(r.amount, 0) || ', held ' || coalesce(h.amount, 0)
      from app.order_refund t
      join app.order_order o on o.code = t.new_order_code
      left join lateral (
        select sum((p->>'amount')::numeric) as amount
        from jsonb_array_elements(t.receipts) x
        cross join lateral jsonb_array_elements(x->'held') p
      ) r on true
      left join lateral (
        select sum(e.d_occupied) as amount
        from app.capital_entry e
        where e.holder_doc_id = o.id and e.doc_type = 'stock:inout' and e.post_type = 'OCC' and e.holder_line_id = o.id
      ) h on true
      where t.order_type = '5' and coalesce(r.amount, 0) <> coalesce(h.amount, 0)`,
  ),
  bookCheck(
    [
      'A10：订单扣回金额等于关闭时应收的扣回与退货时扣留之和',
      'A10：訂單扣回金額等於關閉時應收的扣回與退貨時扣留之和',
      'A10: the claw-back of an order is what its closes have charged and its returns have withheld',
    ],
    `
      select o.code,
        'claw-back ' || coalesce(o.clawback_amount, 0) || ', charged ' || coalesce(e.amount, 0) || ', withheld ' ||
          coalesce(w.amount, 0)
      from app.order_order o
      left join (
        select doc_id, sum(d_amount) as amount
        from app.receivable_entry
        where doc_type = 'order:order' and post_type = 'ADJ'
        group by doc_id
      ) e on e.doc_id = o.id
      left join (
        select t.order_code, sum((r->'record'->>'withheld')::numeric) as amount
        from app.order_refund t
        cross join lateral jsonb_array_elements(t.receipts) r
        where t.receipts is not null
        group by t.order_code
      ) w on w.order_code = o.code
      where coalesce(o.clawback_amount, 0) + coalesce((
        select sum(l.adjusted_amount)
        from app.order_order_line l
        where l.parent_id = o.id
      ), 0) <> coalesce(e.amount, 0) + coalesce(w.amount, 0)`,
  ),
  bookCheck(
    [
      '退货单已入库数量等于红字出库数量',
      '退貨單已入庫數量等於紅字出庫數量',
      'What has come in of a return is what its movements brought',
    ],
    `
      select t.code, 'received ' || coalesce(l.received_number, 0) || ', brought ' || coalesce(m.number, 0)
      from app.order_refund t
      join app.order_refund_line l on l.parent_id = t.id
      left join (
        select k.from_line_id, sum(x.number) as number
        from app.doc_link k
        join app.stock_inout h on h.id = k.to_id and h.bill_status <> '0' and h.deleted_flag = '0'
        join app.stock_inout_line x on x.id = k.to_line_id
        where k.kind = '${linkKinds.inbound}' and k.is_active
        group by k.from_line_id
      ) m on m.from_line_id = l.id
      where coalesce(l.received_number, 0) <> coalesce(m.number, 0)`,
  ),
  bookCheck(
    [
      '组合件单独退回的组件等于退货出库的组件',
      '組合件單獨退回的組件等於退貨出庫的組件',
      'KT03: components that came back alone are those that movements brought, and kits came back without no more',
    ],
    `
      select o.code || ' ' || l.line_no || ' ' || b.product_code,
        concat_ws(', ', sum(b.number), sum(b.amount), sum(b.settled))
      from (
        select l.id, c->>'productCode' as product_code, (c->'alone'->>'number')::numeric as number,
          (c->'alone'->>'amount')::numeric as amount,
          (c->'alone'->>'number')::numeric - (c->'alone'->'settled'->>'number')::numeric as settled
        from app.order_order_line l
        cross join lateral jsonb_array_elements(l.components) c
        where l.components is not null and c ? 'alone'
        union all
        select g.from_line_id, x.product_code, -k.number, -k.amount, 0
        from app.doc_link k
        join app.doc_link g
          on g.kind = '${linkKinds.out}'
          and g.is_active
          and g.to_id = k.from_id
          and g.to_line_id = k.from_line_id
        join app.stock_inout h on h.id = k.to_id and h.bill_status <> '0'
        join app.stock_inout_line x on x.id = k.to_line_id
        where k.kind = '${partLink}' and k.is_active
      ) b
      join app.order_order_line l on l.id = b.id
      join app.order_order o on o.id = l.parent_id
      group by o.code, l.line_no, b.product_code
      having sum(b.number) <> 0 or sum(b.amount) <> 0 or sum(b.settled) < 0`,
  ),
  bookCheck(
    [
      'I4：占用量等于未完成订单行与未调出的调拨行，组合件按组件',
      'I4：佔用量等於未完成訂單行與未調出的調撥行，組合件按組件',
      'I4: stock is promised to open lines of orders, of a kit its components, and of allocations not yet sent',
    ],
    `
      select coalesce(b.storage_code, o.storage_code) || ' ' || coalesce(b.material_code, o.material_code),
        'occupied ' || coalesce(b.occupied, 0) || ', open ' || coalesce(o.number, 0)
      from (
        select storage_code, material_code, sum(occupied) as occupied
        from app.stock_balance
        group by storage_code, material_code
      ) b
      full join (
        select w.storage_code, w.material_code, sum(w.number) as number
        from (
          select a.out_storage_code as storage_code, l.product_code as material_code, l.number
          from app.stock_allocation a
          join app.stock_allocation_line l on l.parent_id = a.id
          where a.bill_status = '1' and a.deleted_flag = '0' and a.sent_flag = '0'
          union all
          select coalesce(l.out_storage_code, h.storage_code), g.material_code,
            (l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0)) * g.each
          from app.order_order h
          join app.order_order_line l on l.parent_id = h.id
          cross join lateral (
            select l.product_code as material_code, 1 as each
            where l.components is null
            union all
            select c->>'productCode', (c->>'number')::numeric
            from jsonb_array_elements(l.components) c
          ) g
          where h.bill_status = '1' and h.deleted_flag = '0'
        ) w
        group by 1, 2
      ) o on o.storage_code = b.storage_code and o.material_code = b.material_code
      where coalesce(b.occupied, 0) <> coalesce(o.number, 0)`,
  ),
  bookCheck(
    [
      'I7：订单行数量等于下游单据数量',
      'I7：訂單行數量等於下游單據數量',
      'I7: lines of orders are counted as they are linked',
    ],
    `
      select o.code || ' ' || l.line_no,
        concat_ws(', ', l.released_number, l.out_number, l.signed_number, l.short_number, l.closed_number)
      from app.order_order o
      join app.order_order_line l on l.parent_id = o.id
      where coalesce(l.released_number, 0) <> ${linked(linkKinds.release)}
        or coalesce(l.out_number, 0) <> ${linked(linkKinds.out)}
        or coalesce(l.out_number, 0) > coalesce(l.released_number, 0)
        or coalesce(l.released_number, 0) + coalesce(l.closed_number, 0) > l.number
        or coalesce(l.signed_number, 0) + coalesce(l.short_number, 0) > coalesce(l.out_number, 0)`,
  ),
  bookCheck(
    [
      'I7：订单行退货数量等于退货单据数量',
      'I7：訂單行退貨數量等於退貨單據數量',
      'I7: what came back was sent, and is counted as it is linked',
    ],
    `
      select o.code || ' ' || l.line_no, concat_ws(', ', l.returned_number, l.out_number)
      from app.order_order o
      join app.order_order_line l on l.parent_id = o.id
      where coalesce(l.returned_number, 0) <> ${linked(linkKinds.returned)}
        or coalesce(l.returned_number, 0) > coalesce(l.out_number, 0)`,
  ),
  bookCheck(
    [
      '只有已审核的订单推送到其他系统',
      '只有已審核的訂單推送到其他系統',
      'only approved orders are pushed to another system (§3.2)',
    ],
    `
      select o.code, 'bill status ' || o.bill_status || ', push status ' || o.push_status
      from app.order_order o
      where o.push_status <> '0' and (o.bill_status not in ('1', '2') or o.cancel_flag = '1')`,
  ),
  bookCheck(
    [
      'B11：已审核返利结算的明细等于其发放的返利批次',
      'B11：已審核返利結算的明細等於其發放的返利批次',
      'B11: batches that a settlement made are its lines',
    ],
    `
      with due as (
        select r.id, r.code, l.customer_code, r.organize_code, l.amount
        from app.sale_rebate r
        join app.sale_rebate_line l on l.tenant_code = r.tenant_code and l.parent_id = r.id
        where r.bill_status = '1' and r.cancel_flag = '0' and r.deleted_flag = '0' and l.amount <> 0
      ),
      given as (
        select e.doc_id as id, a.customer_code, sum(m.amount) as amount
        from app.capital_entry e
        join app.rebate_move m on m.tenant_code = e.tenant_code and m.entry_id = e.id
        join app.rebate_batch b on b.tenant_code = m.tenant_code and b.id = m.batch_id
        join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
        where e.doc_type = 'sale:rebate'
        group by 1, 2
        having sum(m.amount) <> 0
      )
      select coalesce(d.code, g.id::text) || ' ' || coalesce(d.customer_code, g.customer_code),
        'lines ' || coalesce(d.amount, 0) || ', batches ' || coalesce(g.amount, 0)
      from due d
      full join given g on g.id = d.id and g.customer_code = d.customer_code
      where coalesce(d.amount, 0) <> coalesce(g.amount, 0)`,
  ),
];
