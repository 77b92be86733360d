import { customer } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import { storage } from '#data/model/place/storage.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, choice, files, flag, integer, json, price, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { returnReason } from '#sales/model/order/choices.ts';
import { order } from '#sales/model/order/order.ts';
import { pushStatus, receiptStatus } from '#stock/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { refundDirection, refundType } from './choices.ts';
import { refundJourney } from './refund-journey.ts';

/**
 * Goods of an order that come back (domain §3.3). It says what shall come back and what that would give; goods and
 * money move when the red movement that it makes is audited (B4).
 */
export const refund = defineDocument({
  name: 'order:refund',
  label: ['退货单', '退貨單', 'Return'],
  path: '/channelsale/refund',
  number: { prefix: 'RF', digits: 5 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    // None where goods are withdrawn from a counter and nobody knows of which order they are (SD016).
    orderCode: ref(['订单编码', '訂單編碼', 'Order no.'], () => referTo(order), {
      none: ['无来源订单', '無來源訂單', 'No source order'],
    }),
    // Whose goods they are is the order's to say, where there is one.
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    orderType: choice(['单据类型', '單據類型', 'Type'], refundType, { required: true, default: '2' }),
    returnReason: choice(['退货原因', '退貨原因', 'Return reason'], returnReason, { default: '0' }),
    // Left empty it becomes a warehouse for goods of its kind: what is bad does not lie beside what is sold.
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    // The account that most of the money came to, once goods came in.
    accountCode: ref(['账户编码', '帳戶編碼', 'Account code'], () => capitalAccount, { kept: true }),
    // Made by a signature: the delivery that arrived short or was refused.
    deliveryCode: text(['发货单编码', '發貨單編碼', 'Delivery no.'], { max: 50, kept: true, isNumber: true }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    // An estimate until goods have come in, then what was given back.
    totalAmount: amount(['退款金额', '退款金額', 'Refund'], { kept: true }),
    clawbackAmount: amount(['促销扣回', '促銷扣回', 'Promotion claw-back'], { kept: true }),
    // Of an exchange: what its new goods cost, and the order that its approval made of them.
    newAmount: amount(['换出金额', '換出金額', 'New goods'], { kept: true }),
    newOrderCode: text(['换货订单', '換貨訂單', 'Exchange order'], { max: 50, kept: true, isNumber: true }),
    receiptStatus: choice(['收货状态', '收貨狀態', 'Receipt status'], receiptStatus, { default: '0', kept: true }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    // A RefundRecord: what it would give back, and why.
    estimate: json(['退款说明', '退款說明', 'Why this refund'], { kept: true, hidden: true }),
    // A RefundReceipt of each movement that brought goods back.
    receipts: json(['入库退款', '入庫退款', 'Receipts'], { kept: true, hidden: true }),
    // Of an exchange: the order of its new goods as it was priced, until the approval makes it.
    exchange: json(['换出订单', '換出訂單', 'Order of the new goods'], { kept: true, hidden: true }),
    attachments: files(['附件', '附件', 'Attachments'], { kept: true, virtual: true }),
    remark: remark(),
  },
  lineLabel: ['退货明细', '退貨明細', 'Return line'],
  lines: {
    orderLineId: text(['订单行', '訂單行', 'Order line'], { max: 36 }),
    // All lines of a return come back; an exchange has others that go out instead.
    direction: choice(['退换方向', '退換方向', 'Direction'], refundDirection, { required: true, default: '-1' }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', mainUnitName: 'mainUnitName' },
    }),
    // Goods that come back and goods that go out are no sum, and what they were sold for is not what is given back.
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName', isNotSummed: true }),
    price: price(['单价', '單價', 'Unit price'], { required: true, filled: true }),
    // What the pieces were sold for; what of it is given back the whole return says.
    amount: amount(['金额', '金額', 'Amount'], { kept: true, isNotSummed: true }),
    receivedNumber: quantity(['已入库数量', '已入庫數量', 'Received'], { kept: true }),
    // Pieces that never arrived: set by a signature, cleared by a clerk, never set by one (B5a).
    shortFlag: flag(['短少', '短少', 'Short']),
    // Of pieces that never arrived those that did not stay with us either: a clerk says so.
    lossFlag: flag(['运输丢失', '運輸遺失', 'Lost in transit']),
    // Of kits: components that they come back without, because these came back alone before (KT03).
    missing: json(['缺少组件', '缺少組件', 'Missing components'], { hidden: true }),
    // Of new goods that a rule gave: they are made anew at every save.
    ruleNo: integer(['规则行号', '規則行號', 'Rule no.'], { kept: true, hidden: true }),
    spec: text(['规格', '規格', 'Spec']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    remark: remark(),
  },
  isImported: true,
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  stage: 'receiptStatus',
  journey: refundJourney,
  list: {
    columns: [
      'code',
      'billDate',
      'orderCode',
      'customerName',
      'returnReason',
      'storageName',
      'accountCode',
      'organizeName',
      'totalNumber',
      'totalAmount',
      'receiptStatus',
      'pushStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'totalAmount', 'billStatus', 'returnReason', 'receiptStatus'],
    filters: [
      'code',
      'orderCode',
      'customerCode',
      'storageCode',
      'accountCode',
      'returnReason',
      'receiptStatus',
      'pushStatus',
      'billStatus',
      'billDate',
    ],
  },
  // The contract's name of the screen; the paper is a return in everybody's mouth.
  screen: { area: 'order', url: 'order/refund', sort: 85, title: ['退款单', '退款單', 'Refunds'] },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  attachments: true,
  print: {
    also: ['customerCode'],
    without: ['orderLineId', 'direction', 'shortFlag', 'lossFlag'],
    sums: ['clawbackAmount', 'totalAmount'],
    amount: 'totalAmount',
    signatures: [
      ['客户', '客戶', 'Customer'],
      ['收货人', '收貨人', 'Received by'],
    ],
  },
});
