import { z } from 'zod';
import { compare, isZero, over, plus, round } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import { askedIn } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { order } from '#sales/model/order/order.ts';
import { isUnconfirmed } from '#purchase/model/peer/settle.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { sendPurchase } from './peer-joins.ts';
import { peerNotMade, peerPrice } from '#purchase/server/peer/refusals.ts';
import { sides, tellPeer } from '#purchase/server/peer/tell.ts';

const pairsOf = (ids: readonly string[]) => ({
  pairs: statement(
    { id: 'uuid', peerTenant: 'text', isActive: 'boolean' },
    `
      select p.id, p.peer_tenant, p.is_active
      from app.order_peer p
      where p.side = '${sides.buyer}' and p.id = any($1::uuid[])`,
    [ids],
  ),
  pairLines: statement(
    { id: 'uuid', peerId: 'uuid', ownLineId: 'uuid?', peerAmount: 'decimal?', confirmedAmount: 'decimal?' },
    `
      select l.id, l.peer_id, l.own_line_id, l.peer_amount, l.confirmed_amount
      from app.order_peer_line l
      where l.peer_id = any($1::uuid[])`,
    [ids],
  ),
  suppliers: statement(
    { id: 'uuid', peerTenant: 'text?' },
    `
      select h.id, s.rel_tenant_code as peer_tenant
      from app.order_purchase h
      join app.data_supplier s on s.tenant_code = h.tenant_code and s.code = h.supplier_code
      where h.id = any($1::uuid[])`,
    [ids],
  ),
});
const purchaseReads = (ids: readonly string[]) => ({
  heads: headsOf(purchase, ids, true),
  lines: linesOf(purchase, ids),
  ...pairsOf(ids),
});
type Rows = RowsOf<ReturnType<typeof purchaseReads>>;

const agreed = z.object({
  id: z.string(),
  /** What he was shown: for a line that costs otherwise by now he is asked again. */
  lines: z.array(z.object({ lineId: z.string(), amount: z.string().regex(/^\d{1,15}(\.\d{1,2})?$/) })).max(2000),
});

/** The buyer agrees to what the seller asks: these amounts become the purchase's (B16a). */
async function confirmAmounts(call: Call): Promise<null> {
  const { id, lines } = await askedIn(call, agreed, { given: call.body, field: purchase.lineLabel });
  const ids = checkedKeys([id], 'id');
  return command(
    call,
    async (ctx, rows) => {
      const [bill] = billsOf(rows.heads, rows.lines);
      if (bill === undefined) throw notFound();
      const pair = activePair(rows, bill);
      const differing = rows.pairLines.flatMap((line) => {
        const own = bill.lines.find(({ id: lineId }) => lineId === line.ownLineId);
        if (own === undefined || line.peerAmount === null) return [];
        const asked = { purchase: own.amount ?? '0', upstream: line.peerAmount, confirmed: line.confirmedAmount };
        return isUnconfirmed(asked) ? [{ id: line.id, own, amount: line.peerAmount }] : [];
      });
      for (const { own, amount } of differing) {
        const said = lines.find(({ lineId }) => lineId === own.id);
        if (said === undefined || compare(said.amount, amount) !== 0) throw peerPrice({ amount });
      }
      takeAmounts(ctx, bill.id, differing);
      tellPeer(ctx, { subjectId: bill.id, peerTenant: pair.peerTenant }, 'confirm', {
        lines: differing.map(({ id: lineId, amount }) => ({ lineId, amount })),
      });
      ctx.log({
        noun: purchase.name,
        recordId: bill.id,
        recordCode: bill.code,
        operation: 'update',
        changes: { totalAmount: [bill.totalAmount, totalWith(bill, differing)] },
      });
      return null;
    },
    { reads: purchaseReads(ids) },
  );
}

interface Agreed {
  readonly id: string;
  readonly own: { readonly id: string; readonly number: string };
  readonly amount: string;
}
type Bill = LockedBill<typeof purchase>;

const totalWith = (bill: Bill, differing: readonly Agreed[]): string =>
  plus(...bill.lines.map((line) => differing.find(({ own }) => own.id === line.id)?.amount ?? line.amount));

function takeAmounts(ctx: Command, billId: string, differing: readonly Agreed[]): void {
  ctx.later({
    text: `
      update app.order_purchase_line l
      set amount = x.amount, price = x.price
      from unnest($1::uuid[], $2::numeric[], $3::numeric[]) as x(id, amount, price)
      where l.id = x.id`,
    values: [
      differing.map(({ own }) => own.id),
      differing.map(({ amount }) => amount),
      differing.map(({ own, amount }) => (isZero(own.number) ? '0' : round(over(amount, own.number), 4))),
    ],
  });
  ctx.later({
    text: `
      update app.order_peer_line l
      set confirmed_amount = x.amount
      from unnest($1::uuid[], $2::numeric[]) as x(id, amount)
      where l.id = x.id`,
    values: [differing.map(({ id }) => id), differing.map(({ amount }) => amount)],
  });
  ctx.later({
    text: `
      update app.order_purchase h
      set total_amount = (select sum(l.amount) from app.order_purchase_line l where l.parent_id = h.id),
        row_version = h.row_version + 1, updater_name = $2, update_date = now()
      where h.id = $1`,
    values: [billId, ctx.identity.realName],
  });
}

