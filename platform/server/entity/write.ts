import { compare, decimalPattern } from '#platform/model/decimal.ts';
import { handedKeys } from '#platform/model/distribution.ts';
import {
  isVerbOffered,
  stampLabels,
  type Entity,
  type EntityVerb,
  type Node,
  type RowOf,
} from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import {
  duplicate,
  hasChildren,
  invalidAt,
  notFound,
  reasons,
  stale,
  stateForbids,
  tooMany,
  type Place,
} from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement, type NamedRows, type Row, type Statement } from '#platform/server/db/statement.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import { linkFiles, unlinkFiles } from '#platform/server/file/link.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { EntityHooks, Made } from './serve.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { originOf } from './distribute.ts';
import { nameUsers } from './in-use.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { pinyinIn } from '#platform/server/list/pinyin.ts';
import { acceptedOf, readFields, type Accepted, type Input } from './schema.ts';
import { bumpVersion } from './version.ts';

export interface Saved {
  readonly id: string;
  readonly businessKey: string;
  readonly data: Row;
  readonly made?: readonly Made[];
}

const stamps = [
  'id',
  'tenantCode',
  'tenantName',
  'rowVersion',
  'creatorId',
  'creatorName',
  'createDate',
  'updaterName',
  'updateDate',
  'pid',
  'parent',
  'parentCode',
  'parentName',
  'children',
  'originTenant',
];
const acceptedBy = new WeakMap<Entity, Accepted>();
export function acceptedFor(entity: Entity): Accepted {
  let accepted = acceptedBy.get(entity);
  if (accepted === undefined) acceptedBy.set(entity, (accepted = acceptedOf(entity.fields, stamps)));
  return accepted;
}

export function createRecord(entity: Entity, hooks: EntityHooks, call: Call): Promise<Saved> {
  const { given, values, places } = readBody(entity, call.body, false);
  if (places.length > 0) throw invalidAt(places);
  return command(
    call,
    async (ctx, facts) => {
      const saved = await createIn(ctx, entity, hooks, { given, values, facts });
      bumpVersion(ctx, entity);
      return saved;
    },
    { reads: hooks.reads?.(given) ?? {} },
  );
}

export interface Draft {
  readonly given: Input;
  readonly values: Input;
  /** Read before, where the caller could. */ readonly facts?: NamedRows;
}

/**
 * One new record inside a command, with every rule that a save in its form obeys. Whoever makes several says once that
 * the list changed.
 */
export async function createIn(
  ctx: Command,
  entity: Entity,
  hooks: EntityHooks,
  { given, values, facts }: Draft,
): Promise<Saved> {
  const id = newId();
  const next: Input =
    (await hooks.beforeSave?.(ctx, values, null, given, facts ?? (await factsFor(ctx, hooks, given)))) ?? values;
  refuseDateOrder(entity, next);
  const pid = parentIn(entity, given);
  ctx.later(insertOf(entity, id, pid, next, ctx), undefined, (error) => duplicateIn(entity, next, error));
  const saved = await readBack(ctx, entity, id);
  const made = (await hooks.afterSave?.(ctx, saved, given, null)) ?? undefined;
  ctx.log({ noun: entity.name, recordId: id, recordCode: codeOf(entity, saved), operation: 'save' });
  linkFiles(ctx, entity, id, saved, null);
  return { id, businessKey: id, data: saved, ...(made === undefined ? {} : { made }) };
}

export function updateRecord(entity: Entity, hooks: EntityHooks, call: Call): Promise<Saved> {
  const { given, values, places } = readBody(entity, call.body, true);
  if (places.length > 0) throw invalidAt(places);
  const id = typeof given['id'] === 'string' && isId(given['id']) ? given['id'] : null;
  if (id === null) throw notFound();
  return command(
    call,
    async (ctx, { 'record before': [previous], 'origins of record': origins = [], ...facts }) => {
      if (previous === undefined) throw notFound();
      const version = given['rowVersion'];
      if (version !== undefined && version !== null && version !== previous.rowVersion) {
        throw stale({ code: codeOf(entity, previous), editor: previous.updaterName ?? previous.creatorName });
      }
      refuseCodeChange(entity, values, previous);
      if (origins.length > 0)
        refuseHandedChange(
          entity,
          { ...values, ...('pid' in given ? { pid: parentIn(entity, given) ?? '0' } : {}) },
          previous,
        );
      const saved = await changeIn(ctx, entity, hooks, { given, values, previous, facts });
      bumpVersion(ctx, entity);
      return saved;
    },
    {
      reads: {
        'record lock': lockOf(entity, [id]),
        'record before': recordsBy(entity, 'id', [id]),
        ...(entity.distributed === true ? { 'origins of record': originOf(entity, id) } : {}),
        ...hooks.reads?.(given),
      },
    },
  );
}

