import type { Label } from '#platform/model/label.ts';
import { notFound, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call } from '#platform/server/http/route.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { answerRed, redConfirmHours, withdrawRed, type RedConfirmation } from '#invoice/model/red/red-confirm.ts';
import { stillIssuing } from '#invoice/model/value/refusals.ts';
import { confirmLabel } from '#invoice/server/maintain/red-agreed.ts';
import { endRed, waitingReds, type WaitingRed } from '#invoice/server/maintain/red-end.ts';
import { handOverRed } from './red-hand-over.ts';

type Invoice = LockedBill<typeof invoiceMaintain>;
export type Answer = 'redAgree' | 'redRefuse' | 'redWithdraw';

export const answers = {
  redAgree: ['购方确认', '購方確認', 'agree'],
  redRefuse: ['购方拒绝', '購方拒絕', 'refuse'],
  redWithdraw: ['撤回红冲', '撤回紅沖', 'withdraw'],
} as const satisfies Readonly<Record<Answer, Label>>;

const lateOf = (ids: readonly string[]) =>
  statement(
    { id: 'uuid' },
    `
      select h.id
      from app.invoice_maintain h
      where h.id = any($1::uuid[]) and h.red_confirm_deadline < now()`,
    [ids],
  );

/** What became of red confirmations: the buyer answered, or we take them back. After 72 hours an answer is too late. */
export const answerReds =
  (answer: Answer) =>
  (call: Call): Promise<null> => {
    const ids = checkedKeys(idsIn(call.body), 'id');
    const { operateMsg } = (call.body ?? {}) as { readonly operateMsg?: unknown };
    const message = typeof operateMsg === 'string' ? operateMsg.replaceAll('\u0000', '').slice(0, 400) : '';
    return command(
      call,
      async (ctx, { reds, heads, late }) => {
        const blues = billsOf(heads, []);
        if (blues.length !== ids.length) throw notFound();
        const overdue = new Set(late.map(({ id }) => id));
        for (const blue of blues) {
          const red = reds.find(({ originalCode }) => originalCode === blue.code);
          const next = nextOf(answer, blue, overdue.has(blue.id));
          if (red === undefined || next === null) throw forbidden(answer, blue);
          if (red.billStatus === invoiceMaintain.states.issuing.code)
            throw stillIssuing({ code: red.code, verb: answers[answer] });
          if (next.status === '4') await agree(ctx, blue, red);
          else await endRed(ctx, blue, red, { status: next.status, message });
        }
        return null;
      },
      // Red before blue: whoever issues a red invoice takes them so.
      { reads: { reds: waitingReds(ids), heads: headsOf(invoiceMaintain, ids, true), late: lateOf(ids) } },
    );
  };

function nextOf(answer: Answer, { redConfirmStatus, issueStatus }: Invoice, isLate: boolean): RedConfirmation | null {
  if (issueStatus !== '5') return null;
  const red: RedConfirmation = { status: redConfirmStatus ?? '0', issue: '5' };
  if (answer === 'redWithdraw') return withdrawRed(red);
  return red.status === '2' ? answerRed(red, answer === 'redAgree', isLate ? redConfirmHours + 1 : 0) : null;
}

function forbidden(answer: Answer, { code, billStatus, issueStatus, redConfirmStatus }: Invoice): Error {
  const status = issueStatus === '5' ? confirmLabel(redConfirmStatus ?? '0') : statusLabel(invoiceMaintain, billStatus);
  return stateForbids({ code, status, verb: answers[answer] });
}

async function agree(ctx: Command, blue: Invoice, red: WaitingRed): Promise<void> {
  ctx.later({
    text: `
      update app.invoice_maintain
      set red_confirm_status = '4', row_version = row_version + 1, updater_name = $3, update_date = now()
      where id in ($1, $2)`,
    values: [blue.id, red.id, ctx.identity.realName],
  });
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: blue.id,
    recordCode: blue.code,
    operation: 'redreverse',
    changes: { redConfirmStatus: [blue.redConfirmStatus, '4'] },
  });
  await handOverRed(ctx, red.id);
}
