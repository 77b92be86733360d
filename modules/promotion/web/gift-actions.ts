import { permissionOf } from '#platform/model/permission.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { textAt } from '#platform/web/value/row.ts';
import { giftPackage } from '#promotion/model/gift-package.ts';

/** Whoever writes a package sees it as people will who choose from it; nothing is taken. */
export const giftActions: readonly OwnAction[] = [
  {
    verb: 'tryGifts',
    label: ['试选', '試選', 'Try choosing'],
    permission: permissionOf(giftPackage, 'view'),
    isForOne: true,
    load: chunk(
      () => import('./gift-dialog.tsx'),
      ({ tryGifts }) =>
        async ([row]) => {
          await tryGifts({
            key: textAt(row, 'code'),
            name: textAt(row, 'name'),
            isWhole: textAt(row, 'packageType') === '0',
            maxNumber: textAt(row, 'packageMaxNumber') || null,
            maxAmount: textAt(row, 'packageMaxAmount') || null,
          });
          return false;
        },
    ),
  },
];
