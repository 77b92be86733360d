import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { hasDownstream } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { accountNamed, availableOf, book, type Account, type AccountRow, accountsIn } from '#funds/server/capital.ts';
import { least } from '#funds/model/settlement.ts';
import { aloneNumber } from '#data/model/goods/kit-back.ts';
import { closedNumberOf } from '#sales/model/order/order-close.ts';
import { undoRests } from '#promotion/server/promotion-rest.ts';
import { isByChoice } from '#sales/model/refund/choices.ts';
import type { CreditBack, HeldPart, RefundReceipt, RefundRecord } from '#sales/model/refund/refund-record.ts';
import { chargeClawback } from '#sales/server/order/order-money.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { keepsRests, settleRests } from '#sales/server/order/order-clawback.ts';
import { returnPointsOf, spendAgain } from '#sales/server/points/exchanged-points.ts';
import { stockInout } from '#stock/model/inout.ts';
import { creditBack } from './credit-back.ts';
import { countAlone } from './kit-parts.ts';
import { refuseSpent } from './exchange-receipt.ts';
import { pointsBackOf, pointsBackReads, returnPoints, takePointsBack, type PointsBackRows } from './points-back.ts';
import { reckon, withBack, type Back } from './reckon.ts';
import { soldIn, soldReads, type Sold } from './refund-order.ts';
import type { Missing } from './sources.ts';

/** A line of a movement with the line of the return that it brings. */
const inboundLine = {
  lineId: 'uuid',
  refundId: 'uuid',
  refundLineId: 'uuid',
  returnReason: 'text?',
  shortFlag: 'text?',
  lossFlag: 'text?',
  receipts: 'json?',
} as const;
type InboundLine = RowOf<typeof inboundLine>;
export const inboundLines = (movementId: string) =>
  statement(
    inboundLine,
    `
      select k.to_line_id as line_id, t.id as refund_id, l.id as refund_line_id, t.return_reason, l.short_flag,
        l.loss_flag, t.receipts
      from app.doc_link k
      join app.order_refund t on t.tenant_code = k.tenant_code and t.id = k.from_id
      join app.order_refund_line l on l.tenant_code = k.tenant_code and l.id = k.from_line_id
      where k.kind = '${linkKinds.inbound}' and k.is_active and k.to_id = $1`,
    [movementId],
  );

/** Goods of an order line that a movement brings back, and what they were sold for. */
export interface Brought {
  readonly lineId: string;
  readonly orderLineId: string;
  readonly number: string;
  /** Of these, goods of the order line: a component that comes back alone is none of its kits. */
  readonly goods: string;
  readonly share: string;
  readonly part?: { readonly productCode: string; readonly productName: string | null; readonly number: string };
  /** What kits come back without. */
  readonly missing: readonly Missing[];
}

interface Movement extends Source {
  readonly brought: readonly Brought[];
}

/** What a movement of a return settles: how much is given back, and who of its pieces were given back by choice. */
export interface Receipt {
  readonly record: RefundRecord;
  readonly choice: readonly string[];
  readonly sold: Sold;
  /** Its lines before these goods came back. */
  readonly before: Sold['lines'];
  readonly pointsHeld: Pick<PointsBackRows, 'points'>;
  readonly lines: readonly InboundLine[];
  /** What came to which account, and of an exchange what of it is held for the new goods. */
  readonly parts?: readonly HeldPart[];
  readonly held?: readonly HeldPart[];
}

/**
 * What comes back with a movement, reckoned on all that has come back of its order so far (B4). Null where no return
 * made it: red movements from before there were returns give back what the pieces were sold for.
 */
export async function receiptOf(ctx: Command, orderId: string, movement: Movement): Promise<Receipt | null> {
  const lines = await ctx.rows(inboundLines(movement.id));
  if (lines.length === 0) return null;
  const rows = await ctx.all({
    ...soldReads([orderId], [...new Set(lines.map(({ refundId }) => refundId))]),
    ...pointsBackReads(orderId),
  });
  const sold = soldIn(rows, orderId);
  if (sold === undefined) throw new Error(`movement ${movement.code}: its order was not read`);
  const isChosen = chosenIn(lines);
  const back = movement.brought.map(({ lineId, orderLineId, goods, share, part, missing }): Back => ({
    lineId: orderLineId,
    number: goods,
    share,
    isByChoice: part === undefined && isChosen(lineId),
    missing: plus('0', ...missing.map(({ amount }) => amount)),
    ...(part === undefined ? {} : { part }),
  }));
  return {
    record: {
      ...reckon(sold.bill, sold.lines, back, creditBack(sold, back)),
      points: pointsBackOf(sold, back, rows),
    },
    pointsHeld: rows,
    choice: back.map(({ number, isByChoice: chosen }) => (chosen ? number : '0')),
    sold: { ...sold, lines: withBack(sold.lines, back) },
    before: sold.lines,
    lines,
  };
}

