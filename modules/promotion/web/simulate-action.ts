import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { go } from '#platform/web/route/route.ts';
import { textAt } from '#platform/web/value/row.ts';
import { promotionActivity } from '#promotion/model/activity.ts';

/** What an activity would cost, before it is audited: a page of its own, of the module that knows orders. */
export const simulateActions: readonly OwnAction[] = [
  {
    verb: 'simulate',
    label: promotionActivity.grants?.['simulate'] ?? promotionActivity.label,
    permission: permissionOf(promotionActivity, 'simulate'),
    isForOne: true,
    isInBill: true,
    load: () =>
      Promise.resolve(([row]) => {
        go(`simulatePromotion/${textAt(row, 'id')}`);
        return Promise.resolve(false);
      }),
  },
];
