import { material, materialClass } from '#data/model/goods/material.ts';
import { storage } from '#data/model/place/storage.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { minus, plus } from '#platform/model/decimal.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, flag, price, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { countResult } from './choices.ts';

/**
 * What lies in a warehouse, counted (domain §3.5). It lists what the books say when it is made; its approval posts the
 * difference, so that what moved since stays valid (B20).
 */
export const stockCount = defineDocument({
  name: 'stock:inventory',
  label: ['盘点单', '盤點單', 'Stock count'],
  path: '/stock/inventory',
  number: { prefix: 'IN', digits: 4 },
  isImported: true,
  isAccounted: true,
  // Without lines it lists everything that lies there.
  mayLackLines: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage, {
      required: true,
      pickedAs: 'storage',
    }),
    countDate: date(['盘点日期', '盤點日期', 'Count date'], { required: true }),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => materialClass),
    // As the house counted on the day it was made (ST012, ST006).
    blindFlag: flag(['盲盘', '盲盤', 'Blind'], { kept: true, tone: 'orange' }),
    frozenFlag: flag(['冻结出入库', '凍結出入庫', 'Stock is frozen'], { kept: true, tone: 'orange' }),
    recountFlag: flag(['已复盘', '已複盤', 'Recounted'], { kept: true }),
    totalSurplus: quantity(['盘盈数量', '盤盈數量', 'Surplus'], { kept: true }),
    totalDeficit: quantity(['盘亏数量', '盤虧數量', 'Deficit'], { kept: true }),
    differenceAmount: amount(['差异金额', '差異金額', 'Difference amount'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['盘点明细', '盤點明細', 'Count line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', mainUnitName: 'mainUnitName' },
    }),
    countNumber: quantity(['实盘数量', '實盤數量', 'Counted'], { isUsual: true, unitFrom: 'mainUnitName' }),
    recountFlag: flag(['待复盘', '待複盤', 'To recount'], { isUsual: true, kept: true, tone: 'orange' }),
    countNumber2: quantity(['复盘数量', '複盤數量', 'Recounted'], { isUsual: true, unitFrom: 'mainUnitName' }),
    bookNumber: quantity(['账面数量', '帳面數量', 'Book number'], {
      isUsual: true,
      kept: true,
      unitFrom: 'mainUnitName',
    }),
    differenceNumber: quantity(['差异数量', '差異數量', 'Difference'], { isUsual: true, kept: true }),
    countResult: choice(['盘点结果', '盤點結果', 'Count result'], countResult, { isUsual: true, kept: true }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    price: price(['单价', '單價', 'Unit price'], { kept: true }),
    differenceAmount: amount(['差异金额', '差異金額', 'Difference amount'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'storageName',
      'countDate',
      'classCode',
      'totalSurplus',
      'totalDeficit',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'storageName', 'countDate', 'totalSurplus', 'totalDeficit', 'billStatus'],
    filters: ['code', 'storageCode', 'classCode', 'organizeCode', 'billStatus', 'billDate'],
  },
  screen: { area: 'stock', url: 'stock/inventory', sort: 147, title: ['盘点单', '盤點單', 'Stock counts'] },
  attachments: true,
  print: {
    without: ['countNumber2', 'remark'],
    sums: ['totalSurplus', 'totalDeficit'],
    signatures: [
      ['盘点人', '盤點人', 'Counted by'],
      ['监盘人', '監盤人', 'Witnessed by'],
    ],
    layouts: {
      list: {
        label: ['盘点表', '盤點表', 'Count sheet'],
        columns: ['productCode', 'spec', 'model', 'mainUnitName'],
        order: ['productCode'],
        without: ['remark'],
        blanks: [
          ['实盘', '實盤', 'Counted'],
          ['复盘', '複盤', 'Recounted'],
        ],
        signatures: [
          ['盘点人', '盤點人', 'Counted by'],
          ['复盘人', '複盤人', 'Recounted by'],
        ],
      },
    },
  },
});

/** Links from a line of a count to the line of the movement that its approval made. */
export const countLink = 'count';

export interface CountedLine {
  readonly countNumber: string | null;
  readonly countNumber2: string | null;
  readonly recountFlag?: string | null;
}
/** What was counted: a recount wins. Null as long as somebody still has to count: not counted is not zero (B20a). */
export const countedOf = ({ countNumber, countNumber2, recountFlag }: CountedLine): string | null =>
  recountFlag === '1' ? countNumber2 : countNumber;

export const differenceOf = (counted: string, book: string): string => minus(counted, book);

export const resultOf = (difference: string): '0' | '1' | '2' =>
  difference.startsWith('-') ? '2' : plus(difference) === '0' ? '1' : '0';
