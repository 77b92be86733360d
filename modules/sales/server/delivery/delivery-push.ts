import { compare, plus } from '#platform/model/decimal.ts';
import { notFound, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import type { Row } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { insertBill, statusLabel } from '#platform/server/document/save.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { delivery } from '#sales/model/delivery.ts';
import { order } from '#sales/model/order/order.ts';
import { paramStatement } from '#system/server/setting/param.ts';
import { payersOf, refuseUnpaid } from './cash-before-delivery.ts';
import { remainingOf, takeUp } from './delivery.ts';
import { giftRooms } from '#sales/server/promotion/gift-rooms.ts';
import { deliverableOf, shortLines } from './short-lines.ts';

type Order = LockedBill<typeof order>;
type Line = Order['lines'][number];

/**
 * 下推: what is left of audited orders becomes deliveries, one for each warehouse that an order names. With
 * `available=1` only what lies there (先发其余): what is short stays with the order.
 */
async function pushDown(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const isOfAvailable = call.query['available'] === '1';
  return command(
    call,
    async (ctx, { heads, lines, params, payers, short }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      const made: string[] = [];
      const deliverable = new Map(isOfAvailable ? short.map((line) => [line.id, deliverableOf(line)]) : []);
      const takenOf = (line: Line): string => deliverable.get(line.id) ?? remainingOf(line);
      for (const bill of bills) {
        const rooms = giftRooms(bill.promoTrace, bill.lines, (line) => plus(line.releasedNumber, takenOf(line)));
        const numberOf = (line: Line): string => lesser(takenOf(line), rooms.get(line.id) ?? takenOf(line));
        const { code, billStatus } = bill;
        if (billStatus !== order.states.audited.code)
          throw stateForbids({ code, status: statusLabel(order, billStatus), verb: pushLabel });
        const open = bill.lines.filter((line) => compare(numberOf(line), '0') > 0);
        if (open.length === 0) throw nothingLeft({ code });
        refuseUnpaid(
          payers.find(({ orderCode }) => orderCode === code),
          params,
        );
        for (const [storageCode, group] of Map.groupBy(open, (line) => line.outStorageCode ?? bill.storageCode ?? ''))
          made.push(deliveryOf(ctx, bill, storageCode, group, numberOf));
      }
      return { ids: made };
    },
    {
      reads: {
        heads: headsOf(order, ids, true),
        lines: linesOf(order, ids),
        params: paramStatement(['SD017']),
        payers: payersOf('$1::uuid[]', [ids]),
        short: shortLines(isOfAvailable ? ids : []),
      },
    },
  );
}

const lesser = (one: string, other: string): string => (compare(one, other) <= 0 ? one : other);
const pushLabel = ['下推发货', '下推發貨', 'make deliveries'] as const;
export const nothingLeft = refusal('E-NOTHING-LEFT', 20217, [
  '订单【{code}】没有可发货的数量',
  '訂單【{code}】沒有可發貨的數量',
  'Nothing of order {code} is left to deliver',
]);

function deliveryOf(
  ctx: Command,
  bill: Order,
  storageCode: string,
  lines: readonly Line[],
  numberOf: (line: Line) => string,
): string {
  const id = newId();
  const storageName =
    lines.find((line) => line.outStorageCode === storageCode)?.outStorageName ?? bill.storageName ?? storageCode;
  const copied = (row: Row, ...keys: string[]): Record<string, unknown> =>
    Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
  const drafted = lines.map((line, i) => ({
    ...copied(line, 'productCode', 'productName', 'lineType', 'spec', 'model', 'mainUnitName', 'rate'),
    id: newId(),
    lineNo: i + 1,
    orderLineId: line.id,
    number: numberOf(line),
    outNumber: '0',
    signedNumber: '0',
    shortNumber: '0',
    remark: null,
  }));
  const draft: Draft = {
    ...copied(
      bill,
      'organizeCode',
      'organizeName',
      'customerCode',
      'customerName',
      'shippingMode',
      'consignee',
      'phone',
      'address',
    ),
    orderCode: bill.code,
    orderName: bill.code,
    storageCode,
    storageName,
    billDate: ctx.today,
    receiptStatus: '0',
    releaseStatus: '0',
    pushStatus: '0',
    confirmFlag: '0',
    totalNumber: plus(...drafted.map(({ number }) => number)),
    lines: drafted,
  };
  insertBill(
    delivery,
    ctx,
    { id, status: delivery.states.saved.code, draft },
    { operation: 'save', message: bill.code },
  );
  takeUp(ctx, bill.id, id, drafted);
  return id;
}

export const pushDownRoute: Route = {
  method: 'POST',
  path: `${order.path}/pushDown`,
  permission: [`${delivery.name}:save`],
  effect: 'command',
  marks: { 'body[]': order.name },
  summary: 'Order: make deliveries of what is left',
  handle: pushDown,
};