/**
 * Posts what goes beyond the refund itself: what is missing is charged, account credit that is not earned any more is
 * taken back as far as it is there and charged beyond (6.7); order and return keep what came of it.
 */
export async function settleReceipt(
  ctx: Command,
  movement: Movement,
  { record, sold, before, lines, pointsHeld, parts = [], held = [] }: Receipt,
  accountRows: readonly AccountRow[],
): Promise<void> {
  const credit = takeCredit(ctx, movement, record.credit, { sold, accounts: accountsIn(accountRows) });
  chargeClawback(
    ctx,
    movement,
    sold.bill,
    { amount: plus(record.charge, credit?.charged), lineId: sold.bill.id },
    { accounts: accountRows, charged: sold.rows.charged },
  );
  ctx.later({
    text: `
      update app.order_order
      set clawback_amount = coalesce(clawback_amount, 0) + $2::numeric, row_version = row_version + 1
      where id = $1`,
    values: [sold.bill.id, record.withheld],
  });
  settleRests(ctx, movement, { bill: sold.bill, lines: before }, sold);
  takePointsBack(ctx, movement, sold.bill.customerCode, { claw: record.points ?? null, rows: pointsHeld });
  countAlone(ctx, sold.bill.lines, movement.brought.map(piecesIn), 1);
  const exchanged = await returnPointsOf(ctx, movement, sold.bill, goodsBrought(movement));
  const [first] = lines;
  const receipt: RefundReceipt = {
    movementId: movement.id,
    movementCode: movement.code,
    date: movement.date,
    record: { ...record, credit },
    parts,
    ...(held.length === 0 ? {} : { held }),
    ...(exchanged.length === 0 ? {} : { exchanged }),
    behind: behindOf(sold, movement),
  };
  keepReceipts(ctx, first?.refundId ?? '', [...receiptsIn(first?.receipts), receipt]);
  countReceived(ctx, lines, movement.brought, 1);
}

/** How many pieces of each order line a movement brings. */
export function goodsBrought({ brought }: Pick<Movement, 'brought'>): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (const { orderLineId, goods } of brought) numbers.set(orderLineId, plus(numbers.get(orderLineId) ?? '0', goods));
  return numbers;
}

const piecesIn = ({ orderLineId, number, share, part, missing }: Brought) => ({
  orderLineId,
  number,
  share,
  missing,
  ...(part === undefined ? {} : { part: part.productCode }),
});

/** CLW: first expiring first, as far as it is free; the rest is charged. */
function takeCredit(
  ctx: Command,
  source: Source,
  credit: CreditBack | null,
  { sold, accounts }: { readonly sold: Sold; readonly accounts: readonly Account[] },
): CreditBack | null {
  if (credit === null || isZero(credit.taken)) return credit;
  let open = credit.taken;
  const taken = sold.rows.standing
    .filter(({ orderId, amount }) => orderId === sold.bill.id && compare(amount, '0') > 0)
    .map(({ accountCode, amount }) => {
      const account = accountNamed(accounts, accountCode);
      const free = availableOf(account);
      const part = least(least(open, amount), compare(free, '0') > 0 ? free : '0');
      open = minus(open, part);
      return { account, postType: 'CLW' as const, changes: { balance: negated(part) }, lineId: sold.bill.id };
    });
  book(ctx, source, taken, [], () => new Error('what is free is there'));
  return { ...credit, taken: cents(minus(credit.taken, open)), charged: cents(open) };
}

/** How much of an order was closed and came back, and how often it was revised. */
const behindOf = ({ bill, lines }: Pick<Sold, 'bill' | 'lines'>, movement?: Pick<Movement, 'brought'>): string =>
  plus(
    String(bill.revisionNo ?? 0),
    ...bill.lines.map(({ components }) => aloneNumber(components)),
    ...(movement?.brought ?? []).map(({ part }) => part?.number ?? '0'),
    ...lines.map(({ closes, returnedNumber }) => plus(closedNumberOf(closes), returnedNumber)),
  );

export const receiptsIn = (value: unknown): readonly RefundReceipt[] => (value ?? []) as readonly RefundReceipt[];

