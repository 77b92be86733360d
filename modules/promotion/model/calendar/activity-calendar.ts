import { compare } from '#platform/model/decimal.ts';
import type { RuleType } from '#promotion/model/engine/rule.ts';
import type { Meeting } from '#promotion/model/overlaps.ts';

/** How an activity stands on a day; only `running` gives something to somebody. */
export type Standing = 'draft' | 'unpublished' | 'coming' | 'running' | 'spent' | 'disabled' | 'ended' | 'closed';

/** Whom or what an activity is for: the first names, and how many there are. None: everybody, everything. */
export interface ShownScope {
  readonly names: readonly string[];
  readonly count: number;
}

/** An activity as the calendar draws it: what counts of it, which is its version in force where there is one. */
export interface CalendarActivity {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: RuleType;
  readonly startDate: string;
  readonly endDate: string;
  readonly priority: number;
  readonly isStackable: boolean;
  readonly isExclusive: boolean;
  readonly standing: Standing;
  /** A version is in force while the next one is written. */
  readonly isRevised: boolean;
  readonly budgetAmount: string | null;
  readonly spent: string;
  readonly times: string;
  readonly products: ShownScope;
  readonly customers: ShownScope;
}

/** What one look at the calendar is answered with. */
export interface ActivityCalendar {
  readonly today: string;
  readonly activities: readonly CalendarActivity[];
  /** Of activities that cannot be had together, in the order of their days. */
  readonly conflicts: readonly Meeting[];
  /** More activities, or more conflicts, than are told. */
  readonly isCut: boolean;
}

export interface StandingFacts {
  readonly billStatus: string;
  readonly status: string;
  readonly publishStatus: string;
  readonly isInForce: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly budgetAmount: string | null;
  readonly spent: string;
}

/** An audited version counts until it is closed, whatever is being written of the next (decision 0110). */
export function standingOf(facts: StandingFacts, today: string): Standing {
  const { billStatus, status, publishStatus, isInForce, startDate, endDate, budgetAmount, spent } = facts;
  if (billStatus === '2') return 'closed';
  if (status !== '1') return 'disabled';
  if (endDate < today) return 'ended';
  if (!isInForce) return 'draft';
  if (publishStatus !== '1') return 'unpublished';
  if (startDate > today) return 'coming';
  return budgetAmount !== null && compare(spent, budgetAmount) >= 0 ? 'spent' : 'running';
}

/** Those that can still take lines from each other. */
export const canClash = (standing: Standing): boolean =>
  standing === 'draft' || standing === 'unpublished' || standing === 'coming' || standing === 'running';

/** Those that customers can have on some day. */
export const isHad = (standing: Standing): boolean => standing === 'coming' || standing === 'running';
