import { channel } from '#data/model/partner/channel.ts';
import { customer, customerClass } from '#data/model/partner/customer.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, rate, ref, refs } from '#platform/model/field.ts';
import { name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { rebateBasis, tierMode } from './choices.ts';

const anyOf = ['不限', '不限', 'Any'] as const;

/**
 * What customers are promised for a year: of what, from where on, how much. Approved it is fixed; what a period brings
 * by it is a settlement's to say (decision 0125).
 */
export const rebateProgramme = defineDocument({
  name: 'sale:rebateprogramme',
  label: ['返利政策', '返利政策', 'Rebate programme'],
  path: '/channelsale/rebateprogramme',
  number: { prefix: 'RG', digits: 4 },
  head: {
    name: name(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    basis: choice(['返利依据', '返利依據', 'Basis'], rebateBasis, { required: true, default: '0' }),
    // Of a target the tier that was reached holds for all that was sold, whatever is chosen here.
    tierMode: choice(['阶梯方式', '階梯方式', 'Tier mode'], tierMode, { required: true, default: '0' }),
    // Whoever fits all three gets it; left empty each of them lets everybody through.
    customerClassCode: ref(['客户分类编码', '客戶分類編碼', 'Customer class code'], () => customerClass, {
      none: anyOf,
    }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel, { none: anyOf }),
    customerCodes: refs(['指定客户', '指定客戶', 'Customers'], () => customer, { key: 'code', none: anyOf }),
    remark: remark(),
  },
  lineLabel: ['返利阶梯', '返利階梯', 'Rebate tier'],
  lines: {
    // Yuan, or percent of the target.
    start: amount(['起点（元或%）', '起點（元或%）', 'From (yuan or %)'], { required: true, isNotSummed: true }),
    rate: rate(['返利比例（%）', '返利比例（%）', 'Rebate (%)'], { required: true }),
    remark: remark(),
  },
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: shortBillVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'name',
      'startDate',
      'endDate',
      'basis',
      'tierMode',
      'customerClassName',
      'channelName',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'name', 'startDate', 'endDate', 'basis', 'billStatus'],
    filters: ['code', 'name', 'basis', 'organizeCode', 'customerClassCode', 'channelCode', 'billStatus', 'billDate'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/rebateprogramme',
    sort: 101,
    title: ['返利政策', '返利政策', 'Rebate programmes'],
  },
});
