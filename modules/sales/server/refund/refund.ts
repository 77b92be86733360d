import { minus } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { unlinkTo } from '#platform/server/document/link.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { refusalFor } from '#platform/server/document/save.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { refuseKitsIn } from '#data/server/combination.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { exchanging, isBack } from '#sales/model/refund/choices.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { makeOrder, unmakeOrder } from './exchange-order.ts';
import { priceExchange } from './exchange-save.ts';
import { transitHouse } from './lost-goods.ts';
import { askBack, dropInbound, inboundOf, refuseReceived } from './refund-movement.ts';
import { keepAsked, orderNamed, soldIn, soldReads, type Sold } from './refund-order.ts';
import { askUnsourced } from './unsourced-receipt.ts';
import { completeUnsourced } from './unsourced.ts';
import {
  completeRefund,
  estimate,
  refuseNegative,
  refundParams,
  refuseOver,
  returnHouses,
  shortIn,
} from './refund-save.ts';

type Refund = LockedBill<typeof refund>;
const refundReads = { params: paramStatement([...refundParams]) };
type Named = typeof refundReads & ReturnType<typeof orderNamed> & { readonly inbound: ReturnType<typeof inboundOf> };
type RefundFacts = Facts<Named>;

export const refundService = serveDocument<typeof refund, Named>(refund, {
  reads: refundReads,
  saveReads: ({ orderCode }) => orderNamed(orderCode),
  verbReads: (ids, verb) => (endsInbound.has(verb) ? { inbound: inboundOf(ids) } : {}),
  async beforeSave(ctx, draft, facts, previous) {
    refuseLineDecimals(refund, draft.lines, facts);
    if (previous !== null && previous.orderCode !== draft.orderCode)
      throw invalidAt([{ path: 'orderCode', field: refund.head.orderCode.label, reason: reasons.notChosen }]);
    if (draft.orderCode === null) {
      refuseKitsIn(draft.lines, refund.lines.productCode.label, facts);
      return completeUnsourced(ctx, draft, { params: facts.rows.params ?? [] });
    }
    const [head] = facts.rows.orderIds ?? [];
    const { houses, transit, ...rows } = await ctx.all({
      ...soldReads(head === undefined ? [] : [head.id], previous === null ? [] : [previous.id]),
      houses: returnHouses(head?.id ?? null),
      transit: transitHouse(draft.organizeCode),
    });
    const sold = soldIn(rows, head?.id);
    if (sold === undefined)
      throw invalidAt([{ path: 'orderCode', field: refund.head.orderCode.label, reason: reasons.unknown }]);
    const known = {
      sold,
      houses,
      transit,
      params: facts.rows.params ?? [],
      mayBeShort: shortIn(previous?.lines ?? []),
    };
    // Goods for points give back points: they are exchanged by another exchange of points.
    if (draft.orderType === exchanging && sold.bill.pointsOrderCode !== null)
      throw invalidAt([{ path: 'orderType', field: refund.head.orderType.label, reason: reasons.notChosen }]);
    if (draft.orderType !== exchanging) return completeRefund(draft, known);
    // Lines that go out are of no line of the order: they are priced behind those that come back.
    const back = completeRefund({ ...draft, lines: draft.lines.filter(isBack) }, known);
    const both = { ...back, lines: [...back.lines, ...draft.lines.filter((line) => !isBack(line))] };
    await priceExchange(ctx, both, sold);
    return both;
  },
  async afterSave(ctx, bill) {
    if (bill.orderCode === null) return;
    const { orderIds } = await ctx.all(orderNamed(bill.orderCode));
    unlinkTo(ctx, [bill.id], linkKinds.refund);
    keepAsked(ctx, bill, orderIds[0]?.id ?? '');
  },
  afterDelete(ctx, ids) {
    unlinkTo(ctx, ids, linkKinds.refund);
  },
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      if (bill.orderCode === null) return;
      const sold = await soldOf(ctx, bill);
      refuseNegative(estimate(copyOf(bill), sold), sold.bill);
    },
    unaudit: (_ctx, bill, facts) => {
      refuseReceived(bill, facts.rows.inbound ?? [], refund.verbs.unaudit.label);
    },
  },
  after: {
    async audit(ctx, bill) {
      if (bill.orderCode === null) return askUnsourced(ctx, bill);
      const { refund: back } = estimate(copyOf(bill), await soldOf(ctx, bill));
      await askBack(ctx, bill, await soldOf(ctx, bill));
      if (bill.orderType === exchanging) await makeOrder(ctx, bill, back);
    },
    async unaudit(ctx, bill, facts) {
      if (bill.orderType === exchanging) await unmakeOrder(ctx, bill);
      dropInbound(ctx, bill, facts.rows.inbound ?? []);
    },
    // What has not come back is given up; what has stays.
    close: (ctx, bill, facts) => {
      dropInbound(ctx, bill, facts.rows.inbound ?? []);
    },
    async unclose(ctx, bill, facts) {
      await askAgain(ctx, bill, facts);
    },
    cancel: (ctx, bill) => {
      unlinkTo(ctx, [bill.id], linkKinds.refund);
    },
  },
});

