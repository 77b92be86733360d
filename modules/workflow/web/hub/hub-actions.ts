import { isVerbOffered } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { approveSql, approveTask, exchangeInterface } from '#workflow/model/hub-work.ts';

/** A decision comes with an opinion, so it has a dialog; the verbs themselves are those of the noun. */
export const hubTaskActions: readonly OwnAction[] = Object.entries(approveTask.verbs ?? {}).map(
  ([verb, rule]): OwnAction => ({
    verb,
    label: rule.label,
    permission: permissionOf(approveTask, rule.grantedBy ?? verb),
    isMain: rule.grantedBy === undefined,
    isDanger: rule.isDanger ?? false,
    isOffered: (row) => isVerbOffered(rule, row),
    load: chunk(
      () => import('./decide-dialog.tsx'),
      ({ decideBills }) => decideBills(verb),
    ),
  }),
);

export const hubSqlActions: readonly OwnAction[] = [
  {
    verb: 'test',
    label: approveSql.grants?.['test'] ?? ['测试', '測試', 'Test'],
    permission: permissionOf(approveSql, 'test'),
    isForOne: true,
    load: chunk(
      () => import('./sql-dialog.tsx'),
      ({ testSql }) => testSql,
    ),
  },
];

export const hubExchangeActions: readonly OwnAction[] = [
  {
    verb: 'execute',
    label: exchangeInterface.grants?.['execute'] ?? ['执行', '執行', 'Execute'],
    permission: permissionOf(exchangeInterface, 'execute'),
    isMain: true,
    load: chunk(
      () => import('./execute-dialog.tsx'),
      ({ executeExchanges }) => executeExchanges,
    ),
  },
];