/** The same for a record that is there, read and locked before. */
export async function changeIn(
  ctx: Command,
  entity: Entity,
  hooks: EntityHooks,
  { given, values, previous, facts }: Draft & { readonly previous: RowOf<Entity> },
): Promise<Saved> {
  const { id } = previous;
  const merged = { ...Object.fromEntries(stored(entity.fields).map(([key]) => [key, previous[key]])), ...values };
  const next: Input =
    (await hooks.beforeSave?.(ctx, merged, previous, given, facts ?? (await factsFor(ctx, hooks, given)))) ?? merged;
  refuseDateOrder(entity, next);
  const pid = 'pid' in given && entity.tree ? parentIn(entity, given) : undefined;
  if (typeof pid === 'string' && pid !== (previous as Partial<Node>).pid) await refuseCircle(ctx, entity, id, pid);
  ctx.later(updateOf(entity, id, pid, next, ctx));
  const saved = await readBack(ctx, entity, id);
  await hooks.afterSave?.(ctx, saved, given, previous);
  ctx.log({
    noun: entity.name,
    recordId: id,
    recordCode: codeOf(entity, saved),
    operation: 'update',
    changes: differences(entity, previous, saved),
  });
  linkFiles(ctx, entity, id, saved, previous);
  return { id, businessKey: id, data: saved };
}

const factsFor = (ctx: Command, hooks: EntityHooks, given: Input): Promise<NamedRows> | NamedRows =>
  hooks.reads === undefined ? {} : ctx.all(hooks.reads(given));

/** DELETE {path}/{id}, or DELETE {path} with an array of ids or of another unique key (001 §7.1). All or nothing. */
export async function deleteRecords(
  entity: Entity,
  hooks: EntityHooks,
  call: Call,
  keys: readonly string[],
  by: 'id' | 'code',
): Promise<null> {
  const unique = checkedKeys(keys, by);
  let asked: readonly RowOf<Entity>[] = [];
  return command(
    call,
    async (ctx, { rows }) => {
      if (rows.length !== unique.length) throw notFound();
      asked = rows;
      await hooks.beforeDelete?.(ctx, rows);
      const ids = rows.map((row) => row.id);
      ctx.later(
        { text: `delete from app.${tableOf(entity)} where id = any($1::uuid[])`, values: [ids] },
        undefined,
        (error) =>
          error.code === '23503' && error.constraint === `${tableOf(entity)}_pid_fkey`
            ? hasChildren({ code: codeOf(entity, rows[0]) })
            : undefined,
      );
      await hooks.afterDelete?.(ctx, rows);
      for (const row of rows)
        ctx.log({
          noun: entity.name,
          recordId: row.id,
          recordCode: codeOf(entity, row),
          operation: 'delete',
        });
      unlinkFiles(ctx, entity, ids);
      bumpVersion(ctx, entity);
      return null;
    },
    {
      reads: {
        lock: lockOf(entity, unique, by),
        rows: recordsBy(entity, by === 'id' ? 'id' : entity.codeField, unique),
      },
    },
  ).catch(async (error: unknown) => {
    throw await nameUsers(error, call, { entity, rows: asked, uses: hooks.uses ?? [] });
  });
}

export function toggleRecords(entity: Entity, hooks: EntityHooks, call: Call, status: '0' | '1'): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { rows }) => {
      if (rows.length !== ids.length) throw notFound();
      ctx.later({
        text: `
          update app.${tableOf(entity)}
          set status = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
          where id = any($1::uuid[]) and status <> $2`,
        values: [ids, status, ctx.identity.realName],
      });
      await hooks.afterToggle?.(ctx, rows, status);
      for (const row of rows)
        ctx.log({
          noun: entity.name,
          recordId: row.id,
          recordCode: codeOf(entity, row),
          operation: status === '1' ? 'enable' : 'disable',
        });
      bumpVersion(ctx, entity);
      return null;
    },
    { reads: { lock: lockOf(entity, ids), rows: recordsBy(entity, 'id', ids) } },
  );
}

/** PUT {path}/{verb}: all of the chosen records, or none. */
export function performVerb(entity: Entity, hooks: EntityHooks, call: Call, verb: string): Promise<null> {
  const rule = entity.verbs?.[verb];
  const ids = checkedKeys(idsIn(call.body), 'id');
  const given: Input =
    typeof call.body === 'object' && call.body !== null && !Array.isArray(call.body) ? (call.body as Input) : {};
  return command(
    call,
    async (ctx, { rows }) => {
      if (rule === undefined || rows.length !== ids.length) throw notFound();
      const refused = rows.find((row) => !isVerbOffered(rule, row));
      if (refused !== undefined)
        throw stateForbids({
          code: codeOf(entity, refused),
          status: standingOf(entity, rule, refused),
          verb: rule.label,
        });
      const sets = (await hooks.verbs?.[verb]?.(ctx, rows, given)) ?? {};
      for (const row of rows) {
        ctx.later(updateOf(entity, row.id, undefined, sets, ctx));
        ctx.log({
          noun: entity.name,
          recordId: row.id,
          recordCode: codeOf(entity, row),
          operation: verb,
          changes: differences(entity, row, { ...row, ...sets }),
        });
      }
      bumpVersion(ctx, entity);
      return null;
    },
    { reads: { lock: lockOf(entity, ids), rows: recordsBy(entity, 'id', ids) } },
  );
}

