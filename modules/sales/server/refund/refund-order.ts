import { greater, minus, plus, times } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf, type RowsOf } from '#platform/server/db/statement.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { billsOf, headsAskedFor, headsLookedAt, linesOf } from '#platform/server/document/read.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import type { Component } from '#data/model/goods/combination.ts';
import { order } from '#sales/model/order/order.ts';
import { isBack } from '#sales/model/refund/choices.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { closeReads } from '#sales/server/order/order-money.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { openOrderOf } from '#sales/server/order/order-close.ts';
import type { ClosableLine } from '#sales/model/order/order-close.ts';
import { roomIn, sourcesOf, type Source } from './sources.ts';

export type Order = LockedBill<typeof order>;
export type SoldLine = Order['lines'][number];

/** The order of a return, held: two returns of its last piece follow each other. Whoever only asks holds nothing. */
export const orderNamed = (code: string | null, isHeld = true) => ({
  orderIds: statement(
    { id: 'uuid' },
    `
      select t.id
      from app.order_order t
      where ${[...scopeOf(order, null), 't.code = $1'].join(' and ')} ${isHeld ? 'for update' : 'limit 1'}`,
    [code],
  ),
});

/** Pieces of order lines that other returns ask for and have not got, and when the goods were signed for. */
const askedElsewhere = (orders: readonly string[], refunds: readonly string[]) =>
  statement(
    { orderLineId: 'text', productCode: 'text', number: 'decimal' },
    `
      select l.order_line_id, l.product_code, sum(l.number - coalesce(l.received_number, 0)) as number
      from app.order_refund t
      join app.order_refund_line l on l.tenant_code = t.tenant_code and l.parent_id = t.id
      where t.order_code = any(array(select o.code from app.order_order o where o.id = any($1::uuid[])))
        and t.bill_status in ('0', '1', '3', '4')
        and t.cancel_flag = '0'
        and t.deleted_flag = '0'
        and t.id <> all($2::uuid[])
        and l.direction = '-1'
      group by l.order_line_id, l.product_code`,
    [orders, refunds],
  );

const lastSigned = (orders: readonly string[]) =>
  statement(
    { orderId: 'uuid', days: 'integer?' },
    `
      select o.id as order_id, floor(extract(epoch from now() - max(d.sign_date)) / 86400)::integer as days
      from app.order_order o
      join app.order_delivery d on d.tenant_code = o.tenant_code and d.order_code = o.code and d.sign_date is not null
      where o.id = any($1::uuid[])
      group by o.id`,
    [orders],
  );

/** All that a return must know of its order. `refunds` are those that ask: what they ask for is theirs. */
export function soldReads(orders: readonly string[], refunds: readonly string[] = [], isHeld = true) {
  const { gone, returned, charged, standing } = closeReads(orders);
  return {
    soldHeads: isHeld ? headsAskedFor(order, orders) : headsLookedAt(order, orders),
    soldLines: linesOf(order, orders),
    gone,
    returned,
    charged,
    standing,
    sources: sourcesOf(orders),
    asked: askedElsewhere(orders, refunds),
    signed: lastSigned(orders),
  };
}
export type SoldRows = RowsOf<ReturnType<typeof soldReads>>;

/** An order with all that came of it. */
export interface Sold {
  readonly bill: Order;
  readonly lines: readonly ClosableLine[];
  /** Counts on while goods are asked back. */
  readonly sources: Source[];
  readonly rows: SoldRows;
}

export function soldIn(rows: SoldRows, orderId: string | undefined): Sold | undefined {
  const bill = billsOf(rows.soldHeads, rows.soldLines).find(({ id }) => id === orderId);
  if (bill === undefined) return undefined;
  return { bill, lines: openOrderOf(bill, rows).lines, sources: [...rows.sources], rows };
}

/**
 * How many pieces of a line may come back: what was signed for or arrived short, less what did come back or is asked
 * for. Where the house takes goods back before they are signed for (SD015) it is what left.
 */
export function roomOf(
  line: Order['lines'][number],
  { sources, rows: { asked } }: Pick<Sold, 'sources' | 'rows'>,
  isBeforeSigning: boolean,
): string {
  const { signedNumber, shortNumber, outNumber, returnedNumber, id, productCode } = line;
  const arrived = isBeforeSigning ? (outNumber ?? '0') : plus(signedNumber ?? '0', shortNumber ?? '0');
  const elsewhere = askedOf(asked, id, productCode);
  const room = minus(arrived, plus(returnedNumber ?? '0', elsewhere));
  const waiting = plus(
    '0',
    ...sources
      .filter(({ orderLineId }) => orderLineId === id)
      .map((source) => minus(minus(source.number, source.asked), roomIn(source))),
  );
  return greater(minus(room, waiting), '0');
}

const askedOf = (asked: SoldRows['asked'], lineId: string, product: string): string =>
  asked.find(({ orderLineId, productCode }) => orderLineId === lineId && productCode === product)?.number ?? '0';

/** How many pieces of a component may come back alone: those of kits that the customer has, less what they lack. */
export function partRoomOf(
  line: Order['lines'][number],
  { productCode, number, alone }: Component,
  sold: Pick<Sold, 'sources' | 'rows'>,
  isBeforeSigning: boolean,
): string {
  const kits = roomOf(line, { ...sold, sources: [] }, isBeforeSigning);
  const lacks = minus(alone?.number ?? '0', alone?.settled.number ?? '0');
  return greater(minus(times(number, kits), plus(lacks, askedOf(sold.rows.asked, line.id, productCode))), '0');
}

/** Returns of these orders that are not over, without those that are named. */
const openRefund = { id: 'uuid', code: 'text', orderId: 'uuid', billStatus: 'text', deliveryCode: 'text?' } as const;
export type OpenRefund = RowOf<typeof openRefund>;
export const refundsOfOrders = (orders: string, values: readonly unknown[]) =>
  statement(
    openRefund,
    `
      select t.id, t.code, o.id as order_id, t.bill_status, t.delivery_code
      from app.order_refund t
      join app.order_order o on o.tenant_code = t.tenant_code and o.code = t.order_code
      where o.id = any(${orders}) and t.cancel_flag = '0' and t.deleted_flag = '0'
      order by t.id
      for update of t`,
    values,
  );

/** What a return asks of its order, so that the order knows it and is not taken back under it. */
export function keepAsked(
  ctx: Command,
  bill: {
    readonly id: string;
    readonly lines: readonly { id: string; orderLineId: string | null; number: string; direction: string | null }[];
  },
  orderId: string,
): void {
  linkDocuments(
    ctx,
    refund,
    bill.lines.filter(isBack).map((line) => ({
      kind: linkKinds.refund,
      from: { type: order.name, id: orderId, lineId: line.orderLineId ?? '' },
      to: { id: bill.id, lineId: line.id },
      number: line.number,
      amount: '0',
    })),
  );
}
