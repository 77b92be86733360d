import { material } from '#data/model/goods/material.ts';
import { customer } from '#data/model/partner/customer.ts';
import { shop } from '#data/model/partner/shop.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { storage } from '#data/model/place/storage.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { choice, date, integer, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { draftStatus } from '#sales/model/order/choices.ts';
import { organization } from '#system/model/organization.ts';
import { demandSource } from './choices.ts';

const reckoned = { kept: true, isNotSummed: true } as const;

/**
 * What somebody needs: with a customer it becomes an order of his, without one purchases, one for each supplier and
 * day (domain §3.5, PD).
 */
export const demand = defineDocument({
  name: 'order:demand',
  label: ['要货单', '要貨單', 'Demand'],
  path: '/channelsale/demand',
  number: { prefix: 'DM', digits: 4 },
  owner: { customer: 'customerCode', supplier: 'supplierCode' },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { mayRest: true }),
    shopCode: ref(['门店编码', '門店編碼', 'Shop code'], () => shop),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    requiredDate: date(['需求日期', '需求日期', 'Required on'], { required: true }),
    source: choice(['来源', '來源', 'Source'], demandSource, { default: '0', kept: true }),
    sourceCode: text(['来源单据编码', '來源單據編碼', 'Source no.'], { kept: true, max: 50, isNumber: true }),
    orderCode: text(['订单编码', '訂單編碼', 'Order no.'], { kept: true, max: 50, isNumber: true }),
    purchaseCode: text(['采购订单编码', '採購訂單編碼', 'Purchase order no.'], { kept: true, max: 50, isNumber: true }),
    draftStatus: choice(['草稿状态', '草稿狀態', 'Draft status'], draftStatus, { default: '0', kept: true }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['要货明细', '要貨明細', 'Demand line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', mainUnitName: 'mainUnitName' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName' }),
    approvedNumber: quantity(['核定数量', '核定數量', 'Approved'], { filled: true, unitFrom: 'mainUnitName' }),
    // Why the job asks for so many: what lay there, was promised, was to come, left a day, and how long more takes.
    onHandNumber: quantity(['现存量', '現存量', 'On hand'], reckoned),
    promisedNumber: quantity(['订单占用', '訂單佔用', 'Open orders'], reckoned),
    onOrderNumber: quantity(['采购在途', '採購在途', 'On order'], reckoned),
    dailyNumber: quantity(['日均出库', '日均出庫', 'Out a day'], reckoned),
    leadDays: integer(['采购周期（天）', '採購週期（天）', 'Lead time (days)'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  isImported: true,
  grants: { toorder: ['生成订单', '產生訂單', 'Make orders'] },
  list: {
    columns: [
      'code',
      'billDate',
      'customerName',
      'shopName',
      'supplierName',
      'requiredDate',
      'source',
      'orderCode',
      'purchaseCode',
      'draftStatus',
      'organizeName',
      'totalNumber',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'supplierName', 'totalNumber', 'billStatus', 'purchaseCode'],
    filters: [
      'code',
      'customerCode',
      'shopCode',
      'supplierCode',
      'orderCode',
      'organizeCode',
      'source',
      'draftStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'order', url: 'order/demand', sort: 87, title: ['要货单', '要貨單', 'Demand'] },
  print: { without: ['onHandNumber', 'promisedNumber', 'onOrderNumber', 'dailyNumber', 'leadDays', 'sourceCode'] },
});
