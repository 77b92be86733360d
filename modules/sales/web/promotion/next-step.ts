import { compare, isZero, over, plus, round, times } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';
import type { Missing, TraceStep } from '#promotion/model/engine/outcome.ts';
import type { Brought, QuotedHint, QuotedPromotions } from '#sales/model/order/quote.ts';
import { countText, moneyText, piecesText } from './promotion-told.ts';
import { promotionTexts } from './promotion-texts.ts';

/** How far an order is from a step, as the rule counts it: in money where money is missing, in pieces otherwise. */
export interface Way {
  readonly has: string;
  readonly lack: string;
  readonly isMoney: boolean;
}

export function wayTo(missing: Missing, { number, amount }: Pick<TraceStep, 'number' | 'amount'>): Way {
  const isMoney = !isZero(missing.amount);
  return isMoney ? { has: amount, lack: missing.amount, isMoney } : { has: number, lack: missing.number, isMoney };
}

/** Of the whole way, how much is not gone; 1 where nothing was needed. */
export function shareMissing({ has, lack }: Way): string {
  const whole = plus(has, lack);
  return isZero(whole) ? '1' : over(lack, whole);
}
export const percentGone = (way: Way): string => round(times(plus('1', `-${shareMissing(way)}`), '100'), 2);

export interface NextStep {
  readonly hint: QuotedHint;
  readonly way: Way;
}
/** Steps that were tried out, the nearest first: what is said to be missing, bought, reaches it. */
export const nextSteps = ({ hints, trace }: QuotedPromotions): readonly NextStep[] =>
  hints
    .flatMap((hint) => {
      const step = trace.find(({ seq }) => seq === hint.seq);
      return step === undefined ? [] : [{ hint, way: wayTo(hint.missing, step) }];
    })
    .toSorted((a, b) => compare(shareMissing(a.way), shareMissing(b.way)));

const texts: Readonly<Record<Brought['kind'], Label>> = {
  gift: promotionTexts.stepGift,
  off: promotionTexts.stepOff,
  credit: promotionTexts.stepCredit,
  price: promotionTexts.stepPrice,
  choice: promotionTexts.stepChoice,
};
export const stepText = ({ number, productCode, brings }: QuotedHint, names: QuotedPromotions['names']): string =>
  say(texts[brings.kind], {
    number: piecesText(number),
    product: names[productCode] ?? productCode,
    brought: brings.kind === 'gift' ? piecesText(brings.number) : 'amount' in brings ? moneyText(brings.amount) : '',
  });

export const wayText = ({ has, lack, isMoney }: Way): string => {
  // What both are counted in is said once: the bar is narrow.
  const [had, lacks] = isMoney ? [moneyText(has), countText(null, lack)] : [piecesText(has), countText(lack, null)];
  return say(promotionTexts.way, { has: had, lack: lacks });
};
