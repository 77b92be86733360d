import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { confirmationKind } from '#invoice/server/maintain/requests.ts';
import { handOver, originalOf, originalsOf } from './hand-over.ts';
import { confirmRed, hasProvider } from './request.ts';

const redOf = (id: string) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      organizeCode: 'text',
      applyCode: 'text?',
      invoiceType: 'text',
      originalCode: 'text',
      redConfirmNo: 'text?',
      isConfirmed: 'boolean',
    },
    `
      select r.id, r.code, r.organize_code, r.apply_code, r.invoice_type, r.original_code, r.red_confirm_no,
        exists (
          select from app.invoice_request q
          where q.tenant_code = r.tenant_code
            and q.invoice_id = r.id
            and q.kind = '${confirmationKind}'
            and q.state <> '5'
        ) as is_confirmed
      from app.invoice_maintain r
      where r.id = $1`,
    [id],
  );

/**
 * What was agreed to goes to the provider at once; of paper, or where nobody issues, its number is entered by hand. One
 * that was agreed to by hand and has no number is confirmed there first: nobody issues it without. False where hands
 * are left to do it.
 */
export async function handOverRed(ctx: Command, id: string, drawer?: string): Promise<boolean> {
  const { reds, originals } = await ctx.all({ reds: redOf(id), originals: originalsOf([id]) });
  const [red] = reds;
  if (red === undefined || !(await hasProvider(ctx, red))) return false;
  if (red.redConfirmNo === null && !red.isConfirmed) await askConfirmation(ctx, id);
  else await handOver(ctx, red, { original: originalOf(red, originals), ...(drawer === undefined ? {} : { drawer }) });
  return true;
}

/** The provider makes the confirmation, once: its number, and what the buyer says, come from there. */
export async function askConfirmation(ctx: Command, id: string): Promise<void> {
  const { reds, originals } = await ctx.all({ reds: redOf(id), originals: originalsOf([id]) });
  const [red] = reds;
  const original = red === undefined ? null : originalOf(red, originals);
  if (red === undefined || original === null) return;
  ctx.later({
    text: `
      update app.invoice_maintain
      set red_confirm_status = '1', red_confirm_stage = '1', red_confirm_msg = null, red_confirm_deadline = null,
        row_version = row_version + 1, updater_name = $3, update_date = now()
      where id in ($1, $2)`,
    values: [id, original.id, ctx.identity.realName],
  });
  await confirmRed(ctx, { ...red, drawer: ctx.identity.realName }, original);
}
