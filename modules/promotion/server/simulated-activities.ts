import type { BillOf } from '#platform/model/document.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { headsOf, linesOf } from '#platform/server/document/read.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import type { Rule } from '#promotion/model/engine/rule.ts';
import { isRuleType } from '#promotion/model/rule-form.ts';
import type { ActiveRow } from './active-activities.ts';
import { keptActivity, type KeptActivity } from './activity-version.ts';

/** The activity that is tried out as its document stands, audited or not. */
export const triedReads = (ids: readonly string[]) => ({
  triedHeads: headsOf(promotionActivity, ids, false),
  triedLines: linesOf(promotionActivity, ids),
});

export interface Tried {
  readonly bill: BillOf<typeof promotionActivity>;
  readonly kept: KeptActivity;
}

/**
 * It counts on whatever day is asked about, switched on and published or not: that is what trying is for. Rules of a
 * half-written one that have no type yet do nothing.
 */
export function triedIn({ triedHeads: [head], triedLines }: RowsOf<ReturnType<typeof triedReads>>): Tried | null {
  if (head === undefined) return null;
  const bill = { ...head, lines: [...triedLines] };
  const typed = bill.lines.filter(({ policyRuleTypeCode }) => isRuleType(policyRuleTypeCode));
  const { startDate: _start, endDate: _end, ...kept } = keptActivity({ ...bill, lines: typed });
  return { bill, kept };
}

export const triedCode = ({ kept }: Tried): string => kept.code;

/** As the engine's reads would answer it, with other rules where they are tried, too. */
export const triedRow = ({ bill, kept }: Tried, rules: readonly Rule[] = kept.rules): ActiveRow => ({
  id: bill.id,
  versionNo: bill.versionNo ?? 0,
  status: '1',
  content: { ...kept, rules },
  times: null,
  spent: null,
});

const betweenRow = {
  id: 'uuid',
  versionNo: 'integer',
  status: 'text',
  content: 'json',
  code: 'text',
  organizeCode: 'text?',
  startDate: 'date',
  endDate: 'date',
} as const;

/** Published activities that are in force on any of these days. */
export const activitiesBetween = (from: string, to: string) =>
  statement(
    betweenRow,
    `
      select v.activity_id as id, v.version_no, h.status, v.content, v.code, v.organize_code, v.start_date, v.end_date
      from app.promotion_version v
      join app.promotion_activity h on h.tenant_code = v.tenant_code and h.id = v.activity_id
      where v.is_current and h.publish_status = '1' and v.end_date >= $1::date and v.start_date <= $2::date
      order by v.code`,
    [from, to],
  );
export type BetweenRow = RowsOf<{ rows: ReturnType<typeof activitiesBetween> }>['rows'][number];

/** What documents have used of activities: times, and what it was worth. */
export const usedBy = (documents: readonly string[]) =>
  statement(
    { id: 'uuid', activity: 'text', customerCode: 'text', times: 'decimal', cost: 'decimal' },
    `
      select e.doc_id as id, b.activity_code as activity, b.customer_code, sum(e.d_times) as times,
        sum(e.d_amount) as cost
      from app.promotion_usage_entry e
      join app.promotion_usage_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
      where e.doc_id = any($1::uuid[])
      group by 1, 2, 3
      having sum(e.d_times) <> 0`,
    [documents],
  );

/** What is used of activities that have a limit, by whomever. */
export const usageOf = (activities: readonly string[]) => ({
  usedTimes: statement(
    { activity: 'text', customerCode: 'text', times: 'decimal' },
    `
      select activity_code as activity, customer_code, times
      from app.promotion_usage_balance
      where activity_code = any($1::text[]) and times > 0`,
    [activities],
  ),
  spent: statement(
    { activity: 'text', spent: 'decimal' },
    `
      select activity_code as activity, spent
      from app.promotion_budget_balance
      where activity_code = any($1::text[])`,
    [activities],
  ),
});

/** Goods of packages with the days and the customer that they are for: of many orders each takes its own. */
export const packagesOfAll = (packages: readonly string[]) =>
  statement(
    {
      packageCode: 'text',
      packageType: 'text',
      productCode: 'text',
      price: 'decimal',
      setNumber: 'decimal?',
      channelCode: 'text?',
      customerClassCode: 'text?',
      startDate: 'date',
      endDate: 'date',
      customerCode: 'text?',
    },
    `
      select p.code as package_code, p.package_type, l.line->>'productCode' as product_code,
        (l.line->>'price')::numeric as price, (l.line->>'number')::numeric as set_number, p.channel_code,
        p.customer_class_code, p.start_date, p.end_date, p.customer_code
      from app.promotion_gift p
      cross join lateral jsonb_array_elements(p.lines) as l(line)
      where p.code = any($1::text[]) and p.status = '1'`,
    [packages],
  );
