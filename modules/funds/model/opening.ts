import { customer } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { storage } from '#data/model/place/storage.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, integer, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { openingItem, openingKind } from './opening-kind.ts';

const { audit, unaudit, cancel } = shortBillVerbs;

/**
 * What was there on the cut-over day: one document per file, posted when it is audited; a file that comes again takes
 * the earlier one back and voids it (domain §4.6).
 */
export const opening = defineDocument({
  name: 'sale:opening',
  label: ['期初单', '期初單', 'Opening document'],
  path: '/channelsale/opening',
  unowned: 'One file has the balances of many customers or suppliers in its lines; it is of those who keep the books',
  number: { prefix: 'OP', digits: 4 },
  head: {
    kind: choice(['期初类型', '期初類型', 'Kind'], openingKind, { required: true }),
    // Written by hand it has none.
    fileName: text(['文件名', '檔案名稱', 'File name'], {
      kept: true,
      max: 200,
      none: ['手工录入', '手工錄入', 'Typed in'],
    }),
    rowCount: integer(['行数', '列數', 'Rows'], { kept: true }),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity'], { kept: true }),
    totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['期初明细', '期初明細', 'Opening line'],
  lines: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier),
    item: choice(['项目', '項目', 'Item'], openingItem),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material),
    number: quantity(['数量', '數量', 'Quantity']),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    dueDate: date(['到期日', '到期日', 'Due date']),
    remark: remark(),
  },
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: { audit, unaudit, cancel },
  grants: { import: ['导入', '匯入', 'Import'], lock: ['期初锁定', '期初鎖定', 'Lock'] },
  list: {
    columns: [
      'code',
      'billDate',
      'kind',
      'fileName',
      'rowCount',
      'totalNumber',
      'totalAmount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'kind', 'billStatus'],
  },
  screen: { area: 'sale', url: 'sale/opening', title: ['期初余额', '期初餘額', 'Opening balances'] },
});
