import { snakeCase } from '#platform/model/envelope.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import { belongsTo } from '#platform/model/preset.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { balanceName, bookCheck, ledgerChecks, type BookCheck } from './book-check.ts';

const owner = snakeCase(belongsTo.organization);

/** The days that are closed, and in whose books: an organisation's, or those of the tenant as a whole. */
export interface ClosedDays {
  readonly id: string;
  readonly [belongsTo.organization]: string | null;
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * Keeps what stood in a ledger at the end of a period (A4): what was kept of the period closed before it, and what was
 * posted since. Where nothing was kept before, from the first entry on.
 */
export function freeze(ledger: Ledger, { id, startDate, endDate, ...days }: ClosedDays): Statement | null {
  const parts = partsOf(ledger);
  if (parts === null) return null;
  const { name, organization, number, amount } = parts;
  return {
    text: `
      with before as (
        select p.id, p.end_date
        from app.sys_accountperiod p
        where p.${owner} is not distinct from $2::text
          and p.end_date < $3::date
          and exists (select from app.period_balance f where f.period_id = p.id and f.kind = '${name}')
        order by p.end_date desc
        limit 1
      )
      insert into app.period_balance (period_id, kind, balance_id, number, amount)
      select $1, '${name}', x.balance_id, x.number, x.amount
      from (
        select s.balance_id, sum(s.number) as number, sum(s.amount) as amount
        from (
          select f.balance_id, f.number, f.amount
          from app.period_balance f
          where f.period_id = (select b.id from before b) and f.kind = '${name}'
          union all
          select e.balance_id, ${number('e.d_')}, ${amount('e.d_')}
          from app.${name}_entry e
          where e.biz_date > coalesce((select b.end_date from before b), '-infinity') and e.biz_date <= $4::date
        ) s
        group by s.balance_id
      ) x
      join app.${name}_balance b on b.id = x.balance_id
      where ($2::text is null or b.${organization} = $2) and (x.number <> 0 or x.amount <> 0)`,
    values: [id, days[belongsTo.organization], startDate, endDate],
  };
}

/** What was kept of periods that are open again is kept no longer. */
export const thaw = (ids: readonly string[]): Statement => ({
  text: 'delete from app.period_balance where period_id = any($1::uuid[])',
  values: [ids],
});

/** All that must hold in a ledger (J09): its sums, and what is kept of it. */
export const checksOf = (ledger: Ledger): readonly BookCheck[] => [...ledgerChecks(ledger), ...monthEndCheck(ledger)];

/**
 * The balances of the period closed last, in each of the books, are those of today without what was posted on later
 * days. Counted backwards: a mistake in what was kept before cannot repeat itself here, and a month is not summed from
 * the beginning of the books.
 */
function monthEndCheck(ledger: Ledger): readonly BookCheck[] {
  const parts = partsOf(ledger);
  if (parts === null) return [];
  const { name, organization, number, amount } = parts;
  return [
    bookCheck(
      [
        `${ledger.label[0]}：已结账期间的期末余额等于截至当日的流水`,
        `${ledger.label[1]}：已結帳期間的期末餘額等於截至當日的流水`,
        `${name}: balances of a closed period are its entries up to that day`,
      ],
      `
        select l.period || ' ' || ${balanceName(ledger)},
          concat_ws(' / ', trim_scale(d.number), trim_scale(d.amount)) || ' ≠ ' ||
            concat_ws(' / ', trim_scale(d.real_number), trim_scale(d.real_amount))
        from (
          select distinct on (p.${owner}) p.id, p.end_date, p.${owner} as owner,
            p.year || '-' || lpad(p.month::text, 2, '0') as period
          from app.sys_accountperiod p
          where exists (select from app.period_balance f where f.period_id = p.id)
          order by p.${owner}, p.end_date desc
        ) l
        cross join lateral (
          select x.id, coalesce(f.number, 0) as number, coalesce(f.amount, 0) as amount, x.number as real_number,
            x.amount as real_amount
          from (
            select b.id, ${number('b.')} - coalesce(s.number, 0) as number,
              ${amount('b.')} - coalesce(s.amount, 0) as amount
            from app.${name}_balance b
            left join (
              select e.balance_id, sum(${number('e.d_')}) as number, sum(${amount('e.d_')}) as amount
              from app.${name}_entry e
              where e.biz_date > l.end_date
              group by e.balance_id
            ) s on s.balance_id = b.id
            where l.owner is null or b.${organization} = l.owner
          ) x
          left join app.period_balance f on f.period_id = l.id and f.kind = '${name}' and f.balance_id = x.id
        ) d
        join app.${name}_balance b on b.id = d.id
        where (d.number, d.amount) <> (d.real_number, d.real_amount)`,
    ),
  ];
}

function partsOf({ name, monthEnd }: Ledger) {
  if (monthEnd === undefined) return null;
  const sum =
    (measures: readonly string[] = []) =>
    (prefix: string): string =>
      measures.length === 0 ? '0' : measures.map((measure) => `${prefix}${snakeCase(measure)}`).join(' + ');
  return {
    name: snakeCase(name),
    organization: snakeCase(monthEnd.organization),
    number: (prefix: string) => `(${sum(monthEnd.number)(prefix)})`,
    amount: (prefix: string) => `(${sum(monthEnd.amount)(prefix)})`,
  };
}
