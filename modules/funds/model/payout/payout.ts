import { bankAccount } from '#data/model/money/bank-account.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { auditStep, submitStep, type Verbs } from '#platform/model/document.ts';
import { choice, date, ref, text, type Choices, type Fields } from '#platform/model/field.ts';
import type { Journey, JourneyStep } from '#platform/model/life.ts';
import { permissionOf } from '#platform/model/permission.ts';

/**
 * The cashier's half of every document that ends with money leaving the house (amendment D6): payments and prepayments
 * to suppliers, loans and claims of employees. A document takes these fields into its head, these verbs beside those of
 * a bill and the step into its journey; `funds/server/payout.ts` has the hooks. What leaves the books with the money is
 * the document's own.
 */
export const payFlag = {
  0: ['未付款', '未付款', 'Unpaid', 'orange'],
  1: ['已付款', '已付款', 'Paid', 'green'],
  // Offset as a whole: no money moves.
  2: ['无需付款', '無需付款', 'Nothing to pay', 'grey'],
} as const satisfies Choices;

export const payoutFields = {
  payFlag: choice(['付款状态', '付款狀態', 'Payment status'], payFlag, { default: '0', kept: true }),
  // From which of our accounts; the cashier says it with the day and the number of the bank.
  bankAccountCode: ref(['付款账户编码', '付款帳戶編碼', 'Paying account code'], () => bankAccount, { kept: true }),
  payDate: date(['付款日期', '付款日期', 'Paid on'], { kept: true }),
  bankSerialNo: text(['银行流水号', '銀行流水號', 'Bank line no.'], { kept: true, max: 50 }),
  payerName: text(['付款人', '付款人', 'Paid by'], { kept: true }),
} as const satisfies Fields;

/** Permissions of their own: `…:pay` and `…:unpay`, for the cashier and nobody who asks or decides. */
export const payoutVerbs = {
  pay: {
    label: ['付款', '付款', 'Pay'],
    from: ['audited'],
    to: 'audited',
    when: { payFlag: ['0'] },
    asks: { bankAccountCode: 'required', payDate: 'required', bankSerialNo: 'optional' },
    posts: true,
  },
  unpay: {
    label: ['撤销付款', '撤銷付款', 'Revoke payment'],
    from: ['audited'],
    to: 'audited',
    when: { payFlag: ['1'] },
    asksReason: true,
    posts: true,
  },
} as const satisfies Verbs<'audited'>;

/** The step behind the audit: the cashier's task. */
const payoutStep = (noun: { readonly name: string }): JourneyStep => ({
  key: 'pay',
  label: ['付款', '付款', 'Payment'],
  waits: ['待付款', '待付款', 'To pay'],
  done: { payFlag: ['1', '2'] },
  verb: 'pay',
  permission: permissionOf(noun, 'pay'),
  by: 'payerName',
  at: 'payDate',
});

/** Of a document that ends with money leaving the house. */
export const paidVerbs = { ...billVerbs, ...payoutVerbs } as const satisfies Verbs<keyof typeof billStates>;
export const paidJourney = (name: string): Journey => ({
  over: ['已付款', '已付款', 'Paid'],
  steps: [
    submitStep({ states: billStates, stashed: 'stashed' }),
    auditStep({ states: billStates }),
    payoutStep({ name }),
  ],
});
