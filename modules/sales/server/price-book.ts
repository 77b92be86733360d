import type { Row, Statement } from '#platform/server/db/batch.ts';
import {
  mayMean,
  pricingModes,
  customerDimensions,
  productDimensions,
  type Benchmark,
  type CustomerDimension,
  type CustomerKeys,
  type Ladder,
  type PricingMode,
  type ProductDimension,
  type QueryRule,
  type ScopeRow,
  type Strategy,
  type Tier,
} from '#sales/model/price.ts';
import type { ScopeLine } from '#sales/model/price-scope.ts';
import { tiersIn } from '#data/model/ladder.ts';
import { paramStatement } from '#system/server/param.ts';

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

/** Only what is audited, switched on and holds on the day prices anything. */
const counts = (of: string): string => `${of}.bill_status = '1' and ${of}.status = '1' and ${of}.deleted_flag = '0'`;
const holdsOn = (of: string, day: string): string =>
  `${of}.start_date <= ${day}::date and (${of}.end_date is null or ${of}.end_date >= ${day}::date)`;
const isNear = (of: string, day: string, days: string): string => `
  ${of}.start_date <= ${day}::date + ${days}::integer
  and (${of}.end_date is null or ${of}.end_date >= ${day}::date - ${days}::integer)`;
const ofOrganisation = (of: string, place: string): string =>
  `(${of}.organize_code is null or ${of}.organize_code = ${place})`;

