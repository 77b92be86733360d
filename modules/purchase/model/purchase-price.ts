import { material } from '#data/model/goods/material.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { date, price, quantity, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';

/** What was agreed with a supplier: the price of goods in these days, from so many on. */
export const purchasePrice = defineEntity({
  name: 'order:purchaseprice',
  label: ['采购协议价', '採購協議價', 'Purchase price agreement'],
  path: '/channelsale/purchaseprice',
  readBy: 'page',
  owner: { supplier: 'supplierCode' },
  fields: {
    code: code(),
    name: name(),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier, { required: true }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { required: true }),
    price: price(['含税单价', '含稅單價', 'Price incl. tax'], { required: true }),
    leastNumber: quantity(['起订量', '起訂量', 'From quantity'], { isNotSummed: true }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date']),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'supplierName', 'productName', 'price', 'leastNumber', 'startDate', 'endDate', 'status'],
    filters: ['code', 'name', 'supplierCode', 'productCode', 'status'],
  },
  screen: {
    area: 'order',
    url: 'order/purchaseprice',
    sort: 90,
    title: ['采购协议价', '採購協議價', 'Purchase prices'],
  },
});
