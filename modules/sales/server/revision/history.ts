import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf, toldTo } from '#platform/server/document/read.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { order } from '#sales/model/order/order.ts';
import type { OrderVersion } from '#sales/model/revision/revision-record.ts';

const versionsOf = (orderId: string) =>
  statement(
    {
      revisionNo: 'integer',
      revisionCode: 'text',
      reason: 'text?',
      endedBy: 'text',
      endedAt: 'instant',
      head: 'json',
      lines: 'json',
    },
    `
      select h.revision_no, h.revision_code, h.reason, h.ended_by, h.ended_at, h.head, h.lines
      from app.order_history h
      where h.order_id = $1
      order by h.revision_no`,
    [orderId],
  );

/** Every version of an order, the first one in front; whoever may look at the order may look at what it was. */
export const historyRoute: Route = {
  method: 'GET',
  path: `${order.path}/versions/:id`,
  permission: [permissionOf(order, 'view')],
  effect: 'none',
  marks: { 'params.id': order.name },
  summary: 'Order: its versions, each as it stood until a revision replaced it',
  handle: versions,
};

async function versions(call: Call): Promise<readonly OrderVersion[]> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const { identity, rows } = await call.read({
    heads: headsOf(order, [id], false),
    lines: linesOf(order, [id]),
    versions: versionsOf(id),
  });
  const [bill] = billsOf(rows.heads, rows.lines);
  if (bill === undefined) throw notFound();
  const told = (head: object, lines: unknown): Pick<OrderVersion, 'head' | 'lines'> => {
    const { lines: shown, ...rest } = toldTo(identity, order, {
      ...head,
      lines: lines as OrderVersion['lines'],
    });
    return { head: shownOf(rest), lines: shown.map(shownOf) };
  };
  return [
    ...rows.versions.map(({ head, lines, ...version }): OrderVersion => ({
      ...version,
      ...told(head as object, lines),
    })),
    {
      revisionNo: bill.revisionNo ?? 0,
      revisionCode: null,
      reason: null,
      endedBy: null,
      endedAt: null,
      ...told(bill, bill.lines),
    },
  ];
}

/** Without what is only reckoned with. */
const shownOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value !== 'object' || value === null));
