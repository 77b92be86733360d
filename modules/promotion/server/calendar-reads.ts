import { customer } from '#data/model/partner/customer.ts';
import { statement, type RowOf, type RowsOf } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import type { ScopeRow } from '#promotion/model/engine/rule.ts';
import { customerFacts, materialFacts, parentsIn } from '#promotion/model/facts.ts';
import type { KnownCodes } from '#promotion/model/overlaps.ts';

/** The days that are looked at, and what is asked beside them. */
export interface AskedCalendar {
  readonly from: string;
  readonly to: string;
  /** Whose activities they are to be; null: everybody's. */
  readonly customerCode: string | null;
  /** Scope rows that no saved activity has yet. */
  readonly scope: readonly Pick<ScopeRow, 'dimension' | 'code'>[];
}

/** A person reads no more rows than these, and a browser draws no more. */
export const mostActivities = 500;

/**
 * Activities of these days that the reader may list: by the version in force, which is what customers get, else by what
 * is being written.
 */
const shownSql = `
  select t.id, t.code, t.name, t.bill_status, t.status, t.publish_status, t.policy_rule_type_code, t.organize_code,
    t.priority, t.stack_flag, t.exclusive_flag, t.order_types, t.scopes, t.budget_amount, v.content,
    coalesce(v.start_date, t.start_date) as start_date, coalesce(v.end_date, t.end_date) as end_date
  from app.promotion_activity t
  left join app.promotion_version v on v.tenant_code = t.tenant_code and v.activity_id = t.id and v.is_current
  where ${scopeOf(promotionActivity, null).join(' and ')}
    and t.cancel_flag = '0'
    and coalesce(v.start_date, t.start_date) <= $2::date
    and coalesce(v.end_date, t.end_date) >= $1::date
  order by 16, 2
  limit ${mostActivities + 1}`;

const shownRow = {
  today: 'date',
  id: 'uuid',
  code: 'text',
  name: 'text',
  billStatus: 'text',
  status: 'text',
  publishStatus: 'text',
  type: 'text?',
  organizeCode: 'text?',
  priority: 'integer?',
  stackFlag: 'text',
  exclusiveFlag: 'text',
  orderTypes: 'json?',
  scopes: 'json?',
  budgetAmount: 'decimal?',
  content: 'json?',
  startDate: 'date',
  endDate: 'date',
  spent: 'decimal',
  times: 'decimal',
} as const;
export type ShownRow = RowOf<typeof shownRow>;

const shownRead = ({ from, to }: AskedCalendar) =>
  statement(
    shownRow,
    `
      with shown as (${shownSql})
      select ${todaySql} as today, s.id, s.code, s.name, s.bill_status, s.status, s.publish_status,
        s.policy_rule_type_code as type, s.organize_code, s.priority, s.stack_flag, s.exclusive_flag, s.order_types,
        s.scopes, s.budget_amount, s.content, s.start_date, s.end_date, coalesce(b.spent, 0) as spent,
        coalesce(u.times, 0) as times
      from shown s
      left join app.promotion_budget_balance b on b.activity_code = s.code
      left join lateral (select sum(x.times) as times from app.promotion_usage_balance x where x.activity_code = s.code)
        u on true
      order by s.start_date, s.code`,
    [from, to],
  );

/** The codes that scopes name: of activities as written and as they are in force, of whoever asks, and one customer. */
const namedSql = `
  with recursive shown as (${shownSql}),
  named as (
    select distinct r.row->>'dimension' as dimension, r.row->>'code' as code
    from (
      select scopes as rows
      from shown
      union all
      select content->'scope'
      from shown
      union all
      select $3::jsonb
    ) s
    cross join lateral jsonb_array_elements(case jsonb_typeof(s.rows) when 'array' then s.rows else '[]' end) r(row)
    union
    select 'customer', $4
  )`;

