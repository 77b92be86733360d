import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';

/** Invariants between goods and what they cost (domain §4, J09). */
export const stockChecks: readonly BookCheck[] = [
  bookCheck(
    [
      'I6：库存数量等于成本结存数量',
      'I6：庫存數量等於成本結存數量',
      'I6: goods that are there are the goods that were costed',
    ],
    `
      select concat_ws(
        ' · ',
        coalesce((
          select o.name
          from app.sys_organization o
          where o.tenant_code = c.tenant_code and o.code = c.stock_organize_code
        ), c.stock_organize_code),
        coalesce((
          select m.name
          from app.data_material m
          where m.tenant_code = c.tenant_code and m.code = c.material_code
        ), c.material_code)
      ),
        c.number || ' / ' || c.amount || ' ≠ ' || coalesce(s.there, 0)
      from app.cost_balance c
      left join (
        select stock_organize_code, material_code, sum(on_hand + in_transit) as there
        from app.stock_balance
        group by 1, 2
      ) s on s.stock_organize_code = c.stock_organize_code and s.material_code = c.material_code
      where c.number <> coalesce(s.there, 0) or (c.number = 0 and c.amount <> 0)`,
  ),
  bookCheck(
    [
      'I5：在途量等于调出减调入减损耗',
      'I5：在途量等於調出減調入減損耗',
      'I5: what is on its way has left and neither arrived nor been lost',
    ],
    `
      select coalesce(b.storage_code, a.storage_code) || ' ' || coalesce(b.material_code, a.material_code),
        'in transit ' || coalesce(b.number, 0) || ', sent ' || coalesce(a.number, 0)
      from (select storage_code, material_code, sum(in_transit) as number from app.stock_balance group by 1, 2) b
      full join (
        select h.in_storage_code as storage_code, l.product_code as material_code,
          sum(coalesce(l.out_number, 0) - coalesce(l.received_number, 0) - coalesce(l.loss_number, 0)) as number
        from app.stock_allocation h
        join app.stock_allocation_line l on l.parent_id = h.id
        group by 1, 2
      ) a on a.storage_code = b.storage_code and a.material_code = b.material_code
      where coalesce(b.number, 0) <> coalesce(a.number, 0)`,
  ),
  bookCheck(
    [
      'B19：调拨行数量等于其出库单与入库单',
      'B19：調撥行數量等於其出庫單與入庫單',
      'B19: lines of allocations have left and arrived as their movements say',
    ],
    `
      select h.code || ' ' || l.line_no,
        concat_ws(' / ', l.out_number, l.received_number, l.loss_number) || ' ≠ ' ||
          concat_ws(' / ', coalesce(m.sent, 0), coalesce(m.arrived, 0))
      from app.stock_allocation h
      join app.stock_allocation_line l on l.parent_id = h.id
      left join (
        select k.from_line_id, sum(x.number) filter (where k.kind = 'transferOut') as sent,
          sum(x.number) filter (where k.kind = 'transferIn') as arrived
        from app.doc_link k
        join app.stock_inout_line x on x.id = k.to_line_id
        join app.stock_inout d on d.id = x.parent_id and d.bill_status <> '0' and d.deleted_flag = '0'
        where k.kind in ('transferOut', 'transferIn') and k.is_active
        group by 1
      ) m on m.from_line_id = l.id
      where coalesce(l.out_number, 0) <> coalesce(m.sent, 0)
        or coalesce(l.received_number, 0) <> coalesce(m.arrived, 0)
        or coalesce(l.out_number, 0) > l.number
        or coalesce(l.out_number, 0) < coalesce(l.received_number, 0) + coalesce(l.loss_number, 0)`,
  ),
];
