import { describe, expect, test } from 'vitest';
import { blockOf, cleared, filledDown, pasted, readBlock, writeBlock } from './clipboard.ts';
import type { Column, Row } from '#platform/web/column/column.ts';
import { cursorAt } from './range.ts';

const text = (row: Row, key: string): string => (typeof row[key] === 'string' ? row[key] : '');
const column = (
  key: string,
  read?: (typed: string) => { changes?: Row; complaint?: string },
  resolve?: boolean,
): Column => ({
  key,
  title: key,
  width: 80,
  render: (row) => text(row, key),
  textOf: (row) => text(row, key),
  editor:
    read === undefined
      ? undefined
      : {
          kind: 'text',
          startText: (row) => text(row, key),
          read,
          ...(resolve === true ? { resolve: () => Promise.resolve(new Map()) } : {}),
        },
});
const number = (key: string): Column =>
  column(key, (typed) =>
    /^\d*$/.test(typed.replaceAll(',', ''))
      ? { changes: { [key]: typed.replaceAll(',', '') } }
      : { complaint: 'no number' },
  );
const columns = [
  column('code', (typed) => ({ changes: { code: typed } }), true),
  column('name'),
  number('number'),
  number('price'),
];
const rows: Row[] = [
  { code: 'A', name: 'Apple', number: '1', price: '5' },
  { code: 'B', name: 'Bread', number: '2', price: '6' },
  { code: 'C', name: 'Curd', number: '3', price: '7' },
];
const range = (top: number, left: number, bottom: number, right: number) => ({
  active: { row: top, col: left },
  head: { row: bottom, col: right },
});

describe('a block of a spreadsheet', () => {
  test('is rows of tabs; the last line end adds no row', () => {
    expect(readBlock('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(readBlock('')).toEqual([['']]);
  });
  test('may hold quoted cells with tabs, line ends and quotes in them', () => {
    expect(readBlock('"a\tb"\t"say ""hi"""\n"two\nlines"\t5" pipe')).toEqual([
      ['a\tb', 'say "hi"'],
      ['two\nlines', '5" pipe'],
    ]);
    const block = [
      ['x\ty', 'p"q'],
      ['one\ntwo', ''],
    ];
    expect(readBlock(writeBlock(block))).toEqual(block);
  });
  test('is copied as it is read', () => {
    expect(blockOf(rows, columns, range(2, 3, 1, 1))).toEqual([
      ['Bread', '2', '6'],
      ['Curd', '3', '7'],
    ]);
  });
});

describe('pasting', () => {
  test('starts at the top left, passes over what is only read, and goes on past the last row', () => {
    const { edits, rejected, lookups } = pasted(
      [
        ['D', 'ignored', '1,100'],
        ['E', '', '9'],
      ],
      columns,
      cursorAt({ row: 2, col: 0 }),
      100,
    );
    expect(edits).toEqual([
      { at: 2, changes: { code: 'D' } },
      { at: 2, changes: { number: '1100' } },
      { at: 3, changes: { code: 'E' } },
      { at: 3, changes: { number: '9' } },
    ]);
    expect(rejected).toEqual([]);
    expect(lookups.map(({ at, text: code }) => [at, code])).toEqual([
      [2, 'D'],
      [3, 'E'],
    ]);
  });
  test('leaves out and reports what a column cannot hold, and what finds no room', () => {
    const { edits, rejected } = pasted([['1'], ['many'], ['3']], columns, cursorAt({ row: 1, col: 2 }), 3);
    expect(edits).toEqual([{ at: 1, changes: { number: '1' } }]);
    expect(rejected.map(({ row, text: said, complaint }) => [row, said, complaint])).toEqual([
      [2, 'many', 'no number'],
      [3, '3', ''],
    ]);
  });
  test('one cell fills the range', () => {
    expect(pasted([['8']], columns, range(0, 2, 1, 3), 9).edits).toHaveLength(4);
    expect(pasted([['8'], ['9']], columns, range(0, 2, 2, 2), 9).edits).toHaveLength(2);
  });
});

test('fill down copies the first row of the range, or the row above a single cell', () => {
  expect(filledDown(rows, columns, range(0, 2, 2, 2))).toEqual([
    { at: 1, changes: { number: '1' } },
    { at: 2, changes: { number: '1' } },
  ]);
  expect(filledDown(rows, columns, cursorAt({ row: 1, col: 3 }))).toEqual([{ at: 1, changes: { price: '5' } }]);
  expect(filledDown(rows, columns, cursorAt({ row: 0, col: 3 }))).toEqual([]);
});

test('clearing empties what can be written', () => {
  expect(cleared(columns, range(0, 1, 1, 2))).toEqual([
    { at: 0, changes: { number: '' } },
    { at: 1, changes: { number: '' } },
  ]);
});
