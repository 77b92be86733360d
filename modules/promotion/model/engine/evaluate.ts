import { attempt, benefitOf } from './attempt.ts';
import type { Outcome, Phase, SkipReason, TraceStep } from './outcome.ts';
import { roundOf, skip, tiersOf, typesOf, type Contender, type Round } from './round.ts';
import type { Activity, Question, RuleType } from './rule.ts';
import { bySize, sum, written } from './scaled.ts';
import { meant } from './scope.ts';
import { entrantOf } from './state.ts';
import { withoutWaived } from './waiver.ts';

/**
 * Promotions of an order, from nothing (B2): what it was before, which gifts it had and in which order it was typed do
 * not matter. Every activity is in the trace: with what it did, or with why it did nothing.
 */
export function evaluate(question: Question): Outcome {
  const beyondBudget = new Set<string>();
  for (;;) {
    const round = roundOf(question);
    const broken = run(round, beyondBudget);
    if (broken === null) return withoutWaived(outcomeOf(round), question);
    // All or nothing per order (B7a): what it did in an earlier phase goes by starting again without it.
    beyondBudget.add(broken);
  }
}

/** The activity whose budget broke on the way; null when the round is good. */
function run(round: Round, beyondBudget: ReadonlySet<string>): string | null {
  for (const activity of round.question.activities.toSorted(byRank)) admit(round, activity, beyondBudget);
  for (const phase of ['A', 'B', 'C'] as const) {
    const broken = runPhase(round, phase);
    if (broken !== null) return broken;
  }
  return null;
}

const byRank = (a: Activity, b: Activity): number => a.priority - b.priority || (a.code < b.code ? -1 : 1);

function admit(round: Round, activity: Activity, beyondBudget: ReadonlySet<string>): void {
  const reason = beyondBudget.has(activity.code) ? 'BUDGET' : refusalOf(activity, round.question);
  const entrant = reason === null ? entrantOf(activity, round.state) : null;
  if (entrant === null || entrant.matched.length === 0) skip(round, activity, { reason: reason ?? 'NO_MATCH' });
  else round.contenders.push({ ...entrant, tiers: tiersOf(activity), isOut: false });
}

/** Why an activity cannot take part at all, whatever is bought. */
export function refusalOf(
  activity: Activity,
  { customer, date, orderType }: Pick<Question, 'customer' | 'date' | 'orderType'>,
): SkipReason | null {
  const { isEnabled, startDate, endDate, orderTypes, scope } = activity;
  if (!isEnabled) return 'DISABLED';
  if ((startDate != null && date < startDate) || (endDate != null && date > endDate)) return 'DATE';
  if (!orderTypes.includes(orderType)) return 'ORDER_TYPE';
  return meant(scope.filter(({ side }) => side === 'customer'))(customer) ? null : 'CUSTOMER_SCOPE';
}

function runPhase(round: Round, phase: Phase): string | null {
  const types = typesOf(phase);
  const own = round.contenders.filter(({ tiers }) => types.some((type) => tiers.has(type)));
  for (const equals of Map.groupBy(own, ({ activity }) => activity.priority).values())
    for (const contender of phase === 'A' ? byBenefit(round, equals, types) : equals)
      for (const type of types) if (!attempt(round, contender, type, phase)) return contender.activity.code;
  return null;
}

/** Of equal priority the one that is worth more comes first, on the lines as they are when their turn comes (6.4.1). */
function byBenefit(round: Round, equals: readonly Contender[], types: readonly RuleType[]): readonly Contender[] {
  if (equals.length < 2) return equals;
  return equals
    .map((contender) => ({ contender, benefit: benefitOf(round, contender, types) }))
    .toSorted((a, b) => bySize(b.benefit, a.benefit))
    .map(({ contender }) => contender);
}

function outcomeOf({ state, contenders, trace, gifts, entitlements, credits, paid }: Round): Outcome {
  const done = new Set(trace.filter(({ result }) => result === 'APPLIED').map(({ activity }) => activity));
  const passed = Map.groupBy(
    trace.filter(({ activity }) => !done.has(activity)),
    ({ activity }) => activity,
  );
  return {
    lines: state.all.map(({ line, price, amount, listed }) => ({
      lineNo: line.lineNo,
      price: written(price, 4),
      amount: written(amount, 2),
      discount: written(listed - amount, 2),
    })),
    gifts,
    entitlements,
    credits,
    skipped: [...passed].map(([activity, steps]) => ({ activity, reason: nearestReason(steps) })),
    usage: contenders
      .filter(({ times }) => times > 0)
      .map(({ activity, times, cost }) => ({ activity: activity.code, times, cost: written(cost, 2) })),
    total: written(sum(state.all.map(({ amount }) => amount)) + paid, 2),
    trace,
  };
}

/** How near an activity came: a rule that lacks a piece says more than one that means other goods. */
const nearness: readonly SkipReason[] = ['BUDGET', 'LIMIT', 'THRESHOLD', 'LOCKED'];
function nearestReason(steps: readonly TraceStep[]): SkipReason {
  const reasons = steps.flatMap(({ reason }) => reason ?? []);
  return nearness.find((reason) => reasons.includes(reason)) ?? reasons[0] ?? 'NO_MATCH';
}
