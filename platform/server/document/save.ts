import { isTooLarge } from '#platform/model/decimal.ts';
import { canEdit, hasLines, type Document, type HeadOf } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { actionLabels, backdatePermission } from '#platform/model/permission.ts';
import {
  dateInPast,
  inApproval,
  invalidAt,
  isCancelled,
  notFound,
  onceAudited,
  reasons,
  staleBill,
  stateForbids,
  type Place,
  type Refusal,
} from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { defaultZone } from '#platform/model/zone.ts';
import { command, todayIn, type Command } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement, type NamedRows, type Reads, type Row, type Statement } from '#platform/server/db/statement.ts';
import { columnType, lineTableOf, stored, tableOf } from '#platform/server/db/shape.ts';
import { ownershipRules, powerRules } from '#platform/server/list/filter.ts';
import type { Saved } from '#platform/server/entity/write.ts';
import { checkedKeys } from '#platform/server/entity/write.ts';
import type { Input } from '#platform/server/entity/schema.ts';
import { linkFiles } from '#platform/server/file/link.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import type { DocumentHooks, Facts } from './serve.ts';
import { nameKeyOf, type Fields } from '#platform/model/field.ts';
import { changesOf } from './changes.ts';
import { readDraft, refReads, resolveRefs, type Bill, type Draft, type DraftLine, type References } from './draft.ts';
import { billsOf, headsOf, linesOf, toldTo } from './read.ts';

/** Where a document came from, when nobody typed it. */
export interface BillOrigin {
  readonly id?: string;
  readonly message?: string;
}

/** Two network writes: open, lock and read; then number, head, lines, log and commit. */
export function createBill(
  document: Document,
  hooks: DocumentHooks,
  call: Call,
  { id = newId(), ...origin }: BillOrigin = {},
): Promise<Saved> {
  const isStash = call.query['stash'] === '1' && document.stashed !== undefined;
  // Which day it is the database says with the first answer; until then it is most tenants' day.
  const assumed = todayIn(defaultZone);
  const read = (today: string): { draft: Draft; refs: References } => {
    const { draft, places } = readDraft(document, call.body, { isStash, today, previous: null });
    if (places.length > 0) throw invalidAt(places);
    return { draft, refs: refReads(document, draft) };
  };
  const first = read(assumed);
  return command(
    call,
    async (ctx, rows) => {
      const isOtherDay = ctx.today !== assumed && isUndated(call.body);
      const { draft, refs } = isOtherDay ? read(ctx.today) : first;
      const facts = isOtherDay ? await factsOf(ctx, hooks, draft, refs, rows) : refs.factsFrom(rows);
      refuseBackdated(document, call, ctx, draft, null);
      const status = codeOf(document, isStash ? document.stashed : document.initial);
      const final = await finish(document, hooks, ctx, draft, facts, null, status);
      const data = insertBill(
        document,
        ctx,
        { id, status, draft: final, isByHand: true },
        { operation: isStash ? 'stash' : 'save', ...origin },
      );
      ctx.patches.push({
        path: '{data,code}',
        sql: `select code from app.${tableOf(document)} where id = $value`,
        value: id,
      });
      linkFiles(ctx, document, id, final, null);
      await tellSaved(hooks, ctx, { ...final, id }, null);
      return { id, businessKey: id, data };
    },
    { reads: { ...hooks.reads, ...draftReads(hooks, first.draft, first.refs) } },
  );
}

/** A body that leaves it to the server on which day it is. */
const isUndated = (body: unknown): boolean => (body as { readonly billDate?: unknown } | null)?.billDate == null;

