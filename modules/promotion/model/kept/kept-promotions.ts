import { compare, cut, greater, isZero, lesser, minus, negated, over, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import type { PriceStep } from '#price/model/price-trace.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import { leftOverUsed, restsOf, type Rest } from '#promotion/model/engine/left-over.ts';
import type { Entitlement, Outcome } from '#promotion/model/engine/outcome.ts';
import type { BoughtLine, Choice, Question } from '#promotion/model/engine/rule.ts';

/** What an order was promoted by: all that was asked then, and the goods that rules gave. */
export interface SoldPromotion {
  readonly question: Question;
  readonly outcome: Outcome;
  /** Bought lines by the number that the question knows them by. */
  readonly lineNos: ReadonlyMap<string, number>;
  readonly gifts: readonly SoldGift[];
}

export interface SoldGift {
  readonly id: string;
  readonly activity: string;
  readonly ruleNo: number;
  readonly productCode: string;
  /** What a piece costs that was not earned: its normal price. */
  readonly price: string;
  /** Goods of an exchange: they are paid for, and beyond what is earned at their normal price (RT15, RT16). */
  readonly isPaid: boolean;
}

/** How much of a bought line counts, and its price where the book gives another for so many. */
export interface KeptLine {
  readonly id: string;
  readonly number: string;
  readonly again: { readonly price: string; readonly amount: string; readonly trace: readonly PriceStep[] } | null;
}

export interface KeptPromotions {
  /** What all that counts of a line costs now; null where its pieces cost what they were sold for. */
  amountOf(id: string): string | null;
  readonly exchanged: string;
  readonly giftCharge: string;
  readonly earned: ReadonlyMap<string, string>;
  readonly credit: string;
  /** What the order leaves to choose for later ones, or has of what earlier ones left (SD029). */
  readonly rests: readonly Rest[];
}

/** How many pieces of a gift line the customer has, and how many may still come to him. */
export interface KeptGift {
  readonly had: string;
  readonly toCome: string;
}

/**
 * The promotions of an order evaluated on what is kept of it, by its own rules. What was picked and may still come is
 * earned like what has come, and only what the customer has is charged; a gift that was charged once stays charged by
 * being kept (A10a).
 */
export function keptPromotions(
  { question, outcome: sold, lineNos, gifts }: SoldPromotion,
  kept: readonly KeptLine[],
  giftOf: (id: string) => KeptGift,
): KeptPromotions {
  const byNo = new Map(kept.map((line) => [lineNos.get(line.id) ?? 0, line]));
  // What was given up is no line of the order: it neither becomes due nor makes what was given less earned (SD024).
  const asked = {
    ...withOwnRoom(termsOf(question, sold), sold),
    waivers: [],
    lines: keptLines(question, (lineNo) => byNo.get(lineNo)),
  };
  const picked = gifts.filter((gift) => isPicked(sold, gift));
  const choices = picked.map((gift) => {
    const { had, toCome } = giftOf(gift.id);
    // Goods that are paid for are kept from the order on, as what is bought is.
    return choiceOf(question, gift, gift.isPaid ? had : plus(had, toCome));
  });
  const fitting = fitted(choices, evaluate({ ...asked, choices: [] }).entitlements);
  const now = evaluate({ ...asked, choices: fitting.filter(({ number }) => !isZero(number)) });
  const fits = new Map(fitting.map(({ number }, at) => [picked[at], number]));
  const earned = gifts.map((gift) => ({ gift, number: fits.get(gift) ?? givenNow(now, gift) }));
  const chargeOf = (isPaid: boolean): string =>
    plus(
      ...earned
        .filter(({ gift }) => gift.isPaid === isPaid)
        .map(({ gift, number }) => cents(times(greater(minus(giftOf(gift.id).had, number), '0'), gift.price))),
    );
  const before = new Map(sold.lines.map((line) => [line.lineNo, line]));
  const after = new Map(now.lines.map((line) => [line.lineNo, line]));
  const numbers = new Map(kept.map(({ id, again }) => [id, again]));
  return {
    amountOf(id) {
      const lineNo = lineNos.get(id) ?? 0;
      const [was, is] = [before.get(lineNo), after.get(lineNo)];
      if (was === undefined || is === undefined) return null;
      const isAsSold = compare(was.price, is.price) === 0 && numbers.get(id) === null;
      return isAsSold ? null : is.amount;
    },
    exchanged: plus(...now.entitlements.flatMap(({ chosen }) => chosen.map(({ amount }) => amount)), chargeOf(true)),
    giftCharge: chargeOf(false),
    earned: new Map(earned.map(({ gift, number }) => [gift.id, number])),
    credit: plus(...now.credits.map(({ amount }) => amount)),
    rests: restsOf({ entitlements: now.entitlements.map((each) => withoutWaivedRoom(each, asked, sold)) }),
  };
}

/**
 * What the order was sold on. An activity whose budget did not hold then took no part (B7a): it gives nothing to a
 * smaller order either, and keeps no line from those that gave.
 */
export function termsOf(question: Question, { skipped }: Outcome): Question {
  const beyond = new Set(skipped.filter(({ reason }) => reason === 'BUDGET').map(({ activity }) => activity));
  return { ...question, activities: question.activities.filter(({ code }) => !beyond.has(code)) };
}

/** Of what earlier orders had left only what this one chose is its own: others have had the rest since. */
export function withOwnRoom({ leftOver: _then, ...question }: Question, sold: Outcome): Question {
  const leftOver = leftOverUsed(sold);
  return leftOver === undefined ? question : { ...question, leftOver };
}

/** What was chosen and given up is not chosen again: it is not left for later orders. */
function withoutWaivedRoom(
  entitlement: Entitlement,
  { choices = [] }: Pick<Question, 'choices'>,
  { waived = [] }: Outcome,
): Entitlement {
  const { rest, leftOver, ...own } = entitlement;
  const gone = waived.filter(isOf(own));
  if (rest === undefined || gone.length === 0) return entitlement;
  const priceOf = (productCode: string): string =>
    choices.find(
      (choice) => isOf(own)({ ...choice, ruleNo: choice.ruleNo ?? own.ruleNo }) && choice.productCode === productCode,
    )?.price ?? '0';
  const lowered = (left: string | null, by: string, before: string | null | undefined): string | null =>
    left === null ? null : lesser(left, greater(minus(left, by), negated(before ?? '0')));
  return {
    ...entitlement,
    rest: {
      number: lowered(rest.number, plus('0', ...gone.map(({ number }) => number)), leftOver?.number),
      amount: lowered(
        rest.amount,
        plus('0', ...gone.map(({ number, productCode }) => cents(times(number, priceOf(productCode))))),
        leftOver?.amount,
      ),
    },
  };
}

/** The lines that were asked about, as many pieces of each as count; those of which none does are not among them. */
export function keptLines(
  { lines }: Question,
  keptOf: (lineNo: number) => Pick<KeptLine, 'number' | 'again'> | undefined,
): readonly BoughtLine[] {
  return lines.flatMap((line): BoughtLine[] => {
    const left = keptOf(line.lineNo);
    if (left === undefined || isZero(left.number)) return [];
    const whole = line.amount ?? cents(times(line.price, line.number));
    const amount =
      left.again?.amount ??
      partAmount({ amount: whole, number: line.number }, { number: '0', amount: '0' }, left.number);
    return [{ ...line, number: left.number, price: left.again?.price ?? line.price, amount }];
  });
}

const isOf =
  ({ activity, ruleNo }: Pick<SoldGift, 'activity' | 'ruleNo'>) =>
  (other: { readonly activity: string; readonly ruleNo: number }): boolean =>
    other.activity === activity && other.ruleNo === ruleNo;

/** Picked by hand, not given by itself. */
const isPicked = ({ entitlements }: Outcome, gift: SoldGift): boolean => entitlements.some(isOf(gift));

function choiceOf({ choices = [] }: Question, gift: SoldGift, number: string): Choice {
  // The same goods cost something else in the package of another rule.
  const [made] = choices.filter(
    ({ activity, ruleNo, productCode }) =>
      activity === gift.activity && (ruleNo ?? gift.ruleNo) === gift.ruleNo && productCode === gift.productCode,
  );
  return {
    ...made,
    activity: gift.activity,
    ruleNo: gift.ruleNo,
    productCode: gift.productCode,
    number,
    price: made?.price ?? gift.price,
  };
}

const givenNow = ({ gifts }: Outcome, gift: SoldGift): string =>
  plus(
    ...gifts
      .filter(isOf(gift))
      .filter(({ productCode }) => productCode === gift.productCode)
      .map(({ number }) => number),
  );

/** What was picked, as far as what is asked about now still earns it. */
export const choicesLeft = (question: Question): readonly Choice[] =>
  fitted(question.choices ?? [], evaluate({ ...question, choices: [] }).entitlements).filter(
    ({ number }) => !isZero(number),
  );

/** What still fits of goods that were picked, those first that were picked first; the rest was not earned. */
function fitted(choices: readonly Choice[], entitlements: readonly Entitlement[]): readonly Choice[] {
  const room = new Map(
    entitlements.map(({ activity, ruleNo, maxNumber, maxAmount }) => [
      `${activity}\n${ruleNo}`,
      { number: maxNumber, amount: maxAmount },
    ]),
  );
  return choices.map((choice) => {
    const key = `${choice.activity}\n${choice.ruleNo ?? ''}`;
    const left = room.get(key);
    if (left === undefined) return { ...choice, number: '0' };
    const number = most(choice, left);
    room.set(key, {
      number: left.number === null ? null : minus(left.number, number),
      amount: left.amount === null ? null : minus(left.amount, times(number, choice.price)),
    });
    return { ...choice, number };
  });
}

function most(
  { number, price }: Choice,
  left: { readonly number: string | null; readonly amount: string | null },
): string {
  const byAmount = left.amount === null || isZero(price) ? number : cut(over(left.amount, price));
  return lesser(lesser(number, left.number ?? number), byAmount);
}
