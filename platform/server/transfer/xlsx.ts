import { Readable } from 'node:stream';

import { zipOf, type ZipPart } from './zip.ts';

export interface SheetColumn { readonly title: string; readonly kind: 'text' | 'number' | 'date'; readonly width?: number }

/** Numbers and dates arrive as text ('12.5', '2025-01-31'): a float would round money, a serial number would shift days. */
export type Cell = string | number | null;

/** A text that is shown as wrong. */
export interface MarkedCell { readonly marked: string }

/** Excel refuses a file with more rows than this, the header included. */
export const maxRows = 1_048_576;

/** One sheet, made while it is read: memory holds one batch and a few chunks, and an unread stream asks for no further batch. */
export function xlsxStream(sheet: string, columns: readonly SheetColumn[], batches: AsyncIterable<Batch>): Readable {
  return Readable.from(workbook(sheet, columns, batches), { objectMode: false });
}

async function* workbook(sheet: string, columns: readonly SheetColumn[], batches: AsyncIterable<Batch>): AsyncGenerator<Buffer> {
  const source = batches[Symbol.asyncIterator]();
  try {
    // A query that fails at once must fail before the first byte, while the answer can still be an error.
    const first = await source.next();
    yield* zipOf([...frame(sheet), { name: 'xl/worksheets/sheet1.xml', text: sheetXml(columns, first, source) }]);
  } finally {
    await source.return?.();
  }
}

type Batch = readonly (readonly (Cell | MarkedCell)[])[];

async function* sheetXml(columns: readonly SheetColumn[], first: IteratorResult<Batch>, source: AsyncIterator<Batch>): AsyncGenerator<string> {
  const letters = columns.map((_, index) => letterOf(index));
  const header = columns.map(({ title }, index) => textCell(`${letters[index]}1`, style.header, title)).join('');
  const widths = columns.map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`).join('');
  let xml = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
    + `${widths && `<cols>${widths}</cols>`}<sheetData><row r="1">${header}</row>`;
  let number = 1;
  for (let step = first; step.done !== true; step = await source.next()) {
    for (const row of step.value) {
      number += 1;
      if (number > maxRows) throw new Error(`A sheet holds at most ${maxRows - 1} rows below its header: narrow the filter or take CSV`);
      xml += `<row r="${number}">`;
      for (let index = 0; index < columns.length; index += 1) {
        const cell = row[index] ?? '';
        if (cell === '') continue;
        const place = `${letters[index]}${number}`;
        if (typeof cell === 'object') {
          xml += textCell(place, style.wrong, cell.marked);
          continue;
        }
        const value = String(cell);
        xml += columns[index]?.kind === 'number' && isExact(value) ? `<c r="${place}"><v>${value}</v></c>` : textCell(place, style.text, value);
      }
      xml += '</row>';
      if (xml.length > pieceSize) {
        yield xml;
        xml = '';
      }
    }
  }
  yield `${xml}</sheetData></worksheet>`;
}

const pieceSize = 1 << 17;

/** Excel keeps 15 significant digits, and drops leading zeros: what it would change stays text. */
const isExact = (value: string): boolean =>
  plainDecimal.test(value) && (value.length <= 15 || value.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length <= 15);

const plainDecimal = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** An inline string is never read as a formula; without xml:space Excel trims it. */
function textCell(place: string, styled: number, value: string): string {
  if (value.length <= maxText && !needsCare.test(value)) return `<c r="${place}" s="${styled}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const text = allowed(cut(value, maxText));
  return `<c r="${place}" s="${styled}" t="inlineStr"><is><t${text.trim().length === text.length ? '' : ' xml:space="preserve"'}>${escaped(text)}</t></is></c>`;
}

/** Most texts are written as they are; this finds the others in one look. */
const needsCare = /[\u0000-\u001f&<>"_\ud800-\udfff\ufffe\uffff]|^\s|\s$/;

/** Excel calls a file with a longer text damaged. */
const maxText = 32_767;

/** The mark shows that something is missing; half of a surrogate pair would be no character. */
function cut(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** XML 1.0 has no way to write the others. */
const allowed = (value: string): string => (forbidden.test(value) ? value.toWellFormed().replaceAll(everyForbidden, '') : value);

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const everyForbidden = new RegExp(forbidden, 'g');

/** A bare CR would be read as LF; Excel reads _x0041_ as A unless its first _ is escaped. */
const escaped = (value: string): string => (special.test(value) ? value.replaceAll(everySpecial, (found) => entities[found] ?? '') : value);

const special = /[&<>"\r]|_(?=x[0-9a-f]{4}_)/i;
const everySpecial = new RegExp(special, 'gi');
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;', _: '_x005F_' };

/** 0 is A, 25 is Z, 26 is AA. */
const letterOf = (index: number): string => (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Unless told, a column shows its whole title (a Chinese character is two wide). */
function widthOf({ title, kind, width }: SheetColumn): number {
  const wide = Array.from(title).reduce((sum, letter) => sum + (letter >= '\u2e80' ? 2 : 1), 2);
  return Math.min(255, width ?? Math.max(kind === 'text' ? 16 : 12, wide));
}

/** Excel calls a file damaged whose sheet name is empty, over 31 long, has one of []:*?/\ or an apostrophe at an end. */
function sheetName(name: string): string {
  const legal = allowed(name.replace(/[[\]:*?/\\\s\p{Cc}]+/gu, ' ')).replace(/^[' ]+|[' ]+$/g, '');
  return legal === '' || /^history$/i.test(legal) ? 'Sheet1' : escaped(cut(legal, 31));
}

/** Text cells have the text format, so that a cell with =1+1 stays text when somebody edits it. */
const style = { header: 1, text: 2, wrong: 3 } as const;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const pack = 'http://schemas.openxmlformats.org/package/2006';
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function frame(sheet: string): readonly ZipPart[] {
  const xmlns = `xmlns="${pack}/relationships"`;
  const font = (weight: string): string => `<font>${weight}<sz val="11"/><name val="Calibri"/></font>`;
  const format = (numFmt: number, fontId: number, fillId = 0): string => `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${fillId === 0 ? '' : ' applyFill="1"'}/>`;
  return [
    part('[Content_Types].xml', `<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`
      + `<Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mime}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${mime}.worksheet+xml"/></Types>`),
    part('_rels/.rels', `<Relationships ${xmlns}><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`),
    part('xl/workbook.xml', `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets><sheet name="${sheetName(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`),
    part('xl/_rels/workbook.xml.rels', `<Relationships ${xmlns}><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`),
    part('xl/styles.xml', `<styleSheet xmlns="${main}"><fonts count="2">${font('')}${font('<b/>')}</fonts>`
      + '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
      + `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${format(0, 0)}${format(49, 1)}${format(49, 0)}${format(49, 0, 2)}</cellXfs></styleSheet>`),
  ];
}

const part = (name: string, xml: string): ZipPart => ({ name, text: [declaration + xml] });
