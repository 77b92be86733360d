import { defineEntity } from '#platform/model/entity.ts';
import { json } from '#platform/model/field.ts';
import { enabled, name, remark } from '#platform/model/preset.ts';

/**
 * A template that everybody of the tenant may begin an order with. What somebody keeps for himself is a setting of his,
 * as his filters are.
 */
export const orderTemplate = defineEntity({
  name: 'order:template',
  label: ['订单模板', '訂單範本', 'Order template'],
  path: '/channelsale/ordertemplate',
  // Whoever writes orders begins with one, and sees whose it is.
  slim: ['content', 'creatorName'],
  codeField: 'name',
  // A key could not be renamed.
  unique: [],
  fields: {
    name: name(),
    content: json(['模板明细', '範本明細', 'Lines of the template'], { required: true }),
    status: enabled(),
    remark: remark(),
  },
  without: ['export'],
  list: {
    columns: ['name', 'status', 'remark', 'creatorName', 'createDate'],
    filters: ['name', 'status'],
  },
  screen: { area: 'order', url: 'order/template', sort: 84, title: ['订单模板', '訂單範本', 'Order templates'] },
});
