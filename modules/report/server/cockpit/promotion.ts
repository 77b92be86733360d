import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Pivot } from '#report/model/answer.ts';
import type { CockpitPromotion, CockpitTarget } from '#report/model/cockpit.ts';

const shape = {
  code: 'text',
  name: 'text?',
  startDate: 'date?',
  endDate: 'date?',
  budgetAmount: 'decimal?',
  spent: 'decimal',
} as const;

/** Activities that run on a day. */
export const runningActivities = (day: string) =>
  statement(
    shape,
    `
      select a.code, a.name, a.start_date, a.end_date, a.budget_amount, coalesce(b.spent, 0) as spent
      from app.promotion_activity a
      left join app.promotion_budget_balance b on b.tenant_code = a.tenant_code and b.activity_code = a.code
      where a.bill_status = '1'
        and a.publish_status = '1'
        and a.status = '1'
        and a.cancel_flag = '0'
        and a.deleted_flag = '0'
        and $1::date between a.start_date and a.end_date
      order by a.end_date, a.code
      limit 200`,
    [day],
  );

/** The activity of these days that brought the most; one that still runs comes first. */
export function promotionOf(
  running: readonly RowOf<typeof shape>[],
  pivot: Pivot,
  to: CockpitTarget,
): CockpitPromotion {
  const codes = new Set(running.map(({ code }) => code));
  const best = pivot.list.find(({ key }) => codes.has(key ?? '')) ?? pivot.list[0];
  const activity = running.find(({ code }) => code === best?.key) ?? (best === undefined ? running[0] : undefined);
  const [sales, orders, , costRate] = best?.now ?? [];
  return {
    running: running.length,
    name: activity?.name ?? best?.name ?? null,
    startDate: activity?.startDate ?? null,
    endDate: activity?.endDate ?? null,
    budget: activity?.budgetAmount ?? null,
    spent: activity?.spent ?? best?.now[2] ?? '0',
    sales: sales ?? '0',
    orders: orders ?? '0',
    costRate: costRate ?? null,
    to,
  };
}
