import { defineEntity } from '#platform/model/entity.ts';
import { decimal, quantity, ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';
import { unit } from './unit.ts';

export const materialLine = defineEntity({
  name: 'data:materialline',
  label: ['产品线', '產品線', 'Product line'],
  path: '/data/bd/material/line',
  fields: {
    code: code(),
    name: name(),
    status: enabled(),
    sort: sort(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/materialline',
    sort: 50,
    title: ['产品线', '產品線', 'Product lines'],
    byTenantFlag: true,
  },
  picker: { columns: ['code', 'name', 'status'], filters: ['code', 'name', 'status'], width: '80%' },
});

export const materialTag = defineEntity({
  name: 'data:materialtag',
  label: ['物料标签', '物料標籤', 'Material tag'],
  path: '/data/bd/material/tag',
  slim: ['color'],
  fields: {
    code: code(),
    name: name(),
    color: text(['颜色', '顏色', 'Colour']),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'color', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/materialtag',
    sort: 51,
    title: ['物料标签', '物料標籤', 'Material tags'],
    byTenantFlag: true,
  },
});

export const packageSpec = defineEntity({
  name: 'data:packagespec',
  label: ['包装规格', '包裝規格', 'Packing spec'],
  path: '/data/bd/package/spec',
  fields: {
    code: code(),
    name: name(),
    number: quantity(['数量', '數量', 'Quantity'], { isNotSummed: true }),
    unitCode: ref(['单位编码', '單位編碼', 'Unit code'], () => unit),
    length: decimal(['长', '長', 'Length']),
    width: decimal(['宽', '寬', 'Width']),
    height: decimal(['高', '高', 'Height']),
    weight: decimal(['重量', '重量', 'Weight']),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: [
      'code',
      'name',
      'number',
      'unitName',
      'length',
      'width',
      'height',
      'weight',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'unitCode', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/packagespec',
    sort: 52,
    title: ['包装规格', '包裝規格', 'Packing specs'],
    byTenantFlag: true,
  },
});
