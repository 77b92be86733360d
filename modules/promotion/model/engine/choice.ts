import type { ChoiceFault, ChosenGood } from './outcome.ts';
import type { Activity, Choice, Rule } from './rule.ts';
import { holds, meant } from './scope.ts';
import { allocated, most, percent, product, quantity, quotient, scaled, sum, written, type Scaled } from './scaled.ts';

/** How much may be chosen of what, and what it costs. */
export interface Room {
  readonly maxNumber: Scaled | null;
  readonly maxAmount: Scaled | null;
  readonly isOffered: (choice: Choice) => boolean;
  /** Of each good, in the order in which they were chosen. */
  readonly pay: (goods: readonly Good[]) => readonly Paid[];
  readonly lineType: ChosenGood['lineType'];
}
interface Good {
  readonly number: Scaled;
  readonly price: Scaled;
  /** At its normal price. */
  readonly value: Scaled;
}
interface Paid {
  readonly price: Scaled;
  readonly amount: Scaled;
}

export interface Taken {
  readonly chosen: readonly ChosenGood[];
  readonly error?: ChoiceFault;
  readonly amount: Scaled;
  /** What the brand owner gives away. */
  readonly given: Scaled;
  /** How many pieces were chosen, and what they are worth. */
  readonly number: Scaled;
  readonly value: Scaled;
}

export const choicesOf = (choices: readonly Choice[], activity: Activity, { ruleNo }: Rule): readonly Choice[] =>
  choices.filter((choice) => choice.activity === activity.code && (choice.ruleNo ?? ruleNo) === ruleNo);

/** What was chosen is taken whole or not at all: a person is told, nothing is cut down behind his back. */
export function taken(choices: readonly Choice[], { maxNumber, maxAmount, isOffered, pay, lineType }: Room): Taken {
  const refused = (error: ChoiceFault): Taken => ({ chosen: [], error, ...untouched });
  const goods = choices.map(({ number, price }): Good => {
    const pieces = scaled(number);
    return { number: pieces, price: scaled(price), value: product(scaled(price), pieces, 2) };
  });
  if (!choices.every(isOffered)) return refused('notOffered');
  if (goods.some(({ number }) => number <= 0n)) return refused('noNumber');
  if (choices.some(({ isPart }) => isPart === true)) return refused('notWhole');
  const value = sum(goods.map((good) => good.value));
  const number = sum(goods.map((good) => good.number));
  if (maxNumber !== null && number > maxNumber) return refused('tooMany');
  if (maxAmount !== null && value > maxAmount) return refused('tooMuch');
  const paid = pay(goods);
  const amount = sum(paid.map((each) => each.amount));
  return {
    chosen: choices.map(({ productCode, number: pieces }, at) => ({
      productCode,
      number: quantity(scaled(pieces)),
      price: written(paid[at]?.price ?? 0n, 4),
      amount: written(paid[at]?.amount ?? 0n, 2),
      lineType: paid[at]?.amount === 0n && lineType === '0' ? '1' : lineType,
    })),
    amount,
    given: value - amount,
    number,
    value,
  };
}
const untouched = { amount: 0n, given: 0n, number: 0n, value: 0n };

export const free: Room['pay'] = (goods) => goods.map(() => ({ price: 0n, amount: 0n }));

/** P005: each good at a part of its normal price. */
export const atPercent =
  (rate: Scaled): Room['pay'] =>
  (goods) =>
    goods.map(({ number, price }) => {
      const lower = percent(price, rate, 4);
      return { price: lower, amount: product(lower, number, 2) };
    });

/** P004 with a quota: what the goods are worth above it is paid, each by its share. */
export const aboveQuota =
  (quota: Scaled): Room['pay'] =>
  (goods) => {
    const values = goods.map(({ value }) => value);
    const shares = allocated(most(sum(values) - quota, 0n), values);
    return goods.map(({ number }, at) => ({
      price: quotient(shares[at] ?? 0n, number, 4),
      amount: shares[at] ?? 0n,
    }));
  };

/** What may be exchanged for: goods of the activity, a class, a brand, or those that are named. */
export function exchangeable(activity: Activity, { changeBuyType, changeProductCode }: Rule): Room['isOffered'] {
  const codes = new Set((changeProductCode ?? '').split(',').map((code) => code.trim()));
  const inDimension =
    (dimension: string): Room['isOffered'] =>
    ({ facts = {} }) =>
      holds(facts, dimension, codes);
  switch (changeBuyType) {
    case '1':
      return inDimension('class');
    case '2':
      return inDimension('brand');
    case '3':
      return ({ productCode }) => codes.has(productCode);
    default: {
      const isMeant = meant(activity.scope.filter(({ side }) => side === 'product'));
      return ({ facts = {} }) => isMeant(facts);
    }
  }
}
