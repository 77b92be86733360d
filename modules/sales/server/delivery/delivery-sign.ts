import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { hasDownstream, invalidAt, notFound, reasons, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { mainUnitsIn, mainUnitsRead, refuseDecimals, type Unit } from '#data/server/unit-decimals.ts';
import { delivery } from '#sales/model/delivery.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { linkKinds, movementsHeld, ordersHeld, refreshOrders } from '#sales/server/order/order-progress.ts';
import { refundsOfOrders } from '#sales/server/refund/refund-order.ts';
import { dropUnsigned, returnUnsigned, unsignedOf, type Unsigned } from '#sales/server/refund/refund-sign.ts';
import {
  earnFor,
  earningReads,
  earnsAt,
  pointsTaken,
  unearn,
  type Earning,
  type Had,
} from '#sales/server/points/order-points.ts';
import { redCodesIn, redOfDeliveries } from './sale-out-red.ts';

type Delivery = LockedBill<typeof delivery>;

export const overSigned = refusal('E-SIGN-OVER', 20212, [
  '签收数量超过出库数量{n}',
  '簽收數量超過出庫數量{n}',
  'Signed quantity exceeds the outbound quantity {n}',
]);
export const signedByPeer = refusal('E-PEER-SIGN', 20285, [
  '发货单由客户采购单【{code}】的入库签收',
  '發貨單由客戶採購單【{code}】的入庫簽收',
  'The delivery is signed for by the receipt of purchase order {code}',
]);
export const tooLateToUnsign = refusal('E-UNSIGN', 20218, [
  '签收已超过{days}天，不能撤销',
  '簽收已超過{days}天，不能撤銷',
  'Signed more than {days} {days:day|days} ago; cannot be taken back',
]);

interface SaidLine {
  readonly signed: string;
  /** Arrived and refused: it comes back, and it is not our loss (B5a). */
  readonly refused: string;
}
export interface Signed {
  readonly id: string;
  readonly lines: ReadonlyMap<string, SaidLine> | null;
}

/**
 * `[{ id, lines: [{ id, signedNumber, refusedNumber? }] }]`, `{ items: [...] }` or bare ids: whatever is not said was
 * received whole.
 */
function signedIn(body: unknown): readonly Signed[] {
  const items = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null
      ? ((body as { items?: unknown; ids?: unknown }).items ?? (body as { ids?: unknown }).ids)
      : [];
  return (Array.isArray(items) ? items : []).slice(0, 500).map((item: unknown): Signed => {
    if (typeof item !== 'object' || item === null) return { id: String(item), lines: null };
    const { id, lines } = item as { id?: unknown; lines?: unknown };
    return {
      id: String(id),
      lines: Array.isArray(lines)
        ? new Map(
            lines.map((line: unknown) => {
              const told = (line ?? {}) as { id?: unknown; signedNumber?: unknown; refusedNumber?: unknown };
              return [
                String(told.id),
                { signed: String(told.signedNumber), refused: String(told.refusedNumber ?? '0') },
              ] as const;
            }),
          )
        : null,
    };
  });
}

/**
 * The customer has the goods. What he did not get is short: the order is complete all the same, and the shortage is a
 * matter for a return.
 */
function sign(call: Call): Promise<null> {
  const wanted = signedIn(call.body);
  const ids = checkedKeys(
    wanted.map(({ id }) => id),
    'id',
  );
  return command(
    call,
    async (ctx, rows) => {
      for (const { peerCode } of rows.orders) if (peerCode !== null) throw signedByPeer({ code: peerCode });
      await signRows(ctx, wanted, rows);
      return null;
    },
    { reads: signReads(ids) },
  );
}

/** By the receipt of a customer in a tenant of his own. */
export async function signAs(ctx: Command, wanted: readonly Signed[]): Promise<void> {
  await signRows(ctx, wanted, await ctx.all(signReads(wanted.map(({ id }) => id))));
}

const signReads = (ids: readonly string[]) => ({
  heldMovements: movementsHeld(ids),
  heads: headsOf(delivery, ids, true),
  lines: linesOf(delivery, ids),
  orders: ordersHeld(ids),
  units: mainUnitsRead(deliveredGoods, [ids]),
  ...earningReads(ordersOfDeliveries, [ids]),
});

async function signRows(
  ctx: Command,
  wanted: readonly Signed[],
  { heads, lines, orders, units, ...earning }: RowsOf<ReturnType<typeof signReads>>,
): Promise<void> {
  const bills = billsOf(heads, lines);
  if (bills.length !== wanted.length) throw notFound();
  for (const bill of bills) {
    if (!isSignable(bill))
      throw stateForbids({ code: bill.code, status: statusLabel(delivery, bill.billStatus), verb: signLabel });
    const said = wanted.find(({ id }) => id === bill.id)?.lines ?? null;
    const unsigned = signOne(ctx, bill, said, mainUnitsIn(units));
    const orderId = orders.find(({ code }) => code === bill.orderCode)?.id ?? '';
    earnSigned(ctx, bill, { orderId, signed: unsigned.signed, rows: earning });
    await returnUnsigned(ctx, bill, { orderId, ...unsigned });
  }
  refreshOrders(
    ctx,
    orders.map(({ id }) => id),
  );
}

/** All of each, by nobody in particular; whatever was signed meanwhile is left alone. */
export async function signWhole(ctx: Command, ids: readonly string[]): Promise<void> {
  const { heads, lines, orders, ...earning } = await ctx.all({
    heads: headsOf(delivery, ids, true),
    lines: linesOf(delivery, ids),
    orders: ordersHeld(ids),
    ...earningReads(ordersOfDeliveries, [ids]),
  });
  for (const bill of billsOf(heads, lines).filter(isSignable)) {
    const { signed } = signOne(ctx, bill, null);
    const orderId = orders.find(({ code }) => code === bill.orderCode)?.id ?? '';
    earnSigned(ctx, bill, { orderId, signed, rows: earning });
  }
  refreshOrders(
    ctx,
    orders.map(({ id }) => id),
  );
}

const isSignable = (bill: Delivery): boolean =>
  bill.receiptStatus !== '1' &&
  bill.billStatus === delivery.states.closed.code &&
  bill.lines.some((line) => compare(line.outNumber ?? '0', '0') > 0);

const ordersOfDeliveries = `
  array(
    select o.id
    from app.order_order o
    where o.code = any(array(select d.order_code from app.order_delivery d where d.id = any($1::uuid[])))
  )`;
const deliveredGoods = 'select x.product_code from app.order_delivery_line x where x.parent_id = any($1::uuid[])';

function signOne(
  ctx: Command,
  bill: Delivery,
  said: Signed['lines'],
  units: ReadonlyMap<string, Unit> = new Map(),
): { readonly signed: readonly Had[]; readonly unsigned: readonly Unsigned[]; readonly isRefusedWhole: boolean } {
  const signed = bill.lines.map((line) => {
    const out = line.outNumber ?? '0';
    const { signed: number, refused } = said?.get(line.id) ?? { signed: out, refused: '0' };
    if (!isNumber(number) || !isNumber(refused))
      throw invalidAt([{ path: 'signedNumber', field: delivery.lines.signedNumber.label, reason: reasons.format }]);
    if (compare(plus(number, refused), out) > 0) throw overSigned({ n: out });
    return { ...line, signed: number, refused, short: minus(out, number) };
  });
  refuseDecimals(
    signed.map(({ id, productCode }, i) => ({
      path: `lines.${i}.signedNumber`,
      field: delivery.lines.signedNumber.label,
      number: said?.get(id)?.signed ?? null,
      unit: units.get(productCode),
    })),
  );
  count(ctx, signed, 1);
  ctx.later({
    text: `
      update app.order_delivery
      set receipt_status = '1', sign_date = now(), op_seq = op_seq + 1, row_version = row_version + 1,
        updater_name = $2, update_date = now()
      where id = $1`,
    values: [bill.id, ctx.identity.realName],
  });
  markMovement(ctx, bill.id, '1');
  ctx.log({ noun: delivery.name, recordId: bill.id, recordCode: bill.code, operation: 'sign' });
  const isAnySigned = signed.some((line) => !isZero(line.signed));
  return {
    signed: signed.map((line) => ({ orderLineId: line.orderLineId ?? '', number: line.signed })),
    unsigned: signed.map((line) => unsignedOf(line, { ...line, isAnySigned })),
    isRefusedWhole: !isAnySigned,
  };
}

/** A signature and its undoing are postings of their own, each counted on the delivery. */
const sourceOf = (ctx: Command, bill: Delivery): Source => ({
  type: delivery.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq + 1,
  date: ctx.today,
});

/** Points of what was signed for; later lines of the same order count on from it. */
function earnSigned(
  ctx: Command,
  bill: Delivery,
  { orderId, signed, rows }: { readonly orderId: string; readonly signed: readonly Had[]; readonly rows: Earning },
): void {
  earnFor(ctx, sourceOf(ctx, bill), orderId, { had: signed, rows, at: earnsAt.signing });
  for (const line of rows.earningLines)
    for (const { orderLineId, number } of signed)
      if (line.id === orderLineId) line.signedNumber = plus(line.signedNumber, number);
}

const isNumber = (value: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(value);

const signLabel = ['签收', '簽收', 'confirm receipt'] as const;
const unsignLabel = ['撤销签收', '撤銷簽收', 'undo the receipt'] as const;

function unsign(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines, refunds, orders, params, reds }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      for (const { peerCode } of orders) if (peerCode !== null) throw signedByPeer({ code: peerCode });
      for (const bill of bills) {
        if (bill.receiptStatus !== '1')
          throw stateForbids({ code: bill.code, status: statusLabel(delivery, bill.billStatus), verb: unsignLabel });
        const red = redCodesIn(reds, bill.id);
        if (red !== '') throw hasDownstream({ codes: red, verb: unsignLabel });
        const orderId = orders.find(({ code }) => code === bill.orderCode)?.id;
        dropUnsigned(ctx, bill, { refunds: refunds.filter((each) => each.orderId === orderId), verb: unsignLabel });
        const days = paramIn(params, 'SD028', bill.organizeCode);
        if (Date.now() - Date.parse(bill.signDate ?? '') > Number.parseInt(days, 10) * 86_400_000)
          throw tooLateToUnsign({ days });
        count(
          ctx,
          bill.lines.map((line) => ({ ...line, signed: line.signedNumber ?? '0', short: line.shortNumber ?? '0' })),
          -1,
        );
        ctx.later({
          text: `
            update app.order_delivery
            set receipt_status = '0', sign_date = null, op_seq = op_seq + 1, row_version = row_version + 1,
              updater_name = $2, update_date = now()
            where id = $1`,
          values: [bill.id, ctx.identity.realName],
        });
        markMovement(ctx, bill.id, '0');
        unearn(ctx, sourceOf(ctx, bill), () => pointsTaken({ code: bill.code }));
        ctx.log({ noun: delivery.name, recordId: bill.id, recordCode: bill.code, operation: 'unsign' });
      }
      refreshOrders(
        ctx,
        orders.map(({ id }) => id),
      );
      return null;
    },
    {
      reads: {
        heldMovements: movementsHeld(ids),
        heads: headsOf(delivery, ids, true),
        lines: linesOf(delivery, ids),
        refunds: refundsOfOrders(ordersOfDeliveries, [ids]),
        orders: ordersHeld(ids),
        params: paramStatement(['SD028']),
        reds: redOfDeliveries(ids),
      },
    },
  );
}

