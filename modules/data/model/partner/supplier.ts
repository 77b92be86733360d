import { defineEntity } from '#platform/model/entity.ts';
import { choice, integer, ref, text } from '#platform/model/field.ts';
import { code, enabled, locked, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { tenant } from '#system/model/tenant.ts';
import { balanceType } from './balance-type.ts';
import { taxRate } from '#data/model/value/choices.ts';

export const supplierClass = defineEntity({
  name: 'data:supplierclass',
  label: ['供应商分类', '供應商分類', 'Supplier class'],
  path: '/data/bd/supplier/class',
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
    url: 'data/supplierclass',
    sort: 63,
    title: ['供应商分类', '供應商分類', 'Supplier classes'],
    byTenantFlag: true,
  },
});

export const supplier = defineEntity({
  name: 'data:supplier',
  label: ['供应商', '供應商', 'Supplier'],
  path: '/data/bd/supplier',
  groupedBy: 'classCode',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    code: code(),
    name: name(),
    linkman: text(['联系人', '聯絡人', 'Contact'], { guarded: true }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { guarded: true, max: 20, format: 'phone' }),
    abbreviation: text(['简称', '簡稱', 'Abbreviation']),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => supplierClass, { required: true }),
    status: enabled(),
    taxNumber: text(['纳税人识别号', '納稅人識別號', 'Tax number'], { guarded: true, max: 50 }),
    openingBank: text(['开户行', '開戶行', 'Bank branch'], { guarded: true }),
    bankAccount: text(['银行账号', '銀行帳號', 'Bank account number'], { guarded: true }),
    balanceTypeCode: ref(['结算方式编码', '結算方式編碼', 'Settlement method code'], () => balanceType),
    payDays: integer(['付款天数', '付款天數', 'Payment days'], { guarded: true }),
    // A supplier that works with us in a tenant of its own.
    relTenantCode: ref(['关联租户编码', '關聯租戶編碼', 'Related tenant code'], () => tenant, { guarded: true }),
    email: text(['邮箱', '電子郵件', 'Email'], { guarded: true, format: 'email' }),
    address: text(['地址', '地址', 'Address'], { guarded: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'organizeName',
      'linkman',
      'phone',
      'abbreviation',
      'className',
      'taxNumber',
      'openingBank',
      'bankAccount',
      'balanceTypeCode',
      'email',
      'address',
      'taxRate',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'organizeCode', 'classCode', 'balanceTypeCode', 'taxRate', 'status'],
  },
  distributed: true,
  // How each tenant settles with it is its own.
  localFields: ['balanceTypeCode', 'payDays', 'relTenantCode'],
  screen: {
    area: 'masterData',
    url: 'data/supplier',
    sort: 60,
    title: ['供应商', '供應商', 'Suppliers'],
    byTenantFlag: true,
  },
  picker: {
    columns: ['organizeCode', 'organizeName', 'code', 'name', 'linkman', 'phone', 'abbreviation'],
    filters: ['classCode', 'code', 'name', 'status'],
    width: '80%',
  },
  owner: { supplier: 'code' },
});
