import { Readable } from 'node:stream';

import { rowsIn, type Batch } from './cells.ts';
import { ByteWriter, spaces, tableOf } from './byte-writer.ts';
import type { SheetColumn } from './cell.ts';

/** For lists longer than a sheet holds; made while it is read, batch by batch. */
export function csvStream(columns: readonly SheetColumn[], batches: AsyncIterable<Batch>): Readable {
  return Readable.from(lines(columns, batches), { objectMode: false });
}

async function* lines(columns: readonly SheetColumn[], batches: AsyncIterable<Batch>): AsyncGenerator<Buffer> {
  const ink = new ByteWriter(pieceSize);
  const last = columns.length - 1;
  // Without the byte order mark Excel reads Chinese as the code page of the machine.
  ink.text(`\ufeff${columns.map(({ title }) => quoted(disarmed(title))).join(',')}\r\n`);
  for await (const batch of batches) {
    const rows = rowsIn(batch);
    while (rows.next()) {
      for (let index = 0; index < columns.length; index += 1) {
        rows.seek(index);
        const { bytes, start, end } = rows;
        const after = index === last ? lineEnd : comma;
        if (start === end) ink.put(after);
        else if (careFirst[bytes[start] as number] !== 0 || !ink.putPlain(bytes, start, end, care, nothing, after)) {
          ink.text(shown(columns[index] as SheetColumn, bytes.toString('utf8', start, end)));
          ink.put(after);
        }
      }
      if (ink.isFull) yield ink.take();
    }
  }
  if (ink.end > 0) yield ink.take();
}

/** Small pieces cost a system call each. */
const pieceSize = 1 << 16;

const nothing = Buffer.alloc(0);
const comma = Buffer.from(',');
const lineEnd = Buffer.from('\r\n');

/** Most cells are written as they are; these bytes, anywhere or as the first, are in all the others. */
const care = tableOf('",\r\n');
const careFirst = tableOf(`${spaces}=+-@＝＋－＠`);

function shown({ kind }: SheetColumn, value: string): string {
  return quoted(kind === 'number' && number.test(value) ? value : disarmed(value));
}

/** A number column may hold a minus sign, not a formula. */
const number = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A spreadsheet runs what looks like a formula, also after spaces and in full width. */
const disarmed = (value: string): string => (/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(value) ? `'${value}` : value);

const quoted = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
