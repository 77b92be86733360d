import { z } from 'zod';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { JobFinding, serveJob } from '#platform/server/job/handler.ts';
import { comparePair, differencesIn, type PairRow, type SideFigures } from '#purchase/model/peer/compare.ts';
import { peerReconcile } from '#purchase/model/peer/peer-job.ts';

/** Both sides of the pairs of this tenant, of one document or of all; the door tells of the other what is of these. */
export const peerFigures = (subjectId: string | null) =>
  statement(
    {
      subjectId: 'uuid',
      lineId: 'uuid?',
      isBuyer: 'boolean',
      peerTenant: 'text',
      peerName: 'text',
      buyer: 'json?',
      seller: 'json?',
      waiting: 'integer',
    },
    'select * from sec.peer_figures($1)',
    [subjectId],
  );

type Figures = Omit<PairRow, 'buyer' | 'seller'> & { readonly buyer: unknown; readonly seller: unknown };
export const pairRows = (rows: readonly Figures[]): readonly PairRow[] =>
  rows.map(({ subjectId, lineId, buyer, seller }) => ({
    subjectId,
    lineId,
    buyer: buyer as SideFigures | null,
    seller: seller as SideFigures | null,
  }));

const mostTold = 20;

/** Where a message still waits the two sides differ for a reason; the rest is told. */
async function reconcile(ctx: Command): Promise<void> {
  const rows = await ctx.rows(peerFigures(null));
  const settled = rows.filter(({ waiting }) => waiting === 0);
  const found = differencesIn(comparePair(pairRows(settled)));
  if (found.length === 0) return;
  const codeOf = new Map(rows.map(({ subjectId, buyer }) => [subjectId, (buyer as SideFigures | null)?.code]));
  throw new JobFinding(
    found
      .slice(0, mostTold)
      .map(
        ({ subjectId, lineId, what, buyer, seller, open }) =>
          `${codeOf.get(subjectId) ?? subjectId} ${lineId ?? ''} ${what}: ${buyer} + ${open} ≠ ${seller}`,
      )
      .join('; '),
  );
}

export const peerReconcileJob = serveJob(peerReconcile, z.strictObject({}), { once: reconcile });
