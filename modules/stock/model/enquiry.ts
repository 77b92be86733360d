import { brand } from '#data/model/goods/brand.ts';
import { material, materialClass } from '#data/model/goods/material.ts';
import { storage } from '#data/model/place/storage.ts';
import { asOfDate, quantity, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';

/**
 * What is on hand, reserved and free to sell, per warehouse and material: rows of the stock ledger's balances, or what
 * its entries add up to at the end of a day.
 */
export const stockEnquiry = defineReport({
  name: 'stock:enquiry',
  label: ['库存查询', '庫存查詢', 'Stock enquiry'],
  path: '/stock/enquiry',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => materialClass),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    barcode: text(['条码', '條碼', 'Barcode']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    number: quantity(['数量', '數量', 'Quantity'], { unitFrom: 'mainUnitName' }),
    lockedNumber: quantity(['占用数量', '佔用數量', 'Reserved'], { unitFrom: 'mainUnitName' }),
    availableNumber: quantity(['可用数量', '可用數量', 'Available'], { unitFrom: 'mainUnitName' }),
    inTransitNumber: quantity(['在途数量', '在途數量', 'In transit'], { unitFrom: 'mainUnitName' }),
    asOfDate: asOfDate(),
    erpStockNumber: quantity(['ERP库存', 'ERP庫存', 'ERP stock'], { unitFrom: 'mainUnitName' }),
  },
  list: {
    columns: [
      'organizeName',
      'storageName',
      'className',
      'brandName',
      'productCode',
      'productName',
      'spec',
      'model',
      'barcode',
      'mainUnitName',
      'number',
      'lockedNumber',
      'availableNumber',
      'inTransitNumber',
      'erpStockNumber',
    ],
    lead: ['productCode', 'productName', 'storageName', 'availableNumber', 'number', 'lockedNumber'],
    filters: ['organizeCode', 'storageCode', 'classCode', 'brandCode', 'productCode', 'asOfDate'],
  },
  screen: { area: 'stock', url: 'stock/enquiry', sort: 150, title: ['库存查询', '庫存查詢', 'Stock enquiry'] },
});
