import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { mostDecimals, unit } from '#data/model/goods/unit.ts';
import { unitsIn } from '#system/server/setting/print-trail.ts';

export const unitService = serveEntity(unit, {
  beforeSave(_ctx, next) {
    const precision = next.precision ?? 0;
    if (precision < 0 || precision > mostDecimals)
      throw invalidAt([{ path: 'precision', field: unit.fields.precision.label, reason: reasons.notChosen }]);
    return { ...next, precision };
  },
  rowRules: [{ key: 'precision', reason: reasons.notChosen, refused: `v.precision not between 0 and ${mostDecimals}` }],
});

/** Of two units of one name the finer one: no decimal that somebody may write is lost on paper. */
export const unitsOfPrints = () =>
  unitsIn(`select name, coalesce(max(precision), 0) as decimals from app.data_unit group by name`);
