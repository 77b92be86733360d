import { handedKeys } from '#platform/model/distribution.ts';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { importFieldsOf, type ImportReason } from '#platform/model/import.ts';
import type { Label } from '#platform/model/label.ts';
import type { Transaction } from '#platform/server/db/door.ts';
import { statement, type RowOf, type Statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { columnType, tableOf } from '#platform/server/db/shape.ts';
import { powerRules, scopeOf } from '#platform/server/list/filter.ts';
import type { RowRule } from '#platform/server/entity/serve.ts';

export interface Checked {
  readonly entity: Entity;
  readonly rules: readonly RowRule[];
  readonly id: string;
  readonly keys: readonly (string | null)[];
  readonly isUpdate: boolean;
}

const foundShape = { rowNo: 'integer', told: 'json' } as const;
type Found = RowOf<typeof foundShape>;

/**
 * What only shows beside the other rows and the records there are: twice in the file, there already, not the user's to
 * write, without a parent. Every statement looks at all rows at once and answers those it is about; `run` is one
 * transaction.
 */
export async function checkRows(checked: Checked, run: Transaction['run']): Promise<void> {
  const { entity, id, isUpdate } = checked;
  const [, ...found] = await run([cleared(id), ...finders(checked)]);
  await tell(id, found.flat(), run);
  // A row whose parent is wrong has no parent, so this one needs to know what the others found.
  if (entity.tree) await tell(id, (await run([statement(foundShape, parentSql(entity, isUpdate), [id])])).flat(), run);
}

/** What was found before; it answers no rows. */
const cleared = (id: string): Statement => ({
  text: `update app.sys_import_row set clashes = '{}' where import_id = $1 and clashes <> '{}'`,
  values: [id],
});

const most = 2000;

/**
 * By number: nobody has counted these rows, so a join could be done the slow way round. Several finds of one row go
 * together.
 */
async function tell(id: string, found: readonly Found[], run: Transaction['run']): Promise<void> {
  const told = new Map<number, Record<string, ImportReason | Label>>();
  for (const row of found)
    told.set(row.rowNo, { ...(row.told as Record<string, ImportReason>), ...told.get(row.rowNo) });
  const numbers = [...told.keys()].toSorted((a, b) => a - b);
  for (let at = 0; at < numbers.length; at += most) {
    const some = numbers.slice(at, at + most);
    await run([
      {
        text: `
          update app.sys_import_row
          set clashes = ($3::jsonb->row_no::text) || clashes
          where import_id = $1 and row_no = any($2::integer[])`,
        values: [id, some, JSON.stringify(Object.fromEntries(some.map((number) => [number, told.get(number)])))],
      },
    ]);
  }
}

function finders({ entity, rules, id, keys, isUpdate }: Checked): readonly TypedStatement<Found>[] {
  const mapped = keys.filter((key) => key !== null);
  const all = (text: string, ...more: readonly unknown[]) => statement(foundShape, text, [id, ...more]);
  return [
    ...(entity.unique.length === 0
      ? []
      : [
          all(repeatedSql(entity)),
          ...(isUpdate
            ? updateFinders(entity, mapped).map(([text, ...more]) => all(text, ...more))
            : [
                all(`
                  with ${rowsWithKeys(entity)}
                  select k.row_no, ${told(lastKey(entity), 'taken')}
                  from k
                  join app.${tableOf(entity)} t on ${keyMatch(entity)}`),
              ]),
        ]),
    ...(scope(entity).length === 0 ? [] : [all(scopeSql(entity), scopeKey(entity))]),
    ...rules.map((rule) => all(ruleSql(entity, rule), rule.key, JSON.stringify(rule.reason))),
  ];
}

const told = (key: string, reason: ImportReason): string => `jsonb_build_object('${key}', '${reason}') as told`;
const lastKey = (entity: Entity): string => entity.unique.at(-1) ?? entity.codeField;

/**
 * The columns by which a row is the same as a record, read out of the row once: a comparison with them can then use the
 * index behind the wall.
 */
export const keyColumns = (entity: Entity): string =>
  entity.unique
    .map((key, at) => {
      const field = entity.fields[key];
      const value = `r.record->>'${snakeCase(key)}'`;
      const isText = field === undefined || columnType(field) === 'text';
      return `${isText ? value : `(${value})::${columnType(field)}`} as u${at}`;
    })
    .join(', ');
export const keyMatch = (entity: Entity): string =>
  entity.unique.map((key, at) => `t.${snakeCase(key)} = k.u${at}`).join(' and ');

const rowsWithKeys = (entity: Entity): string => `
  k as materialized (
    select r.row_no, r.record${entity.unique.length === 0 ? '' : `, ${keyColumns(entity)}`}
    from app.sys_import_row r
    where r.import_id = $1
  )`;

function repeatedSql(entity: Entity): string {
  const by = entity.unique.map((_key, at) => `k.u${at}`).join(', ');
  return `
    with ${rowsWithKeys(entity)}
    select x.row_no, ${told(lastKey(entity), 'repeated')}
    from (
      select k.row_no, row_number() over (partition by ${by} order by k.row_no) as n
      from k
      where k.u0 is not null
    ) x
    where x.n > 1`;
}

type Finder = readonly [text: string, ...values: unknown[]];

function updateFinders(entity: Entity, mapped: readonly string[]): readonly Finder[] {
  return [
    ...newWithoutRequired(entity),
    ...handedDownChanged(entity, mapped),
    ...endBeforeStart(entity),
    ...outsideOfScope(entity),
  ];
}

const columnNames = (keys: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [snakeCase(key), key])));
const writtenRecord = (entity: Entity): string =>
  `cross join lateral jsonb_populate_record(null::app.${tableOf(entity)}, k.record) v`;

