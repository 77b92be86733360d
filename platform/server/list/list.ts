import type { Document, HeadOf } from '#platform/model/document.ts';
import type { Entity, RowOf } from '#platform/model/entity.ts';
import { defaultPageSize, maxPageSize, pageSizes, snakeCase, totalCap, type Page } from '#platform/model/envelope.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { fieldsOf, type Noun } from '#platform/model/module.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { namesPartner } from '#platform/model/preset.ts';
import { derived, statement, type Row, type Statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import { byDaysSql } from '#platform/server/db/today.ts';
import { predicatesOf, scopeOf, valuesFrom, type Asked, type Values } from './filter.ts';
import { conditionsOf, countSource, pageSource, searchIn, suggestionsOf } from './search.ts';

/** How much of a list is wanted. */
export interface Window {
  readonly limit: number | null;
  readonly offset: number;
  readonly after: { readonly column: KeyColumn; readonly value: string; readonly id: string } | null;
}

type Counting = TypedStatement<{ total: number }>;
export interface ListPlan {
  readonly rows: Statement;
  readonly count: Counting;
  readonly window: Window;
  /** Where pages can go on by position after the offset ends. */
  readonly key: KeyColumn | null;
  readonly isCapped: boolean;
  /** The best few for what was typed: nobody counts the rest. */
  readonly isSuggested: boolean;
}

export interface ListOptions {
  /** The menu entry that grants every row of the tenant, whatever its organisation. */
  readonly groupMenu?: string | null;
  /** All columns instead of those the screen shows. */
  readonly wide?: boolean;
  /** The whole list may be asked for (limit -1). */
  readonly whole?: boolean;
  readonly answers?: readonly PageAnswer[];
}

/**
 * What another part of the product adds to the rows of a list while it reads them: stock beside a material. `t` is the
 * row; null when nothing was asked of it.
 */
export type PageAnswer = (asked: Asked) => PageAddition | null;
export interface PageAddition {
  /** Filters that it answers in its own way. */
  readonly instead?: readonly string[];
  readonly where?: (values: Values) => readonly string[];
  readonly columns?: (values: Values) => readonly string[];
  /** Joined after the page was cut out. */
  readonly joins?: (values: Values) => readonly string[];
}

/**
 * Sorting by a column without an index looks at the newest this many rows only; the whole of 10^7 would take seconds.
 */
const sortWindow = 20_000;
const offsetCap = 10_000;
/** How deep into the list a page may lie, in steps: every step is another statement. */
const depths: readonly number[] = [100, 1000];

/** The statements of a list call: 1 of rows, 1 of the capped total, both sent in the same write as the context. */
export function planList(
  noun: Noun,
  asked: Asked,
  { groupMenu = null, wide = noun.kind === 'entity', whole = false, answers = [] }: ListOptions = {},
): ListPlan {
  const values = valuesFrom();
  const additions = answers.flatMap((answer) => answer(asked) ?? []);
  const search = noun.kind === 'entity' ? searchIn(noun, asked) : null;
  const own = [...additions.flatMap(({ instead = [] }) => instead), ...(search?.instead ?? [])];
  const filters =
    own.length === 0 ? asked : Object.fromEntries(Object.entries(asked).filter(([key]) => !own.includes(key)));
  const table = `app.${tableOf(noun)}`;
  const window = windowOf(asked, whole);
  // What the user asked for first: it drops most rows, and the scope is not looked at for those.
  const where = [
    ...predicatesOf(noun, filters, values, window.limit !== null),
    ...additions.flatMap((addition) => addition.where?.(values) ?? []),
    ...scopeOf(noun, groupMenu),
  ];
  const isCapped = asked['exact'] !== '1' && window.limit !== null;
  const conditions = search === null ? null : conditionsOf(search, values);
  if (conditions !== null && window.limit === null) where.push(conditions.match);
  const sought = conditions === null || window.limit === null ? null : { table, conditions, where };
  const count = countOf(sought ?? { table, where }, isCapped, values);
  const suggestions =
    sought === null || noun.kind !== 'entity' || search?.suggested == null
      ? null
      : suggestionsOf(noun, sought, search.suggested, window.limit ?? 0, values);
  const sort: Sort = suggestions === null ? sortOf(noun, asked) : { by: suggestions.order, isIndexed: true, key: null };
  const filtered = window.after === null ? where : [...where, isBehind(window.after, values)];
  const source =
    suggestions?.source ??
    (sought !== null
      ? pageSource({ ...sought, where: filtered }, soughtPage(window, sort, values))
      : plainSource(table, filtered, sort));
  const page = pageSql(source, sort, window, values);
  return {
    rows: { text: rowsSql(page, sort, { selected: selection(noun, wide), additions, values }), values: values.list },
    count,
    window,
    key: sort.key,
    isCapped,
    isSuggested: suggestions !== null,
  };
}

type Sought = Parameters<typeof countSource>[0];

/** The values so far: those of the page come after, and the count knows nothing of them. */
function countOf(
  of: Sought | { readonly table: string; readonly where: readonly string[] },
  isCapped: boolean,
  values: Values,
): Counting {
  const most = isCapped ? ` limit ${totalCap + 1}` : '';
  const source =
    'conditions' in of ? countSource(of, most) : `(select 1 from ${of.table} t${conditionSql(of.where)}${most}) x`;
  return statement({ total: 'integer' }, `select count(*)::integer as total from ${source}`, [...values.list]);
}

const isBehind = ({ column, value, id }: NonNullable<Window['after']>, values: Values): string =>
  `(t.${column}, t.id) < (${values.next(value)}::${keyTypes[column]}, ${values.next(id)}::uuid)`;

const plainSource = (table: string, where: readonly string[], { isIndexed }: Sort): string =>
  isIndexed
    ? `${table} t${conditionSql(where)}`
    : `(select t.* from ${table} t${conditionSql(where)} order by ${newestFirst} limit ${sortWindow}) t`;

/** The page with its columns; names are joined to the few rows of the page and not before. */
function rowsSql(
  page: string,
  sort: Sort,
  {
    selected,
    additions,
    values,
  }: { readonly selected: Selection; readonly additions: readonly PageAddition[]; readonly values: Values },
): string {
  const columns = [selected.columns, ...additions.flatMap((addition) => addition.columns?.(values) ?? [])].join(', ');
  const joins =
    selected.joins +
    additions
      .flatMap((addition) => addition.joins?.(values) ?? [])
      .map((join) => ` ${join}`)
      .join('');
  return joins === ''
    ? `select ${columns} ${page}`
    : `select ${columns} from (select t.* ${page}) t${joins} order by ${sort.by}`;
}

/**
 * The page, cut out before names are joined. The planner must be able to read how few rows are wanted: a limit or an
 * offset that is a parameter counts as a tenth of the table, and it sorts the whole tenant instead of walking the
 * index.
 */
function pageSql(source: string, sort: Sort, { limit, offset }: Window, values: Values): string {
  const sorted = `from ${source} order by ${sort.by}`;
  if (limit === null) return sorted;
  if (offset === 0 && pageSizes.some((size) => size === limit)) return `${sorted} limit ${limit}`;
  const depth = depthOf(offset + limit);
  return `
    from (select t.* ${sorted} limit ${depth}) t
    order by ${sort.by}
    limit ${values.next(limit)} offset ${values.next(offset)}`;
}

const depthOf = (rows: number): number => depths.find((depth) => depth >= rows) ?? offsetCap + maxPageSize;
const conditionSql = (where: readonly string[]): string => (where.length === 0 ? '' : ` where ${where.join(' and ')}`);
const newestFirst = 't.create_date desc, t.id desc';

function soughtPage({ limit, offset, after }: Window, sort: Sort, values: Values): Parameters<typeof pageSource>[1] {
  const rows = (limit ?? 0) + offset;
  return {
    wanted: sort.key === 'create_date' && after === null ? values.next(rows) : null,
    order: sort.isIndexed ? sort.by : newestFirst,
    depth: sort.isIndexed ? depthOf(rows) : sortWindow,
  };
}

type PageEnd = Row & { readonly id: string; readonly createDate?: string; readonly billDate?: string };

export function pageOf(plan: ListPlan, rows: readonly Row[], total: number): Page<Row> {
  // Every list answers what its pages are cut by.
  const last = rows.at(-1) as PageEnd | undefined;
  const isFull = plan.window.limit !== null && rows.length === plan.window.limit && last !== undefined;
  const isCapped = plan.isCapped && total > totalCap;
  return {
    list: rows,
    total: isCapped ? totalCap : total,
    ...(isCapped ? { totalCapped: true as const } : {}),
    ...(isFull && plan.key !== null
      ? {
          next: Buffer.from(
            `${(plan.key === 'bill_date' ? last.billDate : last.createDate) ?? ''}|${last.id}`,
          ).toString('base64url'),
        }
      : {}),
  };
}

/** Select list and joins: names of codes are resolved in the same statement, after the page was cut out. */
export function selection(noun: Noun, wide: boolean): Selection {
  const cache = wide ? wideSelections : shownSelections;
  const known = cache.get(noun);
  if (known !== undefined) return known;
  const made = makeSelection(noun, wide);
  cache.set(noun, made);
  return made;
}

interface Selection {
  readonly columns: string;
  readonly joins: string;
}
const wideSelections = new WeakMap<Noun, Selection>();
const shownSelections = new WeakMap<Noun, Selection>();

const makeSelection = (noun: Noun, wide: boolean): Selection =>
  noun.kind === 'document' ? documentSelection(noun, wide) : entitySelection(noun);

function documentSelection(noun: Document, wide: boolean): Selection {
  const fields = stored(fieldsOf(noun));
  const byDays = Object.entries(noun.head).flatMap(([key, field]) =>
    field.kind === 'choice' && field.byDays !== undefined ? [[key, field.byDays] as const] : [],
  );
  const always = [
    'id',
    'rowVersion',
    'code',
    'billDate',
    'billStatus',
    'cancelFlag',
    'creatorName',
    'createDate',
    ...(noun.isToggled === true ? ['status'] : []),
    // A name alone does not say which of two that are called alike is meant.
    ...Object.values(namesPartner).filter((key) => fields.some(([each]) => each === key)),
  ];
  const all = [
    ...always,
    ...fields.flatMap(([key, field]) => (field.kind === 'ref' ? [key, nameKeyOf(key)] : [key])),
    'auditPersonName',
    'auditDate',
    'auditMsg',
    'processInstanceId',
    'opSeq',
    'auditCount',
    'closeReason',
    'printCount',
    'updaterName',
    'updateDate',
    'tenantCode',
  ];
  // Whoever may read the list reads its names, though the lists of partners and departments are not his.
  const listed = fields.flatMap(([key, field]) =>
    field.kind === 'ref' && noun.list.columns.includes(key) ? [nameKeyOf(key)] : [],
  );
  const wanted = new Set(wide ? all : [...always, ...noun.list.columns, ...listed]);
  for (const [key] of byDays) wanted.delete(key);
  return {
    columns: [
      ...[...wanted].map((key) => `t.${snakeCase(key)}`),
      ...byDays.map(([key, facts]) => `${byDaysSql(facts)} as ${snakeCase(key)}`),
    ].join(', '),
    joins: '',
  };
}

function entitySelection(noun: Entity): Selection {
  const fields = stored(fieldsOf(noun));
  const joins: string[] = [];
  const columns = ['t.id', ...(noun.realm === 'tenant' ? ['t.tenant_code'] : [])];
  // Every row is of the same tenant: asked once, not joined to each.
  if (noun.picker?.columns.includes('tenantName') === true && !('tenantName' in noun.fields))
    columns.push(
      '(select x.tenant_name from app.tenant_tenant x where x.tenant_code = (select sec.tenant())) as tenant_name',
    );
  fields.forEach(([key, field], i) => {
    const column = snakeCase(key);
    columns.push(`t.${column}`);
    if (field.kind !== 'ref') return;
    const target = field.target();
    const isGlobal = (target as { realm?: string }).realm === 'global';
    const targetKey = field.key === 'id' ? 'id' : snakeCase(target.codeField);
    columns.push(
      `r${i}.${snakeCase(target.nameField)} as ${snakeCase(nameKeyOf(key))}`,
      ...Object.entries(field.brings ?? {}).map(([own, of]) => `r${i}.${snakeCase(of)} as ${snakeCase(own)}`),
    );
    joins.push(`
      left join app.${tableOf(target)} r${i}
        on ${isGlobal || noun.realm === 'global' ? '' : `r${i}.tenant_code = t.tenant_code and `}r${i}.${targetKey} =
        t.${column}`);
  });
  if (noun.tree) {
    columns.push(
      `coalesce(t.pid::text, '0') as pid`,
      `p.${snakeCase(noun.codeField)} as parent_code`,
      `p.${snakeCase(noun.nameField)} as parent_name`,
    );
    joins.push(`
      left join app.${tableOf(noun)} p
        on ${noun.realm === 'tenant' ? 'p.tenant_code = t.tenant_code and ' : ''}p.id = t.pid`);
  }
  columns.push('t.row_version', 't.creator_name', 't.create_date', 't.updater_name', 't.update_date');
  return { columns: columns.join(', '), joins: joins.join('') };
}

/** One record by id or several by code, with names, exactly as a list answers it. */
export function recordsBy<N extends Noun>(
  noun: N,
  key: 'id' | string,
  keys: readonly string[],
): TypedStatement<RecordOf<N>> {
  const { columns, joins } = selection(noun, true);
  // Whoever may list the whole group may also open what that list shows.
  const groupMenu =
    noun.kind === 'entity' && noun.screen?.byTenantFlag === true ? `${noun.screen.url}?tenantFlag=1` : null;
  const scope = [
    ...scopeOf(noun, groupMenu),
    key === 'id' ? 't.id = any($1::uuid[])' : `t.${snakeCase(key)} = any($1::text[])`,
  ];
  return derived(`select ${columns} from app.${tableOf(noun)} t${joins} where ${scope.join(' and ')}`, [keys]);
}

/** What a noun's own columns are. */
export type RecordOf<N extends Noun> = N extends Document ? HeadOf<N> : N extends Entity ? RowOf<N> : never;

function windowOf(asked: Asked, whole: boolean): Window {
  const number = (value: unknown): number =>
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^-?\d{1,9}$/.test(value)
        ? Number.parseInt(value, 10)
        : Number.NaN;
  const limit = number(asked['limit']);
  if (whole && (limit === -1 || limit === 9999 || (asked['limit'] === undefined && asked['page'] === undefined)))
    return { limit: null, offset: 0, after: null };
  const size = Number.isNaN(limit) || limit < 1 ? defaultPageSize : Math.min(limit, maxPageSize);
  const after = afterOf(asked['after']);
  const page = number(asked['page']);
  const offset = after !== null || Number.isNaN(page) || page < 1 ? 0 : (page - 1) * size;
  if (offset > offsetCap) throw invalidAt([{ path: 'page', field: ['页码', '頁碼', 'Page'], reason: reasons.format }]);
  return { limit: size, offset, after };
}

function afterOf(given: unknown): Window['after'] {
  if (typeof given !== 'string' || given === '') return null;
  const [value = '', id = ''] = Buffer.from(given, 'base64url').toString('utf8').split('|');
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? { column: 'create_date', value, id }
    : /^\d{4}-\d\d-\d\d$/.test(value)
      ? { column: 'bill_date', value, id }
      : null;
}

/** What a list is ordered by where a page can begin behind a row: an index gives both. */
type KeyColumn = keyof typeof keyTypes;
const keyTypes = { create_date: 'timestamptz', bill_date: 'date' } as const;
interface Sort {
  readonly by: string;
  readonly isIndexed: boolean;
  readonly key: KeyColumn | null;
}

function orderIn(noun: Noun, asked: Asked): { readonly column: string | null; readonly order: unknown } {
  const [field, order] =
    typeof asked['sort'] === 'string' && asked['sort'] !== ''
      ? (asked['sort'].split(/\s+/) as [string, string?])
      : [asked['orderField'], asked['order']];
  return { column: typeof field === 'string' ? (sortable(noun).get(field) ?? null) : null, order };
}

/** The column that a list is asked to be sorted by; null where it comes in its usual order. */
export const columnSorted = (noun: Noun, asked: Asked): string | null => orderIn(noun, asked).column;

/**
 * orderField goes through an allow list of the noun's own columns; anything else sorts as create_date desc. It never
 * reaches SQL.
 */
function sortOf(noun: Noun, asked: Asked): Sort {
  const { column, order } = orderIn(noun, asked);
  const fallback: Sort =
    noun.kind === 'entity' && noun.tree
      ? {
          by: `${'sort' in noun.fields ? 't.sort nulls last, ' : ''}t.${snakeCase(noun.codeField)}, t.id`,
          isIndexed: true,
          key: null,
        }
      : { by: `t.${usualKey(noun, asked)} desc, t.id desc`, isIndexed: true, key: usualKey(noun, asked) };
  if (column === null) return fallback;
  const direction = order === 'asc' || order === 'ascending' ? 'asc' : 'desc';
  return {
    by: `t.${column} ${direction}, t.id ${direction}`,
    isIndexed: column === 'create_date' || column === 'code' || column === 'bill_date',
    key:
      direction === 'desc' && (column === 'create_date' || (column === 'bill_date' && noun.kind === 'document'))
        ? column
        : null,
  };
}

/**
 * Newest first. Days asked for are listed from the last day back: the index of days gives them so, while a walk from
 * the newest would pass all that came after those days. Where a customer or another record is asked for too, his own
 * index is the shorter way.
 */
function usualKey(noun: Noun, asked: Asked): KeyColumn {
  if (
    noun.kind !== 'document' ||
    !['billDateStart', 'billDateEnd', 'billDate'].some((name) => asked[name] !== undefined && asked[name] !== '')
  )
    return 'create_date';
  const isNamed = Object.entries(asked).some(
    ([name, value]) => value !== '' && value !== undefined && (name === 'code' || noun.head[name]?.kind === 'ref'),
  );
  return isNamed ? 'create_date' : 'bill_date';
}

const sortables = new WeakMap<Noun, ReadonlyMap<string, string>>();

/** Asked name (create_date or createDate) to column. A name of a code sorts by the code where it is joined. */
function sortable(noun: Noun): ReadonlyMap<string, string> {
  const known = sortables.get(noun);
  if (known !== undefined) return known;
  const map = new Map<string, string>();
  const add = (key: string, column: string): void => {
    map.set(key, column);
    map.set(snakeCase(key), column);
  };
  for (const [key, field] of stored(fieldsOf(noun))) {
    if (field.kind === 'json' || field.kind === 'refs') continue;
    add(key, snakeCase(key));
    if (field.kind === 'ref')
      add(nameKeyOf(key), noun.kind === 'document' ? snakeCase(nameKeyOf(key)) : snakeCase(key));
  }
  for (const key of [
    'createDate',
    'creatorName',
    'updateDate',
    ...(noun.kind === 'document' ? ['code', 'billDate', 'billStatus', 'auditDate', 'auditPersonName'] : []),
  ])
    add(key, snakeCase(key));
  sortables.set(noun, map);
  return map;
}
