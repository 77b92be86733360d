import { permissionOf } from '#platform/model/permission.ts';
import { put } from '#platform/web/api/client.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { go } from '#platform/web/route/route.ts';
import { textAt } from '#platform/web/value/row.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { Label } from '#platform/model/label.ts';

/** Apart from the words of the builder, which are fetched with it. */
export const verbTexts = {
  enableAll: ['批量启用', '批次啟用', 'Enable'],
  disableAll: ['批量停用', '批次停用', 'Disable'],
  arrange: ['编排规则', '編排規則', 'Arrange rules'],
  // Of the ticked rule's document: two buttons of one list are not called the same.
  arrangeType: ['编排此单据的规则', '編排此單據的規則', 'Arrange its rules'],
} as const satisfies Record<string, Label>;

const switched = (verb: 'enable' | 'disable', from: string): OwnAction => ({
  verb: `${verb}Routes`,
  label: verb === 'enable' ? verbTexts.enableAll : verbTexts.disableAll,
  permission: permissionOf(bizRoute, 'update'),
  isOffered: (row) => textAt(row, 'status') === from,
  load: () =>
    Promise.resolve(async (rows) => {
      await put(
        `${bizRoute.path}/${verb}`,
        rows.map((row) => textAt(row, 'id')),
      );
      return true;
    }),
});

export const routeActions: readonly OwnAction[] = [
  {
    verb: 'arrangeRoutes',
    label: verbTexts.arrangeType,
    permission: permissionOf(bizRoute, 'view'),
    isForOne: true,
    isMain: true,
    load: () =>
      Promise.resolve(([row]) => {
        go(`routeBoard/${textAt(row, 'docType')}`);
        return Promise.resolve(false);
      }),
  },
  switched('enable', '0'),
  switched('disable', '1'),
];
