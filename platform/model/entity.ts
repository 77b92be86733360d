import type { Fields, Keys, KnownAs, RefNames, Values } from './field.ts';
import type { Label } from './label.ts';
import { checkOwner, type Owner } from './preset.ts';

/**
 * The calls a noun answers. What is derived by default depends on its shape; `without` takes away, `listed` adds a
 * plain list.
 */
export type Call =
  | 'page'
  | 'list'
  | 'info'
  | 'save'
  | 'update'
  | 'delete'
  | 'deleteBatch'
  | 'export'
  | 'import'
  | 'enable'
  | 'disable';

export interface Screen {
  /** Key of the menu area, declared by a module. */
  readonly area: string;
  /** Menu url; the route name is the same with dashes. */
  readonly url: string;
  readonly title: Label;
  /** Place in its area of the menu; a screen without one comes last. */
  readonly sort?: number;
  /** Registered twice in the menu, as ?tenantFlag=0 (organisation level) and ?tenantFlag=1 (group level). */
  readonly byTenantFlag?: boolean;
}

export interface ListFacts {
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  /**
   * The columns that stand first, where the declaration cannot tell (model/list/lead.ts): what is available of a stock.
   */
  readonly lead?: readonly string[];
  /** The columns that nobody sees until he asks for them. */
  readonly rare?: readonly string[];
  /** Where the list call lives when it is not {path}/page (or {path}/list for a tree). */
  readonly path?: string;
  /** Where the plain list of a paged noun lives when it is not {path}/list. */
  readonly plainPath?: string;
  /** How the browser asks; the server answers the same to both. */
  readonly method?: 'GET' | 'POST';
  /** Further paths of the same call, spelled as the specification spells them. */
  readonly aliases?: readonly string[];
  /** The screen reads the plain list, by pages: asked with a page, it answers one. */
  readonly isReadPlain?: true;
  /** A filter that looks into several fields at once: { specModel: ['spec', 'model'] }. */
  readonly anyOf?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Something that can be done to chosen records beside saving and deleting them: PUT {path}/{verb}. What it does is a
 * hook.
 */
export interface EntityVerb {
  readonly label: Label;
  /** Only records whose fields hold one of these values: { status: ['0'] }. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** The button that grants it, where it is not one of its own: to take back is granted with doing. */
  readonly grantedBy?: string;
  readonly isDanger?: true;
}

/** Classes that are records of the noun itself, marked by a flag, with a screen and grants of their own. */
export interface Classes {
  readonly flag: string;
  readonly name: string;
  readonly label: Label;
  readonly screen: Screen;
}

export interface PickerFacts {
  readonly columns: readonly string[];
  readonly filters?: readonly string[];
  readonly width?: string;
}

export interface Entity<Name extends string = string, F extends Fields = Fields> {
  readonly kind: 'entity';
  /** module:entity, which is also the head of every permission: data:brand:save */
  readonly name: Name;
  readonly label: Label;
  readonly path: string;
  readonly knownAs?: KnownAs;
  /** Names that say nothing without that of what lies above, which is then told instead. */
  readonly hollowNames?: readonly string[];
  readonly fields: F;
  readonly codeField: string;
  readonly nameField: string;
  /** Global rows belong to the installation: readable by all, written only by a session of the platform tenant. */
  readonly realm: 'tenant' | 'global';
  /** A tree has no pages: its list call answers every node with its pid. */
  readonly tree: boolean;
  /** Field whose class tree stands to the left of the list and of the picker. */
  readonly groupedBy?: string;
  /**
   * Who may read the list: everybody logged in (a slim row without the page permission) or only holders of :page.
   * `plain` opens the plain list that every session loads, and keeps the pages for holders.
   */
  readonly readBy: 'session' | 'plain' | 'page';
  readonly calls: readonly Call[];
  readonly verbs?: Readonly<Record<string, EntityVerb>>;
  /** Only records whose fields hold one of these values can be changed: { status: ['0'] }. */
  readonly changedWhen?: EntityVerb['when'];
  /** Buttons whose calls are written by hand: { send: ['发送', '發送', 'Send'] }. */
  readonly grants?: Readonly<Record<string, Label>>;
  /** Those of them that the platform tenant alone can hold. */
  readonly platformGrants?: readonly string[];
  /** Fields that together are unique in a tenant (in the installation for global rows); empty when nothing is. */
  readonly unique: readonly string[];
  readonly list: ListFacts;
  readonly screen?: Screen;
  readonly classes?: Classes;
  /** What every record of this screen has: the classes of a noun, and the rest of it. */
  readonly where?: Readonly<Record<string, string>>;
  readonly picker?: PickerFacts;
  /** Files may hang on a record. */
  readonly attachments?: true;
  /** A log: rows are written once. The application has no right to change or delete one, whatever a statement says. */
  readonly isAppendOnly?: true;
  /** Field by which an outside account owns a row. */
  readonly owner?: Owner;
  /** Why nobody owns its rows, of a noun that names a customer or a supplier. */
  readonly unowned?: string;
  /** What everybody who is logged in may read of it beside what `slimKeys` derives: ['precision']. */
  readonly slim?: readonly string[];
  /** Calls and verbs that ask for password or code again: ['disable']. */
  readonly stepUp?: readonly string[];
  /** A brand owner hands its records to the tenants below it: POST {path}/pushDown. */
  readonly distributed?: true;
  /**
   * Fields of a distributed record that stay the receiver's own beside its status, its files and what refers to its own
   * staff and places.
   */
  readonly localFields?: readonly string[];
}

/**
 * What the author writes. Names of fields are checked here and stored as plain strings above:
 * `keyof F` inside Entity would make it invariant, and no function could then take "any entity".
 */
interface EntityInput<Name extends string, F extends Fields> extends Partial<
  Pick<
    Entity,
    | 'knownAs'
    | 'hollowNames'
    | 'realm'
    | 'tree'
    | 'readBy'
    | 'screen'
    | 'classes'
    | 'attachments'
    | 'isAppendOnly'
    | 'verbs'
    | 'changedWhen'
    | 'grants'
    | 'stepUp'
    | 'platformGrants'
    | 'distributed'
    | 'unowned'
  >
> {
  readonly name: Name;
  readonly label: Label;
  readonly path: string;
  readonly fields: F;
  readonly codeField?: NoInfer<keyof F & string>;
  readonly nameField?: NoInfer<keyof F & string>;
  readonly groupedBy?: NoInfer<keyof F & string>;
  readonly unique?: readonly NoInfer<keyof F & string>[];
  readonly without?: readonly Call[];
  readonly listed?: true;
  /** A tree that is long enough to be read by pages. */
  readonly paged?: true;
  readonly list: {
    readonly columns: readonly NoInfer<Keys<F> | StampKey>[];
    readonly filters: readonly NoInfer<Keys<F> | 'createDate'>[];
    readonly lead?: readonly NoInfer<Keys<F> | StampKey>[];
    readonly rare?: readonly NoInfer<Keys<F> | StampKey>[];
    readonly path?: string;
    readonly plainPath?: string;
    readonly method?: 'GET' | 'POST';
    readonly aliases?: readonly string[];
    readonly isReadPlain?: true;
    readonly anyOf?: Readonly<Record<string, readonly NoInfer<keyof F & string>[]>>;
  };
  readonly picker?: {
    readonly columns: readonly NoInfer<Keys<F> | StampKey>[];
    readonly filters?: readonly NoInfer<Keys<F>>[];
    readonly width?: string;
  };
  readonly owner?: Owner<NoInfer<keyof F & string>>;
  readonly slim?: readonly NoInfer<Keys<F> | StampKey>[];
  readonly localFields?: readonly NoInfer<keyof F & string>[];
}

/** Columns that the platform keeps on every table. */
export type Stamped = {
  id: string;
  tenantCode: string;
  rowVersion: number;
  creatorName: string;
  createDate: string;
  updaterName: string | null;
  updateDate: string | null;
};
export type StampKey = keyof Stamped | 'tenantName' | 'parentName' | 'parentCode' | 'pid';

export const stampLabels: Readonly<Record<StampKey, Label>> = {
  id: ['主键', '主鍵', 'Id'],
  tenantCode: ['租户编码', '租戶編碼', 'Tenant code'],
  tenantName: ['租户名称', '租戶名稱', 'Tenant name'],
  rowVersion: ['版本', '版本', 'Version'],
  creatorName: ['创建人', '建立人', 'Created by'],
  createDate: ['创建时间', '建立時間', 'Created at'],
  updaterName: ['修改人', '修改人', 'Changed by'],
  updateDate: ['修改时间', '修改時間', 'Changed at'],
  pid: ['上级', '上級', 'Parent'],
  parentCode: ['上级编码', '上級編碼', 'Parent code'],
  parentName: ['上级名称', '上級名稱', 'Parent name'],
};

/** Nobody wrote what came with the product or from its own work, and what stands at the top has nothing above it. */
export const noStamp = {
  creatorName: ['系统', '系統', 'System'],
  parentName: ['顶级', '頂層', 'Top level'],
} as const;

/** A tree row also names its parent; '0' stands for "no parent", as everywhere in the product. */
export interface Node {
  pid: string;
  parentCode: string | null;
  parentName: string | null;
}

export type ValuesOf<E extends Entity> = Values<E['fields']>;
/** A row as the list, the picker and the detail call answer it. */
export type RowOf<E extends Entity> = Stamped & Values<E['fields']> & RefNames<E['fields']>;

export function defineEntity<const Name extends string, const F extends Fields>({
  without = [],
  listed,
  paged,
  unique,
  codeField = 'code',
  nameField = 'name',
  ...facts
}: EntityInput<Name, F>): Entity<Name, F> {
  checkOwner(facts, facts.fields);
  const tree = facts.tree ?? false;
  const usual: readonly Call[] =
    tree && !paged
      ? ['list', 'info', 'save', 'update', 'delete', 'export', 'import', 'enable', 'disable']
      : [
          'page',
          ...(listed ? ['list' as const] : []),
          'info',
          'save',
          'update',
          'delete',
          'deleteBatch',
          'export',
          'import',
          'enable',
          'disable',
        ];
  return {
    kind: 'entity',
    realm: 'tenant',
    readBy: 'session',
    ...facts,
    tree,
    ...(facts.classes === undefined ? {} : { where: { [facts.classes.flag]: '0' } }),
    codeField,
    nameField,
    unique: unique ?? (facts.fields[codeField]?.required ? [codeField] : []),
    // What cannot be taken out as a list, or not be made by hand, does not come in as one.
    calls: usual.filter(
      (call) =>
        !without.includes(call) &&
        (call !== 'import' || !(without.includes('export') || without.includes('save'))) &&
        ('status' in facts.fields || (call !== 'enable' && call !== 'disable')),
    ),
  };
}

/** The classes of a noun, as the noun of their own screen: the same records and calls under other grants. */
export function classesIn({ classes, ...entity }: Entity): Entity | undefined {
  return classes === undefined
    ? undefined
    : { ...entity, name: classes.name, label: classes.label, screen: classes.screen, where: { [classes.flag]: '1' } };
}

/** Logs and settings are known by their id alone. */
export const hasCode = (entity: Entity): boolean => entity.fields[entity.codeField]?.kind === 'text';

/** Whether fields hold one of the values that something asks for; of entities and documents alike. */
export const fits = (when: EntityVerb['when'], row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(when ?? {}).every(([key, values]) => values.includes(String(row[key])));

/** Both are shared by the button and the server. */
export const isVerbOffered = ({ when }: EntityVerb, row: Readonly<Record<string, unknown>>): boolean => fits(when, row);
export const isChangeable = ({ changedWhen }: Entity, row: Readonly<Record<string, unknown>>): boolean =>
  fits(changedWhen, row);
