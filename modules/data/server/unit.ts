import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { mostDecimals, unit } from '#data/model/goods/unit.ts';

export const unitService = serveEntity(unit, {
  beforeSave(_ctx, next) {
    const precision = next.precision ?? 0;
    if (precision < 0 || precision > mostDecimals)
      throw invalidAt([{ path: 'precision', field: unit.fields.precision.label, reason: reasons.notChosen }]);
    return { ...next, precision };
  },
  rowRules: [{ key: 'precision', reason: reasons.notChosen, refused: `v.precision not between 0 and ${mostDecimals}` }],
});
