import { budgetAccount, costSubject } from '#data/model/money/cost-subject.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';
import { amount, choice, date, ref, text, type Choices } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';
import { docType } from '#expense/model/value/choices.ts';

/** What was reimbursed is money out; what was taken back of it is in again. */
export const entryDirection = {
  0: ['收入', '收入', 'In', 'green'],
  1: ['支出', '支出', 'Out', 'orange'],
} as const satisfies Choices;

/** 费用台账: one row for each cost of an approved claim (I61), with what the person had of that item in that month. */
export const claimEntries = defineReport({
  name: 'reimbursement:ledger',
  label: ['费用台账', '費用台帳', 'Expense ledger'],
  path: '/reimbursement/ledger',
  fields: {
    billDate: date(['单据日期', '單據日期', 'Document date']),
    docType: choice(['单据类型', '單據類型', 'Document type'], docType),
    billCode: text(['单据编号', '單據編號', 'Document no.'], { isNumber: true }),
    applicantCode: ref(['申请人编码', '申請人編碼', 'Applicant code'], () => personnel),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    itemCode: ref(['报销项目编码', '報銷項目編碼', 'Item code'], () => reimbursementItem),
    costSubjectCode: ref(['费用科目编码', '費用科目編碼', 'Expense item code'], () => costSubject),
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount),
    invoiceNumber: text(['发票号码', '發票號碼', 'Invoice no.']),
    direction: choice(['收支方向', '收支方向', 'Direction'], entryDirection),
    amount: amount(['金额', '金額', 'Amount']),
    taxAmount: amount(['可抵扣税额', '可抵扣稅額', 'Deductible tax']),
    balanceAmount: amount(['本月累计', '本月累計', 'Of the month'], { isNotSummed: true }),
  },
  list: {
    columns: [
      'billDate',
      'docType',
      'billCode',
      'applicantName',
      'deptName',
      'itemName',
      'costSubjectName',
      'budgetAccountName',
      'direction',
      'amount',
      'taxAmount',
      'invoiceNumber',
      'balanceAmount',
    ],
    rare: ['taxAmount', 'invoiceNumber'],
    lead: ['billCode', 'billDate', 'applicantName', 'itemName', 'direction', 'amount', 'balanceAmount'],
    filters: ['billCode', 'docType', 'direction', 'applicantCode', 'deptCode', 'itemCode'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/ledger',
    sort: 111,
    title: ['费用台账', '費用台帳', 'Reimbursement ledger'],
  },
});
