import { customer } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import { dept } from '#data/model/staff/staff.ts';
import { storage } from '#data/model/place/storage.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, flag, json, price, quantity, rate, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { pushStatus, receiptStatus, stockBillTitle, stockMoveType, syncStatus } from './choices.ts';

/** Every movement of stock that no other document makes; opening stock comes in as "other in". */
export const stockInout = defineDocument({
  name: 'stock:inout',
  label: ['出入库单', '出入庫單', 'Stock in/out'],
  path: '/stock/inout',
  number: { prefix: 'IO', digits: 6 },
  isImported: true,
  isAccounted: true,
  owner: { customer: 'customerCode', supplier: 'supplierCode' },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    moveType: choice(['出入库类型', '出入庫類型', 'Movement type'], stockMoveType, { required: true }),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    sourceCode: text(['来源单据编码', '來源單據編碼', 'Source no.'], { max: 50, isNumber: true }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
    // A red document is made from the one it takes back; typed by hand it would move stock the wrong way.
    redFlag: flag(['红字', '紅字', 'Red'], { kept: true, tone: 'red' }),
    // Recalled goods came back: they are there, and nobody may have them until somebody has looked at them.
    frozenFlag: flag(['冻结', '凍結', 'Frozen'], { kept: true, tone: 'orange' }),
    receiptStatus: choice(['收货状态', '收貨狀態', 'Receipt status'], receiptStatus, { default: '0', kept: true }),
    pickedFlag: flag(['已拣货', '已揀貨', 'Picked'], { kept: true, tone: 'green' }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    syncStatus: choice(['同步状态', '同步狀態', 'Sync status'], syncStatus, { default: '0', kept: true }),
    remark: remark(),
  },
  lineLabel: ['出入库明细', '出入庫明細', 'Stock in/out line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', barcode: 'barcode', mainUnitName: 'mainUnitName', rate: 'rate' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    barcode: text(['条码', '條碼', 'Barcode'], { max: 50 }),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName' }),
    storeNumber: quantity(['辅助数量', '輔助數量', 'Auxiliary quantity'], { shownBy: ['SYS006', '1'] }),
    rate: rate(['换算率', '換算率', 'Conversion rate'], { shownBy: ['SYS006', '1'] }),
    price: price(['单价', '單價', 'Unit price']),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    // Pieces that were checked by barcode against the picking list.
    pickedNumber: quantity(['已拣数量', '已揀數量', 'Picked quantity'], { kept: true }),
    // Components of a kit: goods and costs move by them, the document counts kits (A15).
    components: json(['组件', '組件', 'Components'], { kept: true, hidden: true }),
    remark: remark(),
  },
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: shortBillVerbs,
  bulk: ['deptCode'],
  list: {
    columns: [
      'code',
      'billDate',
      'moveType',
      'redFlag',
      'storageName',
      'customerCode',
      'supplierCode',
      'deptCode',
      'sourceCode',
      'syncStatus',
      'organizeName',
      'totalNumber',
      'totalAmount',
      'pushStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerCode', 'totalNumber', 'billStatus', 'moveType', 'storageName'],
    filters: [
      'code',
      'storageCode',
      'customerCode',
      'supplierCode',
      'deptCode',
      'moveType',
      'pushStatus',
      'syncStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'stock', url: 'stock/inout', sort: 148, title: ['出入库单', '出入庫單', 'Stock in/out'] },
  attachments: true,
  downloadType: 'stockInout',
  print: {
    without: ['barcode'],
    titles: { by: 'moveType', are: stockBillTitle },
    marks: ['redFlag', 'frozenFlag'],
    signatures: [
      ['仓管员', '倉管員', 'Warehouse'],
      ['经手人', '經手人', 'Handled by'],
    ],
    layouts: {
      picking: {
        label: ['拣货单', '揀貨單', 'Picking list'],
        when: { moveType: ['4'], redFlag: ['0'] },
        columns: ['productCode', 'spec', 'model', 'barcode', 'mainUnitName', 'number', 'pickedNumber'],
        order: ['productCode'],
        without: ['moveType'],
        blanks: [['实拣', '實揀', 'Picked']],
        signatures: [
          ['拣货人', '揀貨人', 'Picked by'],
          ['复核', '複核', 'Checked by'],
        ],
      },
    },
  },
});

/** Links from a line of a movement to the line of the red one that takes it back. */
export const redLink = 'red';
/** The same where a component of a kit comes back alone: pieces of it are no kits. */
export const partLink = 'part';
/** Both, as SQL lists them. */
export const redLinks = `'${redLink}', '${partLink}'`;

/** A red movement takes back what another one moved: goods go the other way (domain §3.4). */
export const isRed = ({ redFlag }: { readonly redFlag?: unknown }): boolean => redFlag === '1';

/** Which way goods go: 0 to 3 come in and 4 to 7 go out, red ones the other way. */
export const wayOf = (bill: { readonly moveType: string; readonly redFlag?: unknown }): 'IN' | 'OUT' =>
  bill.moveType < '4' !== isRed(bill) ? 'IN' : 'OUT';

/** Only goods that leave for a customer are picked from a list. */
export const isPickable = (bill: {
  readonly moveType?: unknown;
  readonly redFlag?: unknown;
  readonly billStatus?: unknown;
}): boolean => bill.moveType === '4' && !isRed(bill) && bill.billStatus === stockInout.states.saved.code;
