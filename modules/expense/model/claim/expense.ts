import { billStates } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, date, decimal, ref } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { area } from '#system/model/region.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';
import { paidJourney, paidVerbs } from '#funds/model/payout/payout.ts';
import { docTypeOf } from '#expense/model/value/asked.ts';
import {
  accountFields,
  borneFields,
  claimColumns,
  claimEnds,
  claimFields,
  claimFilters,
  claimGrants,
  claimPrint,
  grantedFields,
} from './claim-fields.ts';

const name = 'reimbursement:expense';

/** Lines of claims by item: what it was, when and where. */
export const itemLines = {
  itemCode: ref(['报销项目编码', '報銷項目編碼', 'Item code'], () => reimbursementItem, { required: true }),
  ...accountFields,
  occurDate: date(['费用日期', '費用日期', 'Expense date'], { required: true }),
  // Of what went on for days: a limit a day or night counts them.
  endDate: date(['结束日期', '結束日期', 'Until']),
  areaCode: ref(['发生地编码', '發生地編碼', 'Place code'], () => area),
  persons: decimal(['人数', '人數', 'Persons'], { scale: 0 }),
  amount: amount(['报销金额', '報銷金額', 'Claimed'], { required: true }),
  ...borneFields,
  ...grantedFields,
} as const;

/** What somebody of the house spent for it day by day, and claims back (domain §8.2). */
export const expenseClaim = defineDocument({
  name,
  label: ['费用报销单', '費用報銷單', 'Expense claim'],
  path: '/reimbursement/expense',
  number: { prefix: 'EX', digits: 4 },
  head: { docType: docTypeOf('expense'), ...claimFields, remark: remark() },
  lineLabel: ['费用明细', '費用明細', 'Expense line'],
  lines: itemLines,
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'applicantCode'],
  editable: ['saved', 'stashed'],
  stage: 'payFlag',
  journey: paidJourney(name),
  verbs: paidVerbs,
  grants: claimGrants,
  isImported: true,
  list: {
    columns: [...claimColumns, 'loanCode', 'totalAmount', 'allowedAmount', 'payAmount', 'organizeName', ...claimEnds],
    lead: ['code', 'applicantName', 'reason', 'totalAmount', 'payAmount', 'billStatus', 'payFlag'],
    filters: [...claimFilters, 'loanCode'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/expense',
    sort: 105,
    title: ['费用报销单', '費用報銷單', 'Expense claims'],
  },
  attachments: true,
  print: claimPrint,
});
