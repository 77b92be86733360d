import type { Facts, ScopeRow } from './rule.ts';

/**
 * Inside a dimension one of the codes, across dimensions all of them; what is excluded is out whatever includes it; no
 * row means everybody (6.1). Made once per activity and asked for every product.
 */
export function meant(rows: readonly ScopeRow[]): (facts: Facts) => boolean {
  const included = setsOf(rows.filter(({ isExcluded }) => isExcluded !== true));
  const excluded = setsOf(rows.filter(({ isExcluded }) => isExcluded === true));
  return (facts) =>
    included.every(([dimension, codes]) => holds(facts, dimension, codes)) &&
    !excluded.some(([dimension, codes]) => holds(facts, dimension, codes));
}

type Sets = readonly (readonly [string, ReadonlySet<string>])[];

const setsOf = (rows: readonly ScopeRow[]): Sets =>
  [...Map.groupBy(rows, ({ dimension }) => dimension)].map(([dimension, own]) => [
    dimension,
    new Set(own.map(({ code }) => code)),
  ]);

export const holds = (facts: Facts, dimension: string, codes: ReadonlySet<string>): boolean =>
  facts[dimension]?.some((code) => codes.has(code)) === true;
