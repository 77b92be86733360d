import { defineEntity } from '#platform/model/entity.ts';
import { date, dict, ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { area } from '#system/model/region.ts';
import { organization } from '#system/model/organization.ts';
import { customer } from './customer.ts';
import { storage } from '#data/model/place/storage.ts';

export const shop = defineEntity({
  name: 'data:shop',
  label: ['门店', '門店', 'Shop'],
  path: '/data/shop',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  fields: {
    code: code(),
    name: name(),
    shopType: dict(['门店类型', '門店類型', 'Shop type'], 'shop_type'),
    posType: dict(['POS类型', 'POS類型', 'POS type'], 'pos_type'),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    provinceCode: ref(['省编码', '省編碼', 'Province code'], () => area),
    cityCode: ref(['市编码', '市編碼', 'City code'], () => area),
    districtCode: ref(['区县编码', '區縣編碼', 'District code'], () => area),
    address: text(['地址', '地址', 'Address'], { guarded: true }),
    linkman: text(['联系人', '聯絡人', 'Contact'], { guarded: true }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    openDate: date(['开业日期', '開業日期', 'Opening date']),
    remark: remark(),
    status: enabled(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
  },
  list: {
    columns: [
      'code',
      'name',
      'shopType',
      'posType',
      'customerName',
      'storageName',
      'provinceCode',
      'cityCode',
      'districtCode',
      'address',
      'linkman',
      'phone',
      'openDate',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'name',
      'customerCode',
      'storageCode',
      'provinceCode',
      'cityCode',
      'shopType',
      'posType',
      'status',
    ],
  },
  screen: { area: 'masterData', url: 'data/shop', sort: 58, title: ['门店', '門店', 'Shops'] },
});
