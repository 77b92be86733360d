import type { Outcome } from '#promotion/model/engine/outcome.ts';
import type { Activity } from '#promotion/model/engine/rule.ts';
import { most, scaled, written, type Scaled } from '#promotion/model/engine/scaled.ts';

interface Used {
  readonly activity: string;
  readonly customerCode: string;
  readonly times: string;
  readonly cost: string;
}
export interface UsageAtStart {
  /** Of all audited orders. */
  readonly usedTimes: readonly Pick<Used, 'activity' | 'customerCode' | 'times'>[];
  readonly spent: readonly { readonly activity: string; readonly spent: string }[];
  /** Of the orders that are tried: they start from nothing. */
  readonly own: readonly Used[];
}

/** Limits and budgets while orders are tried one behind the other: what one takes, the next does not have. */
export interface RunningUsage {
  timesOf(activity: string, customerCode: string): number;
  spentOf(activity: string): Scaled;
  take(customerCode: string, usage: Outcome['usage']): void;
}

const keyOf = (activity: string, customerCode: string): string => `${activity}\n${customerCode}`;

export function runningUsage({ usedTimes, spent, own }: UsageAtStart): RunningUsage {
  const times = new Map<string, number>();
  for (const row of usedTimes) times.set(keyOf(row.activity, row.customerCode), Number(row.times)); // not money
  const money = new Map(spent.map((row) => [row.activity, scaled(row.spent)]));
  for (const used of own) {
    const key = keyOf(used.activity, used.customerCode);
    times.set(key, Math.max(0, (times.get(key) ?? 0) - Number(used.times))); // not money
    money.set(used.activity, most(0n, (money.get(used.activity) ?? 0n) - scaled(used.cost)));
  }
  return {
    timesOf: (activity, customerCode) => times.get(keyOf(activity, customerCode)) ?? 0,
    spentOf: (activity) => money.get(activity) ?? 0n,
    take(customerCode, usage) {
      for (const { activity, times: taken, cost } of usage) {
        const key = keyOf(activity, customerCode);
        times.set(key, (times.get(key) ?? 0) + taken);
        money.set(activity, (money.get(activity) ?? 0n) + scaled(cost));
      }
    },
  };
}

/** The activities with what is left of them for a customer. */
export const activitiesFor = (
  activities: readonly Activity[],
  customerCode: string,
  usage: RunningUsage,
): readonly Activity[] =>
  activities.map((activity) => ({
    ...activity,
    usedTimes: usage.timesOf(activity.code, customerCode),
    budgetLeft:
      activity.budgetAmount == null ? null : written(scaled(activity.budgetAmount) - usage.spentOf(activity.code), 2),
  }));
