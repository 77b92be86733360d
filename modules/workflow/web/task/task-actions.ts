import { isApprovable, stateOf, type Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { myApplication, runningInstance, todoTask } from '#workflow/model/task.ts';
import type * as Deeds from './task-verbs.ts';
import { taskLabels } from './task-labels.ts';

type Verb = 'reject' | 'rollback' | 'entrust' | 'terminate' | 'addSign' | 'cc' | 'claim';
type Act = Awaited<ReturnType<OwnAction['load']>>;

const load = (pick: (deeds: typeof Deeds) => Act): OwnAction['load'] => chunk(() => import('./task-verbs.ts'), pick);
/** Whoever started it does not decide on it: his task is the document itself. */
const isOpenToOthers = ({ isOpenToOthers: isOpen }: Row): boolean => isOpen === true;
const isDecided = (row: Row): boolean => textAt(row, 'starterFlag') !== '1';
const one = (verb: Verb, grant: string, more: Partial<OwnAction> = {}): OwnAction => ({
  verb,
  label: taskLabels[verb],
  permission: permissionOf(todoTask, grant),
  isForOne: true,
  isOffered: isDecided,
  load: load(({ actOn }) => actOn(verb)),
  ...more,
});

export const todoActions: readonly OwnAction[] = [
  {
    verb: 'complete',
    label: taskLabels.complete,
    permission: permissionOf(todoTask, 'complete'),
    isMain: true,
    isOffered: isDecided,
    load: load(({ completeTasks }) => completeTasks),
  },
  one('reject', 'reject', { isDanger: true }),
  one('rollback', 'rollback'),
  one('entrust', 'entrust'),
  one('claim', 'complete', { isOffered: (row) => isDecided(row) && isOpenToOthers(row) }),
  one('addSign', 'entrust'),
  one('cc', 'view'),
  one('terminate', 'terminate', { isDanger: true }),
];

const isRunning = (row: Row): boolean => textAt(row, 'flowStatus') === '1';
export const applicationActions: readonly OwnAction[] = [
  {
    verb: 'withdraw',
    label: taskLabels.withdraw,
    permission: permissionOf(myApplication, 'view'),
    isForOne: true,
    isOffered: isRunning,
    load: load(({ withdrawOne }) => withdrawOne),
  },
  {
    verb: 'urge',
    label: taskLabels.urge,
    permission: permissionOf(myApplication, 'view'),
    isForOne: true,
    isOffered: isRunning,
    load: load(({ urgeOne }) => urgeOne),
  },
];

const grantOf = (verb: 'active' | 'suspend' | 'delete') =>
  ({
    verb,
    label: runningInstance.grants?.[verb] ?? [verb, verb, verb],
    permission: permissionOf(runningInstance, verb),
  }) as const;
export const runningActions: readonly OwnAction[] = [
  {
    ...grantOf('active'),
    isForOne: true,
    isOffered: (row) => textAt(row, 'suspended') === '1',
    load: load(({ hold }) => hold('active')),
  },
  {
    ...grantOf('suspend'),
    isForOne: true,
    isOffered: (row) => textAt(row, 'suspended') !== '1',
    load: load(({ hold }) => hold('suspend')),
  },
  { ...grantOf('delete'), isForOne: true, isDanger: true, load: load(({ endOne }) => endOne) },
];

/** In the list of every document that a process decides on: those that wait are approved there, too. */
export function billActions(document: Document): readonly OwnAction[] {
  if (!isApprovable(document)) return [];
  const permission = permissionOf(document, 'approve');
  const isOffered = (row: Row): boolean => stateOf(document, textAt(row, 'billStatus')) === 'inApproval';
  return [
    {
      verb: 'approve',
      label: taskLabels.approve,
      permission,
      isMain: true,
      isOffered,
      load: load(({ approveBills }) => approveBills(document)),
    },
    {
      verb: 'reject',
      label: taskLabels.reject,
      permission,
      isForOne: true,
      isDanger: true,
      isOffered,
      load: load(({ rejectBill }) => rejectBill(document)),
    },
  ];
}
