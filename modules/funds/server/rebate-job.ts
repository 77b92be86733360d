import { z } from 'zod';
import { isZero, negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { expireRebate } from '#funds/model/rebate.ts';
import { lapseRebate } from '#funds/model/rebate-job.ts';
import { tellExpiring } from './statement/rebate-notice.ts';
import { accountNamed, accountReads, accountsIn, book, fundsUsed } from './capital.ts';

const mostAtOnce = 500;

const lapsedAccounts = (today: string) =>
  statement(
    { accountCode: 'text' },
    `
      select account_code
      from app.rebate_batch
      where remaining > 0 and expire_date < $1::date
      group by account_code
      order by account_code
      limit ${mostAtOnce}`,
    [today],
  );
const openBatches = (accounts: readonly string[]) =>
  statement(
    { id: 'uuid', accountCode: 'text', remaining: 'decimal', expireDate: 'date?' },
    `
      select id, account_code, remaining, expire_date
      from app.rebate_batch
      where account_code = any($1::text[]) and remaining > 0`,
    [accounts],
  );

/**
 * Takes what has lapsed, never what an order holds or somebody froze (EXP, RB02): that lapses when it is free again.
 */
async function takeLapsed(ctx: Command): Promise<void> {
  const codes = (await ctx.rows(lapsedAccounts(ctx.today))).map(({ accountCode }) => accountCode);
  if (codes.length === 0) return;
  const held = await ctx.all({
    ...accountReads(
      `
        select organize_code, customer_code
        from app.sale_capitalaccount
        where account_code = any($1::text[])`,
      [codes],
    ),
    batches: openBatches(codes),
  });
  const accounts = accountsIn(held.accounts);
  for (const code of codes) {
    const account = accountNamed(accounts, code);
    const { taken } = expireRebate(
      held.batches.filter(({ accountCode }) => accountCode === code),
      { date: ctx.today, occupied: plus(account.occupied, account.frozen) },
    );
    const amount = plus(...taken.map((part) => part.amount));
    if (isZero(amount)) continue;
    const source = { type: capitalAccount.name, id: newId(), code, opSeq: 1, date: ctx.today };
    book(ctx, source, [{ account, postType: 'EXP', changes: { balance: negated(amount) } }], [], () => fundsUsed());
  }
}

export const lapseRebateJob = serveJob(lapseRebate, z.strictObject({}), {
  once: async (ctx) => {
    await takeLapsed(ctx);
    await tellExpiring(ctx);
  },
});
