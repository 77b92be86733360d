import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { go } from '#platform/web/route/route.ts';
import { textAt } from '#platform/web/value/row.ts';
import { reportDefinition } from '#report/model/definition.ts';
import { ownTexts as texts } from './own-texts.ts';

export const definitionActions: readonly OwnAction[] = [
  {
    verb: 'openReport',
    label: texts.open,
    permission: permissionOf(reportDefinition, 'view'),
    isForOne: true,
    isMain: true,
    isOffered: (row) => textAt(row, 'status') === '1',
    load:
      async () =>
      ([row]) => {
        if (row !== undefined) go(`ownReport/${textAt(row, 'id')}`);
        return Promise.resolve(false);
      },
  },
];
