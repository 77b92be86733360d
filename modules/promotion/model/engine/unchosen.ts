import type { Entitlement, Outcome } from './outcome.ts';

/**
 * What an order earned and nobody has chosen from: its audit loses it (6.5). Goods that are bought at a special price
 * are an offer, and not choosing them is no oversight.
 */
export function unchosenOf({ entitlements }: Pick<Outcome, 'entitlements'>): readonly Entitlement[] {
  const key = ({ activity, ruleNo }: Entitlement): string => `${activity}\n${ruleNo}`;
  const chosen = new Set(entitlements.filter((each) => each.chosen.length > 0).map(key));
  return [
    ...new Map(
      entitlements
        .filter((each) => each.ruleType !== 'P005' && !chosen.has(key(each)))
        .map((each) => [key(each), each]),
    ).values(),
  ];
}
