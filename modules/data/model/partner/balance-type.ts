import { defineEntity } from '#platform/model/entity.ts';
import { dict, flag, integer } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';

export const balanceType = defineEntity({
  name: 'data:balancetype',
  label: ['结算方式', '結算方式', 'Settlement method'],
  path: '/data/bd/finance/balatype',
  fields: {
    code: code(),
    name: name(),
    payMode: dict(['付款方式', '付款方式', 'Pay mode'], 'pay_mode'),
    creditFlag: flag(['赊销标志', '賒銷標誌', 'On credit']),
    days: integer(['天数', '天數', 'Days']),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'payMode', 'creditFlag', 'days', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'payMode', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/balancetype',
    sort: 29,
    title: ['结算方式', '結算方式', 'Settlement methods'],
    byTenantFlag: true,
  },
});
