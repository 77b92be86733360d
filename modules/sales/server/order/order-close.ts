import type { ParamRow } from '#system/server/setting/param.ts';
import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command, LogEntry } from '#platform/server/command/command.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { aloneAmount } from '#data/model/goods/kit-back.ts';
import { payableOf } from '#sales/model/order/order-charge.ts';
import {
  closedAmountOf,
  closedNumberOf,
  closingOf,
  countedOf,
  openNumberOf,
  reopeningOf,
  type ClosableLine,
  type Close,
  type OpenOrder,
} from '#sales/model/order/order-close.ts';
import { order } from '#sales/model/order/order.ts';
import { accountsIn } from '#funds/server/capital.ts';
import { moveGifts } from '#sales/server/promotion/gift-account.ts';
import { isGift } from '#sales/server/promotion/gift-rooms.ts';
import { grantCredit, takeBackCredit } from '#sales/server/promotion/order-credit.ts';
import { clawbackFor, settleRests, unearnedGifts } from './order-clawback.ts';
import {
  chargeClawback,
  giveBack,
  goneIn,
  grantedIn,
  heldIn,
  occupyAgain,
  returnedIn,
  type Given,
  type MoneyRows,
} from './order-money.ts';

type Order = LockedBill<typeof order>;
/** Lines that were chosen; the whole order when there are none. */
type Chosen = ReadonlySet<string> | undefined;
/** What becomes of the goods of each line. */
type Numbers = ReadonlyMap<string, string>;

export const idleLines = refusal('E-LINE-IDLE', 20220, [
  '第{lines}行没有可{verb}的数量',
  '第{lines}行沒有可{verb}的數量',
  'Line {lines} has nothing to {verb}',
]);

/**
 * What is left of an order, or of some of its lines, is given up: answers how many of each line, and what of the lines
 * it changes.
 */
export function closeLines(
  ctx: Command,
  source: Source,
  bill: Order,
  chosen: Chosen,
  rows: MoneyRows,
  isShort: boolean,
): { readonly numbers: Numbers; readonly changes: LogEntry['changes'] } {
  const before = openOrderOf(bill, rows);
  const closing = closingOf(before, heldIn(rows, bill.id), chosen ?? new Set(bill.lines.map(({ id }) => id)));
  giveBack(ctx, source, bill, closing, rows);
  const closed = new Map(
    closing.lines.map(({ id, number, amount }) => [
      id,
      { seq: bill.opSeq, number, amount, ...(isShort ? { isShort } : {}) } satisfies Close,
    ]),
  );
  const left = before.lines.map((line) => withClose(line, closed.get(line.id)));
  const lost = unearnedGifts(bill, left);
  const after = left.map((line) => {
    const number = lost.get(line.id);
    return withClose(line, number === undefined ? undefined : { seq: bill.opSeq, number, amount: '0.00' });
  });
  const charged = settleClawback(ctx, source, bill, after, rows);
  settleRests(ctx, source, { bill, lines: before.lines }, { bill, lines: after });
  if (isOver(after) && !isOver(before.lines)) grantEarned(ctx, source, bill, after, rows);
  const changes = { ...writeCloses(ctx, bill, after), ...charged };
  const numbers = new Map([...closing.lines.map(({ id, number }) => [id, number] as const), ...lost]);
  moveGifts(ctx, source, 'RLS', numbers, giftsIn(rows));
  return { numbers, changes };
}

const isOver = (lines: readonly ClosableLine[]): boolean => lines.every((line) => isZero(openNumberOf(line)));

/** Closed with something shipped, an order has earned the credit of what was shipped (6.6). */
function grantEarned(ctx: Command, source: Source, bill: Order, lines: readonly ClosableLine[], rows: MoneyRows): void {
  if (lines.every(({ outNumber }) => isZero(outNumber))) return;
  grantCredit(ctx, source, bill, countedIn(bill, lines), {
    accounts: accountsIn(rows.accounts ?? []),
    granted: rows.standing ?? [],
  });
}

