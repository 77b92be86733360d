import { refusal } from '#platform/model/refusal.ts';

export const budgetOver = refusal('E-BUDGET-OVER', 10020, [
  '预算【{account}】可用{avail}，超出{over}',
  '預算【{account}】可用{avail}，超出{over}',
  'Budget {account}: available {avail}, exceeded by {over}',
]);
export const budgetLow = refusal('E-BUDGET-LOW', 20510, [
  '调整后预算不能低于已用和预占{n}元',
  '調整後預算不能低於已用和預佔{n}元',
  'The budget may not fall below {n} used and held',
]);
export const applicationNeeded = refusal('E-APPLY-NEED', 20511, [
  '报销项目【{item}】须先申请',
  '報銷項目【{item}】須先申請',
  '{item} needs an application first',
]);
