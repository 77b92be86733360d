import { compare, greater, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { SourceShare } from './printed.ts';

/**
 * What comes from each value for each part, the values in their order. Values against the sign of the whole go with the
 * first part, so both sides come out even: no value is left over and no part short.
 */
export function transport(values: readonly string[], parts: readonly string[]): readonly (readonly string[])[] {
  const isDown = compare(plus('0', ...parts), '0') < 0;
  const isAgainst = (value: string): boolean => (isDown ? compare(value, '0') > 0 : compare(value, '0') < 0);
  const nearest = isDown ? greater : lesser;
  const left = [...values];
  const first = Math.max(
    parts.findIndex((part) => !isZero(part)),
    0,
  );
  return parts.map((part, at) => {
    const against = values.map((value) => (at === first && isAgainst(value) ? value : '0'));
    let asked = minus(part, plus('0', ...against));
    return values.map((value, of) => {
      if (isAgainst(value)) return against[of] ?? '0';
      const taken = nearest(left[of] ?? '0', asked);
      left[of] = minus(left[of] ?? '0', taken);
      asked = minus(asked, taken);
      return taken;
    });
  });
}

/** Sources over parts of a unit. Without numbers of the parts a number goes with the first part there is. */
export function sharesOver(
  sources: readonly SourceShare[],
  { amounts, numbers }: { readonly amounts: readonly string[]; readonly numbers?: readonly string[] },
): readonly (readonly SourceShare[])[] {
  const whole = plus('0', ...sources.map(({ number }) => number));
  const first = amounts.findIndex((amount) => !isZero(amount));
  const counted = transport(
    sources.map(({ number }) => number),
    numbers ?? amounts.map((_amount, at) => (at === first ? whole : '0')),
  );
  return transport(
    sources.map(({ amount }) => amount),
    amounts,
  ).map((taken, at) =>
    sources.flatMap(({ id }, of): SourceShare[] => {
      const share = { id, number: counted[at]?.[of] ?? '0', amount: cents(taken[of] ?? '0') };
      return isZero(share.number) && isZero(share.amount) ? [] : [share];
    }),
  );
}

/** One entry for each source. */
export function summedShares(shares: readonly SourceShare[]): readonly SourceShare[] {
  const sums = new Map<string, SourceShare>();
  for (const { id, number, amount } of shares) {
    const before = sums.get(id);
    sums.set(id, {
      id,
      number: plus(before?.number ?? '0', number),
      amount: cents(plus(before?.amount ?? '0', amount)),
    });
  }
  return [...sums.values()];
}
