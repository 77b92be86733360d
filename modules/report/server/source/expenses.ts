import { tableOf } from '#platform/server/db/shape.ts';
import { cityTransport } from '#expense/model/claim/city-transport.ts';
import { expenseClaim } from '#expense/model/claim/expense.ts';
import { specialExpense } from '#expense/model/claim/special-expense.ts';
import { travel } from '#expense/model/claim/travel.ts';
import { loan } from '#expense/model/loan/loan.ts';
import { withinScope } from './scope.ts';
import type { DetailSource, Source, Wanted } from './source.ts';

const heads = [expenseClaim, specialExpense, travel, cityTransport]
  .map((document) => `select c.id, c.organize_code, c.dept_code, c.creator_id from app.${tableOf(document)} c`)
  .join(' union all ');
const scope = withinScope({ organize: 'h.organize_code', dept: 'h.dept_code', creator: 'h.creator_id' });

/** What was granted of claims, on the day it was; what was taken back of one counts against it on its own day. */
const claimed = ({ from, to, values }: Wanted): string => `
  select e.biz_date as day, e.doc_type, e.doc_id, e.doc_code, h.organize_code as organize, b.dept_code as dept,
    b.applicant_code as employee, e.cost_subject_code as subject, e.d_amount as claimed, e.d_tax as tax
  from app.claimed_entry e
  join app.claimed_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
  join (${heads}) h on h.id = e.doc_id
  where e.d_amount <> 0 and e.biz_date between ${values.next(from)}::date and ${values.next(to)}::date and ${scope}`;

/** Every loan with what moved in the span, and what is open of it when the span ends. */
const lent = ({ from, to, values }: Wanted): string => {
  const [first, last] = [values.next(from), values.next(to)];
  return `
    select h.organize_code as organize, h.dept_code as dept, h.applicant_code as employee, null::text as subject,
      0::numeric as claimed, 0::numeric as tax, x.lent, x.cleared, x.open,
      case when x.open > 0 then ${last}::date - x.since end as days, h.repay_date < ${last}::date as is_late
    from app.loan_balance b
    join app.${tableOf(loan)} h on h.applicant_code = b.applicant_code and h.code = b.loan_code
    cross join lateral (
      select coalesce(sum(e.d_amount), 0) as open, min(e.biz_date) as since,
        coalesce(sum(e.d_amount) filter (where e.post_type = 'PAY' and e.biz_date >= ${first}::date), 0) as lent,
        coalesce(-sum(e.d_amount) filter (where e.post_type <> 'PAY' and e.biz_date >= ${first}::date), 0) as cleared
      from app.loan_entry e
      where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.biz_date <= ${last}::date
    ) x
    where (x.open <> 0 or x.lent <> 0 or x.cleared <> 0) and ${scope}`;
};

/** R21: what people of the house were granted by what it was for, and what they still owe of what they got ahead. */
export const expenses: Source = {
  rows: (wanted) => `
    select c.organize, c.dept, c.employee, c.subject, c.claimed, c.tax, 0::numeric as lent, 0::numeric as cleared,
      0::numeric as open, null::integer as days, false as is_late
    from (${claimed(wanted)}) c
    union all ${lent(wanted)}`,
  measures: {
    claimedAmount: 'sum(s.claimed)',
    claimedTax: 'sum(s.tax)',
    lentAmount: 'sum(s.lent)',
    clearedAmount: 'sum(s.cleared)',
    loanBalance: 'sum(s.open)',
    loanOverdue: 'coalesce(sum(s.open) filter (where s.is_late), 0)',
    loanDays: 'max(s.days)::numeric',
  },
};
export const expensesDetail: DetailSource = {
  rows: (wanted) => `
    select c.*, (select n.name from app.data_personnel n where n.code = c.employee limit 1) as employee_name,
      (select n.name from app.data_costsubject n where n.code = c.subject limit 1) as subject_name
    from (${claimed(wanted)}) c`,
  sum: 'sum(s.claimed)',
};
