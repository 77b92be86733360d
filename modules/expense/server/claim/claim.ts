import { compare, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import {
  serveDocument,
  type ApprovalHooks,
  type DocumentService,
  type LockedBill,
} from '#platform/server/document/serve.ts';
import { beforePay, beforeUnpay, paidSets, payoutReads, refusePaid, unpaidSets } from '#funds/server/payout.ts';
import { paramIn } from '#system/server/setting/param.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import type { ClaimDocument } from '#expense/model/claim/claim-fields.ts';
import { invoicesIn, type ClaimInvoice } from '#expense/model/claim/claim-invoice.ts';
import { allowedOfLines, judgeClaim, taxOfLines, type JudgedClaim } from '#expense/model/claim/claim-sums.ts';
import { offsetLoans, type Offset } from '#expense/model/loan/loan-offset.ts';
import { overlapping } from '#expense/model/policy/trip.ts';
import { refuseUnapplied } from '#expense/server/application/application-need.ts';
import { foreseeBudget } from '#expense/server/budget/budget-book.ts';
import { budgetSource } from '#expense/server/budget/budget-move.ts';
import { loanFigures, loanReads, loansOf, openLoans, type LoanRow } from '#expense/server/loan/loan-book.ts';
import { policiesIn } from '#expense/server/policy/policy-reads.ts';
import { approveClaim, askClaim, budgetLinesOf, giveClaimBack, undoClaim } from './claim-book.ts';
import { claimFacts } from './claim-cut.ts';
import type { ClaimKind, KindGrounds } from './claim-kind.ts';
import { beforeReads, claimReads, noId, tripReads, type ClaimRows } from './claim-reads.ts';
import { overPolicy, tripOverlaps } from './claim-refusals.ts';
import { freeInvoices, holdInvoices } from './held-invoices.ts';

type Claim = LockedBill<ClaimDocument>;
type Draft = DraftOf<ClaimDocument>;

/** A claim as it is judged today: what it is granted, what of that is offset, and what speaks against it. */
interface Judged extends JudgedClaim {
  readonly invoices: readonly ClaimInvoice[];
  readonly offset: Offset;
  readonly loans: readonly LoanRow[];
  readonly rows: ClaimRows;
}

type Named = typeof selfAuditReads & ReturnType<typeof payoutReads>;

/** The rules of all claims, with what one kind of them has of its own. */
export function serveClaim<OwnDraft>(document: ClaimDocument, kind: ClaimKind<OwnDraft>): DocumentService {
  const judge: Judge = (ctx, claim, isHeld) => judged(ctx, document, kind as ClaimKind<unknown>, claim, isHeld);

  /** What must hold before anybody is asked to decide, or to pay. */
  async function ready(ctx: Command, bill: Claim): Promise<Judged> {
    const claim = await judge(ctx, bill, true);
    refuseUnfit(document, kind, bill, claim);
    refuseOverPolicy(claim);
    await holdInvoices(ctx, document, bill, claim.invoices);
    return claim;
  }

  return serveDocument<ClaimDocument, Named>(document, {
    reads: selfAuditReads,
    verbReads: payoutReads,
    async beforeSave(ctx, draft, _facts, previous) {
      const claim = await judge(ctx, draft, false);
      if (!isStashed(document, draft)) refuseUnfit(document, kind, draft, claim);
      Object.assign(draft, figuresOf(claim), { parts: claim.parts, invoices: claim.invoices, overBudget: '0' });
      writeLines(draft, claim);
      if (isStashed(document, draft)) return draft;
      const source = budgetSource(document, { ...blank, id: previous?.id ?? noId, billDate: draft.billDate });
      const warnings = await foreseeBudget(ctx, source, budgetLinesOf(claim.parts), draft.organizeCode);
      return Object.assign(draft, { overBudget: warnings.length > 0 ? '1' : '0' });
    },
    async afterSave(ctx, bill) {
      if (isStashed(document, bill)) freeInvoices(ctx, [bill.id]);
      else await holdInvoices(ctx, document, bill, invoicesOf(bill));
    },
    afterDelete: freeInvoices,
    before: {
      audit: refuseSelfAudit,
      pay: (ctx, bill, facts) => beforePay(ctx, document, bill, facts),
      unpay: (ctx, bill) => beforeUnpay(ctx, document, bill),
      unaudit(_ctx, bill) {
        refusePaid(bill, document.verbs.unaudit.label);
      },
    },
    after: {
      async audit(ctx, bill) {
        const isAsked = bill.billStatus === document.states.inApproval.code;
        await approveClaim(ctx, document, bill, isAsked ? null : await ready(ctx, bill));
      },
      unaudit: (ctx, bill) => undoClaim(ctx, document, bill),
      cancel(ctx, bill) {
        freeInvoices(ctx, [bill.id]);
      },
      stash(ctx, bill) {
        freeInvoices(ctx, [bill.id]);
      },
      unstash: (ctx, bill) => holdInvoices(ctx, document, bill, invoicesOf(bill)),
    },
    sets: {
      unaudit: () => ({ payFlag: '0' }),
      pay: (_bill, facts) => paidSets(facts),
      unpay: () => unpaidSets,
    },
    approval: approvalOf(document, judge, ready),
  });
}

type Judge = (ctx: Command, claim: Draft | Claim, isHeld: boolean) => Promise<Judged>;
/** Sent in it locks and holds, coming back it gives all of that back; routes ask what exceeds a budget or a policy. */
const approvalOf = (
  document: ClaimDocument,
  judge: Judge,
  ready: (ctx: Command, bill: Claim) => Promise<Judged>,
): ApprovalHooks<ClaimDocument> => ({
  names: { amount: 'number', overBudget: 'boolean', overPolicy: 'boolean' },
  labels: {
    amount: document.head.totalAmount.label,
    overBudget: document.head.overBudget.label,
    overPolicy: document.head.overPolicy.label,
  },
  async values(ctx, bill) {
    const claim = await judge(ctx, bill, false);
    const warnings = await foreseeBudget(
      ctx,
      budgetSource(document, bill),
      budgetLinesOf(claim.parts),
      bill.organizeCode,
    );
    return {
      amount: Number(claim.total), // not money
      overBudget: warnings.length > 0,
      overPolicy: claim.isOverPolicy,
    };
  },
  facts: claimFacts,
  onSubmit: async (ctx, bill) => askClaim(ctx, document, bill, await ready(ctx, bill)),
  async onReturn(ctx, bill) {
    await giveClaimBack(ctx, document, bill);
    freeInvoices(ctx, [bill.id]);
  },
});

const blank = { code: '', rowVersion: 0 };
const invoicesOf = ({ invoices, lines }: Pick<Draft, 'invoices' | 'lines'>): readonly ClaimInvoice[] => {
  const found = invoicesIn(invoices, lines.length);
  return 'reason' in found ? [] : found;
};

/** Figures of the head that follow from what was judged. */
const figuresOf = ({ total, allowed, tax, offset, invoices, isOverPolicy }: Judged) => ({
  totalAmount: plus(total),
  allowedAmount: plus(allowed),
  taxAmount: plus(tax),
  offsetAmount: plus(offset.offset),
  payAmount: plus(offset.pay),
  loanCode: offset.parts[0]?.loan ?? null,
  loanName: offset.parts[0]?.loan ?? null,
  invoiceCount: invoices.length,
  overPolicy: isOverPolicy ? '1' : '0',
});

function writeLines(draft: Draft, { parts, invoices }: Judged): void {
  const [allowed, taxes] = [allowedOfLines(parts, draft.lines.length), taxOfLines(parts, draft.lines.length)];
  draft.lines.forEach((line, at) => {
    const numbers = invoices.filter(({ lineNo }) => lineNo === at + 1).map(({ number }) => number);
    const [only] = parts.filter(({ lineNo }) => lineNo === at + 1);
    Object.assign(line, {
      allowedAmount: plus(allowed[at]),
      taxAmount: plus(taxes[at]),
      // What is written anew is judged anew.
      cutReason: null,
      invoiceNumber: numbers.length === 0 ? null : numbers.join('、').slice(0, 500),
      // Kinds whose lines are several costs have no such fields.
      ...('costSubjectCode' in line
        ? { costSubjectCode: only?.costSubjectCode ?? null, budgetAccountCode: only?.budgetAccountCode ?? null }
        : {}),
    });
  });
}

async function judged(
  ctx: Command,
  document: ClaimDocument,
  kind: ClaimKind<unknown>,
  claim: Draft | Claim,
  isHeld: boolean,
): Promise<Judged> {
  const { applicantCode, applicationCode, organizeCode } = claim;
  const areaCodes = claim.lines.flatMap((line) => ('areaCode' in line ? [String(line.areaCode ?? '')] : []));
  const rows = await ctx.all({
    ...claimReads({ applicantCode, applicationCode, areaCodes, isHeld }),
    ...(isHeld ? loanReads : loanFigures)(loansOf(applicantCode)),
  });
  const [claimant] = rows.claimants;
  const grounds: KindGrounds = {
    items: rows.items,
    policies: policiesIn(rows.policies),
    personnelTypeCode: claimant?.typeCode ?? null,
    param: (code) => paramIn(rows.claimParams, code, organizeCode),
  };
  complete(claim, claimant);
  kind.complete(claim, grounds);
  nameItems(claim, rows);
  const asked = kind
    .parts(claim, grounds)
    .map((part) => ({ ...part, cityLevel: rows.areas.find(({ code }) => code === part.areaCode)?.cityLevel ?? null }));
  const keys = asked.map(({ itemCode, startDate, deptCode }) => ({
    applicantCode,
    itemCode,
    month: startDate.slice(0, 7),
    deptCode: deptCode ?? '',
  }));
  const { before } = await ctx.all(beforeReads(claim.id, keys, isHeld));
  await refuseOverlap(ctx, document, claim);
  const sums = judgeClaim(asked, {
    ...grounds,
    before,
    invoices: checkedInvoices(document, claim),
    applied: rows.applied,
    docType: kind.docType,
    isNet: paramIn(rows.claimParams, 'RB005', organizeCode) === '1',
  });
  return { ...sums, invoices: invoicesOf(claim), offset: offsetOf(claim, sums, rows), loans: rows.loans, rows };
}

/** Whose it is where nobody said so: the claimant's own department, and himself as payee. */
function complete(claim: Draft | Claim, claimant: ClaimRows['claimants'][number] | undefined): void {
  if (claim.deptCode === null)
    Object.assign(claim, { deptCode: claimant?.deptCode ?? null, deptName: claimant?.deptName ?? null });
  claim.payeeName ??= claimant?.name ?? null;
  for (const line of claim.lines)
    if (line.deptCode === null) Object.assign(line, { deptCode: claim.deptCode, deptName: claim.deptName });
}

/** Items that a kind filled in are called by their names, too. */
function nameItems({ lines }: Draft | Claim, { items }: ClaimRows): void {
  for (const line of lines as { itemCode?: string | null; itemName?: string | null }[])
    if (line.itemCode != null) line.itemName ??= items.find(({ code }) => code === line.itemCode)?.name ?? null;
}

/** RB004: open loans come first, all that fits. Else as much as the claimant says, the oldest first all the same. */
function offsetOf(
  claim: Draft | Claim,
  { allowed }: JudgedClaim,
  { claimParams, loans }: ClaimRows & { readonly loans: readonly LoanRow[] },
): Offset {
  const wanted =
    paramIn(claimParams, 'RB004', claim.organizeCode) === '1'
      ? allowed
      : lesser(allowed, compare(claim.offsetAmount ?? '0', '0') > 0 ? (claim.offsetAmount ?? '0') : '0');
  const offset = offsetLoans(openLoans(loans), wanted);
  return { ...offset, pay: cents(minus(allowed, offset.offset)) };
}

function checkedInvoices(document: ClaimDocument, claim: Draft | Claim): readonly ClaimInvoice[] {
  const found = invoicesIn(claim.invoices, claim.lines.length);
  if (!('reason' in found)) return found;
  throw invalidAt([{ path: 'invoices', field: document.head.invoices.label, reason: atRow(found.at, found.reason) }]);
}
const atRow = (at: number, [zhCN, zhTW, en]: Label): Label => [
  `第${at + 1}行${zhCN}`,
  `第${at + 1}行${zhTW}`,
  `row ${at + 1} ${en}`,
];

async function refuseOverlap(ctx: Command, { head }: ClaimDocument, claim: Draft | Claim): Promise<void> {
  if (!('tripStartDate' in head) || !('tripStartDate' in claim) || !('tripEndDate' in claim)) return;
  const span = { startDate: String(claim.tripStartDate), endDate: String(claim.tripEndDate) };
  const { trips } = await ctx.all(tripReads(claim.id, claim.applicantCode, span.startDate, span.endDate));
  const other = overlapping(span, trips);
  if (other !== undefined) throw tripOverlaps({ code: other.code });
}

/** Whether what is claimed can be claimed at all; how much of it is another question. */
function refuseUnfit<OwnDraft>(
  { head, lines }: ClaimDocument,
  kind: ClaimKind<OwnDraft>,
  claim: Draft | Claim,
  { parts, invoices, rows }: Judged,
): void {
  const places: Place[] = [];
  const labels: Fields = lines;
  const atLine = (at: number, key: string, reason: Label): void => {
    places.push({ path: `lines.${at}.${key}`, field: labels[key]?.label ?? head.invoices.label, reason });
  };
  if (claim.deptCode === null) places.push({ path: 'deptCode', field: head.deptCode.label, reason: reasons.required });
  claim.lines.forEach((line, at) => {
    const own = parts.filter(({ lineNo }) => lineNo === at + 1);
    if (own.length === 0 || own.some(({ amount }) => compare(amount, '0') <= 0)) atLine(at, 'amount', reasons.format);
    const items = own.map(({ itemCode }) => rows.items.find(({ code }) => code === itemCode));
    if (items.some((item) => item === undefined)) atLine(at, 'itemCode', reasons.unknown);
    if (items.some((item) => item?.docType != null && item.docType !== kind.docType))
      atLine(at, 'itemCode', reasons.notChosen);
    if (items.some((item) => item?.needInvoice === '1') && !invoices.some(({ lineNo }) => lineNo === at + 1))
      atLine(at, 'invoiceNumber', reasons.required);
    const [from, until] = spanOf(line);
    if (until !== null && from !== null && until < from) atLine(at, 'endDate', reasons.beforeStart);
  });
  places.push(...tripPlaces(head, claim));
  const [applied] = rows.applications;
  const isOther = applied?.applicantCode !== claim.applicantCode && applied?.deptCode !== claim.deptCode;
  if (claim.applicationCode !== null && (applied?.billStatus !== '1' || isOther))
    places.push({ path: 'applicationCode', field: head.applicationCode.label, reason: reasons.notChosen });
  if (places.length > 0) throw invalidAt(places);
  const needed = kind.needsApplication === true ? rows.items.map((item) => ({ ...item, needApplication: '1' })) : null;
  refuseUnapplied(
    parts.map(({ itemCode }) => ({ itemCode, applicationCode: claim.applicationCode })),
    needed ?? rows.items,
  );
}

/** A trip ends after it begins, and so do its legs, within it. */
function tripPlaces(head: Fields, claim: Draft | Claim): Place[] {
  const { tripStartDate, tripEndDate } = claim as { readonly tripStartDate?: string; readonly tripEndDate?: string };
  if (tripStartDate === undefined || tripEndDate === undefined) return [];
  const label = (key: string): Label => head[key]?.label ?? reasons.format;
  if (tripEndDate < tripStartDate)
    return [{ path: 'tripEndDate', field: label('tripEndDate'), reason: reasons.beforeStart }];
  return claim.lines.flatMap((line, at): Place[] => {
    const [from, until] = spanOf(line);
    const isWithin = (from ?? '') >= tripStartDate && (until ?? '') <= tripEndDate;
    return isWithin
      ? []
      : [{ path: `lines.${at}.startDate`, field: label('tripStartDate'), reason: reasons.notChosen }];
  });
}

/** From when until when a line goes, whatever its kind calls that. */
function spanOf(line: object): readonly [string | null, string | null] {
  const said = line as Readonly<Record<string, string | null | undefined>>;
  return [said['startDate'] ?? said['occurDate'] ?? null, said['endDate'] ?? null];
}

/** What a policy forbids is not sent in (E-POLICY). */
function refuseOverPolicy({ findings, rows }: Judged): void {
  const refused = findings.find(({ result }) => result === 'E-POLICY');
  if (refused === undefined) return;
  const item = rows.items.find(({ code }) => code === refused.itemCode)?.name ?? refused.itemCode;
  throw overPolicy({ item, limit: refused.limit ?? '0', claim: refused.claim });
}
