import { customer } from '#data/model/partner/customer.ts';
import { amount, choice, date, ref, text, type Choices } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';

/** How a batch of rebate stands today. */
export const batchStatus = {
  0: ['可用', '可用', 'Available', 'green'],
  1: ['即将到期', '即將到期', 'Expiring', 'orange'],
  2: ['已过期', '已過期', 'Expired', 'grey'],
  3: ['已用完', '已用完', 'Used up', 'grey'],
} as const satisfies Choices;

/** From so many days before its end on a batch is about to lapse. */
export const expiringDays = 30;

/** 返利对账: what a customer was granted, batch by batch, what became of it and what is left. */
export const rebateStatement = defineReport({
  name: 'sale:rebatestatement',
  label: ['返利对账', '返利對帳', 'Rebate statement'],
  path: '/channelsale/rebatestatement',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    sourceCode: text(['来源单据', '來源單據', 'Source no.'], { isNumber: true }),
    giveDate: date(['发放日期', '發放日期', 'Granted on']),
    expireDate: date(['有效期至', '有效期至', 'Valid until'], { none: ['长期', '長期', 'No end'] }),
    grantedAmount: amount(['发放金额', '發放金額', 'Granted']),
    usedAmount: amount(['已使用', '已使用', 'Used']),
    expiredAmount: amount(['已过期', '已過期', 'Expired']),
    takenAmount: amount(['扣回', '扣回', 'Taken back']),
    balanceAmount: amount(['余额', '餘額', 'Balance']),
    batchStatus: choice(['状态', '狀態', 'Status'], batchStatus),
  },
  list: {
    columns: [
      'organizeName',
      'customerName',
      'sourceCode',
      'giveDate',
      'expireDate',
      'grantedAmount',
      'usedAmount',
      'expiredAmount',
      'takenAmount',
      'balanceAmount',
      'batchStatus',
    ],
    lead: ['customerName', 'sourceCode', 'expireDate', 'grantedAmount', 'usedAmount', 'balanceAmount', 'batchStatus'],
    filters: ['organizeCode', 'customerCode', 'batchStatus'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/rebatestatement',
    sort: 103,
    title: ['返利对账', '返利對帳', 'Rebate statement'],
  },
});
