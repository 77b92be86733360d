import { budgetAccount } from '#data/model/money/cost-subject.ts';
import { dept } from '#data/model/staff/staff.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, integer, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { adjustType } from '#expense/model/value/choices.ts';

/** Budgets get more or less, or give to each other: never below what is held and used of them (D2, E-BUDGET-LOW). */
export const budgetAdjust = defineDocument({
  name: 'reimbursement:budgetadjust',
  label: ['预算调整', '預算調整', 'Budget adjustment'],
  path: '/reimbursement/budgetadjust',
  number: { prefix: 'BA', digits: 4 },
  isImported: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    year: integer(['年度', '年度', 'Year'], { required: true }),
    adjustType: choice(['调整类型', '調整類型', 'Kind'], adjustType, { required: true, default: '0' }),
    reason: text(['调整原因', '調整原因', 'Reason'], { required: true, max: 200 }),
    // What the budgets have more by it, and what changes hands.
    totalAmount: amount(['增减合计', '增減合計', 'Change in all'], { kept: true }),
    movedAmount: amount(['调拨合计', '調撥合計', 'Moved in all'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['调整明细', '調整明細', 'Adjustment line'],
  lines: {
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept, { required: true }),
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount, {
      required: true,
    }),
    month: integer(['月份', '月份', 'Month'], { required: true }),
    projectCode: text(['项目编码', '項目編碼', 'Project code'], { max: 50 }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    // Of a transfer: where it goes. What is left open is as on the left.
    toDeptCode: ref(['调入部门编码', '調入部門編碼', 'To department code'], () => dept),
    toBudgetAccountCode: ref(['调入科目编码', '調入科目編碼', 'To budget account code'], () => budgetAccount),
    toMonth: integer(['调入月份', '調入月份', 'To month']),
    toProjectCode: text(['调入项目编码', '調入項目編碼', 'To project code'], { max: 50 }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'year',
      'adjustType',
      'reason',
      'totalAmount',
      'movedAmount',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'year', 'adjustType', 'reason', 'totalAmount', 'movedAmount', 'billStatus'],
    filters: ['code', 'adjustType', 'organizeCode', 'billStatus', 'billDate'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/budgetadjust',
    sort: 115,
    title: ['预算调整', '預算調整', 'Budget adjustments'],
  },
  attachments: true,
  print: { sums: ['totalAmount', 'movedAmount'], amount: 'totalAmount' },
});
