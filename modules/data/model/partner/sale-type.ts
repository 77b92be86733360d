import { defineEntity } from '#platform/model/entity.ts';
import { choice } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { orderType } from '#data/model/value/choices.ts';

export const saleType = defineEntity({
  name: 'data:saletype',
  label: ['销售类型', '銷售類型', 'Sales type'],
  path: '/data/bd/sale/type',
  slim: ['orderType'],
  fields: {
    code: code(),
    name: name(),
    orderType: choice(['订单类型', '訂單類型', 'Order type'], orderType, { default: '0' }),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'orderType', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'orderType', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/saletype',
    sort: 57,
    title: ['销售类型', '銷售類型', 'Sales types'],
    byTenantFlag: true,
  },
});