function activePair({ pairs }: Rows, bill: Bill): Rows['pairs'][number] {
  const pair = pairs.find(({ id }) => id === bill.id);
  if (pair === undefined || !pair.isActive || bill.upstreamCode === null) throw peerNotMade({ code: bill.code });
  return pair;
}

const closeLabel = ['申请上级关闭', '申請上級關閉', 'ask the supplier to close it'] as const;

/** What has not left there is asked to be given up; whether it is, the order there decides. */
function askClose(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const { operateMsg } = (call.body ?? {}) as { readonly operateMsg?: unknown };
  const reason = typeof operateMsg === 'string' ? operateMsg.slice(0, 200).replaceAll('\u0000', '') : null;
  return command(
    call,
    async (ctx, rows) => {
      const bills = billsOf(rows.heads, rows.lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        refuseUnaudited(bill, closeLabel);
        const { peerTenant } = activePair(rows, bill);
        tellPeer(ctx, { subjectId: bill.id, peerTenant }, 'askClose', { reason });
        ctx.log({
          noun: purchase.name,
          recordId: bill.id,
          recordCode: bill.code,
          operation: 'push',
          ...(reason === null ? {} : { message: reason }),
        });
      }
      return null;
    },
    { reads: purchaseReads(ids) },
  );
}

const pushLabel = ['推送', '推送', 'push'] as const;

function refuseUnaudited(bill: Bill, verb: typeof pushLabel | typeof closeLabel): void {
  if (bill.billStatus !== purchase.states.audited.code)
    throw stateForbids({ code: bill.code, status: statusLabel(purchase, bill.billStatus), verb });
}

/** What waits is tried at once; a purchase whose order was void there is sent anew. */
function pushAgain(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, rows) => {
      const bills = billsOf(rows.heads, rows.lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        refuseUnaudited(bill, pushLabel);
        const peerTenant = rows.suppliers.find(({ id }) => id === bill.id)?.peerTenant ?? null;
        if (peerTenant === null) throw peerNotMade({ code: bill.code });
        if (bill.pushStatus === '0') sendPurchase(ctx, bill, peerTenant);
        else retry(ctx, bill.id);
        ctx.later({
          text: `
            update app.order_purchase
            set push_status = '1', row_version = row_version + 1
            where id = $1 and push_status in ('0', '3')`,
          values: [bill.id],
        });
        ctx.log({ noun: purchase.name, recordId: bill.id, recordCode: bill.code, operation: 'push' });
      }
      return null;
    },
    { reads: purchaseReads(ids) },
  );
}

function retry(ctx: Command, subjectId: string): void {
  ctx.later(statement({ touched: 'integer' }, 'select sec.retry_peer($1) as touched', [subjectId]));
}

/** The seller has mended what a message was refused for. */
function retryOrders(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, pairs }) => {
      if (heads.length !== ids.length) throw notFound();
      for (const { id } of pairs) retry(ctx, id);
      return null;
    },
    {
      reads: {
        heads: headsOf(order, ids, true),
        pairs: statement(
          { id: 'uuid' },
          `select p.id from app.order_peer p where p.side = '${sides.seller}' and p.bill_id = any($1::uuid[])`,
          [ids],
        ),
      },
    },
  );
}

const gate = { effect: 'command', permission: [permissionOf(purchase, 'peer')] } as const;
export const peerRoutes: readonly Route[] = [
  {
    ...gate,
    method: 'PUT',
    path: `${purchase.path}/confirmAmounts`,
    marks: { 'body.id': purchase.name },
    body: agreed,
    summary: 'Purchase order: agree to exactly these amounts of the supplier',
    handle: confirmAmounts,
  },
  {
    ...gate,
    method: 'PUT',
    path: `${purchase.path}/askClose`,
    marks: { 'body[]': purchase.name },
    summary: 'Purchase order: ask the supplier to close what he has not sent',
    handle: askClose,
  },
  {
    ...gate,
    method: 'PUT',
    path: `${purchase.path}/push`,
    marks: { 'body[]': purchase.name },
    summary: 'Purchase order: send to the supplier (again)',
    handle: pushAgain,
  },
  {
    method: 'PUT',
    path: `${order.path}/peerRetry`,
    permission: [permissionOf(order, 'audit'), permissionOf(order, 'push')],
    effect: 'command',
    marks: { 'body[]': order.name },
    summary: 'Order: try the messages of its customer at once',
    handle: retryOrders,
  },
];
