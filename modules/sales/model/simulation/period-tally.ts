import { daysBetween } from './days-between.ts';
import type { Outcome } from '#promotion/model/engine/outcome.ts';
import type { Question, Rule } from '#promotion/model/engine/rule.ts';
import { most, product, scaled, sum, type Scaled } from '#promotion/model/engine/scaled.ts';
import { judged, type Judged } from './judged-order.ts';
import {
  addJudged,
  breakEvenOf,
  byCost,
  byReplaced,
  emptySum,
  money,
  tiersOf,
  topRows,
  touchedOf,
  type Margin,
  type Sum,
} from './simulation-sum.ts';
import type { Change, PeriodSimulation, SimulatedActivity, SimulatedOrder } from './simulation.ts';

/** The rules as they are, or changed. */
export interface Scenario {
  readonly change: Change | null;
  readonly rules: readonly Rule[];
}

/** A past order, and what it took of activities when it was audited. */
export interface TriedOrder {
  readonly id: string;
  readonly code: string;
  readonly billDate: string;
  readonly customerCode: string;
  readonly customerName: string | null;
  readonly used: readonly { readonly activity: string; readonly cost: string }[];
}

export interface TallyAsked {
  readonly from: string;
  readonly to: string;
  /** The activity that is tried; null: all that run. */
  readonly code: string | null;
  readonly isTogether: boolean;
  readonly names: Readonly<Record<string, string>>;
  /** The first are the rules as they are. */
  readonly scenarios: readonly Scenario[];
  readonly may: { readonly cost: boolean; readonly orders: boolean };
}

export interface Tally {
  /** What came of an order in a scenario; `costOf` a piece, where it is known. */
  add(
    at: number,
    order: TriedOrder,
    result: { readonly question: Question; readonly outcome: Outcome },
    costOf: (productCode: string) => string | undefined,
  ): void;
  answer(counted: number): Omit<PeriodSimulation, 'activity'>;
}

interface OfActivity {
  readonly sum: Sum;
  gave: Scaled;
  displaced: number;
}
interface Sums {
  readonly total: Sum;
  readonly customers: Set<string>;
  readonly tiers: Map<number | null, Sum>;
  readonly days: Map<string, Scaled>;
  readonly activities: Map<string, OfActivity>;
  readonly alternatives: readonly Sum[];
  readonly rows: { readonly row: SimulatedOrder; readonly gap: number | null }[];
  readonly margin: Margin;
  replaced: Scaled;
  replacing: number;
  gave: Scaled;
  choices: number;
}

export function periodTally(asked: TallyAsked): Tally {
  const sums: Sums = {
    total: emptySum(),
    customers: new Set(),
    tiers: new Map(),
    days: new Map(daysBetween(asked.from, asked.to).map((day) => [day, 0n])),
    activities: new Map(),
    alternatives: asked.scenarios.slice(1).map(emptySum),
    rows: [],
    margin: { sold: 0n, cost: 0n, all: 0n },
    replaced: 0n,
    replacing: 0,
    gave: 0n,
    choices: 0,
  };
  return {
    add(at, order, { question, outcome }, costOf) {
      const own = judged(outcome, question, asked.code);
      const alternative = sums.alternatives[at - 1];
      if (alternative !== undefined) {
        if (own.isTouched) addJudged(alternative, own);
        return;
      }
      const replaced =
        asked.isTogether && asked.code !== null ? replacedIn(order, { question, outcome }, asked.code, own) : [];
      addOrder(sums, order, own, sum(replaced.map(({ worth }) => worth)));
      addActivities(sums, order, { question, outcome }, replaced);
      if (own.isTouched) addMargin(sums.margin, question, own, costOf);
    },
    answer: (counted) => answerOf(asked, sums, counted),
  };
}

interface Replaced {
  readonly activity: string;
  readonly worth: Scaled;
}

/**
 * What others gave then and do not give beside the activity; those that have ended since took no part in the trial and
 * are nobody's loss. What an earlier version of the activity itself gave is replaced whole.
 */
function replacedIn(
  { used }: TriedOrder,
  { question, outcome }: { readonly question: Question; readonly outcome: Outcome },
  code: string,
  { isTouched }: Judged,
): readonly Replaced[] {
  const open = new Set(question.activities.map((activity) => activity.code));
  const now = new Map(outcome.usage.map(({ activity, cost }) => [activity, scaled(cost)]));
  return used.flatMap(({ activity, cost }): Replaced[] => {
    if (activity === code) return [{ activity, worth: scaled(cost) }];
    const worth = most(0n, scaled(cost) - (now.get(activity) ?? 0n));
    return isTouched && open.has(activity) && worth > 0n ? [{ activity, worth }] : [];
  });
}

