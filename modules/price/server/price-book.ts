import type { ParamRow } from '#system/server/setting/param.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import {
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
} from '#price/model/price-book.ts';
import { mayMean } from '#price/model/price-search.ts';
import type { ScopeLine } from '#price/model/price-scope.ts';
import { tiersIn } from '#data/model/goods/ladder.ts';
import type { bookReads } from './price-reads.ts';

type Read = RowsOf<ReturnType<typeof bookReads>>;
type RowOfBook<Name extends keyof Read> = Read[Name][number];
export type MaterialRow = RowOfBook<'pricedMaterials'>;
export type RestrictionRow = RowOfBook<'restrictions'>;
type StrategyRow = RowOfBook<'strategies'>;
type StrategyLine = RowOfBook<'strategyLines'>;
type ColourRow = RowOfBook<'colours'>;

/** What the reads of prices have answered. */
export interface BookRows {
  readonly params: readonly ParamRow[];
  readonly customer: RowOfBook<'pricedCustomer'> | undefined;
  readonly parents: Readonly<Record<string, string>>;
  readonly materials: ReadonlyMap<string, MaterialRow>;
  /** By material. */
  readonly benchmarks: ReadonlyMap<string, Read['benchmarks']>;
  readonly strategies: readonly { readonly row: StrategyRow; readonly scope: readonly ScopeRow[] }[];
  /** By strategy and material. */
  readonly strategyLines: ReadonlyMap<string, StrategyLine>;
  readonly ladders: LadderOf;
  readonly rules: readonly QueryRule[] | undefined;
  readonly restrictions: readonly RestrictionRow[];
  readonly colours: ReadonlyMap<string, ColourRow>;
  readonly costs: ReadonlyMap<string, string>;
}
type LadderOf = (sourceId: string, material: string) => Ladder | null;

export function bookIn({
  priceParams: params,
  pricedCustomer: [customer],
  trees,
  pricedMaterials,
  benchmarks,
  strategies,
  strategyLines,
  tiers,
  priceRules,
  restrictions,
  colours,
  costs,
}: Read): BookRows {
  return {
    params,
    customer,
    restrictions,
    benchmarks: Map.groupBy(benchmarks, ({ productCode }) => productCode),
    strategies: strategies.map((row) => ({
      row,
      scope: ((row.scopes ?? []) as readonly ScopeLine[]).map(scopeRow),
    })),
    strategyLines: new Map(strategyLines.map((row) => [lineKey(row.parentId, row.productCode), row])),
    parents: Object.fromEntries(
      trees.map(({ tree, code, parentCode }) => [inTree(tree, code), inTree(tree, parentCode)]),
    ),
    materials: byCode(pricedMaterials),
    colours: byCode(colours),
    costs: new Map(costs.map(({ productCode, cost }) => [productCode, cost])),
    ladders: laddersIn(tiers),
    rules: priceRules.length === 0 ? undefined : priceRules.flatMap(rulesOf),
  };
}

/** An area and a class may have the same code: in the book each says which tree it stands in. */
export const inTree = (tree: string, code: string): string => `${tree}/${code}`;
const treeDimensions: ReadonlySet<string> = new Set(['customerClass', 'area', 'class']);
export const keyIn = (dimension: string, code: string | null): string | null =>
  code === null ? null : treeDimensions.has(dimension) ? inTree(dimension, code) : code;

function laddersIn(rows: Read['tiers']): LadderOf {
  const known = new Map<string, { readonly code: string; readonly mode: '0' | '1'; readonly tiers: Tier[] }>();
  for (const { sourceId, productCode, code, ladderMode, startNumber, price } of rows) {
    const key = `${sourceId}\n${productCode}`;
    const ladder = known.get(key);
    const tier = { startNumber, price };
    // Rows come by start of the ladder: of two that hang on one price the later counts.
    if (ladder?.code === code) ladder.tiers.push(tier);
    else known.set(key, { code, mode: ladderMode === '1' ? '1' : '0', tiers: [tier] });
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

function rulesOf(row: RowOfBook<'priceRules'>): QueryRule[] {
  const customer = (row.customerDimension ?? dimensionOfSource[row.source ?? ''] ?? null) as CustomerDimension | null;
  const product = row.productDimension as ProductDimension | null;
  const flags = {
    ...(row.ladderFlag === '1' ? { isLadderOnly: true } : {}),
    ...(row.strategyFlag === '0' ? { isEnd: true } : {}),
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
    code: row.code,
    material,
    priceClass: row.priceClassCode ?? defaultClass,
    organizeCode: row.organizeCode,
    price: row.price,
    floorPrice: row.floorPrice,
    startDate: row.startDate,
    endDate: row.endDate,
    isPerAssist: row.unitType === '1',
    ladder: ladders(row.id, material),
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
  const { id } = row;
  const line = strategyLines.get(lineKey(id, material));
  // The materials of its lines are rows of the product's side: one that is in none of them is not meant.
  if (
    line === undefined &&
    row.hasLines &&
    !scope.some((each) => each.dimension === 'material' && each.isExcluded !== true)
  )
    return [];
  const mode = row.pricingMode as PricingMode;
  const ladder = ladders(id, material);
  const value = valueOf(mode, row, line);
  // Without a figure, or without tiers for this material, it says nothing about it.
  if (mode === pricingModes.ladder ? ladder === null : value === null) return [];
  const rows =
    line === undefined ? scope : scope.filter((each) => each.dimension !== 'material' || each.isExcluded === true);
  return [
    {
      code: row.code,
      mode,
      value: value ?? '0',
      ladder,
      isPerAssist: row.unitType === '1',
      priority: row.priority,
      startDate: row.startDate,
      endDate: row.endDate,
      leastNumber: line?.minNumber ?? row.leastNumber,
      scope: line === undefined ? rows : [...rows, { side: 'product', dimension: 'material', code: material }],
    },
  ];
}

function valueOf(mode: PricingMode, row: StrategyRow, line: StrategyLine | undefined): string | null {
  const ofLine = mode === pricingModes.rate || mode === pricingModes.costPlus ? line?.discountRate : line?.price;
  return ofLine ?? row.value;
}

const lineKey = (strategyId: string, material: string): string => `${strategyId}\n${material}`;
const scopeRow = ({ side, dimension, code, excludeFlag }: ScopeLine): ScopeRow =>
  ({
    side,
    dimension,
    code: keyIn(dimension, code) ?? code,
    ...(excludeFlag === '1' ? { isExcluded: true } : {}),
  }) as ScopeRow;

const byCode = <Coded extends { readonly code: string }>(rows: readonly Coded[]): ReadonlyMap<string, Coded> =>
  new Map(rows.map((row) => [row.code, row]));

/** A colour's fee per main unit, or its tiers. */
export const tiersOfColour = ({ ladderFlag, ladderList }: ColourRow): readonly Tier[] | null =>
  ladderFlag === '1' ? tiersIn(ladderList) : null;
