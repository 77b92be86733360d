import { isVerbOffered } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { go } from '#platform/web/route/route.ts';
import { textAt } from '#platform/web/value/row.ts';
import { accountingPeriod, settling } from '#system/model/period.ts';

export const periodActions: readonly OwnAction[] = [
  {
    verb: 'settle',
    label: settling.label,
    permission: permissionOf(accountingPeriod, 'settle'),
    isForOne: true,
    isMain: true,
    isOffered: (row) => isVerbOffered(settling, row),
    load: () =>
      Promise.resolve(([row]) => {
        go(`periodClose/${textAt(row, 'id')}`);
        return Promise.resolve(false);
      }),
  },
];
