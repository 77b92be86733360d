import { compare, decimalPattern, isZero, minus, over, plus, scaleOf, times } from '#platform/model/decimal.ts';

/** What a kit is made of: so many of each in one kit, and what a piece of it counts for where the book has no price. */
export interface CombinationItem {
  readonly productCode: string;
  readonly productName: string | null;
  readonly number: string;
  readonly price: string | null;
}

/** A component as a document keeps it: how many in one kit, and by what it shares in the amount of the kit (A15a). */
export interface Component {
  readonly productCode: string;
  readonly productName: string | null;
  readonly number: string;
  readonly weight: string;
  /** Its share of what is paid for the line. */
  readonly amount: string;
  /** On a line of an order: what came back of it alone, and what of that kits have come back without. */
  readonly alone?: AlonePieces;
  /** On a line that brings kits back: pieces that came alone before, and what was given back for them. */
  readonly missing?: Pieces;
}

export interface Pieces {
  readonly number: string;
  readonly amount: string;
}
export interface AlonePieces extends Pieces {
  readonly settled: Pieces;
}

/** Goods that are counted by what they hold. One without components is counted itself. */
export interface Kit {
  readonly groupFlag: string | null;
  readonly combination: unknown;
}
export const isKit = ({ groupFlag, combination }: Kit): boolean =>
  groupFlag === '1' && Array.isArray(combination) && combination.length > 0;

export const mostItems = 100;
const decimals = 4;
export type CombinationFault = 'form' | 'many' | 'figure' | 'taken';

/** What is wrong with a combination as it was sent, and in which row; null when it can be kept. */
export function combinationFault(value: unknown): { readonly fault: CombinationFault; readonly at: number } | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return { fault: 'form', at: 0 };
  if (value.length > mostItems) return { fault: 'many', at: 0 };
  const codes = new Set<string>();
  for (const [at, row] of (value as unknown[]).entries()) {
    const { productCode, number, price = null } = fieldsOf(row);
    if (typeof productCode !== 'string' || productCode === '' || productCode.length > 100) return { fault: 'form', at };
    if (!isFigure(number) || isZero(number) || !(price === null || price === '' || isFigure(price)))
      return { fault: 'figure', at };
    if (codes.has(productCode)) return { fault: 'taken', at };
    codes.add(productCode);
  }
  return null;
}

/** Only what an item is; whatever else came with it stays out. */
export const combinationIn = (value: unknown): readonly CombinationItem[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).map((row) => {
    const { productCode, productName, number, price } = fieldsOf(row);
    return {
      productCode: String(productCode),
      productName: typeof productName === 'string' ? productName : null,
      number: String(number),
      price: typeof price === 'string' && price !== '' ? price : null,
    };
  });

/** What a document keeps of a kit; nothing for goods that are counted themselves. */
export const componentsIn = (value: unknown): readonly Component[] =>
  Array.isArray(value) ? (value as Component[]) : [];

/** Components as they leave: what came back of others of their line is not theirs. */
export const asSold = (value: unknown): readonly Component[] | null =>
  Array.isArray(value) ? componentsIn(value).map(({ alone: _alone, missing: _missing, ...sold }) => sold) : null;

/** What so many kits take from the warehouse: their components, or the goods themselves. */
export function explodedOf(
  goods: { readonly productCode: string; readonly components?: unknown },
  number: string,
): readonly { readonly materialCode: string; readonly number: string }[] {
  const components = componentsIn(goods.components);
  return components.length === 0
    ? [{ materialCode: goods.productCode, number }]
    : components
        .map((component) => ({
          materialCode: component.productCode,
          number: minus(times(component.number, number), component.missing?.number ?? '0'),
        }))
        .filter((part) => !isZero(part.number));
}

/** As many kits as the scarcest component allows (A15a); what is missing of one is no kit. */
export function availableKits(
  items: readonly Pick<CombinationItem, 'productCode' | 'number'>[],
  availableOf: (productCode: string) => string,
): string {
  const each = items.map(({ productCode, number }) => whole(over(availableOf(productCode), number)));
  return each.reduce((least, kits) => (compare(kits, least) < 0 ? kits : least), each[0] ?? '0');
}

/** Cut towards below: half a kit is none, and half a kit too much taken is one. */
function whole(number: string): string {
  const [integer = '0'] = number.split('.');
  return number.startsWith('-') && compare(integer, number) !== 0 ? plus(integer, '-1') : plus(integer);
}

const fieldsOf = (row: unknown): Readonly<Record<string, unknown>> =>
  typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {};
const isFigure = (text: unknown): text is string =>
  typeof text === 'string' && decimalPattern.test(text) && scaleOf(text) <= decimals && compare(text, '0') >= 0;
