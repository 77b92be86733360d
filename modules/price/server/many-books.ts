import { answersTo, statement, type RowsOf, type Statement } from '#platform/server/db/statement.ts';
import {
  benchmarksRead,
  costsRead,
  counts,
  holdsOn,
  laddersRead,
  materialsRead,
  ofOrganisation,
  priceParamsRead,
  restrictionsRead,
  rulesRead,
  strategyLinesRead,
  type bookReads,
} from './price-reads.ts';

/** Prices hold on a day in an organisation; whom they are for is looked up among the rows of that day. */
export interface BookDay {
  readonly organizeCode: string | null;
  readonly date: string;
}
export const dayKey = ({ organizeCode, date }: BookDay): string => `${organizeCode ?? ''}\n${date}`;

type Book = RowsOf<ReturnType<typeof bookReads>>;
export type CustomerRow = Book['pricedCustomer'][number];

/** Customers as one that is priced alone is read. */
export const customersRead = (codes: readonly string[]) =>
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
        0 as stamp
      from app.data_customer
      where code = any($1::text[])`,
    [codes],
  );

/** Every class and area with the one above it. */
export const treesOfAll = statement(
  { tree: 'text', code: 'text', parentCode: 'text' },
  `
    select 'customerClass' as tree, x.code, p.code as parent_code
    from app.data_customerclass x
    join app.data_customerclass p on p.id = x.pid
    union all
    select 'area', x.code, p.code
    from app.data_customerarea x
    join app.data_customerarea p on p.id = x.pid
    union all
    select 'class', x.code, p.code
    from app.data_materialclass x
    join app.data_materialclass p on p.id = x.pid`,
);
export type TreeRow = Book['trees'][number];

/** The ways up from codes: an order looks at its own part of the trees, however large they are. */
export function treePaths(
  rows: readonly TreeRow[],
): (tree: TreeRow['tree'], code: string | null) => readonly TreeRow[] {
  const above = new Map(rows.map((row) => [`${row.tree}\n${row.code}`, row]));
  const known = new Map<string, readonly TreeRow[]>();
  return (tree, code) => {
    const key = `${tree}\n${code ?? ''}`;
    const found = known.get(key) ?? pathFrom(above, key);
    known.set(key, found);
    return found;
  };
}

function pathFrom(above: ReadonlyMap<string, TreeRow>, key: string): readonly TreeRow[] {
  const path = new Set<TreeRow>();
  for (let row = above.get(key); row !== undefined && !path.has(row); row = above.get(`${row.tree}\n${row.parentCode}`))
    path.add(row);
  return [...path];
}

/** What of the book holds for everybody. */
export const sharedBookReads = (materials: readonly string[]) => ({
  priceParams: priceParamsRead,
  priceRules: rulesRead,
  giftMaterials: materialsRead({ ...nobody, materials }),
});
type SharedBook = RowsOf<ReturnType<typeof sharedBookReads>>;

const nobody = {
  organizeCode: null,
  customerCode: null,
  channelCode: null,
  date: '',
  colours: [],
  materials: [],
};

/** Strategies of a day for whomever; those of one customer or channel say so. */
const strategiesOfDay = ({ organizeCode, date }: BookDay) =>
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
      customerCodes: 'json?',
      ofChannel: 'text?',
    },
    `
      select s.id, s.code, s.name, s.scopes, s.pricing_mode, s.value, s.least_number, s.start_date, s.end_date,
        s.priority, s.unit_type,
        exists (select from app.sale_pricestrategy_line l where l.parent_id = s.id) as has_lines, s.customer_codes,
        s.channel_code as of_channel
      from app.sale_pricestrategy s
      where ${counts('s')} and ${holdsOn('s', '$1')} and ${ofOrganisation('s', '$2')}
      order by s.code`,
    [date, organizeCode],
  );

/** Statements of many days: as many as one order takes for each day, in one network write for all. */
export function dayBookReads(days: readonly BookDay[], materials: readonly string[]) {
  const asked = days.map((day) => ({ ...nobody, ...day, materials }));
  const reads = {
    benchmarks: asked.map(benchmarksRead),
    strategies: days.map(strategiesOfDay),
    strategyLines: asked.map((each) => strategyLinesRead(each)),
    tiers: asked.map(laddersRead),
    restrictions: asked.map(restrictionsRead),
    costs: asked.map(costsRead),
  };
  const statements: readonly Statement[] = Object.values(reads).flat();
  return { reads, statements };
}

type DayReads = ReturnType<typeof dayBookReads>['reads'];
export type DayBook = { readonly [Name in keyof DayReads]: RowsOf<DayReads[Name]>[number] };

/** The answers by the day that they are of. */
export function dayBooksIn(
  days: readonly BookDay[],
  { reads }: ReturnType<typeof dayBookReads>,
  rows: readonly (readonly Record<string, unknown>[])[],
): ReadonlyMap<string, DayBook> {
  const of = <Asked extends readonly Statement[]>(asked: Asked, kind: number): RowsOf<Asked> =>
    answersTo(asked, rows.slice(kind * days.length, (kind + 1) * days.length));
  const benchmarks = of(reads.benchmarks, 0);
  const strategies = of(reads.strategies, 1);
  const strategyLines = of(reads.strategyLines, 2);
  const tiers = of(reads.tiers, 3);
  const restrictions = of(reads.restrictions, 4);
  const costs = of(reads.costs, 5);
  return new Map(
    days.map((day, at): [string, DayBook] => [
      dayKey(day),
      {
        benchmarks: benchmarks[at] ?? [],
        strategies: strategies[at] ?? [],
        strategyLines: strategyLines[at] ?? [],
        tiers: tiers[at] ?? [],
        restrictions: restrictions[at] ?? [],
        costs: costs[at] ?? [],
      },
    ]),
  );
}

/** The book of one customer on one day, as he alone would have read it. */
export function bookOfOne(
  { priceParams, priceRules, giftMaterials }: SharedBook,
  day: DayBook,
  customer: CustomerRow,
  { channelCode, trees }: { readonly channelCode: string | null; readonly trees: readonly TreeRow[] },
): Book {
  const channel = channelCode ?? customer.channelCode;
  return {
    ...day,
    strategies: day.strategies.filter(
      ({ customerCodes, ofChannel }) =>
        (!Array.isArray(customerCodes) || customerCodes.length === 0 || customerCodes.includes(customer.code)) &&
        (ofChannel === null || ofChannel === channel),
    ),
    pricedCustomer: [customer],
    priceParams,
    priceRules,
    pricedMaterials: giftMaterials,
    trees,
    colours: [],
  };
}