export function updateBill(
  document: Document,
  hooks: DocumentHooks,
  call: Call,
  origin: Pick<BillOrigin, 'message'> = {},
): Promise<Saved> {
  const given: Input = typeof call.body === 'object' && call.body !== null ? (call.body as Input) : {};
  const id = given['id'];
  if (typeof id !== 'string' || !isId(id)) throw notFound();
  return command(
    call,
    async (ctx, { 'document heads': heads, 'document lines': lines, ...known }) => {
      const [previous] = billsOf(heads, lines);
      if (previous === undefined) throw notFound();
      refuseUnlessEditable(document, previous, 'update');
      refuseStale(given['rowVersion'], previous);
      const isStash = previous.billStatus === codeOf(document, document.stashed);
      const { draft, places } = readDraft(document, call.body, { isStash, today: ctx.today, previous });
      if (places.length > 0) throw invalidAt(places);
      refuseBackdated(document, call, ctx, draft, previous);
      const refs = refReads(document, draft);
      const facts = await factsOf(ctx, hooks, draft, refs, known);
      const status = previous.billStatus;
      const final = await finish(document, hooks, ctx, draft, facts, previous, status);
      const data: Row = { ...previous, ...toldTo(ctx.identity, document, final), updaterName: ctx.identity.realName };
      ctx.later(
        updateHead(document, id, final, ctx),
        (updated) => {
          Object.assign(data, updated[0]);
        },
        (error) => outsideScope(document, error),
      );
      if (hasLines(document)) {
        ctx.later({
          text: `delete from app.${lineTableOf(document)} where parent_id = $1 and id <> all($2::uuid[])`,
          values: [id, final.lines.map((line) => line.id)],
        });
        ctx.later(insertLines(document, id, final.lines, true));
      }
      ctx.log({
        noun: document.name,
        recordId: id,
        recordCode: previous.code,
        operation: 'update',
        changes: changesOf(document, previous, final),
        ...origin,
      });
      linkFiles(ctx, document, id, final, previous);
      await tellSaved(hooks, ctx, { ...final, id }, previous);
      return { id, businessKey: id, data };
    },
    {
      reads: {
        'document heads': headsOf(document, [id], true),
        'document lines': linesOf(document, [id]),
        ...hooks.reads,
      },
    },
  );
}

/** A colleague saved meanwhile: whoever names the version he read is told instead of overwriting it. */
function refuseStale(version: unknown, previous: Bill): void {
  if (version !== undefined && version !== null && version !== previous.rowVersion)
    throw staleBill({ code: previous.code, editor: previous.updaterName ?? previous.creatorName });
}

/** `isByHand`: whoever writes it must have power over where it belongs. */
interface NewBill {
  readonly id: string;
  readonly status: string;
  readonly draft: Draft;
  readonly isByHand?: true;
}

/**
 * A new document, written with the write that commits; its number is known then. Also for documents that another one
 * makes.
 */
export function insertBill(
  document: Document,
  ctx: Command,
  { id, status, draft, isByHand }: NewBill,
  told: { readonly operation: string; readonly message?: string },
): Row {
  const data: Row = {
    id,
    ...toldTo(ctx.identity, document, draft),
    billStatus: status,
    rowVersion: 1,
    creatorName: ctx.identity.realName,
    cancelFlag: '0',
    opSeq: 0,
    auditCount: 0,
    printCount: 0,
  };
  ctx.later(
    insertHead(document, id, status, draft, ctx, isByHand),
    (inserted) => {
      Object.assign(data, inserted[0]);
    },
    (error) => outsideScope(document, error),
  );
  if (hasLines(document)) ctx.later(insertLines(document, id, draft.lines, false));
  ctx.log({ noun: document.name, recordId: id, recordCode: { numberedIn: tableOf(document) }, ...told });
  return data;
}

/** Only what was never audited may go; its number is not used again. */
export function deleteBills(
  document: Document,
  hooks: DocumentHooks,
  call: Call,
  keys: readonly string[],
): Promise<null> {
  const ids = checkedKeys(keys, 'id');
  return command(
    call,
    async (ctx, { heads }) => {
      if (heads.length !== ids.length) throw notFound();
      for (const head of heads) {
        refuseUnlessEditable(document, head, 'delete');
        if (head.auditCount > 0) throw onceAudited({ code: head.code });
        ctx.log({
          noun: document.name,
          recordId: head.id,
          recordCode: head.code,
          operation: 'delete',
        });
      }
      dropBills(ctx, document, ids);
      await hooks.afterDelete?.(ctx, ids);
      return null;
    },
    { reads: { heads: headsOf(document, ids, true) } },
  );
}

/** Documents that go with what made them; their numbers are not used again. */
export function dropBills(ctx: Command, document: Document, ids: readonly string[]): void {
  if (ids.length === 0) return;
  ctx.later({
    text: `
      update app.${tableOf(document)}
      set deleted_flag = '1', row_version = row_version + 1, updater_name = $2, update_date = now()
      where id = any($1::uuid[])`,
    values: [ids, ctx.identity.realName],
  });
}

