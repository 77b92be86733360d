import type { TraceStep } from '#promotion/model/engine/outcome.ts';
import type { Activity } from '#promotion/model/engine/rule.ts';

/** What a sentence about an activity needs beside its step of the trace. */
export interface ToldTerms {
  readonly priority: number;
  /** Of one customer; null: as often as he likes. */
  readonly limitTimes: number | null;
  readonly usedTimes: number;
  /** Numbers of its rules that take a rate off, not an amount. */
  readonly rates: readonly number[];
}

/** Terms of the activities that a trace speaks of in more than a word: of a thousand that only lack pieces, none. */
export function toldTerms(
  activities: readonly Activity[],
  trace: readonly TraceStep[],
): Readonly<Record<string, ToldTerms>> {
  const named = new Set(
    trace.flatMap(({ activity, reason, heldBy }) =>
      reason === null || reason === 'LIMIT' ? [activity] : reason === 'LOCKED' ? [activity, ...heldBy] : [],
    ),
  );
  return Object.fromEntries(
    activities
      .filter(({ code }) => named.has(code))
      .map(({ code, priority, limitTimes, usedTimes, rules }) => [
        code,
        {
          priority,
          limitTimes,
          usedTimes,
          rates: rules
            .filter((rule) => rule.policyRuleTypeCode === 'P003' && rule.onSaleType === '1')
            .map(({ ruleNo }) => ruleNo),
        },
      ]),
  );
}