/** A bare array of ids, or { ids }. */
export function idsIn(body: unknown): readonly string[] {
  const ids = Array.isArray(body) ? body : (body as { ids?: unknown } | null)?.ids;
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

export function checkedKeys(keys: readonly string[], by: 'id' | 'code'): string[] {
  const unique = [...new Set(keys)];
  if (unique.length === 0) throw notFound();
  if (unique.length > 500) throw tooMany({ max: 500 });
  // Something that is no id cannot name a record; asking the database would be a fault instead of "not found".
  if (by === 'id' && !unique.every(isId)) throw notFound();
  return unique;
}

/** The state that forbids a verb, in words where it is one of a list. */
function standingOf(entity: Entity, { when = {} }: EntityVerb, row: Row): Label | string {
  const [key = ''] = Object.entries(when).find(([field, values]) => !values.includes(String(row[field]))) ?? [];
  const field = entity.fields[key];
  const [cn, tw, en] = (field?.kind === 'choice' ? field.choices[String(row[key])] : undefined) ?? [];
  return cn === undefined || tw === undefined || en === undefined ? String(row[key]) : [cn, tw, en];
}

export const codeOf = (entity: Entity, row: RowOf<Entity> | undefined): string =>
  String(row?.[entity.codeField] ?? row?.[entity.nameField] ?? row?.id);

export function readBody(
  entity: Entity,
  body: unknown,
  partial: boolean,
): { given: Input; values: Input; places: Place[] } {
  const given: Input = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Input) : {};
  const { values, places } = readFields(acceptedFor(entity), given, { partial });
  const kept = Object.fromEntries(Object.entries(values).filter(([key]) => entity.fields[key]?.virtual !== true));
  return { given, values: kept, places };
}

function parentIn(entity: Entity, given: Input): string | null | undefined {
  if (!entity.tree) return undefined;
  const pid = given['pid'];
  if (pid === undefined || pid === null || pid === '' || pid === '0') return null;
  if (typeof pid !== 'string' || !isId(pid))
    throw invalidAt([{ path: 'pid', field: ['上级', '上級', 'Parent'], reason: reasons.format }]);
  return pid;
}

/**
 * A branch that hangs below itself would send every search in it round and round. Two moves at once wait for each
 * other.
 */
async function refuseCircle(ctx: Command, entity: Entity, id: string, pid: string): Promise<void> {
  const table = `app.${tableOf(entity)}`;
  const { above } = await ctx.all({
    held: statement({ pgAdvisoryXactLock: 'nothing' }, 'select pg_advisory_xact_lock(7003, hashtext($1))', [
      `${ctx.identity.tenantCode} ${table}`,
    ]),
    above: statement(
      { id: 'uuid' },
      `
        with recursive above as (
          select id, pid
          from ${table}
          where id = $1
          union
          select p.id, p.pid
          from ${table} p
          join above a on p.id = a.pid
        )
        select id
        from above
        where id = $2`,
      [pid, id],
    ),
  });
  if (above.length > 0)
    throw invalidAt([{ path: 'pid', field: ['上级', '上級', 'Parent'], reason: reasons.notChosen }]);
}

/** A period that ends before it starts never comes, and nobody would see why. */
function refuseDateOrder({ fields }: Entity, { startDate, endDate }: Input): void {
  if (
    fields['startDate']?.kind !== 'date' ||
    fields['endDate']?.kind !== 'date' ||
    typeof startDate !== 'string' ||
    typeof endDate !== 'string' ||
    startDate <= endDate
  )
    return;
  throw invalidAt([{ path: 'endDate', field: fields['endDate'].label, reason: reasons.beforeStart }]);
}

/** Documents hold codes, not ids: a code that changed would tear them from their record. */
function refuseCodeChange(entity: Entity, values: Input, previous: Row): void {
  for (const key of entity.unique) {
    const field = entity.fields[key];
    if (key in values && values[key] !== previous[key] && field !== undefined)
      throw invalidAt([{ path: key, field: field.label, reason: reasons.unchangeable }]);
  }
}

