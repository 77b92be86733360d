import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';

/**
 * What of the quota of a month is used: reds give back, what is with the provider counts (C2a). Locked by organisation,
 * so two at once count each other.
 */
export const quotaReads = (organizeCode: string, day: string) => ({
  held: statement({ code: 'text' }, 'select o.code from app.sys_organization o where o.code = $1 for no key update', [
    organizeCode,
  ]),
  issued: statement(
    { net: 'decimal?' },
    `
      select sum(h.total_net) as net
      from app.invoice_maintain h
      where h.organize_code = $1
        and h.bill_status in ('1', '4')
        and h.deleted_flag = '0'
        and date_trunc('month', coalesce(h.invoice_date, now())) = date_trunc('month', $2::date)`,
    [organizeCode, day],
  ),
});

export async function usedQuota(ctx: Command, organizeCode: string, day: string): Promise<string> {
  const { issued } = await ctx.all(quotaReads(organizeCode, day));
  return issued[0]?.net ?? '0';
}
