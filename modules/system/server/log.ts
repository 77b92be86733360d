import { Readable } from 'node:stream';
import type { Entity } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, refusal } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command.ts';
import type { Row } from '#platform/server/db/batch.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { chainStatement, type ChainLine } from '#platform/server/log/chain.ts';
import { chainCsv, chainHeader } from '#platform/server/log/chain-file.ts';
import { serveEntity, type Service } from '#platform/server/serve.ts';
import { errorLog, interfaceLog, loginLog, operationLog } from '#system/model/log.ts';

const tooYoung = refusal('E-LOG-YOUNG', 10010, ['日志需保留{days}天，所选{count}条尚不能删除', '日誌需保留{days}天，所選{count}筆尚不能刪除', 'Logs are kept for {days} days; {count} of the chosen rows cannot be deleted yet']);

/** A log is deleted by a function that looks at its age itself; that it was, and which rows of the operation log, is logged for ever. */
function removeFrom(log: Entity, call: Call, ids: readonly string[]): Promise<null> {
  return command(call, async (ctx) => {
    const [row] = await ctx.rows({ text: 'select held, young, days, seqs::text[] as seqs from sec.remove_log($1, $2::uuid[])', values: [log.name, ids] });
    if (row?.['held'] !== ids.length) throw notFound();
    if (row['young'] !== 0) throw tooYoung({ days: row['days'] as number, count: row['young'] as number });
    const seqs = (row['seqs'] as string[] | null)?.map((seq) => Number.parseInt(seq, 10));
    ctx.log({ noun: log.name, recordId: ids[0] ?? '', recordCode: '', operation: 'delete', message: String(ids.length), ...(seqs === undefined ? {} : { changes: { seq: [seqs, null] } }) });
    return null;
  });
}

export const logServices: readonly Service[] = [loginLog, operationLog, errorLog, interfaceLog].map((log) => serveEntity(log as Entity, { remove: (call, ids) => removeFrom(log, call, ids) }));

export const logRoutes: readonly Route[] = [
  { method: 'GET', path: `${operationLog.path}/chain`, permission: [permissionOf(operationLog, 'export')], ticket: 'download', effect: 'none', summary: 'Operation log: every sealed row and its seals as CSV, for npm run verify:audit -- --file', handle: sendChain },
];

/** Rows per round trip. */
const batchSize = 2000;

async function sendChain(call: Call): Promise<typeof sent> {
  const tx = call.door.transaction(call.caller, 'report');
  const next = async (isContinued: boolean): Promise<Row[]> => (await tx.run([{ ...chainStatement(), fetch: { portal: 'chain', rows: batchSize, isContinued } }]))[0] ?? [];
  let rows: Row[];
  try {
    rows = await next(false);
  } catch (error) {
    await tx.rollback();
    throw error;
  }
  let count = 0;
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield chainHeader;
      while (rows.length > 0) {
        count += rows.length;
        yield rows.map((row) => chainCsv(row as unknown as ChainLine)).join('');
        rows = rows.length < batchSize ? [] : await next(true);
      }
    } finally {
      tx.queue({ text: 'select sec.log_export($1, $2, $3, $4, $5, $6, $7, $8)', values: [operationLog.name, count, '{}', call.route.path, call.route.method, call.ip, call.agent, call.correlationId] });
      await tx.commit().catch((error: unknown) => { call.reply.log.error({ err: error }, 'export could not be logged'); });
    }
  }
  await call.reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="operation-log-chain.csv"').send(Readable.from(pieces(), { objectMode: false }));
  return sent;
}
