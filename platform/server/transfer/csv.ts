import { Readable } from 'node:stream';

import type { Cell, SheetColumn } from './xlsx.ts';

/** For lists longer than a sheet holds; made while it is read, batch by batch. */
export function csvStream(columns: readonly SheetColumn[], batches: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  return Readable.from(lines(columns, batches), { objectMode: false });
}

async function* lines(columns: readonly SheetColumn[], batches: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<Buffer> {
  // Without the byte order mark Excel reads Chinese as the code page of the machine.
  let text = `\ufeff${columns.map(({ title }) => quoted(disarmed(title))).join(',')}\r\n`;
  for await (const rows of batches) {
    for (const row of rows) {
      for (let index = 0; index < columns.length; index += 1) {
        const cell = row[index] ?? '';
        text += `${index === 0 ? '' : ','}${typeof cell === 'string' && !needsCare.test(cell) ? cell : shown(columns[index] as SheetColumn, cell)}`;
      }
      text += '\r\n';
    }
    // Small pieces cost a system call each.
    if (text.length < pieceSize) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const pieceSize = 1 << 16;

/** Most cells are written as they are; this finds the others in one look. */
const needsCare = /[",\r\n]|^[\s=+\-@＝＋－＠]/;

function shown({ kind }: SheetColumn, cell: Cell): string {
  const value = String(cell ?? '');
  return quoted(kind === 'number' && number.test(value) ? value : disarmed(value));
}

/** A number column may hold a minus sign, not a formula. */
const number = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A spreadsheet runs what looks like a formula, also after spaces and in full width. */
const disarmed = (value: string): string => (/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(value) ? `'${value}` : value);

const quoted = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
