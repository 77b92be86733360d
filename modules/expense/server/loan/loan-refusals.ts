import { refusal } from '#platform/model/refusal.ts';

export const loanOverdue = refusal('E-LOAN-OPEN', 20503, [
  '存在逾期未还借款{amount}元',
  '存在逾期未還借款{amount}元',
  'Overdue loans of {amount}',
]);
export const loanLocked = refusal('E-LOAN-LOCKED', 20506, [
  '借款【{code}】正由【{doc}】冲销，最多可还{n}元',
  '借款【{code}】正由【{doc}】沖銷，最多可還{n}元',
  'Loan {code} is being offset by {doc}; at most {n} can be repaid',
]);
export const repaidOver = refusal('E-REPAY-OVER', 20507, [
  '还款金额超过借款余额{n}元',
  '還款金額超過借款餘額{n}元',
  'The repayment exceeds the balance {n}',
]);
export const loanLimit = refusal('E-LOAN-LIMIT', 20512, [
  '未还借款合计不能超过{limit}元，已有{owed}元',
  '未還借款合計不能超過{limit}元，已有{owed}元',
  'Loans may come to {limit} in all; {owed} are open or asked for',
]);
