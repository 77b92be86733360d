import type { Document } from '#platform/model/document.ts';
import { isChangeable, type Entity } from '#platform/model/entity.ts';
import { bulkFields, mostBulkRows } from '#platform/model/list/bulk.ts';
import { invalidAt, notFound, reasons, stale, stateForbids, tooMany } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import type { NamedRows, Row } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { originOf } from './distribute.ts';
import type { EntityHooks } from './serve.ts';
import { bumpVersion } from './version.ts';
import { changeIn, checkedKeys, codeOf, idsIn, lockOf, readBody, refuseHandedChange } from './write.ts';

/** What was changed in each record, and what stood there before: enough to take it back. */
export interface BulkSaved {
  readonly field: string;
  readonly rows: readonly {
    readonly id: string;
    readonly rowVersion: number;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** What a body of updateBatch asks for. */
export interface BulkAsked {
  readonly ids: readonly string[];
  readonly field: string;
  readonly valueFor: (id: string) => unknown;
  /** The version that was seen. */
  readonly versionOf: (id: string) => unknown;
}
export function bulkAsked({ body }: Call): BulkAsked {
  const given = rowIn(body);
  const ids = checkedKeys(idsIn(body), 'id');
  if (ids.length > mostBulkRows) throw tooMany({ max: mostBulkRows });
  const values = rowIn(given['values']);
  const versions = rowIn(given['rowVersions']);
  return {
    ids,
    field: typeof given['field'] === 'string' ? given['field'] : '',
    valueFor: (id) => (Object.hasOwn(values, id) ? values[id] : (given['value'] ?? null)),
    versionOf: (id) => versions[id],
  };
}
const rowIn = (value: unknown): Row => (typeof value === 'object' && value !== null ? value : {}) as Row;

export function refuseOtherFields(noun: Entity | Document, field: string): void {
  if (!bulkFields(noun).includes(field))
    throw invalidAt([{ path: 'field', field: ['字段', '欄位', 'Field'], reason: reasons.format }]);
}

/**
 * PUT {path}/updateBatch: one field of the chosen records, `value` in all of them or `values` by id. Every record is
 * saved with the rules and hooks of its form, in one transaction: one that is refused, or that somebody changed since
 * it was seen, changes none.
 */
export function updateRecords(entity: Entity, hooks: EntityHooks, call: Call): Promise<BulkSaved> {
  const asked = bulkAsked(call);
  const { ids, field, versionOf } = asked;
  const origins = entity.distributed === true ? Object.fromEntries(ids.map((id) => [id, originOf(entity, id)])) : {};
  return command(
    call,
    async (ctx, { rows, ...facts }) => {
      const handed: NamedRows = facts;
      // Whoever may not, and whoever asks for another's records, is told that first.
      if (rows.length !== ids.length) throw notFound();
      refuseOtherFields(entity, field);
      const drafts = ids.map((id) => ({ id, ...draftOf(entity, asked, id) }));
      const saved: BulkSaved['rows'][number][] = [];
      for (const { id, given, values } of drafts) {
        const previous = rows.find((row) => row.id === id);
        if (previous === undefined) throw notFound();
        if (versionOf(id) !== previous.rowVersion)
          throw stale({ code: codeOf(entity, previous), editor: previous.updaterName ?? previous.creatorName });
        if (!isChangeable(entity, previous))
          throw stateForbids({ code: codeOf(entity, previous), status: '', verb: ['修改', '修改', 'Edit'] });
        if ((handed[id] ?? []).length > 0) refuseHandedChange(entity, values, previous);
        const { data } = await changeIn(ctx, entity, hooks, { given, values, previous });
        const version = data['rowVersion'];
        saved.push({
          id,
          rowVersion: typeof version === 'number' ? version : previous.rowVersion + 1,
          before: previous[field] ?? null,
          after: data[field] ?? null,
        });
      }
      bumpVersion(ctx, entity);
      return { field, rows: saved };
    },
    { reads: { lock: lockOf(entity, ids), rows: recordsBy(entity, 'id', ids), ...origins } },
  );
}

function draftOf(entity: Entity, { field, valueFor }: BulkAsked, id: string): ReturnType<typeof readBody> {
  const draft = readBody(entity, { id, [field]: valueFor(id) }, true);
  if (draft.places.length > 0) throw invalidAt(draft.places);
  return draft;
}
