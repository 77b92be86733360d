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
];
