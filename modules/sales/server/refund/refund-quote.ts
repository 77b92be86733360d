import { z } from 'zod';
import { compare, decimalPattern, isZero, minus, plus } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import { isId } from '#platform/server/db/id.ts';
import { askedIn, code } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { componentsIn, mostItems } from '#data/model/goods/combination.ts';
import { ourFault } from '#sales/model/refund/choices.ts';
import type { ExchangeQuote, RefundQuote, RefundRecord, ReturnableLine } from '#sales/model/refund/refund-record.ts';
import { curveNumbers, type CurvePoint } from '#sales/model/refund/refund-curve.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { quoteGoods } from '#sales/server/order/quote.ts';
import { isGift } from '#sales/server/promotion/gift-rooms.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { replacing } from './exchange-save.ts';
import { orderNamed, partRoomOf, roomOf, soldIn, soldReads, type Sold, type SoldLine } from './refund-order.ts';
import { estimate, type EstimatedLine } from './refund-save.ts';

/** As many as an order has lines. */
const mostLines = 2000;

const asked = z.object({
  orderCode: code,
  returnReason: z
    .enum(['0', '1', '2', '3'])
    .nullish()
    .transform((reason) => reason ?? '0'),
  /** The return that is being changed: what it asks for is its own. */
  id: code,
  lines: z
    .array(
      z.object({
        orderLineId: code,
        /** A component of a kit that comes back alone; the goods of the line where it is not said. */
        productCode: code,
        number: z.string().regex(decimalPattern),
        missing: z
          .array(z.object({ productCode: z.string(), number: z.string().regex(decimalPattern) }))
          .max(mostItems)
          .nullish(),
      }),
    )
    .max(mostLines)
    .default([]),
  /** The line whose numbers are compared. */
  curveOf: code,
  /** What goes out for it, in an exchange. */
  newLines: z
    .array(z.object({ productCode: code, number: z.string().regex(decimalPattern) }))
    .max(mostLines)
    .default([]),
});

/** What may come back of an order, and what so much of it would give back, before a return is written. */
export const refundQuoteRoute: Route = {
  method: 'POST',
  path: `${refund.path}/calculate`,
  permission: [permissionOf(refund, 'save'), permissionOf(refund, 'update')],
  effect: 'none',
  body: asked,
  summary: 'Return: what may come back of an order, and what these lines would give back and why',
  handle: quote,
};

async function quote(call: Call): Promise<RefundQuote> {
  const { orderCode, returnReason, id, lines, newLines, curveOf } = await askedIn(call, asked, {
    given: call.body,
    field: refund.lineLabel,
  });
  const first = await call.read(orderNamed(orderCode, false));
  const orderId = first.rows.orderIds[0]?.id ?? '';
  const refunds = id !== null && isId(id) ? [id] : [];
  const { rows } = await call.read({
    ...soldReads(orderId === '' ? [] : [orderId], refunds, false),
    params: paramStatement(['SD015']),
  });
  const sold = soldIn(rows, orderId);
  if (sold === undefined)
    throw invalidAt([{ path: 'orderCode', field: refund.head.orderCode.label, reason: reasons.unknown }]);
  const isBeforeSigning = paramIn(rows.params, 'SD015', sold.bill.organizeCode) === '1';
  const returnable = sold.bill.lines.map((line): ReturnableLine => ({
    orderLineId: line.id,
    lineNo: line.lineNo,
    productCode: line.productCode,
    productName: line.productName,
    unit: line.mainUnitName,
    isGift: isGift(line),
    number: line.number,
    room: roomOf(line, sold, isBeforeSigning),
    price: line.price,
    ...kitOf(line, sold, isBeforeSigning),
  }));
  const rooms = new Map(
    returnable.flatMap(({ orderLineId: id, productCode, room, components = [] }) => [
      [`${id} ${productCode}`, room] as const,
      ...components.map((part) => [`${id} ${part.productCode}`, part.room] as const),
    ]),
  );
  const productOf = new Map(sold.bill.lines.map((line) => [line.id, line.productCode]));
  // Beyond what may come back nothing is told: the save says so.
  const back = lines
    .filter(({ number }) => compare(number, '0') > 0)
    .map((line) => ({
      ...line,
      missing: line.missing ?? null,
      productCode: line.productCode ?? productOf.get(line.orderLineId ?? '') ?? '',
    }))
    .filter((line) => compare(line.number, rooms.get(`${line.orderLineId} ${line.productCode}`) ?? '0') <= 0)
    .map((line) => ({ ...line, shortFlag: '0' as const, amount: '0', price: '0' }));
  const curve = curveFor(curveOf, {
    returnReason,
    back,
    room: rooms.get(`${curveOf} ${productOf.get(curveOf ?? '')}`) ?? '0',
    sold,
  });
  const record = back.length === 0 ? null : estimate({ returnReason, lines: back }, sold);
  const wanted = newLines.flatMap(({ productCode, number }, at) =>
    productCode === null || compare(number, '0') <= 0 ? [] : [{ id: String(at), productCode, number }],
  );
  const exchange = wanted.length === 0 ? null : await exchangeOf(call, sold, { wanted, record, returnReason });
  return { lines: returnable, record, exchange, curve };
}

