import { customer } from '#data/model/partner/customer.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, date, integer, rate, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { rebateProgramme } from './rebate-programme.ts';

const { audit, unaudit, cancel } = shortBillVerbs;
const figure = { kept: true } as const;

/**
 * What a programme brings its customers for a period (B11). The figures are the books'; approved, each line is a batch
 * on the customer's rebate account.
 */
export const rebate = defineDocument({
  name: 'sale:rebate',
  label: ['返利结算', '返利結算', 'Rebate settlement'],
  path: '/channelsale/rebate',
  number: { prefix: 'RS', digits: 4 },
  isAccounted: true,
  unowned: 'One settlement has the figures of many customers; each reads his batches in the rebate statement',
  // Without lines it is for every customer of the programme who has done business.
  mayLackLines: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    programmeCode: ref(['返利政策编码', '返利政策編碼', 'Programme no.'], () => referTo(rebateProgramme), {
      required: true,
    }),
    programmeTitle: text(['返利政策名称', '返利政策名稱', 'Programme name'], { kept: true }),
    startDate: date(['期间开始', '期間開始', 'Period from'], { required: true }),
    endDate: date(['期间结束', '期間結束', 'Period to'], { required: true }),
    // Left empty it lapses after the months of FD004 (A9a).
    expireDate: date(['返利有效期至', '返利有效期至', 'Rebate valid until']),
    customerCount: integer(['客户数', '客戶數', 'Customers'], figure),
    basisAmount: amount(['依据金额', '依據金額', 'Basis amount'], figure),
    totalAmount: amount(['返利金额', '返利金額', 'Rebate'], figure),
    // The last entry of the books that it has seen: what is posted later into the period is no part of its figures.
    throughEntry: text(['截至分录', '截至分錄', 'Through entry'], { max: 20, kept: true, hidden: true }),
    remark: remark(),
  },
  lineLabel: ['结算明细', '結算明細', 'Settlement line'],
  lines: {
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true, mayRest: true }),
    salesAmount: amount(['销售（不含运费）', '銷售（不含運費）', 'Sales without freight'], figure),
    returnAmount: amount(['退货', '退貨', 'Returns'], figure),
    rebateUsedAmount: amount(['返利冲抵', '返利沖抵', 'Paid by rebate'], figure),
    clawbackAmount: amount(['促销扣回', '促銷扣回', 'Promotion claw-back'], figure),
    collectedAmount: amount(['收款', '收款', 'Receipts'], figure),
    refundedAmount: amount(['退款', '退款', 'Refunds'], figure),
    carriedAmount: amount(['上期结转', '上期結轉', 'Carried in'], figure),
    basisAmount: amount(['依据金额', '依據金額', 'Basis amount'], figure),
    targetAmount: amount(['目标金额', '目標金額', 'Target amount'], figure),
    achieved: rate(['达成率（%）', '達成率（%）', 'Reached (%)'], figure),
    rate: rate(['返利比例（%）', '返利比例（%）', 'Rebate (%)'], figure),
    amount: amount(['返利金额', '返利金額', 'Rebate'], figure),
    // Below nothing: taken off the programme's next settlement.
    carryAmount: amount(['结转下期', '結轉下期', 'Carried on'], figure),
    remark: remark(),
  },
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: { audit, unaudit, cancel },
  grants: { entries: ['结算依据', '結算依據', 'Entries behind it'] },
  list: {
    columns: [
      'code',
      'billDate',
      'programmeTitle',
      'startDate',
      'endDate',
      'customerCount',
      'basisAmount',
      'totalAmount',
      'expireDate',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'programmeTitle', 'startDate', 'endDate', 'customerCount', 'totalAmount', 'billStatus'],
    filters: ['code', 'programmeCode', 'organizeCode', 'startDate', 'endDate', 'billStatus', 'billDate'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/rebate',
    sort: 102,
    title: ['返利结算', '返利結算', 'Rebate settlements'],
  },
  print: { sums: ['basisAmount', 'totalAmount'], amount: 'totalAmount' },
});
