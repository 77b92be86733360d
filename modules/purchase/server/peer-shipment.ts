import { z } from 'zod';
import { isZero, minus, over, plus, round } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { insertBill } from '#platform/server/document/save.ts';
import type { PeerMessage } from '#platform/server/peer/runner.ts';
import { stockInout } from '#stock/model/inout.ts';
import { movementDraft } from '#stock/server/movement-draft.ts';
import { receiveLink } from '#purchase/model/links.ts';
import { givenFor, payableOf } from '#purchase/model/peer/settle.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { ownGoods, type OwnGoods } from '#purchase/server/peer/goods.ts';
import { adjustOwed, heldPurchase } from './peer-news.ts';

const shipped = z.object({
  outCode: z.string(),
  deliveryId: z.string(),
  receivable: z.string(),
  rebate: z.string(),
  lines: z.array(
    z.object({
      outLineId: z.string(),
      deliveryLineId: z.string(),
      lineId: z.string(),
      productCode: z.string(),
      number: z.string(),
      amount: z.string(),
      taxRate: z.string().nullable(),
    }),
  ),
});
type Sent = z.infer<typeof shipped>['lines'][number];
type Bill = NonNullable<Awaited<ReturnType<typeof heldPurchase>>>;

/** What has left there is on its way to us: a receipt waits for the goods, at the amounts of the seller (B16). */
export async function takeShipment(ctx: Command, message: PeerMessage): Promise<void> {
  const sent = shipped.parse(message.payload);
  const bill = await heldPurchase(ctx, message);
  if (bill === undefined) throw new Error('a shipment of a purchase that is not there');
  const known = await ownGoods(
    ctx,
    message.fromTenant,
    sent.lines.map(({ productCode }) => productCode),
  );
  const rows = await ctx.rows(
    statement(
      { id: 'uuid', ownLineId: 'uuid?', productCode: 'text?', name: 'text?', spec: 'text?', model: 'text?' },
      `
        select l.id, l.own_line_id, b.product_code, b.product_name as name, b.spec, b.model
        from app.order_peer_line l
        left join app.order_purchase_line b on b.tenant_code = l.tenant_code and b.id = l.own_line_id
        where l.peer_id = $1`,
      [bill.id],
    ),
  );
  const lines = new Map(rows.map((row) => [row.id, row]));
  const freight = minus(plus(sent.receivable, sent.rebate), plus(...sent.lines.map(({ amount }) => amount)));
  const payables = payableOf(sent.lines, { rebate: sent.rebate, freight });
  const made = sent.lines.map((line, at): MadeLine => {
    const own = lines.get(line.lineId);
    const goods = known.get(line.productCode) as OwnGoods;
    const ordered = own?.productCode == null ? {} : { code: own.productCode, name: own.name ?? goods.name };
    return {
      ...line,
      id: newId(),
      at,
      payable: payables[at] ?? cents('0'),
      purchaseLineId: own?.ownLineId ?? null,
      goods: { ...goods, ...ordered },
    };
  });
  const movementId = insertReceipt(ctx, bill, sent.outCode, made);
  keepPieces(ctx, { bill, movementId, deliveryId: sent.deliveryId }, made);
}

interface MadeLine extends Sent {
  readonly id: string;
  readonly at: number;
  readonly payable: string;
  readonly purchaseLineId: string | null;
  readonly goods: OwnGoods;
}

function insertReceipt(ctx: Command, bill: Bill, outCode: string, made: readonly MadeLine[]): string {
  const id = newId();
  const { organizeCode, organizeName, storageCode, storageName, supplierCode, supplierName } = bill;
  const head = { organizeCode, organizeName, storageCode, storageName, supplierCode, supplierName };
  const lines = made.map(({ id: lineId, at, number, payable, goods }) => ({
    id: lineId,
    lineNo: at + 1,
    productCode: goods.code,
    productName: goods.name,
    spec: goods.spec,
    model: goods.model,
    barcode: null,
    mainUnitName: goods.mainUnitName,
    number,
    storeNumber: null,
    rate: null,
    price: priceOf(payable, number),
    amount: payable,
    pickedNumber: '0',
    components: null,
    remark: null,
  }));
  insertBill(
    stockInout,
    ctx,
    {
      id,
      status: stockInout.states.saved.code,
      draft: movementDraft({ ...head, moveType: '1', sourceCode: bill.code, billDate: ctx.today }, lines),
    },
    { operation: 'save', message: `${bill.code} ${outCode}` },
  );
  linkDocuments(
    ctx,
    stockInout,
    made.map((line) => ({
      kind: receiveLink,
      // A gift is of the purchase and of none of its lines.
      from: { type: purchase.name, id: bill.id, lineId: line.purchaseLineId ?? bill.id },
      to: { id, lineId: line.id },
      number: line.number,
      amount: line.payable,
    })),
  );
  return id;
}

