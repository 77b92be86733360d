import { defineEntity } from '#platform/model/entity.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';

export const channel = defineEntity({
  name: 'data:channel',
  label: ['渠道', '渠道', 'Channel'],
  path: '/data/bd/channel',
  fields: {
    code: code(),
    name: name(),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/channel',
    sort: 34,
    title: ['渠道', '渠道', 'Channels'],
    byTenantFlag: true,
  },
});
