import type { Entity } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { labelTexts } from '#platform/web/print/label-texts.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';

/** Labels for shelf and carton, for whoever may open the record. */
export const labelActions = (entity: Entity): readonly OwnAction[] => [
  {
    verb: 'labels',
    label: labelTexts.labels,
    permission: permissionOf(entity, 'view'),
    load: chunk(
      () => import('#platform/web/print/label-dialog.tsx'),
      ({ printLabels }) => printLabels,
    ),
  },
];
