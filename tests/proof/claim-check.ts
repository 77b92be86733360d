import type { Finding, Sql } from './ledger-check.ts';

/**
 * Knows documents and ledgers of reimbursement and nothing of the code that fills them: what budgets, loans and the
 * ledger of claims must say is counted anew from what people wrote (I50, I51, I60, I61). `$1` are the codes of the
 * departments and people that are looked at.
 */
export async function checkClaims(client: Sql, whose = '%'): Promise<readonly Finding[]> {
  const { rows } = await client.query(
    `
      with ${parts} ${claimRules.map(([rule, text]) => `select '${rule}' as rule, w.* from (${text}) w(place, detail)`).join(' union all ')}`,
    [whose],
  );
  return rows.map((row) => ({ rule: String(row['rule']), where: String(row['place']), detail: String(row['detail']) }));
}

const living = (alias: string): string => `
  ${alias}.tenant_code = '1000' and ${alias}.cancel_flag = '0' and ${alias}.deleted_flag = '0'`;
const kinds = ['expense', 'specialexpense', 'travel', 'citytransport'] as const;
const claimed = (kind: (typeof kinds)[number]): string => `
  select '${kind}' as kind, c.id, c.code, c.applicant_code, c.dept_code, c.bill_status,
    c.bill_status = '4' and c.cancel_flag = '0' as is_asked,
    c.bill_status in ('1', '2') and c.cancel_flag = '0' as is_granted,
    c.bill_status = '3' or c.cancel_flag = '1' as is_idle, c.total_amount, coalesce(c.allowed_amount, 0) as allowed,
    coalesce(c.offset_amount, 0) as offset_amount, coalesce(c.pay_amount, 0) as pay, c.pay_flag, c.pay_date,
    coalesce(c.parts, '[]') as parts, coalesce(c.invoices, '[]') as invoices
  from app.reimbursement_${kind} c
  where c.tenant_code = '1000' and c.deleted_flag = '0' and c.applicant_code like $1`;
/** A line of a leg is several costs; the fares name the account of them all, as the house of these proofs has it. */
const lined = (kind: (typeof kinds)[number]): string => `
  select c.id as doc_id, l.id as line_id, l.dept_code, coalesce(l.project_code, '') as project_code,
    ${
      kind === 'travel'
        ? `
          l.start_date as day,
          (
            select s.budget_account_code
            from app.reimbursement_item i
            join app.data_costsubject s on s.tenant_code = i.tenant_code and s.code = i.cost_subject_code
            where i.tenant_code = l.tenant_code and i.code = l.item_code
          ) as account`
        : 'l.occur_date as day, l.budget_account_code as account'
    },
    coalesce(l.allowed_amount, 0) as allowed, coalesce(l.tax_amount, 0) as tax
  from claim c
  join app.reimbursement_${kind}_line l on l.tenant_code = '1000' and l.parent_id = c.id`;

const months = `to_char(k.day, 'YYYY') as year, to_char(k.day, 'MM') as period`;
const key = 'year, period, dept_code, account, project_code';
const keyText = `concat_ws(' ', ${key})`;

