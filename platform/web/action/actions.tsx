import { canDo, type Document } from '#platform/model/document.ts';
import { isVerbOffered, type Entity } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import { bulkFields, mostBulkRows } from '#platform/model/list/bulk.ts';
import { actionLabels, permissionOf, verbPermission } from '#platform/model/permission.ts';
import { put, remove } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { printLabels } from '#platform/web/print/print-labels.ts';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { ownActionsOf, type Listed } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { texts } from '#platform/web/text/texts.ts';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { isEditable, standingOf } from '#platform/web/value/standing.ts';

const loadVerbs = chunk(
  () => import('./verb-dialog.tsx'),
  ({ performVerb }) => performVerb,
);
const loadDistribution = chunk(
  () => import('#platform/web/distribution/distribute-dialog.tsx'),
  ({ distribute }) => distribute,
);
const loadBulk = chunk(
  () => import('#platform/web/bulk/bulk-dialog.tsx'),
  ({ editSeveral }) => editSeveral,
);
const loadPrinting = chunk(
  () => import('#platform/web/print/print-frame.ts'),
  ({ printDocuments }) => printDocuments,
);

/** What is done seldom is fetched when it is done: a list opens without it, and without the nouns it may name. */
const later = <Part,>(load: () => Promise<Part>, act: (part: Part) => Promise<boolean>): Promise<boolean> =>
  Promise.all([load(), fetchModules()]).then(
    ([part]) => act(part),
    () => {
      feedback.error(say(texts.chunkBroke));
      return false;
    },
  );

/** Something that can be done to chosen rows. */
export interface RowAction {
  readonly verb: string;
  readonly label: Label;
  readonly permission: string;
  readonly isDanger?: boolean;
  /** Changes nothing, so it is never what the selection is about. */
  readonly isAside?: boolean;
  readonly isOffered: (rows: readonly Row[]) => boolean;
  /** False when it was not done. */
  readonly perform: (rows: readonly Row[]) => Promise<boolean>;
}

export function rowActions(noun: Listed): readonly RowAction[] {
  const own = ownActions(noun);
  if (noun.kind === 'report') return own;
  if (noun.kind === 'document')
    return [
      ...own,
      ...documentVerbs(noun),
      ...toggles(noun),
      ...bulkEdits(noun),
      copying(noun),
      printing(noun),
      deletion(noun, (ids) => remove(noun.path, ids)),
    ];
  return [
    // What a module does in a dialog of its own is offered once.
    ...entityVerbs(noun).filter(({ verb }) => !own.some((each) => each.verb === verb)),
    ...own,
    ...(noun.distributed === true ? [distribution(noun)] : []),
    ...toggles(noun),
    ...bulkEdits(noun),
    ...(noun.calls.includes('delete') || noun.calls.includes('deleteBatch')
      ? [deletion(noun, (ids) => removeRecords(noun, ids))]
      : []),
  ];
}

const ownActions = (noun: Listed): readonly RowAction[] =>
  ownActionsOf(noun)
    .filter(({ isInBill }) => isInBill !== 'lines')
    .map(({ verb, label, permission, isForOne = false, isOffered, isDanger = false, isMain = false, load }) => ({
      verb,
      label,
      permission,
      isDanger,
      isAside: !isMain,
      isOffered: (rows) => (!isForOne || rows.length === 1) && (isOffered === undefined || rows.every(isOffered)),
      perform: (rows) => later(load, (act) => act(rows)),
    }));

const labelOf = (action: string): Label => actionLabels[action] ?? [action, action, action];

const deletion = (noun: Entity | Document, removeAll: (ids: readonly string[]) => Promise<unknown>): RowAction => ({
  verb: 'delete',
  label: labelOf('delete'),
  permission: permissionOf(noun, 'delete'),
  isDanger: true,
  isOffered: (rows) => noun.kind === 'entity' || rows.every((row) => isEditable(noun, row)),
  perform: (rows) => confirmed(labelOf('delete'), rows, () => removeAll(idsOf(rows))),
});

