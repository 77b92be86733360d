import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { requestStates, type RequestState } from '#invoice/model/provider/progress.ts';
import { heardRed, redConfirmHours, type RedConfirmStatus, type RedSaid } from '#invoice/model/red/red-confirm.ts';
import { endRed } from '#invoice/server/maintain/red-end.ts';
import { handOverRed } from './red-hand-over.ts';
import { tellOfRed, type Outcome } from './settle.ts';

const pair = {
  id: 'uuid',
  code: 'text',
  billStatus: 'text',
  originalCode: 'text',
  redReason: 'text?',
  blueId: 'uuid',
  status: 'text',
  isGone: 'boolean',
  isOpen: 'boolean',
} as const;
type Pair = RowOf<typeof pair>;

/** A red invoice that is asked for, and what it takes back; both are held. */
const pairOf = (redId: string) =>
  statement(
    pair,
    `
      select r.id, r.code, r.bill_status, r.original_code, r.red_reason, h.id as blue_id,
        h.red_confirm_status as status, r.deleted_flag = '1' as is_gone,
        r.bill_status = '0' and h.issue_status = '5' as is_open
      from app.invoice_maintain r
      join app.invoice_maintain h on h.tenant_code = r.tenant_code and h.code = r.original_code
      where r.id = $1`,
    [redId],
  );

type Told = Pick<Outcome, 'taken' | 'heard' | 'next'>;

/** What a provider says of a red confirmation, and where its request is then. */
export async function settleConfirmation(ctx: Command, told: Told): Promise<RequestState> {
  const { taken, heard, next } = told;
  const [red] = await ctx.rows(pairOf(taken.invoiceId));
  if (red === undefined || red.isGone) return withoutRed(told);
  // It is issued, or being issued: what was confirmed has been used.
  if (!red.isOpen) return next.state;
  switch (heard.outcome) {
    case 'atBuyer':
    case 'agreed':
    case 'buyerRefused':
    case 'expired':
    case 'withdrawn':
      await follow(ctx, red, heard.outcome, told);
      break;
    case 'kept':
      await follow(ctx, red, 'agreed', told);
      break;
    case 'refused':
      tellOfRed(ctx, red.id, { message: heard.message, stage: '4' });
      break;
    default:
      // Why nothing was heard, until something is.
      tellOfRed(ctx, red.id, { message: heard.message, stage: stageOf(next.state) });
  }
  return next.state;
}

const stageOf = (state: RequestState): string => (state === requestStates.withdrawing ? '2' : '1');

/** It was ended by hand meanwhile: what is open at the provider is taken back there, too. */
const withoutRed = ({ heard: { outcome }, next }: Told): RequestState =>
  ['taken', 'pending', 'atBuyer', 'agreed', 'kept'].includes(outcome) ? requestStates.withdrawing : next.state;

async function follow(ctx: Command, red: Pair, said: RedSaid, { taken, heard }: Told): Promise<void> {
  const before = { status: red.status as RedConfirmStatus, issue: '5' } as const;
  const { status, issue } = heardRed(before, said);
  if (issue === '1') {
    const message = heard.message ?? '';
    await endRed(ctx, { id: red.blueId, code: red.originalCode, redConfirmStatus: red.status }, red, {
      status,
      message,
    });
    return;
  }
  const { redConfirmNo, deadline, message } = heard;
  ctx.later({
    text: `
      update app.invoice_maintain
      set red_confirm_status = $3, red_confirm_no = coalesce($4, red_confirm_no),
        red_confirm_deadline =
          coalesce($5::timestamptz, red_confirm_deadline, case when $3 = '2' then now() + $9 * interval '1 hour' end),
        red_confirm_stage = $6, red_confirm_msg = left($7, 500),
        buyer_used_flag = case when $3 = '2' then '1' else buyer_used_flag end, row_version = row_version + 1,
        updater_name = $8, update_date = now()
      where id in ($1, $2)
        and (red_confirm_status, red_confirm_no, red_confirm_deadline, red_confirm_stage, red_confirm_msg) is distinct
          from ($3, coalesce($4, red_confirm_no), coalesce($5::timestamptz, red_confirm_deadline), $6, left($7, 500))`,
    values: [
      red.id,
      red.blueId,
      status,
      redConfirmNo,
      deadline,
      status === '4' ? '5' : '1',
      message,
      ctx.identity.realName,
      redConfirmHours,
    ],
  });
  if (status === red.status) return;
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: red.blueId,
    recordCode: red.originalCode,
    operation: 'redreverse',
    changes: { redConfirmStatus: [red.status, status], redConfirmNo: [null, redConfirmNo] },
  });
  // Whoever wanted to take it back decides what becomes of one that can only be issued.
  if (status === '4' && heard.outcome !== 'kept') await handOverRed(ctx, red.id, taken.creatorName);
}
