import { compare, minus } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { order } from '#sales/model/order/order.ts';
import { shortLines } from '#sales/server/delivery/short-lines.ts';
import { demand } from '#purchase/model/demand.ts';
import { demandService } from './demand.ts';
import { makeBill } from './made/make-bill.ts';
import { nothingShort } from './purchase-refusals.ts';

/**
 * Whose lines are short, what demands of these orders ask for already, and who brought the goods last: he is asked
 * first.
 */
const shortOf = (orders: readonly string[]) =>
  statement(
    {
      lineId: 'uuid',
      code: 'text',
      organizeCode: 'text',
      storageCode: 'text?',
      requiredDate: 'date?',
      productCode: 'text',
      asked: 'decimal',
      supplierCode: 'text?',
    },
    `
      select l.id as line_id, o.code, o.organize_code, coalesce(l.out_storage_code, o.storage_code) as storage_code,
        o.required_date, l.product_code,
        coalesce((
          select sum(x.number)
          from app.order_demand d
          join app.order_demand_line x on x.tenant_code = d.tenant_code and x.parent_id = d.id
          where d.source_code = o.code
            and d.cancel_flag = '0'
            and d.deleted_flag = '0'
            and x.product_code = l.product_code
        ), 0) as asked,
        (
          select p.supplier_code
          from app.order_purchase_line y
          join app.order_purchase p on p.tenant_code = y.tenant_code and p.id = y.parent_id
          where y.product_code = l.product_code and p.bill_status in ('1', '2') and p.deleted_flag = '0'
          order by p.bill_date desc, p.id desc
          limit 1
        ) as supplier_code
      from app.order_order o
      join app.order_order_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      where o.id = any($1::uuid[])`,
    [orders],
  );

/** What is short of orders is asked for: a demand for each order, warehouse and supplier who brought the goods last. */
function fromOrders(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { held, short, lines }) => {
      if (held.length !== ids.length) throw notFound();
      const known = new Map(lines.map((line) => [line.lineId, line]));
      const lacking = short.flatMap(({ id, need, free }) => {
        const line = known.get(id);
        if (line === undefined) return [];
        const number = minus(minus(need, free), line.asked);
        return compare(number, '0') > 0 ? [{ ...line, number }] : [];
      });
      if (lacking.length === 0) throw nothingShort();
      const made: string[] = [];
      const groups = Map.groupBy(lacking, ({ code, storageCode, supplierCode }) =>
        JSON.stringify([code, storageCode, supplierCode]),
      );
      for (const group of groups.values()) {
        const [first] = group;
        if (first === undefined) continue;
        const { id } = await makeBill(ctx, {
          document: demand,
          hooks: demandService.document,
          body: {
            organizeCode: first.organizeCode,
            storageCode: first.storageCode,
            supplierCode: first.supplierCode,
            requiredDate: first.requiredDate ?? ctx.today,
            lines: group.map(({ productCode, number }) => ({ productCode, number })),
          },
          kept: { source: '1', sourceCode: first.code },
          message: first.code,
        });
        made.push(id);
      }
      return { ids: made };
    },
    {
      reads: {
        held: statement(
          { id: 'uuid' },
          'select id from app.order_order where id = any($1::uuid[]) order by id for update',
          [ids],
        ),
        short: shortLines(ids),
        lines: shortOf(ids),
      },
    },
  );
}

export const fromOrdersRoute: Route = {
  method: 'POST',
  path: `${demand.path}/fromOrders`,
  permission: [permissionOf(demand, 'save')],
  effect: 'command',
  marks: { 'body[]': order.name },
  summary: 'Demand: ask for what is short of these orders',
  handle: fromOrders,
};
