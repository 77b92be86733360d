// A process of its own for one long export: rows from a portal, bytes to stdout, progress to whoever started it.
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { openDoor, type Caller } from '#platform/server/db/door.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import type { ExportColumn } from '#platform/server/sheet/cell.ts';
import { cellBatches, logStatement, portalOn, sheetStream, type Format, type LoggedRequest } from './rows.ts';

/** Plain data: it comes as a message. */
export interface ExportOrder {
  readonly url: string;
  readonly caller: Caller;
  readonly statement: Statement;
  readonly columns: readonly ExportColumn[];
  readonly title: string;
  readonly format: Format;
  readonly request: LoggedRequest;
}
export type ExportReport =
  | { readonly rows: number; readonly isDone: boolean }
  | { readonly error: string; readonly code: string };

/** Rows per round trip: the database waits after each until it is asked for more. */
const pieceRows = 1000;
/**
 * Chunks that were read and written lie outside the heap: so little is made inside it that the collector would come too
 * late for them.
 */
const collectedRows = 8_000;
/** Milliseconds between two reports. */
const reportEvery = 500;

process.once('message', (order) => {
  make(order as ExportOrder)
    .then(
      (rows) => tell({ rows, isDone: true }),
      (error: unknown) =>
        tell({
          error: error instanceof Error ? error.message : String(error),
          code: (error as { code?: string }).code ?? '',
        }),
    )
    .finally(() => {
      process.disconnect?.();
    });
});
// Whoever wanted the file is gone.
process.once('disconnect', () => {
  process.exit();
});

async function make({ url, caller, statement, columns, title, format, request }: ExportOrder): Promise<number> {
  const door = openDoor({ url, connections: 1, reportConnections: 1 });
  const tx = door.transaction(caller, 'report');
  let count = 0;
  let told = performance.now();
  try {
    const portal = portalOn(tx, statement, pieceRows);
    const { rows: first } = await portal.first([]);
    const batches = cellBatches(first, portal, columns, (rows) => {
      count += rows;
      if (count % collectedRows < rows) globalThis.gc?.({ type: 'minor' });
      if (performance.now() - told < reportEvery) return;
      told = performance.now();
      void tell({ rows: count, isDone: false });
    });
    // process.stdout writes to a pipe synchronously: the rows that come meanwhile would wait with it.
    await pipeline(sheetStream(format, title, columns, batches), new Socket({ fd: 1, readable: false }));
    tx.queue(logStatement(request, count));
    await tx.commit();
    return count;
  } catch (error) {
    await tx.rollback();
    throw error;
  } finally {
    await door.close();
  }
}

const tell = (report: ExportReport): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(report, () => {
      resolve();
    });
  });
