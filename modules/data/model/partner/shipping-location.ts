import { defineEntity } from '#platform/model/entity.ts';
import { flag, ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { area } from '#system/model/region.ts';
import { organization } from '#system/model/organization.ts';
import { customer } from './customer.ts';
import { storage } from '#data/model/place/storage.ts';

export const shippingLocation = defineEntity({
  name: 'data:site',
  label: ['收货地点（站点）', '收貨地點（站點）', 'Delivery site'],
  path: '/data/bd/shipping/location',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  fields: {
    code: code(),
    name: name(),
    province: text(['省', '省', 'Province'], { kept: true }),
    city: text(['市', '市', 'City'], { kept: true }),
    district: text(['区县', '區縣', 'District'], { kept: true }),
    address: text(['地址', '地址', 'Address'], { required: true, guarded: true }),
    consignee: text(['收货人', '收貨人', 'Consignee'], { required: true, guarded: true }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { required: true, max: 20, format: 'phone', guarded: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    provinceCode: ref(['省编码', '省編碼', 'Province code'], () => area),
    cityCode: ref(['市编码', '市編碼', 'City code'], () => area),
    districtCode: ref(['区县编码', '區縣編碼', 'District code'], () => area),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    defaultFlag: flag(['默认', '預設', 'Default']),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'organizeName',
      'province',
      'city',
      'district',
      'address',
      'consignee',
      'phone',
      'storageName',
      'provinceCode',
      'cityCode',
      'districtCode',
      'customerName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'organizeCode', 'provinceCode', 'cityCode', 'districtCode', 'status'],
  },
  screen: { area: 'masterData', url: 'data/site', sort: 59, title: ['收货地点', '收貨地點', 'Delivery sites'] },
  picker: {
    columns: [
      'code',
      'name',
      'organizeName',
      'province',
      'city',
      'district',
      'address',
      'consignee',
      'phone',
      'storageName',
      'creatorName',
      'createDate',
    ],
    filters: ['name', 'status'],
    width: '80%',
  },
});
