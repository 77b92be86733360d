import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { duplicate, reasons } from '#platform/model/refusal.ts';
import { isSearched } from '#platform/model/search.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement, type Statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import type { Call } from '#platform/server/http/route.ts';
import { keyColumns, keyMatch } from './check-rows.ts';
import { defaultsOf, writtenColumns } from './record.ts';

export interface Applied {
  readonly entity: Entity;
  readonly id: string;
  readonly fileName: string;
  readonly fixed: Readonly<Record<string, string>>;
  readonly isUpdate: boolean;
}

/** Rows per statement: each stays far below the time that a statement may take. */
const usualStep = 2500;
/** A tree goes in at once: a parent may stand below its children. */
const wholeStep = 1_000_000;
const stepOf = ({ entity }: Applied): number => (entity.tree ? wholeStep : usualStep);

/**
 * All good rows become records, in the transaction of the command: a row is gone from the import when its record is
 * there, so whoever asks again finds nothing left to do. `onShare` is told on the way; what it writes is not part of
 * the transaction.
 */
export async function applyRows(
  ctx: Command,
  call: Call,
  applied: Applied,
  onShare: (share: number) => Promise<void>,
): Promise<number> {
  const {
    range: [range],
  } = await ctx.all({
    range: statement(
      { low: 'integer?', high: 'integer?' },
      `
        select min(row_no) as low, max(row_no) as high
        from app.sys_import_row
        where import_id = $1 and errors = '{}' and clashes = '{}'`,
      [applied.id],
    ),
  });
  const { low, high } = range ?? { low: null, high: null };
  if (low === null || high === null) return 0;
  let count = 0;
  const step = stepOf(applied);
  for (let from = low; from <= high; from += step) {
    const counting = [
      ...(applied.isUpdate ? [updateSql(applied, call, ctx, from)] : []),
      insertSql(applied, call, ctx, from),
    ];
    const results = await ctx.each(counting).catch((error: DatabaseError) => {
      throw clashOf(applied.entity, error) ?? error;
    });
    ctx.later(doneSql(applied, from));
    count += results.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
    await onShare((from + step - low) / (high - low + 1));
  }
  return count;
}

/** Made by somebody else a moment ago. */
function clashOf(entity: Entity, error: DatabaseError): Error | undefined {
  const key = entity.unique.at(-1);
  const field = key === undefined ? undefined : entity.fields[key];
  if (
    error.code !== '23505' ||
    error.constraint !== `${tableOf(entity)}_key` ||
    key === undefined ||
    field === undefined
  )
    return undefined;
  return duplicate({ field: field.label, value: '' }, [{ path: key, field: field.label, reason: reasons.taken }]);
}

const counted = { count: 'integer' } as const;
type Counted = RowOf<typeof counted>;
const goodRows = `r.import_id = $1 and r.row_no between $2 and $3 and r.errors = '{}' and r.clashes = '{}'`;
const keyed = (entity: Entity): string => (entity.unique.length === 0 ? '' : `, ${keyColumns(entity)}`);

function insertSql(applied: Applied, call: Call, ctx: Command, from: number): TypedStatement<Counted> {
  const { entity, fileName, fixed, isUpdate } = applied;
  const table = `app.${tableOf(entity)}`;
  const columns = [
    ...writtenColumns(entity).map(([, column]) => [column, `v.${column}`]),
    ...(isSearched(entity) ? [['pinyin', `coalesce(v.pinyin, '')`]] : []),
  ];
  const code = snakeCase(entity.codeField);
  const parents = entity.tree
    ? `
      left join ${table} p on p.${code} = k.parent
      left join app.sys_import_row q on q.import_id = $1 and p.id is null and q.record->>'${code}' = k.parent`
    : '';
  const isNew = isUpdate ? ` where not exists (select from ${table} t where ${keyMatch(entity)})` : '';
  return statement(
    counted,
    `
      with k as materialized (
        select r.row_no, r.record_id,
          r.record${entity.tree ? `, r.record->>'parent_code' as parent` : ''}${keyed(entity)}
        from app.sys_import_row r
        where ${goodRows}
      ),
      made as (
        insert into ${table}
          (id${entity.tree ? ', pid' : ''}, ${columns.map(([column]) => column).join(', ')}, creator_id, creator_name)
        select k.record_id${entity.tree ? ', coalesce(p.id, q.record_id)' : ''},
          ${columns.map(([, value]) => value).join(', ')}, $4::uuid, $5
        from k
        cross join lateral jsonb_populate_record(null::${table}, $6::jsonb || k.record || $7::jsonb) v${parents}${isNew}
        order by k.row_no
        returning id, ${codeSql(entity)} as code
      ),
      logged as (${logSql('made', 'save', 'null::jsonb', 8)})
      select count(*)::integer as count
      from made`,
    [
      ...rangeOf(applied, from),
      ctx.identity.userId,
      ctx.identity.realName,
      JSON.stringify(defaultsOf(entity)),
      JSON.stringify(Object.fromEntries(Object.entries(fixed).map(([key, value]) => [snakeCase(key), value]))),
      ...logValues(entity, fileName, call, ctx),
    ],
  );
}

