import { compare, isZero, minus, over, plus, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { combinationIn, type Component } from '#data/model/goods/combination.ts';
import { order } from '#sales/model/order/order.ts';
import { isByChoice, isOnItsWay, ourFault } from '#sales/model/refund/choices.ts';
import type { RefundRecord } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';
import { creditBack } from './credit-back.ts';
import { reckon, type Back } from './reckon.ts';
import { kitsShort, missingIn, partOfLine, refuseAlone } from './kit-parts.ts';
import { partRoomOf, roomOf, type Order, type Sold } from './refund-order.ts';
import { takeFrom, type Asked, type Missing, type Taken } from './sources.ts';

export const overReturn = refusal('E-RET-OVER', 20207, [
  '退货数量超过可退数量{n}',
  '退貨數量超過可退數量{n}',
  'Return quantity exceeds returnable {n}',
]);
const negativeRefund = refusal('E-RET-NEG', 20208, [
  '退货后应退金额为负，请同时退回赠品',
  '退貨後應退金額為負，請同時退回贈品',
  'Refund would be negative; return the gifts too',
]);
export const lateReturn = refusal('E-RET-LATE', 20247, [
  '签收已超过{days}天，只能因质量或召回退货',
  '簽收已超過{days}天，只能因品質或召回退貨',
  'Signed for more than {days} {days:day|days} ago; only quality and recall may come back',
]);

type Draft = DraftOf<typeof refund>;
export type EstimatedLine = Pick<
  Draft['lines'][number],
  'orderLineId' | 'productCode' | 'number' | 'shortFlag' | 'amount' | 'price' | 'missing'
>;

/** What the parameters of the house say to a return. */
export const refundParams = ['SYS021', 'SD015', 'SD016', 'SD023'] as const;

/** Warehouses that take goods of an order back: what is sold again, and what is bad. */
export const returnHouses = (orderId: string | null) =>
  statement(
    { code: 'text', name: 'text', type: 'text?' },
    `
      select d.code, d.name, d.type
      from app.data_depot d
      where d.organize_code = (select o.organize_code from app.order_order o where o.id = $1)
        and d.status = '1'
        and d.type in ('0', '1')
      order by d.code
      limit 200`,
    [orderId],
  );
type House = RowsOf<{ readonly houses: ReturnType<typeof returnHouses> }>['houses'][number];

interface Known {
  readonly sold: Sold;
  readonly houses: readonly House[];
  readonly params: readonly ParamRow[];
  /** How many pieces of each line of the order a signature found short: nobody else may say so (B5a). */
  readonly mayBeShort: ReadonlyMap<string, string>;
  /** Where goods lie that are lost on the way; absent where the organisation has no such warehouse. */
  readonly transit: readonly { readonly code: string }[];
  /** Made by a signature: what is wrong with it a clerk mends, and the signature stands. */
  readonly isMade?: true;
}

/**
 * A return is of one order, and says of each line how many pieces come back. Whose it is, what the pieces were sold for
 * and what they would give back is the order's to say.
 */
export function completeRefund(draft: Draft, known: Known): Draft {
  const { sold, params } = known;
  const { bill } = sold;
  refuseOther(draft, bill);
  draft.organizeCode = bill.organizeCode;
  draft.organizeName = bill.organizeName;
  draft.customerCode = bill.customerCode;
  draft.customerName = bill.customerName;
  matchLines(draft, known.mayBeShort, bill);
  refuseNoTransit(draft, known);
  refuseLate(draft, sold, paramIn(params, 'SD023', bill.organizeCode));
  refuseOver(draft, sold, paramIn(params, 'SD015', bill.organizeCode) === '1');
  placeGoods(draft, bill, known);
  const record = draft.lines.length === 0 ? null : estimate(draft, sold);
  if (known.isMade !== true && record !== null) refuseNegative(record, bill);
  draft.estimate = record;
  draft.totalNumber = plus(...draft.lines.map(({ number }) => number));
  draft.totalAmount = record?.refund ?? '0.00';
  draft.clawbackAmount = record?.withheld ?? '0.00';
  return draft;
}

export function refuseNegative({ charge }: RefundRecord, bill: Pick<Order, 'source'>): void {
  if (compare(charge, '0') > 0 && !isOnItsWay(bill)) throw negativeRefund();
}

/** Only what was sold comes back, and only an exchange sends other goods. */
function refuseOther(draft: Draft, { billStatus }: Order): void {
  const places: Place[] = [];
  const isSold = billStatus === order.states.audited.code || billStatus === order.states.closed.code;
  if (!isSold) places.push({ path: 'orderCode', field: refund.head.orderCode.label, reason: reasons.notChosen });
  draft.lines.forEach(({ direction }, i) => {
    if (direction !== '-1')
      places.push({ path: `lines.${i}.direction`, field: refund.lines.direction.label, reason: reasons.notChosen });
  });
  if (places.length > 0) throw invalidAt(places);
}

/**
 * Typed by hand a line says only what it is of: the first line of the order with that product is meant. Of a kit also a
 * component may come back, for our fault.
 */
function matchLines(draft: Draft, mayBeShort: ReadonlyMap<string, string>, { lines }: Order): void {
  const places: Place[] = [];
  const used = new Set<string>();
  const left = new Map(mayBeShort);
  draft.lines.forEach((line, i) => {
    const named = lines.find(({ id }) => id === line.orderLineId);
    const part = named === undefined ? null : partOfLine(named, line.productCode);
    markShort(line, left, part);
    const keyOf = (id: string): string => `${id} ${line.productCode} ${line.shortFlag ?? ''} ${line.lossFlag ?? ''}`;
    const source =
      named ?? lines.find(({ id, productCode }) => productCode === line.productCode && !used.has(keyOf(id)));
    if (
      source === undefined ||
      (source.productCode !== line.productCode && part === null) ||
      used.has(keyOf(source.id))
    )
      places.push({
        path: `lines.${i}.productCode`,
        field: refund.lines.productCode.label,
        reason: reasons.notChosen,
      });
    else if (compare(line.number, '0') <= 0)
      places.push({ path: `lines.${i}.number`, field: refund.lines.number.label, reason: reasons.format });
    else {
      if (part !== null) refuseAlone(draft, line);
      used.add(keyOf(source.id));
      line.orderLineId = source.id;
      line.receivedNumber = '0';
      line.missing = part === null ? missingIn(source, line.missing) : null;
    }
  });
  if (places.length > 0) throw invalidAt(places);
}

/** What did not arrive a signature says; a clerk knows at most that it did, or that it was lost on the way. */
function markShort(line: Draft['lines'][number], left: Map<string, string>, part: Component | null): void {
  const id = line.orderLineId ?? '';
  const room = left.get(id) ?? '0';
  const kits = kitsShort(part, line.number);
  const isShort = line.shortFlag === '1' && compare(room, '0') > 0 && compare(kits, room) <= 0;
  if (isShort) left.set(id, minus(room, kits));
  line.shortFlag = isShort ? '1' : '0';
  line.lossFlag = isShort && line.lossFlag === '1' ? '1' : '0';
}

/** How many pieces of each line of the order these lines of a return say are short. */
export function shortIn(
  lines: readonly Pick<Draft['lines'][number], 'orderLineId' | 'number' | 'shortFlag'>[],
): ReadonlyMap<string, string> {
  const short = new Map<string, string>();
  for (const { orderLineId, number, shortFlag } of lines)
    if (shortFlag === '1') short.set(orderLineId ?? '', plus(short.get(orderLineId ?? '') ?? '0', number));
  return short;
}

/** Lost goods lie in no warehouse that anybody counts; without one for goods on their way they would. */
function refuseNoTransit({ lines }: Draft, { transit }: Known): void {
  const at = lines.findIndex(({ lossFlag }) => lossFlag === '1');
  if (at >= 0 && transit.length === 0)
    throw invalidAt([{ path: `lines.${at}.lossFlag`, field: refund.lines.lossFlag.label, reason: noTransit }]);
}
const noTransit: Label = ['组织没有在途仓', '組織沒有在途倉', 'the organisation has no in-transit warehouse'];

function refuseLate({ returnReason, lines }: Draft, { bill, rows }: Sold, days: string): void {
  if (ourFault.has(returnReason) || lines.every(({ shortFlag }) => shortFlag === '1')) return;
  const since = rows.signed.find(({ orderId }) => orderId === bill.id)?.days ?? 0;
  if (since > Number.parseInt(days, 10)) throw lateReturn({ days });
}

/** Two lines of one order line, one short and one not, share what there is of it. */
export function refuseOver(draft: Pick<Draft, 'lines'>, sold: Sold, isBeforeSigning: boolean): void {
  const own = Map.groupBy(draft.lines, ({ orderLineId, productCode }) => JSON.stringify([orderLineId, productCode]));
  for (const lines of own.values()) {
    const [{ orderLineId, productCode } = { orderLineId: null, productCode: null }] = lines;
    const line = sold.bill.lines.find(({ id }) => id === orderLineId);
    const part = line === undefined ? null : partOfLine(line, productCode);
    const room =
      line === undefined
        ? '0'
        : part === null
          ? roomOf(line, sold, isBeforeSigning)
          : partRoomOf(line, part, sold, isBeforeSigning);
    if (compare(plus(...lines.map(({ number }) => number)), room) > 0) throw overReturn({ n: room });
  }
}

/** What is bad does not come to lie beside what is sold again (domain §3.3). */
function placeGoods(draft: Draft, bill: Order, { houses, isMade }: Known): void {
  const type = ourFault.has(draft.returnReason) ? '1' : '0';
  const fitting = houses.filter((house) => house.type === type);
  const chosen =
    draft.storageCode === null
      ? (fitting.find(({ code }) => code === bill.storageCode) ?? fitting[0])
      : fitting.find(({ code }) => code === draft.storageCode);
  if (chosen === undefined && isMade === true) return;
  if (chosen === undefined)
    throw invalidAt([
      {
        path: 'storageCode',
        field: refund.head.storageCode.label,
        reason: draft.storageCode === null ? reasons.required : reasons.notChosen,
      },
    ]);
  draft.storageCode = chosen.code;
  draft.storageName = chosen.name;
}

/** What a return would give back as things stand; it writes into its lines what their pieces were sold for. */
export function estimate(
  draft: { readonly returnReason: string | null; readonly lines: readonly EstimatedLine[] },
  sold: Sold,
): RefundRecord {
  const back = draft.lines.map((line): Back => {
    const source = sold.bill.lines.find(({ id }) => id === line.orderLineId);
    const part = source === undefined ? null : partOfLine(source, line.productCode);
    const taken = takeFrom(sold.sources, askedBy(line, part));
    const missing = addedUp(taken);
    const found = plus('0', ...taken.map(({ number }) => number));
    if ((part !== null || missing.length > 0) && compare(found, line.number) < 0) throw overReturn({ n: found });
    const share = cents(plus(...taken.map((each) => each.share)));
    line.amount = share;
    line.price = isZero(line.number) ? '0' : round(over(share, line.number), 4);
    line.missing = missing.length === 0 ? null : missing;
    return {
      lineId: line.orderLineId ?? '',
      number: part === null ? line.number : '0',
      share,
      isByChoice: part === null && isByChoice(draft, line),
      missing: plus('0', ...missing.map(({ amount }) => amount)),
      ...(part === null ? {} : { part: { ...part, number: line.number } }),
    };
  });
  return reckon(sold.bill, sold.lines, back, creditBack(sold, back));
}

/** What a line of a return asks of the order it is of. */
export const askedBy = (
  line: Pick<EstimatedLine, 'orderLineId' | 'number' | 'missing'>,
  part: Pick<Component, 'productCode'> | null,
): Asked => ({
  orderLineId: line.orderLineId ?? '',
  number: line.number,
  ...(part === null ? { missing: combinationIn(line.missing) } : { part: part.productCode }),
});

/** What kits of several movements come back without. */
function addedUp(taken: readonly Taken[]): readonly Missing[] {
  const parts = Map.groupBy(
    taken.flatMap(({ missing }) => missing),
    ({ productCode }) => productCode,
  );
  return [...parts].map(([productCode, own]) => ({
    productCode,
    number: plus(...own.map(({ number }) => number)),
    amount: cents(plus(...own.map(({ amount }) => amount))),
  }));
}
