import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { reimbursementPolicy } from '#expense/model/policy/reimbursement-policy.ts';

export const policyService = serveEntity(reimbursementPolicy, {
  beforeSave(_ctx, next) {
    const { fields } = reimbursementPolicy;
    const places: Place[] = [];
    if (next.dailyAmount === null && next.maxAmount === null && next.control !== '0')
      places.push({ path: 'dailyAmount', field: fields.dailyAmount.label, reason: reasons.required });
    for (const key of ['dailyAmount', 'maxAmount'] as const)
      if (next[key] !== null && compare(next[key], '0') < 0)
        places.push({ path: key, field: fields[key].label, reason: reasons.format });
    if (next.startDate !== null && next.endDate !== null && next.endDate < next.startDate)
      places.push({ path: 'endDate', field: fields.endDate.label, reason: reasons.beforeStart });
    if (places.length > 0) throw invalidAt(places);
    return next;
  },
});
