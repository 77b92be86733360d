import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

export const processState = {
  1: ['激活', '啟用', 'Activated', 'green'],
  2: ['挂起', '掛起', 'Suspended', 'orange'],
} as const satisfies Choices;

export const taskResult = {
  pass: ['通过', '通過', 'Pass', 'green'],
  reject: ['驳回', '駁回', 'Reject', 'red'],
  rollback: ['回退', '回退', 'Roll back', 'orange'],
  terminate: ['终止', '終止', 'Terminate', 'red'],
  delegate: ['委托', '委託', 'Delegate', 'blue'],
} as const satisfies Choices;

export type TaskResult = keyof typeof taskResult;

/** Categories of the processes that come with the product; whoever draws one may write another. */
export const processCategories = {
  销售: ['销售', '銷售', 'Sales'],
  价格: ['价格', '價格', 'Prices'],
  资金: ['资金', '資金', 'Funds'],
  采购: ['采购', '採購', 'Purchasing'],
  库存: ['库存', '庫存', 'Stock'],
  费用: ['费用', '費用', 'Expenses'],
  人事: ['人事', '人事', 'Human resources'],
} as const satisfies Readonly<Record<string, Label>>;
