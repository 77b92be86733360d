import type { DetailSource, Source, Wanted } from './source.ts';
import { withinScope } from './scope.ts';

const scope = withinScope({ organize: 'd.organize_code', dept: 'b.dept_code' });
const traits = `
  make_date(b.year::integer, b.period::integer, 1) as day, b.dept_code as dept, d.name as dept_name,
  d.organize_code as organize, b.budget_account_code as budget_account`;
const from = `app.budget_balance b left join app.data_dept d on d.code = b.dept_code`;
/** A budget is that of a month: it counts where its first day does. */
const within = (wanted: Wanted): string => `
  make_date(b.year::integer, b.period::integer, 1)
    between date_trunc('month', ${wanted.values.next(wanted.from)}::date)::date
    and ${wanted.values.next(wanted.to)}::date`;

/** R20: what departments were given, what claims hold of it and what was used. */
export const budget: Source = {
  rows: (wanted) => `
    select ${traits}, b.init + b.adj as budgeted, b.pre as pre_used, b.used
    from ${from}
    where ${within(wanted)} and ${scope}`,
  measures: {
    budgeted: 'sum(s.budgeted)',
    preUsed: 'sum(s.pre_used)',
    used: 'sum(s.used)',
    left: 'sum(s.budgeted - s.pre_used - s.used)',
    usedRate: 'round(100 * sum(s.used) / nullif(sum(s.budgeted), 0), 1)',
  },
};
export const budgetDetail: DetailSource = {
  rows: (wanted) => `
    select ${traits},
      (select a.name from app.data_budgetaccount a where a.code = b.budget_account_code limit 1) as budget_account_name,
      e.doc_type, e.doc_id, e.doc_code, e.d_init + e.d_adj as budgeted, e.d_pre as pre_used, e.d_used as used
    from ${from}
    join app.budget_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
    where ${within(wanted)} and ${scope}`,
  sum: 'sum(s.used)',
};
