import { grouped, within, type Books, type FigureTruth, type Truth } from './statement.ts';

interface Debts {
  readonly ledger: 'receivable' | 'payable';
  readonly organize: string;
  readonly partner: string;
  /** What a payment names to settle that first. */
  readonly named: string;
}
const receivable: Debts = {
  ledger: 'receivable',
  organize: 'organize_code',
  partner: 'customer_code',
  named: 'order_code',
};
const payable: Debts = {
  ledger: 'payable',
  organize: 'organize_code',
  partner: 'supplier_code',
  named: 'receipt_code',
};

const posted =
  (debts: Debts, value: string, where: (books: Books) => string): Truth =>
  (books) =>
    grouped(
      `b.${debts.partner}`,
      value,
      `
        app.${debts.ledger}_entry e
        join app.${debts.ledger}_balance b on b.id = e.balance_id
        where e.tenant_code = '${books.tenant}' and ${where(books)}`,
    );
const until = ({ to }: Books): string => `e.biz_date <= '${to}'`;

/**
 * What is open of each debt on the day (E2a): what was paid for it by name first, then whatever else was paid, oldest
 * due first. A pair that cancelled itself by the day was neither owed nor paid; one that did so later still was.
 */
const open = ({ ledger, organize, partner, named }: Debts, { tenant, to }: Books): string => `
  with entry as (
    select b.${organize} || ' ' || b.${partner} as owner, b.${partner} as key, e.id, e.${named} as named,
      e.d_amount as amount, coalesce(e.due_date, e.biz_date) as due
    from app.${ledger}_entry e
    join app.${ledger}_balance b on b.id = e.balance_id
    left join app.${ledger}_entry r on r.tenant_code = e.tenant_code and r.reversal_of = e.id and r.biz_date <= '${to}'
    left join app.${ledger}_entry o on o.tenant_code = e.tenant_code and o.id = e.reversal_of and o.biz_date <= '${to}'
    where e.tenant_code = '${tenant}' and e.biz_date <= '${to}' and r.id is null and o.id is null
  ),
  paid as (select owner, named, -sum(amount) as amount from entry where amount < 0 group by 1, 2),
  debt as (
    select d.*,
      least(
        d.amount,
        greatest(
          0,
          coalesce(p.amount, 0) - (sum(d.amount) over (partition by d.owner, d.named order by d.due, d.id) - d.amount)
        )
      ) as by_name
    from entry d
    left join paid p on p.owner = d.owner and p.named = d.named
    where d.amount > 0
  ),
  rest as (
    select d.*,
      coalesce((select sum(p.amount) from paid p where p.owner = d.owner), 0) - sum(d.by_name)
        over (partition by d.owner) as pool,
      sum(d.amount - d.by_name) over (partition by d.owner order by d.due, d.id) as so_far
    from debt d
  )
  select key, '${to}'::date - due as late,
    greatest(0, amount - by_name - greatest(0, pool - (so_far - (amount - by_name)))) as open
  from rest`;
const lateBy =
  (debts: Debts, first: number, last: number): Truth =>
  (books) =>
    grouped('x.key', 'sum(x.open)', `(${open(debts, books)}) x where x.late between ${first} and ${last}`);
const bucketsOf = (debts: Debts): Readonly<Record<string, Truth>> => ({
  notDue: lateBy(debts, -99_999, 0),
  upTo30: lateBy(debts, 1, 30),
  upTo60: lateBy(debts, 31, 60),
  upTo90: lateBy(debts, 61, 90),
  beyond: lateBy(debts, 91, 99_999),
  unsettled: (books) => `
    select p.key, p.value - coalesce(x.value, 0) as value
    from (${posted(debts, 'sum(e.d_amount)', until)(books)}) p
    left join (${grouped('x.key', 'sum(x.open)', `(${open(debts, books)}) x`)}) x on x.key = p.key`,
});

const R14: FigureTruth = {
  by: 'customer',
  told: { balance: posted(receivable, 'sum(e.d_amount)', until), ...bucketsOf(receivable) },
};
const owing: FigureTruth = {
  by: 'supplier',
  told: { owed: posted(payable, 'sum(e.d_amount)', until), ...bucketsOf(payable) },
};

const moved = (where: string, value: string): Truth =>
  posted(receivable, value, (books) => `${within('e.biz_date', books)} and (${where})`);
const R15: FigureTruth = {
  by: 'customer',
  told: {
    owedBefore: posted(receivable, 'sum(e.d_amount)', ({ from }) => `e.biz_date < '${from}'`),
    debit: moved(
      '(e.d_amount > 0 and e.reversal_of is null) or (e.d_amount < 0 and e.reversal_of is not null)',
      'sum(e.d_amount)',
    ),
    credit: moved(
      '(e.d_amount < 0 and e.reversal_of is null) or (e.d_amount > 0 and e.reversal_of is not null)',
      '-sum(e.d_amount)',
    ),
    owedAfter: posted(receivable, 'sum(e.d_amount)', until),
  },
};

/** Every account with what its entries add up to. */
function accounts(value: string): Truth {
  return ({ tenant }) => `
    select x.customer_code as key, ${value} as value
    from (
      select a.customer_code, a.account_code, sum(e.d_balance) as balance, sum(e.d_occupied) as occupied,
        sum(e.d_frozen) as frozen, sum(e.d_credit_limit) + sum(e.d_temp_limit) as most
      from app.capital_entry e
      join app.capital_balance b on b.id = e.balance_id
      join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
      where e.tenant_code = '${tenant}'
      group by 1, 2
    ) x
    group by 1`;
}
/** Credit that is used: what is held back, and what the account lacks. */
const usedCredit = 'case when x.most > 0 then greatest(0, x.occupied - least(x.balance, 0)) else 0 end';
const R16: FigureTruth = {
  by: 'customer',
  told: {
    funds: accounts('sum(x.balance)'),
    held: accounts('sum(x.occupied)'),
    blocked: accounts('sum(x.frozen)'),
    limit: accounts('sum(x.most)'),
    usable: accounts('sum(x.balance + x.most - x.occupied - x.frozen)'),
    usage: accounts(`round(100 * sum(${usedCredit}) / nullif(sum(x.most), 0), 1)`),
  },
};

/** Points of customers by what was posted. */
const points = (value: string, where: (books: Books) => string): Truth => {
  return (books) =>
    grouped(
      'b.customer_code',
      value,
      `
        app.points_entry e
        join app.points_balance b on b.id = e.balance_id
        where e.tenant_code = '${books.tenant}' and b.batch_no = '' and ${where(books)}`,
    );
};
const pointsIn =
  (types: string) =>
  (books: Books): string =>
    `${within('e.biz_date', books)} and e.post_type ${types}`;
const R23: FigureTruth = {
  by: 'customer',
  told: {
    pointsBefore: points('sum(e.d_balance)', ({ from }) => `e.biz_date < '${from}'`),
    pointsEarned: points('sum(e.d_balance)', pointsIn(`in ('EARN', 'ADJ', 'CLAW')`)),
    pointsUsed: points('-sum(e.d_balance)', pointsIn(`not in ('EARN', 'ADJ', 'CLAW', 'EXPIRE')`)),
    pointsExpired: points('-sum(e.d_balance)', pointsIn(`= 'EXPIRE'`)),
    pointsAfter: points('sum(e.d_balance)', until),
  },
};

export const moneyTruths = { R14, R15, R16, R23, payable: owing };
