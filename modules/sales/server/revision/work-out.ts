import { compare, fixed, isZero, over, plus, round } from '#platform/model/decimal.ts';
import { filledText, invalidAt, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { Reads, RowsOf } from '#platform/server/db/statement.ts';
import { belowFloor } from '#price/server/price-refusals.ts';
import { priceLines, pricingReads, refuseUnpriced, type PricedAnswer } from '#price/server/pricing.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { order } from '#sales/model/order/order.ts';
import type { ClosableLine } from '#sales/model/order/order-close.ts';
import { revisedNumbers, type LineChange } from '#sales/model/revision/revised-order.ts';
import type { RevisedGoods, RevisionRecord } from '#sales/model/revision/revision-record.ts';
import { revision } from '#sales/model/revision/revision.ts';
import { discountOver, special } from '#sales/server/order/order-charge.ts';
import { clawbackFor } from '#sales/server/order/order-clawback.ts';
import { openOrderOf } from '#sales/server/order/order-close.ts';
import { refuseUnderWay, type MoneyRows } from '#sales/server/order/order-money.ts';
import { isGift } from '#sales/server/promotion/gift-rooms.ts';
import { waiversIn } from '#sales/server/promotion/gift-waiver.ts';
import {
  choicesOf,
  goodsRead,
  orderPromotionReads,
  promote,
  type Goods,
} from '#sales/server/promotion/order-promotion.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { openPayable, revise, unmoved, worthOf, type Bought, type Revised } from './revise.ts';
import { soldAgain, typedOver, type Order, type OrderLine, type Wanted } from './revised-lines.ts';

export const tooLow = refusal('E-REV-LOW', 20211, [
  '变更数量不能小于已发货数量{n}',
  '變更數量不能小於已發貨數量{n}',
  'New quantity is below the delivered quantity {n}',
]);

/** A line of a revision, as far as it says what shall become of the order. */
export interface Change {
  readonly id: string;
  readonly orderLineId: string | null;
  readonly action: string;
  readonly productCode: string;
  readonly afterNumber: string;
  readonly typedPrice: string | null;
  readonly remark: string | null;
}

export interface SoldOrder {
  readonly bill: Order;
  readonly rows: Pick<MoneyRows, 'gone' | 'returned' | 'underWay'>;
}

export interface WorkedOut extends Revised {
  readonly record: RevisionRecord;
  readonly linesBefore: readonly ClosableLine[];
  readonly linesAfter: readonly ClosableLine[];
}

type ReadAll = <Asked extends Reads>(reads: Asked) => Promise<RowsOf<Asked>>;

/** What an order becomes by these changes, and what that does to what is held and posted for it. Nothing is written. */
export async function workOut(
  all: ReadAll,
  { bill, rows }: SoldOrder,
  changes: readonly Change[],
  today: string,
): Promise<WorkedOut> {
  const { isCurrent, ...bought } = await boughtFrom(all, bill, changes, today);
  const linesBefore = openOrderOf(bill, rows).lines;
  const shipped = new Map(linesBefore.map(({ id, outAmount }) => [id, outAmount]));
  const revised = revise(bill, bought, (id) => shipped.get(id) ?? '0');
  if (revised.excess !== null)
    throw discountOver({
      discount: cents(plus(bill.allowanceAmount, bill.roundingAmount)),
      goods: revised.amounts.total,
    });
  refuseGiftsUnderWay(bill, revised.bill, rows);
  const linesAfter = openOrderOf(revised.bill, rows).lines;
  const { openBefore, openAfter, delta, adjust } = revised.amounts;
  return {
    ...revised,
    linesBefore,
    linesAfter,
    record: {
      basis: isCurrent ? 'current' : 'kept',
      lines: goodsBeside(bill, revised, shipped),
      before: worthOf(bill),
      after: worthOf(revised.bill),
      openBefore,
      openAfter,
      delta,
      adjust,
      charge: clawbackFor(revised.bill, linesAfter).charge,
    },
  };
}

/** What is bought from now on: lines of the order on its terms, added ones at what they cost today (B8a). */
async function boughtFrom(
  all: ReadAll,
  bill: Order,
  changes: readonly Change[],
  today: string,
): Promise<Bought & { readonly isCurrent: boolean }> {
  const typed = new Map(changes.map((change) => [change.orderLineId ?? change.id, typedOf(change)]));
  const wanted = wantedOf(bill, changes, typed);
  const added = changes.filter(({ action }) => action === 'A');
  if (wanted.length + added.length === 0) throw invalidAt([linesAt(reasons.required)]);
  const head = { ...bill, billDate: today };
  const read = await all({
    ...pricingReads(head, [...wanted.map(({ line }) => line), ...added.map(askedAs)]),
    ...orderPromotionReads(head, choicesOf(bill.giftChoices)),
    goods: goodsRead(added.map(({ productCode }) => productCode)),
    revisionParams: paramStatement(['SD022']),
  });
  const found = priceLines(read, head, added.map(askedAs));
  refuseUnpriced(found);
  const listed = [
    ...soldAgain(wanted),
    ...found.map((answer, at) =>
      typedOver(answer, added[at]?.afterNumber ?? '0', typed.get(added[at]?.id ?? '') ?? null),
    ),
  ];
  const goods = new Map(read.goods.map((row) => [row.code, row]));
  const lines = [
    ...wanted.map(({ line, number }) => withNumber(line, number)),
    ...added.map((change) => addedLine(change, goods.get(change.productCode))),
  ].map((line, at) => ({ ...line, lineNo: at + 1 }));
  if (bill.orderType !== special) refuseBelowFloor(lines, listed);
  const isCurrent = paramIn(read.revisionParams, 'SD022', bill.organizeCode) === '1';
  const kept = bill.promoTrace as PromotionRecord | null;
  const promoted = await promote(
    isCurrent || kept !== null ? read : { ...read, activities: [] },
    isCurrent ? head : bill,
    lines,
    listed,
    isCurrent
      ? { choices: choicesOf(bill.giftChoices), waivers: waiversIn(bill.giftWaivers), more: (reads) => all(reads) }
      : { choices: [], more: (reads) => all(reads), kept },
  );
  return { lines, listed, promoted, isCurrent };
}

/** Bought lines that stay, with as many pieces as they shall have. */
function wantedOf(
  bill: Order,
  changes: readonly Change[],
  typed: ReadonlyMap<string, string | null>,
): readonly Wanted[] {
  const numbers = numbersOf(bill, changes);
  return bill.lines
    .filter(({ ruleNo }) => ruleNo === null)
    .map((line): Wanted => ({
      line,
      number: numbers.get(line.id) ?? line.number,
      typedPrice: typed.has(line.id) ? (typed.get(line.id) ?? null) : typedOf(line),
    }))
    .filter(({ number }) => compare(number, '0') > 0);
}

/** Lines that nobody typed a price for keep none, or nothing. */
export const typedOf = ({ typedPrice }: { readonly typedPrice: string | null }): string | null =>
  typedPrice === null || isZero(typedPrice) ? null : typedPrice;

const linesAt = (reason: Place['reason']): Place => ({ path: 'lines', field: revision.lineLabel, reason });

function numbersOf(bill: Order, changes: readonly Change[]): ReadonlyMap<string, string> {
  const byNo = new Map(bill.lines.map((line) => [line.lineNo, line]));
  const asked = changes.flatMap((change): LineChange[] => {
    const line = bill.lines.find(({ id }) => id === change.orderLineId);
    if (line === undefined) return [];
    return change.action === 'X'
      ? [{ lineNo: line.lineNo, action: 'X' }]
      : [{ lineNo: line.lineNo, action: 'C', number: change.afterNumber }];
  });
  const found = revisedNumbers(
    bill.lines.map(({ lineNo, number, closedNumber, releasedNumber }) => ({
      lineNo,
      number,
      closedNumber: closedNumber ?? '0',
      releasedNumber: releasedNumber ?? '0',
    })),
    asked,
  );
  if ('least' in found) {
    const at = changes.findIndex(({ orderLineId }) => orderLineId === byNo.get(found.lineNo)?.id);
    const said = tooLow({ n: found.least });
    throw tooLow({ n: found.least }, [
      { path: `lines.${at}.afterNumber`, field: revision.lines.afterNumber.label, reason: filledText(said) },
    ]);
  }
  return new Map([...found].map(([lineNo, number]) => [byNo.get(lineNo)?.id ?? '', number]));
}

const askedAs = ({ productCode, afterNumber }: Change) => ({
  productCode,
  number: afterNumber,
  price: null,
  freeTermCode: null,
  lineType: '0',
});

const withNumber = (line: OrderLine, number: string): OrderLine => ({
  ...line,
  number,
  storeNumber: storeNumberOf(number, line.rate) ?? line.storeNumber,
});
const storeNumberOf = (number: string, rate: string | null): string | null =>
  rate === null || compare(rate, '0') <= 0 ? null : round(over(number, rate), order.lines.storeNumber.scale);

function addedLine({ id, productCode, afterNumber, remark }: Change, goods: Goods | undefined): OrderLine {
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.keys(order.lines).map((key) => [key, null]),
  );
  return {
    ...blank,
    ...unmoved,
    id,
    productCode,
    productName: goods?.name ?? productCode,
    lineType: '0',
    spec: goods?.spec ?? null,
    model: goods?.model ?? null,
    mainUnitName: goods?.mainUnitName ?? null,
    assistUnitName: goods?.assistUnitName ?? null,
    rate: goods?.rate ?? null,
    taxRate: goods?.taxRate ?? null,
    retailPrice: goods?.retailPrice ?? null,
    number: afterNumber,
    storeNumber: storeNumberOf(afterNumber, goods?.rate ?? null),
    lastPrice: '0',
    remark,
  } as OrderLine;
}

