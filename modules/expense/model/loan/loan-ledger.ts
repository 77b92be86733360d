import { personnel } from '#data/model/staff/staff.ts';
import { defineLedger } from '#platform/model/ledger.ts';

/**
 * What people of the house owe it (domain §4.4, I60): a balance is one loan, from the day it was paid. Claims in
 * approval lock what they are about to offset, so nobody else takes it and nobody repays it meanwhile (D6a).
 */
export const loanLedger = defineLedger({
  name: 'loan',
  label: ['员工借款', '員工借款', 'Loans'],
  lockOrder: 70,
  key: ['applicantCode', 'loanCode'],
  refs: { applicantCode: () => personnel },
  measures: { amount: ['借款余额', '借款餘額', 'Owed'], locked: ['冲销中', '沖銷中', 'Being offset'] },
  available: { plus: ['amount'], minus: ['locked'] },
  held: 'locked',
  floored: 'amount',
  money: ['amount', 'locked'],
  postTypes: {
    PAY: ['借款付款', '借款付款', 'Paid out'],
    LOCK: ['冲销占用', '沖銷佔用', 'Locked'],
    UNLOCK: ['释放占用', '釋放佔用', 'Unlocked'],
    OFFSET: ['报销冲销', '報銷沖銷', 'Offset'],
    REPAY: ['还款', '還款', 'Repaid'],
  },
});