/** A row that finds no record makes one, and then everything is needed. */
function newWithoutRequired(entity: Entity): readonly Finder[] {
  const needed = importFieldsOf(entity)
    .filter(({ key, required }) => required && !entity.unique.includes(key))
    .map(({ key }) => key);
  if (needed.length === 0) return [];
  return [
    [
      `
        with ${rowsWithKeys(entity)}
        select k.row_no,
          (
            select jsonb_object_agg(n.key, 'required')
            from jsonb_each_text($2::jsonb) n(column_name, key)
            where not k.record ? n.column_name
          ) as told
        from k
        where not k.record ?& $3::text[]
          and not exists (select from app.${tableOf(entity)} t where ${keyMatch(entity)})`,
      columnNames(needed),
      needed.map(snakeCase),
    ],
  ];
}

/** What was handed down by a tenant above is not changed below it. */
function handedDownChanged(entity: Entity, mapped: readonly string[]): readonly Finder[] {
  const handed = entity.distributed === true ? handedKeys(entity).filter((key) => mapped.includes(key)) : [];
  if (handed.length === 0) return [];
  return [
    [
      `
        with ${rowsWithKeys(entity)}
        select x.row_no, x.told
        from (
          select k.row_no,
            (
              select jsonb_object_agg(n.key, 'handedDown')
              from jsonb_each_text($2::jsonb) n(column_name, key)
              where k.record ? n.column_name and to_jsonb(v)->n.column_name is distinct from to_jsonb(t)->n.column_name
            ) as told
          from k
          join app.${tableOf(entity)} t on ${keyMatch(entity)}
          join app.sys_origin o
            on o.noun = '${entity.name}'
            and o.code = t.${snakeCase(entity.codeField)} ${writtenRecord(entity)}
        ) x
        where x.told is not null`,
      columnNames(handed),
    ],
  ];
}

function endBeforeStart(entity: Entity): readonly Finder[] {
  if (entity.fields['startDate']?.kind !== 'date' || entity.fields['endDate']?.kind !== 'date') return [];
  return [
    [
      `
        with ${rowsWithKeys(entity)}
        select k.row_no, ${told('endDate', 'beforeStart')}
        from k
        join app.${tableOf(entity)} t on ${keyMatch(entity)} ${writtenRecord(entity)}
        where coalesce(v.end_date, t.end_date) < coalesce(v.start_date, t.start_date)`,
    ],
  ];
}

/** A record that the user does not see he does not change either. */
function outsideOfScope(entity: Entity): readonly Finder[] {
  if (scope(entity).length === 0) return [];
  return [
    [
      `
        with ${rowsWithKeys(entity)}
        select k.row_no, ${told(lastKey(entity), 'outside')}
        from k
        join app.${tableOf(entity)} t on ${keyMatch(entity)}
        where not (${scope(entity).join(' and ')})`,
    ],
  ];
}

/**
 * What a user may not see afterwards he may not write: the same rule as for one record, asked of every row as if it
 * were there.
 */
const scopeSql = (entity: Entity): string => `
  select r.row_no, jsonb_build_object($2::text, 'outside') as told
  from app.sys_import_row r
  cross join lateral jsonb_populate_record(null::app.${tableOf(entity)}, r.record) t
  where r.import_id = $1 and not (${scope(entity).join(' and ')})`;

const scope = (entity: Entity): readonly string[] =>
  scopeOf(entity, entity.screen?.byTenantFlag === true ? `${entity.screen.url}?tenantFlag=1` : null);
const scopeKey = (entity: Entity): string => powerRules(entity)[0]?.about ?? entity.codeField;

const ruleSql = (entity: Entity, { refused }: RowRule): string => `
  with ${rowsWithKeys(entity)}
  select k.row_no, jsonb_build_object($2::text, $3::jsonb) as told
  from k
  cross join lateral jsonb_populate_record(null::app.${tableOf(entity)}, k.record) v
  left join app.${tableOf(entity)} t on ${entity.unique.length === 0 ? 'false' : keyMatch(entity)}
  where ${refused}`;

/**
 * Only what hangs, row by row, on a record that is there or on nothing. A circle hangs on neither. A record that is
 * there is moved in its form.
 */
function parentSql(entity: Entity, isUpdate: boolean): string {
  const table = `app.${tableOf(entity)}`;
  const code = snakeCase(entity.codeField);
  return `
    with recursive k as materialized (
      select r.row_no, r.record->>'${code}' as code, r.record->>'parent_code' as parent,
        r.errors = '{}' and r.clashes = '{}' as is_good
      from app.sys_import_row r
      where r.import_id = $1
    ),
    hung as (
      select k.row_no, k.code
      from k
      where k.is_good and (k.parent is null or exists (select from ${table} t where t.${code} = k.parent))
      union
      select k.row_no, k.code
      from k
      join hung h on k.parent = h.code
      where k.is_good
    )
    select k.row_no, ${told('parentCode', 'noParent')}
    from k
    where k.parent is not null
      and not k.row_no = any(array(select h.row_no from hung h))
      and not exists (select from ${table} t where t.${code} = k.parent)${isUpdate ? movedElsewhere(table, code) : ''}`;
}

/** A record keeps its place in the tree: another parent is told, not taken. */
const movedElsewhere = (table: string, code: string): string => `
  union all
  select k.row_no, ${told('parentCode', 'unchangeable')}
  from k
  join ${table} t on t.${code} = k.code
  left join ${table} p on p.id = t.pid
  where k.parent is not null and k.parent is distinct from p.${code}`;
