import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { refuseAhead } from '#platform/server/document/period.ts';
import { serveDocument, type DocumentHooks, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { explodedOf } from '#data/model/goods/combination.ts';
import { order } from '#sales/model/order/order.ts';
import { accountsIn, postedRead, takeBack } from '#funds/server/capital.ts';
import { creditFacts } from './credit-waiver.ts';
import { closeLines, forgetCloses, isLeftOpen, refuseIdle, reopenLines } from './order-close.ts';
import { orderFacts } from './order-facts.ts';
import { orderGlances } from './order-glance.ts';
import { forgetKits, keepKits, kitsOf } from './order-kits.ts';
import { closeReads, moneyReads, occupy, refuseUnderWay } from './order-money.ts';
import { refusePriceChange, usedUp } from './order-age.ts';
import { orderReads, type OrderRows } from './order-pricing.ts';
import { orderPeriods, refuseOnDay } from './order-period.ts';
import { refreshOrders } from './order-progress.ts';
import { special } from './order-charge.ts';
import { saveOrder } from './order-save.ts';
import { costsOfGiven, giftCostsIn, isAtCost } from '#sales/server/promotion/gift-costs.ts';
import { occupyGifts, paidPackagesOf } from '#sales/server/promotion/gift-account.ts';
import { lackOf } from '#sales/server/promotion/gift-waiver.ts';
import { returnPointsOf } from '#sales/server/points/exchanged-points.ts';
import { customerStatus, refuseStopped, submitLabel } from './stopped-customer.ts';
import { madeByOther } from '#stock/server/inout.ts';
import { placesIn, placesQuery, release, reserve, undo, type Demand } from '#stock/server/ledger.ts';
import { giveUpPromotions, takePromotions } from '#promotion/server/promotion-usage.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';

type Order = LockedBill<typeof order>;

/** A close that is our own fault (closeReason). */
const outOfStock = '1';

const postingVerbs: ReadonlySet<string> = new Set(
  Object.entries(order.verbs)
    .filter(([, rule]) => 'posts' in rule)
    .map(([verb]) => verb),
);

export const orderParams = {
  params: paramStatement(['SYS021', 'ST002', 'SD004', 'SD014', 'SD021', 'SD024', 'SD026', 'SD030', 'SD033']),
};

/**
 * Money is held before goods, in every verb that moves either: two verbs on the same customer and material never wait
 * for each other in a circle.
 */
const postingReads = (ids: readonly string[]) => ({
  places: placesQuery(
    `
      select coalesce(l.out_storage_code, h.storage_code)
      from app.order_order h
      join app.order_order_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      where h.id = any($1::uuid[])`,
    [ids],
  ),
  periods: orderPeriods(ids),
  ...moneyReads(ids),
});

type Named = typeof orderParams &
  ReturnType<typeof postingReads> &
  ReturnType<typeof closeReads> & {
    readonly posted: ReturnType<typeof postedRead>;
    readonly kits: ReturnType<typeof kitsOf>;
    readonly givenCosts: ReturnType<typeof costsOfGiven>;
    readonly packages: ReturnType<typeof paidPackagesOf>;
  } & ReturnType<typeof orderReads>;
type OrderFacts = Facts<Named>;

const orderHooks: DocumentHooks<typeof order, Named> = {
  reads: orderParams,
  verbReads: (ids, verb) => ({
    ...(postingVerbs.has(verb) ? postingReads(ids) : {}),
    ...(verb === 'close' || verb === 'unclose' ? closeReads(ids) : {}),
    ...(verb === 'audit' ? { kits: kitsOf(ids), givenCosts: costsOfGiven(ids), packages: paidPackagesOf(ids) } : {}),
    ...(verb === 'unaudit' ? { posted: postedRead(ids) } : {}),
  }),
  saveReads: orderReads,
  beforeSave: (ctx, draft, facts, previous) =>
    saveOrder(draft, {
      ctx,
      facts,
      previous: previous as Order | null,
      days: daysIn(facts, draft.organizeCode),
      rows: facts.rows as OrderRows,
    }),
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      const payer = facts.rows.payers?.find(({ orderId }) => orderId === bill.id);
      refuseStopped(bill.customerCode, payer?.status, order.verbs.audit.label);
      await refusePriceChange(ctx, bill, { days: daysIn(facts, bill.organizeCode), stamp: payer?.priceStamp });
      refuseAhead(bill, ctx.today);
      await refuseOnDay(ctx, facts.rows.periods ?? [], bill, bill.billDate);
    },
    async unaudit(ctx, bill, facts) {
      refuseMade(bill, 'unaudit');
      await refuseOnDay(ctx, facts.rows.periods ?? [], bill, bill.billDate);
    },
    async close(ctx, bill, facts) {
      await refuseOnDay(ctx, facts.rows.periods ?? [], bill, ctx.today);
      refuseUnderWay(bill, facts.rows, facts.lineIds);
      refuseIdle(bill, facts.lineIds, 'close', facts.rows);
    },
    async unclose(ctx, bill, facts) {
      refuseMade(bill, 'unclose');
      await refuseOnDay(ctx, facts.rows.periods ?? [], bill, ctx.today);
      refuseIdle(bill, facts.lineIds, 'unclose', facts.rows);
    },
  },
  after: {
    audit: (ctx, bill, facts) => {
      hold(ctx, bill, facts, bill.payableAmount ?? '0');
    },
    unaudit(ctx, bill, facts) {
      giveUpPromotions(ctx, sourceOf(bill), bill);
      undo(ctx, sourceOf(bill));
      // Credit that a close had charged may be repaid meanwhile: what stands above nothing then is cash (A1b).
      takeBack(ctx, sourceOf(bill), {
        accounts: accountsIn(facts.rows.accounts ?? []),
        posted: facts.rows.posted ?? [],
        mayOwe: true,
      });
      forgetCloses(ctx, bill);
      forgetKits(ctx, bill);
    },
    async close(ctx, bill, facts) {
      const { numbers, changes } = closeLines(
        ctx,
        sourceOf(bill, ctx.today),
        bill,
        facts.lineIds,
        facts.rows,
        facts.reasonKind === outOfStock || paramIn(facts.rows.params ?? [], 'SD026', bill.organizeCode) === '0',
      );
      release(
        ctx,
        sourceOf(bill, ctx.today),
        demandsOf(bill, facts, ({ id }) => numbers.get(id) ?? '0'),
      );
      refreshOrders(ctx, [bill.id], order.states[stateClosed(bill, facts.lineIds)].code);
      await returnPointsOf(ctx, sourceOf(bill, ctx.today), bill, numbers);
      return changes;
    },
    unclose(ctx, bill, facts) {
      // Only what this close had closed comes back, and only if it is still free and still covered.
      const { numbers, changes } = reopenLines(
        ctx,
        sourceOf(bill, ctx.today),
        bill,
        facts.lineIds,
        facts.rows,
        facts.rows.params ?? [],
      );
      reserve(
        ctx,
        sourceOf(bill, ctx.today),
        demandsOf(bill, facts, ({ id }) => numbers.get(id) ?? '0'),
        mayExceed(bill, facts),
      );
      refreshOrders(ctx, [bill.id], order.states.audited.code);
      return changes;
    },
  },
  ofLines: {
    close: { from: ['audited'], to: stateClosed },
    unclose: { from: ['audited', 'closed'], to: () => 'audited' },
  },
  approval: {
    names: { creditShort: 'boolean' },
    labels: { creditShort: ['信用不足以付本单', '信用不足以付本單', 'Credit falls short of the order'] },
    values: creditFacts,
    glance: orderGlances,
    facts: orderFacts,
    needsRoute: (bill) => bill.orderType === special,
    async onSubmit(ctx, bill) {
      const { params, customer } = await ctx.all({
        params: paramStatement(['SD033']),
        customer: customerStatus(bill.customerCode),
      });
      refuseStopped(bill.customerCode, customer[0]?.status, submitLabel);
      // Saved today it cannot be old.
      if (bill.pricedDate === ctx.today) return;
      await refusePriceChange(ctx, bill, { days: paramIn(params, 'SD033', bill.organizeCode) });
      ctx.later({
        text: 'update app.order_order set priced_date = $2::date where id = $1',
        values: [bill.id, ctx.today],
      });
    },
  },
  sets: {
    audit: () => ({ orderStatus: '1' }),
    unaudit: ({ clawbackAmount }) => ({ orderStatus: '0', clawbackAmount }),
    close: ({ clawbackAmount }) => ({ clawbackAmount }),
    unclose: ({ clawbackAmount }) => ({ clawbackAmount }),
    cancel: () => ({ orderStatus: '3', draftStatus: '2' }),
    stash: () => ({ draftStatus: '0' }),
    unstash: () => ({ draftStatus: '1' }),
  },
};

