import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportResult } from '#platform/model/import.ts';
import { formOf } from '#tests/files.ts';
import { openWorld, type World } from '#tests/world.ts';
import { cpuWatch } from '#tests/cpu-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-hostile-imports-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
beforeAll(async () => {
  world = await openWorld('hostileimports');
  await send('good.xlsx', book());
  await send(
    'good2.xlsx',
    book({ sheet: sheetOf('<row r="1"><c r="A1" t="inlineStr"><is><t>编码</t></is></c></row>') }),
  );
  await world.sql(`delete from app.data_brand where code = 'H1'`);
  await world.sql('delete from app.sys_import');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface Packed {
  readonly name: string;
  readonly data: string | Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly localName?: string;
  readonly localMethod?: number;
  readonly isStored?: true;
  readonly sameAs?: number;
}
interface Ends {
  readonly count?: number;
  readonly disk?: number;
  readonly start?: number;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** An archive byte by byte, so that every field of it can lie. */
function archive(
  entries: readonly Packed[],
  { count = entries.length, disk = 0, start, prefix = '', suffix = '' }: Ends = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(prefix)];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = parts[0]?.length ?? 0;
  for (const entry of entries) {
    const plain = Buffer.from(entry.data as string);
    const packed = entry.isStored === true ? plain : deflateRawSync(plain);
    const facts = (name: string, method: number): Buffer => {
      const bytes = Buffer.alloc(26);
      bytes.writeUInt16LE(20, 0);
      bytes.writeUInt16LE(entry.flags ?? 0, 2);
      bytes.writeUInt16LE(method, 4);
      bytes.writeUInt32LE(entry.crc ?? crc32(plain), 10);
      bytes.writeUInt32LE(packed.length, 14);
      bytes.writeUInt32LE(entry.size ?? plain.length, 18);
      bytes.writeUInt16LE(Buffer.byteLength(name), 22);
      return bytes;
    };
    const method = entry.method ?? (entry.isStored === true ? 0 : 8);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      facts(entry.localName ?? entry.name, entry.localMethod ?? method),
      Buffer.from(entry.localName ?? entry.name),
      packed,
    ]);
    const at = entry.sameAs === undefined ? offset : (offsets[entry.sameAs] ?? 0);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
        facts(entry.name, method),
        tail,
        Buffer.from(entry.name),
      ]),
    );
    offsets.push(at);
    if (entry.sameAs !== undefined) continue;
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(disk, 4);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(start ?? offset, 16);
  return Buffer.concat([...parts, listed, end, Buffer.from(suffix)]);
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetOf = (rows: string): string =>
  `<?xml version="1.0"?><worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;
const titles = `<row r="1">${text('A1', '编码')}${text('B1', '名称')}</row>`;
const good = `<row r="2">${text('A2', 'H1')}${text('B2', '甲')}</row>`;
const parts = {
  types:
    '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  book: `<workbook ${main} xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  rels: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="sharedStrings.xml"/></Relationships>',
  sheet: sheetOf(titles + good),
};
interface Book extends Partial<Record<keyof typeof parts, string | Buffer>> {
  readonly more?: readonly Packed[];
  readonly ends?: Ends;
  readonly mend?: (entries: Packed[]) => Packed[];
}

function book({
  types = parts.types,
  book: workbook = parts.book,
  rels = parts.rels,
  sheet = parts.sheet,
  more = [],
  ends = {},
  mend = (entries) => entries,
}: Book = {}): Buffer {
  return archive(
    mend([
      { name: '[Content_Types].xml', data: types },
      { name: 'xl/workbook.xml', data: workbook },
      { name: 'xl/_rels/workbook.xml.rels', data: rels },
      { name: 'xl/worksheets/sheet1.xml', data: sheet },
      ...more,
    ]),
    ends,
  );
}
const withSheet = (rows: string): Buffer => book({ sheet: sheetOf(titles + rows) });
const changed = (changes: Partial<Packed>, at = 3): Buffer =>
  book({ mend: (entries) => entries.map((entry, n) => (n === at ? { ...entry, ...changes } : entry)) });
const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_x, n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10).replaceAll('&a-1;', '&a;')}">`).join('')}]>`;
const csv = (...lines: string[]): string => ['编码,名称', ...lines].join('\n');

