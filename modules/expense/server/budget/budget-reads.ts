import { statement, type Reads, type RowOf } from '#platform/server/db/statement.ts';
import { paramStatement } from '#system/server/setting/param.ts';

/** Who spends what and when; the amount decides nothing of where it is looked up. */
export interface BudgetPlace {
  readonly deptCode: string;
  readonly budgetAccountCode: string;
  readonly projectCode: string;
  readonly date: string;
  /** Said by whoever gives budgets: that very month, whatever was closed. */
  readonly isFixed?: boolean;
}

export const monthRow = {
  year: 'text',
  period: 'text',
  deptCode: 'text',
  budgetAccountCode: 'text',
  projectCode: 'text',
  init: 'decimal',
  adj: 'decimal',
  pre: 'decimal',
  used: 'decimal',
} as const;
export type MonthRow = RowOf<typeof monthRow>;
const key = { year: 'text', period: 'text', deptCode: 'text', budgetAccountCode: 'text', projectCode: 'text' } as const;
const keyColumns = 'b.year, b.period, b.dept_code, b.budget_account_code, b.project_code';
const monthColumns = `${keyColumns}, b.init, b.adj, b.pre, b.used`;

/**
 * The places of the lines with the month that each is budgeted in: its own, or, where the year is closed, the first
 * open one (D5). $1 are the places, $2 the organisation whose books count.
 */
const placed = `
  select p.ord, p.dept_code, p.budget_account_code, p.project_code, to_char(m.day, 'YYYY') as year,
    to_char(m.day, 'MM') as period
  from rows
  from (
    jsonb_to_recordset($1::jsonb) as
    (dept_code text, budget_account_code text, project_code text, day date, is_fixed boolean)
  ) with ordinality as p(dept_code, budget_account_code, project_code, day, is_fixed, ord)
  cross join lateral (
    select coalesce((
      select coalesce( (
        select min(o.start_date)
        from app.sys_accountperiod o
        where o.status = '1' and o.start_date > c.end_date and (o.organize_code is null or o.organize_code = $2::text)
      ), c.end_date + 1)
      from app.sys_accountperiod c
      where not p.is_fixed
        and c.year = extract(year from p.day)::integer
        and c.month = 12
        and c.status = '2'
        and (c.organize_code is null or c.organize_code = $2::text)
      order by c.end_date
      limit 1
    ), p.day) as day
  ) m`;

const entriesOf = (rows: string): string => `
  coalesce((
    select jsonb_agg(
      jsonb_build_object(
        'year', x.year, 'period', lpad(g.month::text, 2, '0'), 'dept_code', x.dept_code,
        'budget_account_code', x.budget_account_code, 'project_code', x.project_code
      )
    )
    from (select distinct year, dept_code, budget_account_code, project_code from (${rows}) y) x
    cross join generate_series(1, 12) g(month)
  ), '[]')`;
const spoken = `
  select b.year, b.dept_code, b.budget_account_code, b.project_code
  from app.budget_balance b
  join app.budget_entry e on e.balance_id = b.id
  where e.doc_id = any($3::uuid[])`;

interface Asked {
  readonly organizeCode: string | null;
  /** What these have posted before is looked at, too. */
  readonly documents: readonly string[];
}
const askedOf = (places: readonly BudgetPlace[]): string =>
  JSON.stringify(
    places.map(({ deptCode, budgetAccountCode, projectCode, date, isFixed = false }) => ({
      dept_code: deptCode,
      budget_account_code: budgetAccountCode,
      project_code: projectCode,
      day: date,
      is_fixed: isFixed,
    })),
  );
const touched = `select year, dept_code, budget_account_code, project_code from (${placed}) z union ${spoken}`;

/**
 * What a document decides by, held until it is committed: all months of every budget that its lines or what it has
 * posted before touch, because a claim must fit in later months, too. Whoever also pays or lends holds those books
 * before this: the budget is locked last.
 */
export const budgetReads = (places: readonly BudgetPlace[], asked: Asked) =>
  ({
    // The budgets that show what is left of them are documents: they are held before any ledger.
    budgetRows: statement(
      { id: 'uuid' },
      `
        select h.id
        from app.reimbursement_budget h
        where (h.year::text, h.dept_code, coalesce(h.project_code, '')) in (
          select year, dept_code, project_code
          from (${touched}) t
        )
        order by h.id
        for no key update`,
      [askedOf(places), asked.organizeCode, asked.documents],
    ),
    budgetLock: statement(
      { locked: 'nothing' },
      `select app.budget_lock(jsonb_build_object('entries', ${entriesOf(touched)})) as locked`,
      [askedOf(places), asked.organizeCode, asked.documents],
    ),
    ...budgetFigures(places, asked),
  }) satisfies Reads;