export const orderService = serveDocument<typeof order, Named>(order, orderHooks);

/** Promotions, goods and money that an order takes when it is agreed to; an exchange waits for a part of the money. */
function hold(ctx: Command, bill: Order, facts: OrderFacts, amount: string): void {
  const params = facts.rows.params ?? [];
  keepKits(ctx, bill, facts.rows.kits ?? [], paramIn(params, 'SD004', bill.organizeCode));
  const giftCosts = isAtCost(params, bill.organizeCode)
    ? giftCostsIn(facts.rows.givenCosts ?? [], bill.organizeCode)
    : null;
  takePromotions(ctx, sourceOf(bill), { ...bill, giftCosts }, () => usedUp(bill));
  reserve(
    ctx,
    sourceOf(bill),
    demandsOf(bill, facts, (line) => line.number),
    mayExceed(bill, facts),
    lackOf(bill, params),
  );
  occupy(ctx, sourceOf(bill), bill, amount, facts.rows, params);
  occupyGifts(ctx, sourceOf(bill), bill, facts.rows.packages ?? [], accountsIn(facts.rows.accounts ?? []));
}

/** What an exchange made is taken back with it and not alone (B6); closed goods for points are exchanged anew. */
function refuseMade({ orderType, pointsOrderCode, code }: Order, verb: 'unaudit' | 'unclose'): void {
  if (pointsOrderCode !== null)
    throw madeByOther({
      code,
      verb: order.verbs[verb].label,
      instead:
        verb === 'unaudit'
          ? ['弃审积分兑换单', '棄審積分兌換單', 'revoke the points exchange order']
          : ['新增积分兑换单', '新增積分兌換單', 'write another points exchange order'],
    });
  if (orderType === '5' && verb === 'unaudit')
    throw madeByOther({
      code,
      verb: order.verbs.unaudit.label,
      instead: ['弃审换货单', '棄審換貨單', 'revoke the exchange'],
    });
}

