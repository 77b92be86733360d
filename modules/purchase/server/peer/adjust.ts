import { isZero, plus } from '#platform/model/decimal.ts';
import { shares } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { adjustCost, costReads, type CostAdjustment } from '#stock/server/cost.ts';
import { placesIn, placesQuery } from '#stock/server/ledger.ts';
import { netDifference } from '#purchase/model/pay-room.ts';

const receivedGoods = `
  select coalesce(d.stock_organize_code, d.organize_code) as stock_organize_code, s.product_code as material_code
  from app.order_peer_piece s
  join app.stock_inout m on m.tenant_code = s.tenant_code and m.id = s.movement_id
  join app.data_depot d on d.tenant_code = m.tenant_code and d.code = m.storage_code
  where s.peer_id = $1 and s.received_number > 0`;
const receivedAt = `
  select m.storage_code
  from app.order_peer_piece s
  join app.stock_inout m on m.tenant_code = s.tenant_code and m.id = s.movement_id
  where s.peer_id = $1 and s.received_number > 0`;

/**
 * What the seller charges or gives back beyond the receipts changes what their goods cost, without the tax and as far
 * as the goods are still there (B16a): it goes over the lines that arrived, by what they are paid at.
 */
export async function adjustReceivedCost(
  ctx: Command,
  source: Source,
  { peerId, messageId, amount }: { readonly peerId: string; readonly messageId: string; readonly amount: string },
): Promise<void> {
  const { pieces, places, costs } = await ctx.all({
    places: placesQuery(receivedAt, [peerId]),
    ...costReads(receivedGoods, [peerId]),
    pieces: statement(
      { storageCode: 'text', productCode: 'text', number: 'decimal', amount: 'decimal', taxRate: 'text?' },
      `
        select m.storage_code, s.product_code, s.received_number as number, s.amount, s.tax_rate
        from app.order_peer_piece s
        join app.stock_inout m on m.tenant_code = s.tenant_code and m.id = s.movement_id
        where s.peer_id = $1 and s.received_number > 0
        order by s.id`,
      [peerId],
    ),
  });
  const known = placesIn(places);
  const parts = shares(
    amount,
    pieces.map((piece) => piece.amount),
  );
  const adjustments = new Map<string, CostAdjustment>();
  for (const [i, { storageCode, productCode, number, taxRate }] of pieces.entries()) {
    const place = known.get(storageCode);
    if (place === undefined) continue;
    const key = JSON.stringify([place.stockOrganizeCode, productCode]);
    const before = adjustments.get(key);
    adjustments.set(key, {
      place,
      materialCode: productCode,
      lineId: messageId,
      number: plus(before?.number, number),
      amount: plus(before?.amount, netDifference(parts[i] ?? '0', taxRate)),
    });
  }
  adjustCost(
    ctx,
    source,
    costs,
    [...adjustments.values()].filter((each) => !isZero(each.amount)),
  );
}
