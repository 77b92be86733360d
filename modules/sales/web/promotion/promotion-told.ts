import { compare, isZero, over, plus } from '#platform/model/decimal.ts';
import { amount as amountField, price as priceField, quantity } from '#platform/model/field.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { skipReasons, type SkipReason, type TraceStep } from '#promotion/model/engine/outcome.ts';
import { givenWorth } from '#promotion/model/gift-worth.ts';
import { toldTerms, type ToldTerms } from '#promotion/model/told/told-terms.ts';
import type { Waiver } from '#promotion/model/engine/rule.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';
import { kindOf } from './promotion-kinds.ts';
import { appliedTexts, passedTexts, promotionTexts, rateTexts, ruleTypeTexts } from './promotion-texts.ts';

/** What there is to say of an order's promotions: as they are quoted now, or as they were saved. */
export interface PromotionsTold {
  readonly trace: readonly TraceStep[];
  readonly off: string;
  /** Pieces that cost nothing. */
  readonly given: string;
  /** What they count as. */
  readonly worth: string;
  readonly credited: string;
  /** Gifts that were given up, by whom and why. */
  readonly waived: readonly Waiver[];
  readonly terms: Readonly<Record<string, ToldTerms>>;
  /** Activities that are not on that day; of a saved order nobody asks any more. */
  readonly otherDays: QuotedPromotions['otherDays'];
  readonly names: Readonly<Record<string, string>>;
}

export const toldByQuote = ({
  trace,
  off,
  given,
  givenWorth: worth,
  credits,
  waived,
  terms,
  otherDays,
  names,
}: QuotedPromotions): PromotionsTold => ({
  trace,
  off,
  given: plus('0', ...given.filter(({ amount }) => isZero(amount)).map(({ number }) => number)),
  worth,
  credited: plus('0', ...credits.map(({ amount }) => amount)),
  waived,
  terms,
  otherDays,
  names,
});

export const toldByRecord = ({ question, outcome, names }: PromotionRecord): PromotionsTold => ({
  trace: outcome.trace,
  off: plus('0', ...outcome.lines.map(({ discount }) => discount)),
  given: plus(
    '0',
    ...outcome.gifts.map(({ number }) => number),
    ...outcome.entitlements.flatMap(({ chosen }) =>
      chosen.filter(({ amount }) => isZero(amount)).map(({ number }) => number),
    ),
  ),
  worth: givenWorth({ question, outcome }),
  credited: plus('0', ...outcome.credits.map(({ amount }) => amount)),
  waived: outcome.waived ?? [],
  terms: toldTerms(question.activities, outcome.trace),
  otherDays: [],
  names,
});

/** Steps that have to do with a line; null: all of them. */
export const stepsAbout = (trace: readonly TraceStep[], line: number | null): readonly TraceStep[] =>
  line === null
    ? trace
    : trace.filter(({ lines, locked, missing }) => [...lines, ...locked, ...(missing?.lines ?? [])].includes(line));

export const appliedIn = (trace: readonly TraceStep[]): readonly TraceStep[] =>
  trace.filter(({ result }) => result === 'APPLIED');

/** How near a reason leaves one to the activity: pieces can be bought, another customer one cannot become. */
const nearness: readonly SkipReason[] = ['THRESHOLD', 'LOCKED', 'LIMIT', 'BUDGET', 'NO_MATCH'];
const rankOf = (reason: SkipReason): number =>
  nearness.includes(reason) ? nearness.indexOf(reason) : nearness.length + skipReasons.indexOf(reason);

export type PassedStep = TraceStep & { readonly reason: SkipReason };

/** Activities of which nothing applied, each with the step that came nearest, the nearest first. */
export function passedIn(trace: readonly TraceStep[], about = trace): readonly PassedStep[] {
  const done = new Set(appliedIn(trace).map(({ activity }) => activity));
  const passed = about.filter((step): step is PassedStep => step.reason !== null && !done.has(step.activity));
  return [...Map.groupBy(passed, ({ activity }) => activity).values()]
    .flatMap((steps) => steps.toSorted(byNearness).slice(0, 1))
    .toSorted(byNearness);
}
const byNearness = (a: PassedStep, b: PassedStep): number =>
  rankOf(a.reason) - rankOf(b.reason) || compare(shareMissing(a), shareMissing(b)) || a.seq - b.seq;

