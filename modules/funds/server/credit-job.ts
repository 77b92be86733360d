import { z } from 'zod';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { switchCredit } from '#funds/model/credit-job.ts';
import { accountReads, unbook } from './capital.ts';

const mostAtOnce = 500;

const changesOver = (today: string) =>
  statement(
    { id: 'uuid', code: 'text', opSeq: 'integer' },
    `
      select id, code, op_seq
      from app.sale_creditchange
      where change_type = '1'
        and bill_status = '${creditChange.states.audited.code}'
        and cancel_flag = '0'
        and deleted_flag = '0'
        and end_date < $1::date
      order by id
      limit ${mostAtOnce}
      for update`,
    [today],
  );

/**
 * Closes changes whose days are over. They count no longer by themselves (A6); those of old that have posted a limit
 * take it back, the heads first, then the accounts, as every verb holds them.
 */
async function closeOver(ctx: Command): Promise<void> {
  const rows = await ctx.rows(changesOver(ctx.today));
  if (rows.length === 0) return;
  await ctx.all(
    accountReads('select organize_code, customer_code from app.sale_creditchange where id = any($1::uuid[])', [
      rows.map(({ id }) => id),
    ]),
  );
  for (const { id, code, opSeq } of rows) {
    unbook(ctx, { type: creditChange.name, id, code, opSeq: opSeq + 1, date: ctx.today });
    ctx.log({ noun: creditChange.name, recordId: id, recordCode: code, operation: 'close' });
  }
  ctx.later({
    text: `
      update app.sale_creditchange
      set op_seq = op_seq + 1, row_version = row_version + 1, bill_status = '${creditChange.states.closed.code}'
      where id = any($1::uuid[])`,
    values: [rows.map(({ id }) => id)],
  });
}

export const switchCreditJob = serveJob(switchCredit, z.strictObject({}), { once: closeOver });
