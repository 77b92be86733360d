import { dept, personnel } from '#data/model/staff/staff.ts';
import { billStates } from '#platform/model/bill.ts';
import { amount, choice, date, instant, ref, text, type Choices } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { docType } from '#expense/model/value/choices.ts';

const statuses: Choices = Object.fromEntries(
  Object.values(billStates).map(({ code, label: [zhCN, zhTW, en], tone }) => [code, [zhCN, zhTW, en, tone]]),
);

/** 报销单据: everything by which people of the house borrow, repay, claim and pay, in one list. */
export const claimList = defineReport({
  name: 'reimbursement:bill',
  label: ['报销单据', '報銷單據', 'Reimbursement document'],
  path: '/reimbursement/bill',
  fields: {
    code: text(['单据编号', '單據編號', 'Document no.'], { isNumber: true }),
    docType: choice(['单据类型', '單據類型', 'Document type'], docType),
    applicantCode: ref(['申请人编码', '申請人編碼', 'Applicant code'], () => personnel),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    applyDate: date(['申请日期', '申請日期', 'Applied on']),
    reason: text(['事由', '事由', 'Reason']),
    payAmount: amount(['应付金额', '應付金額', 'To pay']),
    totalAmount: amount(['总金额', '總金額', 'Total amount']),
    billStatus: choice(['单据状态', '單據狀態', 'Status'], statuses),
    auditPersonName: text(['审核人', '審核人', 'Approved by']),
    auditDate: instant(['审核时间', '審核時間', 'Approved at']),
    createDate: instant(['创建时间', '建立時間', 'Created at']),
  },
  list: {
    columns: [
      'code',
      'docType',
      'applicantName',
      'deptName',
      'applyDate',
      'reason',
      'payAmount',
      'totalAmount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'createDate',
    ],
    lead: ['code', 'docType', 'applicantName', 'reason', 'totalAmount', 'payAmount', 'billStatus'],
    filters: ['code', 'applicantCode', 'deptCode', 'docType', 'billStatus'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/bill',
    sort: 104,
    title: ['报销单据', '報銷單據', 'All claims'],
  },
});
