import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';
import { redLink } from '#stock/model/inout.ts';
import { receiveLink } from '#purchase/model/links.ts';

/** What audited movements brought of a line, and what red ones took back of that. */
const movedSql = `
  select k.from_line_id as line_id, sum(m.number) filter (where not m.is_red) as arrived,
    sum(m.number) filter (where m.is_red) as returned
  from app.doc_link k
  cross join lateral (
    select l.number, false as is_red
    from app.stock_inout_line l
    join app.stock_inout h on h.tenant_code = l.tenant_code and h.id = l.parent_id
    where l.tenant_code = k.tenant_code
      and l.id = k.to_line_id
      and h.bill_status in ('1', '2')
      and h.cancel_flag = '0'
      and h.deleted_flag = '0'
    union all
    select l.number, true
    from app.doc_link r
    join app.stock_inout_line l on l.tenant_code = r.tenant_code and l.id = r.to_line_id
    join app.stock_inout h on h.tenant_code = l.tenant_code and h.id = l.parent_id
    where r.tenant_code = k.tenant_code
      and r.kind = '${redLink}'
      and r.is_active
      and r.from_line_id = k.to_line_id
      and h.bill_status in ('1', '2')
      and h.cancel_flag = '0'
      and h.deleted_flag = '0'
  ) m
  where k.kind = '${receiveLink}' and k.is_active
  group by k.from_line_id`;

/** Invariants between purchases, the movements that bring them and what is owed for them (domain §4.3, J09). */
export const purchaseChecks: readonly BookCheck[] = [
  bookCheck(
    [
      '采购订单的到货与退货数量等于已审核的出入库单',
      '採購訂單的到貨與退貨數量等於已審核的出入庫單',
      'purchases have received and returned what approved movements brought and took',
    ],
    `
      select p.code || ' ' || l.line_no,
        'arrived ' || coalesce(l.arrived_number, 0) || ' / ' || coalesce(m.arrived, 0) || ', returned ' ||
          coalesce(l.returned_number, 0) || ' / ' || coalesce(m.returned, 0)
      from app.order_purchase_line l
      join app.order_purchase p on p.tenant_code = l.tenant_code and p.id = l.parent_id
      left join (${movedSql}) m on m.line_id = l.id
      where coalesce(l.arrived_number, 0) <> coalesce(m.arrived, 0)
        or coalesce(l.returned_number, 0) <> coalesce(m.returned, 0)`,
  ),
  bookCheck(
    [
      '应付账款等于已审核的采购入库与退货金额',
      '應付帳款等於已審核的採購入庫與退貨金額',
      'what is owed for purchases is what approved receipts and returns amount to',
    ],
    `
      select coalesce(m.supplier_code, e.supplier_code) || ' ' || coalesce(m.organize_code, e.organize_code),
        'movements ' || coalesce(m.amount, 0) || ', ledger ' || coalesce(e.amount, 0)
      from (
        select h.organize_code, h.supplier_code,
          sum(case when h.red_flag = '1' then -h.total_amount else h.total_amount end) as amount
        from app.stock_inout h
        where h.move_type = '1' and h.bill_status in ('1', '2') and h.cancel_flag = '0' and h.deleted_flag = '0'
        group by h.organize_code, h.supplier_code
      ) m
      full join (
        select b.organize_code, b.supplier_code, sum(x.d_amount) as amount
        from app.payable_entry x
        join app.payable_balance b on b.tenant_code = x.tenant_code and b.id = x.balance_id
        where x.post_type in ('PUR', 'PRT')
        group by b.organize_code, b.supplier_code
      ) e on e.organize_code = m.organize_code and e.supplier_code = m.supplier_code
      where coalesce(m.amount, 0) <> coalesce(e.amount, 0)`,
  ),
];
