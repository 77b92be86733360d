import { chainColumns, type ChainLine } from './chain.ts';

/**
 * A value that a spreadsheet would run gets an apostrophe in front, and so does one that has it already: reading takes
 * exactly one away.
 */
const armed = /^(?:['\t\r\n]|\s*[=+\-@＝＋－＠])/;
const cellOf = (value: string): string => `"${(armed.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
const valueOf = (cell: string): string => (cell.startsWith(`'`) ? cell.slice(1) : cell);

export const chainHeader = `\ufeff${chainColumns.join(',')}\r\n`;
export const chainCsv = (line: ChainLine): string => `${chainColumns.map((key) => cellOf(line[key])).join(',')}\r\n`;

/** Reads what `chainCsv` wrote, in pieces of any size. */
export async function* chainIn(pieces: AsyncIterable<string>): AsyncGenerator<ChainLine> {
  let columns: readonly string[] | null = null;
  for await (const cells of records(pieces)) {
    if (columns === null) columns = cells.map((cell) => cell.replace('\ufeff', ''));
    else yield Object.fromEntries(columns.map((key, i) => [key, valueOf(cells[i] ?? '')])) as unknown as ChainLine;
  }
}

async function* records(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let cells: string[] = [];
  let cell = '';
  let [isQuoted, wasQuote] = [false, false];
  for await (const piece of pieces) {
    for (const letter of piece) {
      if (wasQuote) {
        wasQuote = false;
        if (letter === '"') {
          cell += letter;
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (letter === '"') wasQuote = true;
        else cell += letter;
      } else if (letter === '"') isQuoted = true;
      else if (letter === ',' || letter === '\n') {
        cells.push(cell);
        cell = '';
        if (letter === '\n') {
          yield cells;
          cells = [];
        }
      } else if (letter !== '\r') cell += letter;
    }
  }
  if (cell !== '' || cells.length > 0) yield [...cells, cell];
}
