import type { Phase } from './engine/outcome.ts';
import { typesOf } from './engine/round.ts';
import type { Facts, RuleType, ScopeRow } from './engine/rule.ts';
import { holds, meant } from './engine/scope.ts';
import type { Parents } from './facts.ts';

/** What of an activity decides whether it comes across another. */
export interface Planned {
  readonly code: string;
  readonly type: RuleType;
  readonly startDate: string;
  readonly endDate: string;
  readonly priority: number;
  readonly isStackable: boolean;
  readonly isExclusive: boolean;
  readonly orderTypes: readonly string[];
  /** Null: of every organisation. */
  readonly organizeCode: string | null;
  readonly scope: readonly ScopeRow[];
}

/** What is known of the codes that scopes name: what lies above them, and what single goods and customers are. */
export interface KnownCodes {
  readonly parents: Parents;
  /** By `material/PT001` and `customer/C1`. */
  readonly facts: ReadonlyMap<string, Facts>;
}

/** Why the first of two comes first, as the engine decides it (6.4). */
export type DecidedBy = 'phase' | 'priority' | 'benefit' | 'code';

export interface Meeting {
  /**
   * The code of the one that takes its lines first; of `benefit` the one that does so where both are worth the same.
   */
  readonly first: string;
  readonly second: string;
  readonly from: string;
  readonly to: string;
  readonly decidedBy: DecidedBy;
  /** Where the first applied, the second does not. */
  readonly isConflict: boolean;
}

/**
 * Activities that meet on a day, for a customer, on a product. Scopes are compared by their codes: whether a brand and
 * a class have goods in common nobody asks, they count as meeting. A warning too many is read, one too few costs money.
 */
export function meetingsOf(activities: readonly Planned[], known: KnownCodes): readonly Meeting[] {
  const all = activities.map((plan) => ({ plan, sides: sidesOf(plan.scope) }));
  const meetings: Meeting[] = [];
  for (const [at, a] of all.entries())
    for (const b of all.slice(at + 1)) {
      const days = daysOfBoth(a.plan, b.plan);
      if (days === null || !isForTheSameOrders(a.plan, b.plan)) continue;
      if (!sideNames.every((side) => canMeet(a.sides[side], b.sides[side], known))) continue;
      meetings.push({ ...rankOf(a.plan, b.plan), ...days, isConflict: isConflict(a.plan, b.plan) });
    }
  return meetings;
}

/** Whether one keeps lines from the other: one per phase unless either is stackable, none beside an exclusive one. */
export const isConflict = (a: Planned, b: Planned): boolean =>
  a.isExclusive || b.isExclusive || (phaseOf(a.type) === phaseOf(b.type) && !a.isStackable && !b.isStackable);

/** Prices before gifts before credit; then the smaller priority; of prices the one worth more; then the code. */
export function rankOf(a: Planned, b: Planned): Pick<Meeting, 'first' | 'second' | 'decidedBy'> {
  const byPhase = phases.indexOf(phaseOf(a.type)) - phases.indexOf(phaseOf(b.type));
  const byPriority = a.priority - b.priority;
  const order = byPhase || byPriority || (a.code < b.code ? -1 : 1);
  const [first, second] = order < 0 ? [a, b] : [b, a];
  return {
    first: first.code,
    second: second.code,
    decidedBy: byPhase !== 0 ? 'phase' : byPriority !== 0 ? 'priority' : phaseOf(a.type) === 'A' ? 'benefit' : 'code',
  };
}

const phases: readonly Phase[] = ['A', 'B', 'C'];
const phaseOf = (type: RuleType): Phase => phases.find((phase) => typesOf(phase).includes(type)) ?? 'A';

function daysOfBoth(a: Planned, b: Planned): Pick<Meeting, 'from' | 'to'> | null {
  const from = a.startDate > b.startDate ? a.startDate : b.startDate;
  const to = a.endDate < b.endDate ? a.endDate : b.endDate;
  return from > to ? null : { from, to };
}

const isForTheSameOrders = (a: Planned, b: Planned): boolean =>
  a.orderTypes.some((type) => b.orderTypes.includes(type)) &&
  (a.organizeCode === null || b.organizeCode === null || a.organizeCode === b.organizeCode);

const sideNames = ['customer', 'product'] as const;
/** A dimension of single records that are known by what else they are. */
const recordOf = { customer: 'customer', product: 'material' } as const;
/** What an order says of itself, whatever its customer is: it excludes no customer. */
const saidByOrders: ReadonlySet<string> = new Set(['channel', 'saleType', 'shop']);

interface Side {
  readonly record: string;
  readonly included: ReadonlyMap<string, ReadonlySet<string>>;
  readonly excluded: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a single record of known facts is meant. */
  readonly isMeant: (facts: Facts) => boolean;
}

const sidesOf = (scope: readonly ScopeRow[]): Readonly<Record<ScopeRow['side'], Side>> => ({
  customer: sideOf(scope, 'customer'),
  product: sideOf(scope, 'product'),
});

function sideOf(scope: readonly ScopeRow[], side: ScopeRow['side']): Side {
  const rows = scope.filter((row) => row.side === side);
  return {
    record: recordOf[side],
    included: codesBy(rows.filter(({ isExcluded }) => isExcluded !== true)),
    excluded: codesBy(rows.filter(({ isExcluded }) => isExcluded === true)),
    isMeant: meant(rows.filter(({ dimension }) => !saidByOrders.has(dimension))),
  };
}

const codesBy = (rows: readonly ScopeRow[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...Map.groupBy(rows, ({ dimension }) => dimension)].map(([dimension, own]) => [
      dimension,
      new Set(own.map(({ code }) => code)),
    ]),
  );

function canMeet(a: Side, b: Side, known: KnownCodes): boolean {
  const dimensions = new Set([...a.included.keys(), ...b.included.keys()]);
  return [...dimensions].every((dimension) => hasCommonCode(a, b, dimension, known)) && hasCommonRecord(a, b, known);
}

/** A code of the dimension that both mean; where one names none, one of the other that is not excluded. */
function hasCommonCode(a: Side, b: Side, dimension: string, { parents }: KnownCodes): boolean {
  const [own, other] = [a.included.get(dimension), b.included.get(dimension)];
  const isOut = (facts: Facts): boolean =>
    [a, b].some(({ excluded }) => holds(facts, dimension, excluded.get(dimension) ?? none));
  const isIn = (facts: Facts): boolean =>
    [own, other].every((codes) => codes === undefined || holds(facts, dimension, codes));
  return [...new Set([...(own ?? none), ...(other ?? none)])].some((code) => {
    const facts = { [dimension]: pathOf(parents, dimension, code) };
    return isIn(facts) && !isOut(facts);
  });
}
const none: ReadonlySet<string> = new Set();

/** Goods and customers that are named one by one are asked what else they are. */
function hasCommonRecord(a: Side, b: Side, { facts }: KnownCodes): boolean {
  return [a, b].every((side) => {
    const named = [...(side.included.get(side.record) ?? none)];
    if (named.length === 0) return true;
    return named.some((code) => {
      const own = facts.get(`${side.record}/${code}`);
      return own === undefined || (a.isMeant(own) && b.isMeant(own));
    });
  });
}

/** A code and all above it; a tree that was bent into a circle is followed once. */
function pathOf(parents: Parents, tree: string, code: string): readonly string[] {
  const path = new Set<string>();
  for (let at: string | undefined = code; at !== undefined && !path.has(at); at = parents.get(`${tree}/${at}`))
    path.add(at);
  return [...path];
}
