import { isZero } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement } from '#platform/server/db/statement.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { order } from '#sales/model/order/order.ts';
import { orderService } from '#sales/server/order/order.ts';
import { demand } from '#purchase/model/demand.ts';
import { demandLink } from '#purchase/model/links.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { makeBill } from './made/make-bill.ts';
import { alreadyOrdered } from './purchase-refusals.ts';
import { purchaseService } from './purchase.ts';

type Demand = LockedBill<typeof demand>;
type Line = Demand['lines'][number] & { readonly demandId: string };
interface MadeBill {
  readonly type: 'order' | 'purchase';
  readonly id: string;
  /** Known once it is written. */ code: string;
}
const toOrderLabel = ['生成订单', '產生訂單', 'make orders'] as const;

/**
 * Audited demands become what serves them: with a customer an order of his, the others purchases, merged by supplier,
 * day, organisation and warehouse.
 */
function toOrder(call: Call): Promise<readonly MadeBill[]> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines, usual }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) refuseUnready(bill);
      const usualOf = new Map(usual.map((row) => [row.organizeCode, row.storageCode]));
      const placed = bills.map((bill) => ({
        ...bill,
        storageCode: bill.storageCode ?? usualOf.get(bill.organizeCode) ?? null,
      }));
      const made: MadeBill[] = [];
      for (const bill of placed.filter(({ customerCode }) => customerCode !== null))
        made.push(await orderOf(ctx, bill));
      const groups = Map.groupBy(
        placed.filter(({ customerCode }) => customerCode === null),
        ({ supplierCode, requiredDate, organizeCode, storageCode }) =>
          JSON.stringify([supplierCode, requiredDate, organizeCode, storageCode]),
      );
      for (const group of groups.values()) made.push(await purchaseOf(ctx, group));
      return made;
    },
    {
      reads: {
        heads: headsOf(demand, ids, true),
        lines: linesOf(demand, ids),
        usual: statement(
          { organizeCode: 'text', storageCode: 'text' },
          `
            select distinct on (d.organize_code) d.organize_code, d.code as storage_code
            from app.data_depot d
            where d.type = '0'
              and d.status = '1'
              and d.organize_code = any(array(
                select x.organize_code
                from app.order_demand x
                where x.id = any($1::uuid[])
              ))
            order by d.organize_code, d.code`,
          [ids],
        ),
      },
    },
  );
}

function refuseUnready(bill: Demand): void {
  const made = bill.orderCode ?? bill.purchaseCode;
  if (made !== null) throw alreadyOrdered({ code: bill.code, made });
  if (bill.billStatus !== demand.states.audited.code)
    throw stateForbids({ code: bill.code, status: statusLabel(demand, bill.billStatus), verb: toOrderLabel });
  if (bill.customerCode === null && bill.supplierCode === null)
    throw invalidAt([{ path: 'supplierCode', field: demand.head.supplierCode.label, reason: reasons.required }]);
}

const wanted = (lines: readonly Line[]): readonly Line[] =>
  lines.filter(({ number, approvedNumber }) => !isZero(approvedNumber ?? number));
const linesIn = (bills: readonly Demand[]): readonly Line[] =>
  wanted(bills.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, demandId: id }))));

async function orderOf(ctx: Command, bill: Demand): Promise<MadeBill> {
  const lines = linesIn([bill]);
  const { id, draft } = await makeBill(ctx, {
    document: order,
    hooks: orderService.document,
    body: {
      organizeCode: bill.organizeCode,
      customerCode: bill.customerCode,
      orderType: '0',
      storageCode: bill.storageCode,
      requiredDate: bill.requiredDate,
      lines: lines.map(({ productCode, number, approvedNumber }) => ({
        productCode,
        lineType: '0',
        number: approvedNumber ?? number,
      })),
    },
    message: bill.code,
  });
  const made: MadeBill = { type: 'order', id, code: '' };
  keepMade(ctx, order, made, lines, draft.lines);
  return made;
}

async function purchaseOf(ctx: Command, bills: readonly Demand[]): Promise<MadeBill> {
  const [first] = bills;
  if (first === undefined) throw new Error('nobody asks for anything');
  if (first.storageCode === null)
    throw invalidAt([{ path: 'storageCode', field: demand.head.storageCode.label, reason: reasons.required }]);
  const lines = linesIn(bills);
  const { id, draft } = await makeBill(ctx, {
    document: purchase,
    hooks: purchaseService.document,
    body: {
      organizeCode: first.organizeCode,
      supplierCode: first.supplierCode,
      storageCode: first.storageCode,
      currency: 'CNY',
      arrivalDate: first.requiredDate,
      lines: lines.map(({ productCode, number, approvedNumber }) => ({
        productCode,
        number: approvedNumber ?? number,
      })),
    },
    message: bills.map(({ code }) => code).join(', '),
  });
  const made: MadeBill = { type: 'purchase', id, code: '' };
  keepMade(ctx, purchase, made, lines, draft.lines);
  return made;
}

/** The demand says what it became, and its lines lead there; the number is known with the write. */
function keepMade(
  ctx: Command,
  document: typeof order | typeof purchase,
  made: MadeBill,
  lines: readonly Line[],
  became: readonly { readonly id: string }[],
): void {
  linkDocuments(
    ctx,
    document,
    lines.map((line, i) => ({
      kind: demandLink,
      from: { type: demand.name, id: line.demandId, lineId: line.id },
      to: { id: made.id, lineId: became[i]?.id ?? made.id },
      number: line.approvedNumber ?? line.number,
      amount: '0',
    })),
  );
  const column = document.name === order.name ? 'order_code' : 'purchase_code';
  ctx.later({
    text: `
      update app.order_demand d
      set ${column} = (select m.code from app.${tableOf(document)} m where m.id = $2), row_version = d.row_version + 1
      where d.id = any($1::uuid[])`,
    values: [[...new Set(lines.map(({ demandId }) => demandId))], made.id],
  });
  ctx.later(
    statement({ code: 'text' }, `select code from app.${tableOf(document)} where id = $1`, [made.id]),
    ([row]) => {
      made.code = row?.code ?? '';
    },
  );
}

export const toOrderRoute: Route = {
  method: 'POST',
  path: `${demand.path}/toOrder`,
  permission: [permissionOf(demand, 'toorder')],
  effect: 'command',
  marks: { 'body[]': demand.name },
  summary: 'Demand: make the orders and purchases that serve it',
  handle: toOrder,
};