/** Claims, what each line of them costs a budget, what they took over of applications, and budgets month by month. */
const parts = `
  claim as materialized (${kinds.map(claimed).join(' union all ')}),
  line as materialized (${kinds.map(lined).join(' union all ')}),
  cost as materialized (
    select c.is_asked, c.is_granted, k.dept_code, k.project_code, k.account, ${months}, k.allowed - k.tax as amount
    from claim c
    join (
      select doc_id, dept_code, project_code, account, day, allowed, tax
      from line
      union all
      -- What a trip is allowed beyond its legs is paid by the day, and stands on none of them.
      select c.id, c.dept_code, '', max(l.account), min(t.trip_start_date), c.allowed - sum(l.allowed), 0
      from claim c
      join line l on l.doc_id = c.id
      join app.reimbursement_travel t on t.tenant_code = '1000' and t.id = c.id
      group by c.id, c.dept_code, c.allowed
    ) k on k.doc_id = c.id
    where k.account is not null and k.dept_code is not null
  ),
  taken as materialized (
    select c.id as doc_id, c.code, (x->'takes'->>'docId')::uuid as application_id,
      (x->'takes'->>'lineId')::uuid as line_id, (x->'takes'->>'amount')::numeric as amount,
      (x->>'allowed')::numeric as allowed
    from claim c
    cross join lateral jsonb_array_elements(c.parts) x
    where (c.is_asked or c.is_granted) and x->'takes'->>'docId' is not null
  ),
  month as materialized (
    select b.year, b.period, b.dept_code, b.budget_account_code as account, b.project_code, b.init, b.adj, b.pre,
      b.used
    from app.budget_balance b
    where b.tenant_code = '1000' and b.dept_code like $1
  ),
  owing as materialized (
    select b.id, b.applicant_code, b.loan_code, b.amount, b.locked, h.id as loan_id, h.settle_status,
      h.pay_flag = '1' as is_paid,
      case when h.pay_flag = '1' and h.cancel_flag = '0' and h.deleted_flag = '0' then h.total_amount else 0 end as paid
    from app.loan_balance b
    left join app.reimbursement_loan h on h.tenant_code = b.tenant_code and h.code = b.loan_code
    where b.tenant_code = '1000' and b.applicant_code like $1
  ),
  posted as materialized (
    select e.doc_id, sum(e.d_amount) as amount, sum(e.d_asked) as asked
    from app.claimed_entry e
    where e.tenant_code = '1000'
    group by e.doc_id
  )`;

/** Operations by which claims gave back what they had of application line `l`. */
const broughtBack = `
  select e.doc_id, e.op_seq, max(e.id) as last_id
  from app.budget_entry e
  where e.tenant_code = '1000'
    and e.doc_id in (
      select c.id
      from claim c
      cross join jsonb_array_elements(c.parts) x
      where (x->'takes'->>'lineId')::uuid = l.id
      union
      select t.doc_id
      from app.budget_entry t
      where t.tenant_code = '1000' and t.holder_line_id = l.id
    )
    and e.doc_id <> h.id
  group by e.doc_id, e.op_seq
  having bool_or(e.post_type = 'UNUSE' or e.post_type = 'REL' and e.holder_doc_id = e.doc_id)
    and not bool_or(e.post_type = 'USE')`;

/**
 * What the budget of application line `l` had left when the ledger stood at an entry, where that is least from then on.
 */
const leftAfter = (entry: string): string => `
  (
    select min(m.left_over)
    from (
      select b.period,
        sum( coalesce((
          select s.init_after + s.adj_after - s.pre_after - s.used_after
          from app.budget_entry s
          where s.tenant_code = '1000' and s.balance_id = b.id and s.id <= ${entry}
          order by s.id desc
          limit 1
        ), 0)) over (order by b.period) as left_over
      from app.budget_balance b
      where b.tenant_code = '1000'
        and b.year = to_char(l.occur_date, 'YYYY')
        and b.dept_code = l.dept_code
        and b.budget_account_code = l.budget_account_code
        and b.project_code = coalesce(l.project_code, '')
    ) m
    where m.period >= to_char(l.occur_date, 'MM')
  )`;

