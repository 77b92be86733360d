import type { Choices } from '#platform/model/field.ts';

/** The documents by which people claim, borrow and pay; each is written on a page of its own. */
export const docType = {
  loan: ['借款单', '借款單', 'Loan'],
  expense: ['费用报销单', '費用報銷單', 'Expense'],
  specialExpense: ['专项费用报销单', '專項費用報銷單', 'Special expense'],
  travel: ['差旅报销单', '差旅報銷單', 'Travel'],
  cityTransport: ['市内交通报销单', '市內交通報銷單', 'City transport'],
  payment: ['付款单', '付款單', 'Payment'],
  prepayment: ['预付款单', '預付款單', 'Prepayment'],
  repayment: ['还款单', '還款單', 'Repayment'],
} as const satisfies Choices;

export const policyControl = {
  0: ['不控制', '不控制', 'None', 'grey'],
  1: ['提醒', '提醒', 'Warn', 'orange'],
  2: ['禁止', '禁止', 'Forbid', 'red'],
  3: ['按标准截取', '按標準截取', 'Cut to the limit', 'blue'],
  4: ['特批', '特批', 'Special approval', 'orange'],
} as const satisfies Choices;

export const policyUnit = {
  day: ['每天', '每天', 'Per day'],
  night: ['每晚', '每晚', 'Per night'],
  time: ['每次', '每次', 'Per time'],
  km: ['每公里', '每公里', 'Per km'],
  person: ['每人', '每人', 'Per person'],
  month: ['每月', '每月', 'Per month'],
} as const satisfies Choices;

/** How budgets change: more or less of one, or from one to another. */
export const adjustType = {
  0: ['追加或调减', '追加或調減', 'More or less', 'blue'],
  1: ['预算调拨', '預算調撥', 'Transfer', 'orange'],
} as const satisfies Choices;
