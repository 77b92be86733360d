import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { user } from '#system/model/user.ts';
import { accessTexts } from './access-texts.ts';

export const userActions: readonly OwnAction[] = [
  {
    verb: 'explain',
    label: accessTexts.why,
    permission: permissionOf(user, 'view'),
    isForOne: true,
    load: chunk(
      () => import('./explain-dialog.tsx'),
      ({ explain }) => explain,
    ),
  },
  {
    verb: 'sessions',
    label: accessTexts.sessions,
    permission: permissionOf(user, 'view'),
    load: chunk(
      () => import('./sessions-dialog.tsx'),
      ({ showSessions }) => showSessions,
    ),
  },
  {
    verb: 'handover',
    label: accessTexts.handover,
    permission: permissionOf(user, 'update'),
    isForOne: true,
    load: chunk(
      () => import('./handover-dialog.tsx'),
      ({ handOver }) => handOver,
    ),
  },
  {
    verb: 'resetTotp',
    label: accessTexts.resetFactor,
    permission: permissionOf(user, 'update'),
    load: chunk(
      () => import('./user-deeds.ts'),
      ({ resetFactor }) => resetFactor,
    ),
  },
  {
    verb: 'superAdmin',
    label: accessTexts.makeAdmin,
    permission: permissionOf(user, 'update'),
    isForOne: true,
    load: chunk(
      () => import('./user-deeds.ts'),
      ({ turnAdministrator }) => turnAdministrator,
    ),
  },
];
