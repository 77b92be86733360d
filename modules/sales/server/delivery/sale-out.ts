import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { hasDownstream, refusal, stateForbids } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { askedNumbers, linkDocuments } from '#platform/server/document/link.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { partAmount } from '#platform/model/share.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { delivery } from '#sales/model/delivery.ts';
import { dueDateOf } from '#funds/model/due.ts';
import { spillOf } from '#funds/model/credit.ts';
import { order } from '#sales/model/order/order.ts';
import { deductionsOf } from '#funds/model/settlement.ts';
import { stockInout } from '#stock/model/inout.ts';
import { demandsOf, moveKind, sourceOf, type Inout } from '#stock/server/inout.ts';
import { ship } from '#stock/server/ledger.ts';
import { reconciled } from '#funds/server/account-check.ts';
import {
  accountNamed,
  accountsIn,
  book,
  creditOver,
  moveHold,
  settlementsIn,
  spill,
  unbook,
  type Movement,
} from '#funds/server/capital.ts';
import { countedOf, type Close } from '#sales/model/order/order-close.ts';
import { moveGifts, numbersByLine } from '#sales/server/promotion/gift-account.ts';
import { grantCredit } from '#sales/server/promotion/order-credit.ts';
import { overRelease, remainingOf } from './delivery.ts';
import { handOnFreight, takeFreight } from '#sales/server/order/order-freight.ts';
import { linkKinds, refreshOrders, refreshReleased } from '#sales/server/order/order-progress.ts';
import { advance, askedIn, saleOutReads, shippedIn, type SaleOutFacts, type Shipped } from './sale-out-reads.ts';
import { earnFor, earningReads, earnsAt, pointsTaken, unearn } from '#sales/server/points/order-points.ts';
import { paramIn } from '#system/server/setting/param.ts';
import { shareOut } from './kit-shares.ts';
import { redSaleOut } from './sale-out-red.ts';

export const overOut = refusal('E-OVER-OUT', 20204, [
  '出库数量超过发货数量',
  '出庫數量超過發貨數量',
  'Out quantity exceeds delivery quantity',
]);
export const unreleaseLabel = ['取消放行', '取消放行', 'undo the release'] as const;
export const alreadySigned = refusal('E-SIGNED', 20214, [
  '发货单【{code}】已签收，不能{verb}',
  '發貨單【{code}】已簽收，不能{verb}',
  'Delivery {code} is signed; cannot {verb}',
]);

/**
 * What was held becomes paid or owed. Without `lineId` it is of the movement's goods; answers what each account gave.
 */
function deduct(
  ctx: Command,
  source: Source,
  sold: Shipped,
  { own }: SaleOutFacts,
  {
    amount,
    isLast,
    lineId = source.id,
  }: { readonly amount: string; readonly isLast: boolean; readonly lineId?: string },
): ReturnType<typeof deductionsOf> {
  const accounts = accountsIn(own.accounts);
  const deductions = deductionsOf(settlementsIn(own.settlements, sold.orderId), amount, isLast).filter(
    (part) => !isZero(part.amount),
  );
  const movements = deductions.map(({ accountId, amount: part }) => ({
    account: accountNamed(accounts, accountId),
    postType: 'DED' as const,
    changes: { balance: negated(part), occupied: negated(part) },
    lineId,
    orderId: sold.orderId,
  }));
  const rebate = plus(
    ...movements
      .filter(({ account }) => account.type === accountKinds.rebate)
      .map(({ changes }) => negated(changes.balance)),
  );
  const owner = { organizeCode: sold.organizeCode, customerCode: sold.customerCode, orderCode: sold.orderCode, lineId };
  const total = plus(...movements.map(({ changes }) => negated(changes.balance)));
  book(
    ctx,
    source,
    movements,
    [
      { ...owner, postType: 'SAL', amount: total, dueDate: dueDateOf(source.date, sold) },
      { ...owner, postType: 'RBT', amount: negated(rebate) },
    ],
    () => creditOver({ short: total }),
  );
  return deductions;
}

/** A line that leaves now, with its part of what is paid for the order line. */
type Sold = Shipped & { readonly moved: string; readonly part: string };

