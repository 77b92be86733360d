import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { benchmarkPrice } from '#price/model/benchmark-price.ts';
import { parameters } from '#system/model/parameter/parameter.ts';
import { overlapRead, sameDays, sameOrganisation, withoutOverlap, type OverlapReads } from './overlap.ts';

/** Without a class it is of the default one: `paramIn` of SD004 where the rows are compared. */
const classOf = (of: string): string => `
  coalesce(
    ${of}.price_class_code,
    (
      select p.value
      from app.tenant_params p
      where p.code = 'SD004' and p.status = '1' and p.organize_code = ${of}.organize_code
    ),
    (
      select p.value
      from app.tenant_params p
      where p.code = 'SD004' and p.status = '1' and p.organize_code is null
      limit 1
    ),
    (select p.param_value from app.sys_params p where p.param_code = 'SD004' and p.status = '1'),
    '${parameters.SD004.default}'
  )`;
const overlapping = (ids: readonly string[]) =>
  overlapRead(
    'sale_benchmarkprice',
    `
      a.product_code = b.product_code
      and ${classOf('a')} = ${classOf('b')}
      and a.unit_type = b.unit_type
      and ${sameOrganisation}
      and ${sameDays}`,
    ids,
  );

export const benchmarkPriceService = serveDocument<typeof benchmarkPrice, OverlapReads>(benchmarkPrice, {
  ...withoutOverlap(benchmarkPrice, overlapping),
  beforeSave(_ctx, draft) {
    const { head } = benchmarkPrice;
    // Half written, either may still be missing.
    const price = draft.price as string | null;
    const places: Place[] = [
      ...(price !== null && compare(price, '0') < 0
        ? [{ path: 'price', field: head.price.label, reason: reasons.format }]
        : []),
      ...(draft.floorPrice !== null && compare(draft.floorPrice, '0') < 0
        ? [{ path: 'floorPrice', field: head.floorPrice.label, reason: reasons.format }]
        : []),
      ...(draft.endDate !== null && draft.endDate < draft.startDate
        ? [{ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart }]
        : []),
    ];
    if (places.length > 0) throw invalidAt(places);
    return draft;
  },
});
