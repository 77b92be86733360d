import { customer } from '#data/model/partner/customer.ts';
import { noStamp } from '#platform/model/entity.ts';
import { amount, choice, date, instant, integer, ref, text } from '#platform/model/field.ts';
import { enabledFlag, remark } from '#platform/model/preset.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';

/** The credit of customers as it stands; it changes by credit changes and by what is sold and paid. */
export const creditInfo = defineReport({
  name: 'sale:creditinfo',
  label: ['信用信息', '信用資訊', 'Credit info'],
  path: '/channelsale/credit',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    creditAmount: amount(['信用额度', '信用額度', 'Credit limit']),
    usedAmount: amount(['已用金额', '已用金額', 'Used']),
    balanceAmount: amount(['余额', '餘額', 'Balance']),
    creditDays: integer(['信用天数', '信用天數', 'Credit days']),
    startDate: date(['开始日期', '開始日期', 'Start date']),
    endDate: date(['结束日期', '結束日期', 'End date'], { none: ['长期', '長期', 'No end'] }),
    status: choice(['状态', '狀態', 'Status'], enabledFlag),
    creatorName: text(['创建人', '建立人', 'Created by'], { none: noStamp.creatorName }),
    createDate: instant(['创建时间', '建立時間', 'Created at']),
    remark: remark(),
  },
  list: {
    columns: [
      'customerName',
      'creditAmount',
      'usedAmount',
      'creditDays',
      'startDate',
      'endDate',
      'organizeName',
      'balanceAmount',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['customerCode', 'organizeCode', 'status'],
  },
  grants: { view: ['查看', '檢視', 'View'] },
  screen: { area: 'sale', url: 'sale/creditinfo', sort: 140, title: ['信用信息', '信用資訊', 'Credit info'] },
});
