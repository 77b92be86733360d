import { defineEntity } from '#platform/model/entity.ts';
import { choice, ref, type RefTarget } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { rootDataFlag } from '#data/model/value/choices.ts';

export const recipeNo = defineEntity({
  name: 'data:recipeno',
  label: ['配方号', '配方號', 'Formula no.'],
  path: '/data/bd/recipe/no',
  groupedBy: 'parentCode',
  fields: {
    parentCode: ref(['上级编码', '上級編碼', 'Parent code'], (): RefTarget => recipeNo, {
      where: { rootDataFlag: '1' },
    }),
    code: code(),
    name: name(),
    status: enabled(),
    rootDataFlag: choice(['分类标志', '分類標誌', 'Is a class'], rootDataFlag, { default: '0' }),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/recipeno',
    sort: 55,
    title: ['配方号', '配方號', 'Formula nos.'],
    byTenantFlag: true,
  },
  classes: {
    flag: 'rootDataFlag',
    name: 'data:recipenoclass',
    label: ['配方号分类', '配方號分類', 'Formula class'],
    screen: {
      area: 'masterData',
      url: 'data/recipenoclass',
      sort: 70,
      title: ['配方号分类', '配方號分類', 'Formula classes'],
      byTenantFlag: true,
    },
  },
  picker: {
    columns: ['parentCode', 'parentName', 'code', 'name', 'status'],
    filters: ['parentCode', 'code', 'name', 'status', 'rootDataFlag'],
    width: '80%',
  },
});
