import { canEdit, type Document, type HeadOf } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { invalidAt, notFound, refusedTogether, staleBill, type Refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { columnType, tableOf } from '#platform/server/db/shape.ts';
import { bulkAsked, refuseOtherFields, type BulkAsked, type BulkSaved } from '#platform/server/entity/bulk.ts';
import { readFields } from '#platform/server/entity/schema.ts';
import type { Call } from '#platform/server/http/route.ts';
import { headReader, refReads, resolveRefs, type Draft, type References } from './draft.ts';
import { headsOf } from './read.ts';
import { outsideScope, refusalFor, versionWithin } from './save.ts';
import type { Facts } from './serve.ts';

type Head = HeadOf<Document>;
interface Change {
  readonly head: Head;
  readonly next: Draft;
}

/**
 * PUT {path}/updateBatch: one field of the head of the chosen documents, `value` in all of them or `values` by id, in
 * one transaction. Lines, prices and sums stay as they are. A document that was changed since it was seen, or that may
 * not be edited as it stands, changes none; all that refuse are named.
 */
export function updateBills(document: Document, call: Call): Promise<BulkSaved> {
  const asked = bulkAsked(call);
  const { ids, field: key } = asked;
  const field = document.head[key];
  const refs = referencesOf(document, asked);
  return command(
    call,
    async (ctx, { 'document heads': heads, ...found }) => {
      // Whoever asks for another's documents is told that first.
      if (heads.length !== ids.length) throw notFound();
      refuseOtherFields(document, key);
      if (field === undefined) throw notFound();
      refuseSome(document, heads, asked);
      const facts = refs.factsFrom(found);
      const changes = heads.map((head): Change => ({ head, next: nextOf(document, asked, head, facts) }));
      return { field: key, rows: write(document, ctx, { key, field, changes }) };
    },
    { reads: { 'document heads': headsOf(document, ids, true), ...refs.reads } },
  );
}

/** The document as if it had this one field. */
const onlyOf = ({ head, ...document }: Document, key: string): Document => ({
  ...document,
  head: Object.fromEntries(Object.entries(head).filter(([each]) => each === key)),
  lines: {},
});

/** What the values refer to, read at once: they are asked for like the lines of one document. */
function referencesOf(document: Document, { ids, field, valueFor }: BulkAsked): References {
  const lines = ids.map((id, at) => ({ id, lineNo: at, [field]: valueFor(id) }));
  return refReads({ ...document, head: {}, lines: onlyOf(document, field).head }, { billDate: '', lines });
}

function refuseSome(document: Document, heads: readonly Head[], { versionOf }: BulkAsked): void {
  const refused = heads.flatMap((head): [string, Refusal][] => {
    const { id, code, rowVersion, updaterName, creatorName } = head;
    if (!canEdit(document, head)) return [[code, refusalFor(document, head, actionLabels['update'] ?? ['', '', ''])]];
    return versionOf(id) === rowVersion ? [] : [[code, staleBill({ code, editor: updaterName ?? creatorName })]];
  });
  if (refused.length > 0) throw refusedTogether(refused);
}

/** The field as it will be written, with the name of what it refers to. */
function nextOf(document: Document, { field: key, valueFor }: BulkAsked, head: Head, facts: Facts): Draft {
  const { values, places } = readFields(headReader(document), { [key]: valueFor(head.id) }, { partial: true });
  const next: Draft = { ...values, billDate: head.billDate, lines: [] };
  const complaints = [...places, ...resolveRefs(onlyOf(document, key), next, facts, { ...head, lines: [] })];
  if (complaints.length > 0) throw invalidAt(complaints);
  return next;
}

interface Writing {
  readonly key: string;
  readonly field: Field;
  readonly changes: readonly Change[];
}
/** One statement for all heads; each has an entry of its own in the log. */
function write(document: Document, ctx: Command, { key, field, changes }: Writing): BulkSaved['rows'] {
  const saved = changes.map(({ head, next }) => ({
    id: head.id,
    rowVersion: head.rowVersion + 1,
    before: head[key] ?? null,
    after: next[key] ?? null,
  }));
  const isRef = field.kind === 'ref';
  const name = isRef ? `, ${snakeCase(nameKeyOf(key))} = x.called` : '';
  ctx.later(
    statement(
      { rowVersion: 'integer?' },
      `
        update app.${tableOf(document)} t
        set ${snakeCase(key)} = x.given${name}, updater_name = $4, update_date = now(), row_version = row_version + 1
        from unnest($1::uuid[], $2::${columnType(field)}[], $3::text[]) as x(changed, given, called)
        where t.id = x.changed
        returning ${versionWithin(document)}`,
      [
        saved.map(({ id }) => id),
        saved.map(({ after }) => after),
        changes.map(({ next }) => (isRef ? (next[nameKeyOf(key)] ?? null) : null)),
        ctx.identity.realName,
      ],
    ),
    undefined,
    (error) => outsideScope(document, error),
  );
  for (const { head, next } of changes)
    ctx.log({
      noun: document.name,
      recordId: head.id,
      recordCode: head.code,
      operation: 'update',
      changes: { [key]: [head[key] ?? null, next[key] ?? null] },
    });
  return saved;
}
