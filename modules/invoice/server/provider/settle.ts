import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { MadeFile } from '#platform/server/file/made-file.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { requestStates, type Progress, type RequestState } from '#invoice/model/provider/progress.ts';
import { refreshIssued } from '#invoice/server/maintain/issued.ts';
import { settleRed } from '#invoice/server/maintain/red-issued.ts';
import { confirmationKind } from '#invoice/server/maintain/requests.ts';
import type { Heard } from './adapter.ts';
import { pushInvoice } from './push.ts';
import type { Taken } from './request-rows.ts';

const held = {
  id: 'uuid',
  code: 'text',
  applyCode: 'text?',
  kind: 'text',
  title: 'text',
  organizeName: 'text?',
  totalAmount: 'decimal?',
  email: 'text?',
  drawer: 'text?',
  invoiceNumber: 'text?',
  invoiceDate: 'date?',
} as const;
export type HeldInvoice = RowOf<typeof held>;

/**
 * Invoice before the one it takes back before application before request, as everybody takes them: two invoices of an
 * application see each other.
 */
export const heldFor = ({ id, invoiceId }: Pick<Taken, 'id' | 'invoiceId'>) => ({
  invoices: statement(
    held,
    `
      select h.id, h.code, h.apply_code, h.kind, h.title, h.organize_name, h.total_amount, h.email, h.drawer,
        h.invoice_number, h.invoice_date
      from app.invoice_maintain h
      where h.id = $1
      for update`,
    [invoiceId],
  ),
  originals: statement(
    { id: 'uuid' },
    `
      select h.id
      from app.invoice_maintain h
      where h.code = (select r.original_code from app.invoice_maintain r where r.id = $1)
      for update`,
    [invoiceId],
  ),
  applications: statement(
    { id: 'uuid' },
    `
      select a.id
      from app.invoice_apply a
      where a.code = (select h.apply_code from app.invoice_maintain h where h.id = $1)
      for update`,
    [invoiceId],
  ),
  requests: statement(
    { attempts: 'integer', calling: 'text?', state: 'text' },
    'select r.attempts, r.calling, r.state from app.invoice_request r where r.id = $1 for update',
    [id],
  ),
});

export interface Outcome {
  readonly taken: Taken;
  readonly heard: Heard;
  readonly file: MadeFile | null;
  readonly next: Progress;
}

/** What an answer makes of the invoice, and where its request is then. */
export async function settle(
  ctx: Command,
  invoice: HeldInvoice,
  { taken, heard, file, next }: Outcome,
): Promise<RequestState> {
  if (heard.outcome === 'issued') {
    const { twins } = await ctx.all(twinsOf(invoice.id, heard.invoiceNumber ?? ''));
    // Somebody entered this number by hand for another one: that a person has to look at.
    if (twins.length > 0) return requestStates.givenUp;
    markIssued(ctx, invoice, heard);
    if (invoice.kind === '1') await settleRed(ctx, invoice.id);
  }
  if (heard.outcome === 'refused') markRefused(ctx, invoice, heard.message ?? '');
  if (heard.outcome === 'fetched' && file !== null) {
    file.keep(ctx, { noun: invoiceMaintain.name, id: invoice.id });
    ctx.later({ text: 'update app.invoice_request set file_id = $2 where id = $1', values: [taken.id, file.id] });
    await pushInvoice(ctx, { ...invoice, requestId: taken.id }, file);
  }
  return next.state;
}

const twinsOf = (id: string, number: string) => ({
  twins: statement(
    { id: 'uuid' },
    `
      select h.id
      from app.invoice_maintain h
      where h.invoice_number = $2 and coalesce(h.invoice_code, '') = '' and h.id <> $1 and h.deleted_flag = '0'
      limit 1`,
    [id, number],
  ),
});

function markIssued(ctx: Command, { id, code, applyCode }: HeldInvoice, { invoiceNumber, invoiceDate }: Heard): void {
  ctx.later({
    text: `
      update app.invoice_maintain
      set bill_status = '1', issue_status = '1', invoice_number = $2, invoice_code = null, invoice_date = $3::date,
        fail_msg = null, audit_person_name = drawer, audit_date = now(), audit_count = audit_count + 1,
        op_seq = op_seq + 1, row_version = row_version + 1, updater_name = $4, update_date = now()
      where id = $1`,
    values: [id, invoiceNumber, invoiceDate, ctx.identity.realName],
  });
  refreshIssued(ctx, { id, applyCode }, '1');
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: id,
    recordCode: code,
    operation: 'issue',
    changes: { issueStatus: ['4', '1'], invoiceNumber: [null, invoiceNumber] },
  });
}

/** Nothing was issued: what is wrong with it is mended, and it is asked for anew. */
function markRefused(ctx: Command, { id, code, applyCode }: HeldInvoice, message: string): void {
  ctx.later({
    text: `
      update app.invoice_maintain
      set bill_status = '0', issue_status = '0', fail_msg = left($2, 500), row_version = row_version + 1,
        updater_name = $3, update_date = now()
      where id = $1`,
    values: [id, message, ctx.identity.realName],
  });
  tellOfRed(ctx, id, { message });
  refreshIssued(ctx, { id, applyCode }, '0');
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: id,
    recordCode: code,
    operation: 'issue',
    message,
    changes: { issueStatus: ['4', '0'] },
  });
}

/** It stays with the provider, for all that is known; whoever reads it sees why. */
export function tellGivenUp(ctx: Command, { invoiceId, kind }: Taken, state: RequestState, why: string): void {
  if (state !== requestStates.givenUp) return;
  tellOfRed(ctx, invoiceId, {
    message: `结果未知：${why}`,
    ...(kind === confirmationKind ? { stage: '3' } : {}),
  });
  if (kind === confirmationKind) return;
  ctx.later({
    text: `
      update app.invoice_maintain
      set fail_msg = left($2, 500), row_version = row_version + 1, update_date = now()
      where id = $1`,
    values: [invoiceId, `结果未知，请重新查询或录入票号：${why}`],
  });
}

/**
 * Why a red invoice does not go on stands on it and on what it takes back: whoever looks at either sees it. Nothing of
 * one that is no red, or that ended meanwhile.
 */
export function tellOfRed(
  ctx: Command,
  redId: string,
  { message, stage }: { readonly message: string | null; readonly stage?: string },
): void {
  ctx.later({
    text: `
      update app.invoice_maintain h
      set red_confirm_msg = left($2, 500), red_confirm_stage = coalesce($3, h.red_confirm_stage),
        row_version = h.row_version + 1, update_date = now()
      from app.invoice_maintain r
      where r.id = $1
        and r.kind = '1'
        and r.deleted_flag = '0'
        and h.tenant_code = r.tenant_code
        and (h.id = r.id or (h.code = r.original_code and h.issue_status = '5'))
        and (h.red_confirm_msg, h.red_confirm_stage) is distinct from
          (left($2, 500), coalesce($3, h.red_confirm_stage))`,
    values: [redId, message, stage ?? null],
  });
}
