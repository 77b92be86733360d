import { expect, test } from 'vitest';
import { belowEach, branchesFitting, flat, pageOf } from './narrow.ts';

const depts = [
  {
    id: '1',
    pid: '0',
    code: 'A',
    name: '销售部',
    children: [
      { id: '2', pid: '1', code: 'A1', name: '渠道组' },
      { id: '3', pid: '1', code: 'A2', name: '工程组' },
    ],
  },
  { id: '4', pid: '0', code: 'B', name: '渠道部' },
];

test('rows that came whole are searched, sorted and paged like those of the server', () => {
  const rows = Array.from({ length: 45 }, (_x, n) => ({
    code: `O${String(n).padStart(2, '0')}`,
    name: n % 2 === 0 ? '工厂' : '门店',
  }));
  const asked = { filters: {}, page: 3, limit: 20 };
  expect(pageOf(rows, asked)).toMatchObject({ total: 45, rows: rows.slice(40) });
  expect(pageOf(rows, { ...asked, page: 1, filters: { name: '门', code: 'o0' } }).rows.map(({ code }) => code)).toEqual(
    ['O01', 'O03', 'O05', 'O07', 'O09'],
  );
  expect(
    pageOf(rows, { ...asked, page: 1, limit: 2, sort: { key: 'code', order: 'desc' } }).rows.map(({ code }) => code),
  ).toEqual(['O44', 'O43']);
});

test('a node that fits keeps what is below it, and is seen below what it stands in', () => {
  const codes = (filters: Record<string, string>): unknown[] =>
    flat(branchesFitting(depts, filters)).map(({ code }) => code);
  expect(codes({ name: '渠道' })).toEqual(['A', 'A1', 'B']);
  expect(codes({ name: '销售' })).toEqual(['A', 'A1', 'A2']);
  expect(codes({ name: '财务' })).toEqual([]);
});

test('what lies below a node is known whatever the filters leave out', () => {
  const below = belowEach(depts, ({ code }) => String(code));
  expect(below.get('A')?.map(({ code }) => code)).toEqual(['A1', 'A2']);
  expect(below.get('A1')).toEqual([]);
});
