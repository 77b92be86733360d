import { material } from '#data/model/goods/material.ts';
import { logisticsProvider } from '#data/model/partner/logistics.ts';
import { storage } from '#data/model/place/storage.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, flag, instant, price, quantity, rate, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { pushStatus, receiptStatus } from './choices.ts';
import { organization } from '#system/model/organization.ts';
import { allocationJourney } from './allocation-journey.ts';

/**
 * Goods that go from one warehouse to another (domain §3.5). It promises them where they lie; they are on their way
 * from the audit of its out to that of its ins, and what never arrives is a loss (B19).
 */
export const allocation = defineDocument({
  name: 'stock:allocation',
  label: ['调拨单', '調撥單', 'Allocation'],
  path: '/stock/allocation',
  number: { prefix: 'TA', digits: 4 },
  isImported: true,
  isAccounted: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    outStorageCode: ref(['调出仓库编码', '調出倉庫編碼', 'From warehouse code'], () => storage, {
      required: true,
      pickedAs: 'subWarehouse',
    }),
    inStorageCode: ref(['调入仓库编码', '調入倉庫編碼', 'To warehouse code'], () => storage, { required: true }),
    // Whose warehouses they are is theirs to say.
    outOrganizeCode: ref(['调出组织编码', '調出組織編碼', 'From organisation code'], () => organization, {
      kept: true,
    }),
    inOrganizeCode: ref(['调入组织编码', '調入組織編碼', 'To organisation code'], () => organization, { kept: true }),
    crossFlag: flag(['跨组织', '跨組織', 'Between organisations'], { kept: true, tone: 'orange' }),
    logisticsCode: ref(['物流商编码', '物流商編碼', 'Logistics provider code'], () => logisticsProvider, {
      pickedAs: 'logistics',
    }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    transitNumber: quantity(['在途数量', '在途數量', 'In transit'], { kept: true }),
    lossNumber: quantity(['损耗数量', '損耗數量', 'Lost'], { kept: true }),
    totalSettle: amount(['结算金额', '結算金額', 'Settlement amount'], { kept: true }),
    sentFlag: flag(['已调出', '已調出', 'Sent'], { kept: true, tone: 'green' }),
    outDate: instant(['调出时间', '調出時間', 'Sent at'], { kept: true }),
    inDate: instant(['调入时间', '調入時間', 'Received at'], { kept: true }),
    receiptStatus: choice(['收货状态', '收貨狀態', 'Receipt status'], receiptStatus, { default: '0', kept: true }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    remark: remark(),
  },
  lineLabel: ['调拨明细', '調撥明細', 'Allocation line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', mainUnitName: 'mainUnitName', rate: 'rate' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName' }),
    storeNumber: quantity(['辅助数量', '輔助數量', 'Auxiliary quantity'], { shownBy: ['SYS006', '1'] }),
    rate: rate(['换算率', '換算率', 'Conversion rate'], { shownBy: ['SYS006', '1'] }),
    outNumber: quantity(['调出数量', '調出數量', 'Sent'], { isUsual: true, kept: true, unitFrom: 'mainUnitName' }),
    receivedNumber: quantity(['调入数量', '調入數量', 'Received'], {
      isUsual: true,
      kept: true,
      unitFrom: 'mainUnitName',
    }),
    lossNumber: quantity(['损耗数量', '損耗數量', 'Lost'], { isUsual: true, kept: true, unitFrom: 'mainUnitName' }),
    // Information between two organisations: goods move at what they cost where they lay (B19).
    settlePrice: price(['结算价', '結算價', 'Settlement price'], { isUsual: true }),
    settleAmount: amount(['结算金额', '結算金額', 'Settlement amount'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode'],
  editable: ['saved', 'stashed'],
  // What has arrived whole is over: its ins are taken back instead.
  verbs: { ...billVerbs, unclose: { ...billVerbs.unclose, when: { receiptStatus: ['0'] } } },
  bulk: ['logisticsCode'],
  stage: 'receiptStatus',
  journey: allocationJourney,
  list: {
    columns: [
      'code',
      'billDate',
      'outOrganizeCode',
      'outStorageName',
      'inOrganizeCode',
      'inStorageName',
      'logisticsCode',
      'outDate',
      'inDate',
      'organizeName',
      'totalNumber',
      'receiptStatus',
      'pushStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'outStorageName', 'inStorageName', 'totalNumber', 'billStatus', 'receiptStatus'],
    filters: [
      'code',
      'outOrganizeCode',
      'outStorageCode',
      'inOrganizeCode',
      'inStorageCode',
      'receiptStatus',
      'pushStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'stock', url: 'stock/allocation', sort: 146, title: ['调拨单', '調撥單', 'Allocations'] },
  attachments: true,
  print: {
    without: ['settlePrice', 'settleAmount'],
    sums: ['totalNumber'],
    signatures: [
      ['调出仓管', '調出倉管', 'Sent by'],
      ['承运人', '承運人', 'Carried by'],
      ['调入仓管', '調入倉管', 'Received by'],
    ],
  },
});

/** Links from a line of an allocation to that of its out, and to those of its ins. */
export const allocationLinks = { out: 'transferOut', in: 'transferIn' } as const;
