import { accountType } from '#data/model/money/account-type.ts';
import { brand } from '#data/model/goods/brand.ts';
import { channel } from '#data/model/partner/channel.ts';
import { orderType, taxRate } from '#data/model/value/choices.ts';
import { customer } from '#data/model/partner/customer.ts';
import { freeTerm } from '#data/model/goods/free-term.ts';
import { material } from '#data/model/goods/material.ts';
import { recipeNo } from '#data/model/goods/recipe-no.ts';
import { saleType } from '#data/model/partner/sale-type.ts';
import { shippingLocation } from '#data/model/partner/shipping-location.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';
import { storage } from '#data/model/place/storage.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import {
  amount,
  choice,
  date,
  dict,
  files,
  flag,
  integer,
  json,
  price,
  quantity,
  rate,
  ref,
  text,
} from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { pushStatus, receiptStatus } from '#stock/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import {
  closeReason,
  deliveryStatus,
  draftStatus,
  invoicingStatus,
  lineType,
  orderSource,
  orderStatus,
  returnReason,
  shippingMode,
} from './choices.ts';
import { orderJourney } from './order-journey.ts';
import { paymentTerm } from '#funds/model/choices.ts';
import { pricedLabels } from '#price/model/priced-labels.ts';

export const order = defineDocument({
  name: 'order:order',
  label: ['销售订单', '銷售訂單', 'Order'],
  path: '/channelsale/order',
  number: { prefix: 'SO', digits: 5 },
  isImported: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true, mayRest: true }),
    orderType: choice(['订单类型', '訂單類型', 'Order type'], orderType, { required: true, default: '0' }),
    source: choice(['来源', '來源', 'Source'], orderSource, { default: '0', kept: true }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand),
    saleTypeCode: ref(['销售类型编码', '銷售類型編碼', 'Sales type code'], () => saleType),
    salesmanCode: ref(['业务员编码', '業務員編碼', 'Salesperson code'], () => personnel),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    // Left empty it becomes the organisation's first normal warehouse: audit reserves stock, and there is no stock
    // without one.
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    storageFilledFlag: flag(['仓库自动带出', '倉庫自動帶出', 'Warehouse filled in'], { kept: true, hidden: true }),
    shippingLocationCode: ref(['收货地点编码', '收貨地點編碼', 'Delivery site code'], () => shippingLocation),
    consignee: text(['收货人', '收貨人', 'Consignee'], { max: 50 }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone' }),
    address: text(['地址', '地址', 'Address'], { max: 200 }),
    shippingMode: choice(['发运方式', '發運方式', 'Shipping method'], shippingMode),
    freightFor: dict(['运费承担', '運費承擔', 'Freight for'], 'freight_for'),
    accountCode: ref(['账户编码', '帳戶編碼', 'Account code'], () => capitalAccount),
    accountType: ref(['账户类型', '帳戶類型', 'Account type'], () => accountType),
    payMode: dict(['付款方式', '付款方式', 'Pay mode'], 'pay_mode'),
    paymentTerm: choice(['付款期限', '付款期限', 'Payment term'], paymentTerm),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    requiredDate: date(['需求日期', '需求日期', 'Required date']),
    returnReason: choice(['退货原因', '退貨原因', 'Return reason'], returnReason),
    // Charges carry no stock and count in no threshold: freight is paid with the first goods that leave, the other two
    // are taken off the lines.
    freightAmount: amount(['运费', '運費', 'Freight']),
    allowanceAmount: amount(['整单折让', '整單折讓', 'Order discount']),
    roundingAmount: amount(['抹零', '抹零', 'Rounding']),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
    discountAmount: amount(['优惠金额', '優惠金額', 'Discount'], { kept: true }),
    chargeAmount: amount(['费用金额', '費用金額', 'Charges'], { kept: true }),
    // What closes have charged for ladders and promotions that they lost, less what they gave back of it.
    clawbackAmount: amount(['促销扣回', '促銷扣回', 'Promotion claw-back'], { kept: true }),
    // How often it was revised; every version before is kept (B1).
    revisionNo: integer(['变更次数', '變更次數', 'Revision number'], { kept: true }),
    waiverAmount: amount(['信用放行金额', '信用放行金額', 'Credit waiver'], { kept: true }),
    payableAmount: amount(['应付金额', '應付金額', 'Payable'], { kept: true }),
    orderStatus: choice(['订单状态', '訂單狀態', 'Order status'], orderStatus, { default: '0', kept: true }),
    // Goods for points: the exchange order that made it. Its goods give back points and not money (B12).
    pointsOrderCode: text(['积分兑换单', '積分兌換單', 'Points exchange order'], {
      max: 50,
      kept: true,
      hidden: true,
      isNumber: true,
    }),
    // When its prices were last looked up: at a save, or when it was sent in for approval. Too long ago they are looked
    // up again (SD033).
    pricedDate: date(['取价日期', '取價日期', 'Priced on'], { kept: true, hidden: true }),
    // GiftChoices: goods picked from what rules let one choose. Their lines are made of them.
    giftChoices: json(['所选赠品', '所選贈品', 'Chosen gifts'], { hidden: true }),
    // GiftWaivers: gifts that were given up because they are not there (SD024), by whom and why. A copy gives them.
    giftWaivers: json(['放弃的赠品', '放棄的贈品', 'Gifts given up'], { hidden: true, filled: true }),
    // A PromotionRecord: what promotions made of it, why, and enough to evaluate other numbers on the same terms.
    promoTrace: json(['促销说明', '促銷說明', 'Why these promotions'], { kept: true, hidden: true }),
    // How the price book stood then: where it still stands so, the audit need not look it up again.
    pricedStamp: integer(['取价版本', '取價版本', 'Price book'], { kept: true, hidden: true }),
    // Follows the bill status: a draft is the order itself while it is stashed.
    draftStatus: choice(['草稿状态', '草稿狀態', 'Draft status'], draftStatus, { default: '1', kept: true }),
    deliveryStatus: choice(['发货状态', '發貨狀態', 'Delivery status'], deliveryStatus, { default: '0', kept: true }),
    receiptStatus: choice(['收货状态', '收貨狀態', 'Receipt status'], receiptStatus, { default: '0', kept: true }),
    invoicingStatus: choice(['开票状态', '開票狀態', 'Invoicing status'], invoicingStatus, {
      default: '0',
      kept: true,
    }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    // Files hang on the order as links; the name stands for them in a body and is never stored.
    // Of a customer in a tenant of his own: the number of his purchase. His receipt signs for the goods (B17).
    peerCode: text(['客户采购单号', '客戶採購單號', 'Customer PO no.'], { max: 50, kept: true, isNumber: true }),
    attachments: files(['附件', '附件', 'Attachments'], { kept: true, virtual: true }),
    remark: remark(),
  },
  lineLabel: ['销售订单明细', '銷售訂單明細', 'Order line'],
  lines: {
    productCode: ref(pricedLabels.productCode, () => material, {
      required: true,
      copies: {
        spec: 'spec',
        model: 'model',
        mainUnitName: 'mainUnitName',
        assistUnitName: 'assistUnitName',
        rate: 'rate',
        taxRate: 'taxRate',
        retailPrice: 'retailPrice',
      },
    }),
    lineType: choice(['行类型', '行類型', 'Line type'], lineType, { default: '0' }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    assistUnitName: text(['辅助单位名称', '輔助單位名稱', 'Auxiliary unit name'], { shownBy: ['SYS006', '1'] }),
    rate: rate(['换算率', '換算率', 'Conversion rate'], { shownBy: ['SYS006', '1'] }),
    number: quantity(pricedLabels.number, { required: true, unitFrom: 'mainUnitName' }),
    storeNumber: quantity(['辅助数量', '輔助數量', 'Auxiliary quantity'], {
      shownBy: ['SYS006', '1'],
      unitFrom: 'assistUnitName',
    }),
    price: price(pricedLabels.price, { required: true, filled: true }),
    // A PriceRecord: why it costs so, and enough to price another number of it on the same terms.
    priceTrace: json(['取价过程', '取價過程', 'Why this price'], { kept: true, hidden: true }),
    // What the book says, what was typed in its place, and what promotions took off: `price` and `amount` are what is
    // left (B1).
    listPrice: price(['原价', '原價', 'List price'], { kept: true, hidden: true }),
    listAmount: amount(['原金额', '原金額', 'List amount'], { kept: true, hidden: true }),
    typedPrice: price(['手工价', '手工價', 'Typed price'], { kept: true, hidden: true }),
    promoAmount: amount(['促销优惠', '促銷優惠', 'Promotion discount'], { kept: true, hidden: true }),
    giftSourceLineId: text(['赠品来源行', '贈品來源行', 'Gift source line'], { max: 40, kept: true, hidden: true }),
    retailPrice: price(['零售价', '零售價', 'Retail price'], { columnBy: ['SD003', '1'] }),
    lastPrice: price(['上次售价', '上次售價', 'Last sale price'], { kept: true }),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    discountAmount: amount(['优惠金额', '優惠金額', 'Discount'], { kept: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    taxAmount: amount(['税额', '稅額', 'Tax'], { kept: true }),
    outStorageCode: ref(['调出仓库编码', '調出倉庫編碼', 'Out warehouse code'], () => storage),
    freeTermCode: ref(pricedLabels.freeTermCode, () => freeTerm),
    recipeNoCode: ref(['配方号编码', '配方號編碼', 'Formula code'], () => recipeNo),
    // As they were when the line was written: what gave it may be handed down anew, or gone.
    policyCode: text(['促销编码', '促銷編碼', 'Promotion code'], { max: 50, isNumber: true }),
    packageCode: text(['礼包编码', '禮包編碼', 'Package code'], { max: 50 }),
    // Of lines that a rule gave: they are made anew at every save. Typed by hand these two would take a line out of the
    // promotion thresholds.
    ruleNo: integer(['规则行号', '規則行號', 'Rule no.'], { kept: true }),
    policySourceProductCode: text(['促销来源产品编码', '促銷來源產品編碼', 'Promotion source product code'], {
      max: 50,
      kept: true,
    }),
    releasedNumber: quantity(['放行数量', '放行數量', 'Released'], { kept: true }),
    outNumber: quantity(['已出库数量', '已出庫數量', 'Outbound quantity'], { kept: true }),
    // The older name of outNumber: answered from it, so that the two cannot differ.
    deliveredNumber: quantity(['已发数量', '已發數量', 'Delivered'], { kept: true, virtual: true }),
    signedNumber: quantity(['签收数量', '簽收數量', 'Received'], { kept: true }),
    shortNumber: quantity(['短收数量', '短收數量', 'Short quantity'], { kept: true }),
    returnedNumber: quantity(['已退数量', '已退數量', 'Returned quantity'], { kept: true }),
    // Of these, pieces that the customer gave back of his own will: he loses what they had earned him (A10b).
    choiceReturnedNumber: quantity(['主动退货数量', '主動退貨數量', 'Returned by choice'], {
      kept: true,
      hidden: true,
    }),
    closedNumber: quantity(['已关闭数量', '已關閉數量', 'Closed quantity'], { kept: true }),
    // What is paid for what was closed, and a Close of each that closed something of the line.
    closedAmount: amount(['已关闭金额', '已關閉金額', 'Closed amount'], { kept: true, hidden: true }),
    closes: json(['关闭记录', '關閉記錄', 'Closes'], { kept: true, hidden: true }),
    // What revisions posted at once for goods that had left, and how many had left at the last one for how much: what
    // leaves behind it costs what it made of the rest (B8b).
    adjustedAmount: amount(['变更调整', '變更調整', 'Adjusted'], { kept: true, hidden: true }),
    settledNumber: quantity(['变更时已出库', '變更時已出庫', 'Out when revised'], { kept: true, hidden: true }),
    settledAmount: amount(['变更时已付', '變更時已付', 'Paid when revised'], { kept: true, hidden: true }),
    invoicedNumber: quantity(['已开票数量', '已開票數量', 'Invoiced quantity'], { kept: true }),
    // Components of a kit, kept when the order is audited (A15).
    components: json(['组件', '組件', 'Components'], { kept: true, hidden: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'customerCode'],
  editable: ['saved', 'stashed'],
  verbs: { ...billVerbs, close: { ...billVerbs.close, reasonKinds: closeReason } },
  grants: {
    push: ['推送', '推送', 'Push'],
    creditWaive: ['超信用放行', '超信用放行', 'Credit waiver'],
    trial: ['试用', '試用', 'Trial lines'],
    giftFirst: ['赠品先发', '贈品先發', 'Ship gifts first'],
    price: ['改价', '改價', 'Change prices'],
    giftWaive: ['放弃缺货赠品', '放棄缺貨贈品', 'Give up short gifts'],
  },
  list: {
    columns: [
      'code',
      'billDate',
      'orderType',
      'source',
      'customerName',
      'channelName',
      'salesmanName',
      'deptName',
      'storageName',
      'requiredDate',
      'totalNumber',
      'totalAmount',
      'payableAmount',
      'orderStatus',
      'deliveryStatus',
      'receiptStatus',
      'invoicingStatus',
      'pushStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'customerCode',
      'channelCode',
      'brandCode',
      'salesmanCode',
      'storageCode',
      'orderType',
      'orderStatus',
      'source',
      'billStatus',
      'billDate',
    ],
    // The default export of every screen that names none (000 §7).
    aliases: ['/channelsale/order/excel/exportMain'],
  },
  screen: { area: 'order', url: 'order/order', sort: 83, title: ['销售订单', '銷售訂單', 'Orders'] },
  owner: { customer: 'customerCode', salesman: 'salesmanCode' },
  bulk: ['requiredDate', 'salesmanCode', 'deptCode', 'shippingMode', 'freightFor'],
  attachments: true,
  stage: 'orderStatus',
  journey: orderJourney,
  downloadType: 'order',
  // It goes to the customer: how he pays, where the goods come from and what was waived are ours to know.
  print: {
    without: [
      'freightAmount',
      'allowanceAmount',
      'roundingAmount',
      'accountCode',
      'accountType',
      'assistUnitName',
      'outStorageCode',
      'policyCode',
      'packageCode',
    ],
    sums: ['totalAmount', 'discountAmount', 'chargeAmount', 'payableAmount'],
    amount: 'payableAmount',
    signatures: [['客户签收', '客戶簽收', 'Received by']],
  },
});
