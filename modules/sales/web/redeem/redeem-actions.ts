import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { textAt } from '#platform/web/value/row.ts';
import { exchangeActivity } from '#sales/model/points/exchange-activity.ts';
import { exchangeOrder } from '#sales/model/points/exchange-order.ts';
import { redeemTexts } from './redeem-texts.ts';

export const redeemActions: readonly OwnAction[] = [
  {
    verb: 'redeem',
    label: redeemTexts.redeem,
    permission: permissionOf(exchangeOrder, 'save'),
    isForOne: true,
    isInBill: true,
    // Running: approved, and on one of its days.
    isOffered: (row) =>
      textAt(row, 'billStatus') === exchangeActivity.states.audited.code &&
      !['0', '2'].includes(textAt(row, 'activityStatus')),
    load: chunk(
      () => import('./redeem-dialog.tsx'),
      ({ redeem }) => redeem,
    ),
  },
];
