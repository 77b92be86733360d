import { permissionOf } from '#platform/model/permission.ts';
import { askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { entriesOf, type EntryPage } from '#platform/server/ledger/entries.ts';
import { z } from 'zod';
import { budgetExecution } from '#expense/model/budget/budget-execution.ts';
import { budgetLedger } from '#expense/model/budget/budget-ledger.ts';

/** Departments of organisations that the user has power over; customers and suppliers see none. */
const visible = `
  coalesce(d.organize_code = any((select sec.organizations())::text[]), true)
  and (select sec.own(1)) is null
  and (select sec.own(2)) is null
  and (select sec.own(3)) is null`;
const source = `
  app.budget_balance b
  left join app.data_dept d on d.tenant_code = b.tenant_code and d.code = b.dept_code`;
/** Months of a budget that was never given nor asked for say nothing. */
const isSpoken = '(b.init <> 0 or b.adj <> 0 or b.pre <> 0 or b.used <> 0)';

const calls = reportCalls(
  budgetExecution,
  sourced({
    columns: `
      b.id, b.year::integer as year, b.period::integer as period, b.dept_code, d.name as dept_name,
      b.budget_account_code, a.name as budget_account_name, nullif(b.project_code, '') as project_code,
      b.init as init_amount, b.adj as adjust_amount, b.pre as held_amount, b.used as used_amount,
      b.init + b.adj - b.pre - b.used as available_amount, x.left_over as to_date_amount,
      round(100 * b.used / nullif(b.init + b.adj, 0), 2) as used_rate`,
    from: (asked, values) => {
      const [dept, account, year, period] = (['deptCode', 'budgetAccountCode', 'year', 'period'] as const).map((key) =>
        askedText(asked, key),
      );
      const wanted = [
        ...(dept == null ? [] : [`b.dept_code = ${values.next(dept)}`]),
        ...(account == null ? [] : [`b.budget_account_code = ${values.next(account)}`]),
        ...(year == null ? [] : [`b.year = ${values.next(year)}::text`]),
        ...(period == null ? [] : [`b.period = lpad(${values.next(period)}::text, 2, '0')`]),
      ];
      return `
        ${source}
        left join app.data_budgetaccount a on a.tenant_code = b.tenant_code and a.code = b.budget_account_code
        cross join lateral (
          select sum(c.init + c.adj - c.pre - c.used) as left_over
          from app.budget_balance c
          where c.year = b.year
            and c.period <= b.period
            and c.dept_code = b.dept_code
            and c.budget_account_code = b.budget_account_code
            and c.project_code = b.project_code
        ) x
        where ${[visible, isSpoken, ...wanted].join(' and ')}`;
    },
    order: 'b.year desc, b.dept_code, b.budget_account_code, b.project_code, b.period',
  }),
);

/** What made a month of a budget what it is, latest first. */
const entriesRoute: Route = {
  method: 'GET',
  path: `${budgetExecution.path}/entries`,
  permission: [permissionOf(budgetExecution, 'page')],
  effect: 'none',
  query: z.object({ id: z.string(), page: z.string().optional(), limit: z.string().optional() }),
  summary: 'Budget execution: entries of one month, latest first (?id=)',
  handle: (call: Call): Promise<EntryPage> =>
    entriesOf(call, budgetLedger, {
      within: `
        b.id::text = $1
        and exists (
          select from app.budget_balance v
          left join app.data_dept d on d.code = v.dept_code
          where v.id = b.id and ${visible}
        )`,
      values: [askedText(askedOf(call), 'id')],
    }),
};

export const executionRoutes: readonly Route[] = [...calls.routes, entriesRoute];
export const executionExporter = calls.exporter;
