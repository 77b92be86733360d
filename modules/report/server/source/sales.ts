import type { DimensionKey } from '#report/model/dimension.ts';
import type { MeasureKey } from '#report/model/measure.ts';
import type { DetailSource, Source, Wanted } from './source.ts';
import { isUnlimited, withinScope } from './scope.ts';

/**
 * Lines that left for a customer or came back from one, with the order they belong to; `days` is SQL that answers the
 * days, as `x.day`. Sales are movements of type 4 less red ones, with tax.
 */
export const soldLines = (days: string): string => `
  select x.day, h.id as doc_id, h.code as doc_code, l.id as line_id, h.red_flag, o.id as order_id, o.code as "order",
    o.creator_id, coalesce(o.organize_code, h.organize_code) as organize, coalesce(o.dept_code, h.dept_code) as dept,
    o.brand_code as order_brand, o.salesman_code as salesman, coalesce(o.customer_code, h.customer_code) as customer,
    o.channel_code as channel, h.storage_code as storage, l.product_code as material, l.price, ol.tax_rate,
    ol.number as ordered, ol.discount_amount, case when h.red_flag = '1' then -l.number else l.number end as number,
    case when h.red_flag = '1' then -coalesce(l.amount, 0) else coalesce(l.amount, 0) end as amount
  from (${days}) x
  join app.stock_inout h on h.bill_date = x.day
    and h.move_type = '4'
    and h.bill_status <> '0'
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
  join app.stock_inout_line l on l.parent_id = h.id
  left join lateral (
    select k.from_id, k.from_line_id
    from app.doc_link k
    where k.to_id = h.id and k.to_line_id = l.id and k.is_active and k.kind in ('out', 'return')
    limit 1
  ) k on true
  left join app.order_order o on o.id = k.from_id
  left join app.order_order_line ol on ol.id = k.from_line_id`;

/** Days of a span, all of them. */
export const everyDay = ({ from, to, values }: Pick<Wanted, 'from' | 'to' | 'values'>): string => `
  select g::date as day
  from generate_series(${values.next(from)}::date, ${values.next(to)}::date, interval '1 day') g`;

const dirtySql = `
  (
    exists (select from app.report_pending p where p.day is null)
    or exists (select from app.report_pending p where p.day = g.day)
  )`;
const dirtyMonthSql = `
  (
    exists (select from app.report_pending p where p.day is null)
    or exists (select from app.report_pending p where p.day >= g.day and p.day < (g.day + interval '1 month')::date)
  )`;

/** Who sees a line: whoever may open its order, as far as warehouses limit the movement. */
const scope = (s: string): string =>
  withinScope({
    organize: `${s}.organize`,
    dept: `${s}.dept`,
    channel: `${s}.channel`,
    storage: `${s}.storage`,
    salesman: `${s}.salesman`,
    customer: `${s}.customer`,
  });
export const scopeOfLines = withinScope({
  organize: 's.organize',
  dept: 's.dept',
  channel: 's.channel',
  brand: 's.order_brand',
  storage: 's.storage',
  salesman: 's.salesman',
  creator: 's.creator_id',
  customer: 's.customer',
});

/** What the figures of days know. */
const ofDays: ReadonlySet<DimensionKey> = new Set<DimensionKey>([
  'customer',
  'customerClass',
  'level',
  'province',
  'channel',
  'salesman',
  'dept',
  'organize',
  'storage',
  'month',
  'day',
]);
const ofMonths: ReadonlySet<DimensionKey> = new Set<DimensionKey>([...ofDays, 'brand', 'productClass']);
const added: ReadonlySet<MeasureKey> = new Set<MeasureKey>(['amount', 'number', 'customerCount', 'soldAmount']);

const kept = (table: 'day' | 'month', days: string): string => `
  select g.day, null::uuid as order_id, null::text as "order", s.organize, s.dept, s.salesman, s.customer, s.channel,
    s.storage, null::text as material,
    ${table === 'month' ? 's.brand, s.product_class' : 'null::text as brand, null::text as product_class'}, s.number,
    s.amount
  from (${days}) g
  join app.report_sales_${table} s on s.day = g.day
  where ${isUnlimited} and ${scope('s')}`;

const live = (days: string): string => `
  select s.day, s.order_id, s."order", s.organize, s.dept, s.salesman, s.customer, s.channel, s.storage, s.material,
    m.brand_code as brand, m.class_code as product_class, s.number, s.amount
  from (${soldLines(days)}) s
  left join app.data_material m on m.code = s.material
  where ${scopeOfLines}`;

/**
 * Figures that were added up, of the days on which nothing has moved since, and the documents of all others: one
 * statement is one snapshot, so they are what the documents say at that moment, however long nobody added up.
 */
function salesRows(wanted: Wanted): string {
  const isAdded = [...wanted.measures].every((key) => added.has(key));
  const needs = [...wanted.dimensions];
  const days = everyDay(wanted);
  if (isAdded && needs.every((key) => ofDays.has(key)))
    return `
      ${kept('day', `select g.day from (${days}) g where not ${dirtySql}`)}
      union all
      ${live(`select g.day from (${days}) g where not ${isUnlimited} or ${dirtySql}`)}`;
  if (isAdded && !wanted.dimensions.has('day') && needs.every((key) => ofMonths.has(key))) {
    const whole = `
      select g.day
      from (select distinct date_trunc('month', g.day)::date as day from (${days}) g) g
      where g.day >= ${wanted.values.next(wanted.from)}::date
        and (g.day + interval '1 month')::date - 1 <= ${wanted.values.next(wanted.to)}::date
        and ${isUnlimited}
        and not ${dirtyMonthSql}`;
    const rest = `
      select g.day
      from (${days}) g
      where date_trunc('month', g.day)::date not in (select w.day from (${whole}) w)`;
    return `${kept('month', whole)} union all ${live(rest)}`;
  }
  return live(days);
}

export const salesMeasures: Source['measures'] = {
  amount: 'coalesce(sum(s.amount), 0)',
  soldAmount: 'coalesce(sum(s.amount), 0)',
  number: 'coalesce(sum(s.number), 0)',
  orderCount: 'count(distinct s.order_id)::numeric',
  customerCount: 'count(distinct s.customer)::numeric',
  averageOrder: 'round(sum(s.amount) / nullif(count(distinct s.order_id), 0), 2)',
};

/** Traits of the customer stand beside the rows of any source that has one. */
export const withCustomer = (rows: string): string => `
  select r.*, c.class_code as customer_class, c.level_code as level, c.province_code as province
  from (${rows}) r
  left join app.data_customer c on c.code = r.customer`;

export const sales: Source = { rows: (wanted) => withCustomer(salesRows(wanted)), measures: salesMeasures };

/** R02: every line with its document. */
export const salesDetail: DetailSource = {
  sum: 'sum(s.amount)',
  rows: (wanted) =>
    withCustomer(`
      select s.*, 'stock:inout' as doc_type, s."order" as order_code, m.brand_code as brand,
        m.class_code as product_class, m.name as material_name,
        (select n.name from app.data_customer n where n.code = s.customer) as customer_name,
        case
          when s.ordered = 0 then 0
          else round(coalesce(s.discount_amount, 0) * s.number / s.ordered, 2)
        end as discount,
        s.amount - t.tax as net, t.tax
      from (${soldLines(everyDay(wanted))}) s
      left join app.data_material m on m.code = s.material
      cross join lateral (
        select s.amount - round(s.amount / (1 + coalesce(nullif(s.tax_rate, ''), '0')::numeric / 100), 2) as tax
      ) t
      where ${scopeOfLines}`),
};
