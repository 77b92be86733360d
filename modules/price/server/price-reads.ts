import { statement } from '#platform/server/db/statement.ts';
import { paramStatement } from '#system/server/setting/param.ts';

/** How the price book of the tenant stands: another number where anything that may decide a price was written since. */
export const stampSql = '(select coalesce(sum(s.version), 0)::integer from app.price_stamp s)';

/** Whom prices are asked for, and of what. */
export interface Asked {
  readonly organizeCode: string | null;
  readonly customerCode: string | null;
  readonly channelCode: string | null;
  readonly date: string;
  readonly materials: readonly string[];
  readonly colours: readonly string[];
  /** Strategies that ended or begin within so many days are read, too: they price nothing, and the trace says why. */
  readonly nearDays?: number;
}

/**
 * Only what is audited, switched on and holds on the day prices anything. What a half-written one may lack, an audited
 * one has.
 */
export const counts = (of: string): string =>
  `${of}.bill_status = '1' and ${of}.status = '1' and ${of}.deleted_flag = '0'`;
export const holdsOn = (of: string, day: string): string =>
  `${of}.start_date <= ${day}::date and (${of}.end_date is null or ${of}.end_date >= ${day}::date)`;
export const isNear = (of: string, day: string, days: string): string => `
  ${of}.start_date <= ${day}::date + ${days}::integer
  and (${of}.end_date is null or ${of}.end_date >= ${day}::date - ${days}::integer)`;
export const ofOrganisation = (of: string, place: string): string =>
  `(${of}.organize_code is null or ${of}.organize_code = ${place})`;

/** Everything that may decide the prices of an order, for one network write however many lines it has. */
export const bookReads = (asked: Asked) => ({
  // First, for the stamp: what changes while the book is read counts as changed after it.
  pricedCustomer: customerRead(asked),
  priceParams: priceParamsRead,
  trees: treesRead(asked),
  pricedMaterials: materialsRead(asked),
  benchmarks: benchmarksRead(asked),
  strategies: strategiesRead(asked),
  strategyLines: strategyLinesRead(asked),
  tiers: laddersRead(asked),
  priceRules: rulesRead,
  restrictions: restrictionsRead(asked),
  colours: coloursRead(asked),
  costs: costsRead(asked),
});

export const priceParamsRead = paramStatement(['SD004', 'SD005', 'SD006', 'SD007', 'SD008']);

const customerRead = ({ customerCode }: Asked) =>
  statement(
    {
      code: 'text',
      classCode: 'text',
      customerGroupCode: 'text?',
      levelCode: 'text?',
      channelCode: 'text?',
      tradeCode: 'text?',
      areaCode: 'text?',
      priceClassCode: 'text?',
      stamp: 'integer',
    },
    `
      select code, class_code, customer_group_code, level_code, channel_code, trade_code, area_code, price_class_code,
        ${stampSql} as stamp
      from app.data_customer
      where code = $1`,
    [customerCode],
  );

