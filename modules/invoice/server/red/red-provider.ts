import { noProvider } from '#invoice/model/value/refusals.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { requestStates } from '#invoice/model/provider/progress.ts';
import type { WaitingRed } from '#invoice/server/maintain/red-end.ts';
import { confirmationKind } from '#invoice/server/maintain/requests.ts';
import { askConfirmation } from '#invoice/server/provider/red-hand-over.ts';
import { hasProvider, wakeIssuing } from '#invoice/server/provider/request.ts';

type Invoice = LockedBill<typeof invoiceMaintain>;

const confirmation = { id: 'uuid', redId: 'uuid', state: 'text', isOn: 'boolean' } as const;
export type Confirmation = RowOf<typeof confirmation>;

/** Confirmations that a provider was asked for and did not refuse, of the reds of these; held behind their invoices. */
export const confirmationsOf = (blueIds: readonly string[]) =>
  statement(
    confirmation,
    `
      select q.id, q.invoice_id as red_id, q.state, s.enable_flag = '1' and s.url is not null as is_on
      from app.invoice_maintain h
      join app.invoice_maintain r
        on r.tenant_code = h.tenant_code
        and r.original_code = h.code
        and r.deleted_flag = '0'
        and r.bill_status <> '1'
      join app.invoice_request q on q.tenant_code = r.tenant_code
        and q.invoice_id = r.id
        and q.kind = '${confirmationKind}'
        and q.state <> '${requestStates.refused}'
      join app.approve_system s on s.tenant_code = q.tenant_code and s.code = q.system_code
      where h.id = any($1::uuid[])
      order by q.id
      for update of q`,
    [blueIds],
  );

function moveRequest(ctx: Command, id: string, state: string): void {
  ctx.later({
    text: `
      update app.invoice_request
      set state = $2, faults = 0, polls = 0, not_before = now(), update_date = now()
      where id = $1`,
    values: [id, state],
  });
}

function showStage(ctx: Command, blue: Invoice, red: WaitingRed, stage: string): void {
  ctx.later({
    text: `
      update app.invoice_maintain
      set red_confirm_stage = $3, red_confirm_msg = null, row_version = row_version + 1, updater_name = $4,
        update_date = now()
      where id in ($1, $2)`,
    values: [blue.id, red.id, stage, ctx.identity.realName],
  });
  ctx.log({ noun: invoiceMaintain.name, recordId: blue.id, recordCode: blue.code, operation: 'redreverse' });
  wakeIssuing(ctx);
}

/** It ends here once the provider has taken it back: a buyer who agrees meanwhile agrees to something that is there. */
export function withdrawThere(ctx: Command, blue: Invoice, red: WaitingRed, { id }: Confirmation): void {
  moveRequest(ctx, id, requestStates.withdrawing);
  showStage(ctx, blue, red, '2');
}

/** Somebody looked there himself, or nobody is there any more: nothing is asked. */
export function takeConfirmationByHand(ctx: Command, redId: string): void {
  ctx.later({
    text: `
      update app.invoice_request
      set state = '${requestStates.byHand}', update_date = now()
      where invoice_id = $1 and kind = '${confirmationKind}' and state not in ('${requestStates.refused}')`,
    values: [redId],
  });
}

/**
 * Looks at once for what the buyer said, also where the plan was over. What the provider did not take is asked for
 * anew, under a number of its own. False where nothing is to be asked.
 */
export async function askAgain(
  ctx: Command,
  blue: Invoice,
  red: WaitingRed,
  request: Confirmation | undefined,
): Promise<boolean> {
  if (request === undefined) {
    if (blue.redConfirmStage !== '4') return false;
    if (!(await hasProvider(ctx, blue))) throw noProvider();
    await askConfirmation(ctx, red.id);
    return true;
  }
  if (!request.isOn) throw noProvider();
  const { toConfirm, confirming, withdrawing, givenUp } = requestStates;
  if (request.state === givenUp) {
    moveRequest(ctx, request.id, confirming);
    showStage(ctx, blue, red, '1');
    return true;
  }
  if (![toConfirm, confirming, withdrawing].some((state) => state === request.state)) return false;
  ctx.later({
    text: `update app.invoice_request set not_before = now() where id = $1`,
    values: [request.id],
  });
  wakeIssuing(ctx);
  return true;
}
