import { budgetAccount } from '#data/model/money/cost-subject.ts';
import { dept } from '#data/model/staff/staff.ts';
import { amount, integer, rate, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';

/** 预算执行: what every department has left of each budget account, month by month (I50). */
export const budgetExecution = defineReport({
  name: 'reimbursement:execution',
  label: ['预算执行', '預算執行', 'Budget execution'],
  path: '/reimbursement/execution',
  fields: {
    year: integer(['年度', '年度', 'Year']),
    period: integer(['月份', '月份', 'Month']),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount),
    projectCode: text(['项目编码', '項目編碼', 'Project code']),
    initAmount: amount(['预算金额', '預算金額', 'Budgeted']),
    adjustAmount: amount(['调整金额', '調整金額', 'Adjusted']),
    heldAmount: amount(['预占金额', '預佔金額', 'Held']),
    usedAmount: amount(['已用金额', '已用金額', 'Used']),
    availableAmount: amount(['本月可用', '本月可用', 'Left of the month']),
    // With what earlier months left over, up to this one.
    toDateAmount: amount(['累计可用', '累計可用', 'Left to date'], { isNotSummed: true }),
    usedRate: rate(['执行率（%）', '執行率（%）', 'Used (%)'], { isNotSummed: true }),
  },
  list: {
    columns: [
      'year',
      'period',
      'deptName',
      'budgetAccountName',
      'projectCode',
      'initAmount',
      'adjustAmount',
      'heldAmount',
      'usedAmount',
      'availableAmount',
      'toDateAmount',
      'usedRate',
    ],
    lead: ['period', 'deptName', 'budgetAccountName', 'initAmount', 'usedAmount', 'heldAmount', 'availableAmount'],
    filters: ['deptCode', 'budgetAccountCode', 'year', 'period'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/execution',
    sort: 116,
    title: ['预算执行', '預算執行', 'Budget execution'],
  },
});
