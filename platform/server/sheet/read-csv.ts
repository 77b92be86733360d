import { FileFault, limits } from './file-fault.ts';
import { batchSize, type SheetRow } from './read-xlsx.ts';

/** Rows of a list of values, whatever program wrote it: UTF-8, GB18030 or UTF-16; commas, semicolons or tabs. */
export function* listRows(file: Buffer): Generator<SheetRow[]> {
  const text = decoded(file);
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) throw new FileFault('damaged');
  const separator = separatorOf(text);
  let batch: SheetRow[] = [];
  let [cells, at, number, count]: [string[], number, number, number] = [[], 0, 1, 0];
  while (at < text.length) {
    const [cell, next] = cellAt(text, at, separator);
    if (cell.length > limits.cell) throw new FileFault('longCell');
    cells.push(cell.trim());
    if (cells.length > limits.columns) throw new FileFault('tooManyColumns');
    const sign = text[next];
    at = next + 1;
    if (sign === separator && next < text.length) {
      if (at < text.length) continue;
      cells.push('');
    }
    if (sign === '\r' && text[at] === '\n') at += 1;
    if (cells.some((each) => each !== '')) {
      if ((count += 1) > limits.rows + 1) throw new FileFault('tooManyRows');
      batch.push(rowOf(number, cells));
    }
    [cells, number] = [[], number + 1];
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What our own lists mark with an apostrophe is text; what a spreadsheet would run is a formula here too. */
function rowOf(number: number, given: readonly string[]): SheetRow {
  let odd: Record<number, 'formula'> | undefined;
  const cells = given.map((cell, at) => {
    if (/^'[\t\r\n ]*[=+\-@＝＋－＠]/.test(cell)) return cell.slice(1);
    if (formula.test(cell)) (odd ??= {})[at] = 'formula';
    return cell;
  });
  return odd === undefined ? { number, cells } : { number, cells, odd };
}

const formula = /^(?:[=＝]|[+\-@＋－＠]\s*[\p{L}_.]+\s*[(|!])/u;

function decoded(file: Buffer): string {
  const names = file[0] === 0xff && file[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030'];
  for (const name of names) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(file);
    } catch {
      // Not this one.
    }
  }
  throw new FileFault('damaged');
}

/** Of the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 20_000)
      .replaceAll(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((sign) => [line.split(sign).length, sign] as const);
  return counted.toSorted((a, b) => b[0] - a[0])[0]?.[1] ?? ',';
}

/** The cell that begins here, and where its separator, line end or the end of the text stands. */
function cellAt(text: string, start: number, separator: string): readonly [string, number] {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return [text.slice(start, end), end];
  }
  let [cell, at] = ['', start + 1];
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote - at > limits.cell) throw new FileFault('damaged');
    cell += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    cell += '"';
    at += 1;
    if (cell.length > limits.cell) throw new FileFault('longCell');
  }
  if (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r')
    throw new FileFault('damaged');
  return [cell, at];
}