async function removeRecords(noun: Entity, ids: readonly string[]): Promise<unknown> {
  if (noun.calls.includes('deleteBatch')) return remove(noun.path, ids);
  // A tree has no batch call: children go before their parents are asked for.
  for (const id of ids.toReversed()) await remove(`${noun.path}/${id}`);
  return null;
}

function toggles(noun: Entity | Document): readonly RowAction[] {
  const isToggledBy = (call: (typeof togglings)[number]): boolean =>
    noun.kind === 'document' ? noun.isToggled === true : noun.calls.includes(call);
  return togglings.filter(isToggledBy).map((call) => ({
    verb: call,
    label: labelOf(call),
    permission: permissionOf(noun, call),
    isOffered: (rows) => rows.some((row) => row['status'] !== (call === 'enable' ? '1' : '0')),
    perform: (rows) => confirmed(labelOf(call), rows, () => put(`${noun.path}/${call}`, idsOf(rows))),
  }));
}

const documentVerbs = (noun: Document): readonly RowAction[] =>
  Object.entries(noun.verbs)
    .filter(([verb]) => verb !== 'stash')
    .map(([verb, rule]) => ({
      verb,
      label: rule.label,
      permission: verbPermission(noun, verb),
      isOffered: (rows) => rows.every((row) => canDo(noun, verb, standingOf(row))),
      perform: (rows) => later(loadVerbs, (performVerb) => performVerb(noun, verb, rows)),
    }));

const printing = (noun: Document): RowAction => ({
  verb: 'print',
  label: printLabels.print,
  permission: permissionOf(noun, 'view'),
  isAside: true,
  isOffered: (rows) => rows.length > 0,
  perform: (rows) => later(loadPrinting, (printDocuments) => printDocuments(noun, idsOf(rows))),
});

const copying = (noun: Document): RowAction => ({
  verb: 'copy',
  label: texts.copy,
  permission: permissionOf(noun, 'save'),
  isAside: true,
  isOffered: (rows) => rows.length === 1,
  perform: ([row]) => {
    go(`${pageName(noun.screen.url)}__add__${textAt(row, 'id')}`);
    return Promise.resolve(true);
  },
});

const entityVerbs = (noun: Entity): readonly RowAction[] =>
  Object.entries(noun.verbs ?? {}).map(([verb, rule]) => ({
    verb,
    label: rule.label,
    permission: permissionOf(noun, rule.grantedBy ?? verb),
    isDanger: rule.isDanger ?? false,
    isOffered: (rows) => rows.every((row) => isVerbOffered(rule, row)),
    perform: (rows) => confirmed(rule.label, rows, () => put(`${noun.path}/${verb}`, idsOf(rows))),
  }));

const distribution = (noun: Entity): RowAction => ({
  verb: 'pushdown',
  label: labelOf('pushdown'),
  permission: permissionOf(noun, 'pushdown'),
  isAside: true,
  // Only the head of a group has somebody to hand records to.
  isOffered: () => currentUser()?.superTenant === '1',
  perform: (rows) => later(loadDistribution, (distribute) => distribute(noun, rows)),
});

const bulkEdits = (noun: Entity | Document): readonly RowAction[] =>
  bulkFields(noun).length === 0
    ? []
    : [
        {
          verb: 'bulkEdit',
          label: ['批量修改', '批次修改', 'Edit several'],
          permission: permissionOf(noun, 'update'),
          isAside: true,
          isOffered: (rows) =>
            rows.length > 0 && rows.length <= mostBulkRows && rows.every((row) => isEditable(noun, row)),
          perform: (rows) => later(loadBulk, (editSeveral) => editSeveral(noun, rows)),
        },
      ];

const togglings = ['enable', 'disable'] as const;

async function confirmed(label: Label, rows: readonly Row[], perform: () => Promise<unknown>): Promise<boolean> {
  if (!(await feedback.confirm(say(texts.confirmVerb, { verb: say(label), count: rows.length })))) return false;
  try {
    await perform();
  } catch (error) {
    note(`${label[2]}: ${rows.map((row) => textAt(row, 'id')).join(' ')}`, error);
    return false;
  } finally {
    void listsChanged();
  }
  feedback.success(say(texts.done));
  return true;
}
