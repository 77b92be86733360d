import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { serveDocument, type LockedBill } from '#platform/server/serve.ts';
import { accountKinds } from '#sales/model/capital.ts';
import { financing } from '#sales/model/financing.ts';
import { paramIn, paramStatement } from '#system/server/param.ts';
import { accountFor, accountReads, accountResults, accountsIn, book, fundsUsed, receiptOf } from './capital.ts';

type Application = LockedBill<typeof financing>;

/** Company, bank, loan. When the bank pays, the customer has paid: it is posted like a receipt (domain §3.6, FI). */
export const financingService = serveDocument(financing, {
  reads: [paramStatement(['FD003'])],
  verbReads: (ids, verb) => (verb === 'release' ? accountReads('select organize_code, customer_code from app.sale_financing where id = any($1::uuid[])', [ids]) : []),
  beforeSave(_ctx, draft) {
    if (compare(draft.amount, '0') <= 0) throw invalidAt([{ path: 'amount', field: financing.head.amount.label, reason: reasons.format }]);
    return draft;
  },
  after: {
    release(ctx, bill, { extra }) {
      const accounts = accountsIn(extra[accountResults] ?? []);
      const [cash, credit] = [accountFor(accounts, accountKinds.cash, bill), accountFor(accounts, accountKinds.credit, bill)];
      if (cash === undefined || credit === undefined) throw new Error(`${bill.customerCode} lacks an account with ${bill.organizeCode}`);
      const split = receiptOf(bill.amount, credit, paramIn(extra[0] ?? [], 'FD003', bill.organizeCode) === '1');
      book(ctx, sourceOf(bill), [{ account: credit, postType: 'RCH', changes: { balance: split.credit } }, { account: cash, postType: 'RCH', changes: { balance: split.cash } }],
        [{ organizeCode: bill.organizeCode, customerCode: bill.customerCode, postType: 'REC', amount: `-${bill.amount}`, orderCode: bill.orderCode }], () => fundsUsed());
      ctx.later({ text: 'update app.sale_financing set loan_date = coalesce(loan_date, $2::date) where id = $1', values: [bill.id, ctx.today] });
    },
  },
  sets: {
    companyAudit: () => ({ financingStatus: '1' }),
    submitBank: () => ({ financingStatus: '2' }),
    bankAudit: () => ({ financingStatus: '3' }),
    release: () => ({ financingStatus: '4' }),
  },
});

const sourceOf = (bill: Application): Source => ({ type: financing.name, id: bill.id, code: bill.code, opSeq: bill.opSeq, date: bill.billDate });
