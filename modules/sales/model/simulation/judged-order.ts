import type { Outcome, TraceStep } from '#promotion/model/engine/outcome.ts';
import type { Question } from '#promotion/model/engine/rule.ts';
import { scaled, sum, type Scaled } from '#promotion/model/engine/scaled.ts';
import { nearPart } from './simulation.ts';

/** What one activity did in one order; of all activities together where none is named. */
export interface Judged {
  readonly isTouched: boolean;
  readonly off: Scaled;
  readonly gifts: Scaled;
  readonly credit: Scaled;
  readonly cost: Scaled;
  /** What counted towards its tier. */
  readonly basis: Scaled;
  /** Lines that counted. */
  readonly lines: readonly number[];
  /** Null below the first tier. */
  readonly ruleNo: number | null;
  /** It means goods of the order, whether it gave or not. */
  readonly isMeant: boolean;
  /** The step to the next tier, where that is near, and how near. */
  readonly near: { readonly number: string; readonly amount: string; readonly gap: number } | null;
  /** Goods may be chosen and are not. */
  readonly hasChoices: boolean;
}

export function judged(
  { trace, usage, credits, entitlements }: Outcome,
  question: Question,
  code: string | null,
): Judged {
  const isOwn = ({ activity }: { readonly activity: string }): boolean => code === null || activity === code;
  const own = trace.filter((step) => isOwn(step) && step.phase !== null);
  const applied = own.filter(({ result }) => result === 'APPLIED');
  const off = sum(
    applied.flatMap(({ effects }) => effects.flatMap((each) => (each.kind === 'off' ? scaled(each.amount) : []))),
  );
  const credit = sum(credits.filter(isOwn).map(({ amount }) => scaled(amount)));
  const cost = sum(usage.filter(isOwn).map((each) => scaled(each.cost)));
  const counted = applied.length > 0 ? applied : own.filter(({ reason }) => reason === 'THRESHOLD');
  const lines = [...new Set(counted.flatMap((step) => step.lines))];
  return {
    isTouched: applied.length > 0,
    off,
    credit,
    gifts: cost - off - credit,
    cost,
    basis: code === null ? listedOf(question, lines) : sum(counted.map(({ amount }) => scaled(amount))),
    lines,
    ruleNo: applied.length === 0 ? null : highest(applied).ruleNo,
    isMeant: counted.length > 0,
    near: code === null ? null : nearest(own),
    hasChoices: entitlements.some((each) => isOwn(each) && each.chosen.length === 0),
  };
}

const listedOf = ({ lines }: Question, numbers: readonly number[]): Scaled =>
  sum(lines.filter(({ lineNo }) => numbers.includes(lineNo)).map(({ amount }) => scaled(amount)));

/** Of several products each has its tier: the highest speaks for the order. */
const highest = (steps: readonly TraceStep[]): TraceStep =>
  steps.reduce((top, step) => (byThreshold(step, top) > 0 ? step : top));

function byThreshold(a: TraceStep, b: TraceStep): number {
  const [x, y] = [scaled(a.leastAmount), scaled(b.leastAmount)];
  if (x !== y) return x < y ? -1 : 1;
  const [m, n] = [scaled(a.leastNumber), scaled(b.leastNumber)];
  return m === n ? (a.ruleNo ?? 0) - (b.ruleNo ?? 0) : m < n ? -1 : 1;
}

function nearest(steps: readonly TraceStep[]): Judged['near'] {
  let found: Judged['near'] = null;
  for (const { missing, amount, number, reason } of steps) {
    if (missing === null || (reason !== null && reason !== 'THRESHOLD')) continue;
    const gap = Math.max(partOf(missing.amount, amount), partOf(missing.number, number));
    if (gap < nearPart && (found === null || gap < found.gap))
      found = { number: missing.number, amount: missing.amount, gap };
  }
  return found;
}

/** How much of the whole way is missing; only compared. */
function partOf(missing: string, reached: string): number {
  const [rest, whole] = [scaled(missing), scaled(missing) + scaled(reached)];
  return whole === 0n ? 0 : Number(rest) / Number(whole); // not money
}
