import { entriesOf, textOf, type Entry } from './read-zip.ts';
import { FileFault, limits } from './file-fault.ts';
import { dateOf, isDateFormat, numberText } from './date-serial.ts';
import { attribute, readXml, xmlReader, type Attributes, type Listener } from './read-xml.ts';

/** A row that holds something: its number in the sheet, its cells as text, and which of them are no values. */
export interface SheetRow {
  readonly number: number;
  readonly cells: string[];
  readonly odd?: Record<number, 'formula' | 'cellError'>;
}

/** Rows of the first visible sheet of a workbook, in order; `onShare` hears how far the reading is. */
export async function* sheetRows(file: Buffer, onShare: (share: number) => void): AsyncGenerator<SheetRow[]> {
  const entries = entriesOf(file);
  if ([...entries.keys()].some((name) => programs.test(name))) throw new FileFault('program');
  const entry = (name: string): Entry | undefined => entries.get(name.toLowerCase());
  const types = entry('[content_types].xml');
  if (types === undefined) throw new FileFault('damaged');
  await readXml(textOf(file, types), {
    open: (_name, attributes) => {
      if (Object.values(attributes).some((value) => /macroEnabled|vbaProject/i.test(value)))
        throw new FileFault('program');
    },
    close: nothing,
    text: nothing,
  });
  const { sheet, is1904 } = await workbook(file, entry);
  const texts = await sharedTexts(file, entry('xl/sharedstrings.xml'));
  const dates = await dateStyles(file, entry('xl/styles.xml'));
  yield* rowsIn(textOf(file, sheet, onShare), { texts, dates, is1904 });
}

const nothing = (): void => undefined;
const programs = /(^|\/)(vbaproject\.bin|macrosheets\/|activex\/|embeddings\/|customui)/;

async function workbook(
  file: Buffer,
  entry: (name: string) => Entry | undefined,
): Promise<{ sheet: Entry; is1904: boolean }> {
  const [book, links] = [entry('xl/workbook.xml'), entry('xl/_rels/workbook.xml.rels')];
  if (book === undefined || links === undefined) throw new FileFault('noSheet');
  const sheets: { id: string; isHidden: boolean }[] = [];
  const targets = new Map<string, string>();
  let is1904 = false;
  await readXml(textOf(file, book), {
    open(name, attributes) {
      if (name === 'sheet')
        sheets.push({
          id: attribute(attributes, 'id') ?? '',
          isHidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
        });
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
    },
    close: nothing,
    text: nothing,
  });
  await readXml(textOf(file, links), {
    open(name, attributes) {
      // What lies outside of the file stays there.
      if (name === 'Relationship' && attribute(attributes, 'TargetMode') !== 'External')
        targets.set(attribute(attributes, 'Id') ?? '', attribute(attributes, 'Target') ?? '');
    },
    close: nothing,
    text: nothing,
  });
  const chosen = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const target = targets.get(chosen?.id ?? '') ?? '';
  const sheet = entry(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (sheet === undefined || !sheet.name.toLowerCase().startsWith('xl/worksheets/')) throw new FileFault('noSheet');
  return { sheet, is1904 };
}

async function sharedTexts(file: Buffer, entry: Entry | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (entry === undefined) return texts;
  let [text, size] = ['', 0];
  let [isText, isPhonetic] = [false, false];
  await readXml(textOf(file, entry), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') {
        texts.push(unescaped(text));
        // A million empty texts cost memory too.
        if ((size += text.length + 16) > limits.shared) throw new FileFault('bomb');
      }
    },
    text(more) {
      if (!isText || isPhonetic) return;
      text += more;
      if (text.length > limits.cell) throw new FileFault('longCell');
    },
  });
  return texts;
}

