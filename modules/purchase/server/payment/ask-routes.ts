import { compare, minus } from '#platform/model/decimal.ts';
import type { Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { headsOf } from '#platform/server/document/read.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { receiveLink } from '#purchase/model/links.ts';
import { purchaseInvoice } from '#purchase/model/purchase-invoice.ts';
import { payment } from '#purchase/model/payment.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { makeBill } from '#purchase/server/made/make-bill.ts';
import { receivedReads } from '#purchase/server/invoice/invoice-reads.ts';
import { purchaseInvoiceService, uninvoiced } from '#purchase/server/invoice/purchase-invoice.ts';
import { paymentService } from './payment.ts';
import { ofPurchases, roomReads } from './supplier-room.ts';

export const nothingToAsk = refusal('E-NOTHING-TO-PAY', 20254, [
  '采购订单【{code}】没有可处理的入库单',
  '採購訂單【{code}】沒有可處理的入庫單',
  'No receipt of purchase order {code} is left for this',
]);

interface Bought {
  readonly organizeCode: string;
  readonly supplierCode: string;
  readonly code: string;
}
const groupOf = ({ organizeCode, supplierCode }: Bought): string => JSON.stringify([organizeCode, supplierCode]);

/** What came of these purchases, by the number of the receipt. */
const receiptsOf = (ids: readonly string[]) =>
  statement(
    { code: 'text', organizeCode: 'text', supplierCode: 'text?' },
    `
      select distinct m.code, m.organize_code, m.supplier_code
      from app.doc_link k
      join app.stock_inout m on m.tenant_code = k.tenant_code and m.id = k.to_id
      where k.kind = '${receiveLink}'
        and k.is_active
        and k.from_id = any($1::uuid[])
        and m.bill_status in ('1', '2')
        and m.cancel_flag = '0'
        and m.deleted_flag = '0'
      order by m.code`,
    [ids],
  );

/** One half-written document for each supplier: whoever opens it says what only he knows. */
async function makeAll(
  ctx: Command,
  bills: readonly Bought[],
  made: (bought: readonly Bought[]) => Promise<{ readonly id: string } | null>,
): Promise<{ ids: string[] }> {
  const ids: string[] = [];
  for (const bought of Map.groupBy(bills, groupOf).values()) {
    const bill = await made(bought);
    const [first] = bought;
    if (bill === null) throw nothingToAsk({ code: first?.code ?? '' });
    ids.push(bill.id);
  }
  return { ids };
}

/** The lines of receipts that no invoice is for yet. */
function toInvoice(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, receipts }) => {
      if (heads.length !== ids.length) throw notFound();
      const codes = receipts.map(({ code }) => code);
      const { received } = await ctx.all(receivedReads(codes, [], true));
      return makeAll(ctx, heads, async ([first]) => {
        if (first === undefined) return null;
        const { organizeCode, supplierCode } = first;
        const lines = received.flatMap((own) => {
          const number = uninvoiced(own);
          const isOwn = own.organizeCode === organizeCode && own.supplierCode === supplierCode;
          return isOwn && compare(number, '0') > 0
            ? [{ sourceCode: own.sourceCode, sourceLineNo: own.sourceLineNo, number }]
            : [];
        });
        return lines.length === 0
          ? null
          : makeBill(ctx, {
              document: purchaseInvoice,
              hooks: purchaseInvoiceService.document,
              isStash: true,
              body: { organizeCode, supplierCode, invoiceDate: ctx.today, lines },
              message: first.code,
            });
      });
    },
    { reads: { heads: headsOf(purchase, ids, true), receipts: receiptsOf(ids) } },
  );
}

/** What is open of the receipts and nobody has asked for yet. */
function toPay(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, receipts, owed }) => {
      if (heads.length !== ids.length) throw notFound();
      const codes = new Set(receipts.map(({ code }) => code));
      return makeAll(ctx, heads, async (bought) => {
        const [first] = bought;
        if (first === undefined) return null;
        const { organizeCode, supplierCode } = first;
        const lines = owed.flatMap((row) => {
          const amount = minus(row.open, row.waiting);
          const isOwn = row.organizeCode === organizeCode && row.supplierCode === supplierCode;
          return isOwn && codes.has(row.sourceCode) && compare(amount, '0') > 0
            ? [{ sourceCode: row.sourceCode, amount }]
            : [];
        });
        return lines.length === 0
          ? null
          : makeBill(ctx, {
              document: payment,
              hooks: paymentService.document,
              isStash: true,
              body: {
                organizeCode,
                supplierCode,
                applyDate: ctx.today,
                purchaseCode: bought.length === 1 ? first.code : null,
                lines,
              },
              message: first.code,
            });
      });
    },
    {
      reads: {
        heads: headsOf(purchase, ids, true),
        receipts: receiptsOf(ids),
        ...roomReads(ofPurchases(ids)),
      },
    },
  );
}

const ask = (name: string, made: Document, handle: Route['handle']): Route => ({
  method: 'POST',
  path: `${purchase.path}/${name}`,
  permission: [permissionOf(made, 'stash')],
  effect: 'command',
  marks: { 'body[]': purchase.name },
  summary: `Purchase order: ${made.label[2].toLowerCase()} of what has come, half written`,
  handle,
});

export const askRoutes: readonly Route[] = [ask('invoice', purchaseInvoice, toInvoice), ask('payment', payment, toPay)];
