import { restrictRule } from '#data/model/goods/restrict-rule.ts';
import { compare } from '#platform/model/decimal.ts';
import { invalidAt } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';

/** A rule that asks for at least ten and allows at most five would stop every order. */
export const restrictRuleService = serveEntity(restrictRule, {
  beforeSave(_ctx, next) {
    if (next.minNumber !== null && next.maxNumber !== null && compare(next.minNumber, next.maxNumber) > 0) {
      throw invalidAt([
        {
          path: 'maxNumber',
          field: restrictRule.fields.maxNumber.label,
          reason: ['不能小于最小数量', '不能小於最小數量', 'cannot be below the minimum'],
        },
      ]);
    }
    return next;
  },
});