/** How many pieces of each line count in thresholds, by the number of the line. */
export function countedIn(bill: Order, lines: readonly ClosableLine[]): (lineNo: number) => string {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return (lineNo) => {
    const line = byId.get(bill.lines.find((each) => each.lineNo === lineNo)?.id ?? '');
    return line === undefined ? '0' : countedOf(line.number, line.closes, line.choiceReturned);
  };
}

const withClose = (line: ClosableLine, close: Close | undefined): ClosableLine =>
  close === undefined ? line : { ...line, closes: [...line.closes, close] };

/** Takes the last close of a closed order back, or everything that was closed of some lines, if it is still covered. */
export function reopenLines(
  ctx: Command,
  source: Source,
  bill: Order,
  chosen: Chosen,
  rows: MoneyRows,
  params: readonly ParamRow[],
): { readonly numbers: Numbers; readonly changes: LogEntry['changes'] } {
  // A closed order posts nothing but its reopening: the posting before this one is the close that is taken back.
  const last = bill.opSeq - 1;
  const before = openOrderOf(bill, rows);
  const seqs = new Set(
    before.lines.filter(({ id }) => chosen?.has(id)).flatMap(({ closes }) => closes.map(({ seq }) => seq)),
  );
  const gifts = new Set(bill.lines.filter(isGift).map(({ id }) => id));
  const isTaken = (line: ClosableLine, { seq }: Close): boolean =>
    chosen === undefined ? seq === last : chosen.has(line.id) || (gifts.has(line.id) && seqs.has(seq));
  const { lines, amount, freight } = reopeningOf(before, isTaken);
  const reopened = new Map(lines.map((line) => [line.id, line]));
  const isGiven = ({ seq, lineId }: Given): boolean => {
    if (chosen === undefined) return seq === last;
    return lineId === bill.id
      ? seq === last && !isZero(freight)
      : reopened.get(lineId)?.taken.some((close) => close.seq === seq) === true;
  };
  const after = before.lines.map((line) => ({ ...line, closes: reopened.get(line.id)?.kept ?? line.closes }));
  takeBackCredit(ctx, source, bill.id, grantedIn(rows, bill.id), accountsIn(rows.accounts ?? []));
  // What the close had charged comes back first: it may be what the reopened lines are paid with.
  const charged = settleClawback(ctx, source, bill, after, rows);
  settleRests(ctx, source, { bill, lines: before.lines }, { bill, lines: after });
  occupyAgain(ctx, source, bill, { amount, isGiven }, rows, params);
  const numbers = new Map(lines.map(({ id, number }) => [id, number]));
  moveGifts(ctx, source, 'OCC', numbers, giftsIn(rows));
  return { numbers, changes: { ...writeCloses(ctx, bill, after), ...charged } };
}

const giftsIn = ({ gifts = [], accounts = [] }: MoneyRows) => ({ gifts, accounts: accountsIn(accounts) });

/** Charges what the order now lacks, or gives back what it does not lack any more; the head knows the sum. */
function settleClawback(
  ctx: Command,
  source: Source,
  bill: Order,
  lines: readonly ClosableLine[],
  rows: MoneyRows,
): LogEntry['changes'] {
  const { charge } = clawbackFor(bill, lines);
  if (isZero(charge)) return undefined;
  chargeClawback(ctx, source, bill, { amount: charge }, rows);
  const before = bill.clawbackAmount ?? '0';
  bill.clawbackAmount = plus(before, charge);
  return { clawbackAmount: [before, bill.clawbackAmount] };
}

/** An order whose audit is taken back is whole again. */
export function forgetCloses(ctx: Command, bill: Order): void {
  bill.clawbackAmount = null;
  if (bill.lines.some(({ adjustedAmount, settledNumber }) => !isZero(plus(adjustedAmount, settledNumber))))
    ctx.later({
      text: `
        update app.order_order_line
        set adjusted_amount = 0, settled_number = 0, settled_amount = 0
        where parent_id = $1`,
      values: [bill.id],
    });
  writeCloses(
    ctx,
    bill,
    bill.lines.map(({ id }) => ({ id, closes: [] })),
  );
}

