import { defineEntity } from '#platform/model/entity.ts';
import { image, text } from '#platform/model/field.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';

export const brand = defineEntity({
  name: 'data:brand',
  label: ['品牌', '品牌', 'Brand'],
  path: '/data/bd/brand',
  fields: {
    code: code(),
    name: name(),
    enName: text(['英文名称', '英文名稱', 'English name']),
    logoUrl: image(['Logo', 'Logo', 'Logo']),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'enName', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: { area: 'masterData', url: 'data/brand', sort: 31, title: ['品牌', '品牌', 'Brands'], byTenantFlag: true },
});
