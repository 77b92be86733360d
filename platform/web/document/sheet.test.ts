import { beforeAll, describe, expect, test } from 'vitest';
import { amount, price, quantity, ref, text, type Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { Column } from '#platform/web/column/column.ts';
import { lineEditor } from './line-editor.ts';
import { newLine } from './lines.ts';
import { withMatrix } from './matrix-lines.ts';
import { readSheet } from './sheet.ts';

const goods = {
  name: 'test:goods',
  path: '/test/goods',
  label: ['货品', '貨品', 'Goods'] as const,
  codeField: 'code',
  nameField: 'name',
  fields: {},
};
const fields: Fields = {
  goodsCode: ref(['货品编码', '貨品編碼', 'Goods code'], () => goods, { required: true }),
  number: quantity(['数量', '數量', 'Quantity'], { required: true }),
  price: price(['单价', '單價', 'Unit price']),
  amount: amount(['金额', '金額', 'Amount'], { kept: true }),
  remark: text(['备注', '備註', 'Remark']),
};
const columns = Object.entries(fields).map(([key, field]): Column => ({
  key,
  title: key,
  width: 80,
  render: () => '',
  textOf: () => '',
  editor: lineEditor(
    { key, label: field.label, field, isEditable: key !== 'amount', isUsual: true },
    key === 'goodsCode',
  ),
}));
const titlesOf = (key: string): readonly Label[] => (fields[key] === undefined ? [] : [fields[key].label]);
const source = {
  leadTitles: [
    ['条码', '條碼', 'Barcode'],
    ['名称', '名稱', 'Name'],
  ] as const,
  traitTitles: [['颜色', '顏色', 'Colour']] as const,
  spreadOf: (title: string) => (['S', 'M'].includes(title.trim()) ? title.trim() : null),
};
const read = (block: readonly (readonly string[])[]) =>
  readSheet(block, { columns, titlesOf, lead: 'goodsCode', source })?.map(
    ({ text: wanted, trait, spread, changes, complaints }) => [wanted, trait, spread, changes, complaints],
  );

beforeAll(() => {
  Object.assign(globalThis, { document: { cookie: '' } });
});

describe('a sheet', () => {
  test('with titles is read by them, in any order and language; what nobody knows is passed over', () => {
    expect(
      read([
        ['備註', 'Quantity *', '库位', '货品编码'],
        ['急', '1,200', 'A-1', 'G1'],
        ['', '', '', ''],
      ]),
    ).toEqual([['G1', '', '', { remark: '急', number: '1200' }, {}]]);
  });

  test('names its goods by the surest column that is filled', () => {
    expect(
      read([
        ['名称', '条码', '数量'],
        ['面漆', '690', '1'],
        ['底漆', '', '2'],
      ])?.map(([wanted]) => wanted),
    ).toEqual(['690', '底漆']);
  });

  test('without titles is code, quantity and price; a block of anything else is not a sheet', () => {
    expect(
      read([
        ['G1', '3'],
        ['G2', ''],
      ]),
    ).toEqual([
      ['G1', '', '', { number: '3' }, {}],
      ['G2', '', '', {}, {}],
    ]);
    expect(read([['G1', '3', '9.5']])).toEqual([['G1', '', '', { number: '3', price: '9.5' }, {}]]);
    expect([read([['G1', '面漆']]), read([['G1']]), read([['G1', '', '', '3']]), read([['G1', '']])]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('gives a line for every size with a quantity, and says where a quantity is none', () => {
    expect(
      read([
        ['货品编码', '颜色', 'S', 'M'],
        ['G1', '黑色', '3', '0'],
        ['G2', '', '-', 'x'],
        ['G3', '', '', ''],
      ]),
    ).toEqual([
      ['G1', '黑色', 'S', { number: '3' }, {}],
      ['G2', '', 'M', { number: 'x' }, { number: '不是数字' }],
      ['G3', '', '', {}, {}],
    ]);
  });
});

test('a matrix changes the lines of its goods, removes those that were emptied, and leaves the others', () => {
  const line = (code: string, number: string) => ({ ...newLine(fields, { code, name: code }), number, price: '2' });
  const lines = [line('X', '1'), line('S', '3'), line('M', '4'), line('Y', '1')];
  const after = withMatrix(fields, lines, {
    codes: new Set(['S', 'M', 'L']),
    lines: [
      { row: { code: 'S', name: 'S' }, number: '5' },
      { row: { code: 'L', name: 'L' }, number: '6' },
    ],
  });
  expect(after.map(({ goodsCode, number, amount: sum }) => [goodsCode, number, sum])).toEqual([
    ['X', '1', undefined],
    ['S', '5', '10'],
    ['L', '6', null],
    ['Y', '1', undefined],
  ]);
  expect(after[1]?.id).toBe(lines[1]?.id);
});
