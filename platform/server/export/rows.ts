import type { Readable } from 'node:stream';
import { answersTo, statement, type RowsOf, type Statement } from '#platform/server/db/statement.ts';
import type { Transaction } from '#platform/server/db/door.ts';
import { RawRows } from '#platform/server/db/raw.ts';
import type { ExportColumn } from '#platform/server/sheet/cell.ts';
import { WireRows, type CellRows } from '#platform/server/sheet/cells.ts';
import { csvStream } from '#platform/server/sheet/csv.ts';
import { xlsxStream } from '#platform/server/sheet/xlsx.ts';

export type Format = 'xlsx' | 'csv';

/** A portal: one snapshot, read piece by piece, so that memory stays at two pieces however long the list is. */
export interface Portal {
  next(): Promise<RawRows>;
  readonly size: number;
}

export function portalOn(
  tx: Transaction,
  statement: Statement,
  size: number,
): Portal & {
  first<Asked extends readonly Statement[]>(more: Asked): Promise<{ rows: RawRows; facts: RowsOf<Asked> }>;
} {
  // One is written while the other is read.
  let [next, other] = [new RawRows(), new RawRows()];
  async function fetch<Asked extends readonly Statement[]>(
    isContinued: boolean,
    more: Asked,
  ): Promise<{ rows: RawRows; facts: RowsOf<Asked> }> {
    const raw = next;
    [next, other] = [other, next];
    raw.clear();
    const [, ...rest] = await tx.run([
      { ...statement, fetch: { portal: 'sheet', rows: size, isContinued, raw } },
      ...more,
    ]);
    return { rows: raw, facts: answersTo(more, rest) };
  }
  return {
    size,
    /** The rows of the first piece, then those of the statements that came along. */
    first: (more) => fetch(false, more),
    next: async () => (await fetch(true, [])).rows,
  };
}

/** While one piece is written the database reads the next. */
export async function* cellBatches(
  first: RawRows,
  portal: Portal,
  columns: readonly ExportColumn[],
  onRows: (count: number) => void,
): AsyncGenerator<CellRows> {
  const cells = new WireRows(columns);
  for (let rows: RawRows | null = first; rows !== null && rows.count > 0;) {
    const coming: Promise<RawRows> | null = rows.count < portal.size ? null : portal.next();
    // Whoever stops reading leaves it unheard.
    coming?.catch(() => undefined);
    onRows(rows.count);
    yield cells.over(rows);
    rows = await coming;
  }
}

export const sheetStream = (
  format: Format,
  title: string,
  columns: readonly ExportColumn[],
  batches: AsyncIterable<CellRows>,
): Readable => (format === 'csv' ? csvStream(columns, batches) : xlsxStream(title, columns, batches));

/** What left the house: by whom, which list, which filter, how many rows. */
export interface LoggedRequest {
  readonly noun: string;
  readonly filter: string;
  readonly path: string;
  readonly method: string;
  readonly ip: string;
  readonly agent: string;
  readonly correlationId: string;
}

export const logStatement = ({ noun, filter, path, method, ip, agent, correlationId }: LoggedRequest, count: number) =>
  statement({ logExport: 'nothing' }, 'select sec.log_export($1, $2, $3, $4, $5, $6, $7, $8)', [
    noun,
    count,
    filter,
    path,
    method,
    ip,
    agent,
    correlationId,
  ]);
