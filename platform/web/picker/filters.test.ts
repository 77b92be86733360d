import { describe, expect, test } from 'vitest';
import { defineEntity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { code, enabled, name } from '#platform/model/preset.ts';
import { paramsOf } from '#platform/web/list/search-form.tsx';
import { filtersIn, startOf } from './filters.ts';
import { questionOf } from './use-offered.ts';

const shelf = defineEntity({
  name: 'data:shelf',
  label: ['货架', '貨架', 'Shelf'],
  path: '/data/shelf',
  fields: {
    code: code(),
    name: name(),
    brandCode: text(['品牌', '品牌', 'Brand']),
    storageCode: text(['仓库', '倉庫', 'Warehouse']),
    status: enabled(),
  },
  list: { columns: ['code', 'name'], filters: ['code'] },
  picker: { columns: ['code', 'name'], filters: ['storageCode', 'brandCode', 'name', 'status', 'code'] },
});
const keysOf = (isOfGroup: boolean, hidden: readonly string[] = []): string[] =>
  filtersIn(shelf, {}, { hidden, isOfGroup }).map(({ key }) => key);

describe('the filters of a picker', () => {
  test('are those that were declared, code and name first; brand and warehouse hide at group level', () => {
    expect(keysOf(false)).toEqual(['code', 'name', 'storageCode', 'brandCode', 'status']);
    expect(keysOf(true)).toEqual(['code', 'name', 'status']);
    expect(keysOf(false, ['brandCode'])).toEqual(['code', 'name', 'storageCode', 'status']);
  });

  test('reach the server as they were filled in, with what the picker always sends', () => {
    const filters = filtersIn(shelf, {}, { hidden: [], isOfGroup: false });
    const draft = { ...startOf(shelf, filters, { name: ' 红 ' }), storageCode: 'W1', brandCode: '' };
    const asked = { page: 2, limit: 50, filters: paramsOf(filters, draft) };
    expect(questionOf(asked, { powerFlag: '1' }, true)).toEqual({
      page: 2,
      limit: 50,
      filters: { name: '红', storageCode: 'W1', status: '1', powerFlag: '1' },
    });
    // A list that comes whole is asked for whole: its filters work in the browser.
    expect(questionOf(asked, { powerFlag: '1' }, false).filters).toEqual({ powerFlag: '1' });
  });
});
