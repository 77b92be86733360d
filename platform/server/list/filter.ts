import type { Document } from '#platform/model/document.ts';
import { hasCode, type Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Field } from '#platform/model/field.ts';
import { fieldsOf, type Noun } from '#platform/model/module.ts';
import { belongsTo } from '#platform/model/preset.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { byDaysSql, zoneSql } from '#platform/server/db/today.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId, menuIdOf } from '#platform/server/db/id.ts';
import { numberFilter } from './number-filter.ts';

/** Values of one statement; `$n` is handed out as they arrive. */
export interface Values {
  readonly list: unknown[];
  next(value: unknown): string;
}

export function valuesFrom(): Values {
  const list: unknown[] = [];
  return { list, next: (value) => `$${list.push(value)}` };
}

/** What a request asks for, by wire name: a string, a comma-joined list or an array (POST). Empty means absent. */
export type Asked = Readonly<Record<string, unknown>>;

/** Query and body carry the same names (a page call may be GET or POST). */
export const askedOf = (call: Call): Asked =>
  call.route.method === 'POST' && typeof call.body === 'object' && call.body !== null
    ? { ...call.query, ...(call.body as Asked) }
    : call.query;

/** Group level is asked with ?tenantFlag=1 and granted to who holds the menu entry with that query. */
export const groupMenuOf = (entity: Entity, asked: Asked): string | null => {
  const flag = asked['tenantFlag'];
  return typeof flag === 'string' && flag !== '' && flag !== '0' && entity.screen?.byTenantFlag === true
    ? `${entity.screen.url}?tenantFlag=1`
    : null;
};

/**
 * The predicates of a list call. Only names of this noun's definition are looked at; everything else in the request is
 * ignored and never reaches SQL. Every predicate compares a column with a bound value.
 */
export function predicatesOf(noun: Noun, asked: Asked, values: Values, isPaged: boolean): string[] {
  const found: string[] = [];
  for (const [key, field] of filtersOf(noun)) {
    const number = isPaged && noun.kind === 'document' && key === 'code' ? textOf(asked[key]) : null;
    const predicate =
      number === null
        ? predicateOf(key, field, asked, values)
        : numberFilter(tableOf(noun), { text: number, pattern: containing(number) }, (value) => values.next(value));
    if (predicate !== null) found.push(predicate);
    if (field.kind === 'ref') {
      const many = listOf(asked[`${key}s`]);
      if (many !== null)
        found.push(`t.${snakeCase(key)} = any(${values.next(many)}${field.key === 'id' ? '::uuid[]' : '::text[]'})`);
    }
  }
  const codes = listOf(asked['codes']);
  if (codes !== null && (noun.kind === 'document' || hasCode(noun)))
    found.push(`t.${snakeCase(noun.kind === 'entity' ? noun.codeField : 'code')} = any(${values.next(codes)}::text[])`);
  const ids = listOf(asked['ids']);
  if (ids !== null) found.push(`t.id = any(${values.next(ids.filter(isId))}::uuid[])`);
  for (const [name, keys] of Object.entries(noun.list.anyOf ?? {})) {
    const text = textOf(asked[name]);
    if (text === null) continue;
    const place = values.next(containing(text));
    found.push(`(${keys.map((key) => `t.${snakeCase(key)} like ${place}`).join(' or ')})`);
  }
  if (noun.kind === 'entity' && noun.tree && textOf(asked['pid']) !== null) {
    found.push(asked['pid'] === '0' ? 't.pid is null' : `t.pid::text = ${values.next(asked['pid'])}`);
  }
  return found;
}

/** The fields of the noun that a request compares with something. */
export function keysAsked(noun: Noun, asked: Asked): readonly string[] {
  const isAsked = (name: string): boolean => textOf(asked[name]) !== null || listOf(asked[name]) !== null;
  return [
    ...filtersOf(noun)
      .filter(([key]) => [key, `${key}s`, `${key}Start`, `${key}End`].some(isAsked))
      .map(([key]) => key),
    ...Object.entries(noun.list.anyOf ?? {}).flatMap(([name, keys]) => (isAsked(name) ? keys : [])),
  ];
}

const filterable = new WeakMap<Noun, readonly (readonly [string, Field])[]>();

function filtersOf(noun: Noun): readonly (readonly [string, Field])[] {
  const known = filterable.get(noun);
  if (known !== undefined) return known;
  const fields = fieldsOf(noun);
  const names = new Set([
    ...noun.list.filters,
    ...(noun.kind === 'entity' ? (noun.picker?.filters ?? []) : []),
    ...always(noun),
  ]);
  const found = [...names].flatMap((key) => {
    const field =
      fields[key] ??
      (noun.kind === 'document' ? numbered[key] : undefined) ??
      (key === 'createDate' ? created : undefined);
    return field === undefined || (field.virtual === true && !isByDays(field)) ? [] : [[key, field] as const];
  });
  filterable.set(noun, found);
  return found;
}

const isByDays = (field: Field): boolean => field.kind === 'choice' && field.byDays !== undefined;