/** What a list that is none can be. */
const hostile: Readonly<Record<string, readonly [name: string, content: Buffer | string]>> = {
  'a bomb of zeros in the sheet': [
    'x.xlsx',
    book({ sheet: Buffer.concat([Buffer.from(sheetOf('').slice(0, 60)), Buffer.alloc(60_000_000, 32)]) }),
  ],
  'a bomb that says it is small': ['x.xlsx', changed({ data: Buffer.alloc(40_000_000, 32), size: 5000 })],
  'a bomb in the shared texts': [
    'x.xlsx',
    book({
      more: [
        {
          name: 'xl/sharedStrings.xml',
          data: `<sst>${'<si><t>aaaaaaaaaaaaaaaaaaaa</t></si>'.repeat(1_500_000)}</sst>`,
        },
      ],
    }),
  ],
  'a bomb in the styles': [
    'x.xlsx',
    book({ more: [{ name: 'xl/styles.xml', data: `<styleSheet>${' '.repeat(40_000_000)}</styleSheet>` }] }),
  ],
  'a bomb in a comment': ['x.xlsx', book({ sheet: `<worksheet><!--${'a'.repeat(9_000_000)}--></worksheet>` })],
  'entries that share their bytes': [
    'x.xlsx',
    book({
      more: Array.from({ length: 50 }, (_x, n) => ({
        name: `xl/media/${n}.xml`,
        data: '',
        sameAs: 3,
        localName: 'xl/worksheets/sheet1.xml',
      })),
    }),
  ],
  'three hundred entries': [
    'x.xlsx',
    book({ more: Array.from({ length: 300 }, (_x, n) => ({ name: `xl/media/${n}.png`, data: 'x' })) }),
  ],
  encrypted: ['x.xlsx', changed({ flags: 1 })],
  'encrypted in its directory': ['x.xlsx', changed({ flags: 0x2000 })],
  'of sixty-four bits': ['x.xlsx', book({ ends: { count: 0xffff } })],
  'on a second disk': ['x.xlsx', book({ ends: { disk: 1 } })],
  'packed in a way nobody knows': ['x.xlsx', changed({ method: 12 })],
  'packed twice': ['x.xlsx', changed({ data: deflateRawSync(parts.sheet) })],
  'with an entry that climbs': ['x.xlsx', book({ more: [{ name: '../../etc/cron.d/x', data: 'x' }] })],
  'with an entry at the root': ['x.xlsx', book({ more: [{ name: '/etc/passwd', data: 'x' }] })],
  'with an entry of Windows': ['x.xlsx', book({ more: [{ name: 'C:\\Windows\\x', data: 'x' }] })],
  'with a NUL in a name': ['x.xlsx', book({ more: [{ name: 'xl/x\u0000.xml', data: 'x' }] })],
  'with a name of a thousand letters': ['x.xlsx', book({ more: [{ name: `xl/${'x'.repeat(1000)}`, data: 'x' }] })],
  'with two sheets of one name': ['x.xlsx', book({ more: [{ name: 'xl/worksheets/sheet1.xml', data: parts.sheet }] })],
  'with two sheets that differ in capitals': [
    'x.xlsx',
    book({ more: [{ name: 'XL/Worksheets/Sheet1.xml', data: parts.sheet }] }),
  ],
  'with two names for one entry': ['x.xlsx', changed({ localName: 'xl/worksheets/sheet2.xml' })],
  'with two ways of packing for one entry': ['x.xlsx', changed({ localMethod: 0 })],
  'with a wrong sum': ['x.xlsx', changed({ crc: 1 })],
  'with a wrong size': ['x.xlsx', changed({ size: 10 })],
  'cut off': ['x.xlsx', book().subarray(0, 700)],
  'behind something else': ['x.xlsx', Buffer.concat([Buffer.from('PK\x03\x04'), book({ ends: { start: 0 } })])],
  'with a directory elsewhere': ['x.xlsx', book({ ends: { start: 5 } })],
  'with more behind its end': ['x.xlsx', Buffer.concat([book(), Buffer.alloc(300_000, 65)])],
  'an empty archive': ['x.xlsx', archive([])],
  'without types': ['x.xlsx', book({ mend: (entries) => entries.slice(1) })],
  'without a workbook': ['x.xlsx', book({ mend: (entries) => entries.filter((_entry, n) => n !== 1) })],
  'without relations': ['x.xlsx', book({ mend: (entries) => entries.filter((_entry, n) => n !== 2) })],
  'with a sheet outside of it': [
    'x.xlsx',
    book({ rels: '<Relationships><Relationship Id="rId1" Target="../../../etc/passwd"/></Relationships>' }),
  ],
  'with a sheet on the net': [
    'x.xlsx',
    book({
      rels: '<Relationships><Relationship Id="rId1" TargetMode="External" Target="http://127.0.0.1/x"/></Relationships>',
    }),
  ],
  'with a sheet in a file of the server': [
    'x.xlsx',
    book({ rels: '<Relationships><Relationship Id="rId1" Target="file:///etc/passwd"/></Relationships>' }),
  ],
  'whose sheet is the workbook': [
    'x.xlsx',
    book({ rels: '<Relationships><Relationship Id="rId1" Target="workbook.xml"/></Relationships>' }),
  ],
  'with a document type': ['x.xlsx', book({ sheet: `<!DOCTYPE worksheet>${parts.sheet.slice(21)}` })],
  'of a billion laughs': [
    'x.xlsx',
    book({ sheet: laughs + sheetOf(titles + `<row r="2">${text('A2', '&a8;')}${text('B2', 'x')}</row>`).slice(21) }),
  ],
  'of a billion laughs in shared texts': [
    'x.xlsx',
    book({ more: [{ name: 'xl/sharedStrings.xml', data: `${laughs}<sst><si><t>&a8;</t></si></sst>` }] }),
  ],
  'with a foreign entity': [
    'x.xlsx',
    book({
      book: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${parts.book.replace('name="S"', 'name="&e;"')}`,
    }),
  ],
  'with a parameter entity': [
    'x.xlsx',
    book({ rels: `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]>${parts.rels}` }),
  ],
  'with an entity in its types': ['x.xlsx', book({ types: `<!DOCTYPE x [<!ENTITY e "x">]>${parts.types}` })],
  'with an entity that nobody declared': [
    'x.xlsx',
    withSheet(`<row r="2">${text('A2', '&nbsp;')}${text('B2', 'x')}</row>`),
  ],
  'with the letter NUL': ['x.xlsx', withSheet(`<row r="2">${text('A2', '&#0;')}${text('B2', 'x')}</row>`)],
  'with half a letter': ['x.xlsx', withSheet(`<row r="2">${text('A2', '&#xD800;')}${text('B2', 'x')}</row>`)],
  'with an attribute of a megabyte': ['x.xlsx', withSheet(`<row r="2" x="${'a'.repeat(1_000_000)}"></row>`)],
  'of ten thousand floors': ['x.xlsx', withSheet('<x>'.repeat(10_000) + '</x>'.repeat(10_000))],
  'with tags that do not end': ['x.xlsx', book({ sheet: parts.sheet.replace('</worksheet>', '') })],
  'with tags that cross': ['x.xlsx', withSheet('<row r="2"><c r="A2"></row></c>')],
  'with a comment that does not end': ['x.xlsx', book({ sheet: `<worksheet><!-- ${parts.sheet}` })],
  'in UTF-16': ['x.xlsx', book({ sheet: Buffer.from(`\ufeff${parts.sheet}`, 'utf16le') })],
  'in bytes that are no text': [
    'x.xlsx',
    book({
      sheet: Buffer.concat([
        Buffer.from(parts.sheet.slice(0, 80)),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
        Buffer.from(parts.sheet.slice(80)),
      ]),
    }),
  ],
  'with a hundred thousand and two rows': [
    'x.xlsx',
    withSheet(
      Array.from({ length: 100_001 }, (_x, n) => `<row r="${n + 2}"><c r="A${n + 2}"><v>${n}</v></c></row>`).join(''),
    ),
  ],
  'with a row beyond the last': [
    'x.xlsx',
    withSheet(`<row r="99999999">${text('A99999999', 'H1')}${text('B99999999', 'x')}</row>`),
  ],
  'with rows in no order': [
    'x.xlsx',
    withSheet(`<row r="5">${text('A5', 'H1')}</row><row r="4">${text('A4', 'H2')}</row>`),
  ],
  'with a cell twice': [
    'x.xlsx',
    withSheet(`<row r="2">${text('A2', 'H1')}${text('A2', 'H2')}${text('B2', 'x')}</row>`),
  ],
  'with three hundred columns': ['x.xlsx', withSheet(`<row r="2">${text('KN2', 'x')}</row>`)],
  'with a column that no sheet has': ['x.xlsx', withSheet(`<row r="2">${text('ZZZZZZZ2', 'x')}</row>`)],
  'with a cell of forty thousand letters': [
    'x.xlsx',
    withSheet(`<row r="2">${text('A2', 'H1')}${text('B2', 'x'.repeat(40_000))}</row>`),
  ],
  'with a formula that calls a program': [
    'x.xlsx',
    withSheet(`<row r="2">${text('A2', 'H1')}<c r="B2"><f>cmd|'/c calc'!A1</f><v>1</v></c></row>`),
  ],
  'with a formula that fetches': [
    'x.xlsx',
    withSheet(
      `<row r="2">${text('A2', 'H1')}<c r="B2" t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>x</v></c></row>`,
    ),
  ],
  'with an error for a name': [
    'x.xlsx',
    withSheet(`<row r="2">${text('A2', 'H1')}<c r="B2" t="e"><v>#REF!</v></c></row>`),
  ],
  'with macros': ['x.xlsm', book({ more: [{ name: 'xl/vbaProject.bin', data: 'x' }] })],
  'with macros called otherwise': [
    'x.xlsx',
    book({ types: parts.types.replace('sheet.main', 'sheet.macroEnabled.main') }),
  ],
  'with macros of the old kind': ['x.xlsx', book({ more: [{ name: 'xl/macrosheets/sheet1.xml', data: 'x' }] })],
  'with a control': ['x.xlsx', book({ more: [{ name: 'xl/activeX/activeX1.bin', data: 'x' }] })],
  'with an object in it': ['x.xlsx', book({ more: [{ name: 'xl/embeddings/oleObject1.bin', data: 'x' }] })],
  'a binary workbook': [
    'x.xlsb',
    book({ mend: (entries) => entries.map((entry) => ({ ...entry, name: entry.name.replace('.xml', '.bin') })) }),
  ],
  'a workbook of 1997': [
    'x.xls',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(2000)]),
  ],
  'a page that is called a workbook': ['x.xls', `<html><table><tr><td>编码</td></tr></table></html>`],
  'a workbook in one piece of XML': [
    'x.xml',
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`,
  ],
  'a picture': ['x.xlsx', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])],
  nothing: ['x.csv', ''],
  'a list with NUL': ['x.csv', csv('H1,\u0000')],
  'a list with a script': ['x.csv', csv('H1,<script>alert(1)</script>')],
  'a list of bytes': ['x.csv', Buffer.from(Array.from({ length: 4000 }, (_x, n) => (n * 7919) % 256))],
  'a list with a quote that does not end': ['x.csv', csv(`H1,"${'x'.repeat(500_000)}`)],
  'a list with a letter behind a quote': ['x.csv', csv('H1,"甲"x')],
  'a list of three hundred columns': ['x.csv', csv(`H1,${'x,'.repeat(300)}`)],
  'a list with a long cell': ['x.csv', csv(`H1,${'x'.repeat(40_000)}`)],
  'a list of a hundred thousand and two': ['x.csv', csv(...Array.from({ length: 100_001 }, (_x, n) => `H${n},x`))],
  'a list that calls a program': ['x.csv', csv(`H1,"=cmd|'/c calc'!A1"`)],
  'a list that calls it by an at sign': ['x.csv', csv('H1,@SUM(1+1)*cmd|x')],
  'a list of titles that are none': ['x.csv', '__proto__,constructor,toString\nx,y,z'],
  'a list without rows': ['x.csv', csv()],
};

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: ImportResult | null;
}
async function send(name: string, content: Buffer | string): Promise<Answer> {
  const form = formOf(content, name);
  return (
    await world.app.inject({
      method: 'POST',
      url: '/api/data/bd/brand/import',
      headers: { ...form.headers, token: world.first.token },
      payload: form.payload,
    })
  ).json<Answer>();
}
const filesLeft = (): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
let slowest = 0;
let cases = 0;

