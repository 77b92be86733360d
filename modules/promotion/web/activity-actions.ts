import { permissionOf } from '#platform/model/permission.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
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

/** Only the head of a group has somebody to hand activities to; what is not published customers do not know either. */
export const distributeActions: readonly OwnAction[] = [
  {
    verb: 'pushdown',
    label: promotionActivity.grants?.['pushdown'] ?? promotionActivity.label,
    permission: permissionOf(promotionActivity, 'pushdown'),
    isInBill: true,
    isOffered: (row) =>
      currentUser()?.superTenant === '1' &&
      textAt(row, 'billStatus') === promotionActivity.states.audited.code &&
      textAt(row, 'publishStatus') === '1',
    load: chunk(
      () => import('#platform/web/distribution/distribute-dialog.tsx'),
      ({ distribute }) =>
        (rows) =>
          distribute(promotionActivity, rows),
    ),
  },
];
