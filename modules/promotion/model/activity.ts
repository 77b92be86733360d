import { brand } from '#data/model/goods/brand.ts';
import { materialClass } from '#data/model/goods/material.ts';
import { channel } from '#data/model/partner/channel.ts';
import { customerClass } from '#data/model/partner/customer.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, flag, integer, json, ref, text } from '#platform/model/field.ts';
import { enabled, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { scopeColumns } from '#data/model/scope/scope-columns.ts';
import { policyRuleType } from './policy-rule.ts';
import { activityStatus, productScope, promotionScope, publishStatus } from './promotion-choices.ts';
import { ruleFields } from './rule-fields.ts';

const anyOf = ['不限', '不限', 'Any'] as const;

/**
 * What customers get for buying, from a day to a day. What counts is the version that was audited last: while it is
 * revised, that one goes on (decision 0110).
 */
export const promotionActivity = defineDocument({
  name: 'promotion:activity',
  label: ['促销活动', '促銷活動', 'Promotion activity'],
  path: '/channelsale/promotion/activity',
  number: { prefix: 'PA', digits: 4 },
  isToggled: true,
  isImported: true,
  importedAs: {
    titles: { lineDisRate: ['第N件折扣率', '第N件折扣率', 'Discount percent'] },
    ...scopeColumns({ customer: true, product: true }),
  },
  head: {
    name: name(),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    policyRuleTypeCode: ref(['规则类型编码', '規則類型編碼', 'Rule type code'], () => policyRuleType, {
      required: true,
    }),
    // The smaller comes first.
    priority: integer(['优先级', '優先順序', 'Priority']),
    limitTimes: integer(['每客户限次', '每客戶限次', 'Times per customer'], { none: ['不限', '不限', 'No limit'] }),
    budgetAmount: amount(['活动预算', '活動預算', 'Activity budget'], {
      isNotSummed: true,
      none: ['不限', '不限', 'No limit'],
    }),
    stackFlag: flag(['可叠加', '可疊加', 'Stackable']),
    exclusiveFlag: flag(['独占标志', '獨佔標誌', 'Exclusive']),
    orderTypes: json(['适用订单类型', '適用訂單類型', 'Order types']),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    scopes: json(['适用范围', '適用範圍', 'Scope']),
    // The list and its filters see the scope rows as these; they follow them.
    customerScope: choice(['客户范围', '客戶範圍', 'Customer scope'], promotionScope, { default: '0', kept: true }),
    customerClassCode: ref(['客户分类编码', '客戶分類編碼', 'Customer class code'], () => customerClass, {
      kept: true,
      none: anyOf,
    }),
    customerCodes: json(['指定客户', '指定客戶', 'Customers'], { kept: true, hidden: true }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel, { kept: true, none: anyOf }),
    shopCodes: json(['指定门店', '指定門店', 'Shops'], { kept: true, hidden: true }),
    productScope: choice(['产品范围', '產品範圍', 'Product scope'], productScope, { default: '0', kept: true }),
    productClassCode: ref(['产品分类编码', '產品分類編碼', 'Product class code'], () => materialClass, {
      kept: true,
      none: anyOf,
    }),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand, { kept: true, none: anyOf }),
    productCodes: json(['指定产品', '指定產品', 'Products'], { kept: true, hidden: true }),
    // Told by the day it is: no column.
    activityStatus: choice(['活动状态', '活動狀態', 'Activity status'], activityStatus, {
      kept: true,
      virtual: true,
      byDays: { from: 'startDate', to: 'endDate', enabled: 'status' },
    }),
    publishStatus: choice(['发布状态', '發布狀態', 'Publication'], publishStatus, { default: '0', kept: true }),
    versionNo: integer(['版本号', '版本號', 'Version no.'], { kept: true }),
    // What a customer reads of it; left empty its rules say it themselves.
    customerText: text(['顾客看到的话', '顧客看到的話', 'Words for customers'], { max: 300 }),
    status: enabled(),
    remark: remark(),
  },
  lineLabel: ['促销规则行', '促銷規則行', 'Promotion rule row'],
  lines: ruleFields,
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['name'],
  editable: ['saved', 'stashed'],
  verbs: {
    ...billVerbs,
    // To be changed while the version that was audited goes on.
    revise: {
      label: ['修订', '修訂', 'Revise'],
      from: ['audited'],
      to: 'saved',
      sets: 'unaudited',
      grantedBy: 'unaudit',
    },
    publish: {
      label: ['发布', '發布', 'Publish'],
      from: ['audited'],
      to: 'audited',
      when: { publishStatus: ['0'] },
    },
    unpublish: {
      label: ['取消发布', '取消發布', 'Unpublish'],
      from: ['audited'],
      to: 'audited',
      when: { publishStatus: ['1'] },
      grantedBy: 'publish',
    },
  },
  grants: { simulate: ['模拟', '模擬', 'Simulate'], pushdown: ['下发', '下發', 'Distribute'] },
  list: {
    columns: [
      'code',
      'billDate',
      'name',
      'startDate',
      'endDate',
      'customerScope',
      'customerClassCode',
      'channelName',
      'productScope',
      'productClassCode',
      'brandCode',
      'policyRuleTypeCode',
      'stackFlag',
      'priority',
      'activityStatus',
      'publishStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'name',
      'customerClassCode',
      'channelCode',
      'productClassCode',
      'brandCode',
      'customerScope',
      'productScope',
      'activityStatus',
      'billStatus',
      'billDate',
    ],
    // What it is, when it runs and whether customers have it: nobody should have to scroll for that.
    lead: ['code', 'name', 'policyRuleTypeCode', 'startDate', 'endDate', 'publishStatus', 'billStatus'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/activity',
    sort: 95,
    title: ['促销活动', '促銷活動', 'Promotion activities'],
  },
});