/** Filters every list takes, declared or not: state, code, name, and what a record belongs to. */
const always = (noun: Noun): readonly string[] =>
  noun.kind === 'entity'
    ? [
        'status',
        noun.codeField,
        noun.nameField,
        ...Object.entries(noun.fields)
          .filter(([, field]) => field.kind === 'ref')
          .map(([key]) => key),
      ]
    : ['code', 'billStatus', 'billDate', belongsTo.organization];

/** Head columns that the platform keeps, as fields, so that they filter like any other. */
const numbered: Readonly<Record<string, Field>> = {
  code: { kind: 'text', label: ['', '', ''], required: true, max: 50, format: 'line' },
  billStatus: { kind: 'flag', label: ['', '', ''], required: true },
  billDate: { kind: 'date', label: ['', '', ''], required: true },
};

/** When a row was written: the only filter of most logs. */
const created: Field = { kind: 'instant', label: ['', '', ''], required: true };

function predicateOf(key: string, field: Field, asked: Asked, values: Values): string | null {
  if (field.kind === 'date' || field.kind === 'instant')
    return rangeOf(key, `t.${snakeCase(key)}`, field.kind, asked, values);
  const text = textOf(asked[key]);
  if (text === null) return null;
  const column = `t.${snakeCase(key)}`;
  switch (field.kind) {
    case 'text':
      return `${column} like ${values.next(containing(text))}`;
    case 'integer':
      return /^-?\d{1,9}$/.test(text) ? `${column} = ${values.next(text)}::integer` : null;
    case 'decimal':
      return /^-?\d{1,15}(\.\d+)?$/.test(text) ? `${column} = ${values.next(text)}::numeric` : null;
    case 'bool':
      return `${column} = ${values.next(text === 'true' || text === '1')}::boolean`;
    case 'ref':
      return refPredicate(column, field, text, values);
    case 'choice':
      return `${field.byDays === undefined ? column : byDaysSql(field.byDays)} = ${values.next(text)}`;
    case 'flag':
    case 'dict':
    case 'file':
      return `${column} = ${values.next(text)}`;
    case 'refs':
      return `${values.next(text)}::text = any(${column})`;
    case 'json':
    case 'secret':
      return null;
  }
}

/** A class, department or area filter takes the node and everything below it. */
function refPredicate(column: string, field: Extract<Field, { kind: 'ref' }>, text: string, values: Values): string {
  const target = field.target() as Partial<Entity> & { name: string; codeField: string };
  const place = values.next(text);
  if (target.tree !== true) return field.key === 'id' ? `${column}::text = ${place}` : `${column} = ${place}`;
  const table = `app.${tableOf(target)}`;
  const key = field.key === 'id' ? 'id' : snakeCase(target.codeField);
  const match = field.key === 'id' ? `n.id::text = ${place}` : `n.${key} = ${place}`;
  return `
    ${column} in (
      with recursive branch as (
        select n.id, n.${key} as key
        from ${table} n
        where ${match}
        union all
        select c.id, c.${key}
        from ${table} c
        join branch b on c.pid = b.id
      )
      select key
      from branch
    )`;
}

