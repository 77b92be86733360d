import { budgetAccount } from '#data/model/money/cost-subject.ts';
import { dept } from '#data/model/staff/staff.ts';
import { budgetControl } from '#data/model/value/choices.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, integer, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';

/** What a department, or a project of it, may spend in a year, by budget account and month (domain §8.4). */
export const budget = defineDocument({
  name: 'reimbursement:budget',
  label: ['费用预算', '費用預算', 'Budget'],
  path: '/reimbursement/budget',
  number: { prefix: 'BG', digits: 4 },
  isImported: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    year: integer(['年度', '年度', 'Year'], { required: true }),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept, { required: true }),
    projectCode: text(['项目编码', '項目編碼', 'Project code'], { max: 50 }),
    control: choice(['控制方式', '控制方式', 'Control'], budgetControl, { default: '1' }),
    totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
    // As they are today, with what was adjusted and what claims hold.
    usedAmount: amount(['已用金额', '已用金額', 'Used'], { kept: true }),
    balanceAmount: amount(['余额', '餘額', 'Balance'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['预算明细', '預算明細', 'Budget line'],
  lines: {
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount, {
      required: true,
    }),
    month: integer(['月份', '月份', 'Month'], { required: true }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    usedAmount: amount(['已用金额', '已用金額', 'Used'], { kept: true }),
    frozenAmount: amount(['冻结金额', '凍結金額', 'Frozen'], { kept: true }),
    balanceAmount: amount(['余额', '餘額', 'Balance'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'deptCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'year',
      'deptName',
      'projectCode',
      'usedAmount',
      'control',
      'organizeName',
      'totalAmount',
      'balanceAmount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    rare: ['projectCode'],
    lead: ['code', 'year', 'deptName', 'totalAmount', 'usedAmount', 'balanceAmount', 'billStatus'],
    filters: ['code', 'deptCode', 'organizeCode', 'control', 'billStatus', 'billDate'],
  },
  screen: { area: 'reimbursement', url: 'reimbursement/budget', sort: 101, title: ['费用预算', '費用預算', 'Budgets'] },
  attachments: true,
  print: {
    without: ['usedAmount', 'frozenAmount', 'balanceAmount'],
    sums: ['totalAmount'],
    amount: 'totalAmount',
    signatures: [['部门负责人', '部門負責人', 'Head of department']],
  },
});
