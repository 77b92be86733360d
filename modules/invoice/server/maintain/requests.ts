import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { requestStates } from '#invoice/model/provider/progress.ts';

const { waiting, asked, issued, done, givenUp, byHand, toConfirm, confirming, withdrawing } = requestStates;
const underWay = [waiting, asked, toConfirm, confirming, withdrawing].map((state) => `'${state}'`).join(', ');

/** Kind of a request for a red confirmation; the others are of the kind of their invoice. */
export const confirmationKind = '2';

/** Requests of an invoice that were not refused: whether its provider is still at it, or issued it. */
export const openRequests = (invoiceId: string) => ({
  requests: statement(
    { isUnderWay: 'boolean', isIssued: 'boolean' },
    `
      select r.state in (${underWay}) as is_under_way,
        r.state in ('${issued}', '${done}') and r.kind <> '${confirmationKind}' as is_issued
      from app.invoice_request r
      where r.invoice_id = $1 and r.state <> '5'`,
    [invoiceId],
  ),
});

/** Somebody looked at the provider himself and entered what he found: nothing more is asked. */
export function takeByHand(ctx: Command, invoiceId: string): void {
  ctx.later({
    text: `
      update app.invoice_request
      set state = '${byHand}', update_date = now()
      where invoice_id = $1 and kind <> '${confirmationKind}' and state = '${givenUp}'`,
    values: [invoiceId],
  });
}