describe('a list that is hostile', () => {
  test.each(Object.keys(hostile))('%s is refused and leaves nothing', async (title) => {
    const [name, content] = hostile[title] ?? ['', ''];
    const left = filesLeft();
    const cpu = cpuWatch();
    const { code, msg, data } = await send(name, content);
    const took = cpu();
    expect([10003, 20050, 20052, 0], `${code} ${msg}`).toContain(code);
    // Only what is wrong in one cell is told of that cell; a file of such is good for nothing else.
    if (code === 0)
      expect([data?.successCount, data?.failCount, data?.errors.map(({ cell }) => cell)]).toEqual([0, 1, ['B2']]);
    else
      expect([filesLeft(), await world.sql('select id from app.sys_import where applied = 0 and staged = 0')]).toEqual([
        left,
        [],
      ]);
    expect(await world.sql(`select code from app.data_brand where code like 'H%'`)).toEqual([]);
    slowest = Math.max(slowest, took);
    expect(took).toBeLessThan(1000);
    cases += 1;
  });

  test('left no fault in the log, and a good list still goes in', async () => {
    expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect((await send('good.xlsx', book())).data?.successCount).toBe(1);
    expect(cases).toBe(Object.keys(hostile).length);
    console.log(`hostile imports: ${cases} files, 0 effects, slowest ${Math.round(slowest)} ms of CPU`);
  });
});
