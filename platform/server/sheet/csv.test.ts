import { buffer, text } from 'node:stream/consumers';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { csvStream } from './csv.ts';
import type { Cell, SheetColumn } from './cell.ts';

const columns: readonly SheetColumn[] = [
  { title: '名称', kind: 'text' },
  { title: '金额', kind: 'number' },
  { title: '日期', kind: 'date' },
];

test('a list is a header and its lines, with the byte order mark', async () => {
  const bytes = await buffer(
    csvStream(columns, source([[['甲', '-12.50', '2025-01-31']], [], [['a,"b"\n', null, '']]])),
  );
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.subarray(3).toString()).toBe('名称,金额,日期\r\n甲,-12.50,2025-01-31\r\n"a,""b""\n",,\r\n');
});

test('an empty list is its header', async () => {
  expect(await text(csvStream(columns, source([])))).toBe('名称,金额,日期\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', ' =1', '＝1', `=cmd|' /C calc'!A0`])(
  '%j gets an apostrophe',
  async (value) => {
    expect((await read([[value, null, value]]))[1]).toEqual([`'${value}`, '', `'${value}`]);
  },
);

test('a title is disarmed too', async () => {
  expect(await text(csvStream([{ title: '=1', kind: 'number' }], source([])))).toBe("'=1\r\n");
});

test('a number column keeps its sign and lets no formula through', async () => {
  const cells = ['-1', '+1', '-0.5', -1e-7, '=1', '-1+cmd', '-'];
  expect((await read(cells.map((cell) => [null, cell]))).slice(1).map((row) => row[1])).toEqual([
    '-1',
    '+1',
    '-0.5',
    '-1e-7',
    "'=1",
    "'-1+cmd",
    "'-",
  ]);
});

test('every text survives and no cell starts as a formula', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', "'", '甲', ' ') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 200, size: 'max' }), async (values) => {
      const rows = (await read(values.map((value) => [value, null, null]))).slice(1);
      expect(rows).toHaveLength(values.length);
      for (const [index, value] of values.entries()) {
        const found = rows[index]?.[0];
        expect(found === value || found === `'${value}`).toBe(true);
        expect(found).not.toMatch(/^[=+\-@\t\r]/);
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);

async function* source(
  batches: readonly (readonly (readonly Cell[])[])[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (const batch of batches) {
    await Promise.resolve();
    yield batch;
  }
}

/** Reads by the grammar of RFC 4180. */
async function read(rows: readonly (readonly Cell[])[]): Promise<string[][]> {
  const csv = (await buffer(csvStream(columns, source([rows])))).subarray(3).toString();
  const table: string[][] = [];
  let row: string[] = [];
  for (const [, inside, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(inside === undefined ? (bare ?? '') : inside.replaceAll('""', '"'));
    if (end === ',') continue;
    table.push(row);
    row = [];
  }
  return table;
}