/** Of what is needed, how much is not there. */
function shareMissing({ missing, number, amount }: TraceStep): string {
  if (missing === null) return '1';
  const [lack, has] = isZero(missing.amount) ? [missing.number, number] : [missing.amount, amount];
  const need = plus(lack, has);
  return isZero(need) ? '1' : over(lack, need);
}

const quantityField = quantity(promotionTexts.given);
const moneyField = amountField(promotionTexts.saved);
export const piecesText = (number: string): string => measureText(number, quantityField);
const pricedField = priceField(promotionTexts.saved);
export const priceText = (price: string): string => measureText(price, pricedField);
export const moneyText = (amount: string): string => measureText(amount, moneyField);

/** 1–3, 5. */
export function linesText(lines: readonly number[]): string {
  const spans: [first: number, last: number][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else spans.push([line, line]);
  }
  const said = spans.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ');
  if (said === '') return '';
  return lines.length === 1 ? say(promotionTexts.line, { line: said }) : say(promotionTexts.lines, { lines: said });
}

/** Pieces, money or both. */
export const countText = (number: string | null, amount: string | null): string =>
  [
    ...(isZero(number ?? '0') ? [] : [say(promotionTexts.pieces, { number: piecesText(number ?? '0') })]),
    ...(isZero(amount ?? '0') ? [] : [say(promotionTexts.money, { amount: moneyText(amount ?? '0') })]),
  ].join(' + ');

/** A rate is no reduction by an amount, though both are one type of rule. */
export const isRate = ({ activity, ruleNo }: TraceStep, terms: PromotionsTold['terms']): boolean =>
  ruleNo !== null && terms[activity]?.rates.includes(ruleNo) === true;

/** What sort of rule a step is of. */
export const typeText = (step: TraceStep, terms: PromotionsTold['terms']): string =>
  step.type === null
    ? ''
    : say(isRate(step, terms) && kindOf(step) === 'discount' ? rateTexts.discount : ruleTypeTexts[step.type]);

export function appliedText(step: TraceStep, terms: PromotionsTold['terms']): string {
  const { type, lines, number, amount, times, leastNumber, leastAmount } = step;
  if (type === null) return '';
  const least = countText(leastNumber, leastAmount);
  return say(isRate(step, terms) ? rateTexts.applied : appliedTexts[type], {
    lines: linesText(lines),
    number: piecesText(number),
    amount: moneyText(amount),
    times,
    least: least === '' ? '' : say(promotionTexts.least, { least }),
  });
}

export function passedText(step: PassedStep, { names, terms }: Pick<PromotionsTold, 'names' | 'terms'>): string {
  const { activity, reason, missing, locked, heldBy } = step;
  if (reason === 'THRESHOLD' && missing === null) return '';
  const own = terms[activity];
  const before = heldBy.flatMap((code) => terms[code]?.priority ?? []);
  // Of equal priority the one that is worth more came first: no number says that.
  const isOutranked = own !== undefined && before.length > 0 && before.every((each) => each < own.priority);
  return say(reason === 'LIMIT' && own?.limitTimes != null ? promotionTexts.usedUp : passedTexts[reason], {
    limit: own?.limitTimes ?? '',
    used: own?.usedTimes ?? '',
    rank: isOutranked ? say(promotionTexts.outranked, { theirs: Math.min(...before), own: own.priority }) : '',
    missing: countText(missing?.number ?? null, missing?.amount ?? null),
    lines: linesText(locked),
    others: heldBy.map((code) => names[code] ?? code).join('、'),
  });
}

/** What an applied step is worth: taken off, given, to be chosen, credited. */
export function worthText({ effects }: TraceStep): string {
  const off = effects.flatMap((effect) => (effect.kind === 'off' ? [effect.amount] : []));
  const given = effects.flatMap((effect) => (effect.kind === 'gift' ? [effect.number] : []));
  const credited = effects.flatMap((effect) => (effect.kind === 'credit' ? [effect.amount] : []));
  return [
    ...(off.length === 0 ? [] : [`−${moneyText(plus('0', ...off))}`]),
    ...(given.length === 0 ? [] : [say(promotionTexts.gives, { number: piecesText(plus('0', ...given)) })]),
    ...(effects.some(({ kind }) => kind === 'choice') ? [say(promotionTexts.choosable)] : []),
    ...(credited.length === 0 ? [] : [say(promotionTexts.credits, { amount: moneyText(plus('0', ...credited)) })]),
  ].join(' ');
}
