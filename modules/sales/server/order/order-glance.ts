import { compare, fixed, grouped, isZero, minus, over, times } from '#platform/model/decimal.ts';
import type { FactTone, Glance } from '#platform/model/approval/facts.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { glancesOf } from '#platform/server/document/serve.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { splitByMeans, type Means } from '#funds/model/means.ts';
import { meansIn, standingParams, standingRow, standingSql } from '#funds/server/standing.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';

const glanceRow = {
  billId: 'uuid',
  organizeCode: 'text',
  customerCode: 'text',
  brandCode: 'text?',
  channelCode: 'text?',
  payableAmount: 'decimal?',
  waiverAmount: 'decimal?',
  lower: 'integer',
  worst: 'decimal?',
  short: 'integer',
  net: 'decimal?',
  cost: 'decimal?',
  ...standingRow,
} as const;

/** What a material is expected to cost on the day of the order, for whoever may know it. */
const costSql = `
  select e.cost
  from app.sale_estimatedcost e
  where (select sec.may('${permissionOf(estimatedCost, 'view')}'))
    and e.product_code = l.product_code
    and e.bill_status = '1'
    and e.status = '1'
    and e.deleted_flag = '0'
    and (e.organize_code is null or e.organize_code = o.organize_code)
    and (e.year, e.month) <= (extract(year from o.bill_date), extract(month from o.bill_date))
  order by e.year desc, e.month desc, e.organize_code nulls last, e.code desc
  limit 1`;

/** Lines that cost less than last time, lines that are not there, what he may owe: all orders of a page at once. */
const glanceRead = (ids: readonly string[]) =>
  statement(
    glanceRow,
    `
      select o.id as bill_id, o.organize_code, o.customer_code, o.brand_code, o.channel_code, o.payable_amount,
        o.waiver_amount, p.lower, p.worst, p.net, p.cost, s.short, c.*
      from app.order_order o
      cross join lateral (
        select count(*) filter (where l.price < l.last_price)::integer as lower,
          max((l.last_price - l.price) / l.last_price * 100) filter (where l.price < l.last_price) as worst,
          sum(coalesce(l.amount, 0) - coalesce(l.discount_amount, 0)) filter (where e.cost is not null) as net,
          sum(e.cost * l.number) as cost
        from app.order_order_line l
        left join lateral (${costSql}) e on true
        where l.parent_id = o.id
      ) p
      cross join lateral (
        select count(*)::integer as short
        from (
          select l.product_code, coalesce(l.out_storage_code, o.storage_code) as storage_code, sum(l.number) as number
          from app.order_order_line l
          join app.data_material m on m.code = l.product_code and m.group_flag <> '1'
          where l.parent_id = o.id
          group by 1, 2
        ) d
        join app.data_depot x on x.code = d.storage_code
        where d.number > coalesce((
          select sum(b.on_hand - b.occupied - b.frozen)
          from app.stock_balance b
          where b.stock_organize_code = coalesce(x.stock_organize_code, x.organize_code)
            and b.storage_code = d.storage_code
            and b.material_code = d.product_code
        ), 0)
      ) s
      cross join lateral
        (${standingSql({ organizeCode: 'o.organize_code', customerCode: 'o.customer_code', params: '$2' })}) c
      where o.id = any($1::uuid[])`,
    [ids, ...standingParams.values],
  );

/** What is missing of the customer's means, were nothing let through; null when it is covered. */
export const shortageIn = (means: Means, amount: string): string | null => splitByMeans(means, amount).shortage;

export const isWaived = (waiver: string | null, shortage: string): boolean => compare(waiver ?? '0', shortage) >= 0;

/** In percent of what is paid; null without anything to compare. */
export const marginOf = (net: string | null, cost: string | null): string | null =>
  net === null || cost === null || isZero(net) ? null : fixed(times(over(minus(net, cost), net), '100'), 1);

export const percent = (value: string): string => `${fixed(value, 1)}%`;
export const money = (value: string): string => grouped(value, 2);

const said = {
  credit: ['超信用 {amount}', '超信用 {amount}', '{amount} over credit'],
  waived: ['超信用 {amount}，已放行', '超信用 {amount}，已放行', '{amount} over credit, let through'],
  overdue: ['逾期应收 {amount}', '逾期應收 {amount}', '{amount} overdue'],
  lower: ['{n} 行低于上次价 {worst}', '{n} 行低於上次價 {worst}', '{n} below last price, by {worst}'],
  short: ['{n} 行缺货', '{n} 行缺貨', '{n} out of stock'],
} as const satisfies Readonly<Record<string, Label>>;

type GlanceRow = RowOf<typeof glanceRow>;

function told(row: GlanceRow, language: Language): Glance | null {
  const found: (readonly [FactTone, keyof typeof said, Readonly<Record<string, unknown>>])[] = [];
  const means = meansIn([row], row);
  const shortage = means === null ? null : shortageIn(means, row.payableAmount ?? '0');
  if (shortage !== null) {
    const isLet = isWaived(row.waiverAmount, shortage);
    found.push([isLet ? 'unusual' : 'blocked', isLet ? 'waived' : 'credit', { amount: money(shortage) }]);
  }
  if (means?.overdue != null) found.push(['blocked', 'overdue', { amount: money(means.overdue.amount) }]);
  if (row.lower > 0) found.push(['unusual', 'lower', { n: row.lower, worst: percent(row.worst ?? '0') }]);
  if (row.short > 0) found.push(['unusual', 'short', { n: row.short }]);
  const margin = marginOf(row.net, row.cost);
  return {
    tone: found.some(([tone]) => tone === 'blocked') ? 'blocked' : found.length > 0 ? 'unusual' : 'plain',
    text: found
      .slice(0, 2)
      .map(([, key, params]) => fill(textOf(said[key], language), params))
      .join(language === 'en-US' ? ', ' : '，'),
    ...(margin === null ? {} : { margin }),
  };
}

export const orderGlances = glancesOf(glanceRead, told);
