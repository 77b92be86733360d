import { compare, decimalPattern, lesser } from '#platform/model/decimal.ts';
import { reasons } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { cents } from '#platform/model/share.ts';
import { budgetedAmount } from '#expense/model/policy/deductible-tax.ts';
import { heldOf, type ClaimPart, type Taken } from './claim-sums.ts';

/** One cost of a claim as its approver sees it. */
export interface ClaimCost {
  readonly id: string;
  readonly lineNo: number | null;
  readonly itemName: string;
  readonly date: string;
  readonly amount: string;
  readonly allowedAmount: string;
  readonly cutReason: string | null;
}

/** What an approver leaves of one cost of a claim, and why. */
export interface Cut {
  readonly id: string;
  readonly allowed: string;
  readonly reason: string;
  /** What the cost is called: a leg of a trip is several. */
  readonly name: string;
}

/** Why a cost cannot be left so much of; null where it can. What was granted is lowered and never raised. */
export function cutFault(part: ClaimPart | undefined, allowed: string): Label | null {
  if (part === undefined) return reasons.unknown;
  const isFigure = decimalPattern.test(allowed) && compare(allowed, '0') >= 0 && compare(cents(allowed), allowed) === 0;
  return isFigure && compare(allowed, part.allowed) < 0 ? null : reasons.format;
}

/**
 * Costs after an approver has lowered some of them: no more tax is deducted than is paid, and no more is taken of
 * budget and application than is granted (LN04).
 */
export function cutParts(parts: readonly ClaimPart[], cuts: readonly Cut[]): readonly ClaimPart[] {
  return parts.map((part) => {
    const cut = cuts.find(({ id }) => id === part.id);
    if (cut === undefined) return part;
    const allowed = cents(cut.allowed);
    const tax = cents(lesser(part.tax, allowed));
    // Where a budget bears the whole amount, tax was not taken off it before either.
    const isNet = compare(part.budget, part.allowed) < 0;
    const { takes } = part;
    return {
      ...part,
      allowed,
      tax,
      budget: budgetedAmount(allowed, tax, isNet),
      takes: takes === null ? null : cutTaken(takes, allowed),
      cut: { from: part.cut?.from ?? part.allowed, reason: cut.reason, name: cut.name },
    };
  });
}

/** As if no more had been claimed from the first. */
const cutTaken = (takes: Taken, allowed: string): Taken => ({
  ...takes,
  amount: cents(lesser(takes.amount, allowed)),
  held: cents(lesser(heldOf(takes), allowed)),
});

/** Why less than was claimed is granted, line by line. What stands on no line is told on the first. */
export const cutReasonsOfLines = (parts: readonly ClaimPart[], lines: number): readonly (string | null)[] =>
  Array.from({ length: lines }, (_line, at) => {
    const own = parts.filter(({ lineNo }) => (lineNo ?? 1) === at + 1);
    const told = own.flatMap(({ cut }) =>
      cut === undefined ? [] : [own.length === 1 ? cut.reason : `${cut.name}：${cut.reason}`],
    );
    return told.length === 0 ? null : told.join('；').slice(0, 500);
  });