/** Received, a return says what was given back; the estimate stays beside it. */
export function keepReceipts(ctx: Command, refundId: string, receipts: readonly RefundReceipt[]): void {
  const sum = (of: (record: RefundRecord) => string): string =>
    cents(plus(...receipts.map(({ record }) => of(record))));
  ctx.later({
    text: `
      update app.order_refund
      set receipts = $2::jsonb,
        total_amount = case
          when $3::numeric is null then coalesce((estimate->>'refund')::numeric, 0)
          else $3::numeric
        end,
        clawback_amount = case
          when $4::numeric is null then coalesce((estimate->>'withheld')::numeric, 0)
          else $4::numeric
        end,
        account_code = $5::text,
        account_name = (select a.account_name from app.sale_capitalaccount a where a.account_code = $5::text),
        row_version = row_version + 1
      where id = $1`,
    values: [
      refundId,
      receipts.length === 0 ? null : JSON.stringify(receipts),
      receipts.length === 0 ? null : sum(({ refund }) => refund),
      receipts.length === 0 ? null : sum(({ withheld }) => withheld),
      mostTo(receipts),
    ],
  });
}

/** The account that most of the money came to: what a return is looked up by. */
function mostTo(receipts: readonly RefundReceipt[]): string | null {
  const [most] = [
    ...Map.groupBy(
      receipts.flatMap(({ parts }) => parts ?? []),
      ({ account }) => account,
    ),
  ]
    .map(([account, own]) => ({ account, amount: plus(...own.map(({ amount }) => amount)) }))
    .toSorted((a, b) => compare(b.amount, a.amount) || (a.account < b.account ? -1 : 1));
  return most?.account ?? null;
}

/** What has come in of a return, on its lines; with the last piece it is received. */
export function countReceived(
  ctx: Command,
  lines: readonly InboundLine[],
  brought: readonly Pick<Brought, 'lineId' | 'number'>[],
  way: 1 | -1,
): void {
  const numbers = new Map(brought.map(({ lineId, number }) => [lineId, number]));
  ctx.later({
    text: `
      update app.order_refund_line l
      set received_number = coalesce(l.received_number, 0) + $3::integer * m.number
      from (select id, sum(number) as number from unnest($1::uuid[], $2::numeric[]) as x(id, number) group by id) m
      where l.id = m.id`,
    values: [lines.map(({ refundLineId }) => refundLineId), lines.map(({ lineId }) => numbers.get(lineId) ?? '0'), way],
  });
  ctx.later({
    text: `
      update app.order_refund t
      set receipt_status = case
        when exists (
          select from app.order_refund_line l
          where l.parent_id = t.id and l.direction = '-1' and l.number > coalesce(l.received_number, 0)
        ) then '0'
        else '1'
      end
      where t.id = $1`,
    values: [lines[0]?.refundId ?? null],
  });
}

/**
 * A receipt is taken back exactly as it was posted. What was closed or came back since was reckoned with it: that is
 * taken back first.
 */
export async function undoReceipt(
  ctx: Command,
  orderId: string,
  movement: Movement,
): Promise<readonly string[] | null> {
  const lines = await ctx.rows(inboundLines(movement.id));
  const [first] = lines;
  if (first === undefined) return null;
  const receipts = receiptsIn(first.receipts);
  const own = receipts.find(({ movementId }) => movementId === movement.id);
  const sold = soldIn(await ctx.all(soldReads([orderId], [first.refundId])), orderId);
  if (own === undefined || sold === undefined) throw new Error(`movement ${movement.code}: its receipt is not known`);
  if (compare(behindOf(sold), own.behind) !== 0)
    throw hasDownstream({ codes: sold.bill.code, verb: stockInout.verbs.unaudit.label });
  await refuseSpent(ctx, first.refundId, own.held ?? []);
  ctx.later({
    text: `
      update app.order_order
      set clawback_amount = coalesce(clawback_amount, 0) - $2::numeric, row_version = row_version + 1
      where id = $1`,
    values: [orderId, own.record.withheld],
  });
  if (keepsRests(sold.bill)) undoRests(ctx, movement);
  await returnPoints(ctx, movement, sold.bill.customerCode, own.record.points);
  await spendAgain(ctx, movement, sold.bill, { given: own.exchanged ?? [], numbers: goodsBrought(movement) });
  countAlone(ctx, sold.bill.lines, movement.brought.map(piecesIn), -1);
  keepReceipts(
    ctx,
    first.refundId,
    receipts.filter((receipt) => receipt !== own),
  );
  countReceived(ctx, lines, movement.brought, -1);
  const isChosen = chosenIn(lines);
  return movement.brought.map(({ lineId, goods }) => (isChosen(lineId) ? goods : '0'));
}

/** Which lines of a movement bring goods that the customer gave back of his own will. */
function chosenIn(lines: readonly InboundLine[]): (lineId: string) => boolean {
  const chosen = new Set(lines.filter((line) => isByChoice(line, line)).map(({ lineId }) => lineId));
  return (lineId) => chosen.has(lineId);
}
