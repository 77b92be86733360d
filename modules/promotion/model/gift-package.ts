import { accountType } from '#data/model/money/account-type.ts';
import { channel } from '#data/model/partner/channel.ts';
import { customer, customerClass } from '#data/model/partner/customer.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { amount, choice, date, json, quantity, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { packageType } from './promotion-choices.ts';

const anyCustomer = ['不限', '不限', 'Any'] as const;

/**
 * Goods that a rule gives as one, all of them or a choice within limits. With an account type their value is taken from
 * the customer's account of that type; without one the brand owner bears it.
 */
export const giftPackage = defineEntity({
  name: 'promotion:gift',
  label: ['礼包', '禮包', 'Gift package'],
  path: '/channelsale/promotion/package',
  unowned: 'whom a package is for narrows its details; its slim rows name nobody',
  fields: {
    code: code(),
    name: name(),
    packageType: choice(['礼包类型', '禮包類型', 'Package type'], packageType, { required: true }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel, { none: anyCustomer }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    packageMaxAmount: amount(['礼包金额上限', '禮包金額上限', 'Package max amount'], {
      guarded: true,
      isNotSummed: true,
    }),
    packageMaxNumber: quantity(['礼包数量上限', '禮包數量上限', 'Package max quantity'], {
      guarded: true,
      isNotSummed: true,
    }),
    accountType: ref(['账户类型', '帳戶類型', 'Account type'], () => accountType, { guarded: true }),
    customerClassCode: ref(['客户分类编码', '客戶分類編碼', 'Customer class code'], () => customerClass, {
      none: anyCustomer,
      guarded: true,
    }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { none: anyCustomer, guarded: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    lines: json(['礼包明细', '禮包明細', 'Package details'], { guarded: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'packageType',
      'channelName',
      'startDate',
      'endDate',
      'packageMaxAmount',
      'packageMaxNumber',
      'accountType',
      'customerClassCode',
      'customerCode',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'name', 'packageType', 'startDate', 'endDate', 'packageMaxNumber', 'packageMaxAmount', 'status'],
    filters: [
      'code',
      'name',
      'channelCode',
      'accountType',
      'customerClassCode',
      'customerCode',
      'packageType',
      'status',
    ],
  },
  picker: {
    columns: ['code', 'name', 'packageType', 'channelCode', 'channelName', 'startDate', 'endDate', 'status'],
    filters: ['code', 'name', 'packageType', 'channelCode', 'status'],
    width: '80%',
  },
  screen: { area: 'promotion', url: 'promotion/gift', sort: 96, title: ['礼包', '禮包', 'Gifts'] },
});
