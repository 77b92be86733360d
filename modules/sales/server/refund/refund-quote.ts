import { z } from 'zod';
import { compare, decimalPattern } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { askedIn, code } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { RefundQuote, ReturnableLine } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { isGift } from '#sales/server/promotion/gift-rooms.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { orderNamed, roomOf, soldIn, soldReads } from './refund-order.ts';
import { estimate } from './refund-save.ts';

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
    .array(z.object({ orderLineId: code, number: z.string().regex(decimalPattern) }))
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
  const { orderCode, returnReason, id, lines } = await askedIn(call, asked, {
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
    room: roomOf(line, rows, isBeforeSigning),
    price: line.price,
  }));
  const rooms = new Map(returnable.map((line) => [line.orderLineId, line.room]));
  // Beyond what may come back nothing is told: the save says so.
  const back = lines
    .filter(({ number }) => compare(number, '0') > 0)
    .filter(({ orderLineId, number }) => compare(number, rooms.get(orderLineId ?? '') ?? '0') <= 0)
    .map((line) => ({ ...line, shortFlag: '0' as const, amount: '0', price: '0' }));
  return { lines: returnable, record: back.length === 0 ? null : estimate({ returnReason, lines: back }, sold) };
}
