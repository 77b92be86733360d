import type { Missing } from './outcome.ts';
import type { Rule } from './rule.ts';
import { bySize, most, quantity, scaled, timesOf, wholes, written, type Scaled } from './scaled.ts';
import type { Working } from './state.ts';

/** What qualifies: pieces and money of lines together. */
export interface Basis {
  readonly lines: readonly Working[];
  readonly number: Scaled;
  readonly amount: Scaled;
}
export function basisOf(lines: readonly Working[]): Basis {
  let number = 0n;
  let amount = 0n;
  for (const line of lines) {
    number += line.number;
    amount += line.amount;
  }
  return { lines, number, amount };
}

/** A rule with its threshold read once: it is asked for every product of every order. */
export interface Tier {
  readonly rule: Rule;
  readonly leastNumber: Scaled;
  readonly leastAmount: Scaled;
  readonly buyNumber: Scaled;
  /** Each so many pieces. */
  readonly each: Scaled;
  readonly repeat: 'once' | 'byNumber' | 'byAmount';
}

export function tierOf(rule: Rule): Tier {
  const leastNumber = scaled(rule.leastNumber);
  const buyNumber = scaled(rule.buyNumber);
  return {
    rule,
    leastNumber,
    leastAmount: scaled(rule.leastAmount),
    buyNumber,
    each: buyNumber > 0n ? buyNumber : leastNumber > 0n ? leastNumber : scaled('1'),
    repeat: repeatOf(rule),
  };
}

/** An exchange says in a field of its own how often; a rate is one time whatever is bought. */
function repeatOf({ policyRuleTypeCode: type, canChangeBuyType, giveDynamicFlag, onSaleType }: Rule): Tier['repeat'] {
  if (type === 'P007' || (type === 'P003' && onSaleType === '1')) return 'once';
  const flag = type === 'P004' || type === 'P005' ? canChangeBuyType : giveDynamicFlag;
  return flag === '1' ? 'byNumber' : flag === '2' ? 'byAmount' : 'once';
}

export interface Reached {
  readonly rule: Rule;
  readonly times: number;
}

/**
 * The tier that applies (6.4.5): of the reached rules those with the greatest threshold, all that share it. A rule that
 * would apply zero times is not reached.
 */
export function reachedBy(tiers: readonly Tier[], basis: Basis): readonly Reached[] {
  const top = topOf(tiers, basis);
  if (top === null) return [];
  return tiers
    .filter((tier) => byThreshold(tier, top) === 0)
    .map((tier) => ({ rule: tier.rule, times: timesIn(tier, basis) }))
    .filter(({ times }) => times > 0);
}

function topOf(tiers: readonly Tier[], basis: Basis): Tier | null {
  let top: Tier | null = null;
  for (const tier of tiers) if (timesIn(tier, basis) > 0 && (top === null || byThreshold(tier, top) > 0)) top = tier;
  return top;
}

const byThreshold = (a: Tier, b: Tier): number =>
  bySize(a.leastAmount, b.leastAmount) || bySize(a.leastNumber, b.leastNumber) || bySize(a.buyNumber, b.buyNumber);

function timesIn({ leastNumber, leastAmount, each, repeat }: Tier, { number, amount }: Basis): number {
  if (number < leastNumber || amount < leastAmount) return 0;
  if (repeat === 'once') return 1;
  return repeat === 'byNumber' ? wholes(number, each) : wholes(amount, leastAmount);
}

/** A step up, and how far it is as a part of the whole way: steps in pieces and in money can be compared. */
export interface Step {
  readonly tier: Tier;
  readonly number: Scaled;
  readonly amount: Scaled;
  readonly gap: number;
}

/** The nearest step: a rule that is not reached, or the next time of the one that is. Null at the top. */
export function stepFrom(tiers: readonly Tier[], basis: Basis): Step | null {
  const reached = topOf(tiers, basis);
  let nearest: Step | null = null;
  for (const tier of tiers) {
    const step = reached !== null && byThreshold(tier, reached) < 0 ? null : stepTo(tier, basis);
    if (step !== null && (nearest === null || step.gap < nearest.gap)) nearest = step;
  }
  return nearest;
}

export const missingOf = ({ tier, number, amount }: Step, { lines }: Basis): Missing => ({
  ruleNo: tier.rule.ruleNo,
  number: quantity(number),
  amount: written(amount, 2),
  lines: lines.map(({ line }) => line.lineNo),
});

function stepTo(tier: Tier, basis: Basis): Step | null {
  const { leastNumber, leastAmount, each, repeat } = tier;
  const now = timesIn(tier, basis);
  if (now > 0 && repeat === 'once') return null;
  const wantedNumber = repeat === 'byNumber' ? most(leastNumber, timesOf(now + 1, each)) : leastNumber;
  const wantedAmount = repeat === 'byAmount' ? timesOf(now + 1, leastAmount) : leastAmount;
  const number = most(wantedNumber - basis.number, 0n);
  const amount = most(wantedAmount - basis.amount, 0n);
  if (number === 0n && amount === 0n) return null;
  return { tier, number, amount, gap: Math.max(partOf(number, wantedNumber), partOf(amount, wantedAmount)) };
}

/** Only compared, never paid. */
function partOf(missing: Scaled, wanted: Scaled): number {
  return wanted === 0n ? 0 : Number(missing) / Number(wanted); // not money
}
