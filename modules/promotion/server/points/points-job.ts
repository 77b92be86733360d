import { z } from 'zod';
import { minus, negated } from '#platform/model/decimal.ts';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { lapsePoints } from '#promotion/model/points/points-job.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { batchNamed, movePoints, pointsReads } from './points-book.ts';

const mostAtOnce = 500;
const route = pointsAccount.screen.url.replaceAll('/', '-');
/** So many days before their last one customers are told. */
const noticeDays = [30, 7] as const;

/** EXPIRE: takes what has lapsed, never what an exchange holds: that lapses when it is free again. */
async function takeLapsed(ctx: Command): Promise<void> {
  const lapsed = await ctx.rows(
    statement(
      { customerCode: 'text' },
      `
        select distinct b.customer_code
        from app.points_balance b
        where b.batch_no <> '' and b.expire_date < $1 and b.balance > b.locked
        order by 1
        limit ${mostAtOnce}`,
      [ctx.today],
    ),
  );
  const codes = lapsed.map(({ customerCode }) => customerCode);
  if (codes.length > 0) {
    const { points: rows } = await ctx.all(pointsReads('select unnest($1::text[]) as customer_code', [codes]));
    for (const customerCode of codes) {
      const over = rows.filter(
        (row) => row.customerCode === customerCode && row.batchNo !== '' && row.expireDate < ctx.today,
      );
      const source = { type: pointsAccount.name, id: newId(), code: '', opSeq: 1, date: ctx.today };
      movePoints(
        ctx,
        source,
        { customerCode, rows },
        {
          postType: 'EXPIRE',
          moves: over.map(({ expireDate, batchNo, balance, locked }) => ({
            id: batchNamed(expireDate, batchNo),
            balance: negated(minus(balance, locked)),
          })),
        },
      );
    }
  }
  await tellExpiring(ctx);
}

/** Customers' own logins hear of points that lapse soon, once of each day, however often the job runs. */
async function tellExpiring(ctx: Command): Promise<void> {
  const soon = await ctx.rows(
    statement(
      { userId: 'uuid', expireDate: 'text', number: 'decimal' },
      `
        select u.id as user_id, b.expire_date, sum(b.balance - b.locked) as number
        from app.points_balance b
        join app.sys_user u on u.tenant_code = b.tenant_code and u.customer_code = b.customer_code and u.status = '1'
        where b.batch_no <> ''
          and b.balance > b.locked
          and b.expire_date = any(array(select ($1::date + d)::text from unnest($2::integer[]) d))
          and not exists (
            select from app.sys_message x
            where x.receiver_id = u.id
              and x.route_name = $3
              and x.send_date > now() - interval '2 days'
              and position(b.expire_date in x.content) > 0
          )
        group by 1, 2
        order by 1, 2`,
      [ctx.today, [...noticeDays], route],
    ),
  );
  for (const { userId, expireDate, number } of soon)
    sendMessage(ctx, {
      to: [userId],
      title: 'todo',
      type: '0',
      content: fill(textOf(expiringText, ctx.language), { n: number, date: expireDate }),
      routeName: route,
    });
}

const expiringText: Label = [
  '您有{n}积分将于{date}到期，请及时兑换',
  '您有{n}積分將於{date}到期，請及時兌換',
  '{n} of your points lapse after {date}: exchange them in time',
];

export const lapsePointsJob = serveJob(lapsePoints, z.strictObject({}), { once: takeLapsed });
