import { billStates } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, date, integer, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { area } from '#system/model/region.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';
import { paidJourney, paidVerbs } from '#funds/model/payout/payout.ts';
import { docTypeOf } from '#expense/model/value/asked.ts';
import {
  borneFields,
  claimColumns,
  claimEnds,
  claimFields,
  claimFilters,
  claimGrants,
  claimPrint,
  grantedFields,
} from './claim-fields.ts';

const name = 'reimbursement:travel';

/**
 * A trip with its legs (domain §8.2): days are inclusive, so two trips of one person have no day in common (D5a). Each
 * leg has four amounts, which are items of their own (RB010 to RB013).
 */
export const travel = defineDocument({
  name,
  label: ['差旅报销单', '差旅報銷單', 'Travel claim'],
  path: '/reimbursement/travel',
  number: { prefix: 'TR', digits: 4 },
  head: {
    docType: docTypeOf('travel'),
    tripStartDate: date(['出差开始日期', '出差開始日期', 'Trip from'], { required: true }),
    tripEndDate: date(['出差结束日期', '出差結束日期', 'Trip until'], { required: true }),
    days: integer(['出差天数', '出差天數', 'Days'], { kept: true }),
    // Where no leg claims meals and the policy of meals has an amount a day, it is that for each day of the trip.
    allowanceAmount: amount(['出差补贴', '出差補貼', 'Allowance'], { kept: true }),
    ...claimFields,
    remark: remark(),
  },
  lineLabel: ['行程明细', '行程明細', 'Leg'],
  lines: {
    startDate: date(['出发日期', '出發日期', 'From'], { required: true }),
    endDate: date(['到达日期', '到達日期', 'Until'], { required: true }),
    fromCity: text(['出发城市', '出發城市', 'From city'], { required: true, max: 50 }),
    toCity: text(['到达城市', '到達城市', 'To city'], { required: true, max: 50 }),
    // Where he stays: its limits hold.
    areaCode: ref(['目的地编码', '目的地編碼', 'Destination code'], () => area),
    vehicle: text(['交通工具', '交通工具', 'Vehicle'], { max: 50 }),
    // Left open fares are the item of RB010.
    itemCode: ref(['交通项目编码', '交通項目編碼', 'Item of fares'], () => reimbursementItem, { filled: true }),
    trafficAmount: amount(['交通费', '交通費', 'Fares'], { isUsual: true }),
    hotelAmount: amount(['住宿费', '住宿費', 'Hotel'], { isUsual: true }),
    mealAmount: amount(['餐费', '餐費', 'Meals'], { isUsual: true }),
    otherAmount: amount(['其他费用', '其他費用', 'Other'], { isUsual: true }),
    amount: amount(['金额合计', '金額合計', 'Sum'], { kept: true }),
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
    columns: [
      ...claimColumns,
      'tripStartDate',
      'tripEndDate',
      'totalAmount',
      'allowedAmount',
      'payAmount',
      'organizeName',
      ...claimEnds,
    ],
    lead: ['code', 'applicantName', 'tripStartDate', 'totalAmount', 'payAmount', 'billStatus', 'payFlag'],
    filters: [...claimFilters, 'loanCode'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/travel',
    sort: 107,
    title: ['差旅报销单', '差旅報銷單', 'Travel claims'],
  },
  attachments: true,
  // The allowance stands on no leg: without it the total is more than its lines.
  print: { ...claimPrint, sums: ['allowanceAmount', ...claimPrint.sums] },
});
