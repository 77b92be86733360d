import { compare, minus, over, round } from '#platform/model/decimal.ts';
import { hasDownstream } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { linesOf } from '#platform/server/document/read.ts';
import { dropBills } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { lackingComponents } from '#data/model/goods/kit-back.ts';
import { isBack } from '#sales/model/refund/choices.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { stockInout } from '#stock/model/inout.ts';
import { unlinkRed, writeRed } from '#stock/server/red-movement.ts';
import type { Sold } from './refund-order.ts';
import { partOfLine } from './kit-parts.ts';
import { askedBy, overReturn } from './refund-save.ts';
import { transitHouse } from './lost-goods.ts';
import { takeFrom, type Taken } from './sources.ts';

type Refund = LockedBill<typeof refund>;

/**
 * The red movement that brings back what a return has not got yet, of the movements the goods left with: their costs
 * and amounts come back with them (A2).
 */
export async function askBack(ctx: Command, bill: Refund, sold: Sold): Promise<void> {
  const parts = bill.lines.filter(isBack).flatMap((line) => {
    const open = minus(line.number, line.receivedNumber ?? '0');
    if (compare(open, '0') <= 0) return [];
    const source = sold.bill.lines.find(({ id }) => id === line.orderLineId);
    const part = source === undefined ? null : partOfLine(source, line.productCode);
    const taken = takeFrom(sold.sources, askedBy({ ...line, number: open }, part));
    const found = taken.reduce((sum, { number }) => minus(sum, number), open);
    if (compare(found, '0') > 0) throw overReturn({ n: minus(open, found) });
    return taken.map((part) => ({ ...part, refundLineId: line.id }));
  });
  const lost = new Set(bill.lines.filter(({ lossFlag }) => lossFlag === '1').map(({ id }) => id));
  await writeBack(
    ctx,
    bill,
    parts.filter(({ refundLineId }) => !lost.has(refundLineId)),
  );
  if (lost.size === 0) return;
  const [transit] = await ctx.rows(transitHouse(bill.organizeCode));
  if (transit === undefined) throw new Error(`return ${bill.code}: no warehouse for what was lost on the way`);
  await writeBack(
    ctx,
    { ...bill, storageCode: transit.code, storageName: transit.name },
    parts.filter(({ refundLineId }) => lost.has(refundLineId)),
  );
}

async function writeBack(
  ctx: Command,
  bill: Refund,
  parts: readonly (Taken & { readonly refundLineId: string })[],
): Promise<void> {
  if (parts.length === 0) return;
  const moved = await ctx.rows(linesOf(stockInout, [...new Set(parts.map(({ source }) => source.movementId))]));
  const pieces = await piecesOf(ctx, parts);
  const byId = new Map(moved.map((line) => [line.id, line]));
  const { id, lineIds } = writeRed(
    ctx,
    {
      ...bill,
      moveType: '4',
      sourceCode: bill.code,
      storageCode: bill.storageCode ?? '',
      supplierCode: null,
      supplierName: null,
      deptCode: null,
      deptName: null,
    },
    parts.flatMap(({ source: { movementId, movementLineId }, number, part, share, missing }) => {
      const line = byId.get(movementLineId);
      if (line === undefined) return [];
      const goods = part === undefined ? undefined : pieces.get(part);
      const components = lackingComponents(line.components, missing);
      if (goods === undefined) return [{ movementId, source: { ...line, components }, number }];
      const piece = { ...line, ...goods, components: null, price: round(over(share, number), 4) };
      return [{ movementId, source: piece, number, part }];
    }),
  );
  linkDocuments(
    ctx,
    stockInout,
    parts.map(({ refundLineId, number, share }, i) => ({
      kind: linkKinds.inbound,
      from: { type: refund.name, id: bill.id, lineId: refundLineId },
      to: { id, lineId: lineIds[i] ?? '' },
      number,
      amount: share,
      isShownOnly: true,
    })),
  );
}

/** Components that come back alone, as a movement names its goods. */
async function piecesOf(ctx: Command, parts: readonly Taken[]) {
  const codes = [...new Set(parts.flatMap(({ part = null }) => (part === null ? [] : [part])))];
  if (codes.length === 0) return new Map<string, never>();
  const rows = await ctx.rows(
    statement(
      {
        productCode: 'text',
        productName: 'text',
        spec: 'text?',
        model: 'text?',
        barcode: 'text?',
        mainUnitName: 'text?',
        rate: 'decimal?',
      },
      `
        select m.code as product_code, m.name as product_name, m.spec, m.model, m.barcode, u.name as main_unit_name,
          m.rate
        from app.data_material m
        left join app.data_unit u on u.code = m.main_unit_code
        where m.code = any($1::text[])`,
      [codes],
    ),
  );
  return new Map(rows.map((row) => [row.productCode, row]));
}

const inboundRow = { refundId: 'uuid', id: 'uuid', code: 'text', billStatus: 'text' } as const;

/**
 * Movements that bring goods of these returns. Whoever audits one holds it and waits for its return: he goes first, and
 * whoever holds the return is told to come again instead of waiting for him in a circle.
 */
export const inboundOf = (ids: readonly string[]) =>
  statement(
    inboundRow,
    `
      select k.from_id as refund_id, m.id, m.code, m.bill_status
      from app.stock_inout m
      join (
        select distinct x.from_id, x.to_id
        from app.doc_link x
        where x.kind = '${linkKinds.inbound}' and x.is_active and x.from_id = any($1::uuid[])
      ) k on k.to_id = m.id
      where m.deleted_flag = '0' and m.cancel_flag = '0'
      order by m.id
      for update of m nowait`,
    [ids],
  );
export type Inbound = RowOf<typeof inboundRow>;

/** Goods that are in are in: their movement is taken back first. */
export function refuseReceived(bill: Refund, inbound: readonly Inbound[], verb: Label): void {
  const done = inbound.filter(
    ({ refundId, billStatus }) => refundId === bill.id && billStatus !== stockInout.states.saved.code,
  );
  if (done.length > 0)
    throw hasDownstream({
      codes: done
        .map(({ code }) => code)
        .slice(0, 3)
        .join('、'),
      verb,
    });
}

/** Nothing more comes back: movements that wait for it go, and the goods may be asked for by another return. */
export function dropInbound(ctx: Command, bill: Refund, inbound: readonly Inbound[]): void {
  const waiting = inbound
    .filter(({ refundId, billStatus }) => refundId === bill.id && billStatus === stockInout.states.saved.code)
    .map(({ id }) => id);
  dropBills(ctx, stockInout, waiting);
  unlinkRed(ctx, waiting);
  unlinkTo(ctx, waiting, linkKinds.inbound);
}
