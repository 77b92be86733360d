import type { Command } from '#platform/server/command/command.ts';

interface Own {
  readonly id: string;
  readonly applyCode: string | null;
}

/**
 * How far an application is follows from its invoices: invoiced when all of them have their numbers. What a verb under
 * way makes of this one stands nowhere yet.
 */
export function refreshIssued(ctx: Command, { id, applyCode }: Own, isIssued: boolean): void {
  if (applyCode === null) return;
  ctx.later({
    text: `
      update app.invoice_apply a
      set issue_status = case when s.open = 0 and s.all_of_them > 0 then '1' else '0' end,
        invoicing_status = case when s.open = 0 and s.all_of_them > 0 then '1' else '0' end
      from (
        select count(*) filter (where case when h.id = $2 then not $3::boolean else h.issue_status = '0' end) as open,
          count(*) as all_of_them
        from app.invoice_maintain h
        where h.apply_code = $1 and h.deleted_flag = '0'
      ) s
      where a.code = $1`,
    values: [applyCode, id, isIssued],
  });
}