/** Signed and short numbers of delivery and order, up or down. */
function count(
  ctx: Command,
  lines: readonly {
    readonly id: string;
    readonly orderLineId: string | null;
    readonly signed: string;
    readonly short: string;
  }[],
  way: 1 | -1,
): void {
  ctx.later({
    text: `
      with told as (
        select *
        from unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::numeric[]) as t(id, order_line_id, signed, short)
      ),
      ordered as (
        update app.order_order_line l
        set signed_number = coalesce(l.signed_number, 0) + $5::integer * t.signed,
          short_number = coalesce(l.short_number, 0) + $5::integer * t.short
        from told t
        where l.id = t.order_line_id
      )
      update app.order_delivery_line l
      set signed_number = coalesce(l.signed_number, 0) + $5::integer * t.signed,
        short_number = coalesce(l.short_number, 0) + $5::integer * t.short
      from told t
      where l.id = t.id`,
    values: [
      lines.map(({ id }) => id),
      lines.map(({ orderLineId }) => orderLineId),
      lines.map(({ signed }) => signed),
      lines.map(({ short }) => short),
      way,
    ],
  });
}

const markMovement = (ctx: Command, deliveryId: string, status: '0' | '1'): void => {
  ctx.later({
    text: `
      update app.stock_inout
      set receipt_status = $2
      where id = any(array(
        select to_id
        from app.doc_link
        where kind = '${linkKinds.ship}' and is_active and from_id = $1
      ))`,
    values: [deliveryId, status],
  });
};

export const signRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: `${delivery.path}/sign`,
    permission: [`${delivery.name}:sign`],
    effect: 'command',
    marks: { 'body[]': delivery.name },
    summary: 'Delivery: sign (ids, or items with signed numbers per line)',
    handle: sign,
  },
  {
    method: 'PUT',
    path: `${delivery.path}/unsign`,
    permission: [`${delivery.name}:sign`],
    effect: 'command',
    marks: { 'body[]': delivery.name },
    summary: 'Delivery: take the signature back',
    handle: unsign,
  },
];
