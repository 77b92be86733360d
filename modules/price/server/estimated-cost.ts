import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { overlapRead, sameOrganisation, withoutOverlap, type OverlapReads } from './overlap.ts';
import { isMonth, isYear } from '#price/model/year-month.ts';

const overlapping = (ids: readonly string[]) =>
  overlapRead(
    'sale_estimatedcost',
    `a.product_code = b.product_code and a.year = b.year and a.month = b.month and ${sameOrganisation}`,
    ids,
  );

export const estimatedCostService = serveDocument<typeof estimatedCost, OverlapReads>(estimatedCost, {
  ...withoutOverlap(estimatedCost, overlapping),
  beforeSave(_ctx, draft) {
    const { head } = estimatedCost;
    const places: Place[] = [
      ...(isYear(draft.year) ? [] : [{ path: 'year', field: head.year.label, reason: reasons.format }]),
      ...(isMonth(draft.month) ? [] : [{ path: 'month', field: head.month.label, reason: reasons.format }]),
      ...(compare(draft.cost, '0') < 0 ? [{ path: 'cost', field: head.cost.label, reason: reasons.format }] : []),
    ];
    if (places.length > 0) throw invalidAt(places);
    return draft;
  },
});
