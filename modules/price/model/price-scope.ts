import type { priceScope } from '#data/model/value/choices.ts';
import type { Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import { customerDimension, dimensionsOf, productDimension, type Dimension } from './price-choices.ts';

/** Whom and what a strategy is for, row by row, as the wire carries it. */
export interface ScopeLine {
  readonly side: 'customer' | 'product';
  readonly dimension: Dimension;
  readonly code: string;
  readonly excludeFlag: '0' | '1';
  readonly name?: string | null;
}

export const mostScopes = 500;

/** The rows of a scope, or what is wrong with the first that is no row. */
export function scopesIn(value: unknown): readonly ScopeLine[] | { readonly at: number; readonly reason: Label } {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return { at: 0, reason: reasons.format };
  if (value.length > mostScopes) return { at: mostScopes, reason: reasons.tooLong };
  const rows = value.map(rowIn);
  const wrong = rows.findIndex((row) => row === null);
  if (wrong >= 0) return { at: wrong, reason: reasons.format };
  const read = rows.filter((row) => row !== null);
  const again = read.findIndex(
    (row, at) =>
      read.findIndex(
        (other) => other.side === row.side && other.dimension === row.dimension && other.code === row.code,
      ) < at,
  );
  return again >= 0 ? { at: again, reason: reasons.taken } : read;
}

function rowIn(row: unknown): ScopeLine | null {
  const {
    side,
    dimension,
    code,
    excludeFlag = '0',
    name = null,
  } = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {};
  if (
    (side !== 'customer' && side !== 'product') ||
    typeof dimension !== 'string' ||
    !Object.hasOwn(dimensionsOf[side], dimension)
  )
    return null;
  if (typeof code !== 'string' || !/^[^\u0000]{1,50}$/.test(code) || (excludeFlag !== '0' && excludeFlag !== '1'))
    return null;
  return {
    side,
    dimension: dimension as Dimension,
    code,
    excludeFlag,
    name: typeof name === 'string' ? name.slice(0, 200) : null,
  };
}

/** What the list shows and is filtered by: a summary of the rows on the customer's side. */
export interface ScopeSummary {
  readonly scope: `${keyof typeof priceScope}`;
  readonly customerClassCode: string | null;
  readonly channelCode: string | null;
  readonly priceClassCode: string | null;
  readonly customerCodes: readonly string[];
}

const codeOfDimension: Readonly<Partial<Record<Dimension, ScopeSummary['scope']>>> = {
  customerClass: '1',
  customer: '2',
  channel: '3',
  priceClass: '4',
};

export function summaryOf(scopes: readonly ScopeLine[]): ScopeSummary {
  const rows = scopes.filter(({ side, excludeFlag }) => side === 'customer' && excludeFlag === '0');
  const codes = (dimension: Dimension): readonly string[] =>
    rows.filter((row) => row.dimension === dimension).map(({ code }) => code);
  const only = (dimension: Dimension): string | null =>
    codes(dimension).length === 1 ? (codes(dimension)[0] ?? null) : null;
  const dimensions = [...new Set(rows.map(({ dimension }) => dimension))];
  return {
    scope: dimensions[0] === undefined ? '0' : dimensions.length === 1 ? (codeOfDimension[dimensions[0]] ?? '9') : '9',
    customerClassCode: only('customerClass'),
    channelCode: only('channel'),
    priceClassCode: only('priceClass'),
    customerCodes: codes('customer'),
  };
}

/** Two strategies for the same people and things, whatever the order of their rows. */
export const scopeKey = (scopes: readonly ScopeLine[]): string =>
  scopes
    .map(({ side, dimension, code, excludeFlag }) => [side, dimension, code, excludeFlag].join('\n'))
    .toSorted()
    .join('\n\n');

export const dimensionLabel = (dimension: string): Label | undefined =>
  ({ ...customerDimension, ...productDimension } as Readonly<Record<string, Label>>)[dimension];
