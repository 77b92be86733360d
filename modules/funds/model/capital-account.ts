import { accountType } from '#data/model/money/account-type.ts';
import { brand } from '#data/model/goods/brand.ts';
import { channel } from '#data/model/partner/channel.ts';
import { customer } from '#data/model/partner/customer.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { amount, ref, text } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { everyBrand, everyChannel } from './account-words.ts';

/**
 * A pocket of a customer's money with an organisation: for all brands and channels, or for one (domain §4.2). Its
 * amounts are the ledger's.
 */
export const capitalAccount = defineEntity({
  name: 'sale:capitalaccount',
  label: ['资金账户', '資金帳戶', 'Funds account'],
  path: '/channelsale/capitalpoolaccount',
  codeField: 'accountCode',
  nameField: 'accountName',
  fields: {
    accountCode: text(['账户编码', '帳戶編碼', 'Account code'], { required: true, max: 120 }),
    accountName: text(['账户名称', '帳戶名稱', 'Account name'], { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true }),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand, { none: everyBrand }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel, { none: everyChannel }),
    accountType: ref(['账户类型', '帳戶類型', 'Account type'], () => accountType, { required: true }),
    balanceAmount: amount(['余额', '餘額', 'Balance'], { kept: true, virtual: true }),
    frozenAmount: amount(['冻结金额', '凍結金額', 'Frozen'], { kept: true, virtual: true }),
    creditAmount: amount(['信用额度', '信用額度', 'Credit limit'], { kept: true, virtual: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'accountCode',
      'organizeName',
      'customerName',
      'brandName',
      'channelName',
      'accountType',
      'accountName',
      'frozenAmount',
      'creditAmount',
      'balanceAmount',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['accountCode', 'customerCode', 'accountType', 'organizeCode', 'brandCode', 'status'],
    method: 'POST',
  },
  picker: {
    columns: [
      'organizeName',
      'customerCode',
      'customerName',
      'brandName',
      'channelName',
      'accountType',
      'accountCode',
      'accountName',
      'status',
    ],
    filters: ['accountCode', 'accountType', 'status', 'brandCode'],
    width: '80%',
  },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  screen: { area: 'sale', url: 'sale/capitalaccount', sort: 141, title: ['资金账户', '資金帳戶', 'Funds accounts'] },
});
