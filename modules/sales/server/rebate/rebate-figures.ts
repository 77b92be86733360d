import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { order } from '#sales/model/order/order.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { stockInout } from '#stock/model/inout.ts';

/**
 * Entries that make net sales: 促销扣回 is what orders and movements adjust, never what somebody wrote by hand (B11a).
 */
export const salesEntry = `
  (e.post_type in ('SAL', 'RET', 'RBT')
    or (e.post_type = 'ADJ' and e.doc_type in ('${order.name}', '${stockInout.name}')))`;
export const moneyEntry = `e.post_type in ('REC', 'RFD')`;

/**
 * What an entry counts for: freight is no part of sales. The movement that carries an order's freight has it in the
 * last of its entries that was not taken back.
 */
export const countedSql = `
  e.d_amount - case
    when e.post_type = 'SAL'
      and e.reversal_of is null
      and not exists (
        select from app.receivable_entry x
        where x.tenant_code = e.tenant_code
          and x.doc_id = e.doc_id
          and x.post_type = 'SAL'
          and x.reversal_of is null
          and x.id > e.id
      ) then coalesce((
        select sum(k.amount)
        from app.doc_link k
        where k.to_id = e.doc_id and k.kind = '${linkKinds.freight}' and k.is_active
      ), 0)
    else 0
  end`;

const programmeRow = {
  id: 'uuid',
  code: 'text',
  name: 'text',
  organizeCode: 'text',
  startDate: 'date',
  endDate: 'date',
  basis: 'text',
  tierMode: 'text',
  isOpen: 'boolean',
  tiers: 'json',
} as const;
export type Programme = RowOf<typeof programmeRow>;

/** Held: two settlements of one programme at once would not see each other. `which` is SQL over p. */
const programmesWhere = (which: string, values: readonly unknown[]) =>
  statement(
    programmeRow,
    `
      select p.id, p.code, p.name, p.organize_code, p.start_date, p.end_date, p.basis, p.tier_mode,
        p.bill_status = '1' and p.cancel_flag = '0' as is_open,
        (
          select coalesce(jsonb_agg(jsonb_build_object('start', l.start::text, 'rate', l.rate::text)), '[]')
          from app.sale_rebateprogramme_line l
          where l.tenant_code = p.tenant_code and l.parent_id = p.id
        ) as tiers
      from app.sale_rebateprogramme p
      where p.deleted_flag = '0' and ${which}
      order by p.id
      for update of p`,
    values,
  );
export const programmeNamed = (code: string) => programmesWhere('p.code = $1', [code]);
export const programmesOf = (ids: readonly string[]) =>
  programmesWhere('p.code in (select r.programme_code from app.sale_rebate r where r.id = any($1::uuid[]))', [ids]);

export interface Asked {
  readonly programmeCode: string;
  readonly startDate: string;
  readonly endDate: string;
  /** Null is everybody of the programme who has done business, or has something carried on. */
  readonly customers: readonly string[] | null;
  /** The settlement itself: it is not in its own way. */
  readonly id: string | null;
}

const figureRow = {
  customerCode: 'text',
  customerName: 'text',
  sales: 'decimal',
  returns: 'decimal',
  rebateUsed: 'decimal',
  clawback: 'decimal',
  collected: 'decimal',
  refunded: 'decimal',
  target: 'decimal?',
  carried: 'decimal',
} as const;
export type Figures = RowOf<typeof figureRow>;

/** Customers whom the programme is for: class with all below it, channel, and those that are named. */
const scopeSql = `
  select c.code, c.name
  from app.sale_rebateprogramme p
  join app.data_customer c on c.tenant_code = p.tenant_code
  where p.code = $1
    and (p.channel_code is null or c.channel_code = p.channel_code)
    and (cardinality(p.customer_codes) = 0 or c.code = any(p.customer_codes))
    and (
      p.customer_class_code is null
      or c.class_code in (
        with recursive below as (
          select k.id, k.code
          from app.data_customerclass k
          where k.code = p.customer_class_code
          union
          select k.id, k.code
          from below b
          join app.data_customerclass k on k.pid = b.id
        )
        select b.code
        from below b
      )
    )`;

