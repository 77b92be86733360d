import { describe, expect, test } from 'vitest';
import { defineEntity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { code, name } from '#platform/model/preset.ts';
import { isGroupLevel, searchedBy } from './list-filters.ts';

const shelf = defineEntity({
  name: 'data:shelf',
  label: ['货架', '貨架', 'Shelf'],
  path: '/data/shelf',
  groupedBy: 'classCode',
  fields: {
    code: code(),
    name: name(),
    classCode: text(['分类', '分類', 'Class']),
    brandCode: text(['品牌', '品牌', 'Brand']),
    storageCode: text(['仓库', '倉庫', 'Warehouse']),
    organizeCode: text(['组织', '組織', 'Organisation']),
  },
  list: {
    columns: ['code', 'name'],
    filters: ['code', 'brandCode', 'storageCode', 'organizeCode', 'classCode'],
  },
});
const keysAt = (place: Parameters<typeof searchedBy>[1]): string[] => searchedBy(shelf, place).map(({ key }) => key);

describe('the filters of a list', () => {
  test('are all there at the level of organisations; brand and warehouse hide at group level (001 §6)', () => {
    expect(keysAt({ hasTree: false, isOfGroup: false })).toEqual([
      'code',
      'brandCode',
      'storageCode',
      'organizeCode',
      'classCode',
    ]);
    expect(keysAt({ hasTree: false, isOfGroup: true })).toEqual(['code', 'organizeCode', 'classCode']);
  });

  test('leave the class to the tree beside them', () => {
    expect(keysAt({ hasTree: true, isOfGroup: false })).toEqual(['code', 'brandCode', 'storageCode', 'organizeCode']);
  });

  test('are those of the group for every tenant flag but 0', () => {
    expect([{}, { tenantFlag: '0' }, { tenantFlag: '1' }, { tenantFlag: '2' }].map(isGroupLevel)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
