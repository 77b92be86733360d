import { defineEntity } from '#platform/model/entity.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';

export const personnelType = defineEntity({
  name: 'data:personneltype',
  label: ['人员类型', '人員類型', 'Personnel type'],
  path: '/data/bd/personnel/type',
  fields: {
    code: code(),
    name: name(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/personneltype',
    sort: 68,
    title: ['人员类型', '人員類型', 'Personnel types'],
    byTenantFlag: true,
  },
});