/** Whether something is left to ship once the chosen lines are closed, and gifts with them that they had earned. */
export function isLeftOpen(bill: Order, chosen: ReadonlySet<string>): boolean {
  const { lines } = openOrderOf(bill, {});
  const left = lines.map((line) =>
    withClose(line, chosen.has(line.id) ? { seq: bill.opSeq, number: openNumberOf(line), amount: '0.00' } : undefined),
  );
  const lost = unearnedGifts(bill, left);
  return left.some((line) => compare(minus(openNumberOf(line), lost.get(line.id) ?? '0'), '0') > 0);
}

/** Somebody else was first: a chosen line has nothing left to close, or nothing closed. */
export function refuseIdle(bill: Order, chosen: Chosen, verb: 'close' | 'unclose', rows: MoneyRows): void {
  if (chosen === undefined) return;
  const number = (line: ClosableLine): string => (verb === 'close' ? openNumberOf(line) : closedNumberOf(line.closes));
  const idle = new Set(
    openOrderOf(bill, rows)
      .lines.filter((line) => chosen.has(line.id) && compare(number(line), '0') <= 0)
      .map(({ id }) => id),
  );
  const label: Label = order.verbs[verb].label;
  if (idle.size > 0)
    throw idleLines({
      lines: bill.lines
        .filter(({ id }) => idle.has(id))
        .map(({ lineNo }) => String(lineNo))
        .slice(0, 3)
        .join('、'),
      verb: label,
    });
}

const closesOf = ({ closes }: Order['lines'][number]): readonly Close[] => (closes ?? []) as readonly Close[];

/** An order as far as it was shipped, closed and returned. */
export function openOrderOf(bill: Order, rows: Pick<MoneyRows, 'gone' | 'returned'>): OpenOrder {
  const gone = goneIn(rows, bill.id);
  const returned = returnedIn(rows);
  const lines = bill.lines.map((line) => ({
    id: line.id,
    number: line.number,
    payable: payableOf(line),
    outNumber: line.outNumber ?? '0',
    outAmount: plus(gone.get(line.id) ?? '0', line.adjustedAmount ?? '0'),
    ...(isZero(line.adjustedAmount ?? '0') ? {} : { isAdjusted: true }),
    returnedNumber: line.returnedNumber ?? '0',
    choiceReturned: line.choiceReturnedNumber ?? '0',
    returnedAmount: returned.get(line.id) ?? '0',
    alone: aloneAmount(line.components),
    closes: closesOf(line),
  }));
  return { lines, freight: { amount: bill.freightAmount ?? '0', isCarried: gone.has(bill.id) } };
}

function writeCloses(
  ctx: Command,
  bill: Order,
  lines: readonly Pick<ClosableLine, 'id' | 'closes'>[],
): LogEntry['changes'] {
  const closes = new Map(lines.map((line) => [line.id, line.closes]));
  const changed = bill.lines
    .map((line) => ({ line, before: closedNumberOf(closesOf(line)), all: closes.get(line.id) ?? closesOf(line) }))
    .filter(({ before, all }) => compare(before, closedNumberOf(all)) !== 0);
  if (changed.length === 0) return undefined;
  ctx.later({
    text: `
      update app.order_order_line l
      set closed_number = x.number, closed_amount = x.amount, closes = x.closes::jsonb
      from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::text[]) as x(id, number, amount, closes)
      where l.id = x.id`,
    values: [
      changed.map(({ line }) => line.id),
      changed.map(({ all }) => closedNumberOf(all)),
      changed.map(({ all }) => closedAmountOf(all)),
      changed.map(({ all }) => (all.length === 0 ? null : JSON.stringify(all))),
    ],
  });
  return Object.fromEntries(
    changed.map(({ line, before, all }) => [`lines.${line.lineNo}.closedNumber`, [before, closedNumberOf(all)]]),
  );
}
