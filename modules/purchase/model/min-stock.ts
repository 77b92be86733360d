import { material } from '#data/model/goods/material.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { storage } from '#data/model/place/storage.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { integer, quantity, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';

/** What a warehouse should never have less of, how long more takes to come, and from whom. */
export const minStock = defineEntity({
  name: 'order:minstock',
  label: ['最低库存', '最低庫存', 'Minimum stock'],
  path: '/channelsale/minstock',
  readBy: 'page',
  unowned: 'What the house keeps in its warehouses is of those who buy for it, whoever is to bring it',
  fields: {
    code: code(),
    name: name(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage, { required: true }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { required: true }),
    minNumber: quantity(['最低库存', '最低庫存', 'Minimum'], { required: true, isNotSummed: true }),
    maxNumber: quantity(['补货至', '補貨至', 'Fill up to'], { isNotSummed: true }),
    leadDays: integer(['采购周期（天）', '採購週期（天）', 'Lead time (days)']),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'organizeName',
      'storageName',
      'productName',
      'minNumber',
      'maxNumber',
      'leadDays',
      'supplierName',
      'status',
    ],
    // What is fallen below, and how long it takes to come.
    lead: ['code', 'productName', 'storageName', 'minNumber', 'maxNumber', 'leadDays', 'supplierName', 'status'],
    filters: ['code', 'storageCode', 'productCode', 'supplierCode', 'status'],
  },
  screen: { area: 'order', url: 'order/minstock', sort: 91, title: ['最低库存', '最低庫存', 'Minimum stock'] },
});
