import { verbPermission } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { textAt } from '#platform/web/value/row.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { refundTexts } from './refund-texts.ts';

export const refundActions: readonly OwnAction[] = [
  {
    verb: 'inbound',
    label: refundTexts.inbound,
    permission: verbPermission(refund, 'audit'),
    isInBill: true,
    isOffered: (row) =>
      textAt(row, 'billStatus') === refund.states.audited.code && textAt(row, 'receiptStatus') !== '1',
    load: chunk(
      () => import('./return-dialog.tsx'),
      ({ askForRest }) => askForRest,
    ),
  },
];
