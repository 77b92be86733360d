import { bankAccount } from '#data/model/money/bank-account.ts';
import { customer } from '#data/model/partner/customer.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { amount, choice, date, instant, ref, text, type Choices } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';

export const claimStatus = {
  0: ['未认领', '未認領', 'Unclaimed', 'orange'],
  1: ['已认领', '已認領', 'Claimed', 'green'],
} as const satisfies Choices;

/**
 * Money that arrived at the bank, line by line as the bank tells it. Claiming says whose it is: one receipt per line
 * (domain §3.6).
 */
export const bankStatement = defineEntity({
  name: 'sale:bankstatement',
  label: ['银行流水', '銀行流水', 'Bank statement line'],
  path: '/channelsale/bankstatement',
  readBy: 'page',
  codeField: 'serialNo',
  nameField: 'payerName',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  unique: ['bankAccountCode', 'serialNo'],
  changedWhen: { claimStatus: ['0'] },
  grants: { claim: ['认领', '認領', 'Claim'] },
  fields: {
    bankAccountCode: ref(['收款账户编码', '收款帳戶編碼', 'Bank account code'], () => bankAccount, { required: true }),
    tradeDate: date(['交易日期', '交易日期', 'Date'], { required: true }),
    serialNo: text(['流水号', '流水號', 'Serial no.'], { required: true, max: 50 }),
    payerAccount: text(['付款账号', '付款帳號', 'Payer account'], { max: 50 }),
    payerName: text(['付款人', '付款人', 'Payer']),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    remark: remark(),
    claimStatus: choice(['认领状态', '認領狀態', 'Claim status'], claimStatus, { default: '0', kept: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { kept: true }),
    billCode: text(['收款单', '收款單', 'Receipt'], { kept: true, max: 50, isNumber: true }),
    claimerName: text(['认领人', '認領人', 'Claimed by'], { kept: true }),
    claimDate: instant(['认领时间', '認領時間', 'Claimed at'], { kept: true }),
  },
  list: {
    columns: [
      'tradeDate',
      'serialNo',
      'payerName',
      'payerAccount',
      'amount',
      'claimStatus',
      'customerName',
      'billCode',
      'bankAccountName',
      'claimerName',
      'claimDate',
      'remark',
      'creatorName',
      'createDate',
    ],
    filters: ['claimStatus', 'bankAccountCode', 'tradeDate', 'payerName', 'serialNo', 'customerCode'],
  },
  screen: { area: 'sale', url: 'sale/bankstatement', title: ['银行流水', '銀行流水', 'Bank statements'] },
});
