import { channel } from '#data/model/partner/channel.ts';
import { customer, customerClass } from '#data/model/partner/customer.ts';
import { material, materialClass } from '#data/model/goods/material.ts';
import { restrictRule } from '#data/model/goods/restrict-rule.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { restrictType } from './price-choices.ts';

/** Who may buy what, and by which rule of quantities. What is allowed to some is closed to everybody else. */
export const productRestriction = defineEntity({
  name: 'order:productrestrict',
  label: ['产品限购', '產品限購', 'Purchase limit'],
  path: '/channelsale/product/restrict',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  fields: {
    code: code(),
    name: name(),
    ruleCode: ref(['规则编码', '規則編碼', 'Rule code'], () => restrictRule, { required: true }),
    restrictType: choice(['限制方式', '限制方式', 'Restriction'], restrictType, { default: '0' }),
    customerClassCode: ref(['客户分类编码', '客戶分類編碼', 'Customer class code'], () => customerClass),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel),
    productClassCode: ref(['产品分类编码', '產品分類編碼', 'Product class code'], () => materialClass),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'ruleName',
      'restrictType',
      'customerClassCode',
      'customerName',
      'channelCode',
      'productClassCode',
      'productName',
      'startDate',
      'endDate',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'ruleCode', 'customerClassCode', 'customerCode', 'channelCode', 'restrictType', 'status'],
  },
  screen: {
    area: 'order',
    url: 'order/productrestrict',
    sort: 89,
    title: ['产品限购', '產品限購', 'Purchase limits'],
  },
});
