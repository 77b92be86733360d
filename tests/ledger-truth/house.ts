import { combined, grouped, stands, within, type Books, type FigureTruth, type Truth } from './statement.ts';

/** Orders with each activity that the usage ledger says they used. */
const used = (books: Books): string => `
  select b.activity_code as activity, o.id, o.customer_code, o.payable_amount, sum(e.d_amount) as worth
  from app.promotion_usage_entry e
  join app.promotion_usage_balance b on b.id = e.balance_id
  join app.order_order o on o.id = e.doc_id
  where ${stands('o', books)} and ${within('o.bill_date', books)}
  group by 1, 2, 3, 4
  having sum(e.d_amount) <> 0 or sum(e.d_times) <> 0`;
const ofUse =
  (value: string): Truth =>
  (books) =>
    grouped('u.activity', value, `(${used(books)}) u`);
const spent: Truth = (books) =>
  grouped(
    'b.activity_code',
    'sum(e.d_spent)',
    `
      app.promotion_budget_entry e
      join app.promotion_budget_balance b on b.id = e.balance_id
      join (${used(books)}) u on u.id = e.doc_id and u.activity = b.activity_code
      where e.tenant_code = '${books.tenant}'`,
  );
const gifts: Truth = (books) =>
  grouped(
    'u.activity',
    'sum(l.number * coalesce(l.list_price, l.retail_price, 0))',
    `
      (${used(books)}) u
      join app.order_order_line l on l.parent_id = u.id and l.policy_code = u.activity and l.line_type = '1'`,
  );
const brought = ofUse('sum(u.payable_amount)');
const R08: FigureTruth = {
  by: 'activity',
  told: {
    amount: brought,
    orderCount: ofUse('count(*)'),
    customerCount: ofUse('count(distinct u.customer_code)'),
    worth: ofUse('sum(u.worth)'),
    giftAmount: gifts,
    spent,
    costRate: (books) => combined(spent(books), brought(books), 'round(100 * a.value / nullif(b.value, 0), 1)'),
  },
};

/** Budgets of the months that the span touches, by what was posted to them. */
function budget(value: string): Truth {
  return ({ tenant, from, to }) => `
    select x.key, ${value} as value
    from (
      select b.dept_code as key, sum(e.d_init + e.d_adj) as given, sum(e.d_pre) as pre, sum(e.d_used) as used
      from app.budget_entry e
      join app.budget_balance b on b.id = e.balance_id
      where e.tenant_code = '${tenant}'
        and (b.year || '-' || lpad(b.period, 2, '0')) between left('${from}', 7) and left('${to}', 7)
      group by 1
    ) x`;
}
const R20: FigureTruth = {
  by: 'dept',
  told: {
    budgeted: budget('x.given'),
    preUsed: budget('x.pre'),
    used: budget('x.used'),
    left: budget('x.given - x.pre - x.used'),
    usedRate: budget('round(100 * x.used / nullif(x.given, 0), 1)'),
  },
};

const claimed =
  (value: string): Truth =>
  (books) =>
    grouped(
      'b.applicant_code',
      value,
      `
        app.claimed_entry e
        join app.claimed_balance b on b.id = e.balance_id
        where e.tenant_code = '${books.tenant}' and ${within('e.biz_date', books)}`,
    );
const lent = (value: string, where: (books: Books) => string): Truth => {
  return (books) =>
    grouped(
      'b.applicant_code',
      value,
      `
        app.loan_entry e
        join app.loan_balance b on b.id = e.balance_id
        where e.tenant_code = '${books.tenant}' and ${where(books)}`,
    );
};
/** Every loan with what is open of it when the span ends. */
function loans(value: string, where = 'true'): Truth {
  return ({ tenant, to }) => `
    select x.key, ${value.replaceAll('$to', `'${to}'::date`)} as value
    from (
      select b.applicant_code as key, l.repay_date, sum(e.d_amount) as open, min(e.biz_date) as since
      from app.loan_entry e
      join app.loan_balance b on b.id = e.balance_id
      join app.reimbursement_loan l on l.tenant_code = b.tenant_code and l.code = b.loan_code
      where e.tenant_code = '${tenant}' and e.biz_date <= '${to}'
      group by b.id, 1, 2
    ) x
    where ${where.replaceAll('$to', `'${to}'::date`)}
    group by 1`;
}
const R21: FigureTruth = {
  by: 'employee',
  told: {
    claimedAmount: claimed('sum(e.d_amount)'),
    claimedTax: claimed('sum(e.d_tax)'),
    lentAmount: lent('sum(e.d_amount)', (books) => `${within('e.biz_date', books)} and e.post_type = 'PAY'`),
    clearedAmount: lent('-sum(e.d_amount)', (books) => `${within('e.biz_date', books)} and e.post_type <> 'PAY'`),
    loanBalance: loans('sum(x.open)'),
    loanOverdue: loans('sum(x.open)', 'x.repay_date < $to'),
    loanDays: loans('max($to - x.since)', 'x.open > 0'),
  },
};

const day = (column: string): string => `(${column} at time zone 'Asia/Shanghai')::date`;
/** What was decided in the span, with how long it lay there. */
const decided = (books: Books): string => `
  select i.process_name as key, i.id, t.result, extract(epoch from t.end_time - t.start_time)::numeric / 3600 as hours
  from app.wf_history t
  join app.wf_instance i on i.tenant_code = t.tenant_code and i.id = t.instance_id
  where t.tenant_code = '${books.tenant}'
    and t.result is not null
    and t.action <> 'submit'
    and ${within(day('t.end_time'), books)}`;
/** What waits and was due in the span. */
const waiting = (books: Books): string => `
  select i.process_name as key, i.id
  from app.wf_task t
  join app.wf_instance i on i.tenant_code = t.tenant_code and i.id = t.instance_id
  where t.tenant_code = '${books.tenant}' and t.due_time < now() and ${within(day('t.due_time'), books)}`;
const ofDecisions =
  (value: string): Truth =>
  (books) =>
    grouped('t.key', value, `(${decided(books)}) t`);
/** Of twenty the nineteenth: between two of them, as far as it lies between. */
const slow: Truth = (books) => `
  select t.key,
    round(
      min(t.hours) filter (where t.place = t.low) + (max(t.at) - max(t.low)) *
      (min(t.hours) filter (where t.place = ceil(t.at)) - min(t.hours) filter (where t.place = t.low)),
      1
    ) as value
  from (
    select d.*, floor(d.at) as low
    from (
      select d.key, d.hours, row_number() over (partition by d.key order by d.hours) as place,
        1 + 0.95 * (count(*) over (partition by d.key) - 1) as at
      from (${decided(books)}) d
    ) d
  ) t
  group by 1`;
const R22: FigureTruth = {
  by: 'process',
  told: {
    stepCount: ofDecisions('count(*)'),
    instanceCount: (books) =>
      grouped(
        't.key',
        'count(distinct t.id)',
        `(select d.key, d.id from (${decided(books)}) d union select w.key, w.id from (${waiting(books)}) w) t`,
      ),
    averageHours: ofDecisions('round(avg(t.hours), 1)'),
    slowHours: slow,
    rejectCount: ofDecisions(`count(*) filter (where t.result in ('reject', 'rollback', 'terminate'))`),
    overdueCount: (books) => grouped('w.key', 'count(*)', `(${waiting(books)}) w`),
  },
};

export const houseTruths = { R08, R20, R21, R22 };
