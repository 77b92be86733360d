import { isZero, negated } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { cents } from '#platform/model/share.ts';
import { statement } from '#platform/server/db/statement.ts';
import { lineTableOf, tableOf } from '#platform/server/db/shape.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { post, type Source } from '#platform/server/ledger/post.ts';
import { payFlagFor } from '#funds/server/payout.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { application } from '#expense/model/application/application.ts';
import type { ClaimDocument } from '#expense/model/claim/claim-fields.ts';
import { claimLedger } from '#expense/model/claim/claim-ledger.ts';
import { cutReasonsOfLines } from '#expense/model/claim/claim-cut.ts';
import { allowedOfLines, taxOfLines, type ClaimPart, type JudgedClaim } from '#expense/model/claim/claim-sums.ts';
import { offsetLocked, type Offset } from '#expense/model/loan/loan-offset.ts';
import { applicationService } from '#expense/server/application/application.ts';
import {
  holdBudget,
  releaseBudget,
  unuseBudget,
  useBudget as spendBudget,
  type Granted,
} from '#expense/server/budget/budget-book.ts';
import { budgetSource } from '#expense/server/budget/budget-move.ts';
import type { BudgetLine } from '#expense/server/budget/open-book.ts';
import {
  loanReads,
  loansOf,
  lockLoans,
  lockReads,
  moveLoans,
  offsetReads,
  unlockLoans,
} from '#expense/server/loan/loan-book.ts';

type Claim = LockedBill<ClaimDocument>;
/** A claim as it was judged for whoever decides on it. */
export interface Decided extends JudgedClaim {
  readonly offset: Offset;
}

/** Parts as they are kept with a claim. */
export const partsIn = (value: unknown): readonly ClaimPart[] =>
  Array.isArray(value) ? (value as readonly ClaimPart[]) : [];

/** Costs whose item has no budget account take of no budget. */
export const budgetLinesOf = (parts: readonly ClaimPart[], isTaken = true): readonly BudgetLine[] =>
  parts.flatMap(({ id, deptCode, budgetAccountCode, projectCode, date, budget, itemControl, takes }) =>
    deptCode === null || budgetAccountCode === null || (isZero(budget) && takes === null)
      ? []
      : [
          {
            lineId: id,
            deptCode,
            budgetAccountCode,
            projectCode,
            date,
            amount: budget,
            itemControl,
            takes: isTaken ? takes : null,
          },
        ],
  );

/**
 * Sent in: loans are locked, the month of each item counts what is asked, the application gives up what the claim takes
 * over, and the budget is held, last of all.
 */
export async function askClaim(ctx: Command, document: ClaimDocument, bill: Claim, claim: Decided): Promise<void> {
  const source = budgetSource(document, bill);
  lockLoans(ctx, source, bill.applicantCode, claim.offset.parts);
  moveClaimed(ctx, source, bill, claim.parts, ({ allowed }) => ({ postType: 'ASK', asked: allowed }));
  takeApplied(ctx, claim.parts, 1);
  const granted = await holdBudget(ctx, source, budgetLinesOf(claim.parts), bill.organizeCode);
  writeFigures(ctx, document, bill, { ...claim, parts: withHeld(claim.parts, granted) }, granted.warnings.length > 0);
}

/** Approved: what was locked and held is offset and used. One that nobody had to approve takes all of it now. */
export async function approveClaim(
  ctx: Command,
  document: ClaimDocument,
  bill: Claim,
  claim: Decided | null,
): Promise<void> {
  const source = budgetSource(document, bill);
  const parts = claim?.parts ?? partsIn(bill.parts);
  const pay = claim === null ? await offsetAsked(ctx, source, bill) : offsetNow(ctx, source, bill, claim);
  moveClaimed(ctx, source, bill, parts, ({ allowed, tax }) => ({
    postType: 'CLAIM',
    asked: claim === null ? negated(allowed) : '0',
    amount: allowed,
    tax,
  }));
  if (claim !== null) takeApplied(ctx, parts, 1);
  const granted = await spendBudget(ctx, source, budgetLinesOf(parts, claim !== null), bill.organizeCode);
  if (claim !== null)
    writeFigures(ctx, document, bill, { ...claim, parts: withHeld(parts, granted) }, granted.warnings.length > 0);
  ctx.later({
    text: `update app.${tableOf(document)} set pay_amount = $2::numeric, pay_flag = $3 where id = $1`,
    values: [bill.id, pay, payFlagFor(pay)],
  });
  await closeApplied(ctx, bill, parts);
}

