import type { Phase } from './outcome.ts';
import type { Activity, BoughtLine, Question } from './rule.ts';
import { product, scaled, type Scaled } from './scaled.ts';
import { meant } from './scope.ts';

/** A line on its way through the phases. */
export interface Working {
  readonly line: BoughtLine;
  readonly number: Scaled;
  readonly listed: Scaled;
  price: Scaled;
  amount: Scaled;
  /** Whoever did anything to it. */
  readonly touchedBy: Set<string>;
  readonly lockedBy: Map<Phase, string>;
  exclusiveOf: string | null;
}

/** An activity that may take part, with what it has used of this order so far. */
export interface Entrant {
  readonly activity: Activity;
  /** Lines that its product scope means, in the order of their numbers. */
  readonly matched: readonly Working[];
  times: number;
  cost: Scaled;
}

export interface State {
  /** Those that can earn: bought, not exchanged, at least a part of a piece; by line number. */
  readonly counting: readonly Working[];
  readonly all: readonly Working[];
}

export function stateOf({ lines }: Pick<Question, 'lines'>): State {
  const all = lines
    .map((line): Working => {
      const number = scaled(line.number);
      const price = scaled(line.price);
      const amount = line.amount === undefined ? product(price, number, 2) : scaled(line.amount);
      return {
        line,
        number,
        price,
        amount,
        listed: amount,
        touchedBy: new Set(),
        lockedBy: new Map(),
        exclusiveOf: null,
      };
    })
    .toSorted((a, b) => a.line.lineNo - b.line.lineNo);
  return { all, counting: all.filter(({ line, number }) => isCounting(line) && number > 0n) };
}

const isCounting = ({ lineType, ruleNo }: BoughtLine): boolean => lineType === '0' && ruleNo == null;

export function entrantOf(activity: Activity, { counting }: State): Entrant {
  const rows = activity.scope.filter(({ side }) => side === 'product');
  if (rows.length === 0) return { activity, matched: counting, times: 0, cost: 0n };
  const isMeant = meant(rows);
  const known = new Map<string, boolean>();
  const fits = ({ productCode, facts }: BoughtLine): boolean => {
    const before = known.get(productCode);
    if (before !== undefined) return before;
    const now = isMeant(facts);
    known.set(productCode, now);
    return now;
  };
  return { activity, matched: counting.filter(({ line }) => fits(line)), times: 0, cost: 0n };
}

/** Whether the activity may take the line in this phase (6.4.1, 6.4.4). Its own exclusive lines stay its own. */
export function isFree({ touchedBy, lockedBy, exclusiveOf }: Working, { activity }: Entrant, phase: Phase): boolean {
  if (exclusiveOf !== null && exclusiveOf !== activity.code) return false;
  if (activity.isExclusive) return [...touchedBy].every((code) => code === activity.code);
  return activity.isStackable || !lockedBy.has(phase) || lockedBy.get(phase) === activity.code;
}

/** Who keeps a line from an activity that may not take it. */
export function holdersOf(
  { touchedBy, lockedBy, exclusiveOf }: Working,
  { activity }: Entrant,
  phase: Phase,
): string[] {
  if (exclusiveOf !== null) return [exclusiveOf];
  return activity.isExclusive ? [...touchedBy].filter((code) => code !== activity.code) : [lockedBy.get(phase) ?? ''];
}

export function hold(line: Working, { activity }: Entrant, phase: Phase): void {
  line.touchedBy.add(activity.code);
  if (activity.isExclusive) line.exclusiveOf = activity.code;
  if (!activity.isStackable) line.lockedBy.set(phase, activity.code);
}