/** What a draft refers to and what its rule must know, in one more round trip; `known` are the rows of `reads`. */
export async function factsOf(
  ctx: Command,
  hooks: DocumentHooks,
  draft: Draft,
  refs: References,
  known: NamedRows,
): Promise<Facts> {
  return refs.factsFrom({ ...known, ...(await ctx.all(draftReads(hooks, draft, refs))) });
}

/** What a draft refers to, and what its rule must know of it. */
export const draftReads = (hooks: DocumentHooks, draft: Draft, refs: References): Reads => ({
  ...refs.reads,
  ...hooks.saveReads?.(draft),
});

/** What the document itself does once it is saved. */
export const tellSaved = async (
  { afterSave }: DocumentHooks,
  ctx: Command,
  saved: Draft & { readonly id: string },
  previous: Bill | null,
): Promise<void> => {
  await afterSave?.(ctx, saved, previous);
};

/** A half-written document that became whole keeps what its rule filled in. */
export function rewrite(document: Document, id: string, final: Draft, ctx: Command): void {
  ctx.later(updateHead(document, id, final, ctx, true));
  if (hasLines(document)) ctx.later(insertLines(document, id, final.lines, true));
}

/** Names, copies and the document's own rule; what the browser computed is computed again. */
export async function finish(
  document: Document,
  hooks: DocumentHooks,
  ctx: Command,
  draft: Draft,
  facts: Facts,
  previous: Bill | null,
  status: string,
): Promise<Draft> {
  const places = resolveRefs(document, draft, facts, previous);
  if (places.length > 0) throw invalidAt(places);
  draft.billStatus = status;
  const final = (await hooks.beforeSave?.(ctx, draft, facts, previous)) ?? draft;
  refuseTooLarge(document, final);
  return final;
}

/** What was worked out of figures that fit must fit, too: no column holds 10^15 times as much. */
function refuseTooLarge(document: Document, draft: Draft): void {
  const places = [
    ...tooLargeIn(document.head, draft, ''),
    ...draft.lines.flatMap((line, i) => tooLargeIn(document.lines, line, `lines.${i}.`)),
  ];
  if (places.length > 0) throw invalidAt(places);
}
function tooLargeIn(fields: Fields, row: Input, prefix: string): Place[] {
  const places: Place[] = [];
  for (const [key, field] of stored(fields)) {
    const value = row[key];
    // Fifteen digits before the point, a sign and a point are 17: most figures are shorter, and not looked at.
    if (field.kind === 'decimal' && typeof value === 'string' && value.length > 15 && isTooLarge(value))
      places.push({ path: prefix + key, field: field.label, reason: reasons.tooLarge });
  }
  return places;
}

/**
 * A day that is over needs a right of its own where somebody chooses it; a document that merely grew old keeps its
 * date. Bills of other systems bring theirs.
 */
function refuseBackdated(
  document: Document,
  { route }: Call,
  { identity, today }: Command,
  { billDate }: Draft,
  previous: Bill | null,
): void {
  if (billDate >= today || billDate === previous?.billDate) return;
  if (route.soft === backdatePermission(document) && !identity.isFull) throw dateInPast();
}

export const codeOf = (document: Document, state: string | undefined): string =>
  state === undefined ? '' : (document.states[state]?.code ?? '');

export function statusLabel(document: Document, code: unknown): Label {
  return (
    Object.values(document.states).find((state) => state.code === code)?.label ?? [
      String(code),
      String(code),
      String(code),
    ]
  );
}

function refuseUnlessEditable(document: Document, head: HeadOf<Document>, action: 'update' | 'delete'): void {
  if (!canEdit(document, head)) throw refusalFor(document, head, actionLabels[action] ?? ['', '', '']);
}

export function refusalFor(document: Document, head: HeadOf<Document>, verb: Label): Refusal {
  const { code } = head;
  if (head.cancelFlag === '1') return isCancelled({ code });
  if (head.billStatus === codeOf(document, 'inApproval')) return inApproval({ code });
  return stateForbids({ code, status: statusLabel(document, head.billStatus), verb });
}

const writtenKeys = (fields: Fields): { key: string; type: string; isJson: boolean }[] =>
  stored(fields).flatMap(([key, field]) => [
    { key, type: columnType(field), isJson: field.kind === 'json' },
    ...(field.kind === 'ref' ? [{ key: nameKeyOf(key), type: 'text', isJson: false }] : []),
  ]);

