import { billStates } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, date, decimal, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
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

const name = 'reimbursement:citytransport';

/** Taxis and own cars within the city (domain §8.2). */
export const cityTransport = defineDocument({
  name,
  label: ['市内交通报销单', '市內交通報銷單', 'City transport claim'],
  path: '/reimbursement/citytransport',
  number: { prefix: 'CT', digits: 4 },
  head: { docType: docTypeOf('cityTransport'), ...claimFields, remark: remark() },
  lineLabel: ['市内交通明细', '市內交通明細', 'Ride'],
  lines: {
    occurDate: date(['费用日期', '費用日期', 'Expense date'], { required: true }),
    fromPlace: text(['出发地', '出發地', 'From'], { required: true, max: 100 }),
    toPlace: text(['目的地', '目的地', 'To'], { required: true, max: 100 }),
    vehicle: text(['交通工具', '交通工具', 'Vehicle'], { max: 50 }),
    km: decimal(['公里数', '公里數', 'Kilometres'], { scale: 1 }),
    purpose: text(['事由', '事由', 'Purpose'], { required: true, max: 200 }),
    amount: amount(['报销金额', '報銷金額', 'Claimed'], { required: true }),
    // Left open it is the first item of this kind of claim.
    itemCode: ref(['报销项目编码', '報銷項目編碼', 'Item code'], () => reimbursementItem, { filled: true }),
    ...accountFields,
    ...borneFields,
    ...grantedFields,
  },
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
    columns: [...claimColumns, 'payAmount', 'totalAmount', 'allowedAmount', 'organizeName', ...claimEnds],
    lead: ['code', 'applicantName', 'reason', 'totalAmount', 'payAmount', 'billStatus', 'payFlag'],
    filters: claimFilters,
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/citytransport',
    sort: 108,
    title: ['市内交通报销单', '市內交通報銷單', 'City transport claims'],
  },
  attachments: true,
  print: claimPrint,
});