/** billDateStart and billDateEnd bound the date, both ends included; an instant counts by the tenant's day. */
function rangeOf(key: string, column: string, kind: 'date' | 'instant', asked: Asked, values: Values): string | null {
  const day = (name: string): string | null => {
    const text = textOf(asked[name]);
    return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
  };
  const from = day(`${key}Start`) ?? day(key);
  const to = day(`${key}End`) ?? day(key);
  const start = (value: string): string =>
    kind === 'date'
      ? `${values.next(value)}::date`
      : `(${values.next(value)}::date::timestamp at time zone ${zoneSql})`;
  const parts = [
    ...(from === null ? [] : [`${column} >= ${start(from)}`]),
    ...(to === null
      ? []
      : [kind === 'date' ? `${column} <= ${start(to)}` : `${column} < ${start(to)} + interval '1 day'`]),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim().slice(0, 200).replaceAll('\u0000', '')
    : typeof value === 'number'
      ? String(value)
      : null;

/** deptCodes=A,B or ["A","B"]: at most 500 values. */
function listOf(value: unknown): string[] | null {
  const items = Array.isArray(value)
    ? value.filter((item) => typeof item === 'string')
    : typeof value === 'string' && value !== ''
      ? value.split(',')
      : [];
  return items.length === 0 ? null : items.slice(0, 500).map((item) => item.replaceAll('\u0000', ''));
}

/** The user's % and _ are letters, not wildcards. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;

/** One condition of the data scope, and the field or fact it is about. */
export interface ScopeRule {
  readonly about: string;
  readonly sql: string;
  /** Whether it lets every row pass, as far as the session alone can tell. */
  readonly open?: string;
}

/**
 * Rows of the organisations, brands and channels the user has power over, and rows of none; what an outside account
 * owns. Read in SQL from the session's own rows.
 */
export function scopeOf(noun: Noun, groupMenu: string | null): readonly string[] {
  if (groupMenu !== null) return makeScope(noun, groupMenu);
  let scope = scopes.get(noun);
  if (scope === undefined) scopes.set(noun, (scope = makeScope(noun, null)));
  return scope;
}
const scopes = new WeakMap<Noun, readonly string[]>();

/** What a user has power over, wherever a row belongs to one. */
const powers = [
  [belongsTo.organization, 'sec.organizations()'],
  [belongsTo.brand, 'sec.brands()'],
  [belongsTo.channel, 'sec.channels()'],
] as const;

const holder =
  (noun: Noun) =>
  (key: string): boolean => {
    const field = fieldsOf(noun)[key];
    return field !== undefined && field.virtual !== true;
  };

function makeScope(noun: Noun, groupMenu: string | null): readonly string[] {
  const own = powerRules(noun).map(({ sql }) => sql);
  return [
    ...(groupMenu === null || own.length === 0
      ? own
      : [`((${own.join(' and ')}) or (select sec.holds_menu('${menuIdOf(groupMenu)}')))`]),
    ...ownershipRules(noun).map(({ sql }) => sql),
  ];
}

/** The rules that the group level of a list lifts. */
export const powerRules = (noun: Noun): readonly ScopeRule[] =>
  powers
    .filter(([key]) => holder(noun)(key))
    .map(([key, list]) => ({ about: key, sql: within(snakeCase(key), list), open: `(select ${list}) is null` }));

/** The rules that nothing lifts. */
export function ownershipRules(noun: Noun): readonly ScopeRule[] {
  const { customer, supplier, salesman, salesmanOf } = noun.owner ?? {};
  return [
    ...(noun.kind === 'document' ? documentRules(noun, holder(noun)) : []),
    ...partnerRules(customer, supplier),
    ...(salesman === undefined ? [] : [{ about: salesman, sql: ofTeam(salesman, 'sec.team_of'), open: isNot(3) }]),
    ...(salesmanOf === undefined
      ? []
      : [{ about: salesmanOf, sql: ofTeam(salesmanOf, 'sec.team_customers_of'), open: isNot(3) }]),
  ];
}

/**
 * Whoever belongs to a customer or supplier sees what names it. Where a noun names only the other kind, nothing does:
 * a supplier is told nothing of customers.
 */
function partnerRules(customer: string | undefined, supplier: string | undefined): ScopeRule[] {
  if (customer === undefined)
    return supplier === undefined
      ? []
      : [{ about: supplier, sql: `${owned(supplier, 2)} and ${isNot(1)}`, open: `${isNot(2)} and ${isNot(1)}` }];
  if (supplier === undefined)
    return [{ about: customer, sql: `${owned(customer, 1)} and ${isNot(2)}`, open: `${isNot(1)} and ${isNot(2)}` }];
  return [
    { about: customer, sql: owned(customer, 1), open: isNot(1) },
    { about: supplier, sql: owned(supplier, 2), open: isNot(2) },
  ];
}

function documentRules(document: Document, has: (key: string) => boolean): ScopeRule[] {
  const { department, storage, salesman } = belongsTo;
  const mine = [
    't.creator_id = (select sec.user_id())',
    ...(has(salesman) ? [`t.${snakeCase(salesman)} = (select sec.personnel())`] : []),
  ];
  return [
    { about: 'deletedFlag', sql: `t.deleted_flag = '0'` },
    ...(has(department)
      ? [
          {
            about: department,
            sql: `(${within(snakeCase(department), 'sec.departments()')} or ${mine.join(' or ')})`,
            open: '(select sec.departments()) is null',
          },
        ]
      : []),
    ...(has(storage)
      ? [
          {
            about: storage,
            sql: within(snakeCase(storage), 'sec.storages()'),
            open: '(select sec.storages()) is null',
          },
        ]
      : []),
    // A half-written document is its writer's own business (domain §3.1).
    ...(document.stashed === undefined
      ? []
      : [
          {
            about: 'billStatus',
            sql: `
              (
                t.bill_status <> '${document.states[document.stashed]?.code ?? ''}'
                or t.creator_id = (select sec.user_id())
                or (select sec.is_super())
              )`,
          },
        ]),
  ];
}

/**
 * A row of none and a list of none both see all: either makes the comparison unknown. One subselect per rule and
 * coalesce around it: the planner counts it as half of the rows. Spelled with OR it expects one row in a thousand, and
 * sorts the tenant.
 */
const within = (column: string, list: string): string => `coalesce(t.${column} = any((select ${list})::text[]), true)`;
/** A salesperson sees what is his or his team's, and nothing that is nobody's. */
const ofTeam = (key: string, list: string): string =>
  `coalesce(coalesce(t.${snakeCase(key)}, '') = any((select ${list}(sec.own(3)))::text[]), true)`;
/** Who belongs to a customer or supplier sees only rows of theirs, and none that belong to nobody. */
const owned = (key: string, n: number): string =>
  `coalesce(coalesce(t.${snakeCase(key)}, '') = (select sec.own(${n})), true)`;
const isNot = (n: number): string => `(select sec.own(${n})) is null`;
