import { defineEntity } from '#platform/model/entity.ts';
import { amount, choice, dict, flag, integer, ref, text, type RefTarget } from '#platform/model/field.ts';
import { code, enabled, locked, name, remark } from '#platform/model/preset.ts';
import { distributorLevel } from '#system/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { area } from '#system/model/region.ts';
import { tenant } from '#system/model/tenant.ts';
import { balanceType } from './balance-type.ts';
import { channel } from './channel.ts';
import { taxRate } from '#data/model/value/choices.ts';
import { customerArea, customerGroup, customerLevel, customerTrade } from './customer-trait.ts';
import { manager } from './customer-manager.ts';
import { priceClass } from './price-class.ts';
import { saleType } from './sale-type.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';

export const customerClass = defineEntity({
  name: 'data:customerclass',
  label: ['客户分类', '客戶分類', 'Customer class'],
  path: '/data/bd/customer/class',
  slim: ['lockFlag'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    lockFlag: locked(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'lockFlag', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/customerclass',
    sort: 62,
    title: ['客户分类', '客戶分類', 'Customer classes'],
    byTenantFlag: true,
  },
});

export const customer = defineEntity({
  name: 'data:customer',
  label: ['客户', '客戶', 'Customer'],
  path: '/data/customer/manage',
  groupedBy: 'classCode',
  fields: {
    code: code(),
    name: name(),
    abbreviation: text(['简称', '簡稱', 'Abbreviation'], { max: 50 }),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => customerClass, { required: true }),
    customerType: dict(['客户类型', '客戶類型', 'Customer type'], 'customer_type', { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    salesmanCode: ref(['业务员编码', '業務員編碼', 'Salesperson code'], () => personnel),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel),
    customerGroupCode: ref(['客户组编码', '客戶組編碼', 'Customer group code'], () => customerGroup),
    levelCode: ref(['等级编码', '等級編碼', 'Rank code'], () => customerLevel),
    tradeCode: ref(['行业编码', '行業編碼', 'Industry code'], () => customerTrade),
    areaCode: ref(['区域编码', '區域編碼', 'Area code'], () => customerArea),
    priceClassCode: ref(['价格级别编码', '價格級別編碼', 'Price level code'], () => priceClass),
    managerCode: ref(['客户经理编码', '客戶經理編碼', 'Manager code'], () => manager),
    balanceTypeCode: ref(['结算方式编码', '結算方式編碼', 'Settlement method code'], () => balanceType),
    saleTypeCode: ref(['销售类型编码', '銷售類型編碼', 'Sales type code'], () => saleType),
    parentCustomerCode: ref(['上级客户编码', '上級客戶編碼', 'Parent customer code'], (): RefTarget => customer),
    distributorLevel: choice(['经销商级别', '經銷商級別', 'Distributor level'], distributorLevel),
    relTenantFlag: flag(['关联租户标志', '關聯租戶標誌', 'Related tenant flag']),
    relTenantCode: ref(['关联租户编码', '關聯租戶編碼', 'Related tenant code'], () => tenant, {
      pickedAs: 'subTenant',
    }),
    receiveType: dict(['收款方式', '收款方式', 'Receiving'], 'receiving'),
    creditControlFlag: flag(['信用控制', '信用控制', 'Credit control']),
    creditAmount: amount(['信用额度', '信用額度', 'Credit limit'], { guarded: true }),
    creditDays: integer(['信用天数', '信用天數', 'Credit days'], { guarded: true }),
    targetManagerFlag: flag(['目标管理', '目標管理', 'Target management']),
    economicType: dict(['经济类型', '經濟類型', 'Economic type'], 'economic_type'),
    marketTerm: dict(['市场条款', '市場條款', 'Market term'], 'market_term'),
    freightFor: dict(['运费承担', '運費承擔', 'Freight for'], 'freight_for'),
    transportMode: dict(['运输方式', '運輸方式', 'Transport method'], 'transport_mode'),
    taxNumber: text(['纳税人识别号', '納稅人識別號', 'Tax number'], { max: 50, guarded: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    linkman: text(['联系人', '聯絡人', 'Contact'], { max: 50, guarded: true }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    email: text(['邮箱', '電子郵件', 'Email'], { format: 'email', guarded: true }),
    provinceCode: ref(['省编码', '省編碼', 'Province code'], () => area),
    cityCode: ref(['市编码', '市編碼', 'City code'], () => area),
    districtCode: ref(['区县编码', '區縣編碼', 'District code'], () => area),
    address: text(['地址', '地址', 'Address'], { max: 200, guarded: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'className',
      'deptName',
      'salesmanName',
      'receiveType',
      'customerType',
      'customerGroupCode',
      'creditControlFlag',
      'targetManagerFlag',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'name',
      'abbreviation',
      'classCode',
      'salesmanCode',
      'organizeCode',
      'customerType',
      'customerGroupCode',
      'deptCode',
      'status',
    ],
  },
  distributed: true,
  // To keep who a customer is, and to decide what he may owe, are two rights.
  grants: { credit: ['信用条件', '信用條件', 'Credit terms'] },
  // Who is credited how far, and by whom, is each tenant's own business.
  localFields: [
    'creditControlFlag',
    'creditAmount',
    'creditDays',
    'managerCode',
    'balanceTypeCode',
    'receiveType',
    'targetManagerFlag',
    'relTenantFlag',
    'relTenantCode',
    'priceClassCode',
  ],
  screen: {
    area: 'masterData',
    url: 'data/customer',
    sort: 36,
    title: ['客户', '客戶', 'Customers'],
    byTenantFlag: true,
  },
  picker: {
    columns: [
      'code',
      'name',
      'deptName',
      'salesmanName',
      'receiveType',
      'customerType',
      'customerGroupCode',
      'creditControlFlag',
      'targetManagerFlag',
      'status',
    ],
    filters: [
      'salesmanCode',
      'organizeCode',
      'classCode',
      'code',
      'name',
      'abbreviation',
      'customerType',
      'status',
      'customerGroupCode',
      'relTenantFlag',
    ],
    width: '80%',
  },
  attachments: true,
  owner: { customer: 'code', salesman: 'salesmanCode' },
});