/** What goes back to applications later is what they held of it now. */
const withHeld = (parts: readonly ClaimPart[], { taken }: Granted): readonly ClaimPart[] =>
  parts.map((part) =>
    part.takes === null ? part : { ...part, takes: { ...part.takes, held: cents(taken.get(part.id) ?? '0') } },
  );

/** Rejected, terminated or withdrawn: everything is as it was before it was sent in. */
export async function giveClaimBack(ctx: Command, document: ClaimDocument, bill: Claim): Promise<void> {
  const source = budgetSource(document, bill);
  const parts = partsIn(bill.parts);
  const { loanLocks } = await ctx.all({
    ...appliedRows(parts),
    ...loanReads(loansOf(bill.applicantCode)),
    ...lockReads('h.doc_id', [bill.id]),
  });
  unlockLoans(
    ctx,
    source,
    bill.applicantCode,
    loanLocks.map(({ loanCode, amount }) => ({ loan: loanCode, amount })),
  );
  moveClaimed(ctx, source, bill, parts, ({ allowed }) => ({ postType: 'BACK', asked: negated(allowed) }));
  takeApplied(ctx, parts, -1);
  await releaseBudget(ctx, source, budgetLinesOf(parts), bill.organizeCode);
}

/** The approval is taken back: loans are owed again, and what was used of budgets is free. */
export async function undoClaim(ctx: Command, document: ClaimDocument, bill: Claim): Promise<void> {
  const source = budgetSource(document, bill);
  const parts = partsIn(bill.parts);
  const { offsets } = await ctx.all({
    ...appliedRows(parts),
    ...loanReads(loansOf(bill.applicantCode)),
    ...offsetReads(bill.id),
  });
  moveLoans(
    ctx,
    source,
    offsets.map(({ loanCode, applicantCode, amount }) => ({ loanCode, applicantCode, postType: 'OFFSET', amount })),
  );
  moveClaimed(ctx, source, bill, parts, ({ allowed, tax }) => ({
    postType: 'UNDO',
    amount: negated(allowed),
    tax: negated(tax),
  }));
  takeApplied(ctx, parts, -1);
  await unuseBudget(ctx, source, budgetLinesOf(parts), bill.organizeCode);
}

/** What was locked is offset, the rest of the lock is free; what is left to pay. */
async function offsetAsked(ctx: Command, source: Source, bill: Claim): Promise<string> {
  const { applicantCode, allowedAmount } = bill;
  const { loanLocks } = await ctx.all({
    ...loanReads(loansOf(applicantCode)),
    ...lockReads('h.doc_id', [bill.id]),
  });
  const locks = loanLocks.map(({ loanCode, amount }) => ({ loan: loanCode, amount }));
  const { parts, freed, pay } = offsetLocked(locks, allowedAmount ?? '0');
  moveLoans(
    ctx,
    source,
    parts.map(({ loan, amount }) => ({
      applicantCode,
      loanCode: loan,
      postType: 'OFFSET',
      amount: negated(amount),
      locked: negated(amount),
    })),
  );
  unlockLoans(ctx, source, applicantCode, freed);
  return pay;
}

function offsetNow(ctx: Command, source: Source, { applicantCode }: Claim, { offset }: Decided): string {
  moveLoans(
    ctx,
    source,
    offset.parts.map(({ loan, amount }) => ({
      applicantCode,
      loanCode: loan,
      postType: 'OFFSET',
      amount: negated(amount),
    })),
  );
  return offset.pay;
}

interface ClaimMove {
  readonly postType: keyof NonNullable<typeof claimLedger.postTypes>;
  readonly asked?: string;
  readonly amount?: string;
  readonly tax?: string;
}

/** The only door to the ledger of what was reimbursed: one entry for each cost. */
export function moveClaimed(
  ctx: Command,
  source: Source,
  { applicantCode, organizeCode }: Claim,
  parts: readonly ClaimPart[],
  moveOf: (part: ClaimPart) => ClaimMove,
): void {
  post(
    ctx,
    claimLedger,
    source,
    parts.flatMap((part) => {
      const { postType, asked = '0', amount = '0', tax = '0' } = moveOf(part);
      if ([asked, amount, tax].every(isZero)) return [];
      const { id: lineId, itemCode, date, deptCode, costSubjectCode, budgetAccountCode, projectCode } = part;
      return [
        {
          applicantCode,
          itemCode,
          month: date.slice(0, 7),
          deptCode: deptCode ?? '',
          changes: { asked, amount, tax },
          postType,
          lineId,
          guards: 'nothing' as const,
          notes: {
            organizeCode,
            costSubjectCode,
            budgetAccountCode,
            projectCode,
            invoiceNumber: part.invoiceNumber,
          },
        },
      ];
    }),
    () => new Error('what was reimbursed has no floor to fall through'),
  );
}

