import { choicesOf } from './choice.ts';
import { effectsOf, joinedChoice, offers, type Offer } from './offer.ts';
import type { Entitlement, Phase, SkipReason } from './outcome.ts';
import { spentOn } from './free-goods.ts';
import { priceOf } from './price-off.ts';
import type { Choice, Rule, RuleType } from './rule.ts';
import { aimed, applied, freeLines, lineNo, skip, timesLeft, told, type Contender, type Round } from './round.ts';
import { scaled, sum, type Scaled } from './scaled.ts';
import { hold, holdersOf, isFree, type Working } from './state.ts';
import { basisOf, missingOf, reachedBy, stepFrom, type Basis, type Tier } from './tier.ts';

interface Attempt {
  readonly round: Round;
  readonly contender: Contender;
  readonly type: RuleType;
  readonly phase: Phase;
  readonly tiers: readonly Tier[];
  /** Lines that somebody else holds, and who. */
  readonly locked: readonly number[];
  readonly heldBy: readonly string[];
}

/** The turn of one activity with its rules of one type. False when its budget broke after it had done something. */
export function attempt(round: Round, contender: Contender, type: RuleType, phase: Phase): boolean {
  const tiers = contender.tiers.get(type);
  if (tiers === undefined || contender.isOut) return true;
  const free = freeLines(contender, phase);
  const held = contender.matched.filter((line) => !isFree(line, contender, phase));
  const heldBy = [...new Set(held.flatMap((line) => holdersOf(line, contender, phase)))];
  const own: Attempt = { round, contender, type, phase, tiers, locked: held.map(lineNo), heldBy };
  if (free.length === 0) {
    skip(round, contender.activity, { ...common(own), reason: 'LOCKED' });
    return true;
  }
  const unreached: Unreached[] = [];
  const before = round.entitlements.length;
  for (const basis of type === 'P001' ? byProduct(free) : [basisOf(free)]) {
    const found = offerOf(own, basis);
    if (typeof found === 'string') unreached.push({ basis, reason: found });
    else if (isWithinBudget(own, found.offer)) take(own, found, basis);
    else if (contender.times > 0) return false;
    else {
      contender.isOut = true;
      skip(round, contender.activity, { ...common(own), ...told(basis), reason: 'BUDGET' });
      return true;
    }
  }
  if (unreached.length > 0) skipUnreached(own, unreached);
  return type !== 'P001' || chooseOnce(own, round.entitlements.splice(before));
}

/** What the products of a single-product rule let one choose, all of them together. False when its budget broke. */
function chooseOnce(own: Attempt, earned: readonly Entitlement[]): boolean {
  const { round, contender, tiers } = own;
  for (const [ruleNo, [first, ...others]] of Map.groupBy(earned, (each) => each.ruleNo)) {
    const rule = tiers.find((tier) => tier.rule.ruleNo === ruleNo)?.rule;
    if (first === undefined || rule === undefined) continue;
    const choices = unspentBy(round, contender, rule);
    const { entitlement, cost } = joinedChoice([first, ...others], rule, {
      choices,
      leftOver: round.question.leftOver,
    });
    const offer = { cost, entitlements: [entitlement] };
    if (!isWithinBudget(own, offer)) return false;
    round.entitlements.push(entitlement);
    if (entitlement.chosen.length > 0) for (const choice of choices) round.spent.add(choice);
    contender.cost += cost;
    contender.spent += spentOn(offer, round.question);
  }
  return true;
}

const unspentBy = ({ question, spent }: Round, { activity }: Contender, rule: Rule): readonly Choice[] =>
  choicesOf(question.choices ?? [], activity, rule).filter((choice) => !spent.has(choice));

interface Unreached {
  readonly basis: Basis;
  readonly reason: SkipReason;
}

const common = ({ type, phase, locked, heldBy }: Attempt) => ({ type, phase, locked, heldBy });

const byProduct = (lines: readonly Working[]): readonly Basis[] =>
  [...Map.groupBy(lines, ({ line }) => line.productCode).values()].map(basisOf);

