import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, ref, text } from '#platform/model/field.ts';
import { code, enabled, locked, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { tenantFlag } from '#data/model/value/choices.ts';

export const logisticsProviderClass = defineEntity({
  name: 'data:logisticsclass',
  label: ['物流商分类', '物流商分類', 'Carrier class'],
  path: '/data/bd/logistics/provider/class',
  slim: ['lockFlag'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    lockFlag: locked(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'lockFlag', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/logisticsclass',
    sort: 64,
    title: ['物流商分类', '物流商分類', 'Carrier classes'],
    byTenantFlag: true,
  },
});

export const logisticsProvider = defineEntity({
  name: 'data:logistics',
  label: ['物流商', '物流商', 'Carrier'],
  path: '/data/bd/logistics/provider',
  groupedBy: 'classCode',
  fields: {
    code: code(),
    name: name(),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => logisticsProviderClass, { required: true }),
    status: enabled(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    tenantFlag: choice(['集团标志', '集團標誌', 'Tenant flag'], tenantFlag, { default: '0' }),
    companyCode: dict(['公司编码', '公司編碼', 'Company code'], 'logistics_company'),
    linkman: text(['联系人', '聯絡人', 'Contact'], { guarded: true }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    address: text(['地址', '地址', 'Address'], { guarded: true }),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'organizeCode',
      'tenantFlag',
      'className',
      'companyCode',
      'linkman',
      'phone',
      'address',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'classCode', 'organizeCode', 'companyCode', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/logistics',
    sort: 46,
    title: ['物流商', '物流商', 'Carrier'],
    byTenantFlag: true,
  },
  picker: { columns: ['code', 'name'], filters: ['classCode', 'code', 'name', 'status', 'organizeCode'], width: '80%' },
});
