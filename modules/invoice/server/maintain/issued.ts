import type { Command } from '#platform/server/command/command.ts';

interface Own {
  readonly id: string;
  readonly applyCode: string | null;
}

/**
 * How far an application is follows from its invoices: invoiced when all of them have their numbers, under way while
 * one is with the provider, reversed when nothing of any is left. What a verb under way makes of this one stands
 * nowhere yet.
 */
export function refreshIssued(ctx: Command, { id, applyCode }: Own, issueStatus: '0' | '1' | '3' | '4'): void {
  if (applyCode === null) return;
  ctx.later({
    text: `
      update app.invoice_apply a
      set issue_status = case
        when s.reversed = s.all_of_them and s.all_of_them > 0 then '3'
        when s.open + s.asked = 0 and s.all_of_them > 0 then '1'
        when s.asked > 0 then '4'
        else '0'
      end,
        invoicing_status = case when s.open + s.asked = 0 and s.all_of_them > 0 then '1' else '0' end
      from (
        select count(*) filter (where x.issue_status = '0') as open,
          count(*) filter (where x.issue_status = '4') as asked,
          count(*) filter (where x.issue_status = '3') as reversed, count(*) as all_of_them
        from (
          select case when h.id = $2 then $3 else h.issue_status end as issue_status
          from app.invoice_maintain h
          where h.apply_code = $1 and h.kind = '0' and h.deleted_flag = '0'
        ) x
      ) s
      where a.code = $1`,
    values: [applyCode, id, issueStatus],
  });
}