const recordsRead = ({ from, to, scope, customerCode }: AskedCalendar) =>
  statement(
    {
      side: 'text',
      code: 'text',
      classCode: 'text',
      productCode: 'text?',
      brandCode: 'text?',
      tagCode: 'text?',
      materialLineCode: 'text?',
      customerGroupCode: 'text?',
      levelCode: 'text?',
      channelCode: 'text?',
      areaCode: 'text?',
    },
    `
      ${namedSql}
      select 'material' as side, m.code, m.class_code,
        (select min(p.code) from app.data_product p where p.material_code = m.code and p.status = '1') as product_code,
        m.brand_code, m.tag_code, m.material_line_code, null as customer_group_code, null as level_code,
        null as channel_code, null as area_code
      from app.data_material m
      where m.code in (select code from named where dimension = 'material')
      union all
      select 'customer', c.code, c.class_code, null, null, null, null, c.customer_group_code, c.level_code,
        c.channel_code, c.area_code
      from app.data_customer c
      where c.code in (select code from named where dimension = 'customer')`,
    [from, to, JSON.stringify(scope), customerCode],
  );

/** Classes and areas that are named, or that what is named lies in, with those above them. */
const treesRead = ({ from, to, scope, customerCode }: AskedCalendar) =>
  statement(
    { tree: 'text', code: 'text', parentCode: 'text' },
    `
      ${namedSql},
        cc as (
          select id, pid, code
          from app.data_customerclass
          where code in (select code from named where dimension = 'customerClass')
            or code in (
              select class_code
              from app.data_customer
              where code in (select code from named where dimension = 'customer')
            )
          union
          select p.id, p.pid, p.code
          from app.data_customerclass p
          join cc on p.id = cc.pid
        ),
        ca as (
          select id, pid, code
          from app.data_customerarea
          where code in (select code from named where dimension = 'area')
            or code in (
              select area_code
              from app.data_customer
              where code in (select code from named where dimension = 'customer')
            )
          union
          select p.id, p.pid, p.code
          from app.data_customerarea p
          join ca on p.id = ca.pid
        ),
        mc as (
          select id, pid, code
          from app.data_materialclass
          where code in (select code from named where dimension = 'class')
            or code in (
              select class_code
              from app.data_material
              where code in (select code from named where dimension = 'material')
            )
          union
          select p.id, p.pid, p.code
          from app.data_materialclass p
          join mc on p.id = mc.pid
        )
      select 'customerClass' as tree, x.code, p.code as parent_code
      from cc x
      join cc p on p.id = x.pid
      union all
      select 'area', x.code, p.code
      from ca x
      join ca p on p.id = x.pid
      union all
      select 'class', x.code, p.code
      from mc x
      join mc p on p.id = x.pid`,
    [from, to, JSON.stringify(scope), customerCode],
  );

/** The customer that is asked for, if the reader may see him, and his shops. */
const askedCustomerRead = ({ customerCode }: AskedCalendar) =>
  statement(
    { code: 'text', shops: 'texts' },
    `
      select t.code,
        array(select s.code from app.data_shop s where s.customer_code = t.code and s.status = '1') as shops
      from app.data_customer t
      where ${[...scopeOf(customer, null), 't.code = $1'].join(' and ')}`,
    [customerCode],
  );

/** All that a calendar is made of, in one round trip. */
export const calendarReads = (asked: AskedCalendar) => ({
  shown: shownRead(asked),
  records: recordsRead(asked),
  trees: treesRead(asked),
  askedCustomer: askedCustomerRead(asked),
});
export type CalendarRows = RowsOf<ReturnType<typeof calendarReads>>;

/** What is known of the codes; a customer with the shops that he has. */
export function knownCodes({ records, trees, askedCustomer }: CalendarRows): KnownCodes {
  const parents = parentsIn(trees);
  const shopsOf = (code: string): readonly string[] => askedCustomer.find((row) => row.code === code)?.shops ?? [];
  return {
    parents,
    facts: new Map(
      records.map((row) => [
        `${row.side}/${row.code}`,
        row.side === 'material'
          ? materialFacts(row, parents)
          : customerFacts(row, { channelCode: null, saleTypeCode: null }, shopsOf(row.code), parents),
      ]),
    ),
  };
}
