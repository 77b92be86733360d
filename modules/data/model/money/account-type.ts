import { defineEntity } from '#platform/model/entity.ts';
import { flag } from '#platform/model/field.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';

export const accountType = defineEntity({
  name: 'sale:accounttype',
  label: ['资金账户类型', '資金帳戶類型', 'Account type (funds)'],
  path: '/channelsale/accountType',
  slim: ['giftFlag'],
  fields: {
    code: code(),
    name: name(),
    giftFlag: flag(['赠品账户', '贈品帳戶', 'Gift account']),
    sort: sort(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'giftFlag', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  screen: {
    area: 'sale',
    url: 'sale/accounttype',
    sort: 142,
    title: ['资金账户类型', '資金帳戶類型', 'Account types'],
  },
});
