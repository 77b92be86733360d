import { compare } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type Facts } from '#platform/server/document/serve.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { nounOfDimension, type Dimension } from '#price/model/price-choices.ts';
import { pricingModes } from '#price/model/price-book.ts';
import { scopesIn, summaryOf, type ScopeLine } from '#price/model/price-scope.ts';
import { priceStrategy } from '#price/model/price-strategy.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { overlapRead, sameDays, sameOrganisation, withoutOverlap, type OverlapReads } from './overlap.ts';

type Draft = DraftOf<typeof priceStrategy>;

/**
 * The rows without what they are called, in one order: what two strategies must share to be for the same people and
 * things.
 */
const rowsOf = (of: string): string => `
  (
    select jsonb_agg(x - 'name' order by x->>'side', x->>'dimension', x->>'code')
    from jsonb_array_elements(case jsonb_typeof(${of}.scopes) when 'array' then ${of}.scopes else '[]' end) x
  )`;
const linesOf = (of: string): string => `
  select product_code, coalesce(min_number, ${of}.least_number)
  from app.sale_pricestrategy_line
  where parent_id = ${of}.id`;
const overlapping = (ids: readonly string[]) =>
  overlapRead(
    'sale_pricestrategy',
    `
      a.scope = b.scope
      and coalesce(a.priority, 100) = coalesce(b.priority, 100)
      and a.least_number is not distinct from b.least_number
      and ${sameOrganisation}
      and ${sameDays}
      and ${rowsOf('a')} is not distinct from ${rowsOf('b')}
      and (
        exists (${linesOf('a')} intersect ${linesOf('b')})
        or not (exists (${linesOf('a')}) or exists (${linesOf('b')}))
      )`,
    ids,
  );

const isMode = (mode: string): boolean => Object.values<string>(pricingModes).includes(mode);

type Named = OverlapReads & {
  readonly priceParams: ReturnType<typeof paramStatement>;
  readonly benchmarks: ReturnType<typeof benchmarksOn>;
} & CodeReads;

export const priceStrategyService = serveDocument<typeof priceStrategy, Named>(priceStrategy, {
  ...withoutOverlap(priceStrategy, overlapping),
  saveReads: (draft) => ({
    priceParams: paramStatement(['SD004']),
    benchmarks: benchmarksOn(draft),
    ...codeReads(draft),
  }),
  beforeSave(_ctx, draft, facts) {
    refuseLineDecimals(priceStrategy, draft.lines, facts, ['minNumber']);
    const isHalf = isStashed(priceStrategy, draft);
    const places: Place[] = isHalf ? [] : faultsIn(draft);
    const scopes = scopesIn(draft.scopes);
    const named = 'reason' in scopes ? [] : namedScopes(scopes, draft, facts);
    if ('reason' in scopes)
      places.push({ path: 'scopes', field: priceStrategy.head.scopes.label, reason: atRow(scopes.at, scopes.reason) });
    const unknown = named.findIndex(({ name }) => name === null);
    if (unknown >= 0)
      places.push({ path: 'scopes', field: priceStrategy.head.scopes.label, reason: atRow(unknown, reasons.unknown) });
    if (places.length > 0) throw invalidAt(places);
    fillBenchmarks(draft, facts);
    const { customerCodes, ...summary } = summaryOf(named);
    return {
      ...draft,
      scopes: named,
      ...summary,
      customerCodes,
      customerClassName: nameIn(named, summary.customerClassCode),
      channelName: nameIn(named, summary.channelCode),
      priceClassName: nameIn(named, summary.priceClassCode),
    };
  },
});

const atRow = (at: number, [cn, tw, en]: Label): Label => [
  `第${at + 1}行${cn}`,
  `第${at + 1}列${tw}`,
  `row ${at + 1} ${en}`,
];
const nameIn = (scopes: readonly ScopeLine[], code: string | null): string | null =>
  code === null ? null : (scopes.find((row) => row.code === code && row.side === 'customer')?.name ?? null);

