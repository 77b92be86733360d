import { z } from 'zod';
import { negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { switchCredit } from '#funds/model/credit-job.ts';
import { accountNamed, accountReads, accountsIn, book, fundsUsed } from './capital.ts';

const mostAtOnce = 500;

const changesDue = (today: string) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      organizeCode: 'text',
      customerCode: 'text',
      accountCode: 'text?',
      changeAmount: 'decimal',
      newAmount: 'decimal?',
      startDate: 'date?',
      endDate: 'date?',
      opSeq: 'integer',
    },
    `
      select id, code, organize_code, customer_code, account_code, change_amount, new_amount, start_date, end_date,
        op_seq
      from app.sale_creditchange
      where change_type = '1'
        and bill_status = '1'
        and cancel_flag = '0'
        and deleted_flag = '0'
        and (end_date < $1::date or (start_date <= $1::date and new_amount is null))
      order by id
      limit ${mostAtOnce}
      for update`,
    [today],
  );

/** Changes that begin today or have ended: the heads first, then the accounts, as every verb holds them. */
async function giveAndTake(ctx: Command): Promise<void> {
  const rows = await ctx.rows(changesDue(ctx.today));
  if (rows.length === 0) return;
  const held = await ctx.all(
    accountReads('select organize_code, customer_code from app.sale_creditchange where id = any($1::uuid[])', [
      rows.map(({ id }) => id),
    ]),
  );
  const accounts = accountsIn(held.accounts);
  for (const row of rows) {
    const isOver = row.endDate !== null && row.endDate < ctx.today;
    const wasGiven = row.newAmount !== null;
    const change = isOver ? negated(row.changeAmount) : row.changeAmount;
    const source = {
      type: creditChange.name,
      id: row.id,
      code: row.code,
      opSeq: row.opSeq + 1,
      date: ctx.today,
    };
    if (!isOver || wasGiven) {
      const account = accountNamed(accounts, row.accountCode ?? '');
      const before = account.tempLimit;
      book(ctx, source, [{ account, postType: 'LIM', changes: { tempLimit: change } }], [], () => fundsUsed());
      if (!isOver)
        ctx.later({
          text: 'update app.sale_creditchange set old_amount = $2, new_amount = $3 where id = $1',
          values: [source.id, before, plus(before, change)],
        });
    }
    ctx.later({
      text: `
        update app.sale_creditchange
        set op_seq = op_seq + 1, row_version = row_version + 1, bill_status = $2
        where id = $1`,
      values: [source.id, isOver ? creditChange.states.closed.code : creditChange.states.audited.code],
    });
    ctx.log({
      noun: creditChange.name,
      recordId: source.id,
      recordCode: source.code,
      operation: isOver ? 'close' : 'update',
    });
  }
}

export const switchCreditJob = serveJob(switchCredit, z.strictObject({}), { once: giveAndTake });
