import { textOf, type Language } from '#platform/model/label.ts';
import { billStates } from '#platform/model/bill.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { ListedFigure } from '#platform/server/list/home-figure.ts';
import { order } from '#sales/model/order/order.ts';
import { orderStatus } from '#sales/model/order/choices.ts';
import type { CockpitOrder } from '#report/model/cockpit.ts';
import { orderInScope } from '#report/server/source/scope.ts';

/** Orders that wait for somebody: counted as their list shows them. */
export const waiting = (organizeCode: string): Readonly<Record<'toApprove' | 'toShip' | 'toSign', ListedFigure>> => {
  const figure = (key: string, where: Readonly<Record<string, string>>): ListedFigure => ({
    key,
    place: 'waiting',
    label: order.label,
    of: order,
    where: { ...where, ...(organizeCode === '' ? {} : { organizeCode }) },
    sum: 'payableAmount',
  });
  return {
    toApprove: figure('toApprove', { billStatus: billStates.inApproval.code }),
    toShip: figure('toShip', { billStatus: billStates.audited.code, orderStatus: '1' }),
    toSign: figure('toSign', { billStatus: billStates.audited.code, orderStatus: '2' }),
  };
};

const shape = {
  id: 'text',
  code: 'text',
  customerName: 'text?',
  amount: 'decimal?',
  time: 'instant',
  billStatus: 'text',
  orderStatus: 'text?',
} as const;

export type OrderRow = RowOf<typeof shape>;

export const latestOrders = (organizeCode: string) =>
  statement(
    shape,
    `
      select h.id::text as id, h.code, h.customer_name, h.payable_amount as amount, h.create_date as time,
        h.bill_status, h.order_status
      from app.order_order h
      where h.cancel_flag = '0' and h.deleted_flag = '0' and ($1 = '' or h.organize_code = $1) and ${orderInScope}
      order by h.create_date desc, h.id desc
      limit 20`,
    [organizeCode],
  );

/** An order says how far it is once it was audited. */
export function shownOrder(row: OrderRow, language: Language): CockpitOrder {
  const { id, code, customerName, amount, time, billStatus } = row;
  const state = Object.values(billStates).find((each) => each.code === billStatus);
  const progress = (orderStatus as Readonly<Record<string, readonly [string, string, string, string?]>>)[
    row.orderStatus ?? ''
  ];
  const isOnItsWay = billStatus === billStates.audited.code && progress !== undefined && row.orderStatus !== '0';
  return {
    id,
    code,
    customerName,
    amount: amount ?? '0',
    time: String(time),
    status: isOnItsWay
      ? {
          label: textOf([progress[0], progress[1], progress[2]], language),
          tone: row.orderStatus === '3' ? 'green' : 'blue',
        }
      : { label: state === undefined ? '' : textOf(state.label, language), tone: state?.tone ?? null },
  };
}
