import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import { serveDocument, type DocumentHooks, type LockedBill } from '#platform/server/document/serve.ts';
import { financing } from '#funds/model/financing.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { accountReads } from './capital.ts';
import { shownKinds } from './links.ts';
import { saleBillService, writeReceipts, type ReceiptOrigin } from './sale-bill.ts';

type Application = LockedBill<typeof financing>;

/**
 * Company, bank, loan. When the bank pays, the customer has paid: a receipt is written and audited with the release
 * (domain §3.6, FI).
 */
export const financingService = serveDocument(financing, {
  reads: selfAuditReads,
  // Receipt by receipt two releases of several loans would meet halfway.
  verbReads: (ids, verb) =>
    verb === 'release'
      ? accountReads('select organize_code, customer_code from app.sale_financing where id = any($1::uuid[])', [ids])
      : {},
  beforeSave(_ctx, draft) {
    if (compare(draft.amount, '0') <= 0)
      throw invalidAt([{ path: 'amount', field: financing.head.amount.label, reason: reasons.format }]);
    return draft;
  },
  before: { companyAudit: refuseSelfAudit },
  after: {
    async release(ctx, bill) {
      const loanDate = bill.loanDate ?? ctx.today;
      const [{ id } = { id: '' }] = await writeReceipts(ctx, [receiptOf(bill, loanDate)]);
      linkDocuments(ctx, saleBill, [
        {
          kind: shownKinds.lend,
          from: { type: financing.name, id: bill.id, lineId: bill.id },
          to: { id, lineId: id },
          number: '0',
          amount: bill.amount,
          isShownOnly: true,
        },
      ]);
      await performWithin(ctx, { document: saleBill, hooks: unasked, verb: 'audit', ids: [id], message: bill.code });
      ctx.later({
        text: 'update app.sale_financing set loan_date = $2::date where id = $1',
        values: [bill.id, loanDate],
      });
    },
  },
  sets: {
    companyAudit: () => ({ financingStatus: '1' }),
    companyUnaudit: () => ({ financingStatus: '0' }),
    submitBank: () => ({ financingStatus: '2' }),
    bankAudit: () => ({ financingStatus: '3' }),
    // What the bank says stands where the company's opinion stood.
    bankReject: (_bill, { message }) => ({ financingStatus: '1', auditMsg: message ?? null }),
    release: () => ({ financingStatus: '4' }),
  },
});

const receipts = saleBillService.document;
/** Whoever may release the loan need not find somebody else for its receipt. */
const unasked: DocumentHooks = { ...receipts, before: { ...receipts.before, audit: () => undefined } };

/** On the day of the loan; an order that the application names is paid by it. */
function receiptOf(
  { code, organizeCode, customerCode, amount, orderCode, remark }: Application,
  billDate: string,
): ReceiptOrigin {
  const lines = orderCode === null ? [] : [{ summary: code, orderCode, amount }];
  return { body: { organizeCode, customerCode, amount, sourceCode: code, billDate, remark, lines }, from: code };
}