const orKept = (column: string): string =>
  `${column} = case when b.record ? '${column}' then v.${column} else t.${column} end`;

/** Only what the row says is set; the history keeps what it was before. */
function updateSql(applied: Applied, call: Call, ctx: Command, from: number): TypedStatement<Counted> {
  const { entity, fileName } = applied;
  const table = `app.${tableOf(entity)}`;
  const columns = writtenColumns(entity).filter(([key]) => !entity.unique.includes(key));
  const written = [...columns.map(([, column]) => column), ...(isSearched(entity) ? ['pinyin'] : [])];
  const same = keyMatch(entity);
  return statement(
    counted,
    `
      with k as materialized (select r.row_no, r.record${keyed(entity)} from app.sys_import_row r where ${goodRows}),
      before as materialized (
        select t.id, to_jsonb(t) as old, k.record
        from ${table} t
        join k on ${same}
        order by t.id
        for update of t
      ),
      changed as (
        update ${table} t
        set ${written.map(orKept).join(', ')}, row_version = t.row_version + 1, updater_name = $4, update_date = now()
        from before b
        cross join lateral jsonb_populate_record(null::${table}, b.record) v
        where t.id = b.id
        returning t.id, ${codeSql(entity, 't.')} as code, b.old, to_jsonb(t) as new
      ),
      told as (
        select c.id, c.code,
          (
            select jsonb_object_agg(n.key, jsonb_build_array(c.old->n.column_name, c.new->n.column_name))
            from jsonb_each_text($5::jsonb) n(column_name, key)
            where c.old->n.column_name is distinct from c.new->n.column_name
          ) as changes
        from changed c
      ),
      logged as (${logSql('told', 'update', 'x.changes', 6)})
      select count(*)::integer as count
      from changed`,
    [
      ...rangeOf(applied, from),
      ctx.identity.realName,
      JSON.stringify(Object.fromEntries(columns.map(([key, column]) => [column, key]))),
      ...logValues(entity, fileName, call, ctx),
    ],
  );
}

const doneSql = (applied: Applied, from: number): Statement => ({
  text: `delete from app.sys_import_row r where ${goodRows}`,
  values: rangeOf(applied, from),
});
const rangeOf = (applied: Applied, from: number): readonly unknown[] => [applied.id, from, from + stepOf(applied) - 1];

const codeSql = (entity: Entity, prefix = ''): string => {
  const key =
    entity.fields[entity.codeField] !== undefined
      ? entity.codeField
      : entity.fields[entity.nameField] !== undefined
        ? entity.nameField
        : 'id';
  return `${prefix}${snakeCase(key)}::text`;
};

/** Every record has its own line of history, as if it had been saved in its form. */
const logSql = (source: string, operation: string, changes: string, first: number): string => `
  insert into app.sys_operationlog (
    noun, record_id, record_code, operation, message, changes, request_uri, request_method, ip, user_agent,
    correlation_id, creator_name, id, creator_id, status
  )
  select $${first}, x.id, x.code, '${operation}', $${first + 1}, ${changes}, $${first + 2}, $${first + 3},
    $${first + 4}, $${first + 5}, $${first + 6}, $${first + 7}, gen_random_uuid(), $${first + 8}::uuid, '1'
  from ${source} x`;

const logValues = (entity: Entity, fileName: string, call: Call, ctx: Command): readonly unknown[] => [
  entity.name,
  fileName,
  call.route.path,
  call.route.method,
  call.ip,
  call.agent,
  call.correlationId,
  ctx.identity.realName,
  ctx.identity.userId,
];
