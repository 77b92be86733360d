import type { Entity } from '#platform/model/entity.ts';
import { notFound, refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { command } from '#platform/server/command/command.ts';
import type { Call } from '#platform/server/http/route.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';

const tooYoung = refusal('E-LOG-YOUNG', 10010, [
  '日志需保留{days}天，所选{count}条尚不能删除',
  '日誌需保留{days}天，所選{count}筆尚不能刪除',
  'Logs are kept for {days} {days:day|days}; {count} of the chosen rows cannot be deleted yet',
]);

/**
 * A log is deleted by a function that looks at its age itself; that it was, and which rows of the operation log, is
 * logged for ever.
 */
function removeFrom(log: Entity, call: Call, ids: readonly string[]): Promise<null> {
  return command(call, async (ctx) => {
    const [row] = await ctx.rows(
      statement(
        { held: 'integer', young: 'integer', days: 'integer', seqs: 'texts?' },
        'select held, young, days, seqs::text[] as seqs from sec.remove_log($1, $2::uuid[])',
        [log.name, ids],
      ),
    );
    if (row?.held !== ids.length) throw notFound();
    if (row.young !== 0) throw tooYoung({ days: row.days, count: row.young });
    const seqs = row.seqs?.map((seq) => Number.parseInt(seq, 10));
    ctx.log({
      noun: log.name,
      recordId: ids[0] ?? '',
      recordCode: '',
      operation: 'delete',
      message: String(ids.length),
      ...(seqs === undefined ? {} : { changes: { seq: [seqs, null] } }),
    });
    return null;
  });
}

export const serveLog = (log: Entity): EntityService =>
  serveEntity(log, { remove: (call, ids) => removeFrom(log, call, ids) });