async function sell(ctx: Command, bill: Inout, facts: SaleOutFacts): Promise<void> {
  // The line's amount is authoritative: parts of it always sum to it (C11).
  const sold: readonly Sold[] = shippedIn(bill, facts).map((row) => ({
    ...row,
    part: partAmount(row, { number: row.outNumber ?? '0', amount: row.outAmount }, row.moved),
  }));
  const first = sold[0];
  if (first === undefined) return;
  const source = sourceOf(bill);
  await earnOut(ctx, source, sold, facts);
  ship(
    ctx,
    source,
    demandsOf(bill, facts).map((demand) => ({
      ...demand,
      holder: { docId: first.orderId, lineId: (sold[demand.at] as Sold).orderLineId },
    })),
  );
  const amount = plus(...sold.map(({ part }) => part));
  linkDocuments(
    ctx,
    stockInout,
    sold.map((row) => ({
      kind: linkKinds.out,
      from: { type: order.name, id: row.orderId, lineId: row.orderLineId },
      to: { id: bill.id, lineId: row.lineId },
      number: row.moved,
      amount: row.part,
    })),
  );
  writeSold(ctx, bill, sold);
  const isLast = isLastOf(first.orderId, sold, facts);
  const deductions = deduct(ctx, source, first, facts, {
    amount: plus(amount, takeFreight(ctx, facts.own, first.orderId, bill.id)),
    isLast,
  });
  moveGifts(ctx, source, 'DED', numbersByLine(sold.map(({ orderLineId, moved }) => ({ orderLineId, number: moved }))), {
    gifts: facts.own.gifts,
    accounts: accountsIn(facts.own.accounts),
  });
  if (isLast) grantEarned(ctx, source, first.orderId, facts);
  advance(
    facts,
    first.orderId,
    sold.map(({ orderLineId, moved, part }) => ({ orderLineId, number: moved, amount: part })),
    deductions,
  );
  endDelivery(ctx, bill, first.deliveryId);
  refreshReleased(ctx, [first.orderId]);
  refreshOrders(ctx, [first.orderId]);
}

/** Points of a house that gives them when goods leave (JF001). */
async function earnOut(ctx: Command, source: Source, sold: readonly Sold[], { own }: SaleOutFacts): Promise<void> {
  const [first] = sold;
  if (first === undefined || paramIn(own.pointsParams, 'JF001', first.organizeCode) !== earnsAt.out) return;
  earnFor(ctx, source, first.orderId, {
    had: sold.map(({ orderLineId, moved }) => ({ orderLineId, number: moved })),
    rows: await ctx.all(earningReads('$1::uuid[]', [[first.orderId]])),
    at: earnsAt.out,
  });
}

/** What was not shipped goes back to the order; the delivery is done. */
function endDelivery(ctx: Command, bill: Inout, deliveryId: string): void {
  ctx.later({
    text: `
      update app.doc_link k
      set number = l.out_number
      from app.order_delivery_line l
      where k.kind = '${linkKinds.release}' and k.is_active and k.to_id = $1 and l.id = k.to_line_id`,
    values: [deliveryId],
  });
  ctx.later({
    text: `
      update app.order_delivery
      set bill_status = $2, delivery_date = coalesce(delivery_date, $3::date), row_version = row_version + 1
      where id = $1`,
    values: [deliveryId, delivery.states.closed.code, bill.billDate],
  });
}

/** With its last goods an order has earned the credit that it was promised (6.6). */
function grantEarned(ctx: Command, source: Source, orderId: string, { own }: SaleOutFacts): void {
  const promoted = own.promoted.find(({ id }) => id === orderId);
  if (promoted === undefined) return;
  const lines = new Map(own.orderLines.filter((row) => row.orderId === orderId).map((row) => [row.lineNo, row]));
  grantCredit(
    ctx,
    source,
    promoted,
    (lineNo) => {
      const line = lines.get(lineNo);
      return line === undefined
        ? '0'
        : countedOf(line.number, (line.closes ?? []) as readonly Close[], line.choiceReturnedNumber);
    },
    { accounts: accountsIn(own.accounts), granted: own.granted },
  );
}

/** What has left and what is paid for it: on lines, on the movement, and over the components of its kits. */
function writeSold(ctx: Command, bill: Inout, sold: readonly Sold[]): void {
  const parts = sold.map(({ part }) => part);
  ctx.later(countOut(sold));
  shareOut(ctx, bill, parts);
  ctx.later({ text: 'update app.stock_inout set total_amount = $2 where id = $1', values: [bill.id, plus(...parts)] });
}

