import { material } from '#data/model/goods/material.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { storage } from '#data/model/place/storage.ts';
import { personnel } from '#data/model/staff/staff.ts';
import { taxRate } from '#data/model/value/choices.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument, type Verbs } from '#platform/model/document.ts';
import { amount, choice, date, dict, flag, price, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { confirmFlag } from '#funds/model/choices.ts';
import { pushStatus } from '#stock/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { purchaseJourney } from './purchase-journey.ts';
import { purchasePriceSource, purchaseStatus } from './choices.ts';

const verbs = {
  ...billVerbs,
  // By the supplier in his own account, or by whoever had him on the telephone.
  confirm: {
    label: ['供应商确认', '供應商確認', 'Supplier confirms'],
    from: ['audited'],
    to: 'audited',
    when: { confirmFlag: ['0'] },
  },
  // What leaves him is told before it arrives; said again, what was said last holds.
  announce: {
    label: ['发货通知', '出貨通知', 'Announce delivery'],
    from: ['audited'],
    to: 'audited',
    when: { confirmFlag: ['1'], receiptFlag: ['0'] },
    asks: { shipDate: 'required', arrivalDate: 'optional', trackingNo: 'optional' },
  },
} as const satisfies Verbs<keyof typeof billStates>;

/** What is ordered of a supplier; its goods come in with movements that are made of it (domain §3.5). */
export const purchase = defineDocument({
  name: 'order:purchase',
  label: ['采购订单', '採購訂單', 'Purchase order'],
  path: '/channelsale/purchase',
  number: { prefix: 'PO', digits: 5 },
  isImported: true,
  owner: { supplier: 'supplierCode' },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier, { required: true }),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage, { required: true }),
    buyerCode: ref(['采购员编码', '採購員編碼', 'Buyer code'], () => personnel),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    arrivalDate: date(['到货日期', '到貨日期', 'Arrival date']),
    purchaseStatus: choice(['采购执行状态', '採購執行狀態', 'Purchase progress'], purchaseStatus, {
      default: '0',
      kept: true,
    }),
    confirmFlag: choice(['供应商确认', '供應商確認', 'Confirmed by supplier'], confirmFlag, {
      default: '0',
      kept: true,
    }),
    // What the supplier announced.
    shipDate: date(['发货日期', '出貨日期', 'Sent on'], { kept: true }),
    trackingNo: text(['物流单号', '物流單號', 'Tracking no.'], { kept: true, max: 50 }),
    // Nothing more is awaited: all has come, or the rest was given up.
    receiptFlag: flag(['到货完成', '到貨完成', 'Receipt complete'], { kept: true, tone: 'green' }),
    // Of a supplier that is a tenant: how far its order there has come, and under which number.
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    upstreamCode: text(['上级订单编码', '上級訂單編碼', 'Upstream order no.'], { kept: true, max: 50, isNumber: true }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['采购明细', '採購明細', 'Purchase line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', mainUnitName: 'mainUnitName', taxRate: 'taxRate' },
    }),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName' }),
    // Left empty it is what was agreed with the supplier, else what was last paid to him.
    price: price(['含税单价', '含稅單價', 'Price incl. tax'], { filled: true }),
    priceSource: choice(['价格来源', '價格來源', 'Price source'], purchasePriceSource, { kept: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    arrivedNumber: quantity(['已到货数量', '已到貨數量', 'Arrived'], { kept: true }),
    returnedNumber: quantity(['已退货数量', '已退貨數量', 'Returned'], { kept: true }),
    closedNumber: quantity(['已关闭数量', '已關閉數量', 'Closed'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'supplierCode'],
  editable: ['saved', 'stashed'],
  stage: 'purchaseStatus',
  journey: purchaseJourney,
  verbs,
  grants: { peer: ['租户往来', '租戶往來', 'Supplier in a tenant'] },
  list: {
    columns: [
      'code',
      'billDate',
      'supplierName',
      'storageName',
      'buyerName',
      'currency',
      'arrivalDate',
      'purchaseStatus',
      'confirmFlag',
      'organizeName',
      'totalNumber',
      'totalAmount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'supplierName', 'totalAmount', 'billStatus', 'purchaseStatus', 'arrivalDate'],
    filters: [
      'code',
      'supplierCode',
      'storageCode',
      'buyerCode',
      'organizeCode',
      'currency',
      'purchaseStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'order', url: 'order/purchase', sort: 88, title: ['采购订单', '採購訂單', 'Purchases'] },
  attachments: true,
  print: {
    without: ['priceSource', 'arrivedNumber', 'returnedNumber', 'closedNumber'],
    sums: ['totalAmount'],
    amount: 'totalAmount',
    signatures: [['供应商', '供應商', 'Supplier']],
  },
});
