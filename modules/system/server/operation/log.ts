import { Readable } from 'node:stream';
import { permissionOf } from '#platform/model/permission.ts';
import { statement, sendNamed } from '#platform/server/db/statement.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { chainStatement, type ChainLine } from '#platform/server/log/chain.ts';
import { chainCsv, chainHeader } from '#platform/server/log/chain-file.ts';
import { serveLog } from '#platform/server/log/remove-log.ts';
import type { Service } from '#platform/server/module/server-module.ts';
import { errorLog, interfaceLog, loginLog, operationLog } from '#system/model/log.ts';

export const logServices: readonly Service[] = [loginLog, operationLog, errorLog, interfaceLog].map(serveLog);

export const logRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${operationLog.path}/chain`,
    permission: [permissionOf(operationLog, 'export')],
    ticket: 'download',
    effect: 'none',
    summary: 'Operation log: every sealed row and its seals as CSV, for npm run verify:audit -- --file',
    handle: sendChain,
  },
];

/** Rows per round trip. */
const batchSize = 2000;

async function sendChain(call: Call): Promise<typeof sent> {
  const tx = call.door.transaction(call.caller, 'report');
  const next = async (isContinued: boolean): Promise<readonly ChainLine[]> =>
    (
      await sendNamed(
        { lines: { ...chainStatement(), fetch: { portal: 'chain', rows: batchSize, isContinued } } },
        (statements) => tx.run(statements),
      )
    ).lines;
  let rows: readonly ChainLine[];
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
        yield rows.map((row) => chainCsv(row)).join('');
        rows = rows.length < batchSize ? [] : await next(true);
      }
    } finally {
      tx.queue(
        statement({ logExport: 'nothing' }, 'select sec.log_export($1, $2, $3, $4, $5, $6, $7, $8)', [
          operationLog.name,
          count,
          '{}',
          call.route.path,
          call.route.method,
          call.ip,
          call.agent,
          call.correlationId,
        ]),
      );
      await tx.commit().catch((error: unknown) => {
        call.reply.log.error({ err: error }, 'export could not be logged');
      });
    }
  }
  await call.reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="operation-log-chain.csv"')
    .send(Readable.from(pieces(), { objectMode: false }));
  return sent;
}
