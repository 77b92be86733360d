import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveDocument } from '#platform/server/serve.ts';
import { benchmarkPrice } from '#sales/model/benchmark-price.ts';
import { overlapRead, sameDays, sameOrganisation, withoutOverlap } from './overlap.ts';

const overlapping = (ids: readonly string[]) => overlapRead('sale_benchmarkprice', `a.product_code = b.product_code and a.price_class_code is not distinct from b.price_class_code and a.unit_type = b.unit_type and ${sameOrganisation} and ${sameDays}`, ids);

export const benchmarkPriceService = serveDocument(benchmarkPrice, {
  ...withoutOverlap(benchmarkPrice, overlapping),
  beforeSave(_ctx, draft) {
    const { head } = benchmarkPrice;
    // Half written, either may still be missing.
    const price = draft.price as string | null;
    const places: Place[] = [
      ...(price !== null && compare(price, '0') < 0 ? [{ path: 'price', field: head.price.label, reason: reasons.format }] : []),
      ...(draft.floorPrice !== null && compare(draft.floorPrice, '0') < 0 ? [{ path: 'floorPrice', field: head.floorPrice.label, reason: reasons.format }] : []),
      ...(draft.endDate !== null && draft.endDate < draft.startDate ? [{ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart }] : []),
    ];
    if (places.length > 0) throw invalidAt(places);
    return draft;
  },
});
