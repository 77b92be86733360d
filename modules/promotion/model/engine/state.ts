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
  /** Of its budget: the same, but for gifts that are counted at cost. */
  spent: Scaled;
}

export interface State {
  /** Those that can earn: bought, not exchanged, at least a part of a piece; by line number. */
  readonly counting: readonly Working[];
  readonly all: readonly Working[];
  /** Counting lines by what they are, as `dimension/code`: a thousand activities would ask every line otherwise. */
  readonly byFact: ReadonlyMap<string, readonly Working[]>;
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
  const counting = all.filter(({ line, number }) => isCounting(line) && number > 0n);
  return { all, counting, byFact: factsOf(counting) };
}

function factsOf(lines: readonly Working[]): State['byFact'] {
  const byFact = new Map<string, Working[]>();
  for (const working of lines)
    for (const [dimension, codes] of Object.entries(working.line.facts))
      for (const code of codes) {
        const known = byFact.get(`${dimension}/${code}`);
        if (known === undefined) byFact.set(`${dimension}/${code}`, [working]);
        else known.push(working);
      }
  return byFact;
}

const isCounting = ({ lineType, ruleNo }: BoughtLine): boolean => lineType === '0' && ruleNo == null;

export const entrantOf = (activity: Activity, state: State): Entrant => ({
  activity,
  matched: matchedBy(activity, state),
  times: 0,
  cost: 0n,
  spent: 0n,
});

/** Lines that an activity means. Whoever is in a dimension that it names has one of its codes: only these are asked. */
export function matchedBy({ scope }: Activity, { counting, byFact }: State): readonly Working[] {
  const rows = scope.filter(({ side }) => side === 'product');
  if (rows.length === 0) return counting;
  const dimension = rows.find(({ isExcluded }) => isExcluded !== true)?.dimension;
  const isMeant = meant(rows);
  if (dimension === undefined) return counting.filter(({ line }) => isMeant(line.facts));
  const named = new Set(
    rows.flatMap((row) =>
      row.isExcluded === true || row.dimension !== dimension ? [] : (byFact.get(`${dimension}/${row.code}`) ?? []),
    ),
  );
  return [...named].filter(({ line }) => isMeant(line.facts)).toSorted((a, b) => a.line.lineNo - b.line.lineNo);
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
