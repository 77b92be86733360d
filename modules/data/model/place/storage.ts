import { defineEntity } from '#platform/model/entity.ts';
import { choice, flag, ref, text, type RefTarget } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { area } from '#system/model/region.ts';
import { storageType } from '#data/model/value/choices.ts';

export const storage = defineEntity({
  name: 'data:depot',
  label: ['仓库', '倉庫', 'Warehouse'],
  path: '/data/storage',
  fields: {
    code: code(),
    name: name(),
    type: choice(['类型', '類型', 'Type'], storageType, { default: '0' }),
    /** Who uses it; stockOrganizeCode is whose ledger holds its stock. */
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    stockOrganizeCode: ref(['库存组织编码', '庫存組織編碼', 'Stock organisation code'], () => organization),
    parentCode: ref(['上级编码', '上級編碼', 'Parent code'], (): RefTarget => storage),
    negativeFlag: flag(['允许负库存', '允許負庫存', 'Allow negative stock']),
    provinceCode: ref(['省编码', '省編碼', 'Province code'], () => area),
    cityCode: ref(['市编码', '市編碼', 'City code'], () => area),
    districtCode: ref(['区县编码', '區縣編碼', 'District code'], () => area),
    address: text(['地址', '地址', 'Address'], { max: 200, guarded: true }),
    linkman: text(['联系人', '聯絡人', 'Contact'], { max: 50, guarded: true }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'organizeName',
      'type',
      'stockOrganizeName',
      'provinceCode',
      'cityCode',
      'districtCode',
      'address',
      'linkman',
      'phone',
      'negativeFlag',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'organizeCode', 'stockOrganizeCode', 'provinceCode', 'cityCode', 'type', 'status'],
  },
  screen: {
    area: 'masterData',
    url: 'data/depot',
    sort: 41,
    title: ['仓库', '倉庫', 'Warehouses'],
    byTenantFlag: true,
  },
  picker: {
    columns: ['tenantCode', 'tenantName', 'organizeCode', 'organizeName', 'code', 'name', 'type'],
    filters: ['organizeCode', 'stockOrganizeCode', 'code', 'name', 'status'],
    width: '900px',
  },
});
