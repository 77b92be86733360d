import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { receiveLink } from '#purchase/model/links.ts';

/** How far purchases have come follows from their lines and is never set by hand. */
export function refreshPurchases(ctx: Command, ids: readonly string[]): void {
  ctx.later({
    text: `
      update app.order_purchase p
      set purchase_status = case when s.kept <= 0 then '0' when s.awaited > 0 then '1' else '2' end,
        receipt_flag = case when s.awaited = 0 then '1' else '0' end
      from (
        select l.parent_id, sum(coalesce(l.arrived_number, 0) - coalesce(l.returned_number, 0)) as kept,
          sum(
            greatest(
              0,
              l.number - coalesce(l.closed_number, 0) - coalesce(l.arrived_number, 0) + coalesce(l.returned_number, 0)
            )
          ) as awaited
        from app.order_purchase_line l
        where l.parent_id = any($1::uuid[])
        group by l.parent_id
      ) s
      where p.id = s.parent_id`,
    values: [ids],
  });
}

/** What movements that nobody has audited yet are to bring, by the line of the purchase. */
export const underWay = (ids: readonly string[]) =>
  statement(
    { purchaseId: 'uuid', lineId: 'uuid', movementId: 'uuid', movementCode: 'text', number: 'decimal' },
    `
      select k.from_id as purchase_id, k.from_line_id as line_id, m.id as movement_id, m.code as movement_code, l.number
      from app.doc_link k
      join app.stock_inout m on m.tenant_code = k.tenant_code
        and m.id = k.to_id
        and m.bill_status = '0'
        and m.cancel_flag = '0'
        and m.deleted_flag = '0'
      join app.stock_inout_line l on l.tenant_code = k.tenant_code and l.id = k.to_line_id
      where k.kind = '${receiveLink}' and k.is_active and k.from_id = any($1::uuid[])
      order by m.code`,
    [ids],
  );
