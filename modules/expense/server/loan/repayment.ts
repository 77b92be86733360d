import { personnel } from '#data/model/staff/staff.ts';
import { compare, negated, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { repayFinding } from '#expense/model/loan/loan-offset.ts';
import { repayment } from '#expense/model/loan/repayment.ts';
import { budgetSource } from '#expense/server/budget/budget-move.ts';
import { loanFigures, loanReads, loansNamed, lockReads, moveLoans, type LoanRow } from './loan-book.ts';
import { loanLocked, repaidOver } from './loan-refusals.ts';

type Repayment = LockedBill<typeof repayment>;
type Draft = DraftOf<typeof repayment>;
type Line = Pick<Draft['lines'][number], 'loanCode' | 'amount'>;

const draftReads = (draft: Draft) => loanFigures(loansNamed(namedIn(draft)));
type Named = typeof selfAuditReads & ReturnType<typeof draftReads>;

export const repaymentService = serveDocument<typeof repayment, Named>(repayment, {
  reads: selfAuditReads,
  saveReads: draftReads,
  beforeSave(_ctx, draft, facts) {
    const applicant = facts.found(personnel, draft.applicantCode);
    draft.deptCode ??= applicant?.deptCode ?? null;
    draft.payeeName ??= applicant?.name ?? null;
    for (const line of draft.lines) line.loanCode ??= draft.loanCode;
    if (!isStashed(repayment, draft)) refuseWrong(draft, facts.rows.loans ?? []);
    draft.totalAmount = plus('0', ...draft.lines.map(({ amount }) => amount));
    return draft;
  },
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      await refuseBeyond(ctx, bill);
    },
    async unaudit(ctx, bill) {
      await ctx.all(loanReads(loansNamed(namedIn(bill))));
    },
  },
  after: {
    audit: (ctx, bill) => {
      moveLoans(ctx, budgetSource(repayment, bill), movesOf(bill, negated));
    },
    unaudit: (ctx, bill) => {
      moveLoans(
        ctx,
        budgetSource(repayment, bill),
        movesOf(bill, (amount) => amount),
      );
    },
  },
  approval: {
    names: { amount: 'number' },
    labels: { amount: repayment.head.totalAmount.label },
    values: (_ctx, bill) => ({ amount: Number(bill.totalAmount) }), // not money
    onSubmit: refuseBeyond,
  },
});

const namedIn = ({
  loanCode,
  lines,
}: {
  readonly loanCode: string | null;
  readonly lines: readonly Line[];
}): readonly string[] =>
  [...new Set([loanCode, ...lines.map((line) => line.loanCode)])].filter((code) => code !== null);

const movesOf = ({ applicantCode, lines }: Repayment, signed: (amount: string) => string) =>
  lines.flatMap(({ id: lineId, loanCode, amount }) =>
    loanCode === null ? [] : [{ applicantCode, loanCode, lineId, postType: 'REPAY' as const, amount: signed(amount) }],
  );

/** What is repaid was lent to this person, was paid, and is still owed. */
function refuseWrong(draft: Draft, loans: readonly LoanRow[]): void {
  const { head, lines } = repayment;
  const places: Place[] = [];
  const isOwn = (code: string | null): boolean =>
    loans.some((row) => row.code === code && row.applicantCode === draft.applicantCode);
  if (!isOwn(draft.loanCode)) places.push({ path: 'loanCode', field: head.loanCode.label, reason: reasons.notChosen });
  draft.lines.forEach(({ loanCode, amount }, i) => {
    if (!isOwn(loanCode))
      places.push({ path: `lines.${i}.loanCode`, field: lines.loanCode.label, reason: reasons.notChosen });
    if (compare(amount, '0') <= 0)
      places.push({ path: `lines.${i}.amount`, field: lines.amount.label, reason: reasons.format });
  });
  if (places.length > 0) throw invalidAt(places);
  for (const { finding } of findingsOf(draft, loans))
    if (finding.error === 'E-REPAY-OVER') throw repaidOver({ n: finding.room });
}

/** Decided on loans that are held from now on: never more than is owed, nor what a claim is about to offset. */
async function refuseBeyond(ctx: Command, bill: Repayment): Promise<void> {
  const codes = namedIn(bill);
  const { loans, loanLocks } = await ctx.all({ ...loanReads(loansNamed(codes)), ...lockReads('b.loan_code', codes) });
  for (const { code, finding } of findingsOf(bill, loans)) {
    if (finding.error === 'E-REPAY-OVER') throw repaidOver({ n: finding.room });
    const doc = loanLocks.find(({ loanCode }) => loanCode === code)?.docCode ?? '';
    throw loanLocked({ code, doc, n: finding.room });
  }
}

/** Lines of one loan are looked at together. */
const findingsOf = ({ lines }: { readonly lines: readonly Line[] }, loans: readonly LoanRow[]) =>
  [...Map.groupBy(lines, ({ loanCode }) => loanCode ?? '')].flatMap(([code, own]) => {
    const row = loans.find((each) => each.code === code) ?? { balance: '0', locked: '0' };
    const finding = repayFinding(row, plus(...own.map(({ amount }) => amount)));
    return finding === null ? [] : [{ code, finding }];
  });
