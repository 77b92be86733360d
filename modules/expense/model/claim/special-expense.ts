import { customer } from '#data/model/partner/customer.ts';
import { billStates } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { paidJourney, paidVerbs } from '#funds/model/payout/payout.ts';
import { docTypeOf } from '#expense/model/value/asked.ts';
import { claimColumns, claimEnds, claimFields, claimFilters, claimGrants, claimPrint } from './claim-fields.ts';
import { itemLines } from './expense.ts';

const name = 'reimbursement:specialexpense';

/** What a project or an activity of the market cost: it was applied for before (domain §8.2). */
export const specialExpense = defineDocument({
  name,
  label: ['专项费用报销单', '專項費用報銷單', 'Special expense claim'],
  path: '/reimbursement/special',
  number: { prefix: 'SE', digits: 4 },
  unowned: 'a claim is of whoever spent it; the customer is whom the activity was for',
  head: {
    docType: docTypeOf('specialExpense'),
    projectName: text(['项目名称', '項目名稱', 'Project'], { required: true, max: 200 }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { mayRest: true }),
    ...claimFields,
    remark: remark(),
  },
  lineLabel: ['专项费用明细', '專項費用明細', 'Special expense line'],
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
    columns: [
      ...claimColumns,
      'projectName',
      'totalAmount',
      'allowedAmount',
      'payAmount',
      'customerName',
      'organizeName',
      ...claimEnds,
    ],
    lead: ['code', 'applicantName', 'projectName', 'totalAmount', 'payAmount', 'billStatus', 'payFlag'],
    filters: [...claimFilters, 'customerCode', 'loanCode'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/specialexpense',
    sort: 106,
    title: ['专项费用报销单', '專項費用報銷單', 'Special expense claims'],
  },
  attachments: true,
  print: claimPrint,
});
