import type { Readable } from 'node:stream';
import type { Row, Statement } from '#platform/server/db/batch.ts';
import type { Transaction } from '#platform/server/db/door.ts';
import { csvStream } from './csv.ts';
import { xlsxStream, type Cell, type SheetColumn } from './xlsx.ts';

export type Format = 'xlsx' | 'csv';

/** A column for one person: titled in his language, with the names of its values. Plain data, so that another process can be told. */
export interface ExportColumn extends SheetColumn { readonly key: string; readonly names?: Readonly<Record<string, string>> }

/** A portal: one snapshot, read piece by piece, so that memory stays at two pieces however long the list is. */
export interface Portal { next(): Promise<Row[]>; readonly size: number }

export function portalOn(tx: Transaction, statement: Statement, size: number): Portal & { first(more: readonly Statement[]): Promise<readonly Row[][]> } {
  const fetch = (isContinued: boolean): Statement => ({ ...statement, fetch: { portal: 'sheet', rows: size, isContinued } });
  return {
    size,
    /** The rows of the first piece, then those of the statements that came along. */
    first: (more) => tx.run([fetch(false), ...more]),
    next: async () => (await tx.run([fetch(true)]))[0] ?? [],
  };
}

/** While one piece is written the database reads the next. */
export async function* cellBatches(first: Row[], portal: Portal, columns: readonly ExportColumn[], onRows: (count: number) => void): AsyncGenerator<Cell[][]> {
  let rows = first;
  while (rows.length > 0) {
    const coming = rows.length < portal.size ? null : portal.next();
    // Whoever stops reading leaves it unheard.
    coming?.catch(() => undefined);
    onRows(rows.length);
    yield rows.map((row) => cellsOf(columns, row));
    rows = coming === null ? [] : await coming;
  }
}

export const sheetStream = (format: Format, title: string, columns: readonly ExportColumn[], batches: AsyncIterable<Cell[][]>): Readable =>
  (format === 'csv' ? csvStream(columns, batches) : xlsxStream(title, columns, batches));

/** What left the house: by whom, which list, which filter, how many rows. */
export interface LoggedRequest { readonly noun: string; readonly filter: string; readonly path: string; readonly method: string; readonly ip: string; readonly agent: string; readonly correlationId: string }

export const logStatement = ({ noun, filter, path, method, ip, agent, correlationId }: LoggedRequest, count: number): Statement =>
  ({ text: 'select sec.log_export($1, $2, $3, $4, $5, $6, $7, $8)', values: [noun, count, filter, path, method, ip, agent, correlationId] });

/** One row of the file. */
export function cellsOf(columns: readonly ExportColumn[], row: Row): Cell[] {
  const cells: Cell[] = [];
  for (const { key, names } of columns) {
    const value = row[key];
    if (value === null || value === undefined) cells.push(null);
    else if (names !== undefined && (typeof value === 'string' || typeof value === 'boolean')) cells.push(names[String(value)] ?? String(value));
    else cells.push(typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value));
  }
  return cells;
}