/** The same as it is right now, for whoever only wants to know. */
export const budgetFigures = (places: readonly BudgetPlace[], { organizeCode, documents }: Asked) =>
  ({
    budgetPlaces: statement(
      key,
      `select year, period, dept_code, budget_account_code, project_code from (${placed}) z order by z.ord`,
      [askedOf(places), organizeCode],
    ),
    budgetMonths: statement(
      monthRow,
      `
        select ${monthColumns}
        from app.budget_balance b
        where (b.year, b.dept_code, b.budget_account_code, b.project_code) in (${touched})
        order by b.year, b.period`,
      [askedOf(places), organizeCode, documents],
    ),
    ...postedReads(documents),
    ...holderReads(documents),
    ...controlReads(askedOf(places), { organizeCode, documents }),
  }) satisfies Reads;

/** What documents hold, and what they have used. */
const postedReads = (documents: readonly string[]) => ({
  budgetHolds: statement(
    { docId: 'uuid', lineId: 'uuid', ...key, amount: 'decimal' },
    `
      select h.doc_id, h.line_id, b.year, b.period, b.dept_code, b.budget_account_code, b.project_code, h.pre as amount
      from app.budget_hold h
      join app.budget_balance b on b.id = h.balance_id
      where h.doc_id = any($1::uuid[]) and h.pre > 0
      order by h.line_id, b.year, b.period`,
    [documents],
  ),
  budgetUses: statement(
    { docId: 'uuid', lineId: 'uuid', ...key, amount: 'decimal' },
    `
      select e.doc_id, e.line_id, b.year, b.period, b.dept_code, b.budget_account_code, b.project_code,
        sum(e.d_used) as amount
      from app.budget_entry e
      join app.budget_balance b on b.id = e.balance_id
      where e.doc_id = any($1::uuid[])
      group by e.doc_id, e.line_id, b.id, b.year, b.period, b.dept_code, b.budget_account_code, b.project_code
      having sum(e.d_used) <> 0
      order by e.line_id, b.year, b.period`,
    [documents],
  ),
});

/** Where applications hold what is left of them, line by line; a closed one gets nothing back. */
const holderReads = (documents: readonly string[]) => ({
  budgetHolders: statement(
    { docId: 'uuid', lineId: 'uuid', ...key },
    `
      select distinct on (e.doc_id, e.line_id) e.doc_id, e.line_id, b.year, b.period, b.dept_code,
        b.budget_account_code, b.project_code
      from app.budget_entry e
      join app.budget_balance b on b.id = e.balance_id
      join app.reimbursement_application a on a.id = e.doc_id and a.bill_status = '1'
      where e.doc_id = any($1::uuid[]) and e.holder_doc_id = e.doc_id and e.post_type = 'PRE'
      order by e.doc_id, e.line_id, e.id desc`,
    [documents],
  ),
});

/** How strictly each budget holds: by its account, by the head of the department's year, by the house. */
const controlReads = (places: string, { organizeCode, documents }: Asked) => ({
  budgetAccounts: statement(
    { code: 'text', name: 'text', control: 'text?' },
    `
      select code, name, control
      from app.data_budgetaccount
      where code in (select budget_account_code from (${touched}) t)`,
    [places, organizeCode, documents],
  ),
  budgetHeads: statement(
    { year: 'text', deptCode: 'text', projectCode: 'text', control: 'text' },
    `
      select h.year::text as year, h.dept_code, coalesce(h.project_code, '') as project_code, h.control
      from app.reimbursement_budget h
      where h.dept_code in (select dept_code from (${touched}) t)
        and h.bill_status in ('1', '2')
        and h.cancel_flag = '0'
        and h.deleted_flag = '0'
      order by h.bill_date, h.code`,
    [places, organizeCode, documents],
  ),
  budgetParams: paramStatement(['RB001', 'RB002']),
});
export type PostedRow = RowOf<{
  readonly docId: 'uuid';
  readonly lineId: 'uuid';
  readonly year: 'text';
  readonly period: 'text';
  readonly deptCode: 'text';
  readonly budgetAccountCode: 'text';
  readonly projectCode: 'text';
  readonly amount: 'decimal';
}>;
