import { randomBytes } from 'node:crypto';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { languages, type Label } from '#platform/model/label.ts';
import { Refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import type { Input } from '#platform/server/entity/schema.ts';
import { acceptedFor, changeIn, createIn, lockOf } from '#platform/server/entity/write.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import type { Applied } from './apply.ts';
import { defaultsOf, writtenColumns } from './record.ts';
import { tooManyHooked } from './refusals.ts';

/** Rows of a noun with rules of its own, at once: each of them runs its rule. */
export const mostHooked = 500;

export const hasRules = ({ beforeSave, afterSave, rowRules }: EntityHooks): boolean =>
  (beforeSave !== undefined && rowRules === undefined) || afterSave !== undefined;

/** What a rule said against a row, by field; nothing of the import happened then. */
export class RowsRefused extends Error {
  readonly rows: ReadonlyMap<number, Readonly<Record<string, Label>>>;

  constructor(rows: ReadonlyMap<number, Readonly<Record<string, Label>>>) {
    super('rows refused');
    this.name = 'RowsRefused';
    this.rows = rows;
  }
}

const goodShape = { rowNo: 'integer', record: 'json' } as const;
type GoodRow = RowOf<typeof goodShape>;
const parentOf = ({ record }: GoodRow): unknown => (record as { readonly parent_code?: unknown }).parent_code;

export async function applyHooked(
  ctx: Command,
  { entity, id, fixed, isUpdate }: Applied,
  hooks: EntityHooks,
): Promise<number> {
  const rows = await ctx.rows(
    statement(
      goodShape,
      `
        select row_no, record
        from app.sys_import_row
        where import_id = $1 and errors = '{}' and clashes = '{}'
        order by row_no
        limit ${mostHooked + 1}`,
      [id],
    ),
  );
  if (rows.length > mostHooked) throw tooManyHooked({ max: mostHooked });
  const keyOf = new Map(writtenColumns(entity).map(([key, column]) => [column, key]));
  const wire = (record: Input): Input =>
    Object.fromEntries(
      Object.entries(record).flatMap(([column, value]) => {
        const key = keyOf.get(column);
        return key === undefined ? [] : [[key, value]];
      }),
    );
  const none = Object.fromEntries([...keyOf.values()].map((key) => [key, null]));
  const refused = new Map<number, Readonly<Record<string, Label>>>();
  for (const row of parentsFirst(entity, rows)) {
    const values: Input = { ...wire(row.record as Input), ...fixed };
    const parent = parentOf(row);
    try {
      const [above] = parent === undefined ? [] : await ctx.rows(recordsBy(entity, entity.codeField, [String(parent)]));
      const pid = above === undefined ? {} : { pid: above.id };
      const code = String(values[entity.codeField]);
      const { records: [previous] = [] } = isUpdate
        ? await ctx.all({ lock: lockOf(entity, [code], 'code'), records: recordsBy(entity, entity.codeField, [code]) })
        : {};
      if (previous === undefined) {
        const whole = { ...none, ...wire(defaultsOf(entity)), ...values };
        await createIn(ctx, entity, hooks, { given: { ...whole, ...pid, ...secretsOf(entity) }, values: whole });
      } else {
        await changeIn(ctx, entity, hooks, { given: values, values, previous });
      }
      // Sent now, so that what the database says against it is said of this row.
      await ctx.all({});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(row.rowNo, told(entity, error));
    }
  }
  if (refused.size > 0) throw new RowsRefused(refused);
  ctx.later({
    text: 'delete from app.sys_import_row where import_id = $1 and row_no = any($2::integer[])',
    values: [id, rows.map((row) => row.rowNo)],
  });
  return rows.length;
}

/** A parent may stand below its children. */
function parentsFirst(entity: Entity, rows: readonly GoodRow[]): readonly GoodRow[] {
  if (!entity.tree) return rows;
  const code = snakeCase(entity.codeField);
  const byCode = new Map(rows.map((row) => [(row.record as Input)[code], row]));
  const sorted = new Set<GoodRow>();
  const put = (row: GoodRow, depth: number): void => {
    const parent = byCode.get(parentOf(row));
    if (parent !== undefined && !sorted.has(parent) && depth < mostHooked) put(parent, depth + 1);
    sorted.add(row);
  };
  for (const row of rows) put(row, 0);
  return [...sorted];
}

/**
 * No list carries a password: who is made from a list gets one that nobody knows, and a new one from whoever may set
 * it.
 */
function secretsOf(entity: Entity): Input {
  const secret = `Aa1${randomBytes(24).toString('base64url')}`;
  return Object.fromEntries(
    Object.entries(acceptedFor(entity).fields)
      .filter(([, field]) => field.kind === 'secret')
      .map(([key]) => [key, secret]),
  );
}

function told(entity: Entity, refusal: Refusal): Readonly<Record<string, Label>> {
  const places = refusal.places.filter(({ path }) => path in entity.fields);
  if (places.length > 0) return Object.fromEntries(places.map(({ path, reason }) => [path, reason]));
  return { [entity.codeField]: spokenIn(refusal) };
}

/** What a refusal says, in every language. */
export function spokenIn(refusal: Refusal): Label {
  const [cn = '', tw = '', en = ''] = languages.map((language) => refusal.textIn(language));
  return [cn, tw, en];
}
