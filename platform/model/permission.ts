import { classesIn, type Call, type Entity } from './entity.ts';
import { isApprovable, type Document } from './document.ts';
import { nameKeyOf } from './field.ts';
import type { Label } from './label.ts';
import type { Noun } from './module.ts';
import type { Page } from './page.ts';
import type { Report } from './report.ts';
import { searchedKeys } from './search.ts';

/** Permissions of a noun derive from its calls and verbs: data:brand:save, order:order:audit. */
export type Action = Exclude<Call, 'list' | 'info' | 'deleteBatch'> | 'view' | string;

export const permissionOf = (noun: { readonly name: string }, action: Action): string => `${noun.name}:${action}`;

/** What performing a verb of a document asks for. */
export const verbPermission = (document: Document, verb: string): string =>
  permissionOf(document, document.verbs[verb]?.grantedBy ?? verb);

/**
 * To write a document under a day that is over: its prices, periods and balances would be those of that day (domain
 * C9).
 */
export const backdatePermission = (document: Document): string => permissionOf(document, 'backdate');

export const actionLabels: Readonly<Record<string, Label>> = {
  page: ['查询', '查詢', 'Query'],
  view: ['查看', '檢視', 'View'],
  save: ['新增', '新增', 'New'],
  update: ['修改', '修改', 'Edit'],
  delete: ['删除', '刪除', 'Delete'],
  export: ['导出', '匯出', 'Export'],
  import: ['导入', '匯入', 'Import'],
  enable: ['启用', '啟用', 'Enable'],
  disable: ['停用', '停用', 'Disable'],
  pushdown: ['下发', '下發', 'Distribute'],
  backdate: ['补录', '補錄', 'Back-date'],
};

export interface Grant {
  readonly permission: string;
  readonly label: Label;
}

/** Every permission of a noun with the text of its button, in the order the menu shows them. */
export function grantsOf(noun: Noun | Report | Page): readonly Grant[] {
  const grant = (action: string, label?: Label): Grant => ({
    permission: permissionOf(noun, action),
    label: label ?? actionLabels[action] ?? [action, action, action],
  });
  if (noun.kind === 'page') return Object.entries(noun.grants).map(([action, label]) => grant(action, label));
  if (noun.kind === 'report')
    return [
      grant('page'),
      grant('export'),
      ...Object.entries(noun.grants ?? {}).map(([action, label]) => grant(action, label)),
    ];
  if (noun.kind === 'document') {
    return [
      ...['page', 'view', 'save', 'update', 'delete', 'export'].map((action) => grant(action)),
      ...(noun.isImported === true ? [grant('import')] : []),
      ...Object.entries(noun.verbs)
        .filter(([, { grantedBy }]) => grantedBy === undefined)
        .map(([verb, rule]) => grant(verb, rule.label)),
      ...Object.entries(noun.grants ?? {}).map(([action, label]) => grant(action, label)),
      ...(noun.isToggled === true ? [grant('enable'), grant('disable')] : []),
      ...(isApprovable(noun) ? [grant('approve', ['审批', '審批', 'Approve'])] : []),
      grant('backdate'),
    ];
  }
  const has = (call: Call): boolean => noun.calls.includes(call);
  return [
    ...(has('page') || has('list') ? [grant('page')] : []),
    ...(has('info') ? [grant('view')] : []),
    ...(['save', 'update', 'delete', 'export', 'import', 'enable', 'disable'] as const)
      .filter((action) => has(action) || (action === 'delete' && has('deleteBatch')))
      .map((action) => grant(action)),
    ...(noun.distributed === true ? [grant('pushdown')] : []),
    ...Object.entries(noun.verbs ?? {})
      .filter(([, { grantedBy }]) => grantedBy === undefined)
      .map(([verb, { label }]) => grant(verb, label)),
    ...Object.entries(noun.grants ?? {}).map(([action, label]) => grant(action, label)),
  ];
}

/**
 * What roles that every tenant is given may do with a noun: verbs by name, or a word for the usual ones. `look` reads,
 * `keep` also writes, takes out and brings in what there is; `all` is everything that the noun has or will have.
 */
export interface RoleGrants {
  readonly noun: Noun | Report | Page;
  readonly roles: Readonly<Partial<Record<string, readonly string[]>>>;
}

const reading = ['page', 'view'];
const keeping = [...reading, 'save', 'update', 'delete', 'export', 'import', 'enable', 'disable'];

/** The permissions that a role gets by these words. A verb that the noun lacks is answered, too: a test finds it. */
export function permissionsBy(noun: Noun | Report | Page, words: readonly string[]): readonly string[] {
  return namesOf(noun).flatMap((each) => {
    const all = grantsOf(each).map(({ permission }) => permission);
    const among = (verbs: readonly string[]): string[] =>
      verbs.map((verb) => permissionOf(each, verb)).filter((permission) => all.includes(permission));
    return words.flatMap((word) => {
      if (word === 'all') return all;
      if (word === 'keep') return among(keeping);
      return word === 'look' ? among(reading) : [permissionOf(each, word)];
    });
  });
}

/** The classes of a noun are granted with it. */
const namesOf = (noun: Noun | Report | Page): readonly (Noun | Report | Page)[] =>
  noun.kind === 'entity' ? [noun, classesIn(noun) ?? []].flat() : [noun];

export const holds = (permissions: readonly string[], permission: string): boolean => permissions.includes(permission);

/** Of every record: what it is chosen by, where it stands and whether it can be chosen. */
const usual = ['id', 'tenantCode', 'tenantName', 'status', 'sort', 'createDate'] as const;
const ofTree = ['pid', 'parentCode', 'parentName'] as const;

/**
 * What of a record everybody who is logged in may read: code, name, state, what it refers to, what its picker shows and
 * searches by, and what the noun opens beyond that. A list of what is allowed: a field that somebody adds tomorrow is
 * for holders of the page permission until it is named here. A guarded field is theirs whatever a picker shows.
 */
export function slimKeys(entity: Entity): ReadonlySet<string> {
  let keys = known.get(entity);
  if (keys === undefined) known.set(entity, (keys = makeKeys(entity)));
  return keys;
}
const known = new WeakMap<Entity, ReadonlySet<string>>();

function makeKeys(entity: Entity): ReadonlySet<string> {
  const { fields, codeField, nameField, picker, tree, where = {}, slim = [] } = entity;
  const searched = searchedKeys(entity);
  const refs = Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'ref' ? [key, nameKeyOf(key), ...Object.keys(field.brings ?? {})] : [],
  );
  const guarded = new Set(
    Object.keys(fields)
      .filter((key) => fields[key]?.guarded === true)
      .flatMap((key) => [key, nameKeyOf(key)]),
  );
  return new Set(
    [
      ...usual,
      ...(tree ? ofTree : []),
      codeField,
      nameField,
      ...searched.codes,
      ...searched.names,
      ...refs,
      ...Object.keys(where),
      ...(picker?.columns ?? []),
      ...(picker?.filters ?? []),
      ...slim,
    ].filter((key) => !guarded.has(key)),
  );
}

/** Accounts of customers and suppliers: they read what names them, and nothing of the house. */
export const isOutside = ({ accountType }: { readonly accountType?: string | null }): boolean =>
  accountType === '1' || accountType === '2';