/** Verbs after which nothing more comes in, or that ask for it anew. */
const endsInbound: ReadonlySet<string> = new Set(['unaudit', 'close', 'unclose']);

/** The order of a return that stands, held behind it. Whoever is asked to approve need not see the list of orders. */
async function soldOf(ctx: Command, bill: Refund): Promise<Sold> {
  const [held] = await ctx.rows(
    statement({ id: 'uuid' }, 'select id from app.order_order where code = $1 for update', [bill.orderCode]),
  );
  const sold = held === undefined ? undefined : soldIn(await ctx.all(soldReads([held.id], [bill.id])), held.id);
  if (sold === undefined)
    throw invalidAt([{ path: 'orderCode', field: refund.head.orderCode.label, reason: reasons.unknown }]);
  return sold;
}

/** What did not come is asked for once more, unless another return has taken it up. */
async function askAgain(ctx: Command, bill: Refund, { rows: { params = [] } }: RefundFacts): Promise<void> {
  if (bill.orderCode === null) return askUnsourced(ctx, bill);
  const sold = await soldOf(ctx, bill);
  refuseOver(
    {
      ...bill,
      lines: bill.lines
        .filter(isBack)
        .map((line) => ({ ...line, number: minus(line.number, line.receivedNumber ?? '0') })),
    },
    sold,
    paramIn(params, 'SD015', bill.organizeCode) === '1',
  );
  await askBack(ctx, bill, sold);
}

/** Goods that come back. The estimate writes into their lines: a verb leaves them as they were agreed to. */
const copyOf = (bill: Refund): Refund => ({
  ...bill,
  lines: bill.lines.filter(isBack).map((line) => ({ ...line })),
});

/** The warehouse got less than was agreed, and the rest comes after all: another movement waits for it. */
function askForRest(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines, inbound, params }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        if (bill.billStatus !== refund.states.audited.code) throw refusalFor(refund, bill, restLabel);
        // One that waits is asked for already.
        dropInbound(ctx, bill, inbound);
        await askAgain(ctx, bill, { found: () => undefined, rows: { params } });
        ctx.log({ noun: refund.name, recordId: bill.id, recordCode: bill.code, operation: 'inbound' });
      }
      return null;
    },
    {
      reads: {
        heads: headsOf(refund, ids, true),
        lines: linesOf(refund, ids),
        inbound: inboundOf(ids),
        ...refundReads,
      },
    },
  );
}
const restLabel = ['再次入库', '再次入庫', 'ask for the rest'] as const;

export const restRoute: Route = {
  method: 'PUT',
  path: `${refund.path}/inbound`,
  permission: [permissionOf(refund, 'audit')],
  effect: 'command',
  marks: { 'body[]': refund.name },
  summary: 'Return: another movement for what has not come in',
  handle: askForRest,
};
