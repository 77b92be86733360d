import { aloneShare } from '#data/model/goods/kit-back.ts';
import { explodedOf, type CombinationItem, type Component } from '#data/model/goods/combination.ts';
import { isZero, minus, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount, shares } from '#platform/model/share.ts';

/** Kits (A15, A15a): sold, delivered and signed as kits, taken from the warehouse and given back as what they hold. */

/** What is known of a piece of a component, the better first. */
export interface Valued {
  /** Of the order's price class. */
  readonly benchmark: string | null;
  readonly cost: string | null;
}
export type WeightSource = 'benchmark' | 'price' | 'cost' | 'none';
export interface WeightStep {
  readonly productCode: string;
  readonly source: WeightSource;
  readonly value: string;
  readonly weight: string;
}

/** By what each component shares in the amount of a kit, and where that comes from. */
export function weightsOf(items: readonly (CombinationItem & Valued)[]): readonly WeightStep[] {
  return items.map(weightOf);
}

function weightOf({ productCode, number, benchmark, price, cost }: CombinationItem & Valued): WeightStep {
  const [source, value] = (
    [
      ['benchmark', benchmark],
      ['price', price],
      ['cost', cost],
    ] as const
  ).find((step): step is readonly ['benchmark' | 'price' | 'cost', string] => step[1] !== null && !isZero(step[1])) ?? [
    'none' as const,
    '1',
  ];
  return { productCode, source, value, weight: plus(times(value, number)) };
}

/** A part of a kit line's amount over its components, to the cent. */
export function allocated(amount: string, components: readonly Omit<Component, 'amount'>[]): readonly Component[] {
  const parts = shares(
    amount,
    components.map(({ weight }) => weight),
  );
  return components.map((component, i) => ({ ...component, amount: parts[i] ?? cents('0') }));
}

export interface Exploded {
  readonly components: readonly Component[];
  readonly trace: readonly WeightStep[];
}

/** A kit line as an order keeps it: what one kit holds, and what is paid for all of the line spread over that. */
export function explode(amount: string, items: readonly (CombinationItem & Valued)[]): Exploded {
  const weighed = items.map((item) => ({ item, step: weightOf(item) }));
  const components = weighed.map(({ item: { productCode, productName, number }, step: { weight } }) => ({
    productCode,
    productName,
    number,
    weight,
  }));
  return { components: allocated(amount, components), trace: weighed.map(({ step }) => step) };
}

export interface KitPart {
  readonly number: string;
  readonly amount: string;
  readonly components: readonly { readonly productCode: string; readonly number: string; readonly amount: string }[];
}

/** So many kits of a line: their amount by C11, and that over their components on its own. */
export function partOf(
  line: { readonly number: string; readonly amount: string; readonly components: readonly Component[] },
  taken: { readonly number: string; readonly amount: string },
  number: string,
): KitPart {
  const amount = partAmount(line, taken, number);
  const pieces = explodedOf({ productCode: '', components: line.components }, number);
  return {
    number,
    amount,
    components: allocated(amount, line.components).map(({ productCode, amount: share }, i) => ({
      productCode,
      number: pieces[i]?.number ?? '0',
      amount: share,
    })),
  };
}

/** Why goods come back: a component alone only for quality (1), recall (2), or because it was never there. */
export const mayComeAlone = ({ reason, isShort }: { readonly reason: string; readonly isShort: boolean }): boolean =>
  isShort || reason === '1' || reason === '2';

/** What was given back for components that came alone: how many of each, and how much. */
export type Alone = ReadonlyMap<string, { readonly number: string; readonly amount: string }>;

/** Components that come back alone, each at its share of the line by C11. */
export function refundAlone(
  line: { readonly number: string; readonly components: readonly Component[] },
  before: Alone,
  back: readonly { readonly productCode: string; readonly number: string }[],
): { readonly refund: string; readonly parts: Alone } {
  const parts = new Map(
    back.map(({ productCode, number }) => {
      const taken = before.get(productCode) ?? { number: '0', amount: '0' };
      return [productCode, { number, amount: aloneShare(line, productCode, taken, number) }] as const;
    }),
  );
  return { refund: cents(plus(...[...parts.values()].map(({ amount }) => amount))), parts };
}

/** Kits that come back without what came alone: so much less is given back for them, and so much less comes in. */
export function refundKits(
  line: { readonly number: string; readonly amount: string; readonly components: readonly Component[] },
  taken: { readonly number: string; readonly amount: string },
  { number, missing }: { readonly number: string; readonly missing: Alone },
): { readonly refund: string; readonly stockIn: ReadonlyMap<string, string> } {
  const lessened = plus(...[...missing.values()].map(({ amount }) => amount));
  return {
    refund: cents(minus(partAmount(line, taken, number), lessened)),
    stockIn: new Map(
      explodedOf({ productCode: '', components: line.components }, number).map(({ materialCode, number: pieces }) => [
        materialCode,
        minus(pieces, missing.get(materialCode)?.number ?? '0'),
      ]),
    ),
  };
}