const total = (kinds: string, sign: '' | '-' = ''): string =>
  `coalesce(${sign}sum(counted) filter (where post_type in (${kinds})), 0)`;

/** Of a settlement that stands: not void, not deleted, and not the one that is asked for. */
const standing = `
  r.programme_code = $1 and r.cancel_flag = '0' and r.deleted_flag = '0' and r.id is distinct from $5::uuid`;

const movedSql = `
  select b.customer_code, e.post_type, ${countedSql} as counted
  from scope s
  join app.sale_rebateprogramme p on p.code = $1
  join app.receivable_balance b on b.organize_code = p.organize_code and b.customer_code = s.code
  join app.receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
  where e.biz_date between $2::date and $3::date and (${salesEntry} or ${moneyEntry})`;

/** What the settlement before it could not take off. */
const carriedSql = `
  select distinct on (l.customer_code) l.customer_code, l.carry_amount
  from app.sale_rebate r
  join app.sale_rebate_line l on l.tenant_code = r.tenant_code and l.parent_id = r.id
  where ${standing} and r.bill_status = '1' and r.end_date < $2::date
  order by l.customer_code, r.end_date desc`;

/** Targets of a customer, month by month; those of people and departments are not his. */
const targetSql = `
  select o.customer_code, sum(l.target_amount) as target
  from app.sale_objective o
  join app.sale_objective_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
  join app.sale_rebateprogramme p on p.code = $1 and coalesce(o.organize_code, p.organize_code) = p.organize_code
  where o.bill_status in ('1', '2')
    and o.cancel_flag = '0'
    and o.deleted_flag = '0'
    and o.customer_code is not null
    and make_date(o.year, l.month, 1) between $2::date and $3::date
  group by o.customer_code`;

/** What the books say of each customer of the programme in the period; and how far the books are read. */
export const figureReads = ({ programmeCode, startDate, endDate, customers, id }: Asked) => ({
  figures: statement(
    figureRow,
    `
      with scope as (select x.code, x.name from (${scopeSql}) x where $4::text[] is null or x.code = any($4::text[])),
      moved as (${movedSql}),
      sums as (
        select customer_code, ${total(`'SAL'`)} as sales, ${total(`'RET'`, '-')} as returns,
          ${total(`'RBT'`, '-')} as rebate_used, ${total(`'ADJ'`)} as clawback, ${total(`'REC'`, '-')} as collected,
          ${total(`'RFD'`)} as refunded
        from moved
        group by customer_code
      ),
      carried as (${carriedSql}),
      target as (${targetSql})
      select s.code as customer_code, s.name as customer_name, coalesce(m.sales, 0) as sales,
        coalesce(m.returns, 0) as returns, coalesce(m.rebate_used, 0) as rebate_used,
        coalesce(m.clawback, 0) as clawback, coalesce(m.collected, 0) as collected, coalesce(m.refunded, 0) as refunded,
        t.target, coalesce(c.carry_amount, 0) as carried
      from scope s
      left join sums m on m.customer_code = s.code
      left join carried c on c.customer_code = s.code
      left join target t on t.customer_code = s.code
      where $4::text[] is not null or m.customer_code is not null or coalesce(c.carry_amount, 0) <> 0
      order by s.code
      limit 2001`,
    [programmeCode, startDate, endDate, customers, id],
  ),
  through: statement({ mark: 'text' }, `select coalesce(max(e.id), 0)::text as mark from app.receivable_entry e`, []),
});

/** Other settlements that meet this one, and later ones that were reckoned without it. */
export const rivalsOf = ({ programmeCode, startDate, endDate, customers, id }: Asked) =>
  statement(
    { code: 'text', customerCode: 'text', meets: 'boolean' },
    `
      select r.code, l.customer_code, r.start_date <= $3::date as meets
      from app.sale_rebate r
      join app.sale_rebate_line l on l.tenant_code = r.tenant_code and l.parent_id = r.id
      where ${standing}
        and l.customer_code = any($4::text[])
        and r.end_date >= $2::date
        and (r.start_date <= $3::date or r.bill_status = '1')
      order by r.start_date, r.code
      limit 1`,
    [programmeCode, startDate, endDate, customers ?? [], id],
  );
