import { isZero } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, refusal } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { headsOf } from '#platform/server/document/read.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { leftOf } from '#invoice/model/source/left.ts';
import { makeBill } from '#purchase/server/made/make-bill.ts';
import { order } from '#sales/model/order/order.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { invoiceApplyService } from './apply.ts';
import { isReady, sourceReads, sourcesIn } from './source-reads.ts';

export const nothingToInvoice = refusal('E-NOTHING-TO-INVOICE', 20408, [
  '订单【{code}】没有可开票的内容',
  '訂單【{code}】沒有可開票的內容',
  'Nothing of order {code} can be invoiced',
]);

/** Movements that took goods of these orders out, or brought them back. */
const movementsOf = (ids: readonly string[]) =>
  statement(
    { code: 'text' },
    `
      select distinct m.code
      from app.doc_link k
      join app.stock_inout m on m.tenant_code = k.tenant_code and m.id = k.to_id
      where k.kind in ('${linkKinds.out}', '${linkKinds.returned}') and k.is_active and k.from_id = any($1::uuid[])
      order by m.code`,
    [ids],
  );

/** Whom an invoice of each customer names, unless he says otherwise. */
const titlesOf = (ids: readonly string[]) =>
  statement(
    { customerCode: 'text', id: 'uuid', typeCode: 'text' },
    `
      select distinct on (i.customer_code) i.customer_code, i.id, i.type_code
      from app.data_customerinvoice i
      where i.status = '1'
        and i.customer_code = any(array(select o.customer_code from app.order_order o where o.id = any($1::uuid[])))
      order by i.customer_code, i.default_flag desc, i.create_date, i.id`,
    [ids],
  );

/** All that is left of these orders, half written: an application for each customer and organisation. */
function fromOrders(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, movements, titles, params }) => {
      if (heads.length !== ids.length) throw notFound();
      const codes = movements.map(({ code }) => code);
      const sources = [...sourcesIn(await ctx.all(sourceReads(codes, [], true))).values()];
      const orders = heads as readonly Record<'organizeCode' | 'customerCode' | 'code' | 'id', string>[];
      const made: string[] = [];
      for (const group of Map.groupBy(orders, (each) =>
        JSON.stringify([each.organizeCode, each.customerCode]),
      ).values()) {
        const [first] = group;
        if (first === undefined) continue;
        const { organizeCode, customerCode } = first;
        const when = paramIn(params, 'IV001', organizeCode);
        const own = new Set(group.map(({ id }) => id));
        const lines = sources
          .filter((source) => own.has(source.goods.orderId) && isReady(source.movement, when))
          .filter((source) => !isZero(leftOf(source).number) && !isZero(leftOf(source).amount))
          .map((source) => ({
            sourceCode: source.movement.sourceCode,
            sourceKind: source.kind,
            sourceLineNo: source.lineNo,
            number: leftOf(source).number,
          }));
        if (lines.length === 0) throw nothingToInvoice({ code: first.code });
        const title = titles.find((each) => each.customerCode === customerCode);
        const { id } = await makeBill(ctx, {
          document: invoiceApply,
          hooks: invoiceApplyService.document ?? {},
          isStash: true,
          body: { organizeCode, customerCode, invoiceInfoId: title?.id, invoiceType: title?.typeCode, lines },
          message: first.code,
        });
        made.push(id);
      }
      return { ids: made };
    },
    {
      reads: {
        heads: headsOf(order, ids, false),
        movements: movementsOf(ids),
        titles: titlesOf(ids),
        params: paramStatement(['IV001']),
      },
    },
  );
}

export const fromOrdersRoute: Route = {
  method: 'POST',
  path: `${invoiceApply.path}/fromorders`,
  permission: [permissionOf(invoiceApply, 'stash')],
  effect: 'command',
  marks: { 'body[]': order.name },
  summary: 'Invoice application: what is left of orders, half written',
  handle: fromOrders,
};
