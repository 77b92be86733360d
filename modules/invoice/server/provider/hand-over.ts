import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { refreshIssued } from '#invoice/server/maintain/issued.ts';
import { issueBlue, issueRed, type Original } from './request.ts';

type HandedOver = Pick<
  LockedBill<typeof invoiceMaintain>,
  'id' | 'code' | 'organizeCode' | 'applyCode' | 'invoiceType'
>;

const original = {
  redId: 'uuid',
  id: 'uuid',
  invoiceNumber: 'text',
  invoiceCode: 'text?',
  invoiceDate: 'date',
  reason: 'text',
  redConfirmNo: 'text?',
} as const;

/** What red invoices take back. */
export const originalsOf = (redIds: readonly string[]) =>
  statement(
    original,
    `
      select r.id as red_id, h.id, h.invoice_number, h.invoice_code, h.invoice_date, r.red_reason as reason,
        r.red_confirm_no
      from app.invoice_maintain r
      join app.invoice_maintain h on h.tenant_code = r.tenant_code and h.code = r.original_code
      where r.id = any($1::uuid[])`,
    [redIds],
  );

export function originalOf({ id }: { readonly id: string }, rows: readonly RowOf<typeof original>[]): Original | null {
  const row = rows.find(({ redId }) => redId === id);
  if (row === undefined) return null;
  const { redId: _red, ...told } = row;
  return told;
}

interface OfRed {
  readonly original: Original | null;
  /** Who asked for it, where the job hands it over. */
  readonly drawer?: string;
}

/** The invoice is with the provider from now on; nothing is sent before this commits. */
export async function handOver(
  ctx: Command,
  { id, code, organizeCode, applyCode, invoiceType }: HandedOver,
  { original, drawer = ctx.identity.realName }: OfRed,
): Promise<void> {
  ctx.later({
    text: `
      update app.invoice_maintain
      set bill_status = $2, issue_status = '4', drawer = $3, fail_msg = null, row_version = row_version + 1,
        updater_name = $4, update_date = now()
      where id = $1`,
    values: [id, invoiceMaintain.states.issuing.code, drawer, ctx.identity.realName],
  });
  const drawn = { id, organizeCode, invoiceType, drawer };
  if (original === null) await issueBlue(ctx, drawn);
  // One that was agreed to before anybody told its number goes by ours.
  else await issueRed(ctx, drawn, { ...original, redConfirmNo: original.redConfirmNo ?? code });
  refreshIssued(ctx, { id, applyCode }, '4');
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: id,
    recordCode: code,
    operation: 'issue',
    changes: { issueStatus: ['0', '4'] },
  });
}
