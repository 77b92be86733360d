import { Readable } from 'node:stream';
import { parsed } from '#platform/server/import/parse.ts';
import type { Cell } from '#platform/server/sheet/cell.ts';
import { xlsxStream } from '#platform/server/sheet/xlsx.ts';

/** A workbook of one sheet, as our own export writes it. */
export async function sheet(titles: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for (let at = 0; at < rows.length; at += 1000) yield rows.slice(at, at + 1000);
    if (rows.length === 0) yield [];
  }
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxStream(
    'Sheet1',
    titles.map((title) => ({ title, kind: 'text' })),
    batches(),
  ))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const list = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, ...rows]
    .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n');

/** The cells that a workbook holds, row by row, as an import reads them. */
export async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of parsed(Readable.from([bytes]), 'xlsx'))
    rows.push(...batch.rows.map(({ cells }) => [...cells]));
  return rows;
}