/** Which numbers of styles show a date. */
async function dateStyles(file: Buffer, entry: Entry | undefined): Promise<ReadonlySet<number>> {
  const dates = new Set<number>();
  if (entry === undefined) return dates;
  const own = new Map<number, string>();
  let isCells = false;
  let at = 0;
  await readXml(textOf(file, entry), {
    open(name, attributes) {
      if (name === 'numFmt')
        own.set(
          Number.parseInt(attribute(attributes, 'numFmtId') ?? '0', 10),
          attribute(attributes, 'formatCode') ?? '',
        );
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        const format = Number.parseInt(attribute(attributes, 'numFmtId') ?? '0', 10);
        if (isDateFormat(format, own.get(format))) dates.add(at);
        at += 1;
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
    text: nothing,
  });
  return dates;
}

/** The last row a spreadsheet has. */
const lastRow = 1_048_576;

interface Book {
  readonly texts: readonly string[];
  readonly dates: ReadonlySet<number>;
  readonly is1904: boolean;
}
/**
 * Small enough that what it becomes on its way to the database is swept up young: larger texts stay until memory is
 * short.
 */
export const batchSize = 100;

async function* rowsIn(pieces: AsyncIterable<string>, book: Book): AsyncGenerator<SheetRow[]> {
  const ready: SheetRow[] = [];
  const reader = xmlReader(
    rowListener(book, (row) => {
      ready.push(row);
    }),
  );
  for await (const piece of pieces) {
    reader.take(piece);
    while (ready.length >= batchSize) yield ready.splice(0, batchSize);
  }
  reader.end();
  if (ready.length > 0) yield ready;
}

/** Where in the sheet the reading is. */
interface Reading {
  number: number;
  column: number;
  /** Rows so far that hold something. */
  count: number;
  cells: string[];
  odd: Record<number, 'formula' | 'cellError'> | undefined;
  type: string;
  style: number;
  value: string;
  isValue: boolean;
  isPhonetic: boolean;
  isFormula: boolean;
  isInData: boolean;
}

function rowListener(book: Book, onRow: (row: SheetRow) => void): Listener {
  const at: Reading = {
    number: 0,
    column: -1,
    count: 0,
    cells: [],
    odd: undefined,
    type: '',
    style: -1,
    value: '',
    isValue: false,
    isPhonetic: false,
    isFormula: false,
    isInData: false,
  };
  return {
    open(name, attributes) {
      openTag(at, name, attributes);
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          at.isValue = false;
          break;
        case 'rPh':
          at.isPhonetic = false;
          break;
        case 'c':
          endCell(at, book);
          break;
        case 'row':
          endRow(at, onRow);
          break;
        case 'sheetData':
          at.isInData = false;
          break;
        default:
      }
    },
    text(more) {
      if (!at.isValue || at.isPhonetic) return;
      at.value += more;
      if (at.value.length > limits.cell) throw new FileFault('longCell');
    },
  };
}

function openTag(at: Reading, name: string, attributes: Attributes): void {
  switch (name) {
    case 'sheetData':
      at.isInData = true;
      break;
    case 'row':
      startRow(at, attributes);
      break;
    case 'c':
      startCell(at, attributes);
      break;
    case 'v':
    case 't':
      at.isValue = at.isInData && at.column >= 0;
      break;
    case 'f':
      at.isFormula = true;
      break;
    case 'rPh':
      at.isPhonetic = true;
      break;
    default:
  }
}

function startRow(at: Reading, attributes: Attributes): void {
  const given = Number.parseInt(attribute(attributes, 'r') ?? '', 10);
  if (!Number.isNaN(given) && given <= at.number) throw new FileFault('damaged');
  at.number = Number.isNaN(given) ? at.number + 1 : given;
  if (at.number > lastRow) throw new FileFault('tooManyRows');
  at.cells = [];
  at.odd = undefined;
  at.column = -1;
}

function startCell(at: Reading, attributes: Attributes): void {
  const place = attribute(attributes, 'r');
  const given = place === undefined ? at.column + 1 : columnOf(place);
  if (given <= at.column) throw new FileFault('damaged');
  at.column = given;
  if (at.column >= limits.columns) throw new FileFault('tooManyColumns');
  at.type = attribute(attributes, 't') ?? 'n';
  at.style = Number.parseInt(attribute(attributes, 's') ?? '-1', 10);
  at.value = '';
  at.isFormula = false;
}

function endCell(at: Reading, book: Book): void {
  const text = shown(at, book).trim();
  const why = at.isFormula ? 'formula' : at.type === 'e' ? 'cellError' : undefined;
  if (text === '' && why === undefined) return;
  while (at.cells.length < at.column) at.cells.push('');
  at.cells[at.column] = text;
  if (why !== undefined) (at.odd ??= {})[at.column] = why;
}

function endRow(at: Reading, onRow: (row: SheetRow) => void): void {
  const { number, cells, odd } = at;
  at.column = -1;
  if (cells.length === 0) return;
  // The first is the row of titles.
  if ((at.count += 1) > limits.rows + 1) throw new FileFault('tooManyRows');
  onRow(odd === undefined ? { number, cells } : { number, cells, odd });
}

function shown({ type, value, style }: Reading, { texts, dates, is1904 }: Book): string {
  switch (type) {
    case 's':
      return texts[Number.parseInt(value, 10)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : value === '' ? '' : 'FALSE';
    case 'inlineStr':
    case 'str':
      return unescaped(value);
    case 'd':
      return value.replace('T', ' ');
    case 'e':
      return value;
    default:
      return value === '' ? '' : dates.has(style) ? dateOf(value, is1904) : numberText(value);
  }
}

/** A is 0, Z is 25, AA is 26. */
function columnOf(place: string): number {
  let [column, at] = [0, 0];
  for (; at < place.length && at < 4; at += 1) {
    const letter = place.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  if (column === 0) throw new FileFault('damaged');
  return column - 1;
}

/** _x000D_ is how a workbook writes what XML has no way to write; what no text needs is dropped. */
const unescaped = (text: string): string =>
  (/_x[0-9a-f]{4}_/i.test(text)
    ? text
        .replaceAll(/_x([0-9a-f]{4})_/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .toWellFormed()
    : text
  ).replaceAll(control, '');

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