function addOrder(sums: Sums, order: TriedOrder, own: Judged, replaced: Scaled): void {
  const gave = sum(order.used.map(({ cost }) => scaled(cost)));
  if (own.isTouched) {
    addJudged(sums.total, own);
    sums.customers.add(order.customerCode);
    sums.gave += gave;
    sums.days.set(order.billDate, (sums.days.get(order.billDate) ?? 0n) + own.cost);
  }
  if (own.isMeant) {
    const tier = sums.tiers.get(own.ruleNo) ?? emptySum();
    addJudged(tier, own);
    sums.tiers.set(own.ruleNo, tier);
  }
  sums.replaced += replaced;
  if (replaced > 0n) sums.replacing += 1;
  if (own.hasChoices) sums.choices += 1;
  if (!own.isTouched && own.near === null && replaced === 0n) return;
  const { id, code, billDate, customerCode, customerName } = order;
  sums.rows.push({
    gap: own.near?.gap ?? null,
    row: {
      id,
      code,
      billDate,
      customerCode,
      customerName: customerName ?? customerCode,
      basis: money(own.basis),
      ruleNo: own.ruleNo,
      missing: own.near === null ? null : { number: own.near.number, amount: own.near.amount },
      cost: money(own.cost),
      gave: money(gave),
      replaced: money(replaced),
    },
  });
}

function addActivities(
  { activities }: Sums,
  { used }: TriedOrder,
  { question, outcome }: { readonly question: Question; readonly outcome: Outcome },
  replaced: readonly Replaced[],
): void {
  const of = (code: string): OfActivity => {
    const known = activities.get(code) ?? { sum: emptySum(), gave: 0n, displaced: 0 };
    activities.set(code, known);
    return known;
  };
  for (const { activity } of outcome.usage) addJudged(of(activity).sum, judged(outcome, question, activity));
  for (const { activity, cost } of used) of(activity).gave += scaled(cost);
  for (const { activity } of replaced) of(activity).displaced += 1;
}

function addMargin(
  margin: Margin,
  { lines }: Question,
  own: Judged,
  costOf: (productCode: string) => string | undefined,
): void {
  for (const { lineNo, productCode, number, amount } of lines) {
    if (!own.lines.includes(lineNo)) continue;
    const cost = costOf(productCode);
    margin.all += scaled(amount);
    if (cost === undefined) continue;
    margin.sold += scaled(amount);
    margin.cost += product(scaled(cost), scaled(number), 2);
  }
}

function answerOf(asked: TallyAsked, sums: Sums, counted: number): Omit<PeriodSimulation, 'activity'> {
  const { total, rows } = sums;
  const near = rows.filter(({ gap }) => gap !== null);
  const net = total.cost - sums.replaced;
  const gaps = new Map(near.map(({ row, gap }) => [row, -(gap ?? 0)]));
  return {
    mode: 'period',
    from: asked.from,
    to: asked.to,
    isTogether: asked.isTogether,
    counted,
    total: {
      ...touchedOf(total),
      customers: sums.customers.size,
      replaced: money(sums.replaced),
      net: money(net),
      gave: money(sums.gave),
      choices: sums.choices,
      near: near.length,
      replacing: sums.replacing,
    },
    ...(asked.may.cost ? { breakEven: breakEvenOf(sums.margin, total.sales, net) } : {}),
    days: [...sums.days].map(([date, cost]) => ({ date, cost: money(cost) })),
    tiers: asked.code === null ? [] : tiersOf(asked.scenarios[0]?.rules ?? [], sums.tiers),
    ...(asked.may.orders
      ? {
          orders: {
            costliest: topRows(
              rows.flatMap(({ row }) => (scaled(row.cost) > 0n || row.ruleNo !== null ? row : [])),
              byCost,
            ),
            replacing: topRows(
              rows.flatMap(({ row }) => (scaled(row.replaced) > 0n ? row : [])),
              byReplaced,
            ),
            near: topRows([...gaps.keys()], (row) => gaps.get(row) ?? 0),
          },
        }
      : {}),
    alternatives: sums.alternatives.flatMap((own, at) => {
      const { change, rules } = asked.scenarios[at + 1] ?? { change: null, rules: [] };
      return change === null ? [] : [{ ...touchedOf(own), change, rules }];
    }),
    activities: [...sums.activities]
      .map(([code, own]): SimulatedActivity => ({
        ...touchedOf(own.sum),
        code,
        name: asked.names[code] ?? code,
        gave: money(own.gave),
        displaced: own.displaced,
      }))
      .toSorted((a, b) => bySize(scaled(b.cost), scaled(a.cost)) || (a.code < b.code ? -1 : 1)),
  };
}

const bySize = (a: Scaled, b: Scaled): number => (a === b ? 0 : a < b ? -1 : 1);
