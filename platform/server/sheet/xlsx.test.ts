import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, inflateRawSync } from 'node:zlib';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Cell, SheetColumn } from './cell.ts';
import { maxRows, xlsxStream } from './xlsx.ts';

const columns: readonly SheetColumn[] = [
  { title: '名称', kind: 'text' },
  { title: '金额', kind: 'number', width: 14 },
  { title: '日期', kind: 'date' },
];

test('a sheet holds its header and its rows', async () => {
  const cells = await cellsOf(columns, [
    [
      ['甲', '12.5', '2025-01-31'],
      ['乙', null, null],
    ],
    [],
    [['丙', '0', '']],
  ]);
  expect(cells).toEqual({
    A1: text('名称', 1),
    B1: text('金额', 1),
    C1: text('日期', 1),
    A2: text('甲'),
    B2: number('12.5'),
    C2: text('2025-01-31'),
    A3: text('乙'),
    A4: text('丙'),
    B4: number('0'),
  });
});

test('the header is bold and frozen and columns have their widths', async () => {
  const parts = await partsOf(columns, []);
  const sheet = parts['xl/worksheets/sheet1.xml'];
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('<col min="2" max="2" width="14" customWidth="1"/>');
  const fontId = /<cellXfs.*?<xf .*?<xf .*?fontId="(\d)"/.exec(parts['xl/styles.xml'] ?? '')?.[1];
  expect([...(parts['xl/styles.xml'] ?? '').matchAll(/<font>(.*?)<\/font>/g)][Number(fontId)]?.[1]).toContain('<b/>');
});

test.each([
  ['no rows', columns, []],
  ['an empty batch', columns, [[]]],
  ['no columns', [], [[[]]]],
] as const)('%s give a valid file', async (_, list, batches) => {
  const parts = await partsOf(list, batches);
  expect(Object.keys(parts)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(parts['xl/worksheets/sheet1.xml']).toMatch(/<sheetData><row r="1">.*<\/row><\/sheetData><\/worksheet>$/s);
  expect(parts['xl/worksheets/sheet1.xml']).not.toContain('<cols></cols>');
});

test.each([
  ['special characters', `<a href="x">&amp; 'b' ]]></a>`],
  ['emoji', '👩‍👩‍👧 𠮷野家 🀄'],
  ['long Chinese', '渠道管理'.repeat(8000)],
  ['outer spaces and line breaks', '  a\tb\r\nc\rd\n '],
  ['a CR at the end', 'a\r'],
  ['what Excel reads as an escape', '_x0041_ _x005F_ _x_ __x000D__'],
])('%s survive', async (_, value) => {
  expect(await textOf(value)).toBe(value);
});

test('a forbidden character leaves no trace', async () => {
  expect(await textOf('a\u0000b\u000b\u001f\uffff c')).toBe('ab c');
  expect(await textOf('_x00\u000141_')).toBe('_x0041_');
});

test('every text survives, without the characters that XML forbids', async () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('_x0041_', '_', '\r\n', ' ', '&', ']]>', '\ufffe', '\u0000', '\ud800', '\udc00', '='),
  );
  const value = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 200, size: 'max' }), async (values) => {
      const cells = await cellsOf(columns, [values.map((one) => [one])]);
      expect(values.map((_, index) => cells[`A${index + 2}`]?.value ?? '')).toEqual(values.map(legal));
    }),
    { numRuns: 200 },
  );
}, 60_000);

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")', `=cmd|' /C calc'!A0`])(
  '%j is text in the text format, not a formula',
  async (value) => {
    const sheet =
      (await partsOf(columns, [[[value, value === '-1' || value === '+1' ? null : value, value]]]))[
        'xl/worksheets/sheet1.xml'
      ] ?? '';
    expect(sheet).not.toMatch(/<f[ >]/);
    const cells = cellsIn(sheet);
    expect(cells['A2']).toEqual(text(value));
    expect(cells['C2']).toEqual(text(value));
    if (cells['B2'] !== undefined) expect(cells['B2']).toEqual(text(value));
  },
);

test.each([
  '0',
  '-0.5',
  '12.50',
  '123456789012345',
  '-1234567890.12345',
  '123456789012.5000',
  '1000000000000000000',
  '0.000000000000123',
])('%s is a number with its digits as they came', async (value) => {
  expect(await numberCell(value)).toEqual(number(value));
});

