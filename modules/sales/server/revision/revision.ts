import { compare, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notPermitted, reasons, refusal, stateForbids, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { joinDocument } from '#platform/server/document/join.ts';
import { billsOf, headsAskedFor, linesOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { typedPriceOf } from '#promotion/model/typed-price.ts';
import { order } from '#sales/model/order/order.ts';
import { revision } from '#sales/model/revision/revision.ts';
import { promotionsChanged } from '#sales/server/order/order-age.ts';
import { closeReads, moneyReads } from '#sales/server/order/order-money.ts';
import { orderPeriods, refuseOnDay } from '#sales/server/order/order-period.ts';
import { customerStatus, refuseStopped } from '#sales/server/order/stopped-customer.ts';
import { orderNamed } from '#sales/server/refund/refund-order.ts';
import { paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { applyRevision } from './apply.ts';
import type { Order } from './revised-lines.ts';
import { typedOf, workOut, type Change, type SoldOrder } from './work-out.ts';

export const openRevision = refusal('E-REV-OPEN', 20210, [
  '存在未审核的变更单【{code}】',
  '存在未審核的變更單【{code}】',
  'An open revision {code} exists',
]);

export const madeElsewhere = refusal('E-PEER-REVISE', 20289, [
  '订单来自客户采购单【{code}】，不能变更，请关闭后由客户重新采购',
  '訂單來自客戶採購單【{code}】，不能變更，請關閉後由客戶重新採購',
  'The order is purchase order {code} of the customer: close it and let him order anew',
]);

type Revision = LockedBill<typeof revision>;
type Draft = DraftOf<typeof revision>;

const mayPrice = statement({ may: 'boolean' }, 'select sec.may($1) as may', [permissionOf(order, 'price')]);
const reads = { params: paramStatement(['SYS021', 'ST002', 'SD004', 'SD014', 'SD021', 'SD030']) };
type Named = typeof reads & ReturnType<typeof orderNamed> & { readonly mayPrice: typeof mayPrice };

/** Revisions of orders that are neither audited nor void. */
const openOf = (orders: string, values: readonly unknown[]) =>
  statement(
    { id: 'uuid', code: 'text', orderId: 'uuid' },
    `
      select t.id, t.code, o.id as order_id
      from app.order_revision t
      join app.order_order o on o.tenant_code = t.tenant_code and o.code = t.order_code
      where o.id = any(${orders}) and t.bill_status in ('0', '3', '4') and t.cancel_flag = '0' and t.deleted_flag = '0'
      order by t.code`,
    values,
  );

export const revisionService = serveDocument<typeof revision, Named>(revision, {
  reads,
  saveReads: ({ orderCode }) => ({ ...orderNamed(orderCode), mayPrice }),
  async beforeSave(ctx, draft, facts, previous) {
    refuseLineDecimals(revision, draft.lines, facts, ['afterNumber']);
    const [named] = facts.rows.orderIds ?? [];
    const sold = named === undefined ? undefined : await soldOf(ctx, named.id);
    if (named === undefined || sold === undefined)
      throw invalidAt([{ path: 'orderCode', field: revision.head.orderCode.label, reason: reasons.unknown }]);
    await refuseOpen(ctx, named.id, previous?.id ?? null);
    // What the customer ordered in his own books is changed there: closed, and ordered anew.
    if (sold.bill.peerCode !== null) throw madeElsewhere({ code: sold.bill.peerCode });
    refuseUnlessOpen(sold.bill);
    const { bill } = sold;
    Object.assign(draft, {
      organizeCode: bill.organizeCode,
      organizeName: bill.organizeName,
      customerCode: bill.customerCode,
      customerName: bill.customerName,
      revisionNo: (bill.revisionNo ?? 0) + 1,
    });
    if (isStashed(revision, draft)) return draft;
    await refuseStoppedCustomer(ctx, bill, revision.verbs.unstash.label);
    describeLines(draft, bill, previous as Revision | null, facts.rows.mayPrice?.[0]?.may === true);
    await estimate(ctx, draft, sold);
    return draft;
  },
  before: {
    audit: (ctx, bill, facts) => {
      refuseSelfAudit(ctx, bill, facts);
    },
  },
  after: {
    async audit(ctx, bill, facts) {
      const [held] = await ctx.rows(
        statement({ id: 'uuid' }, 'select id from app.order_order where code = $1 for update', [bill.orderCode]),
      );
      const id = held?.id ?? '';
      const sold = await soldOf(ctx, id);
      if (sold === undefined) throw new Error(`revision ${bill.code}: its order was not read`);
      const { periods, ...rows } = await ctx.all({
        periods: orderPeriods([id]),
        ...moneyReads([id]),
        ...closeReads([id]),
      });
      refuseUnlessOpen(sold.bill);
      const payer = rows.payers.find(({ orderId }) => orderId === id);
      refuseStopped(sold.bill.customerCode, payer?.status, revision.verbs.audit.label);
      await refuseOnDay(ctx, periods, sold.bill, ctx.today);
      const worked = await workOut((asked) => ctx.all(asked), sold, changesIn(bill), ctx.today);
      // Somebody agreed to certain figures: what makes others of it is saved, and agreed to, again (A7).
      if (
        compare(worked.record.after, bill.afterAmount ?? '0') !== 0 ||
        compare(worked.record.before, bill.beforeAmount ?? '0') !== 0
      )
        throw promotionsChanged({
          code: bill.code,
          oldAmount: bill.afterAmount ?? '0',
          newAmount: worked.record.after,
        });
      await applyRevision(ctx, { before: sold.bill, worked, by: bill, rows, params: facts.rows.params ?? [] });
      return { afterAmount: [bill.beforeAmount, bill.afterAmount] };
    },
  },
});

/** An order is not taken back under a revision that waits (domain §3.2). */
export const orderRevisions = joinDocument(order, 'revisions', {
  verbReads: (ids: readonly string[], verb: string) =>
    verb === 'unaudit' ? { open: openOf('$1::uuid[]', [ids]) } : {},
  before: {
    unaudit: (_ctx, bill, { rows }) => {
      const [open] = (rows.open ?? []).filter(({ orderId }) => orderId === bill.id);
      if (open !== undefined) throw openRevision({ code: open.code });
    },
  },
});

/** An order with all that came of it; held where something is decided on it. */
export async function soldOf(ctx: Command, orderId: string): Promise<SoldOrder | undefined> {
  const { gone, returned, underWay } = closeReads([orderId]);
  const { heads, lines, ...rows } = await ctx.all({
    heads: headsAskedFor(order, [orderId]),
    lines: linesOf(order, [orderId]),
    gone,
    returned,
    underWay,
  });
  const [bill] = billsOf(heads, lines);
  return bill === undefined ? undefined : { bill, rows };
}

async function refuseOpen(ctx: Command, orderId: string, own: string | null): Promise<void> {
  const { open } = await ctx.all({ open: openOf('$1::uuid[]', [[orderId]]) });
  const other = open.find(({ id }) => id !== own);
  if (other !== undefined) throw openRevision({ code: other.code });
}

/** What is not audited is changed by whoever writes it; what is closed or has left whole is not changed any more. */
function refuseUnlessOpen({ code, billStatus, orderStatus, orderType, pointsOrderCode }: Order): void {
  // Goods of an exchange are paid with goods that come back, or with points: they are exchanged again.
  if (orderType === exchanged || pointsOrderCode !== null)
    throw invalidAt([{ path: 'orderCode', field: revision.head.orderCode.label, reason: reasons.notChosen }]);
  if (billStatus !== order.states.audited.code || orderStatus !== '1')
    throw stateForbids({ code, status: statusLabel(order, billStatus), verb: reviseLabel });
}
const exchanged = '5';
export const reviseLabel = ['变更', '變更', 'revise'] as const;

async function refuseStoppedCustomer(
  ctx: Command,
  bill: Order,
  verb: typeof revision.verbs.unstash.label,
): Promise<void> {
  const { customer } = await ctx.all({ customer: customerStatus(bill.customerCode) });
  refuseStopped(bill.customerCode, customer[0]?.status, verb);
}

/**
 * What the lines of the order were. A price that was typed is told from one that was only sent back as it was shown
 * (B1); another than that takes a right of its own.
 */
function describeLines(draft: Draft, bill: Order, previous: Revision | null, mayPrice: boolean): void {
  const sold = new Map(bill.lines.filter(({ ruleNo }) => ruleNo === null).map((line) => [line.id, line]));
  const was = new Map((previous?.lines ?? []).map((line) => [line.id, line]));
  const places: Place[] = [];
  const at = (i: number, key: 'orderLineId' | 'productCode' | 'afterNumber', reason: Place['reason']): void => {
    places.push({ path: `lines.${i}.${key}`, field: revision.lines[key].label, reason });
  };
  const seen = new Set<string>();
  draft.lines.forEach((line, i) => {
    // Whoever writes a list of goods means the first line of the order with each.
    const own =
      line.orderLineId === null
        ? [...sold.values()].find(({ id, productCode }) => productCode === line.productCode && !seen.has(id))
        : sold.get(line.orderLineId);
    if (line.action !== 'A' && line.orderLineId === null) line.orderLineId = own?.id ?? null;
    if (line.action === 'A') line.orderLineId = null;
    else if (own === undefined || seen.has(own.id)) return at(i, 'productCode', reasons.notChosen);
    else if (own.productCode !== line.productCode) return at(i, 'productCode', reasons.notChosen);
    if (line.action !== 'X' && compare(line.afterNumber, '0') <= 0) return at(i, 'afterNumber', reasons.format);
    if (own !== undefined && line.action !== 'A') seen.add(own.id);
    const before = line.action === 'A' ? undefined : own;
    line.beforeNumber = before?.number ?? '0';
    line.beforePrice = before?.price ?? '0';
    line.typedPrice = typedIn(line, before, was.get(line.id));
    const typedBefore = before === undefined ? null : typedOf(before);
    const isTyped = line.typedPrice !== null && (typedBefore === null || compare(line.typedPrice, typedBefore) !== 0);
    if (isTyped && !mayPrice) throw notPermitted();
    return undefined;
  });
  if (places.length > 0) throw invalidAt(places);
}

function typedIn(
  line: Draft['lines'][number],
  own: Order['lines'][number] | undefined,
  was: Draft['lines'][number] | undefined,
): string | null {
  const sent = line.afterPrice as string | null;
  const stored = was ?? own;
  if (sent === null) return stored === undefined ? null : typedOf(stored);
  if (was !== undefined && compare(sent, was.afterPrice) === 0) return typedOf(was);
  if (own === undefined) return sent;
  return typedPriceOf(sent, own.listPrice ?? own.price, { price: own.price, typedPrice: typedOf(own) }).typedPrice;
}

const changesIn = ({ lines }: { readonly lines: readonly Change[] }): readonly Change[] => lines;

/** What the order would become, as things stand; it writes into the lines what they would be. */
async function estimate(ctx: Command, draft: Draft, sold: SoldOrder): Promise<void> {
  const worked = await workOut((asked) => ctx.all(asked), sold, changesIn(draft), ctx.today);
  const { record } = worked;
  const now = new Map(record.lines.map((line) => [line.lineId, line]));
  for (const line of draft.lines) {
    const is = now.get(line.orderLineId ?? line.id);
    line.afterNumber = is?.numberAfter ?? '0';
    line.afterPrice = is?.priceAfter ?? '0';
    line.amount = is?.amountAfter ?? '0';
  }
  const isSame = record.lines.every(
    ({ numberBefore, numberAfter, amountBefore, amountAfter }) =>
      compare(numberBefore, numberAfter) === 0 && compare(amountBefore, amountAfter) === 0,
  );
  if (isSame) throw invalidAt([{ path: 'lines', field: revision.lineLabel, reason: unchanged }]);
  draft.beforeAmount = plus(record.before);
  draft.afterAmount = plus(record.after);
  draft.estimate = record;
}
const unchanged = ['没有任何变更', '沒有任何變更', 'nothing is changed'] as const;