/** Classes and areas with those above them, of the customer and of the materials. */
const treesRead = ({ customerCode, materials }: Asked) =>
  statement(
    { tree: 'text', code: 'text', parentCode: 'text' },
    `
      with recursive cc as (
        select id, pid, code
        from app.data_customerclass
        where code = (select class_code from app.data_customer where code = $1)
        union
        select p.id, p.pid, p.code
        from app.data_customerclass p
        join cc on p.id = cc.pid
      ),
      ca as (
        select id, pid, code
        from app.data_customerarea
        where code = (select area_code from app.data_customer where code = $1)
        union
        select p.id, p.pid, p.code
        from app.data_customerarea p
        join ca on p.id = ca.pid
      ),
      mc as (
        select id, pid, code
        from app.data_materialclass
        where code in (select class_code from app.data_material where code = any($2::text[]))
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
    [customerCode, materials],
  );

export const materialsRead = ({ materials }: Asked) =>
  statement(
    {
      code: 'text',
      name: 'text',
      classCode: 'text',
      brandCode: 'text?',
      rate: 'decimal?',
      unitChangeFlag: 'text',
      taxRate: 'text?',
      libertiesFlag: 'text',
      productCode: 'text?',
      groupFlag: 'text',
      combination: 'json?',
      tagCode: 'text?',
      materialLineCode: 'text?',
    },
    `
      select m.code, m.name, m.class_code, m.brand_code, m.rate, m.unit_change_flag, m.tax_rate, m.liberties_flag,
        (select min(p.code) from app.data_product p where p.material_code = m.code and p.status = '1') as product_code,
        m.group_flag, m.combination, m.tag_code, m.material_line_code
      from app.data_material m
      where m.code = any($1::text[])`,
    [materials],
  );

export const benchmarksRead = ({ organizeCode, date, materials }: Asked) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      productCode: 'text',
      priceClassCode: 'text?',
      organizeCode: 'text?',
      price: 'decimal',
      floorPrice: 'decimal?',
      unitType: 'text',
      startDate: 'date',
      endDate: 'date?',
    },
    `
      select b.id, b.code, b.product_code, b.price_class_code, b.organize_code, b.price, b.floor_price, b.unit_type,
        b.start_date, b.end_date
      from app.sale_benchmarkprice b
      where b.product_code = any($1::text[])
        and ${counts('b')}
        and ${holdsOn('b', '$2')}
        and ${ofOrganisation('b', '$3')}`,
    [materials, date, organizeCode],
  );

const strategiesRead = ({ organizeCode, customerCode, channelCode, date, nearDays = 0 }: Asked) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      name: 'text',
      scopes: 'json?',
      pricingMode: 'text',
      value: 'decimal?',
      leastNumber: 'decimal?',
      startDate: 'date',
      endDate: 'date?',
      priority: 'integer?',
      unitType: 'text',
      hasLines: 'boolean',
    },
    `
      select s.id, s.code, s.name, s.scopes, s.pricing_mode, s.value, s.least_number, s.start_date, s.end_date,
        s.priority, s.unit_type,
        exists (select from app.sale_pricestrategy_line l where l.parent_id = s.id) as has_lines
      from app.sale_pricestrategy s
      where ${counts('s')}
        and ${isNear('s', '$2', '$5')}
        and ${ofOrganisation('s', '$3')}
        and (s.customer_codes is null or s.customer_codes = '[]' or s.customer_codes ? $1)
        and (
          s.channel_code is null
          or s.channel_code = coalesce($4, (select c.channel_code from app.data_customer c where c.code = $1))
        )
      order by s.code`,
    [customerCode, date, organizeCode, channelCode, nearDays],
  );

export const strategyLinesRead = ({ organizeCode, date, materials, nearDays = 0 }: Asked) =>
  statement(
    { parentId: 'uuid', productCode: 'text', price: 'decimal?', discountRate: 'decimal?', minNumber: 'decimal?' },
    `
      select l.parent_id, l.product_code, l.price, l.discount_rate, l.min_number
      from app.sale_pricestrategy_line l
      join app.sale_pricestrategy s on s.id = l.parent_id
      where l.product_code = any($1::text[])
        and ${counts('s')}
        and ${isNear('s', '$2', '$4')}
        and ${ofOrganisation('s', '$3')}`,
    [materials, date, organizeCode, nearDays],
  );

export const laddersRead = ({ organizeCode, date, materials }: Asked) =>
  statement(
    {
      sourceId: 'text',
      code: 'text',
      ladderMode: 'text?',
      productCode: 'text',
      startNumber: 'decimal',
      price: 'decimal',
    },
    `
      select h.source_id, h.code, h.ladder_mode, l.product_code, l.start_number, l.price
      from app.sale_ladderprice_line l
      join app.sale_ladderprice h on h.id = l.parent_id
      where l.product_code = any($1::text[])
        and ${counts('h')}
        and ${holdsOn('h', '$2')}
        and ${ofOrganisation('h', '$3')}
      order by h.start_date, h.code, l.start_number`,
    [materials, date, organizeCode],
  );

export const rulesRead = statement(
  { customerDimension: 'text?', productDimension: 'text?', source: 'text?', strategyFlag: 'text', ladderFlag: 'text' },
  `
    select customer_dimension, product_dimension, source, strategy_flag, ladder_flag
    from app.sale_pricequeryrule
    where status = '1'
    order by priority, code`,
);

export const restrictionsRead = ({ organizeCode, date, materials }: Asked) =>
  statement(
    {
      code: 'text',
      name: 'text',
      restrictType: 'text',
      customerClassCode: 'text?',
      customerCode: 'text?',
      channelCode: 'text?',
      productClassCode: 'text?',
      productCode: 'text?',
      minNumber: 'decimal?',
      maxNumber: 'decimal?',
      multipleNumber: 'decimal?',
    },
    `
      select r.code, r.name, r.restrict_type, r.customer_class_code, r.customer_code, r.channel_code,
        r.product_class_code, r.product_code, q.min_number, q.max_number, q.multiple_number
      from app.order_productrestrict r
      join app.data_restrictrule q on q.code = r.rule_code
      where r.status = '1'
        and q.status = '1'
        and ${holdsOn('r', '$2')}
        and (q.start_date is null or q.start_date <= $2::date)
        and (q.end_date is null or q.end_date >= $2::date)
        and ${ofOrganisation('r', '$3')}
        and (r.product_code is null or r.product_code = any($1::text[]))
      order by r.code`,
    [materials, date, organizeCode],
  );

const coloursRead = ({ colours }: Asked) =>
  statement(
    { code: 'text', price: 'decimal?', ladderFlag: 'text', ladderList: 'json?' },
    `select code, price, ladder_flag, ladder_list from app.data_freeterm where code = any($1::text[])`,
    [colours],
  );

/** What materials are expected to cost in the month of a day; whoever tells it asks first who may know. */
export const costsRead = ({ organizeCode, date, materials }: Pick<Asked, 'organizeCode' | 'date' | 'materials'>) =>
  statement(
    { productCode: 'text', cost: 'decimal' },
    `
      select distinct on (e.product_code) e.product_code, e.cost
      from app.sale_estimatedcost e
      where e.product_code = any($1::text[])
        and ${counts('e')}
        and ${ofOrganisation('e', '$3')}
        and (e.year, e.month) <= (extract(year from $2::date), extract(month from $2::date))
      order by e.product_code, e.year desc, e.month desc, e.organize_code nulls last, e.code desc`,
    [materials, date, organizeCode],
  );
