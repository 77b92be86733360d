import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { promotionPoints } from '#promotion/model/points/points-rule.ts';

const { fields } = promotionPoints;

/** What each scope asks for; the others say nothing. */
type Named = 'productClassCode' | 'brandCode' | 'productCode';
const named: Readonly<Partial<Record<string, Named>>> = { 1: 'productClassCode', 2: 'brandCode', 3: 'productCode' };

export const promotionPointsService = serveEntity(promotionPoints, {
  beforeSave(_ctx, next) {
    const meant = named[next.productScope];
    const wrong: Place[] = [];
    if (meant !== undefined && next[meant] === null)
      wrong.push({ path: meant, field: fields[meant].label, reason: reasons.required });
    if (next.endDate < next.startDate)
      wrong.push({ path: 'endDate', field: fields.endDate.label, reason: reasons.beforeStart });
    for (const key of ['amountPerPoint', 'pointsPerUnit'] as const)
      if (compare(next[key] ?? '0', '0') < 0)
        wrong.push({ path: key, field: fields[key].label, reason: reasons.format });
    if (wrong.length > 0) throw invalidAt(wrong);
    return next;
  },
});