/** A copy says what the brand owner said; the receiver changes only what is its own. */
export function refuseHandedChange(entity: Entity, values: Input, previous: Row): void {
  const label = (key: string): Label => entity.fields[key]?.label ?? stampLabels.pid;
  const places = [...handedKeys(entity), ...(entity.tree ? ['pid'] : [])]
    .filter(
      (key) =>
        key in values &&
        JSON.stringify(values[key] ?? null) !== JSON.stringify(previous[key] ?? null) &&
        !(entity.fields[key]?.kind === 'decimal' && isSameFigure(values[key], previous[key])),
    )
    .map((key): Place => ({ path: key, field: label(key), reason: reasons.handedDown }));
  if (places.length > 0) throw invalidAt(places);
}

/** 12.5 and 12.5000 are one price. */
const isSameFigure = (given: unknown, kept: unknown): boolean =>
  typeof given === 'string' &&
  typeof kept === 'string' &&
  decimalPattern.test(given) &&
  decimalPattern.test(kept) &&
  compare(given, kept) === 0;

export const lockOf = (entity: Entity, keys: readonly string[], by: 'id' | 'code' = 'id') =>
  statement(
    { id: 'uuid' },
    `
      select id
      from app.${tableOf(entity)}
      where ${by === 'id' ? 'id = any($1::uuid[])' : `${snakeCase(entity.codeField)} = any($1::text[])`}
      order by id
      for update`,
    [keys],
  );

async function readBack(ctx: Command, entity: Entity, id: string): Promise<RowOf<Entity>> {
  const rows = await ctx.rows(recordsBy(entity, 'id', [id]));
  const saved = rows[0];
  // Written, but outside what the user may see: the data scope holds for writing too.
  if (saved === undefined) throw notFound();
  return saved;
}

/** Under row-level security the database does not say which value was there already; the record does. */
function duplicateIn(entity: Entity, next: Input, error: DatabaseError): Error | undefined {
  const key = entity.unique.at(-1);
  const field = key === undefined ? undefined : entity.fields[key];
  if (
    error.code !== '23505' ||
    error.constraint !== `${tableOf(entity)}_key` ||
    key === undefined ||
    field === undefined
  )
    return undefined;
  return duplicate({ field: field.label, value: String(next[key]) }, [
    { path: key, field: field.label, reason: reasons.taken },
  ]);
}

/** Arrays of json columns must arrive as text; the driver would send them as a PostgreSQL array. */
const wireValue = (entity: Entity, key: string, value: unknown): unknown =>
  entity.fields[key]?.kind === 'json' && value !== null && value !== undefined ? JSON.stringify(value) : value;

function insertOf(entity: Entity, id: string, pid: string | null | undefined, next: Input, ctx: Command): Statement {
  const keys = stored(entity.fields)
    .map(([key]) => key)
    .filter((key) => next[key] !== undefined && next[key] !== null);
  const pinyin = pinyinIn(entity, next);
  const columns = [
    'id',
    ...(pid === undefined ? [] : ['pid']),
    ...keys.map(snakeCase),
    ...Object.keys(pinyin),
    'creator_id',
    'creator_name',
  ];
  const values = [
    id,
    ...(pid === undefined ? [] : [pid]),
    ...keys.map((key) => wireValue(entity, key, next[key])),
    ...Object.values(pinyin),
    ctx.identity.userId,
    ctx.identity.realName,
  ];
  return {
    text: `
      insert into app.${tableOf(entity)} (${columns.join(', ')})
      values (${columns.map((_column, i) => `$${i + 1}`).join(', ')})`,
    values,
  };
}

function updateOf(entity: Entity, id: string, pid: string | null | undefined, next: Input, ctx: Command): Statement {
  // The code stays what it is, and a tenant's own code is a column that nobody may update.
  const keys = stored(entity.fields)
    .map(([key]) => key)
    .filter((key) => key in next && !entity.unique.includes(key));
  const pinyin = entity.nameField in next ? pinyinIn(entity, next) : {};
  const columns = [
    ...(pid === undefined ? [] : ['pid']),
    ...keys.map(snakeCase),
    ...Object.keys(pinyin),
    'updater_name',
  ];
  const values = [
    id,
    ...(pid === undefined ? [] : [pid]),
    ...keys.map((key) => wireValue(entity, key, next[key])),
    ...Object.values(pinyin),
    ctx.identity.realName,
  ];
  return {
    text: `
      update app.${tableOf(entity)}
      set ${columns.map((column, i) => `${column} = $${i + 2}`).join(', ')}, row_version = row_version + 1,
        update_date = now()
      where id = $1`,
    values,
  };
}

function differences(entity: Entity, before: Row, after: Row): Record<string, readonly [unknown, unknown]> {
  return Object.fromEntries(
    stored(entity.fields)
      .map(([key]) => key)
      .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
      .map((key) => [key, [before[key] ?? null, after[key] ?? null]]),
  );
}
