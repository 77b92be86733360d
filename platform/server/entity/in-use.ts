import type { Entity, RowOf } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Fields } from '#platform/model/field.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import type { Module, Noun } from '#platform/model/module.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { inUse } from '#platform/model/refusal.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement } from '#platform/server/db/statement.ts';
import { lineTableOf, stored, tableOf } from '#platform/server/db/shape.ts';
import type { Call } from '#platform/server/http/route.ts';

/** A noun that refers to another: with which columns of its own and of its lines. */
export interface Use {
  readonly noun: Noun;
  readonly head: readonly Column[];
  readonly lines: readonly Column[];
}
interface Column {
  readonly name: string;
  readonly by: 'code' | 'id';
}

/** Everything whose records may keep one of a noun from being deleted, by the name of the noun. */
export function usesIn(models: readonly Module[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const noun of models.flatMap(({ entities, documents }): Noun[] => [...entities, ...documents])) {
    const head = columnsOf(noun.kind === 'entity' ? noun.fields : noun.head);
    const lines = noun.kind === 'document' ? columnsOf(noun.lines) : {};
    for (const name of new Set([...Object.keys(head), ...Object.keys(lines)]))
      uses.set(name, [...(uses.get(name) ?? []), { noun, head: head[name] ?? [], lines: lines[name] ?? [] }]);
  }
  return uses;
}

/** Columns that refer to a noun, by its name. */
function columnsOf(fields: Fields): Partial<Record<string, readonly Column[]>> {
  const refs = stored(fields).flatMap(([key, field]) => (field.kind === 'ref' ? [{ key, field }] : []));
  return Object.fromEntries(
    [...Map.groupBy(refs, ({ field }) => field.target().name)].map(([name, group]) => [
      name,
      group.map(({ key, field }): Column => ({ name: snakeCase(key), by: field.key })),
    ]),
  );
}

/** More than three tell nothing that three do not. */
const told = 3;

/**
 * "In use" helps nobody who does not know by what: looks up the first few records that refer to those that could not be
 * deleted.
 */
export async function nameUsers(
  error: unknown,
  call: Call,
  {
    entity,
    rows,
    uses,
  }: { readonly entity: Entity; readonly rows: readonly RowOf<Entity>[]; readonly uses: readonly Use[] },
): Promise<unknown> {
  const { code = '', message = '' } = error as Partial<DatabaseError>;
  if (code !== '23503' || !message.startsWith('update or delete') || uses.length === 0) return error;
  const keys = { code: rows.map((row) => row[entity.codeField]), id: rows.map(({ id }) => id) };
  const results = await call.each(uses.map((use) => usersIn(use, keys)));
  const found = uses.flatMap(({ noun }, i) =>
    (results[i] ?? []).map((row) => ({
      noun,
      text: [row.code, row.name].filter((part) => part !== null).join(' '),
    })),
  );
  if (found.length === 0) return error;
  const first = [...Map.groupBy(found.slice(0, told), ({ noun }) => noun)];
  const refsIn = (language: Language): string => {
    const [open, close, comma] = language === 'en-US' ? [' ', '', ', '] : ['【', '】', '、'];
    return first
      .map(
        ([noun, users]) => `${textOf(noun.label, language)}${open}${users.map(({ text }) => text).join(comma)}${close}`,
      )
      .join(comma);
  };
  const refs: Label = [refsIn('zh-CN'), refsIn('zh-TW'), refsIn('en-US')];
  return inUse({ refs, verb: actionLabels['delete'] });
}

function usersIn({ noun, head, lines }: Use, keys: Readonly<Record<Column['by'], readonly unknown[]>>) {
  const isAmong =
    (table: string) =>
    ({ name, by }: Column): string =>
      `${table}.${name} = any(${by === 'code' ? '$1::text[]' : '$2::uuid[]'})`;
  const inLines =
    lines.length === 0
      ? []
      : [`t.id in (select l.parent_id from app.${lineTableOf(noun)} l where ${lines.map(isAmong('l')).join(' or ')})`];
  // Both are always bound: a statement with a parameter that it never mentions is refused.
  return statement(
    { code: 'text?', name: 'text?' },
    `
      select ${namesOf(noun)}
      from app.${tableOf(noun)} t
      where (${[...head.map(isAmong('t')), ...inLines].join(' or ')})
        and ($1::text[] is not null and $2::uuid[] is not null)
      order by t.create_date, t.id
      limit ${told}`,
    [keys.code, keys.id],
  );
}

/** By what a record is known: its number, or code and name, or what there is of them. */
function namesOf(noun: Noun): string {
  if (noun.kind === 'document') return 't.code, null::text as name';
  const column = (key: string): string =>
    key in noun.fields && noun.fields[key]?.virtual !== true ? `t.${snakeCase(key)}::text` : 'null::text';
  return `${column(noun.codeField)} as code, ${column(noun.nameField)} as name`;
}
