import type { DetailSource, Source, Wanted } from './source.ts';
import { withinScope } from './scope.ts';

const traits = `
  b.organize_code as organize, b.customer_code as customer, c.name as customer_name, c.salesman_code as salesman,
  c.channel_code as channel, c.class_code as customer_class`;
const owing = `app.receivable_balance b left join app.data_customer c on c.code = b.customer_code`;
const scope = withinScope({
  organize: 'b.organize_code',
  customer: 'b.customer_code',
  customerOf: 'b.customer_code',
});

/** What is open by how late it is on the day; what was paid beyond it stands in a column of its own (E2). */
const late = (first: number, last: number | null): string =>
  `coalesce(sum(s.open_amount) filter (where s.late >= ${first}${last === null ? '' : ` and s.late <= ${last}`}), 0)`;
const buckets = {
  notDue: `coalesce(sum(s.open_amount) filter (where s.late <= 0), 0)`,
  upTo30: late(1, 30),
  upTo60: late(31, 60),
  upTo90: late(61, 90),
  beyond: late(91, null),
} as const;

/** R14: what is open of every customer on the day, and all that was posted up to it. */
export const ageing: Source = {
  rows: ({ to, values }) => {
    const day = values.next(to);
    return `
      select ${traits}, o.open_amount, ${day}::date - o.due_date as late, 0::numeric as posted
      from ${owing}
      cross join lateral app.receivable_open_on(b.organize_code, b.customer_code, ${day}::date) o
      where o.open_amount <> 0 and ${scope}
      union all
      select ${traits}, 0, null, e.posted
      from ${owing}
      cross join lateral (
        select coalesce(sum(e.d_amount), 0) as posted
        from app.receivable_entry e
        where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.biz_date <= ${day}::date
      ) e
      where e.posted <> 0 and ${scope}`;
  },
  measures: {
    balance: 'sum(s.posted)',
    ...buckets,
    unsettled: 'sum(s.posted) - sum(s.open_amount)',
  },
};

export const receivableDetail: DetailSource = {
  rows: ({ to, values }: Wanted) => {
    const day = values.next(to);
    return `
      select ${traits}, o.biz_date as day, o.doc_type, o.doc_id, o.doc_code, o.due_date, o.amount,
        o.amount - o.open_amount as settled, o.open_amount as open
      from ${owing}
      cross join lateral app.receivable_open_on(b.organize_code, b.customer_code, ${day}::date) o
      where o.open_amount <> 0 and ${scope}`;
  },
  sum: 'sum(s.open)',
};

const entries = ({ to, values }: Pick<Wanted, 'to' | 'values'>): string => `
  select ${traits}, e.biz_date as day, e.doc_type, e.doc_id, e.doc_code, e.d_amount as amount,
    (e.d_amount > 0) = (e.reversal_of is null) as is_charge
  from ${owing}
  join app.receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
  where e.biz_date <= ${values.next(to)}::date and e.d_amount <> 0 and ${scope}`;

/** R15: what was owed, what came and went, and what is owed. What is taken back counts against its own side. */
export const statementSource: Source = {
  rows: (wanted) => `
    select e.*, e.day >= ${wanted.values.next(wanted.from)}::date as is_within
    from (${entries(wanted)}) e`,
  measures: {
    owedBefore: 'coalesce(sum(s.amount) filter (where not s.is_within), 0)',
    debit: 'coalesce(sum(s.amount) filter (where s.is_within and s.is_charge), 0)',
    credit: 'coalesce(-sum(s.amount) filter (where s.is_within and not s.is_charge), 0)',
    owedAfter: 'coalesce(sum(s.amount), 0)',
  },
};
export const statementDetail: DetailSource = {
  rows: (wanted) => `select e.* from (${entries(wanted)}) e where e.day >= ${wanted.values.next(wanted.from)}::date`,
  sum: 'sum(s.amount)',
};

/** R16: every account as it stands. */
export const funds: Source = {
  rows: () => `
    select a.organize_code as organize, a.customer_code as customer, a.account_type, a.account_code as account,
      c.salesman_code as salesman, b.balance, b.occupied, b.frozen, b.credit_limit + b.temp_limit as credit_limit
    from app.sale_capitalaccount a
    join app.capital_balance b on b.tenant_code = a.tenant_code and b.account_code = a.account_code
    left join app.data_customer c on c.code = a.customer_code
    where ${withinScope({ organize: 'a.organize_code', customer: 'a.customer_code', customerOf: 'a.customer_code' })}`,
  measures: {
    funds: 'sum(s.balance)',
    held: 'sum(s.occupied)',
    blocked: 'sum(s.frozen)',
    limit: 'sum(s.credit_limit)',
    usable: 'sum(s.balance + s.credit_limit - s.occupied - s.frozen)',
    usage: `
      round(
        100 * sum(greatest(0, s.occupied - least(s.balance, 0))) filter (where s.credit_limit > 0)
          / nullif(sum(s.credit_limit), 0), 1
      )`,
  },
};

/** What is owed to suppliers on a day, by how late it is. */
export const payable: Source = {
  rows: ({ to, values }) => {
    const day = values.next(to);
    const visible = withinScope({ organize: 'b.organize_code', supplier: 'b.supplier_code' });
    return `
      select b.organize_code as organize, b.supplier_code as supplier, o.open_amount, ${day}::date - o.due_date as late,
        0::numeric as posted
      from app.payable_balance b
      cross join lateral app.payable_open(b.organize_code, b.supplier_code, ${day}::date) o
      where o.open_amount <> 0 and ${visible}
      union all
      select b.organize_code, b.supplier_code, 0, null, e.posted
      from app.payable_balance b
      cross join lateral (
        select coalesce(sum(e.d_amount), 0) as posted
        from app.payable_entry e
        where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.biz_date <= ${day}::date
      ) e
      where e.posted <> 0 and ${visible}`;
  },
  measures: { owed: 'sum(s.posted)', ...buckets, unsettled: 'sum(s.posted) - sum(s.open_amount)' },
};
