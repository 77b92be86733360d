import { describe, expect, test, vi } from 'vitest';
import { defineEntity } from '#platform/model/entity.ts';
import { ref, text } from '#platform/model/field.ts';
import { columnsOf } from '#platform/web/value/shown.ts';
import type { Row } from '#platform/web/value/row.ts';
import { gridColumns } from './grid-columns.tsx';

vi.stubGlobal('document', { cookie: '' });

const branch = defineEntity({
  name: 'a:branch',
  label: ['分店', '分店', 'Branch'],
  path: '/a/branch',
  fields: { code: text(['编码', '編碼', 'Code']), name: text(['名称', '名稱', 'Name']) },
  list: { columns: ['code', 'name'], filters: [] },
});
const price = defineEntity({
  name: 'a:price',
  label: ['价格', '價格', 'Price'],
  path: '/a/price',
  fields: {
    code: text(['编码', '編碼', 'Code']),
    branchCode: ref(['分店编码', '分店編碼', 'Branch code'], () => branch, {
      none: ['全部分店', '全部分店', 'All branches'],
    }),
  },
  list: { columns: ['code', 'branchCode', 'branchName', 'parentName', 'creatorName'], filters: [] },
});

const seen = (keys: readonly string[], row: Row): readonly string[] =>
  gridColumns({ columns: columnsOf(price, keys), rows: [row], dicts: undefined }).map(({ textOf }) => textOf(row));

describe('a cell without a value', () => {
  test('says what it means that there is none', () => {
    const row = { code: 'P1', branchCode: null, branchName: null, parentName: null, creatorName: '' };
    expect(seen(['branchCode'], row)).toEqual(['全部分店']);
    expect(seen(['branchName', 'parentName', 'creatorName'], row)).toEqual(['全部分店', '顶级', '系统']);
  });

  test('says nothing where the server told nothing: a slim row does not know who wrote it', () => {
    expect(seen(['branchName', 'parentName', 'creatorName'], { code: 'P1' })).toEqual(['', '', '']);
  });
});