/** What has left, on the lines of the order, of the delivery and of the movement itself. */
const countOut = (sold: readonly Sold[]): Statement => ({
  text: `
    with moved as (
      select *
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[], $5::numeric[]) as m(
        line_id, order_line_id, delivery_line_id, number, amount
      )
    ),
    ordered as (
      update app.order_order_line l
      set out_number = coalesce(l.out_number, 0) + m.number
      from moved m
      where l.id = m.order_line_id
    ),
    delivered as (
      update app.order_delivery_line l
      set out_number = coalesce(l.out_number, 0) + m.number
      from moved m
      where l.id = m.delivery_line_id
    )
    update app.stock_inout_line l
    set amount = m.amount, price = case when m.number = 0 then 0 else round(m.amount / m.number, 4) end
    from moved m
    where l.id = m.line_id`,
  values: [
    sold.map(({ lineId }) => lineId),
    sold.map(({ orderLineId }) => orderLineId),
    sold.map(({ deliveryLineId }) => deliveryLineId),
    sold.map(({ moved }) => moved),
    sold.map(({ part }) => part),
  ],
});

/** Nothing of the order is left after it: the last movement pays what rounding kept back. */
function isLastOf(orderId: string, sold: readonly Sold[], facts: SaleOutFacts): boolean {
  const taken = new Map(sold.map((row) => [row.orderLineId, row.moved]));
  return facts.own.orderLines
    .filter((row) => row.orderId === orderId)
    .every((row) =>
      isZero(minus(row.number, plus(row.outNumber ?? '0', row.closedNumber ?? '0', taken.get(row.id) ?? '0'))),
    );
}

/**
 * Sales out: the goods of a delivery leave. What was promised becomes sold, what was held becomes paid or owed (domain
 * §3.4, IO 4).
 */
export const saleOut = moveKind({
  moveType: '4',
  madeBy: { link: linkKinds.ship, instead: unreleaseLabel },
  reads: saleOutReads,
  async beforeSave(ctx, draft, previous) {
    // The warehouse may ship less than was asked for, never other goods and never more.
    const asked = await askedNumbers(ctx, linkKinds.ship, previous?.id ?? null);
    const was = new Map((previous?.lines ?? []).map((line) => [line.id, line]));
    for (const line of draft.lines) {
      const before = was.get(line.id);
      if (
        before === undefined ||
        before.productCode !== line.productCode ||
        compare(line.number, asked.get(line.id) ?? '0') > 0
      )
        throw overOut();
      line.price = before.price;
    }
  },
  beforeAudit(_ctx, bill, facts) {
    const shipped = shippedIn(bill, facts);
    if (
      shipped.length !== bill.lines.length ||
      shipped.some(({ moved, deliveryNumber }) => compare(moved, deliveryNumber) > 0)
    )
      throw overOut();
    for (const { deliveryCode, deliveryDate } of shipped)
      refuseBefore(bill, { code: deliveryCode, date: deliveryDate });
  },
  audit: sell,
  beforeUnaudit(_ctx, bill, facts) {
    const [first] = shippedIn(bill, facts);
    if (facts.own.agreed.some(({ docId }) => docId === bill.id))
      throw reconciled({ verb: stockInout.verbs.unaudit.label });
    // A closed order promises nothing: what came back to it would be held by nobody.
    if (first !== undefined && first.orderStatus !== order.states.audited.code)
      throw stateForbids({
        code: first.orderCode,
        status: statusLabel(order, first.orderStatus),
        verb: stockInout.verbs.unaudit.label,
      });
    if (first !== undefined && first.receiptStatus === '1')
      throw alreadySigned({ code: first.deliveryCode, verb: stockInout.verbs.unaudit.label });
    // A revision left what had gone as it was and made something else of the rest: it was reckoned with it (B8b).
    if (shippedIn(bill, facts).some(({ outNumber, moved }) => compare(outNumber ?? '0', moved) < 0))
      throw hasDownstream({ codes: first?.orderCode ?? '', verb: stockInout.verbs.unaudit.label });
    // It left with less than was asked for, or without a line, and the rest went back to the order. Another delivery
    // may have taken that up since.
    const moved = new Map(bill.lines.map(({ id, number }) => [id, number]));
    for (const { lineId, orderLineId, productCode, deliveryNumber } of askedIn(facts).filter(
      ({ deliveryId }) => deliveryId === first?.deliveryId,
    )) {
      const [line] = facts.own.orderLines.filter(({ id }) => id === orderLineId);
      const rest = minus(deliveryNumber, moved.get(lineId) ?? '0');
      if (line === undefined || isZero(rest)) continue;
      const left = remainingOf(line);
      if (compare(rest, left) > 0) throw overRelease({ code: productCode, n: left });
      line.releasedNumber = plus(line.releasedNumber ?? '0', rest);
    }
  },
  unaudit(ctx, bill, facts) {
    const shipped = shippedIn(bill, facts);
    const first = shipped[0];
    if (first === undefined) return;
    unbook(ctx, sourceOf(bill));
    unearn(ctx, sourceOf(bill), () => pointsTaken({ code: bill.code }));
    ctx.later({
      text: `
        update app.doc_link
        set is_active = false
        where kind in ('${linkKinds.out}', '${linkKinds.freight}') and is_active and to_id = $1`,
      values: [bill.id],
    });
    advance(
      facts,
      first.orderId,
      [],
      facts.own.deducted
        .filter(({ docId }) => docId === bill.id)
        .map(({ accountCode, deducted }) => ({ accountId: accountCode, amount: negated(deducted) })),
    );
    spillUndone(ctx, bill, first.orderId, facts);
    const handedOn = handOnFreight(ctx, facts.own, first.orderId, sourceOf(bill));
    if (handedOn !== null)
      advance(
        facts,
        first.orderId,
        [],
        deduct(ctx, handedOn.heir, first, facts, { amount: handedOn.freight, isLast: false, lineId: first.orderId }),
      );
    takeBackGoods(ctx, shipped, first.deliveryId);
    refreshReleased(ctx, [first.orderId]);
    refreshOrders(ctx, [first.orderId]);
  },
  red: redSaleOut,
});