/**
 * How an exchange, of goods or of points, acts on the order that it makes: `amount` is what the order holds of the
 * customer's money at once; whoever wrote the exchange wrote the order, and somebody else may have to agree to it
 * (SYS021).
 */
export const hooksOfExchange = (creatorId: Order['creatorId'], amount: string): DocumentHooks =>
  serveDocument<typeof order, Named>(order, {
    ...orderHooks,
    before: {
      ...orderHooks.before,
      audit: (ctx, bill, facts) => orderHooks.before?.audit?.(ctx, { ...bill, creatorId }, facts),
      unaudit: (ctx, bill, facts) => refuseOnDay(ctx, facts.rows.periods ?? [], bill, bill.billDate),
    },
    after: {
      ...orderHooks.after,
      audit: (ctx, bill, facts) => {
        hold(ctx, bill, facts, amount);
      },
    },
  }).document ?? {};

/** With its last open line the order is closed as if it had been closed whole. */
function stateClosed(bill: Order, lineIds: ReadonlySet<string> | undefined): 'audited' | 'closed' {
  return lineIds !== undefined && isLeftOpen(bill, lineIds) ? 'audited' : 'closed';
}

const daysIn = ({ rows: { params = [] } }: OrderFacts, organizeCode: string): string =>
  paramIn(params, 'SD033', organizeCode);
const mayExceed = (bill: Order, { rows: { params = [] } }: OrderFacts): boolean =>
  paramIn(params, 'ST002', bill.organizeCode) === '1';
/** What is left of an order is given up, or asked for again, on the day of that: its own may lie in a closed period. */
export const sourceOf = (bill: Order, date = bill.billDate): Source => ({
  type: order.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date,
});

function demandsOf(bill: Order, { rows }: OrderFacts, number: (line: Order['lines'][number]) => string): Demand[] {
  const places = placesIn(rows.places ?? []);
  return bill.lines.flatMap((line) => {
    const place = places.get(line.outStorageCode ?? bill.storageCode ?? '');
    if (place === undefined)
      throw invalidAt([{ path: 'storageCode', field: order.head.storageCode.label, reason: reasons.unknown }]);
    return explodedOf(line, number(line)).map((goods) => ({ lineId: line.id, place, ...goods }));
  });
}
