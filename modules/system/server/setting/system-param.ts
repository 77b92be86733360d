import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { param } from '#system/model/parameter/param.ts';
import { parameterAt, takes } from '#system/model/parameter/parameter.ts';

/**
 * A value that the parameter does not take would be passed over in silence; rows of other names hold what they like.
 */
export const systemParamService = serveEntity(param, {
  beforeSave(_ctx, next) {
    const parameter = parameterAt(next.paramCode);
    if (parameter !== undefined && !takes(parameter, next.paramValue))
      throw invalidAt([{ path: 'paramValue', field: param.fields.paramValue.label, reason: reasons.notChosen }]);
    return next;
  },
});
