import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { invoiceTypes } from '#invoice/model/value/choices.ts';
import { handOver, originalOf, originalsOf } from '#invoice/server/provider/hand-over.ts';
import { hasProvider } from '#invoice/server/provider/request.ts';

const redOf = (id: string) =>
  statement(
    { id: 'uuid', code: 'text', organizeCode: 'text', applyCode: 'text?', invoiceType: 'text' },
    `
      select r.id, r.code, r.organize_code, r.apply_code, r.invoice_type
      from app.invoice_maintain r
      where r.id = $1`,
    [id],
  );

/** What was agreed to goes to the provider at once; of paper, or where nobody issues, its number is entered by hand. */
export async function handOverRed(ctx: Command, id: string): Promise<void> {
  const { reds, originals } = await ctx.all({ reds: redOf(id), originals: originalsOf([id]) });
  const [red] = reds;
  if (red === undefined) return;
  const isElectronic = red.invoiceType === invoiceTypes.eSpecial || red.invoiceType === invoiceTypes.eOrdinary;
  if (!isElectronic || !(await hasProvider(ctx, red.organizeCode))) return;
  await handOver(ctx, red, originalOf(red, originals));
}
