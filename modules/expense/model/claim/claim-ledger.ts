import { dept, personnel } from '#data/model/staff/staff.ts';
import { defineLedger } from '#platform/model/ledger.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';

/**
 * What people of the house were granted, by item and month (domain §4.4, I61): one entry for each part of an approved
 * claim. What is asked for in approval stands apart until it is decided: a limit a month counts both.
 */
export const claimLedger = defineLedger({
  name: 'claimed',
  label: ['费用台账', '費用台帳', 'Reimbursed'],
  lockOrder: 75,
  key: ['applicantCode', 'itemCode', 'month', 'deptCode'],
  refs: { applicantCode: () => personnel, itemCode: () => reimbursementItem, deptCode: () => dept },
  measures: {
    asked: ['审批中', '審批中', 'Asked for'],
    amount: ['报销金额', '報銷金額', 'Reimbursed'],
    tax: ['可抵扣税额', '可抵扣稅額', 'Deductible tax'],
  },
  available: { plus: ['amount'], minus: [] },
  held: 'asked',
  money: ['asked', 'amount', 'tax'],
  notes: {
    organizeCode: 'text',
    costSubjectCode: 'text',
    budgetAccountCode: 'text',
    projectCode: 'text',
    invoiceNumber: 'text',
  },
  postTypes: {
    ASK: ['提交', '提交', 'Asked for'],
    BACK: ['退回', '退回', 'Given back'],
    CLAIM: ['报销', '報銷', 'Reimbursed'],
    UNDO: ['撤销', '撤銷', 'Taken back'],
  },
});