test.each([
  '1234567890123456',
  '12345678901234.56',
  '0.1234567890123456',
  '007',
  '1e5',
  'NaN',
  '',
  '.5',
  '5.',
  '1,000',
  '--1',
  '1 ',
  `1${'0'.repeat(400)}`,
])('%j stays text so that nothing is rounded', async (value) => {
  expect(await numberCell(value)).toEqual(value === '' ? undefined : text(value));
});

test('a number that is a JavaScript number is kept or shown as text', async () => {
  expect(await numberCell(7)).toEqual(number('7'));
  expect(await numberCell(0.1 + 0.2)).toEqual(text('0.30000000000000004'));
});

test('a text longer than Excel holds is cut with a mark, not through a character', async () => {
  expect(await textOf('a'.repeat(32_767))).toHaveLength(32_767);
  expect(await textOf(`${'a'.repeat(32_765)}😀b`)).toBe(`${'a'.repeat(32_765)}…`);
});

test.each([
  ['客户/价格: [a]*?\\', '客户 价格 a'],
  ['a & "b" <c>', 'a &amp; &quot;b&quot; &lt;c&gt;'],
  ["'quoted'", 'quoted'],
  ["\u0001'x", 'x'],
  ['[]', 'Sheet1'],
  ['History', 'Sheet1'],
  ['长'.repeat(40), `${'长'.repeat(30)}…`],
])('the sheet name of %j is %j', async (name, shown) => {
  const parts = partsIn(await buffer(xlsxStream(name, columns, source([]))));
  expect(/<sheet name="(.*?)"/.exec(parts['xl/workbook.xml'] ?? '')?.[1]).toBe(shown);
});

test('columns after Z have two and three letters', async () => {
  const wide = Array.from({ length: 703 }, (): SheetColumn => ({ title: 'x', kind: 'text' }));
  const places = Object.keys(await cellsOf(wide, []));
  expect([places[25], places[26], places[701], places[702]]).toEqual(['Z1', 'AA1', 'ZZ1', 'AAA1']);
});

test('the last row of a sheet is written, one more is refused', async () => {
  const blank = Array.from({ length: 1 << 16 }, () => []);
  const full = [...Array.from({ length: 15 }, () => blank), blank.slice(1)];
  const sheet = (await partsOf([], full))['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet.slice(-60)).toContain(`<row r="${maxRows}">`);
  await expect(partsOf([], [...full, [[]]])).rejects.toThrow('at most 1048575 rows');
}, 60_000);

test('100,000 rows need little memory and are all there', async () => {
  async function* rows(): AsyncGenerator<Cell[][]> {
    for (let batch = 0; batch < 50; batch += 1) {
      yield Array.from({ length: 2000 }, (_, index) => [
        ...Array.from({ length: 9 }, (__, column) => `渠道 ${batch * 2000 + index} ${column}`),
        '12.5',
      ]);
    }
  }
  const ten = Array.from({ length: 10 }, (_, index): SheetColumn => ({
    title: `c${index}`,
    kind: index === 9 ? 'number' : 'text',
  }));
  const before = process.memoryUsage().rss;
  let peak = before;
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxStream('big', ten, rows()) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  expect((peak - before) / 2 ** 20).toBeLessThan(200);
  const sheet = partsIn(Buffer.concat(chunks))['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet.match(/<row /g)).toHaveLength(100_001);
  expect(sheet).toContain('渠道 99999 8');
}, 60_000);

test('an unread stream asks for few batches, and a closed one lets its source go', async () => {
  let asked = 0;
  let closed = false;
  async function* endless(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) {
        asked += 1;
        await sleep(0);
        yield Array.from({ length: 500 }, () => [
          Math.random().toString(36),
          String(Math.round(Math.random() * 1e9)),
          '2025-01-31',
        ]);
      }
    } finally {
      closed = true;
    }
  }
  const stream = xlsxStream('endless', columns, endless());
  const reader = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let taken = 0; taken < 100_000;) taken += ((await reader.next()).value as Buffer).length;
  // A busy machine may take long to fill the buffers; that it stops before it asked for much is what counts.
  for (let before = -1; before !== asked && asked < 60; await sleep(300)) before = asked;
  expect(asked).toBeLessThan(60);
  const gone = once(stream, 'close');
  stream.destroy();
  await gone;
  expect(closed).toBe(true);
});

