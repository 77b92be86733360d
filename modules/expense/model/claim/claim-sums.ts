import { compare, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { budgetedAmount, deductibleTax, type ClaimInvoiceType } from '#expense/model/policy/deductible-tax.ts';
import { isOverPolicy, judgePolicy, type ClaimedBefore, type PolicyFinding } from '#expense/model/policy/policy.ts';
import type { PolicyRow } from '#expense/model/policy/policy-row.ts';
import type { ClaimInvoice } from './claim-invoice.ts';

/** Which of the four amounts of a travel line it is, or the allowance of the trip; empty of a line that is one cost. */
export type PartKey = '' | 'traffic' | 'hotel' | 'meal' | 'other' | 'allowance';

/** One cost of a claim: what is judged, budgeted and written into the ledger. */
export interface AskedPart {
  readonly id: string;
  /** The line that it stands on; the allowance of a trip stands on none. */
  readonly lineNo: number | null;
  readonly key: PartKey;
  readonly itemCode: string;
  readonly amount: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly areaCode?: string | null;
  readonly cityLevel?: string | null;
  readonly km?: string | null;
  readonly persons?: string | null;
  readonly deptCode: string | null;
  readonly projectCode: string | null;
}

export interface ClaimItem {
  readonly code: string;
  readonly name: string;
  readonly costSubjectCode: string;
  readonly budgetAccountCode: string | null;
  readonly control: string | null;
  readonly needInvoice: string;
  readonly needApplication: string;
  readonly taxFlag: string;
}
export interface ApplicationLine {
  readonly docId: string;
  readonly lineId: string;
  readonly itemCode: string;
  /** What nobody has claimed of it yet. */
  readonly left: string;
}

/** What a cost has of a line of an application. */
export interface Taken {
  readonly docId: string;
  readonly lineId: string;
  readonly amount: string;
  /** What of it the application had held: so much goes back to it. Claims from before say nothing, theirs all was. */
  readonly held?: string;
}
export const heldOf = ({ held, amount }: Taken): string => held ?? amount;

/** A part as it was judged: kept with the claim, so that whatever undoes it undoes exactly that. */
export interface ClaimPart {
  readonly id: string;
  readonly lineNo: number | null;
  readonly itemCode: string;
  readonly costSubjectCode: string | null;
  readonly budgetAccountCode: string | null;
  readonly itemControl: string | null;
  readonly deptCode: string | null;
  readonly projectCode: string | null;
  readonly date: string;
  readonly amount: string;
  readonly allowed: string;
  readonly tax: string;
  /** What it takes of its budget. */
  readonly budget: string;
  readonly invoiceNumber: string | null;
  readonly takes: Taken | null;
  /** What an approver has lowered since, and why. */
  readonly cut?: { readonly from: string; readonly reason: string; readonly name: string };
}

export interface JudgedClaim {
  readonly parts: readonly ClaimPart[];
  readonly findings: readonly PolicyFinding[];
  readonly total: string;
  readonly allowed: string;
  readonly tax: string;
  readonly isOverPolicy: boolean;
}

export interface ClaimGrounds {
  readonly items: readonly ClaimItem[];
  readonly policies: readonly PolicyRow[];
  readonly before: readonly ClaimedBefore[];
  readonly invoices: readonly ClaimInvoice[];
  readonly applied: readonly ApplicationLine[];
  readonly personnelTypeCode: string | null;
  readonly docType: string;
  /** RB005 */
  readonly isNet: boolean;
}

/** What the house grants of a claim, part by part, with the tax that it gets back and what each takes of a budget. */
export function judgeClaim(asked: readonly AskedPart[], grounds: ClaimGrounds): JudgedClaim {
  const { items, policies, before, personnelTypeCode, docType } = grounds;
  const judgement = judgePolicy(
    asked.map(({ itemCode, amount, startDate, endDate, areaCode = null, cityLevel = null, km, persons }) => ({
      itemCode,
      docType,
      personnelTypeCode,
      areaCode,
      cityLevel,
      startDate,
      endDate,
      amount,
      km: km ?? null,
      persons: persons ?? null,
    })),
    policies,
    before,
  );
  const taxes = taxOfParts(asked, grounds);
  const left = new Map(grounds.applied.map((line) => [line, line.left]));
  const parts = asked.map((part, at): ClaimPart => {
    const item = items.find(({ code }) => code === part.itemCode);
    const allowed = judgement.allowed[at] ?? '0.00';
    const tax = cents(lesser(allowed, taxes[at] ?? '0'));
    const numbers = grounds.invoices.filter(({ lineNo }) => lineNo === part.lineNo).map(({ number }) => number);
    return {
      id: part.id,
      lineNo: part.lineNo,
      itemCode: part.itemCode,
      costSubjectCode: item?.costSubjectCode ?? null,
      budgetAccountCode: item?.budgetAccountCode ?? null,
      itemControl: item?.control ?? null,
      deptCode: part.deptCode,
      projectCode: part.projectCode,
      date: part.startDate,
      amount: cents(part.amount),
      allowed,
      tax,
      budget: budgetedAmount(allowed, tax, grounds.isNet),
      invoiceNumber: numbers.length === 0 ? null : numbers.join('、'),
      takes: takenOf(part.itemCode, allowed, left),
    };
  });
  const sum = (of: (part: ClaimPart) => string): string => cents(plus('0', ...parts.map(of)));
  return {
    parts,
    findings: judgement.findings,
    total: sum(({ amount }) => amount),
    allowed: sum(({ allowed }) => allowed),
    tax: sum(({ tax }) => tax),
    isOverPolicy: isOverPolicy(judgement),
  };
}

/** Of the first line of the application that is for this item and has something left: never more than that. */
function takenOf(itemCode: string, allowed: string, left: Map<ApplicationLine, string>): ClaimPart['takes'] {
  for (const [line, rest] of left) {
    const amount = lesser(rest, allowed);
    if (line.itemCode !== itemCode || compare(amount, '0') <= 0) continue;
    left.set(line, minus(rest, amount));
    return { docId: line.docId, lineId: line.lineId, amount: cents(amount) };
  }
  return null;
}

/** Tickets go with what was travelled, whatever else is invoiced with where somebody stayed. */
const fares: ReadonlySet<ClaimInvoiceType> = new Set(['rail', 'air', 'bus', 'ship', 'taxi']);
const homes = (type: ClaimInvoiceType): readonly PartKey[] =>
  fares.has(type) ? ['', 'traffic', 'other', 'hotel', 'meal'] : ['', 'hotel', 'other', 'meal', 'traffic'];

/** The deductible tax of the invoices of a line, on the part that each is for; items that deduct none have none. */
function taxOfParts(
  asked: readonly AskedPart[],
  { items, invoices }: Pick<ClaimGrounds, 'items' | 'invoices'>,
): readonly string[] {
  const taxes = asked.map(() => '0');
  for (const invoice of invoices) {
    const { deductible } = deductibleTax(invoice);
    if (isZero(deductible)) continue;
    const at = homes(invoice.type)
      .map((key) =>
        asked.findIndex((part) => part.lineNo === invoice.lineNo && part.key === key && compare(part.amount, '0') > 0),
      )
      .find((found) => found >= 0);
    const part = at === undefined ? undefined : asked[at];
    if (at === undefined || part === undefined) continue;
    if (items.find(({ code }) => code === part.itemCode)?.taxFlag !== '1') continue;
    taxes[at] = plus(taxes[at], deductible);
  }
  return taxes;
}

/** What each line was granted, in their order. */
export const allowedOfLines = (parts: readonly ClaimPart[], lines: number): readonly string[] =>
  Array.from({ length: lines }, (_line, at) =>
    cents(plus('0', ...parts.filter(({ lineNo }) => lineNo === at + 1).map(({ allowed }) => allowed))),
  );
export const taxOfLines = (parts: readonly ClaimPart[], lines: number): readonly string[] =>
  Array.from({ length: lines }, (_line, at) =>
    cents(plus('0', ...parts.filter(({ lineNo }) => lineNo === at + 1).map(({ tax }) => tax))),
  );
