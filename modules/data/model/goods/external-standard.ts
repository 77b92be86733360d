import { defineEntity } from '#platform/model/entity.ts';
import { choice, ref, text, type RefTarget } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { rootDataFlag } from '#data/model/value/choices.ts';

export const externalStandard = defineEntity({
  name: 'data:externalstandard',
  label: ['外部标准', '外部標準', 'External standard'],
  path: '/data/bd/external/standard',
  groupedBy: 'parentCode',
  fields: {
    code: code(),
    name: name(),
    parentCode: ref(['上级编码', '上級編碼', 'Parent code'], (): RefTarget => externalStandard, {
      where: { rootDataFlag: '1' },
    }),
    status: enabled(),
    rootDataFlag: choice(['分类标志', '分類標誌', 'Is a class'], rootDataFlag, { default: '0' }),
    content: text(['内容', '內容', 'Content'], { max: 2000, format: 'multiline' }),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/externalstandard',
    sort: 44,
    title: ['外部标准', '外部標準', 'External standards'],
    byTenantFlag: true,
  },
  classes: {
    flag: 'rootDataFlag',
    name: 'data:externalstandardclass',
    label: ['外部标准分类', '外部標準分類', 'External standard class'],
    screen: {
      area: 'masterData',
      url: 'data/externalstandardclass',
      sort: 69,
      title: ['外部标准分类', '外部標準分類', 'External standard classes'],
      byTenantFlag: true,
    },
  },
  picker: {
    columns: ['code', 'name', 'parentCode', 'parentName', 'status'],
    filters: ['parentCode', 'code', 'name', 'status', 'rootDataFlag'],
    width: '80%',
  },
});
