import { compare, isZero, lesser, minus, over, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { componentsIn, type Component, type Pieces } from './combination.ts';

/**
 * What came back of one component of kits that left: alone, and missing from kits that came back after it. `asked` is
 * also what is on its way; amounts are of what is in.
 */
export interface PartBack {
  readonly productCode: string;
  readonly asked: string;
  readonly taken: string;
  readonly amount: string;
  readonly missingAsked: string;
  readonly missing: string;
  readonly missingAmount: string;
}
const none = { asked: '0', taken: '0', amount: '0', missingAsked: '0', missing: '0', missingAmount: '0' };

/** Kits as they left with one movement. */
export interface KitsGone {
  readonly number: string;
  readonly components: unknown;
  readonly parts: unknown;
}

export const partsIn = (value: unknown): readonly PartBack[] => (Array.isArray(value) ? (value as PartBack[]) : []);
export const partNamed = (value: unknown, productCode: string): PartBack =>
  partsIn(value).find((part) => part.productCode === productCode) ?? { productCode, ...none };

/** Pieces that came back alone and whose kits have not come back: they lack in what the customer has. */
const lacking = ({ asked, missingAsked }: PartBack): string => minus(asked, missingAsked);
/** Of these, pieces that are in: only their refund is known. */
export const known = ({ taken, missingAsked }: PartBack): string => minus(taken, missingAsked);

/** What pieces of a component are paid with that come back alone: their share of the kits that left, by C11 (KT03). */
export function aloneShare(
  { number: kits, components }: Pick<KitsGone, 'number' | 'components'>,
  productCode: string,
  before: Pieces,
  number: string,
): string {
  const component = componentsIn(components).find((each) => each.productCode === productCode);
  const whole = { number: times(component?.number ?? '0', kits), amount: component?.amount ?? '0' };
  return partAmount(whole, before, number);
}

/** What was given back for so many pieces that kits come back without. */
export const missingShare = ({ taken, amount, missing, missingAmount }: PartBack, number: string): string =>
  isZero(number)
    ? cents('0')
    : partAmount({ number: taken, amount }, { number: missing, amount: missingAmount }, number);

/** How many of these kits can come back: those that lack a piece whose own return is still on its way wait for it. */
export function kitsLeft(kits: KitsGone, left: string): string {
  return componentsIn(kits.components).reduce((least, { productCode, number }) => {
    const part = partNamed(kits.parts, productCode);
    const waiting = minus(lacking(part), known(part));
    return lesser(least, minus(left, roundedUp(over(waiting, number))));
  }, left);
}

/** How many pieces of a component can come back alone of so many kits that are left. */
export function piecesLeft(kits: KitsGone, left: string, productCode: string): string {
  const component = componentsIn(kits.components).find((each) => each.productCode === productCode);
  return minus(times(component?.number ?? '0', left), lacking(partNamed(kits.parts, productCode)));
}

/**
 * What so many of the kits that are left come back without: as many pieces as is said, at least those that the kits
 * that stay cannot lack.
 */
export function missingOf(
  kits: KitsGone & { readonly left: string },
  number: string,
  said: ReadonlyMap<string, string>,
): readonly (Pieces & { readonly productCode: string })[] {
  return componentsIn(kits.components).flatMap((component) => {
    const part = partNamed(kits.parts, component.productCode);
    const least = minus(lacking(part), times(component.number, minus(kits.left, number)));
    const most = lesser(known(part), times(component.number, number));
    const wanted = said.get(component.productCode) ?? '0';
    const pieces = compare(wanted, least) < 0 ? least : lesser(wanted, most);
    return compare(pieces, '0') <= 0
      ? []
      : [{ productCode: component.productCode, number: plus(pieces), amount: missingShare(part, pieces) }];
  });
}

/**
 * Kits that come back all but empty may lack a cent more than they cost, by rounding: it is of the next ones, and no
 * refund is below nothing.
 */
export function noMoreThan<Missing extends Pieces>(whole: string, missing: readonly Missing[]): readonly Missing[] {
  let left = whole;
  return missing.map((each) => {
    const amount = cents(lesser(each.amount, left));
    left = minus(left, amount);
    return { ...each, amount };
  });
}

/** Components of kits that come back, with what they come back without. */
export const lackingComponents = (
  components: unknown,
  missing: readonly (Pieces & { readonly productCode: string })[],
): readonly Component[] | null => {
  const held = componentsIn(components);
  if (held.length === 0) return null;
  return held.map(({ missing: _before, ...component }) => {
    const lack = missing.find(({ productCode }) => productCode === component.productCode);
    return lack === undefined ? component : { ...component, missing: { number: lack.number, amount: lack.amount } };
  });
};

/** Fewer kits lack fewer pieces. */
export const noMoreMissing = (components: unknown, number: string): readonly Component[] | null =>
  lackingComponents(
    components,
    componentsIn(components).flatMap(({ productCode, number: each, missing }) => {
      const most = lesser(missing?.number ?? '0', times(each, number));
      return missing === undefined || isZero(most) ? [] : [{ productCode, number: plus(most), amount: '0' }];
    }),
  );

/** Parts once more of them came back or are missing. */
export function withPart(
  value: unknown,
  productCode: string,
  more: Partial<Omit<PartBack, 'productCode'>>,
): readonly PartBack[] {
  const before = partNamed(value, productCode);
  const add = (key: keyof typeof none): string => plus(before[key], more[key] ?? '0');
  const after: PartBack = {
    productCode,
    asked: add('asked'),
    taken: add('taken'),
    amount: add('amount'),
    missingAsked: add('missingAsked'),
    missing: add('missing'),
    missingAmount: add('missingAmount'),
  };
  return [...partsIn(value).filter((part) => part.productCode !== productCode), after];
}

/** What was given back for components whose kits the customer still has: it is in neither side (RT13, KT03). */
export const aloneAmount = (components: unknown): string =>
  plus('0', ...componentsIn(components).map(({ alone }) => minus(alone?.amount ?? '0', alone?.settled.amount ?? '0')));
/** How many components of a line came back alone, ever. */
export const aloneNumber = (components: unknown): string =>
  plus('0', ...componentsIn(components).map(({ alone }) => alone?.number ?? '0'));

/** Upwards to whole kits. */
export function roundedUp(number: string): string {
  const [integer = '0'] = number.split('.');
  return compare(integer, number) < 0 ? plus(integer, '1') : plus(integer);
}
