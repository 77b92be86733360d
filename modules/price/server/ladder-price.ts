import { compare, minus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { isId } from '#platform/server/db/id.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { material } from '#data/model/goods/material.ts';
import { refuseLineDecimals, stepOf, unitsOf } from '#data/server/unit-decimals.ts';
import { ladderPrice } from '#price/model/ladder-price.ts';
import { ladderMode, ladderSource } from '#price/model/price-choices.ts';
import { pricingModes } from '#price/model/price-book.ts';
import { overlapRead, sameDays, withoutOverlap, type OverlapReads } from './overlap.ts';

type Draft = DraftOf<typeof ladderPrice>;

const ladderOwner = {
  id: 'uuid',
  type: 'text',
  pricingMode: 'text?',
  productCode: 'text?',
  scope: 'text',
  customerClassCode: 'text?',
  customerClassName: 'text?',
  customerCodes: 'json?',
  channelCode: 'text?',
  channelName: 'text?',
  priceClassCode: 'text?',
  priceClassName: 'text?',
} as const;
type Owner = RowOf<typeof ladderOwner>;

const overlapping = (ids: readonly string[]) =>
  overlapRead(
    'sale_ladderprice',
    `
      a.source_id = b.source_id
      and ${sameDays}
      and exists (
        select product_code
        from app.sale_ladderprice_line
        where parent_id = a.id
        intersect
        select product_code
        from app.sale_ladderprice_line
        where parent_id = b.id
      )`,
    ids,
  );

/** A form knows its source by its id, a file by its number. */
const namedBy = (source: string | null): readonly unknown[] =>
  source !== null && isId(source) ? [source, null] : [null, source];

/** The strategy or the benchmark that a ladder hangs on. */
const ownerReads = (source: string | null) => ({
  strategies: statement(
    ladderOwner,
    `
      select id, 'strategy' as type, pricing_mode, null as product_code, scope, customer_class_code,
        customer_class_name, customer_codes, channel_code, channel_name, price_class_code, price_class_name
      from app.sale_pricestrategy
      where (id = $1 or code = $2) and deleted_flag = '0'`,
    namedBy(source),
  ),
  benchmarks: statement(
    ladderOwner,
    `
      select id, 'benchmark' as type, null as pricing_mode, product_code,
        case when price_class_code is null then '0' else '4' end as scope, null as customer_class_code,
        null as customer_class_name, '[]'::jsonb as customer_codes, null as channel_code, null as channel_name,
        price_class_code, price_class_name
      from app.sale_benchmarkprice
      where (id = $1 or code = $2) and deleted_flag = '0'`,
    namedBy(source),
  ),
});

type Named = OverlapReads & ReturnType<typeof ownerReads>;

export const ladderPriceService = serveDocument<typeof ladderPrice, Named>(ladderPrice, {
  ...withoutOverlap(ladderPrice, overlapping),
  saveReads: ({ sourceId }) => ownerReads(sourceId),
  beforeSave(_ctx, draft, facts) {
    const { strategies = [], benchmarks = [] } = facts.rows;
    refuseLineDecimals(ladderPrice, draft.lines, facts, ['startNumber']);
    const isHalf = isStashed(ladderPrice, draft);
    const source = [...strategies, ...benchmarks].find(({ type }) => type === draft.sourceType);
    if (!isHalf) {
      const places = faultsIn(draft, source);
      if (places.length > 0) throw invalidAt(places);
    }
    for (const own of Map.groupBy(draft.lines, (line) => line.productCode).values()) {
      const sorted = own
        .filter((line) => (line.startNumber as string | null) !== null)
        .toSorted((a, b) => compare(a.startNumber, b.startNumber));
      // A tier ends one step of the unit before the next one: 9 before 10, 9.99 before 10.00.
      const record = facts.found(material, sorted[0]?.productCode ?? '');
      const step = stepOf(record === undefined ? undefined : unitsOf(record).main);
      sorted.forEach((line, at) => {
        line.endNumber = sorted[at + 1] === undefined ? null : minus(sorted[at + 1]?.startNumber ?? '1', step);
      });
    }
    return {
      ...draft,
      sourceId: source?.id ?? draft.sourceId,
      ladderMode: draft.ladderMode ?? '0',
      scope: (source?.scope ?? '0') as Draft['scope'],
      customerCodes: source?.customerCodes ?? [],
      customerClassCode: source?.customerClassCode ?? null,
      customerClassName: source?.customerClassName ?? null,
      channelCode: source?.channelCode ?? null,
      channelName: source?.channelName ?? null,
      priceClassCode: source?.priceClassCode ?? null,
      priceClassName: source?.priceClassName ?? null,
    };
  },
});

function faultsIn(draft: Draft, source: Owner | undefined): Place[] {
  const { head, lines: fields } = ladderPrice;
  const places: Place[] = [];
  if (draft.sourceType === null || !Object.hasOwn(ladderSource, draft.sourceType))
    places.push({
      path: 'sourceType',
      field: head.sourceType.label,
      reason: draft.sourceType === null ? reasons.required : reasons.notChosen,
    });
  if (source === undefined)
    places.push({
      path: 'sourceId',
      field: head.sourceId.label,
      reason: draft.sourceId === null ? reasons.required : reasons.unknown,
    });
  if (draft.ladderMode !== null && !Object.hasOwn(ladderMode, draft.ladderMode))
    places.push({ path: 'ladderMode', field: head.ladderMode.label, reason: reasons.notChosen });
  if (draft.endDate < draft.startDate)
    places.push({ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart });
  const seen = new Set<string>();
  draft.lines.forEach((line, at) => {
    const key = `${line.productCode}\n${minus(line.startNumber, '0')}`;
    if (compare(line.startNumber, '0') < 0)
      places.push({ path: `lines.${at}.startNumber`, field: fields.startNumber.label, reason: reasons.format });
    else if (seen.has(key))
      places.push({ path: `lines.${at}.startNumber`, field: fields.startNumber.label, reason: reasons.taken });
    if (compare(line.price, '0') < 0)
      places.push({ path: `lines.${at}.price`, field: fields.price.label, reason: reasons.format });
    if (source?.productCode != null && source.productCode !== line.productCode)
      places.push({ path: `lines.${at}.productCode`, field: fields.productCode.label, reason: reasons.notChosen });
    seen.add(key);
  });
  // Nothing else says what the first piece costs.
  if (source?.pricingMode === pricingModes.ladder) {
    for (const own of Map.groupBy([...draft.lines.entries()], ([, { productCode }]) => productCode).values()) {
      const [[at, first] = []] = own.toSorted(([, a], [, b]) => compare(a.startNumber, b.startNumber));
      if (first !== undefined && compare(first.startNumber, '1') > 0)
        places.push({ path: `lines.${at}.startNumber`, field: fields.startNumber.label, reason: startsLate });
    }
  }
  return places;
}

const startsLate: Label = ['首档须从1开始', '首檔須從1開始', 'the first tier must start at 1'];