export const claimRules: readonly (readonly [rule: string, sql: string])[] = [
  [
    'I50: a budget has what audited budgets gave it and audited adjustments changed',
    `
      select ${keyText},
        'has ' || coalesce(b.init, 0) || ' + ' || coalesce(b.adj, 0) || ', papers ' || coalesce(p.init, 0) || ' + ' ||
          coalesce(p.adj, 0)
      from month b
      full join (
        select g.year::text as year, lpad(g.month::text, 2, '0') as period, g.dept_code, g.account,
          coalesce(g.project_code, '') as project_code, sum(g.init) as init, sum(g.adj) as adj
        from (
          select h.year, l.month, h.dept_code, l.budget_account_code as account, h.project_code, l.amount as init,
            0 as adj
          from app.reimbursement_budget h
          join app.reimbursement_budget_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
          where h.bill_status in ('1', '2') and ${living('h')}
          union all
          select h.year, l.month, l.dept_code, l.budget_account_code, l.project_code, 0,
            case when h.adjust_type = '1' then -l.amount else l.amount end
          from app.reimbursement_budgetadjust h
          join app.reimbursement_budgetadjust_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
          where h.bill_status in ('1', '2') and ${living('h')}
          union all
          select h.year, coalesce(l.to_month, l.month), coalesce(l.to_dept_code, l.dept_code),
            coalesce(l.to_budget_account_code, l.budget_account_code), coalesce(l.to_project_code, l.project_code), 0,
            l.amount
          from app.reimbursement_budgetadjust h
          join app.reimbursement_budgetadjust_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
          where h.bill_status in ('1', '2') and h.adjust_type = '1' and ${living('h')}
        ) g
        where g.dept_code like $1
        group by 1, 2, 3, 4, 5
      ) p using (${key})
      where (coalesce(b.init, 0), coalesce(b.adj, 0)) <> (coalesce(p.init, 0), coalesce(p.adj, 0))`,
  ],
  [
    'I50: a budget that forbids is never overdrawn, in its month nor in a later one of the year',
    `
      select concat_ws(' ', m.year, m.period, m.dept_code, m.account, m.project_code), 'left ' || left_over
      from (
        select m.*,
          sum(m.init + m.adj - m.pre - m.used)
            over (partition by m.year, m.dept_code, m.account, m.project_code order by m.period) as left_over
        from month m
      ) m
      join app.data_budgetaccount a on a.tenant_code = '1000' and a.code = m.account
      left join app.reimbursement_budget h on ${living('h')}
        and h.bill_status in ('1', '2')
        and h.year::text = m.year
        and h.dept_code = m.dept_code
        and coalesce(h.project_code, '') = m.project_code
      where left_over < 0 and coalesce(a.control, h.control, '1') = '2'`,
  ],
  [
    'I51: what is held of a budget is what claims in approval cost and what applications have left and do not lack',
    `
      select ${keyText}, 'held ' || coalesce(b.pre, 0) || ', papers ' || coalesce(p.pre, 0)
      from month b
      full join (
        select ${key}, sum(amount) as pre
        from (
          select ${key}, amount
          from cost
          where is_asked
          union all
          select to_char(l.occur_date, 'YYYY'), to_char(l.occur_date, 'MM'), l.dept_code, l.budget_account_code,
            coalesce(l.project_code, ''),
            l.amount - coalesce((select sum(t.amount) from taken t where t.line_id = l.id), 0) -
              coalesce(l.unheld_amount, 0)
          from app.reimbursement_application h
          join app.reimbursement_application_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
          where h.bill_status in ('1', '4') and ${living('h')} and h.applicant_code like $1
        ) g(${key}, amount)
        group by ${key}
      ) p using (${key})
      where coalesce(b.pre, 0) <> coalesce(p.pre, 0)`,
  ],
  [
    'I51: an application lacks only what a claim brought back when a budget that forbids had nothing left',
    `
      select h.code, 'line ' || l.line_no || ' lacks ' || l.unheld_amount
      from app.reimbursement_application h
      join app.reimbursement_application_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      left join app.data_budgetaccount a on a.tenant_code = '1000' and a.code = l.budget_account_code
      where h.tenant_code = '1000'
        and h.applicant_code like $1
        and coalesce(l.unheld_amount, 0) <> 0
        and (
          l.unheld_amount < 0
          or h.bill_status <> '1'
          or coalesce(
            a.control,
            (
              select b.control
              from app.reimbursement_budget b
              where ${living('b')}
                and b.bill_status in ('1', '2')
                and b.year::text = to_char(l.occur_date, 'YYYY')
                and b.dept_code = l.dept_code
                and coalesce(b.project_code, '') = coalesce(l.project_code, '')
            ),
            '1'
          ) <> '2'
          or not exists (select from (${broughtBack}) r where ${leftAfter('r.last_id')} <= 0)
        )`,
  ],
  [
    'I51: what is used of a budget is what approved claims cost',
    `
      select ${keyText}, 'used ' || coalesce(b.used, 0) || ', papers ' || coalesce(p.used, 0)
      from month b
      full join (select ${key}, sum(amount) as used from cost where is_granted group by ${key}) p using (${key})
      where coalesce(b.used, 0) <> coalesce(p.used, 0)`,
  ],
  [
    'I51: an application says what claims took over of it, and never more than it asked for',
    `
      select h.code,
        'line ' || l.line_no || ' of ' || l.amount || ' says ' || coalesce(l.claimed_amount, 0) || ', claims ' ||
          coalesce(t.amount, 0) || ', in all ' || coalesce(h.claimed_amount, 0)
      from app.reimbursement_application h
      join app.reimbursement_application_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      left join (select line_id, sum(amount) as amount, bool_or(amount > allowed) as is_over from taken group by 1) t
        on t.line_id = l.id
      where ${living('h')}
        and h.applicant_code like $1
        and (
          coalesce(l.claimed_amount, 0) <> coalesce(t.amount, 0)
          or coalesce(t.amount, 0) > l.amount
          or t.is_over
          or coalesce(h.claimed_amount, 0) <> coalesce((
            select sum(x.amount)
            from taken x
            where x.application_id = h.id
          ), 0)
        )`,
  ],
  [
    'I60: what is owed of a loan is what was paid out less what was offset and repaid of it',
    `
      select o.loan_code,
        'owed ' || o.amount || ', paid ' || o.paid || ', offset ' || x.offset_amount || ', repaid ' || r.repaid
      from owing o
      cross join lateral (
        select coalesce(-sum(e.d_amount), 0) as offset_amount
        from app.loan_entry e
        where e.tenant_code = '1000' and e.balance_id = o.id and e.post_type = 'OFFSET'
      ) x
      cross join lateral (
        select coalesce(sum(l.amount), 0) as repaid
        from app.reimbursement_repayment h
        join app.reimbursement_repayment_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
        where h.bill_status in ('1', '2') and ${living('h')} and coalesce(l.loan_code, h.loan_code) = o.loan_code
      ) r
      where o.amount <> o.paid - x.offset_amount - r.repaid`,
  ],
  [
    'I60: a loan is owed between nothing and what was paid, and settled when nothing is',
    `
      select o.loan_code, 'owed ' || o.amount || ' of ' || o.paid || ', settled ' || coalesce(o.settle_status, '-')
      from owing o
      where o.amount not between 0 and o.paid
        or o.locked > o.amount
        or coalesce(o.settle_status, '-') <> case
          when not o.is_paid or o.amount = o.paid then '0'
          when o.amount = 0 then '2'
          else '1'
        end`,
  ],
  [
    'I60: claims in approval lock what they offset, and nobody else does',
    `
      select applicant_code, 'locked ' || coalesce(o.locked, 0) || ', claims ' || coalesce(c.amount, 0)
      from (select applicant_code, sum(locked) as locked from owing group by 1) o
      full join (select applicant_code, sum(offset_amount) as amount from claim where is_asked group by 1) c using
        (applicant_code)
      where coalesce(o.locked, 0) <> coalesce(c.amount, 0)`,
  ],
  [
    'I60: approved claims have offset what they say, and no others have',
    `
      select c.code, 'offset ' || coalesce(e.amount, 0) || ', says ' || c.offset_amount
      from claim c
      left join (
        select doc_id, -sum(d_amount) as amount
        from app.loan_entry
        where tenant_code = '1000' and post_type = 'OFFSET'
        group by 1
      ) e on e.doc_id = c.id
      where coalesce(e.amount, 0) <> case when c.is_granted then c.offset_amount else 0 end`,
  ],
  [
    'I60: a claim takes of a younger loan only what the older ones do not give',
    `
      select e.doc_code, 'took of ' || b.loan_code || ', free of ' || o.loan_code || ' was ' || free.amount
      from app.loan_entry e
      join owing b on b.id = e.balance_id
      join owing o on o.applicant_code = b.applicant_code and o.id <> b.id
      cross join lateral (
        select max(s.id) as id
        from app.loan_entry s
        where s.tenant_code = '1000' and s.doc_id = e.doc_id and s.op_seq = e.op_seq and s.post_type = e.post_type
      ) last
      cross join lateral (
        select x.amount_after - x.locked_after as amount
        from app.loan_entry x
        where x.tenant_code = '1000' and x.balance_id = o.id and x.id <= last.id
        order by x.id desc
        limit 1
      ) free
      where e.tenant_code = '1000'
        and (e.post_type = 'LOCK' or e.post_type = 'OFFSET' and e.d_amount < 0 and e.d_locked = 0)
        and free.amount > 0
        and (${paidOn('o')}, o.loan_code) < (${paidOn('b')}, b.loan_code)`,
  ],
  [
    'I61: the ledger of claims has what approved claims were granted, and asks what those in approval ask',
    `
      select c.code, 'ledger ' || coalesce(p.amount, 0) || ' and ' || coalesce(p.asked, 0) || ', granted ' || c.allowed
      from claim c
      left join posted p on p.doc_id = c.id
      where coalesce(p.amount, 0) <> case when c.is_granted then c.allowed else 0 end
        or coalesce(p.asked, 0) <> case when c.is_asked then c.allowed else 0 end
      union all
      select e.doc_code, 'no claim any more'
      from app.claimed_entry e
      where e.tenant_code = '1000'
        and not exists (select from claim c where c.id = e.doc_id)
        and exists (select from app.claimed_balance b where b.id = e.balance_id and b.applicant_code like $1)
      group by e.doc_id, e.doc_code
      having sum(e.d_amount) <> 0 or sum(e.d_asked) <> 0`,
  ],
  [
    'I61: each line of an approved claim has its row, its tax with it',
    `
      select c.code,
        'line ' || l.line_id || ' granted ' || l.allowed || ' with ' || l.tax || ', ledger ' || coalesce(e.amount, 0) ||
          ' with ' || coalesce(e.tax, 0)
      from claim c
      join line l on l.doc_id = c.id
      left join (
        select doc_id, line_id, sum(d_amount) as amount, sum(d_tax) as tax
        from app.claimed_entry
        where tenant_code = '1000'
        group by 1, 2
      ) e on e.doc_id = c.id and e.line_id = l.line_id
      where c.is_granted and c.kind <> 'travel' and (coalesce(e.amount, 0), coalesce(e.tax, 0)) <> (l.allowed, l.tax)`,
  ],
  [
    'I61: a claim is paid what it is granted beyond what it offsets, once it is approved',
    `
      select c.code,
        'granted ' || c.allowed || ' of ' || c.total_amount || ', offset ' || c.offset_amount || ', pays ' || c.pay ||
          ', flag ' || c.pay_flag
      from claim c
      where c.bill_status <> '3'
        and (
          c.pay <> c.allowed - c.offset_amount
          or c.offset_amount not between 0 and c.allowed
          or c.allowed > c.total_amount
          or c.pay_flag = '1' and (not c.is_granted or c.pay = 0 or c.pay_date is null)
          or (c.pay_flag = '2') <> (c.is_granted and c.pay = 0)
        )`,
  ],
  [
    'I61: an invoice is held by one living claim',
    `
      select i.number, 'held by ' || string_agg(distinct i.doc_code, ' and ')
      from app.claim_invoice i
      where i.tenant_code = '1000'
      group by i.number, i.code
      having count(*) > 1`,
  ],
  [
    'I61: claims that count hold the invoices that they name, void and stashed ones hold none',
    `
      select c.code, 'status ' || c.bill_status || ', names ' || n.named || ', holds ' || n.held
      from claim c
      cross join lateral (
        select (
          select coalesce(string_agg(x->>'number' || ' ' || coalesce(x->>'code', ''), ',' order by x->>'number'), '')
          from jsonb_array_elements(c.invoices) x
        ) as named,
          (
            select coalesce(string_agg(i.number || ' ' || i.code, ',' order by i.number), '')
            from app.claim_invoice i
            where i.tenant_code = '1000' and i.doc_id = c.id
          ) as held
      ) n
      where case
        when c.is_idle then n.held <> ''
        when c.is_asked or c.is_granted then n.held <> n.named
        -- Whatever came back of an approval holds none until it is saved or sent in again.
        else n.held <> n.named and n.held <> ''
          or n.held <> n.named and not exists (
            select from app.sys_operationlog o
            where o.tenant_code = '1000' and o.record_id = c.id and o.operation = 'return'
          )
      end
      union all
      select i.doc_code, 'holds ' || i.number || ' and is gone'
      from app.claim_invoice i
      where i.tenant_code = '1000' and $1 = '%' and not exists (select from claim c where c.id = i.doc_id)`,
  ],
];

/** The day on which a loan was paid out last, as it was when entry `e` took of loans. */
function paidOn(loan: string): string {
  return `
    (
      select p.biz_date
      from app.loan_entry p
      where p.tenant_code = '1000'
        and p.balance_id = ${loan}.id
        and p.id < e.id
        and p.post_type = 'PAY'
        and p.d_amount > 0
      order by p.id desc
      limit 1
    )`;
}
