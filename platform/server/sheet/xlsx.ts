import { Readable } from 'node:stream';

import type { SheetColumn } from './cell.ts';
import { rowsIn, type Batch } from './cells.ts';
import { ByteWriter, sign, spaces, tableOf } from './byte-writer.ts';
import { pack, zipOf, type ZipPart } from './zip.ts';

/** Excel refuses a file with more rows than this, the header included. */
export const maxRows = 1_048_576;

/**
 * One sheet, made while it is read: memory holds one batch and a few chunks, and an unread stream asks for no further
 * batch.
 */
export function xlsxStream(sheet: string, columns: readonly SheetColumn[], batches: AsyncIterable<Batch>): Readable {
  return Readable.from(workbook(sheet, columns, batches), { objectMode: false });
}

async function* workbook(
  sheet: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Buffer> {
  const source = batches[Symbol.asyncIterator]();
  try {
    // A query that fails at once must fail before the first byte, while the answer can still be an error.
    const first = await source.next();
    yield* zipOf([...frame(sheet), { name: 'xl/worksheets/sheet1.xml', bytes: sheetXml(columns, first, source) }]);
  } finally {
    await source.return?.();
  }
}

const widthXml = (column: SheetColumn, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`;

async function* sheetXml(
  columns: readonly SheetColumn[],
  first: IteratorResult<Batch>,
  source: AsyncIterator<Batch>,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => letterOf(index));
  const header = columns
    .map(
      ({ title }, index) =>
        `<c r="${letters[index]}1" s="${style.header}" t="inlineStr"><is>${textXml(title)}</is></c>`,
    )
    .join('');
  const widths = columns.map(widthXml).join('');
  const ink = new ByteWriter(pieceSize);
  ink.text(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" ` +
      'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `${widths && `<cols>${widths}</cols>`}<sheetData><row r="1">${header}</row>`,
  );
  let number = 1;
  for (let step = first; step.done !== true; step = await source.next()) {
    const rows = rowsIn(step.value);
    while (rows.next()) {
      number += 1;
      if (number > maxRows)
        throw new Error(`A sheet holds at most ${maxRows - 1} rows below its header: narrow the filter or take CSV`);
      ink.text(`<row r="${number}">`);
      let isNext = true;
      for (let index = 0; index < columns.length; index += 1) {
        rows.seek(index);
        const { bytes, start, end, isMarked } = rows;
        if (start === end && !isMarked) {
          isNext = false;
          continue;
        }
        // A cell that says no place stands behind the one before it; only behind a gap must it say where.
        if (isNext) ink.put(cellStart);
        else ink.text(`<c r="${letters[index] ?? ''}${number}"`);
        isNext = true;
        if (!isMarked && columns[index]?.kind === 'number' && isNumber(bytes, start, end))
          ink.putPlain(bytes, start, end, noCare, numberStart, numberEnd);
        else if (
          isMarked ||
          !isPlain(bytes, start, end) ||
          !ink.putPlain(bytes, start, end, care, textStart, textEnd)
        ) {
          ink.text(
            ` s="${isMarked ? style.wrong : style.text}" t="inlineStr">` +
              `<is>${textXml(bytes.toString('utf8', start, end))}</is></c>`,
          );
        }
      }
      ink.put(rowEnd);
      if (ink.isFull) yield ink.take();
    }
  }
  ink.text('</sheetData></worksheet>');
  yield ink.take();
}

const pieceSize = 1 << 18;

const isNumber = (bytes: Buffer, start: number, end: number): boolean =>
  isShortDecimal(bytes, start, end) || isExact(bytes.toString('utf8', start, end));

/**
 * Nearly every number is one that Excel keeps for certain: a plain decimal that is not even as long as its digits may
 * be.
 */
function isShortDecimal(bytes: Buffer, start: number, end: number): boolean {
  const from = bytes[start] === sign.minus ? start + 1 : start;
  if (
    end - start > maxDigits ||
    from === end ||
    (bytes[from] === sign.zero && from + 1 < end && bytes[from + 1] !== sign.point)
  )
    return false;
  let hasPoint = false;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= sign.zero && byte <= sign.nine) continue;
    if (byte !== sign.point || hasPoint || at === from || at === end - 1) return false;
    hasPoint = true;
  }
  return true;
}

const maxDigits = 15;

/** Excel keeps 15 significant digits, and drops leading zeros: what it would change stays text. */
const isExact = (value: string): boolean =>
  plainDecimal.test(value) &&
  (value.length <= maxDigits || value.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length <= maxDigits);

const plainDecimal = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** An inline string is never read as a formula; without xml:space Excel trims it. */
function textXml(value: string): string {
  const text = allowed(cut(value, maxText));
  return `<t${text.trim().length === text.length ? '' : ' xml:space="preserve"'}>${escaped(text)}</t>`;
}

