import { supplier } from '#data/model/partner/supplier.ts';
import { amount, asOfDate, date, ref } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';

/**
 * 应付余额: what is owed to every supplier by how late it is, and what was paid ahead, today or at the end of a day.
 */
export const payableBalance = defineReport({
  name: 'sale:payable',
  label: ['应付余额', '應付餘額', 'Payables'],
  path: '/channelsale/payable',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier),
    balanceAmount: amount(['应付余额', '應付餘額', 'Payable']),
    prepaidAmount: amount(['预付余额', '預付餘額', 'Prepaid']),
    notDueAmount: amount(['未到期', '未到期', 'Not due']),
    upTo30Amount: amount(['逾期1-30天', '逾期1-30天', '1–30 days late']),
    upTo60Amount: amount(['逾期31-60天', '逾期31-60天', '31–60 days late']),
    upTo90Amount: amount(['逾期61-90天', '逾期61-90天', '61–90 days late']),
    beyondAmount: amount(['逾期90天以上', '逾期90天以上', 'Over 90 days late']),
    unsettledAmount: amount(['未核销退款', '未核銷退款', 'Unsettled credit']),
    asOfDate: asOfDate(),
    nextDueDate: date(['最早到期日', '最早到期日', 'Earliest due'], { none: ['—', '—', '—'] }),
  },
  list: {
    columns: [
      'organizeName',
      'supplierName',
      'balanceAmount',
      'prepaidAmount',
      'notDueAmount',
      'upTo30Amount',
      'upTo60Amount',
      'upTo90Amount',
      'beyondAmount',
      'unsettledAmount',
      'nextDueDate',
    ],
    lead: ['supplierName', 'balanceAmount', 'nextDueDate', 'notDueAmount', 'upTo30Amount', 'prepaidAmount'],
    filters: ['organizeCode', 'supplierCode', 'asOfDate'],
  },
  screen: { area: 'sale', url: 'sale/payable', sort: 137, title: ['应付余额', '應付餘額', 'Payables'] },
});