function faultsIn(draft: Draft): Place[] {
  const { head, lines: fields } = priceStrategy;
  const places: Place[] = [];
  const { pricingMode: mode, value, lines } = draft;
  if (!isMode(mode)) places.push({ path: 'pricingMode', field: head.pricingMode.label, reason: reasons.notChosen });
  if (value !== null && compare(value, '0') < 0)
    places.push({ path: 'value', field: head.value.label, reason: reasons.format });
  if (draft.endDate < draft.startDate)
    places.push({ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart });
  // A ladder has its figures elsewhere; everything else needs one, for all or line by line.
  const byLine =
    mode === pricingModes.rate || mode === pricingModes.costPlus ? ('discountRate' as const) : ('price' as const);
  if (mode !== pricingModes.ladder && value === null && lines.length === 0)
    places.push({ path: 'value', field: head.value.label, reason: reasons.required });
  const seen = new Set<string>();
  lines.forEach((line, at) => {
    const figure = line[byLine];
    if (mode !== pricingModes.ladder && figure === null && value === null)
      places.push({ path: `lines.${at}.${byLine}`, field: fields[byLine].label, reason: reasons.required });
    if (figure !== null && compare(figure, '0') < 0)
      places.push({ path: `lines.${at}.${byLine}`, field: fields[byLine].label, reason: reasons.format });
    if (seen.has(line.productCode))
      places.push({ path: `lines.${at}.productCode`, field: fields.productCode.label, reason: reasons.taken });
    seen.add(line.productCode);
  });
  return places;
}

/** One read per dimension that the rows name. */
const dimensionsIn = ({ scopes }: Draft): readonly Dimension[] => {
  const rows = scopesIn(scopes);
  return 'reason' in rows ? [] : [...new Set(rows.map(({ dimension }) => dimension))];
};

type CodeReads = Readonly<Record<ReturnType<typeof codesOf>, ReturnType<typeof codesRead>>>;
const codesOf = (dimension: Dimension) => `codes of ${dimension}` as const;

const codesRead = (dimension: Dimension, codes: readonly string[]) =>
  statement(
    { code: 'text', name: 'text' },
    `
      select code, name
      from app.${tableOf({ name: nounOfDimension[dimension] })}
      where code = any($1::text[])`,
    [codes],
  );

function codeReads(draft: Draft): Partial<CodeReads> {
  const rows = scopesIn(draft.scopes);
  const codesIn = (dimension: Dimension): readonly string[] =>
    'reason' in rows ? [] : rows.filter((row) => row.dimension === dimension).map(({ code }) => code);
  return Object.fromEntries(
    dimensionsIn(draft).map((dimension) => [codesOf(dimension), codesRead(dimension, codesIn(dimension))]),
  );
}

/** What each row is called; null where nobody has its code. */
function namedScopes(scopes: readonly ScopeLine[], draft: Draft, facts: Facts<Named>): readonly ScopeLine[] {
  const found = new Map(
    dimensionsIn(draft).map((dimension) => [
      dimension,
      new Map((facts.rows[codesOf(dimension)] ?? []).map(({ code, name }) => [code, name])),
    ]),
  );
  return scopes.map(({ side, dimension, code, excludeFlag }) => ({
    side,
    dimension,
    code,
    excludeFlag,
    name: found.get(dimension)?.get(code) ?? null,
  }));
}

/** Beside each line stands what it costs without the strategy, in the default class. */
const benchmarksOn = (draft: Draft) =>
  statement(
    { productCode: 'text', priceClassCode: 'text?', price: 'decimal' },
    `
      select b.product_code, b.price_class_code, b.price
      from app.sale_benchmarkprice b
      where b.product_code = any($1::text[])
        and b.bill_status = '1'
        and b.status = '1'
        and b.deleted_flag = '0'
        and b.start_date <= $2::date
        and (b.end_date is null or b.end_date >= $2::date)
        and (b.organize_code is null or b.organize_code = $3)
      order by b.organize_code nulls first, b.start_date, b.code`,
    [
      draft.lines.flatMap(({ productCode }) => productCode ?? []),
      draft.startDate ?? draft.billDate,
      draft.organizeCode,
    ],
  );

function fillBenchmarks(
  draft: Draft,
  { rows: { priceParams: params = [], benchmarks: rows = [] } }: Facts<Named>,
): void {
  const defaultClass = paramIn(params, 'SD004', draft.organizeCode);
  for (const line of draft.lines)
    line.benchmarkPrice =
      rows.findLast(
        ({ productCode, priceClassCode }) =>
          productCode === line.productCode && (priceClassCode === null || priceClassCode === defaultClass),
      )?.price ?? null;
}