/** Most texts are written as they are: neither too long, nor with space at an end, nor with a byte that needs care. */
const isPlain = (bytes: Buffer, start: number, end: number): boolean =>
  end - start <= maxText && space[bytes[start] as number] === 0 && !endsInSpace(bytes, end);

/** Looks at the byte with which the last character begins; a few characters that are no space begin with it too. */
function endsInSpace(bytes: Buffer, end: number): boolean {
  let at = end - 1;
  while (((bytes[at] as number) & 0xc0) === 0x80) at -= 1;
  return space[bytes[at] as number] !== 0;
}

const space = tableOf(spaces);
const care = tableOf(`${Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('')}&<>"_`);
// Full-width signs begin with this byte, and so do U+FFFE and U+FFFF, which XML forbids: the byte after it decides.
care[0xef] = 2;
const noCare = new Uint8Array(256);

/** Text cells have the text format, so that a cell with =1+1 stays text when somebody edits it. */
const style = { header: 1, text: 2, wrong: 3 } as const;

const cellStart = Buffer.from('<c');
const numberStart = Buffer.from('><v>');
const textStart = Buffer.from(` s="${style.text}" t="inlineStr"><is><t>`);
const numberEnd = Buffer.from('</v></c>');
const textEnd = Buffer.from('</t></is></c>');
const rowEnd = Buffer.from('</row>');

/** Excel calls a file with a longer text damaged. */
const maxText = 32_767;

/** The mark shows that something is missing; half of a surrogate pair would be no character. */
function cut(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** XML 1.0 has no way to write the others. */
const allowed = (value: string): string =>
  forbidden.test(value) ? value.toWellFormed().replaceAll(everyForbidden, '') : value;

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const everyForbidden = new RegExp(forbidden, 'g');

/** A bare CR would be read as LF; Excel reads _x0041_ as A unless its first _ is escaped. */
const escaped = (value: string): string =>
  special.test(value) ? value.replaceAll(everySpecial, (found) => entities[found] ?? '') : value;

const special = /[&<>"\r]|_(?=x[0-9a-f]{4}_)/i;
const everySpecial = new RegExp(special, 'gi');
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  _: '_x005F_',
};

/** 0 is A, 25 is Z, 26 is AA. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Unless told, a column shows its whole title (a Chinese character is two wide). */
function widthOf({ title, kind, width }: SheetColumn): number {
  const wide = Array.from(title).reduce((sum, letter) => sum + (letter >= '\u2e80' ? 2 : 1), 2);
  return Math.min(255, width ?? Math.max(kind === 'text' ? 16 : 12, wide));
}

/**
 * Excel calls a file damaged whose sheet name is empty, over 31 long, has one of []:*?/\ or an apostrophe at an end.
 */
function sheetName(name: string): string {
  const legal = allowed(name.replace(/[[\]:*?/\\\s\p{Cc}]+/gu, ' ')).replace(/^[' ]+|[' ]+$/g, '');
  return legal === '' || /^history$/i.test(legal) ? 'Sheet1' : escaped(cut(legal, 31));
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function frame(sheet: string): readonly ZipPart[] {
  always ??= rest();
  const book = part(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets><sheet ` +
      `name="${sheetName(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  // In the order in which programs look for them.
  return [...always.slice(0, 2), book, ...always.slice(2)];
}
let always: readonly ZipPart[] | undefined;

/** What is the same in every file is packed once. */
function rest(): readonly ZipPart[] {
  const xmlns = `xmlns="${packaging}/relationships"`;
  const font = (weight: string): string => `<font>${weight}<sz val="11"/><name val="Calibri"/></font>`;
  const format = (numFmt: number, fontId: number, fillId = 0): string =>
    `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" ` +
    `applyFont="1"${fillId === 0 ? '' : ' applyFill="1"'}/>`;
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ` +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
        'ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/><Override ` +
        `PartName="/xl/styles.xml" ContentType="${mime}.styles+xml"/><Override ` +
        `PartName="/xl/worksheets/sheet1.xml" ContentType="${mime}.worksheet+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships ${xmlns}><Relationship Id="rId1" Type="${office}/officeDocument" ` +
        'Target="xl/workbook.xml"/></Relationships>',
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships ${xmlns}><Relationship Id="rId1" Type="${office}/worksheet" ` +
        `Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/>` +
        '</Relationships>',
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><fonts count="2">${font('')}${font('<b/>')}</fonts>` +
        '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill ' +
        'patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor ' +
        'indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/>' +
        '<diagonal/></border></borders>' +
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs ' +
        `count="4">${format(0, 0)}${format(49, 1)}${format(49, 0)}${format(49, 0, 2)}</cellXfs></styleSheet>`,
    ),
  ];
}

const part = (name: string, text: string): ZipPart => ({ name, bytes: pack(Buffer.from(declaration + text)) });
