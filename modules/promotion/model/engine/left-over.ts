import type { Taken } from './choice.ts';
import type { Bounds, Entitlement, Outcome } from './outcome.ts';
import type { LeftOver } from './rule.ts';
import { most, quantity, scaled, sum, written, type Scaled } from './scaled.ts';

interface Limits {
  readonly maxNumber: Scaled | null;
  readonly maxAmount: Scaled | null;
}

/**
 * What may be chosen: what is earned now, and what was earned before and is left (SD029). What sets no limit has none.
 */
export function roomWith(
  { maxNumber, maxAmount }: Limits,
  leftOver: readonly LeftOver[] | undefined,
  { activity, ruleNo }: Pick<Entitlement, 'activity' | 'ruleNo'>,
): Limits {
  const left = leftOver?.find((each) => each.activity === activity && each.ruleNo === ruleNo);
  // Below nothing is what was chosen of something that a return took away afterwards.
  const added = (limit: Scaled | null, more: string | undefined): Scaled | null =>
    limit === null ? null : most(limit + scaled(more), 0n);
  return { maxNumber: added(maxNumber, left?.number), maxAmount: added(maxAmount, left?.amount) };
}

export const limitsTold = ({ maxNumber, maxAmount }: Limits): Pick<Entitlement, 'maxNumber' | 'maxAmount'> => ({
  maxNumber: maxNumber === null ? null : quantity(maxNumber),
  maxAmount: maxAmount === null ? null : written(maxAmount, 2),
});

/** What of the room was left before, and what of what is earned now is left for later. */
export function restTold(
  earned: Limits,
  room: Limits,
  { number, value }: Pick<Taken, 'number' | 'value'>,
): Pick<Entitlement, 'leftOver' | 'rest'> {
  if (earned.maxNumber === null && earned.maxAmount === null) return {};
  return {
    leftOver: boundsOf(less(room.maxNumber, earned.maxNumber), less(room.maxAmount, earned.maxAmount)),
    rest: boundsOf(less(earned.maxNumber, number), less(earned.maxAmount, value)),
  };
}

const less = (limit: Scaled | null, what: Scaled | null): Scaled | null =>
  limit === null || what === null ? null : limit - what;
const boundsOf = (number: Scaled | null, amount: Scaled | null): Bounds => ({
  number: number === null ? null : quantity(number),
  amount: amount === null ? null : written(amount, 2),
});

/** What an order leaves of one bound of a rule, or takes of what was left before. */
export interface Rest {
  readonly activity: string;
  readonly ruleNo: number;
  readonly unit: RestUnit;
  readonly rest: string;
}
export type RestUnit = 'number' | 'amount';

/** What an order leaves to choose for later orders, rule by rule; what is even is not told. */
export const restsOf = ({ entitlements }: Pick<Outcome, 'entitlements'>): readonly Rest[] =>
  entitlements.flatMap(({ activity, ruleNo, rest }) =>
    (['number', 'amount'] as const).flatMap((unit): Rest[] => {
      const left = rest?.[unit] ?? null;
      return left === null || scaled(left) === 0n ? [] : [{ activity, ruleNo, unit, rest: left }];
    }),
  );

/** From what was left to what is left now: what its balances change by. */
export const restChange = (before: readonly Rest[], after: readonly Rest[]): readonly Rest[] =>
  [
    ...Map.groupBy(
      [...before.map(negatedRest), ...after],
      ({ activity, ruleNo, unit }) => `${activity}\n${ruleNo}\n${unit}`,
    ),
  ].flatMap(([, own]) => {
    const [first] = own;
    const rest = sum(own.map((each) => scaled(each.rest)));
    return first === undefined || rest === 0n ? [] : [{ ...first, rest: quantity(rest) }];
  });
const negatedRest = (rest: Rest): Rest => ({ ...rest, rest: quantity(-scaled(rest.rest)) });

/** What an order chose of what was left before it: as much of its room is not its own. Absent where nothing is kept. */
export function leftOverUsed({ entitlements }: Pick<Outcome, 'entitlements'>): readonly LeftOver[] | undefined {
  const kept = entitlements.filter(({ rest }) => rest !== undefined);
  if (kept.length === 0) return undefined;
  const used = (rest: string | null | undefined): string => quantity(most(-scaled(rest), 0n));
  return kept.map(({ activity, ruleNo, rest }) => ({
    activity,
    ruleNo,
    number: used(rest?.number),
    amount: used(rest?.amount),
  }));
}