interface Curve {
  readonly returnReason: string;
  readonly back: readonly EstimatedLine[];
  readonly room: string;
  readonly sold: Sold;
}
/** Each number as if it stood in the return, beside its other lines. */
function curveFor(lineId: string | null, { returnReason, back, room, sold }: Curve): readonly CurvePoint[] {
  const line = sold.bill.lines.find(({ id }) => id === lineId);
  if (line === undefined) return [];
  const isIt = ({ orderLineId, productCode }: EstimatedLine): boolean =>
    orderLineId === line.id && productCode === line.productCode;
  const { productCode } = line;
  const blank = { orderLineId: line.id, productCode, missing: null, shortFlag: '0' as const, amount: '0', price: '0' };
  const chosen = back.find(isIt);
  return curveNumbers(room, chosen?.number ?? '0').map((number) => {
    const lines = [...back.filter((each) => !isIt(each)), { ...(chosen ?? blank), number }]
      .filter((each) => !isZero(each.number))
      .map((each) => ({ ...each }));
    if (lines.length === 0) return { number, refund: '0.00', charge: '0.00' };
    const { refund: given, charge } = estimate({ returnReason, lines }, { ...sold, sources: [...sold.sources] });
    return { number, refund: given, charge };
  });
}

/** What a kit holds, how much of it may come back alone, and what of it did. */
function kitOf(line: SoldLine, sold: Sold, isBeforeSigning: boolean) {
  const components = componentsIn(line.components);
  if (components.length === 0) return {};
  return {
    components: components.map((part) => ({
      productCode: part.productCode,
      productName: part.productName,
      number: part.number,
      room: partRoomOf(line, part, sold, isBeforeSigning),
      lacks: minus(part.alone?.number ?? '0', part.alone?.settled.number ?? '0'),
    })),
  };
}

interface Exchanged {
  readonly wanted: readonly { readonly id: string; readonly productCode: string; readonly number: string }[];
  readonly record: RefundRecord | null;
  readonly returnReason: string;
}
/** What the new goods would cost, as the save of the exchange would price them. */
async function exchangeOf(
  call: Call,
  { bill }: Sold,
  { wanted, record, returnReason }: Exchanged,
): Promise<ExchangeQuote> {
  const back = (record?.back ?? []).map(({ productCode, number, share }) => ({ productCode, number, amount: share }));
  const parts = replacing(wanted, ourFault.has(returnReason) ? back : []);
  const bought = parts.filter(({ share }) => share === null).map(({ line }) => line);
  const { organizeCode, customerCode, channelCode, brandCode, shippingLocationCode } = bill;
  const quoted =
    bought.length === 0
      ? null
      : await quoteGoods(call, {
          organizeCode,
          customerCode,
          channelCode,
          brandCode,
          shippingLocationCode,
          orderType: '5',
          lines: bought.map(({ productCode, number }) => ({ productCode, number })),
        });
  const replaced = parts.filter(({ share }) => share !== null);
  const goods = [
    ...bought.map(({ productCode, number }, at) => ({
      productCode,
      number,
      amount: quoted?.lines[at]?.payableAmount ?? '0.00',
      isReplaced: false,
    })),
    ...replaced.map(({ line: { productCode, number }, share }) => ({
      productCode,
      number,
      amount: share ?? '0.00',
      isReplaced: true,
    })),
  ];
  return {
    newAmount: cents(plus(quoted?.totals.payable ?? '0', ...replaced.map(({ share }) => share))),
    lines: goods,
    refusals: [...(quoted?.refusals ?? []), ...(quoted?.lines.flatMap(({ refusals }) => refusals) ?? [])].map(
      ({ msg }) => msg,
    ),
  };
}
