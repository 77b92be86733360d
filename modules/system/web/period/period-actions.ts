import { isVerbOffered } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { accountingPeriod, settling } from '#system/model/period.ts';

export const periodActions: readonly OwnAction[] = [
  {
    verb: 'settle',
    label: settling.label,
    permission: permissionOf(accountingPeriod, 'settle'),
    isForOne: true,
    isMain: true,
    isOffered: (row) => isVerbOffered(settling, row),
    load: chunk(
      () => import('./close-dialog.tsx'),
      ({ closePeriod }) => closePeriod,
    ),
  },
];
