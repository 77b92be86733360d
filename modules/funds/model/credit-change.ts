import { customer } from '#data/model/partner/customer.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, files, integer, ref } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { capitalAccount } from './capital-account.ts';
import { creditChangeType } from './choices.ts';

/** A credit limit changes by a document, for good or between two days (domain §3.6, CL). */
export const creditChange = defineDocument({
  name: 'sale:creditchange',
  label: ['信用额度调整单', '信用額度調整單', 'Credit change'],
  path: '/channelsale/creditchange',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  number: { prefix: 'CL', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true }),
    accountCode: ref(['账户编码', '帳戶編碼', 'Account code'], () => capitalAccount),
    changeType: choice(['调整类型', '調整類型', 'Change type'], creditChangeType, { required: true, default: '0' }),
    oldAmount: amount(['原额度', '原額度', 'Old limit'], { kept: true }),
    changeAmount: amount(['调整额度', '調整額度', 'Change'], { required: true }),
    newAmount: amount(['新额度', '新額度', 'New limit'], { kept: true }),
    creditDays: integer(['信用天数', '信用天數', 'Credit days']),
    startDate: date(['开始日期', '開始日期', 'Start date']),
    endDate: date(['结束日期', '結束日期', 'End date']),
    attachments: files(['附件', '附件', 'Attachments'], { kept: true, virtual: true }),
    remark: remark(),
  },
  lineLabel: ['信用额度调整明细', '信用額度調整明細', 'Credit change line'],
  lines: {},
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'customerCode'],
  editable: ['saved', 'stashed'],
  // A limit that was lent for a time ends when it is closed; it is lent again by another document.
  verbs: { ...billVerbs, unclose: { ...billVerbs.unclose, when: { changeType: ['0'] } } },
  list: {
    columns: [
      'code',
      'billDate',
      'customerName',
      'changeType',
      'oldAmount',
      'changeAmount',
      'newAmount',
      'creditDays',
      'startDate',
      'endDate',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'customerCode', 'organizeCode', 'changeType', 'billStatus', 'billDate'],
  },
  screen: { area: 'sale', url: 'sale/creditchange', title: ['信用额度调整', '信用額度調整', 'Credit changes'] },
  attachments: true,
});
