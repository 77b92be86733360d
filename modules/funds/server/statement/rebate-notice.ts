import { fill, textOf, type Label } from '#platform/model/label.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { rebateStatement } from '#funds/model/statement/rebate-statement.ts';
import { sendMessage } from '#system/server/message/message.ts';

/** A customer hears of it while he can still order for it. */
const daysBefore = 15;
const mostAtOnce = 500;
const route = rebateStatement.screen.url.replaceAll('/', '-');
const words: Label = [
  '您有{amount}元返利将于{date}到期，请及时使用',
  '您有{amount}元返利將於{date}到期，請及時使用',
  'Rebate of {amount} expires on {date}',
];

/** Batches that lapse soon, of customers with an account here, of which nobody was told. */
const unnoticed = (today: string) =>
  statement(
    { id: 'uuid', remaining: 'decimal', expireDate: 'date', users: 'json' },
    `
      select r.id, r.remaining, r.expire_date, jsonb_agg(u.id) as users
      from app.rebate_batch r
      join app.sale_capitalaccount a on a.tenant_code = r.tenant_code and a.account_code = r.account_code
      join app.sys_user u on u.customer_code = a.customer_code and u.status = '1'
      where r.remaining > 0
        and r.expire_date between $1::date and $1::date + ${daysBefore}
        and not exists (
          select from app.sys_message x
          where x.receiver_id = u.id and x.business_key = r.id::text and x.route_name = $2
        )
      group by r.id, r.remaining, r.expire_date
      order by r.expire_date, r.id
      limit ${mostAtOnce}`,
    [today, route],
  );

/** Message "rebate expiring" (domain §12): once of each batch, to whoever orders for the customer. */
export async function tellExpiring(ctx: Command): Promise<void> {
  for (const { id, remaining, expireDate, users } of await ctx.rows(unnoticed(ctx.today)))
    sendMessage(ctx, {
      to: users as readonly string[],
      title: 'rebateExpiring',
      type: '3',
      content: fill(textOf(words, ctx.language), { amount: cents(remaining), date: expireDate }),
      routeName: route,
      businessKey: id,
    });
}
