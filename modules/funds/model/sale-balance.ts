import { customer } from '#data/model/partner/customer.ts';
import { amount, asOfDate, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';
import { everyBrand, everyChannel } from './account-words.ts';

/**
 * What every account held at the beginning of the month, what came and went since, and what it holds now, or held at
 * the end of a day.
 */
export const saleBalance = defineReport({
  name: 'sale:balance',
  label: ['客户余额', '客戶餘額', 'Balance'],
  path: '/channelsale/balance',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    brandName: text(['品牌名称', '品牌名稱', 'Brand name'], { none: everyBrand }),
    channelName: text(['渠道名称', '渠道名稱', 'Channel name'], { none: everyChannel }),
    accountCode: text(['账户编码', '帳戶編碼', 'Account code']),
    accountName: text(['账户名称', '帳戶名稱', 'Account name']),
    beginAmount: amount(['期初金额', '期初金額', 'Opening amount']),
    inAmount: amount(['收入金额', '收入金額', 'In']),
    outAmount: amount(['支出金额', '支出金額', 'Out']),
    frozenAmount: amount(['冻结金额', '凍結金額', 'Frozen']),
    balanceAmount: amount(['余额', '餘額', 'Balance']),
    asOfDate: asOfDate(),
  },
  list: {
    columns: [
      'organizeName',
      'customerName',
      'brandName',
      'channelName',
      'accountCode',
      'accountName',
      'beginAmount',
      'inAmount',
      'outAmount',
      'frozenAmount',
      'balanceAmount',
    ],
    lead: ['customerName', 'accountName', 'beginAmount', 'inAmount', 'outAmount', 'balanceAmount'],
    filters: ['organizeCode', 'customerCode', 'asOfDate'],
  },
  screen: { area: 'sale', url: 'sale/balance', sort: 139, title: ['客户余额', '客戶餘額', 'Balance'] },
});
