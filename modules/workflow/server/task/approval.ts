import type { Document } from '#platform/model/document.ts';
import { inApproval, notFound, stateForbids } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { billsOf, headsAskedFor, headsOf, linesOf } from '#platform/server/document/read.ts';
import { codeOf, statusLabel } from '#platform/server/document/save.ts';
import { performForWorkflow } from '#platform/server/document/verb.ts';
import type { DocumentHooks, LockedBill } from '#platform/server/document/serve.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import type { BillFacts } from '#workflow/model/engine/compile.ts';
import { namesOf, type Names } from '#workflow/model/engine/feel.ts';

/**
 * How a document goes through approval: what a process may know of it, how it is sent in, comes back, and is audited at
 * the end.
 */
export interface Approval {
  readonly docType: string;
  readonly document: Document;
  readonly hooks: DocumentHooks;
  readonly facts: BillFacts;
  /** Of the bill, for conditions. */
  valuesOf(ctx: Command, bill: AskedBill): Promise<Readonly<Record<string, unknown>>>;
  /** Saved to in approval. */
  submit(ctx: Command, bill: ProcessBill, instanceId: string): Promise<void>;
  /** In approval to saved: rejected, terminated or withdrawn. */
  giveBack(ctx: Command, bill: ProcessBill): Promise<void>;
  /** In approval to audited, with everything that auditing does. Refused, nothing of the command has happened. */
  audit(ctx: Command, billId: string, message: string | null): Promise<void>;
}

/** What routes, conditions and approvers ask of a document; it may still be a draft that nobody has saved. */
export type AskedBill = Row & {
  readonly organizeCode?: string | null;
  readonly salesmanCode?: string | null;
  readonly totalAmount?: string | null;
};
/** A document that is sent through a process, held for the transaction. */
export type ProcessBill = LockedBill<Document> & AskedBill;

export interface Approvals {
  readonly all: readonly Approval[];
  of(docType: string): Approval | undefined;
  factsOf(docType: string): BillFacts | undefined;
}

/** Every document of these modules that can be approved. */
export function approvalsIn(modules: readonly ServerModule[]): Approvals {
  const hooksOf = (name: string): DocumentHooks =>
    modules.flatMap(({ services }) => services).find((service) => service.of === name)?.document ?? {};
  const all = modules
    .flatMap(({ model }) => model.documents)
    .flatMap((document) => approvalOf(document, hooksOf(document.name)) ?? []);
  const of = (docType: string): Approval | undefined =>
    all.find((approval) => approval.docType === docType || approval.document.name === docType);
  return { all, of, factsOf: (docType) => of(docType)?.facts };
}

/** Null for a document that only a person audits: it has no state to wait in. */
export function approvalOf(document: Document, hooks: DocumentHooks): Approval | null {
  if (
    document.states['inApproval'] === undefined ||
    document.verbs['audit']?.engineFrom?.includes('inApproval') !== true
  )
    return null;
  return {
    docType: document.number.prefix,
    document,
    hooks,
    facts: factsOf(document, hooks),
    valuesOf: async (ctx, bill) => ({
      ...bill,
      // A document that has an amount of its own is asked for that one.
      ...(document.head['totalAmount'] === undefined ? {} : { amount: bill.totalAmount }),
      ...(await hooks.approval?.values?.(ctx, bill as never)),
    }),
    async submit(ctx, bill, instanceId) {
      const { code, billStatus, cancelFlag } = bill;
      if (billStatus === codeOf(document, 'inApproval')) throw inApproval({ code });
      if (billStatus !== codeOf(document, 'saved') || cancelFlag === '1')
        throw stateForbids({
          code,
          status: statusLabel(document, billStatus),
          verb: ['提交审批', '提交審批', 'submit'],
        });
      await hooks.approval?.onSubmit?.(ctx, bill);
      move(ctx, document, bill, { to: 'inApproval', instanceId, operation: 'submit' });
    },
    async giveBack(ctx, bill) {
      // A rejected bill that is terminated afterwards is back already.
      if (bill.billStatus !== codeOf(document, 'inApproval')) return;
      await hooks.approval?.onReturn?.(ctx, bill);
      move(ctx, document, bill, { to: 'saved', instanceId: null, operation: 'return' });
    },
    audit: (ctx, id, message) =>
      performForWorkflow(ctx, { document, hooks, verb: 'audit', id, ...(message === null ? {} : { message }) }),
  };
}

/** What a drawing may ask of a document, and which of its fields name people. */
function factsOf(document: Document, hooks: DocumentHooks): BillFacts {
  const names: Names = {
    ...namesOf(document.head),
    billDate: 'date',
    ...(document.head['totalAmount'] === undefined ? {} : { amount: 'number' }),
    ...hooks.approval?.names,
  };
  const people = Object.entries(document.head)
    .filter(([, field]) => field.kind === 'ref' && ['sys:user', 'data:personnel'].includes(field.target().name))
    .map(([key]) => key);
  return { names, people };
}

function move(
  ctx: Command,
  document: Document,
  bill: ProcessBill,
  {
    to,
    instanceId,
    operation,
  }: { readonly to: 'saved' | 'inApproval'; readonly instanceId: string | null; readonly operation: string },
): void {
  ctx.later({
    text: `
      update app.${tableOf(document)}
      set bill_status = $2, process_instance_id = coalesce($3, process_instance_id), row_version = row_version + 1,
        updater_name = $4, update_date = now()
      where id = $1`,
    values: [bill.id, codeOf(document, to), instanceId, ctx.identity.realName],
  });
  ctx.log({ noun: document.name, recordId: bill.id, recordCode: bill.code, operation });
}

/** The bill as its process sees it, held for the transaction; the instance is locked before it, always. */
export async function billAskedFor(ctx: Command, { document }: Approval, id: string): Promise<ProcessBill> {
  const { heads, lines } = await ctx.all({ heads: headsAskedFor(document, [id]), lines: linesOf(document, [id]) });
  return only(billsOf(heads, lines));
}

/** The bill as whoever sends it in sees it. */
export async function billOfOwn(ctx: Command, { document }: Approval, id: string): Promise<ProcessBill> {
  const { heads, lines } = await ctx.all({ heads: headsOf(document, [id], true), lines: linesOf(document, [id]) });
  return only(billsOf(heads, lines));
}

function only([bill]: readonly ProcessBill[]): ProcessBill {
  if (bill === undefined) throw notFound();
  return bill;
}

/**
 * `SO:<id>`, or the id alone as a save answers it: which kind of document it is, is then asked of all that can be
 * approved.
 */
export function billNamed(
  approvals: Approvals,
  businessKey: string,
): { readonly approvals: readonly Approval[]; readonly id: string } {
  const at = businessKey.lastIndexOf(':');
  const named = at < 0 ? undefined : approvals.of(businessKey.slice(0, at));
  return { approvals: at < 0 ? approvals.all : named === undefined ? [] : [named], id: businessKey.slice(at + 1) };
}

export const whichOf = (approvals: readonly Approval[], id: string) =>
  statement(
    { docType: 'text' },
    approvals
      .map(
        ({ docType, document }) =>
          `select '${docType}' as doc_type from app.${tableOf(document)} where id = $1 and deleted_flag = '0'`,
      )
      .join(' union all ') || 'select null as doc_type where $1::uuid is null',
    [id],
  );

export const businessKeyOf = (docType: string, id: string): string => `${docType}:${id}`;
