import { defineEntity } from '#platform/model/entity.ts';
import { integer } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';

/** Quantities have four decimals in every table; a unit may have fewer. */
export const mostDecimals = 4;

export const unit = defineEntity({
  name: 'data:unit',
  label: ['计量单位', '計量單位', 'Unit'],
  path: '/data/bd/unit',
  slim: ['precision'],
  fields: {
    code: code(),
    name: name(),
    precision: integer(['小数位', '小數位', 'Decimals'], { default: '0' }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'precision', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/unit',
    sort: 61,
    title: ['计量单位', '計量單位', 'Units'],
    byTenantFlag: true,
  },
});