/** Everything that may decide the prices of an order, for one network write however many lines it has. */
export function bookReads({
  organizeCode,
  customerCode,
  channelCode,
  date,
  materials,
  colours,
  nearDays = 0,
}: Asked): readonly Statement[] {
  return [
    paramStatement(['SD004', 'SD005', 'SD006', 'SD007', 'SD008']),
    {
      text: `
        select code, class_code, customer_group_code, level_code, channel_code, trade_code, area_code, price_class_code
        from app.data_customer
        where code = $1`,
      values: [customerCode],
    },
    {
      text: `
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
      values: [customerCode, materials],
    },
    {
      text: `
        select m.code, m.name, m.class_code, m.brand_code, m.rate, m.unit_change_flag, m.tax_rate, m.liberties_flag,
          (select min(p.code) from app.data_product p where p.material_code = m.code and p.status = '1') as product_code
        from app.data_material m
        where m.code = any($1::text[])`,
      values: [materials],
    },
    {
      text: `
        select b.id, b.code, b.product_code, b.price_class_code, b.organize_code, b.price, b.floor_price, b.unit_type,
          b.start_date, b.end_date
        from app.sale_benchmarkprice b
        where b.product_code = any($1::text[])
          and ${counts('b')}
          and ${holdsOn('b', '$2')}
          and ${ofOrganisation('b', '$3')}`,
      values: [materials, date, organizeCode],
    },
    {
      text: `
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
      values: [customerCode, date, organizeCode, channelCode, nearDays],
    },
    {
      text: `
        select l.parent_id, l.product_code, l.price, l.discount_rate, l.min_number
        from app.sale_pricestrategy_line l
        join app.sale_pricestrategy s on s.id = l.parent_id
        where l.product_code = any($1::text[])
          and ${counts('s')}
          and ${isNear('s', '$2', '$4')}
          and ${ofOrganisation('s', '$3')}`,
      values: [materials, date, organizeCode, nearDays],
    },
    {
      text: `
        select h.source_id, h.code, h.ladder_mode, l.product_code, l.start_number, l.price
        from app.sale_ladderprice_line l
        join app.sale_ladderprice h on h.id = l.parent_id
        where l.product_code = any($1::text[])
          and ${counts('h')}
          and ${holdsOn('h', '$2')}
          and ${ofOrganisation('h', '$3')}
        order by h.start_date, h.code, l.start_number`,
      values: [materials, date, organizeCode],
    },
    {
      text: `
        select customer_dimension, product_dimension, source, strategy_flag, ladder_flag
        from app.sale_pricequeryrule
        where status = '1'
        order by priority, code`,
      values: [],
    },
    {
      text: `
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
      values: [materials, date, organizeCode],
    },
    {
      text: `select code, price, ladder_flag, ladder_list from app.data_freeterm where code = any($1::text[])`,
      values: [colours],
    },
    {
      text: `
        select distinct on (e.product_code) e.product_code, e.cost
        from app.sale_estimatedcost e
        where e.product_code = any($1::text[])
          and ${counts('e')}
          and ${ofOrganisation('e', '$3')}
          and (e.year, e.month) <= (extract(year from $2::date), extract(month from $2::date))
        order by e.product_code, e.year desc, e.month desc, e.organize_code nulls last, e.code desc`,
      values: [materials, date, organizeCode],
    },
  ];
}
export const bookReadCount = bookReads({
  organizeCode: null,
  customerCode: null,
  channelCode: null,
  date: '',
  materials: [],
  colours: [],
}).length;

/** The rows of those reads, in their order. */
export interface BookRows {
  readonly params: readonly Row[];
  readonly customer: Row | undefined;
  readonly parents: Readonly<Record<string, string>>;
  readonly materials: ReadonlyMap<string, Row>;
  /** By material. */
  readonly benchmarks: ReadonlyMap<string, readonly Row[]>;
  readonly strategies: readonly { readonly row: Row; readonly scope: readonly ScopeRow[] }[];
  /** By strategy and material. */
  readonly strategyLines: ReadonlyMap<string, Row>;
  readonly ladders: LadderOf;
  readonly rules: readonly QueryRule[] | undefined;
  readonly restrictions: readonly Row[];
  readonly colours: ReadonlyMap<string, Row>;
  readonly costs: ReadonlyMap<string, string>;
}
type LadderOf = (sourceId: string, material: string) => Ladder | null;

export function bookIn(results: readonly (readonly Row[])[]): BookRows {
  const [
    params = [],
    customers = [],
    parents = [],
    materials = [],
    benchmarks = [],
    strategies = [],
    strategyLines = [],
    tiers = [],
    rules = [],
    restrictions = [],
    colours = [],
    costs = [],
  ] = results;
  return {
    params,
    customer: customers[0],
    restrictions,
    benchmarks: Map.groupBy(benchmarks, (row) => text(row, 'productCode')),
    strategies: strategies.map((row) => ({
      row,
      scope: ((row['scopes'] ?? []) as readonly ScopeLine[]).map(scopeRow),
    })),
    strategyLines: new Map(strategyLines.map((row) => [lineKey(row['parentId'], row['productCode']), row])),
    parents: Object.fromEntries(
      parents.map((row) => [
        inTree(text(row, 'tree'), text(row, 'code')),
        inTree(text(row, 'tree'), text(row, 'parentCode')),
      ]),
    ),
    materials: byCode(materials),
    colours: byCode(colours),
    costs: new Map(costs.map((row) => [text(row, 'productCode'), text(row, 'cost')])),
    ladders: laddersIn(tiers),
    rules: rules.length === 0 ? undefined : rules.flatMap(rulesOf),
  };
}

/** An area and a class may have the same code: in the book each says which tree it stands in. */
export const inTree = (tree: string, code: string): string => `${tree}/${code}`;
const treeDimensions: ReadonlySet<string> = new Set(['customerClass', 'area', 'class']);
export const keyIn = (dimension: string, code: string | null): string | null =>
  code === null ? null : treeDimensions.has(dimension) ? inTree(dimension, code) : code;

function laddersIn(rows: readonly Row[]): LadderOf {
  const known = new Map<string, { readonly code: string; readonly mode: '0' | '1'; readonly tiers: Tier[] }>();
  for (const row of rows) {
    const key = `${text(row, 'sourceId')}\n${text(row, 'productCode')}`;
    const ladder = known.get(key);
    const tier = { startNumber: text(row, 'startNumber'), price: text(row, 'price') };
    // Rows come by start of the ladder: of two that hang on one price the later counts.
    if (ladder?.code === text(row, 'code')) ladder.tiers.push(tier);
    else known.set(key, { code: text(row, 'code'), mode: row['ladderMode'] === '1' ? '1' : '0', tiers: [tier] });
  }
  return (sourceId, material) => {
    const ladder = known.get(`${sourceId}\n${material}`);
    return ladder === undefined ? null : { tiers: ladder.tiers, mode: ladder.mode };
  };
}

const dimensionOfSource: Readonly<Record<string, CustomerDimension>> = {
  0: 'all',
  1: 'customerClass',
  2: 'customer',
  3: 'channel',
  4: 'priceClass',
};

function rulesOf(row: Row): QueryRule[] {
  const customer = (row['customerDimension'] ??
    dimensionOfSource[String(row['source'])] ??
    null) as CustomerDimension | null;
  const product = row['productDimension'] as ProductDimension | null;
  const flags = {
    ...(row['ladderFlag'] === '1' ? { isLadderOnly: true } : {}),
    ...(row['strategyFlag'] === '0' ? { isEnd: true } : {}),
  };
  return (customer === null ? customerDimensions : [customer]).flatMap((each) =>
    (product === null ? productDimensions : [product]).map((other): QueryRule => ({
      customer: each,
      product: other,
      ...flags,
    })),
  );
}

/** Benchmarks of one material; a row without a class is of the default one. */
export function benchmarksOf(
  { benchmarks, ladders }: BookRows,
  material: string,
  defaultClass: string,
): readonly (Benchmark & { readonly floorPrice: string | null })[] {
  return (benchmarks.get(material) ?? []).map((row) => ({
    code: text(row, 'code'),
    material,
    priceClass: textOr(row, 'priceClassCode') ?? defaultClass,
    organizeCode: textOr(row, 'organizeCode'),
    price: text(row, 'price'),
    floorPrice: textOr(row, 'floorPrice'),
    startDate: textOr(row, 'startDate'),
    endDate: textOr(row, 'endDate'),
    isPerAssist: row['unitType'] === '1',
    ladder: ladders(text(row, 'id'), material),
  }));
}

/**
 * Strategies that may mean the customer, as they speak of one material: with the line that is about it, where there is
 * one.
 */
export function strategiesFor(book: BookRows, customer: CustomerKeys): (material: string) => readonly Strategy[] {
  const meant = book.strategies.filter(({ scope }) => mayMean(scope, customer, book.parents));
  return (material) => meant.flatMap((strategy) => strategyOf(book, strategy, material));
}

function strategyOf(
  { strategyLines, ladders }: BookRows,
  { row, scope }: BookRows['strategies'][number],
  material: string,
): Strategy[] {
  const id = text(row, 'id');
  const line = strategyLines.get(lineKey(id, material));
  // The materials of its lines are rows of the product's side: one that is in none of them is not meant.
  if (
    line === undefined &&
    row['hasLines'] === true &&
    !scope.some((each) => each.dimension === 'material' && each.isExcluded !== true)
  )
    return [];
  const mode = text(row, 'pricingMode') as PricingMode;
  const ladder = ladders(id, material);
  const value = valueOf(mode, row, line);
  // Without a figure, or without tiers for this material, it says nothing about it.
  if (mode === pricingModes.ladder ? ladder === null : value === null) return [];
  const rows =
    line === undefined ? scope : scope.filter((each) => each.dimension !== 'material' || each.isExcluded === true);
  return [
    {
      code: text(row, 'code'),
      mode,
      value: value ?? '0',
      ladder,
      isPerAssist: row['unitType'] === '1',
      priority: row['priority'] as number | null,
      startDate: textOr(row, 'startDate'),
      endDate: textOr(row, 'endDate'),
      leastNumber: (line === undefined ? null : textOr(line, 'minNumber')) ?? textOr(row, 'leastNumber'),
      scope: line === undefined ? rows : [...rows, { side: 'product', dimension: 'material', code: material }],
    },
  ];
}

function valueOf(mode: PricingMode, row: Row, line: Row | undefined): string | null {
  const ofLine =
    line === undefined
      ? null
      : mode === pricingModes.rate || mode === pricingModes.costPlus
        ? textOr(line, 'discountRate')
        : textOr(line, 'price');
  return ofLine ?? textOr(row, 'value');
}

const lineKey = (strategyId: unknown, material: unknown): string => `${String(strategyId)}\n${String(material)}`;
const scopeRow = ({ side, dimension, code, excludeFlag }: ScopeLine): ScopeRow =>
  ({
    side,
    dimension,
    code: keyIn(dimension, code) ?? code,
    ...(excludeFlag === '1' ? { isExcluded: true } : {}),
  }) as ScopeRow;

const text = (row: Row, key: string): string => String(row[key]);
const textOr = (row: Row, key: string): string | null =>
  row[key] === null || row[key] === undefined ? null : String(row[key]);
const byCode = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [text(row, 'code'), row]));

/** A colour's fee per main unit, or its tiers. */
export const tiersOfColour = (row: Row): readonly Tier[] | null =>
  row['ladderFlag'] === '1' ? tiersIn(row['ladderList']) : null;
