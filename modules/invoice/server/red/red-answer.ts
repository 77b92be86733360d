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
import { isOver, requestStates, type RequestState } from '#invoice/model/provider/progress.ts';
import { answerRed, redConfirmHours, withdrawRed, type RedConfirmation } from '#invoice/model/red/red-confirm.ts';
import { redWithProvider, stillIssuing } from '#invoice/model/value/refusals.ts';
import { confirmLabel } from '#invoice/server/maintain/red-agreed.ts';
import { endRed, waitingReds, type WaitingRed } from '#invoice/server/maintain/red-end.ts';
import { handOverRed } from '#invoice/server/provider/red-hand-over.ts';
import { askAgain, confirmationsOf, takeConfirmationByHand, withdrawThere, type Confirmation } from './red-provider.ts';

type Invoice = LockedBill<typeof invoiceMaintain>;
export type Answer = 'redAgree' | 'redRefuse' | 'redWithdraw' | 'redQuery';

export const answers = {
  redAgree: ['购方确认', '購方確認', 'agree'],
  redRefuse: ['购方拒绝', '購方拒絕', 'refuse'],
  redWithdraw: ['撤回红冲', '撤回紅沖', 'withdraw'],
  redQuery: ['查询确认单', '查詢確認單', 'look for its confirmation'],
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

/**
 * What became of red confirmations: the buyer answered, or we take them back. After 72 hours an answer is too late.
 * Where a provider sees to it, it knows what the buyer said: hands answer only what it was asked in vain.
 */
export const answerReds =
  (answer: Answer) =>
  (call: Call): Promise<null> => {
    const ids = checkedKeys(idsIn(call.body), 'id');
    const { operateMsg } = (call.body ?? {}) as { readonly operateMsg?: unknown };
    const message = typeof operateMsg === 'string' ? operateMsg.replaceAll('\u0000', '').slice(0, 400) : '';
    return command(
      call,
      async (ctx, { reds, heads, late, requests }) => {
        const blues = billsOf(heads, []);
        if (blues.length !== ids.length) throw notFound();
        const overdue = new Set(late.map(({ id }) => id));
        for (const blue of blues) {
          const red = reds.find(({ originalCode }) => originalCode === blue.code);
          if (red === undefined) throw forbidden(answer, blue);
          const request = requests.find(({ redId }) => redId === red.id);
          const state = { blue, red, request, isLate: overdue.has(blue.id) };
          await answerOne(ctx, answer, message, state);
        }
        return null;
      },
      // Red before blue: whoever issues a red invoice takes them so.
      {
        reads: {
          reds: waitingReds(ids),
          heads: headsOf(invoiceMaintain, ids, true),
          late: lateOf(ids),
          requests: confirmationsOf(ids),
        },
      },
    );
  };

interface State {
  readonly blue: Invoice;
  readonly red: WaitingRed;
  readonly request: Confirmation | undefined;
  readonly isLate: boolean;
}

async function answerOne(ctx: Command, answer: Answer, message: string, state: State): Promise<void> {
  const { blue, red, request } = state;
  if (blue.issueStatus === '5' && red.billStatus === invoiceMaintain.states.issuing.code)
    throw stillIssuing({ code: red.code, verb: answers[answer] });
  if (answer === 'redQuery') {
    if (blue.issueStatus !== '5' || !(await askAgain(ctx, blue, red, request))) throw forbidden(answer, blue);
    return;
  }
  const next = nextOf(answer, state);
  if (next === null) throw forbidden(answer, blue);
  if (isWithProvider(answer, request)) throw redWithProvider({ code: blue.code, verb: answers[answer] });
  if (answer === 'redWithdraw' && request?.isOn === true) return withdrawThere(ctx, blue, red, request);
  takeConfirmationByHand(ctx, red.id);
  if (next.status === '4') await agree(ctx, blue, red);
  else await endRed(ctx, blue, red, { status: next.status, message });
}

/** What is being taken back is taken back once; nobody answers for a provider that is still at it. */
function isWithProvider(answer: Answer, request: Confirmation | undefined): boolean {
  if (request === undefined) return false;
  const state = request.state as RequestState;
  return answer === 'redWithdraw' ? state === requestStates.withdrawing && request.isOn : !isOver(state);
}

function nextOf(answer: Answer, { blue, request, isLate }: State): RedConfirmation | null {
  if (blue.issueStatus !== '5') return null;
  const told = blue.redConfirmStatus ?? '0';
  // Whoever looked there himself knows what a provider did not say.
  const status = told === '1' && request !== undefined && answer !== 'redWithdraw' ? '2' : told;
  const red: RedConfirmation = { status, issue: '5' };
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
      set red_confirm_status = '4', red_confirm_stage = '0', red_confirm_msg = null, row_version = row_version + 1,
        updater_name = $3, update_date = now()
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
