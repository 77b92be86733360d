import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { unlinkTo } from '#platform/server/document/link.ts';
import { dropBills } from '#platform/server/document/save.ts';
import { linkKinds, refreshInvoiced } from '#sales/server/order/order-progress.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { redConfirmStatus } from '#invoice/model/value/choices.ts';
import type { RedConfirmStatus } from '#invoice/model/red/red-confirm.ts';
import { reversedLink } from './red-rows.ts';

const waiting = {
  id: 'uuid',
  code: 'text',
  billStatus: 'text',
  originalCode: 'text',
  redReason: 'text?',
} as const;
export type WaitingRed = RowOf<typeof waiting>;

/** Red invoices of these that are not issued yet, held: red before blue, as everybody takes them. */
export const waitingReds = (ids: readonly string[]) =>
  statement(
    waiting,
    `
      select r.id, r.code, r.bill_status, r.original_code, r.red_reason
      from app.invoice_maintain r
      where r.original_code = any(array(select h.code from app.invoice_maintain h where h.id = any($1::uuid[])))
        and r.bill_status <> '1'
        and r.deleted_flag = '0'
      order by r.id
      for update`,
    [ids],
  );

/** Orders whose returned goods a red invoice takes up. */
const ordersOf = (redId: string) =>
  statement(
    { id: 'uuid' },
    `
      select distinct m.from_id as id
      from app.doc_link k
      join app.doc_link m
        on m.tenant_code = k.tenant_code
        and m.to_id = k.from_id
        and m.kind = '${linkKinds.returned}'
        and m.is_active
      where k.to_id = $1 and k.kind = '${linkKinds.invoice}' and k.is_active`,
    [redId],
  );

interface Ended {
  readonly id: string;
  readonly code: string;
  readonly redConfirmStatus: string | null;
}

/**
 * Refused, expired or withdrawn: the red invoice goes, what came back is free for another, and the blue one is whole.
 */
export async function endRed(
  ctx: Command,
  blue: Ended,
  red: WaitingRed,
  { status, message }: { readonly status: RedConfirmStatus; readonly message?: string },
): Promise<void> {
  const orders = await ctx.rows(ordersOf(red.id));
  dropBills(ctx, invoiceMaintain, [red.id]);
  unlinkTo(ctx, [red.id], linkKinds.invoice);
  unlinkTo(ctx, [red.id], reversedLink);
  refreshInvoiced(
    ctx,
    orders.map(({ id }) => id),
  );
  ctx.later({
    text: `
      update app.invoice_maintain
      set issue_status = '1', red_confirm_status = $2,
        red_confirm_stage = case when red_confirm_stage = '0' then '0' else '5' end, red_confirm_msg = left($4, 500),
        row_version = row_version + 1, updater_name = $3, update_date = now()
      where id = $1`,
    values: [blue.id, status, ctx.identity.realName, message === '' ? null : (message ?? null)],
  });
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: blue.id,
    recordCode: blue.code,
    operation: 'redreverse',
    message: [redConfirmStatus[status][0], message ?? ''].filter((each) => each !== '').join('：'),
    changes: { issueStatus: ['5', '1'], redConfirmStatus: [blue.redConfirmStatus, status] },
  });
}

/**
 * What a buyer did not answer in time is over (C5): the job looks each time it comes round. Where a provider sees to a
 * confirmation, it knows: he may have agreed in the last minute.
 */
export async function endExpired(ctx: Command): Promise<void> {
  const late = await ctx.rows(
    statement(
      { id: 'uuid' },
      `
        select h.id
        from app.invoice_maintain h
        where h.red_confirm_status = '2'
          and h.red_confirm_stage = '0'
          and h.kind = '0'
          and h.red_confirm_deadline < now()
        order by h.id
        limit 100`,
      [],
    ),
  );
  if (late.length === 0) return;
  const ids = late.map(({ id }) => id);
  const { reds, blues } = await ctx.all({
    reds: waitingReds(ids),
    blues: statement(
      { id: 'uuid', code: 'text', redConfirmStatus: 'text' },
      `
        select h.id, h.code, h.red_confirm_status
        from app.invoice_maintain h
        where h.id = any($1::uuid[]) and h.red_confirm_status = '2'
        order by h.id
        for update`,
      [ids],
    ),
  });
  for (const blue of blues) {
    const red = reds.find(({ originalCode }) => originalCode === blue.code);
    if (red !== undefined) await endRed(ctx, blue, red, { status: '6' });
  }
}
