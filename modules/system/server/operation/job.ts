import { z } from 'zod';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { sweepStores } from '#platform/server/file/sweep.ts';
import { JobFinding, serveJob, type JobHandler, type JobHost } from '#platform/server/job/handler.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';
import { checksOf } from '#platform/server/ledger/month-end.ts';
import { operationLog } from '#system/model/log.ts';
import { chainStatement, verifyChain, type ChainLine } from '#platform/server/log/chain.ts';
import {
  checkLedgers,
  endSessions,
  sealOperationLog,
  sweepDrafts,
  sweepFiles,
  sweepKeys,
  sweepRuns,
  verifyOperationLog,
} from '#system/model/job.ts';

const nothing = z.strictObject({});
const days = (usual: number) => z.strictObject({ days: z.int().min(1).max(3650).default(usual) });

/** A function of schema sec that works for the whole installation and answers how many. */
const swept = (host: JobHost, text: string, values: readonly unknown[] = []): Promise<void> =>
  host.door.gate(statement({ count: 'integer' }, text, values)).then(([row]) => {
    host.log.info({ count: row?.count }, text);
  });

async function verifyOwnChain(ctx: Command): Promise<void> {
  const fetch = (isContinued: boolean) =>
    ctx.rows({ ...chainStatement(), fetch: { portal: 'chain', rows: 2000, isContinued } });
  async function* lines(): AsyncGenerator<ChainLine> {
    for (let rows = await fetch(false); rows.length > 0; rows = rows.length < 2000 ? [] : await fetch(true))
      yield* rows;
  }
  const {
    findings: [first, ...more],
  } = await verifyChain(lines(), operationLog.name);
  if (first !== undefined)
    throw new JobFinding(`${first.where} ${first.what}${more.length > 0 ? `; ${more.length} more` : ''}`);
}

async function addUp(ctx: Command, { models }: JobHost, own: readonly BookCheck[]): Promise<void> {
  const findings: string[] = [];
  for (const { rule, statement: asked } of [...models.flatMap((model) => model.ledgers).flatMap(checksOf), ...own]) {
    findings.push(...(await ctx.rows(asked)).map(({ place, detail }) => `${rule}: ${place}: ${detail}`));
  }
  if (findings.length > 0) throw new JobFinding(findings.join('\n'));
}

export const jobHandlers: readonly JobHandler[] = [
  serveJob(sealOperationLog, nothing, { repeat: (host) => swept(host, 'select sec.seal_log() as count') }),
  serveJob(verifyOperationLog, nothing, { once: verifyOwnChain }),
  serveJob(sweepFiles, nothing, {
    repeat: async ({ door, stores, log }) => {
      log.info({ count: await sweepStores(door, stores) }, 'files swept');
    },
  }),
  serveJob(sweepKeys, days(7), {
    repeat: (host, params) => swept(host, 'select sec.sweep_keys($1) as count', [params.days]),
  }),
  serveJob(sweepDrafts, days(30), {
    repeat: (host, params) => swept(host, 'select sec.sweep_drafts($1) as count', [params.days]),
  }),
  serveJob(sweepRuns, days(90), {
    repeat: (host, params) => swept(host, 'select sec.sweep_runs($1) as count', [params.days]),
  }),
  serveJob(endSessions, nothing, { repeat: (host) => swept(host, 'select sec.sweep() as count') }),
];

/** J09: every ledger adds up, and what modules say must hold between their documents and the ledgers does. */
export const ledgerJob = (own: readonly BookCheck[]): JobHandler =>
  serveJob(checkLedgers, nothing, { once: (ctx, _params, host) => addUp(ctx, host, own) });
