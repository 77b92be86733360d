import { permissionOf } from '#platform/model/permission.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { demand } from '#purchase/model/demand.ts';
import { purchaseTexts } from './purchase-texts.ts';

export const demandActions: readonly OwnAction[] = [
  {
    verb: 'toorder',
    label: purchaseTexts.toOrder,
    permission: permissionOf(demand, 'toorder'),
    isMain: true,
    isInBill: true,
    isOffered: (row) =>
      textAt(row, 'billStatus') === demand.states.audited.code &&
      textAt(row, 'orderCode') === '' &&
      textAt(row, 'purchaseCode') === '',
    load: chunk(
      () => import('./purchase-deeds.ts'),
      ({ toOrder }) => toOrder,
    ),
  },
];