/** Applications are held before any ledger, like all documents. */
export const appliedRows = (parts: readonly ClaimPart[]) => ({
  appliedRows: statement(
    { id: 'uuid' },
    `
      select a.id
      from app.reimbursement_application a
      where a.id = any($1::uuid[])
      order by a.id
      for no key update`,
    [[...new Set(parts.flatMap(({ takes }) => (takes === null ? [] : [takes.docId])))]],
  ),
});

/** How much of an application is claimed, line by line: from the day a claim is sent in until it comes back. */
export function takeApplied(ctx: Command, parts: readonly ClaimPart[], sign: 1 | -1): void {
  const taken = parts.flatMap(({ takes }) => (takes === null ? [] : [takes]));
  if (taken.length === 0) return;
  const values = [
    JSON.stringify(
      taken.map(({ docId, lineId, amount }) => ({
        doc_id: docId,
        line_id: lineId,
        amount: sign === 1 ? amount : negated(amount),
      })),
    ),
  ];
  const given = `
    select t.doc_id, t.line_id, sum(t.amount) as amount
    from jsonb_to_recordset($1::jsonb) as t(doc_id uuid, line_id uuid, amount numeric)
    group by t.doc_id, t.line_id`;
  ctx.later({
    text: `
      update app.reimbursement_application_line l
      set claimed_amount = coalesce(l.claimed_amount, 0) + g.amount
      from (${given}) g
      where l.id = g.line_id and l.parent_id = g.doc_id`,
    values,
  });
  ctx.later({
    text: `
      update app.reimbursement_application a
      set claimed_amount = coalesce(a.claimed_amount, 0) + s.amount
      from (select g.doc_id, sum(g.amount) as amount from (${given}) g group by g.doc_id) s
      where a.id = s.doc_id`,
    values,
  });
}

/** RB006: the first approved claim is the last of its application. */
async function closeApplied(ctx: Command, bill: Claim, parts: readonly ClaimPart[]): Promise<void> {
  const ids = [...new Set(parts.flatMap(({ takes }) => (takes === null ? [] : [takes.docId])))];
  if (ids.length === 0) return;
  const { params, open } = await ctx.all({
    params: paramStatement(['RB006']),
    open: statement(
      { id: 'uuid' },
      `
        select a.id
        from app.reimbursement_application a
        where a.id = any($1::uuid[]) and a.bill_status = '1'`,
      [ids],
    ),
  });
  if (paramIn(params, 'RB006', bill.organizeCode) !== '1' || open.length === 0) return;
  await performWithin(ctx, {
    document: application,
    hooks: applicationService.document,
    verb: 'close',
    ids: open.map(({ id }) => id),
    message: bill.code,
  });
}

/** What was judged anew is written with it. */
export function writeFigures(
  ctx: Command,
  document: ClaimDocument,
  { id, lines }: Claim,
  { total, allowed, tax, offset, parts, isOverPolicy }: Decided,
  isOverBudget: boolean,
): void {
  ctx.later({
    text: `
      update app.${tableOf(document)}
      set total_amount = $2::numeric, allowed_amount = $3::numeric, tax_amount = $4::numeric,
        offset_amount = $5::numeric, pay_amount = $6::numeric, loan_code = $7, loan_name = $7, over_budget = $8,
        over_policy = $9, parts = $10::jsonb
      where id = $1`,
    values: [
      id,
      total,
      allowed,
      tax,
      offset.offset,
      offset.pay,
      offset.parts[0]?.loan ?? null,
      isOverBudget ? '1' : '0',
      isOverPolicy ? '1' : '0',
      JSON.stringify(parts),
    ],
  });
  const [granted, taxes] = [allowedOfLines(parts, lines.length), taxOfLines(parts, lines.length)];
  const why = cutReasonsOfLines(parts, lines.length);
  ctx.later({
    text: `
      update app.${lineTableOf(document)} l
      set allowed_amount = x.allowed, tax_amount = x.tax, cut_reason = x.why
      from jsonb_to_recordset($1::jsonb) as x(id uuid, allowed numeric, tax numeric, why text)
      where l.id = x.id`,
    values: [
      JSON.stringify(lines.map((line, at) => ({ id: line.id, allowed: granted[at], tax: taxes[at], why: why[at] }))),
    ],
  });
}
