import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { hasDownstream, invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { application } from '#expense/model/application/application.ts';
import { forgetUnheld } from '#expense/server/budget/budget-back.ts';
import { foreseeBudget, holdBudget, releaseBudget } from '#expense/server/budget/budget-book.ts';
import { budgetSource } from '#expense/server/budget/budget-move.ts';
import type { BudgetLine } from '#expense/server/budget/open-book.ts';
import { itemReads, type KnownItem } from '#expense/server/item/item-reads.ts';

type Application = LockedBill<typeof application>;
type Draft = DraftOf<typeof application>;

const draftReads = (draft: Draft) => ({
  ...itemReads(draft.lines.map(({ itemCode }) => itemCode)),
  applicants: statement({ deptCode: 'text' }, 'select dept_code from app.data_personnel where code = $1', [
    draft.applicantCode,
  ]),
});
type Known = RowsOf<ReturnType<typeof draftReads>>;
type Named = typeof selfAuditReads;

export const applicationService = serveDocument<typeof application, Named>(application, {
  reads: selfAuditReads,
  async beforeSave(ctx, draft, _facts, previous) {
    const { items, ...rest } = await ctx.all(draftReads(draft));
    complete(draft, { items, ...rest });
    if (isStashed(application, draft)) return draft;
    refuseWrong(draft, items);
    const known = { id: previous?.id ?? noId, code: '', rowVersion: 0, billDate: draft.billDate };
    const source = budgetSource(application, known);
    const lines = budgetLines(draft.lines, items, ({ amount }) => amount);
    const warnings = await foreseeBudget(ctx, source, lines, draft.organizeCode);
    draft.overBudget = warnings.length > 0 ? '1' : '0';
    return draft;
  },
  before: {
    audit: refuseSelfAudit,
    unaudit(_ctx, bill) {
      if (!isZero(bill.claimedAmount ?? '0'))
        throw hasDownstream({ codes: bill.code, verb: application.verbs.unaudit.label });
    },
  },
  after: {
    // One that nobody had to approve holds from now on; an approved one has held since it was sent in.
    async audit(ctx, bill) {
      if (bill.billStatus === application.states.saved.code) await hold(ctx, bill);
    },
    unaudit: release,
    close: release,
    unclose: hold,
  },
  approval: {
    names: { overBudget: 'boolean' },
    labels: { overBudget: application.head.overBudget.label },
    async values(ctx, bill) {
      const { items } = await ctx.all(itemReads(bill.lines.map(({ itemCode }) => itemCode)));
      const lines = budgetLines(bill.lines, items, leftOf);
      return {
        overBudget: (await foreseeBudget(ctx, budgetSource(application, bill), lines, bill.organizeCode)).length > 0,
      };
    },
    onSubmit: hold,
    onReturn: release,
  },
});

const noId = '00000000-0000-0000-0000-000000000000';
const leftOf = ({ amount, claimedAmount }: Pick<Application['lines'][number], 'amount' | 'claimedAmount'>): string =>
  minus(amount, claimedAmount ?? '0');

/**
 * PRE of what is not claimed yet, all of it: whoever opens one again asks anew, for what it had lost, too. Whoever is
 * over a budget that only warns is marked.
 */
async function hold(ctx: Command, bill: Application): Promise<void> {
  const { items } = await ctx.all(itemReads(bill.lines.map(({ itemCode }) => itemCode)));
  const lines = budgetLines(bill.lines, items, leftOf);
  const { warnings } = await holdBudget(ctx, budgetSource(application, bill), lines, bill.organizeCode);
  ctx.later({
    text: 'update app.reimbursement_application set over_budget = $2 where id = $1',
    values: [bill.id, warnings.length > 0 ? '1' : '0'],
  });
  forgetUnheld(ctx, bill.id);
}

async function release(ctx: Command, bill: Application): Promise<void> {
  await releaseBudget(ctx, budgetSource(application, bill));
  forgetUnheld(ctx, bill.id);
}

/** Lines whose item has no budget account take of none. */
const budgetLines = <Line extends Draft['lines'][number] | Application['lines'][number]>(
  lines: readonly Line[],
  items: readonly KnownItem[],
  amountOf: (line: Line) => string,
): readonly BudgetLine[] =>
  lines.flatMap((line) => {
    const { itemCode, budgetAccountCode, deptCode, projectCode, occurDate } = line;
    const amount = amountOf(line);
    if (budgetAccountCode === null || deptCode === null || compare(amount, '0') <= 0) return [];
    const itemControl = items.find(({ code }) => code === itemCode)?.control ?? null;
    return [{ lineId: line.id, deptCode, budgetAccountCode, projectCode, date: occurDate, amount, itemControl }];
  });

/** The department is the applicant's where nobody named one; accounts are those of the items. */
function complete(draft: Draft, { items, applicants: [applicant] }: Known): void {
  draft.deptCode ??= applicant?.deptCode ?? null;
  for (const line of draft.lines) {
    const item = items.find(({ code }) => code === line.itemCode);
    line.deptCode ??= draft.deptCode;
    line.projectCode ??= draft.projectCode;
    Object.assign(line, {
      costSubjectCode: item?.costSubjectCode ?? null,
      budgetAccountCode: item?.budgetAccountCode ?? null,
      claimedAmount: '0',
      unheldAmount: '0',
    });
  }
  draft.totalAmount = plus('0', ...draft.lines.map(({ amount }) => amount));
  draft.claimedAmount = '0';
  draft.unheldAmount = '0';
}

function refuseWrong(draft: Draft, items: readonly KnownItem[]): void {
  const { head, lines } = application;
  const places: Place[] = [];
  if (draft.deptCode === null) places.push({ path: 'deptCode', field: head.deptCode.label, reason: reasons.required });
  if (draft.startDate !== null && draft.endDate !== null && draft.endDate < draft.startDate)
    places.push({ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart });
  draft.lines.forEach(({ itemCode, amount }, i) => {
    const item = items.find(({ code }) => code === itemCode);
    if (compare(amount, '0') <= 0)
      places.push({ path: `lines.${i}.amount`, field: lines.amount.label, reason: reasons.format });
    if (item?.docType != null && draft.docType !== null && item.docType !== draft.docType)
      places.push({ path: `lines.${i}.itemCode`, field: lines.itemCode.label, reason: reasons.notChosen });
  });
  if (places.length > 0) throw invalidAt(places);
}
