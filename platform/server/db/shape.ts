import { hasLines, type Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { nameKeyOf, type Field, type Fields, type RefTarget } from '#platform/model/field.ts';
import type { Module, Noun } from '#platform/model/module.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';
import { keepsVersions } from '#platform/model/version/kept.ts';

/** The shape a definition asks of the database: what the draft prints and the drift test compares. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default?: string;
  /** Worked out by the database from the other columns. */ readonly generated?: string;
}
export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
  readonly cascade?: true;
}
export interface Index {
  readonly name: string;
  readonly columns: string;
  readonly unique?: true;
  readonly where?: string;
  readonly using?: 'gin';
}
export interface Table {
  readonly name: string;
  readonly realm: 'tenant' | 'global';
  readonly isAppendOnly?: true;
  /** Keeps what its rows were; lines keep it under their head. */
  readonly versions?: { readonly parent?: string };
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly Index[];
}

export const tableOf = (noun: { readonly name: string }): string => noun.name.replace(':', '_');
export const lineTableOf = (document: { readonly name: string }): string => `${tableOf(document)}_line`;

export function shapesOf(modules: readonly Module[]): readonly Table[] {
  const nouns: Noun[] = modules.flatMap((module) => [...module.entities, ...module.documents]);
  const realms = new Map(nouns.map((noun) => [noun.name, noun.kind === 'entity' ? noun.realm : 'tenant'] as const));
  return nouns.flatMap((noun) =>
    noun.kind === 'entity'
      ? [entityShape(noun, realms)]
      : [headShape(noun, realms), ...(hasLines(noun) ? [lineShape(noun, realms)] : [])],
  );
}

type Realms = ReadonlyMap<string, 'tenant' | 'global'>;

/** The one place where a kind of field becomes a type of column. */
export function columnType(field: Field): string {
  switch (field.kind) {
    case 'text':
    case 'choice':
    case 'dict':
    case 'flag':
    case 'file':
      return 'text';
    case 'integer':
      return 'integer';
    case 'decimal':
      return `numeric(20,${field.scale})`;
    case 'date':
      return 'date';
    case 'instant':
      return 'timestamp with time zone';
    case 'bool':
      return 'boolean';
    case 'ref':
      return field.key === 'id' ? 'uuid' : 'text';
    case 'refs':
      return 'text[]';
    case 'json':
      return 'jsonb';
    case 'secret':
      throw new Error('a secret has no column');
  }
}

/** Asked for every line of every document: worked out once per definition. */
export function stored(fields: Fields): readonly (readonly [string, Field])[] {
  let entries = storedOf.get(fields);
  if (entries === undefined)
    storedOf.set(fields, (entries = Object.entries(fields).filter(([, field]) => field.virtual !== true)));
  return entries;
}
const storedOf = new WeakMap<Fields, readonly (readonly [string, Field])[]>();

function columnsOf(fields: Fields, mayBeNull: (key: string) => boolean): Column[] {
  return stored(fields).map(([key, field]) => {
    // Counters and totals start at nothing, not at unknown: null would make every sum with them unknown.
    const value =
      field.kind === 'refs'
        ? '{}'
        : (field.default ?? (field.kept === true && field.kind === 'decimal' ? '0' : undefined));
    const column: Column = {
      name: snakeCase(key),
      type: columnType(field),
      notNull: (field.required || alwaysThere(field)) && !mayBeNull(key),
    };
    return value === undefined ? column : { ...column, default: `'${value}'` };
  });
}

/** Flags, lists and choices with a default are never unknown. */
export const alwaysThere = (field: Field): boolean =>
  field.kind === 'refs' || field.kind === 'flag' || (field.kind === 'choice' && field.default !== undefined);

const tenantColumns: readonly Column[] = [
  { name: 'tenant_code', type: 'text', notNull: true, default: 'sec.tenant()' },
  { name: 'id', type: 'uuid', notNull: true },
];
const globalColumns: readonly Column[] = [{ name: 'id', type: 'uuid', notNull: true }];
const stampColumns: readonly Column[] = [
  { name: 'row_version', type: 'integer', notNull: true, default: '1' },
  { name: 'creator_id', type: 'uuid', notNull: false },
  { name: 'creator_name', type: 'text', notNull: true, default: `''` },
  { name: 'create_date', type: 'timestamp with time zone', notNull: true, default: 'now()' },
  { name: 'updater_name', type: 'text', notNull: false },
  { name: 'update_date', type: 'timestamp with time zone', notNull: false },
];