/**
 * The version of a head, if what was written lies within the data scope: asked where it is written, it costs no round
 * trip.
 */
export function versionWithin(document: Document): string {
  let version = versions.get(document);
  if (version === undefined) {
    const rules = [...powerRules(document), ...ownershipRules(document)].filter(({ about }) => about in document.head);
    versions.set(
      document,
      (version =
        rules.length === 0
          ? 'row_version'
          : `case when ${rules.map(mustHold).join(' and ')} then row_version end as row_version`),
    );
  }
  return version;
}
const mustHold = ({ about, sql }: { readonly about: string; readonly sql: string }): string =>
  `sec.must('${about}', ${sql})`;
const versions = new WeakMap<Document, string>();

export function outsideScope(document: Document, { code, detail = '' }: DatabaseError): Refusal | undefined {
  const field = document.head[detail];
  return code === 'QD406' && field !== undefined
    ? invalidAt([{ path: detail, field: field.label, reason: reasons.outsideScope }])
    : undefined;
}

/** The number is taken inside the insert: the counter is locked from here to the commit and no longer. */
function insertHead(document: Document, id: string, status: string, draft: Draft, ctx: Command, isByHand = false) {
  const keys = writtenKeys(document.head);
  const columns = [
    'id',
    'code',
    'bill_date',
    'bill_status',
    'creator_id',
    'creator_name',
    ...keys.map(({ key }) => snakeCase(key)),
  ];
  const { prefix, digits } = document.number;
  const places = [
    '$1',
    `app.take_number('${prefix}', $2::date, ${digits})`,
    '$2::date',
    '$3',
    '$4',
    '$5',
    ...keys.map((_key, i) => `$${i + 6}`),
  ];
  return statement(
    { code: 'text', createDate: 'instant', rowVersion: 'integer?' },
    `
      insert into app.${tableOf(document)} as t (${columns.join(', ')})
      values (${places.join(', ')})
      returning code, create_date, ${isByHand ? versionWithin(document) : 'row_version'}`,
    [
      id,
      draft.billDate,
      status,
      ctx.identity.userId,
      ctx.identity.realName,
      ...keys.map(({ key, isJson }) => valueFor(draft[key], isJson)),
    ],
  );
}

/** `isPart`: of a verb, which counts the version on itself. */
function updateHead(document: Document, id: string, draft: Draft, ctx: Command, isPart = false) {
  const keys = writtenKeys(document.head);
  return statement(
    { rowVersion: 'integer?', updateDate: 'instant' },
    `
      update app.${tableOf(document)} t
      set bill_date = $2::date, updater_name = $3, update_date = now(), row_version = row_version + ${isPart ? 0 : 1},
        ${keys.map(({ key }, i) => `${snakeCase(key)} = $${i + 4}`).join(', ')}
      where id = $1
      returning ${isPart ? 'row_version' : versionWithin(document)}, update_date`,
    [id, draft.billDate, ctx.identity.realName, ...keys.map(({ key, isJson }) => valueFor(draft[key], isJson))],
  );
}

/** All lines in one statement, one array per column. */
function insertLines(document: Document, id: string, lines: readonly DraftLine[], mayExist: boolean): Statement {
  const keys = writtenKeys(document.lines);
  const columns = ['id', 'line_no', ...keys.map(({ key }) => snakeCase(key))];
  const types = ['uuid', 'integer', ...keys.map(({ type }) => (type.startsWith('numeric') ? 'numeric' : type))];
  const upsert = ` on conflict (tenant_code, id) do update set ${columns
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;
  return {
    text: `
      insert into app.${lineTableOf(document)} (parent_id, ${columns.join(', ')})
      select $1, ${columns.map((column) => `x.${column}`).join(', ')}
      from unnest(${types.map((type, i) => `$${i + 2}::${type}[]`).join(', ')}) as x(
        ${columns.join(', ')}
      )${mayExist ? upsert : ''}`,
    values: [
      id,
      lines.map((line) => line.id),
      lines.map((line) => line.lineNo),
      ...keys.map(({ key, isJson }) => lines.map((line) => valueFor(line[key], isJson))),
    ],
  };
}

const valueFor = (value: unknown, isJson: boolean): unknown =>
  value === undefined || value === null ? null : isJson ? JSON.stringify(value) : value;
