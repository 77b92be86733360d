import {
  canClash,
  standingOf,
  type CalendarActivity,
  type ShownScope,
} from '#promotion/model/calendar/activity-calendar.ts';
import { scopeRowsOf, scopesIn, type ScopeLine } from '#promotion/model/activity-scope.ts';
import type { ScopeRow } from '#promotion/model/engine/rule.ts';
import type { Planned } from '#promotion/model/overlaps.ts';
import { isRuleType } from '#promotion/model/rule-form.ts';
import type { KeptActivity } from './activity-version.ts';
import type { ShownRow } from './calendar-reads.ts';

/** An activity as it counts, and as it is drawn. */
export interface PlannedActivity {
  readonly plan: Planned;
  readonly shown: CalendarActivity;
  readonly canClash: boolean;
}

/** None where its type is not chosen yet: what it would do nobody knows. */
export function plannedIn(row: ShownRow): readonly PlannedActivity[] {
  const kept = row.content as KeptActivity | null;
  const type = kept?.rules[0]?.policyRuleTypeCode ?? row.type;
  if (!isRuleType(type)) return [];
  const written = scopesIn(row.scopes);
  const lines = 'reason' in written ? [] : written;
  const scope = kept?.scope ?? scopeRowsOf(lines);
  const plan: Planned = {
    code: row.code,
    type,
    startDate: row.startDate,
    endDate: row.endDate,
    priority: kept?.priority ?? row.priority ?? 100,
    isStackable: kept?.isStackable ?? row.stackFlag === '1',
    isExclusive: kept?.isExclusive ?? row.exclusiveFlag === '1',
    orderTypes: kept?.orderTypes ?? orderTypesIn(row.orderTypes),
    organizeCode: row.organizeCode,
    scope,
  };
  const budgetAmount = kept === null ? row.budgetAmount : kept.budgetAmount;
  const standing = standingOf({ ...row, budgetAmount, isInForce: kept !== null }, row.today);
  const { scope: _scope, orderTypes: _types, organizeCode: _organization, ...drawn } = plan;
  return [
    {
      plan,
      canClash: canClash(standing),
      shown: {
        ...drawn,
        id: row.id,
        name: kept?.name ?? row.name,
        standing,
        isRevised: kept !== null && row.billStatus !== '1',
        budgetAmount,
        spent: row.spent,
        times: row.times,
        products: shownScope(scope, 'product', lines),
        customers: shownScope(scope, 'customer', lines),
      },
    },
  ];
}

const orderTypesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.length > 0 ? (value as readonly string[]) : ['0'];

const mostNames = 3;
/** What is excluded is not told: the bar says what an activity is about. */
function shownScope(scope: readonly ScopeRow[], side: ScopeRow['side'], lines: readonly ScopeLine[]): ShownScope {
  const own = scope.filter((row) => row.side === side && row.isExcluded !== true);
  const nameOf = ({ dimension, code }: ScopeRow): string =>
    lines.find((line) => line.dimension === dimension && line.code === code)?.name ?? code;
  return { names: own.slice(0, mostNames).map(nameOf), count: own.length };
}