/**
 * Credit that was repaid since the goods left would stand above nothing: that part, paid and held alike, is cash of the
 * order from now on (A1b).
 */
function spillUndone(ctx: Command, bill: Inout, orderId: string, { own }: SaleOutFacts): void {
  const accounts = accountsIn(own.accounts);
  const movements: Movement[] = [];
  for (const { accountCode, deducted } of own.deducted.filter(({ docId }) => docId === bill.id)) {
    const account = accountNamed(accounts, accountCode);
    account.balance = plus(account.balance, deducted);
    account.occupied = plus(account.occupied, deducted);
    const amount = spillOf(account.balance);
    if (account.type === accountKinds.credit && !isZero(amount))
      movements.push(...spill(accounts, account, amount, orderId));
  }
  book(ctx, sourceOf(bill), movements, [], () => new Error('moving to cash asks for nothing'));
  for (const { account, changes } of movements)
    moveHold(own.settlements, orderId, account.code, changes.occupied ?? '0');
}

/** Nothing of the movement has left any more, and its delivery waits for another. */
function takeBackGoods(ctx: Command, shipped: ReturnType<typeof shippedIn>, deliveryId: string): void {
  ctx.later({
    text: `
      with moved as (
        select *
        from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as m(order_line_id, delivery_line_id, number)
      ),
      ordered as (
        update app.order_order_line l
        set out_number = l.out_number - m.number
        from moved m
        where l.id = m.order_line_id
      )
      update app.order_delivery_line l
      set out_number = l.out_number - m.number
      from moved m
      where l.id = m.delivery_line_id`,
    values: [
      shipped.map(({ orderLineId }) => orderLineId),
      shipped.map(({ deliveryLineId }) => deliveryLineId),
      shipped.map(({ moved }) => moved),
    ],
  });
  ctx.later({
    text: `
      update app.doc_link k
      set number = l.number
      from app.order_delivery_line l
      where k.kind = '${linkKinds.release}' and k.is_active and k.to_id = $1 and l.id = k.to_line_id`,
    values: [deliveryId],
  });
  ctx.later({
    text: 'update app.order_delivery set bill_status = $2, row_version = row_version + 1 where id = $1',
    values: [deliveryId, delivery.states.audited.code],
  });
}