/** One step for all products that a single-product rule did not reach: the one that came nearest speaks for them. */
function skipUnreached(own: Attempt, unreached: readonly Unreached[]): void {
  const [nearest] = unreached
    .map((each) => ({ ...each, step: each.reason === 'THRESHOLD' ? stepFrom(own.tiers, each.basis) : null }))
    .toSorted((a, b) => (a.step?.gap ?? 2) - (b.step?.gap ?? 2));
  if (nearest === undefined) return;
  const missing = nearest.step === null ? null : missingOf(nearest.step, nearest.basis);
  skip(own.round, own.contender.activity, {
    ...common(own),
    ...told(nearest.basis),
    lines: unreached.flatMap(({ basis }) => basis.lines.map(lineNo)),
    reason: nearest.reason,
    ...aimed(own.tiers, missing?.ruleNo, missing),
  });
}

/** An offer, and the rule that it is told by: the first of those that were reached. */
interface Found {
  readonly offer: Offer;
  readonly ruleNo: number | undefined;
}
function offerOf({ round, contender, type, phase, tiers }: Attempt, basis: Basis): Found | SkipReason {
  const all = reachedBy(tiers, basis);
  if (all.length === 0) return 'THRESHOLD';
  const left = timesLeft(contender);
  if (left <= 0) return 'LIMIT';
  // The nth piece has no tiers: its rows are one schedule.
  const reached = type === 'P007' ? tiers.map(({ rule }) => ({ rule, times: 1 })) : all;
  const capped = reached.map(({ rule, times }) => ({ rule, times: Math.min(times, left) }));
  // What single products let one choose is chosen once they all have been looked at.
  const { leftOver, ...question } = round.question;
  const chosen =
    type === 'P001'
      ? { choices: [] }
      : {
          choices: question.choices?.filter((choice) => !round.spent.has(choice)) ?? [],
          ...(leftOver === undefined ? {} : { leftOver }),
        };
  const offer = offers[type](capped, basis, contender, { ...question, ...chosen });
  // A rate of 100 or a line that costs nothing: nobody gains, so nobody else is kept away.
  return phase === 'A' && offer.cost === 0n ? 'THRESHOLD' : { offer, ruleNo: all[0]?.rule.ruleNo };
}

function isWithinBudget({ round, contender }: Attempt, offer: Parameters<typeof spentOn>[0]): boolean {
  const { budgetLeft } = contender.activity;
  return budgetLeft === null || contender.spent + spentOn(offer, round.question) <= scaled(budgetLeft);
}

function take(own: Attempt, { offer, ruleNo }: Found, basis: Basis): void {
  const { round, contender, phase, tiers } = own;
  const step = timesLeft(contender) > offer.times ? stepFrom(tiers, basis) : null;
  applied(round, contender.activity, {
    ...common(own),
    ...told(basis),
    ...aimed(tiers, ruleNo, step === null ? null : missingOf(step, basis)),
    times: offer.times,
    effects: effectsOf(offer),
  });
  for (const line of phase === 'A' ? offer.repriced.map((each) => each.line) : basis.lines)
    hold(line, contender, phase);
  for (const repriced of offer.repriced) {
    repriced.line.price = priceOf(repriced);
    repriced.line.amount = repriced.amount;
  }
  round.gifts.push(...offer.gifts);
  round.entitlements.push(...offer.entitlements);
  for (const choice of round.question.choices ?? [])
    if (offer.entitlements.some((each) => isTakenBy(each, choice))) round.spent.add(choice);
  round.credits.push(...offer.credits);
  round.paid += offer.paid;
  contender.times += offer.times;
  contender.cost += offer.cost;
  contender.spent += spentOn(offer, round.question);
}

const isTakenBy = ({ activity, ruleNo, chosen }: Entitlement, choice: Choice): boolean =>
  chosen.length > 0 && choice.activity === activity && (choice.ruleNo ?? ruleNo) === ruleNo;

/** What the activity is worth on the lines as they are now. */
export function benefitOf(round: Round, contender: Contender, types: readonly RuleType[]): Scaled {
  const basis = basisOf(freeLines(contender, 'A'));
  return sum(
    types.map((type) => {
      const tiers = contender.tiers.get(type);
      if (tiers === undefined) return 0n;
      const found = offerOf({ round, contender, type, phase: 'A', tiers, locked: [], heldBy: [] }, basis);
      return typeof found === 'string' ? 0n : found.offer.cost;
    }),
  );
}
