import { budgetAccount, costSubject } from '#data/model/money/cost-subject.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, flag, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { docType } from '#expense/model/value/choices.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';

/**
 * What somebody means to spend, asked for before he does (D2). It holds its budget until claims take that over or it is
 * closed.
 */
export const application = defineDocument({
  name: 'reimbursement:application',
  label: ['费用申请', '費用申請', 'Expense application'],
  path: '/reimbursement/application',
  number: { prefix: 'AP', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    applicantCode: ref(['申请人编码', '申請人編碼', 'Applicant code'], () => personnel, { required: true }),
    // Left open it is the applicant's.
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept, { filled: true }),
    docType: choice(['单据类型', '單據類型', 'Document type'], docType, {
      none: ['全部单据', '全部單據', 'All documents'],
    }),
    projectCode: text(['项目编码', '項目編碼', 'Project code'], { max: 50 }),
    reason: text(['申请事由', '申請事由', 'Reason'], { required: true, max: 200 }),
    startDate: date(['开始日期', '開始日期', 'Start date']),
    endDate: date(['结束日期', '結束日期', 'End date']),
    dueDate: date(['有效期至', '有效期至', 'Valid until']),
    totalAmount: amount(['申请金额', '申請金額', 'Applied for'], { kept: true }),
    claimedAmount: amount(['已报销金额', '已報銷金額', 'Claimed'], { kept: true }),
    // What may still be claimed and is held no longer: a claim came back after others had taken the budget.
    unheldAmount: amount(['预占不足', '預佔不足', 'Not held any more'], { kept: true }),
    overBudget: flag(['超预算', '超預算', 'Over budget'], { kept: true, tone: 'red' }),
    remark: remark(),
  },
  lineLabel: ['申请明细', '申請明細', 'Application line'],
  lines: {
    itemCode: ref(['报销项目编码', '報銷項目編碼', 'Item code'], () => reimbursementItem, { required: true }),
    costSubjectCode: ref(['费用科目编码', '費用科目編碼', 'Expense item code'], () => costSubject, { kept: true }),
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount, {
      kept: true,
    }),
    deptCode: ref(['承担部门编码', '承擔部門編碼', 'Charged department code'], () => dept, { filled: true }),
    projectCode: text(['项目编码', '項目編碼', 'Project code'], { max: 50 }),
    occurDate: date(['费用日期', '費用日期', 'Expense date'], { required: true }),
    amount: amount(['申请金额', '申請金額', 'Applied for'], { required: true }),
    claimedAmount: amount(['已报销金额', '已報銷金額', 'Claimed'], { kept: true }),
    unheldAmount: amount(['预占不足', '預佔不足', 'Not held any more'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'applicantCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'applicantName',
      'deptName',
      'docType',
      'reason',
      'projectCode',
      'totalAmount',
      'claimedAmount',
      'overBudget',
      'dueDate',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'applicantName', 'reason', 'totalAmount', 'claimedAmount', 'billStatus', 'overBudget'],
    filters: ['code', 'applicantCode', 'deptCode', 'organizeCode', 'docType', 'billStatus', 'billDate'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/application',
    sort: 100,
    title: ['费用申请', '費用申請', 'Expense applications'],
  },
  attachments: true,
  print: {
    sums: ['totalAmount'],
    amount: 'totalAmount',
    signatures: [['部门负责人', '部門負責人', 'Head of department']],
  },
});
