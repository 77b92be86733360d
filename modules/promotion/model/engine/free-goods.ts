import type { ChosenGood, Entitlement, Gift, Outcome } from './outcome.ts';
import type { Choice, Question } from './rule.ts';
import { product, scaled, sum, type Scaled } from './scaled.ts';

/** Goods that nothing is paid for, at what a budget counts them when it counts prices. */
export interface FreeGood {
  readonly activity: string;
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
}

/** What rules give for nothing: gifts, and what was picked without being paid. */
export const freeGoodsIn = (
  { gifts, entitlements }: Pick<Outcome, 'gifts' | 'entitlements'>,
  { choices = [], giftPrices = {} }: Pick<Question, 'choices' | 'giftPrices'>,
): readonly FreeGood[] => [
  ...gifts.map(({ activity, productCode, number }) => ({
    activity,
    productCode,
    number,
    price: giftPrices[productCode] ?? '0',
  })),
  ...entitlements.flatMap((entitlement) =>
    entitlement.chosen.filter(isFree).map((good) => ({
      activity: entitlement.activity,
      productCode: good.productCode,
      number: good.number,
      price: pickedPrice(choices, entitlement, good),
    })),
  ),
];

/** What is paid for was bought: it is not ours to drop, and a budget counts what was taken off it. */
export const isFree = ({ lineType, amount }: ChosenGood): boolean => lineType !== '0' && scaled(amount) === 0n;

export const pickedPrice = (
  choices: readonly Choice[],
  rule: Pick<Gift, 'activity' | 'ruleNo'>,
  { productCode }: Pick<ChosenGood, 'productCode'>,
): string =>
  choices.find(
    (choice) =>
      choice.activity === rule.activity &&
      (choice.ruleNo ?? rule.ruleNo) === rule.ruleNo &&
      choice.productCode === productCode,
  )?.price ?? '0';

/** What goods cost the house, by code. A budget at cost (SD030) counts at their price those that nobody knows. */
export type GiftCosts = Readonly<Record<string, string>>;

/** How much less than its price the house pays for what it gives; below zero where it pays more. */
export const belowPrice = (goods: readonly FreeGood[], costs: GiftCosts): Scaled =>
  sum(
    goods.map(({ productCode, number, price }) => {
      const own = costs[productCode];
      return own === undefined
        ? 0n
        : product(scaled(price), scaled(number), 2) - product(scaled(own), scaled(number), 2);
    }),
  );

/** What an offer takes of the budget of its activity: its gifts at cost where the house counts so. */
export const spentOn = (
  offer: {
    readonly cost: Scaled;
    readonly gifts?: readonly Gift[];
    readonly entitlements: readonly Entitlement[];
  },
  question: Question,
): Scaled =>
  question.giftCosts === undefined
    ? offer.cost
    : offer.cost - belowPrice(freeGoodsIn({ gifts: [], ...offer }, question), question.giftCosts);