/** Prices that were typed sell nothing below its floor; special orders may, for somebody approves them. */
function refuseBelowFloor(lines: readonly OrderLine[], answers: readonly PricedAnswer[]): void {
  const at = answers.findIndex(({ isBelowFloor }) => isBelowFloor);
  const [line, answer] = [lines[at], answers[at]];
  if (line === undefined || answer === undefined) return;
  const { productCode: code } = line;
  throw belowFloor({ code, price: fixed(answer.price ?? '0', 4), floor: fixed(answer.floor ?? '0', 4) });
}

/** Gifts on their way that nothing earns any more would arrive for nothing: they are stopped or sent first. */
function refuseGiftsUnderWay(before: Order, after: Order, rows: SoldOrder['rows']): void {
  const earned = earnedIn(after);
  const unearned = new Set(
    before.lines
      .filter(isGift)
      .filter(({ id, releasedNumber, outNumber }) => {
        const released = releasedNumber ?? '0';
        return compare(released, outNumber ?? '0') > 0 && compare(earned.get(id) ?? '0', released) < 0;
      })
      .map(({ id }) => id),
  );
  if (unearned.size > 0) refuseUnderWay(before, rows, unearned);
}

/** How many of each gift line the rules give. */
function earnedIn({ lines, promoTrace }: Order): ReadonlyMap<string, string> {
  const { gifts = [], entitlements = [] } = (promoTrace as PromotionRecord | null)?.outcome ?? {};
  const given = [
    ...gifts,
    ...entitlements.flatMap(({ activity, ruleNo, chosen }) => chosen.map((good) => ({ ...good, activity, ruleNo }))),
  ];
  return new Map(
    lines.filter(isGift).map((line) => [
      line.id,
      plus(
        ...given
          .filter(({ activity, ruleNo }) => activity === line.policyCode && ruleNo === line.ruleNo)
          .filter(({ productCode }) => productCode === line.productCode)
          .map(({ number }) => number),
      ),
    ]),
  );
}

/** Lines before and after beside each other; those that nothing happened to are among them. */
function goodsBeside(
  before: Order,
  { bill: after, amounts }: Revised,
  shipped: ReadonlyMap<string, string>,
): readonly RevisedGoods[] {
  const ids = [...new Set([...before.lines.map(({ id }) => id), ...after.lines.map(({ id }) => id)])];
  return ids.map((id, at): RevisedGoods => {
    const [was, is] = [before.lines.find((line) => line.id === id), after.lines.find((line) => line.id === id)];
    const line = is ?? was;
    return {
      lineId: id,
      productCode: line?.productCode ?? '',
      productName: line?.productName ?? null,
      isGift: line !== undefined && isGift(line),
      numberBefore: plus(was?.number ?? '0'),
      numberAfter: plus(is?.number ?? '0'),
      priceBefore: plus(was?.price ?? '0'),
      priceAfter: plus(is?.price ?? '0'),
      amountBefore: openPayable(was),
      amountAfter: openPayable(is),
      shippedAmount: cents(shipped.get(id) ?? '0'),
      openAmount: amounts.lines[at]?.openAmount ?? '0.00',
    };
  });
}
