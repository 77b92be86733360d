import { entriesOf, textOf, type Entry } from './import-archive.ts';
import { FileFault, limits } from './import-fault.ts';
import { dateOf, isDateFormat, numberText } from './import-serial.ts';
import { attribute, readXml, xmlReader, type Listener } from './import-xml.ts';

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
      if (/macroEnabled|vbaProject/i.test(attributes)) throw new FileFault('program');
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

function rowListener({ texts, dates, is1904 }: Book, onRow: (row: SheetRow) => void): Listener {
  let [number, column, count] = [0, -1, 0];
  let cells: string[] = [];
  let odd: Record<number, 'formula' | 'cellError'> | undefined;
  let [type, style, value] = ['', -1, ''];
  let [isValue, isPhonetic, isFormula, isInData] = [false, false, false, false];

  function shown(): string {
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

  function endCell(): void {
    const text = shown().trim();
    const why = isFormula ? 'formula' : type === 'e' ? 'cellError' : undefined;
    if (text === '' && why === undefined) return;
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (why !== undefined) (odd ??= {})[column] = why;
  }

  return {
    open(name, attributes) {
      switch (name) {
        case 'sheetData':
          isInData = true;
          break;
        case 'row': {
          const given = Number.parseInt(attribute(attributes, 'r') ?? '', 10);
          if (!Number.isNaN(given) && given <= number) throw new FileFault('damaged');
          number = Number.isNaN(given) ? number + 1 : given;
          if (number > lastRow) throw new FileFault('tooManyRows');
          [cells, odd, column] = [[], undefined, -1];
          break;
        }
        case 'c': {
          const place = attribute(attributes, 'r');
          const given = place === undefined ? column + 1 : columnOf(place);
          if (given <= column) throw new FileFault('damaged');
          column = given;
          if (column >= limits.columns) throw new FileFault('tooManyColumns');
          type = attribute(attributes, 't') ?? 'n';
          style = Number.parseInt(attribute(attributes, 's') ?? '-1', 10);
          [value, isFormula] = ['', false];
          break;
        }
        case 'v':
        case 't':
          isValue = isInData && column >= 0;
          break;
        case 'f':
          isFormula = true;
          break;
        case 'rPh':
          isPhonetic = true;
          break;
        default:
      }
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          isValue = false;
          break;
        case 'rPh':
          isPhonetic = false;
          break;
        case 'c':
          endCell();
          break;
        case 'row':
          column = -1;
          if (cells.length === 0) break;
          // The first is the row of titles.
          if ((count += 1) > limits.rows + 1) throw new FileFault('tooManyRows');
          onRow(odd === undefined ? { number, cells } : { number, cells, odd });
          break;
        case 'sheetData':
          isInData = false;
          break;
        default:
      }
    },
    text(more) {
      if (!isValue || isPhonetic) return;
      value += more;
      if (value.length > limits.cell) throw new FileFault('longCell');
    },
  };
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