function keepPieces(
  ctx: Command,
  { bill, movementId, deliveryId }: { readonly bill: Bill; readonly movementId: string; readonly deliveryId: string },
  made: readonly MadeLine[],
): void {
  ctx.later({
    text: `
      insert into app.order_peer_line (id, peer_id, product_code)
      select distinct x.id, $1::uuid, x.code
      from unnest($2::uuid[], $3::text[]) as x(id, code)
      on conflict do nothing`,
    values: [bill.id, made.map(({ lineId }) => lineId), made.map(({ productCode }) => productCode)],
  });
  ctx.later({
    text: `
      insert into app.order_peer_piece (
        id, peer_id, line_id, delivery_id, delivery_line_id, movement_id, movement_line_id, purchase_line_id,
        product_code, number, amount, tax_rate
      )
      select x.id, $1, x.line_id, $2, x.delivery_line_id, $3, x.movement_line_id, x.purchase_line_id, x.code, x.number,
        x.amount, x.tax_rate
      from unnest(
        $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::numeric[], $11::numeric[],
        $12::text[]
      ) as x(id, line_id, delivery_line_id, movement_line_id, purchase_line_id, code, number, amount, tax_rate)`,
    values: [
      bill.id,
      deliveryId,
      movementId,
      made.map(({ outLineId }) => outLineId),
      made.map(({ lineId }) => lineId),
      made.map(({ deliveryLineId }) => deliveryLineId),
      made.map(({ id }) => id),
      made.map(({ purchaseLineId }) => purchaseLineId),
      made.map(({ goods }) => goods.code),
      made.map(({ number }) => number),
      made.map(({ payable }) => payable),
      made.map(({ taxRate }) => taxRate),
    ],
  });
}

const refunded = z.object({
  amount: z.string(),
  lines: z.array(z.object({ lineId: z.string(), number: z.string() })),
});

/**
 * Goods came back there, or their loss was made good: what the seller gave is held against what we took off for these
 * pieces, and what is left between the two is an adjustment. Freight and lost promotions do not come back (A10c).
 */
export async function takeRefund(ctx: Command, message: PeerMessage): Promise<void> {
  const { amount, lines } = refunded.parse(message.payload);
  const bill = await heldPurchase(ctx, message);
  if (bill === undefined) return;
  const rows = await ctx.rows(
    statement(
      {
        id: 'uuid',
        takenNumber: 'decimal',
        takenAmount: 'decimal',
        givenNumber: 'decimal',
        givenAmount: 'decimal',
      },
      `
        select l.id, l.taken_number, l.taken_amount, l.given_number, l.given_amount
        from app.order_peer_line l
        where l.peer_id = $1`,
      [bill.id],
    ),
  );
  // Several movements may have brought pieces of one line: together they are so much of what was taken off for it.
  const given = [...Map.groupBy(lines, ({ lineId }) => lineId)].map(([lineId, parts]) => {
    const row = rows.find(({ id }) => id === lineId);
    const number = plus(...parts.map((part) => part.number));
    return { lineId, ...(row === undefined ? { number: '0', amount: '0.00' } : givenFor(row, number)) };
  });
  ctx.later({
    text: `
      update app.order_peer_line l
      set given_number = l.given_number + g.number, given_amount = l.given_amount + g.amount
      from unnest($1::uuid[], $2::numeric[], $3::numeric[]) as g(id, number, amount)
      where l.id = g.id`,
    values: [given.map(({ lineId }) => lineId), given.map(({ number }) => number), given.map((line) => line.amount)],
  });
  // `amount` is what his receivable changed by: negative where he gave something back.
  await adjustOwed(ctx, message, bill, plus(amount, ...given.map((line) => line.amount)));
}

const priceOf = (amount: string, number: string): string => (isZero(number) ? '0' : round(over(amount, number), 4));