function entityShape(entity: Entity, realms: Realms): Table {
  const name = tableOf(entity);
  const lead = entity.realm === 'tenant' ? ['tenant_code'] : [];
  const unique = entity.unique.map(snakeCase);
  return {
    name,
    realm: entity.realm,
    ...(entity.isAppendOnly === true ? { isAppendOnly: true } : {}),
    ...(keepsVersions(entity) ? { versions: {} } : {}),
    key: [...lead, 'id'],
    columns: [
      ...(entity.realm === 'tenant' ? tenantColumns : globalColumns),
      ...(entity.tree ? [{ name: 'pid', type: 'uuid', notNull: false }] : []),
      ...columnsOf(entity.fields, () => false),
      ...stampColumns,
      ...searchColumns(entity),
    ],
    foreignKeys: [
      ...(entity.tree
        ? [{ name: `${name}_pid_fkey`, columns: [...lead, 'pid'], target: name, targetColumns: [...lead, 'id'] }]
        : []),
      ...foreignKeysOf(name, entity.fields, entity.realm, realms),
    ],
    indexes: [
      ...(unique.length > 0
        ? [{ name: `${name}_key`, columns: [...lead, ...unique].join(', '), unique: true as const }]
        : []),
      { name: `${name}_recent`, columns: [...lead, 'create_date DESC', 'id DESC'].join(', ') },
      ...(entity.tree ? [{ name: `${name}_pid`, columns: [...lead, 'pid'].join(', ') }] : []),
      ...filterIndexes(name, entity.list.filters, entity.fields, lead),
      ...(isSearched(entity) ? [{ name: `${name}_search`, columns: 'search_grams', using: 'gin' as const }] : []),
    ],
  };
}

/**
 * The pinyin is kept by the save; what is found by it, by code and by name follows from it and can never be out of
 * date.
 */
function searchColumns(entity: Entity): readonly Column[] {
  if (!isSearched(entity)) return [];
  const { codes, names } = searchedKeys(entity);
  const joined = (keys: readonly string[]): string =>
    keys.length === 0
      ? `''`
      : keys
          .map((key) => (entity.fields[key]?.required === true ? snakeCase(key) : `coalesce(${snakeCase(key)}, '')`))
          .join(` || E'\\n' || `);
  const text = `app.search_text(${joined(codes)}, ${joined(names)}, pinyin)`;
  return [
    { name: 'pinyin', type: 'text', notNull: true, default: `''` },
    { name: 'search_text', type: 'text', notNull: true, generated: text },
    { name: 'search_grams', type: 'integer[]', notNull: true, generated: `app.search_grams(tenant_code, ${text})` },
  ];
}