test.each([0, 3])('a source that fails after %i batches fails the stream', async (good) => {
  async function* failing(): AsyncGenerator<Cell[][]> {
    for (let batch = 0; batch < good; batch += 1) yield [['甲', '1', null]];
    await sleep(0);
    throw new Error('the cursor is gone');
  }
  const chunks: Buffer[] = [];
  await expect(
    (async () => {
      for await (const chunk of xlsxStream('bad', columns, failing()) as AsyncIterable<Buffer>) chunks.push(chunk);
    })(),
  ).rejects.toThrow('the cursor is gone');
  if (good === 0) expect(chunks).toEqual([]);
});

interface Found {
  readonly type: string;
  readonly style: number;
  readonly value: string;
}
const text = (value: string, style = 2): Found => ({ type: 'inlineStr', style, value });
const number = (value: string): Found => ({ type: 'n', style: 0, value });

type Batches = readonly (readonly (readonly Cell[])[])[];

async function* source(batches: Batches): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (const batch of batches) {
    await Promise.resolve();
    yield batch;
  }
}

const partsOf = async (list: readonly SheetColumn[], batches: Batches): Promise<Record<string, string>> =>
  partsIn(await buffer(xlsxStream('表', list, source(batches))));
const cellsOf = async (list: readonly SheetColumn[], batches: Batches): Promise<Record<string, Found>> =>
  cellsIn((await partsOf(list, batches))['xl/worksheets/sheet1.xml'] ?? '');
const textOf = async (value: string): Promise<string | undefined> => (await cellsOf(columns, [[[value]]]))['A2']?.value;
const numberCell = async (value: Cell): Promise<Found | undefined> => (await cellsOf(columns, [[[null, value]]]))['B2'];

/** The Char rule of XML 1.0, told once more; Buffer turns half a surrogate pair into U+FFFD. */
const legal = (value: string): string =>
  Array.from(value.toWellFormed())
    .filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0xfffd) || code >= 0x10000;
    })
    .join('');

/**
 * Reads the directory at the end, as Excel does, and holds every part to its checksum and its sizes, in both places.
 */
function partsIn(zip: Buffer): Record<string, string> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  expect(zip.readUInt32LE(end + 12) + zip.readUInt32LE(end + 16)).toBe(end);
  const parts: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, packed, plain, length, offset] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    expect(zip.readUInt32LE(offset)).toBe(0x04034b50);
    expect(zip.toString('utf8', offset + 30, offset + 30 + length)).toBe(name);
    const start = offset + 30 + length;
    const bytes = inflateRawSync(zip.subarray(start, start + packed));
    expect([crc32(bytes), bytes.length]).toEqual([crc, plain]);
    const after = start + packed;
    expect([0, 4, 8, 12].map((step) => zip.readUInt32LE(after + step))).toEqual([0x08074b50, crc, packed, plain]);
    parts[name] = bytes.toString();
    at += 46 + length;
  }
  expect(at).toBe(end);
  return parts;
}

/**
 * As strict as an XML parser where it matters: a bare CR, an unknown entity or trimmed space would show as another
 * text.
 */
function cellsIn(xml: string): Record<string, Found> {
  const found: Record<string, Found> = {};
  let [row, column] = [0, 0];
  for (const [, rowNumber, attributes = '', inside = ''] of xml.matchAll(
    /<row r="(\d+)">|<c(?: ([^>]*))?>(.*?)<\/c>/gs,
  )) {
    if (rowNumber !== undefined) {
      [row, column] = [Number.parseInt(rowNumber, 10), 0];
      continue;
    }
    const attribute = (name: string): string | undefined => new RegExp(`${name}="(.*?)"`).exec(attributes)?.[1];
    const [, preserve, raw = ''] =
      /^(?:<is><t( xml:space="preserve")?>|<v>)([^<]*)(?:<\/t><\/is>|<\/v>)$/.exec(inside) ?? [];
    const type = attribute('t') ?? 'n';
    const parsed = decoded(raw);
    // A cell without a place stands behind the one before it.
    const place = attribute('r') ?? `${String.fromCharCode(65 + column)}${row}`;
    column = place.charCodeAt(0) - 64;
    found[place] = { type, style: Number(attribute('s') ?? 0), value: preserve === undefined ? parsed.trim() : parsed };
  }
  return found;
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' };
const decoded = (raw: string): string =>
  raw
    .replace(/\r\n?/g, '\n')
    .replace(/&([^;]*);?/g, (_, name: string) => names[name] ?? `?${name}?`)
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
