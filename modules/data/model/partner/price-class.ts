import { defineEntity } from '#platform/model/entity.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';

export const priceClass = defineEntity({
  name: 'sale:priceclass',
  label: ['价格级别', '價格級別', 'Price level'],
  path: '/channelsale/console/priceClass',
  fields: {
    code: code(),
    name: name(),
    sort: sort(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  screen: { area: 'sale', url: 'sale/priceclass', sort: 143, title: ['价格级别', '價格級別', 'Price levels'] },
});