function headShape(document: Document, realms: Realms): Table {
  const name = tableOf(document);
  // A stashed document is half written: only what the definition names is sure to be there.
  const mayBeNull = (key: string): boolean =>
    document.stashed !== undefined && !document.stashNeeds.includes(key) && document.head[key]?.default === undefined;
  const live = `deleted_flag = '0'::text`;
  return {
    name,
    realm: 'tenant',
    versions: {},
    key: ['tenant_code', 'id'],
    columns: [
      ...tenantColumns,
      { name: 'code', type: 'text', notNull: true },
      { name: 'bill_date', type: 'date', notNull: true },
      { name: 'bill_status', type: 'text', notNull: true },
      ...columnsOf(document.head, mayBeNull),
      ...nameColumns(document.head),
      { name: 'audit_person_name', type: 'text', notNull: false },
      { name: 'audit_date', type: 'timestamp with time zone', notNull: false },
      { name: 'audit_msg', type: 'text', notNull: false },
      { name: 'process_instance_id', type: 'text', notNull: false },
      { name: 'op_seq', type: 'integer', notNull: true, default: '0' },
      { name: 'audit_count', type: 'integer', notNull: true, default: '0' },
      { name: 'cancel_flag', type: 'text', notNull: true, default: `'0'` },
      { name: 'close_reason', type: 'text', notNull: false },
      { name: 'print_count', type: 'integer', notNull: true, default: '0' },
      { name: 'deleted_flag', type: 'text', notNull: true, default: `'0'` },
      ...stampColumns,
    ],
    foreignKeys: foreignKeysOf(name, document.head, 'tenant', realms),
    indexes: [
      { name: `${name}_key`, columns: 'tenant_code, code', unique: true },
      { name: `${name}_recent`, columns: 'tenant_code, create_date DESC, id DESC', where: live },
      { name: `${name}_bill_date`, columns: 'tenant_code, bill_date DESC, id DESC', where: live },
      { name: `${name}_bill_status`, columns: 'tenant_code, bill_status, create_date DESC, id DESC', where: live },
      // Counts of the tabs: equal keys share their entry, so a thousand rows of a day lie on one or two pages.
      ...(document.list.filters.includes('billStatus')
        ? [{ name: `${name}_state_day`, columns: 'tenant_code, bill_status, bill_date', where: live }]
        : []),
      ...filterIndexes(name, document.list.filters, document.head, ['tenant_code'], live),
    ],
  };
}

function lineShape(document: Document, realms: Realms): Table {
  const name = lineTableOf(document);
  return {
    name,
    realm: 'tenant',
    versions: { parent: tableOf(document) },
    key: ['tenant_code', 'id'],
    columns: [
      ...tenantColumns,
      { name: 'parent_id', type: 'uuid', notNull: true },
      { name: 'line_no', type: 'integer', notNull: true },
      ...columnsOf(
        document.lines,
        (key) => document.stashed !== undefined && document.lines[key]?.default === undefined,
      ),
      ...nameColumns(document.lines),
    ],
    foreignKeys: [
      {
        name: `${name}_parent_id_fkey`,
        columns: ['tenant_code', 'parent_id'],
        target: tableOf(document),
        targetColumns: ['tenant_code', 'id'],
        cascade: true,
      },
      ...foreignKeysOf(name, document.lines, 'tenant', realms),
    ],
    indexes: [{ name: `${name}_parent`, columns: 'tenant_code, parent_id, line_no' }],
  };
}

/** Documents keep the names they were saved with: a customer renamed later does not rewrite old orders. */
const nameColumns = (fields: Fields): Column[] =>
  stored(fields)
    .filter(([, field]) => field.kind === 'ref')
    .map(([key]) => ({ name: snakeCase(nameKeyOf(key)), type: 'text', notNull: false }));

function foreignKeysOf(table: string, fields: Fields, realm: 'tenant' | 'global', realms: Realms): ForeignKey[] {
  return stored(fields).flatMap(([key, field]) => {
    if (field.kind !== 'ref') return [];
    const target: RefTarget = field.target();
    const targetRealm = realms.get(target.name);
    // A reference upward (a user's department) names a noun of a later module: its own server file checks it.
    if (targetRealm === undefined || (realm === 'global' && targetRealm === 'tenant')) return [];
    const lead = targetRealm === 'tenant' ? ['tenant_code'] : [];
    const targetKey = field.key === 'id' ? 'id' : snakeCase(target.codeField);
    return [
      {
        name: `${table}_${snakeCase(key)}_fkey`,
        columns: [...lead, snakeCase(key)],
        target: tableOf(target),
        targetColumns: [...lead, targetKey],
      },
    ];
  });
}

/**
 * One index per declared filter that compares a whole value; text filters match inside and go through the search index.
 */
function filterIndexes(
  table: string,
  filters: readonly string[],
  fields: Fields,
  lead: readonly string[],
  where?: string,
): Index[] {
  return filters.flatMap((key) => {
    const field = fields[key];
    if (
      field === undefined ||
      field.virtual === true ||
      field.kind === 'text' ||
      field.kind === 'refs' ||
      field.kind === 'json'
    )
      return [];
    const index = {
      name: `${table}_${snakeCase(key)}`,
      columns: [...lead, snakeCase(key), 'create_date DESC', 'id DESC'].join(', '),
    };
    return [where === undefined ? index : { ...index, where }];
  });
}
