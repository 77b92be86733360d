import { car, driver } from '#data/model/partner/car.ts';
import { customer } from '#data/model/partner/customer.ts';
import { logisticsProvider } from '#data/model/partner/logistics.ts';
import { material } from '#data/model/goods/material.ts';
import { storage } from '#data/model/place/storage.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { choice, date, files, flag, instant, quantity, rate, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { pushStatus, receiptStatus } from '#stock/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { lineType, releaseStatus, shippingMode } from '#sales/model/order/choices.ts';
import { order } from '#sales/model/order/order.ts';
import { deliveryJourney } from './delivery-journey.ts';

/**
 * What of an order is to leave one warehouse together. Sales writes it, the gate releases it, the customer signs for it
 * (domain §3.4).
 */
export const delivery = defineDocument({
  name: 'order:delivery',
  label: ['发货单', '發貨單', 'Delivery'],
  path: '/channelsale/delivery',
  number: { prefix: 'DN', digits: 5 },
  isImported: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    orderCode: ref(['订单编码', '訂單編碼', 'Order no.'], () => referTo(order), { required: true }),
    // Whose goods they are is the order's to say.
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { kept: true }),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage, { required: true }),
    shippingMode: choice(['发运方式', '發運方式', 'Shipping method'], shippingMode),
    logisticsCode: ref(['物流商编码', '物流商編碼', 'Carrier code'], () => logisticsProvider),
    trackingNumber: text(['物流单号', '物流單號', 'Tracking number'], { max: 50 }),
    carCode: ref(['车辆编码', '車輛編碼', 'Vehicle code'], () => car),
    driverCode: ref(['司机编码', '司機編碼', 'Driver code'], () => driver),
    consignee: text(['收货人', '收貨人', 'Consignee'], { max: 50 }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone' }),
    address: text(['地址', '地址', 'Address'], { max: 200 }),
    deliveryDate: date(['发货日期', '發貨日期', 'Delivery date']),
    signDate: instant(['签收时间', '簽收時間', 'Received on'], { kept: true }),
    receiptStatus: choice(['收货状态', '收貨狀態', 'Receipt status'], receiptStatus, { default: '0', kept: true }),
    releaseStatus: choice(['放行状态', '放行狀態', 'Release status'], releaseStatus, { default: '0', kept: true }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    confirmFlag: flag(['确认标志', '確認標誌', 'Confirmed'], { kept: true }),
    releaseDate: instant(['发布日期', '發布日期', 'Release date'], { kept: true }),
    releaserName: text(['放行人', '放行人', 'Released by'], { kept: true }),
    attachments: files(['附件', '附件', 'Attachments'], { kept: true, virtual: true }),
    remark: remark(),
  },
  lineLabel: ['发货明细', '發貨明細', 'Delivery line'],
  lines: {
    orderLineId: text(['订单行', '訂單行', 'Order line'], { max: 36 }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', mainUnitName: 'mainUnitName', rate: 'rate' },
    }),
    lineType: choice(['行类型', '行類型', 'Line type'], lineType, { default: '0' }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName' }),
    storeNumber: quantity(['辅助数量', '輔助數量', 'Auxiliary quantity'], { shownBy: ['SYS006', '1'] }),
    rate: rate(['换算率', '換算率', 'Conversion rate'], { shownBy: ['SYS006', '1'] }),
    outNumber: quantity(['已出库数量', '已出庫數量', 'Outbound quantity'], { kept: true }),
    signedNumber: quantity(['签收数量', '簽收數量', 'Received'], { kept: true }),
    shortNumber: quantity(['短收数量', '短收數量', 'Short quantity'], { kept: true }),
    remark: remark(),
  },
  states: shortBillStates,
  initial: 'saved',
  stage: 'receiptStatus',
  journey: deliveryJourney,
  editable: ['saved'],
  verbs: shortBillVerbs,
  bulk: ['deliveryDate', 'shippingMode', 'logisticsCode', 'carCode', 'driverCode'],
  grants: { sign: ['签收', '簽收', 'Confirm receipt'] },
  list: {
    columns: [
      'code',
      'billDate',
      'orderCode',
      'customerName',
      'storageName',
      'shippingMode',
      'logisticsName',
      'trackingNumber',
      'carCode',
      'driverCode',
      'consignee',
      'receiptStatus',
      'pushStatus',
      'totalNumber',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'orderCode',
      'customerCode',
      'storageCode',
      'logisticsCode',
      'shippingMode',
      'receiptStatus',
      'releaseStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'order', url: 'order/delivery', sort: 86, title: ['发货单', '發貨單', 'Deliveries'] },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  attachments: true,
  print: {
    also: ['customerCode'],
    without: ['orderLineId'],
    sums: [],
    signatures: [
      ['司机', '司機', 'Driver'],
      ['收货人', '收貨人', 'Received by'],
    ],
  },
});

/** Full truck and own fleet leave with a car and a driver that the gate knows. */
export const withDriver: ReadonlySet<string> = new Set(['3', '4']);
