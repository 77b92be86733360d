import type { BillOf, Document, DraftOf, VerbOf } from '#platform/model/document.ts';
import type { Entity, RowOf, ValuesOf } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import type { Reads, Row, RowsOf } from '#platform/server/db/statement.ts';
import type { Command, LogEntry } from '#platform/server/command/command.ts';
import type { Use } from '#platform/server/entity/in-use.ts';
import type { PageAnswer } from '#platform/server/list/list.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';
import type { Exporter } from '#platform/server/export/plan.ts';

type MaybePromise<T> = T | Promise<T>;

/** Of these names some; of any names whatever there is. */
type Some<Named> = string extends keyof Named ? Named : Partial<Named>;
/** Rows of a batch by the names of its reads. */
export type NamedRows = Readonly<Record<string, readonly Row[]>>;

/**
 * Rows that are refused: a condition over `v`, the row as it would be written, `t`, the record it changes or nulls, and
 * `k.record`, what the row says.
 */
export interface RowRule {
  readonly key: string;
  readonly reason: Label;
  readonly refused: string;
}

/** Records that came with a new one: roles of a tenant, and how they are called. */
export interface Made {
  readonly what: string;
  readonly names: readonly string[];
}

/** Rules of an entity's own. Everything else derives from its definition. */
export interface EntityHooks<E extends Entity = Entity> {
  /**
   * What `beforeSave` must know of other records: it is read with the write that opens the transaction and costs no
   * round trip of its own.
   */
  readonly reads?: (given: Readonly<Record<string, unknown>>) => Reads;
  /** Sees secrets and virtual fields under their names in `given`. */
  readonly beforeSave?: (
    ctx: Command,
    next: ValuesOf<E>,
    previous: RowOf<E> | null,
    given: Readonly<Record<string, unknown>>,
    facts: NamedRows,
  ) => MaybePromise<ValuesOf<E>>;
  /**
   * The rule of `beforeSave` for all rows of a list at once. A noun with a rule and without this is imported row by
   * row, a few hundred at a time.
   */
  readonly rowRules?: readonly RowRule[];
  /** What it made beside a new record is told with the answer. */
  readonly afterSave?: (
    ctx: Command,
    saved: RowOf<E>,
    given: Readonly<Record<string, unknown>>,
    previous: RowOf<E> | null,
  ) => MaybePromise<void | readonly Made[]>;
  readonly beforeDelete?: (ctx: Command, rows: readonly RowOf<E>[]) => MaybePromise<void>;
  /** Deletes in its own way, where the application itself has no right to (logs). */
  readonly remove?: (call: Call, ids: readonly string[]) => Promise<null>;
  readonly afterDelete?: (ctx: Command, rows: readonly RowOf<E>[]) => MaybePromise<void>;
  /** What it adds to the rows of the list. A module above may add to a noun below it: stock to materials. */
  readonly answers?: readonly PageAnswer[];
  /** Which nouns refer to it, to say who keeps a record from being deleted; filled in where every module is known. */
  readonly uses?: readonly Use[];
  /** Answers the plain list in its own way. */
  readonly list?: (call: Call) => Promise<unknown>;
  /** What a verb sets on every chosen record; whatever else it does it does through `ctx`. */
  readonly verbs?: Readonly<
    Record<
      string,
      (
        ctx: Command,
        rows: readonly RowOf<E>[],
        given: Readonly<Record<string, unknown>>,
      ) => MaybePromise<Partial<ValuesOf<E>> | void>
    >
  >;
  readonly afterToggle?: (ctx: Command, rows: readonly RowOf<E>[], status: '0' | '1') => MaybePromise<void>;
}

/** The records a draft refers to, read in the write that opened the transaction: `found(material, 'M001')`. */
export interface Facts<Named extends Reads = Reads> {
  found<E extends Entity>(noun: E, code: string): RowOf<E> | undefined;
  /** What whoever performs a verb said to it. */
  readonly message?: string;
  /** The lines that a verb is performed on, where it is not the whole document. */
  readonly lineIds?: ReadonlySet<string>;
  /** What the document's reads answered, by their names; absent where this verb or save did not ask. */
  readonly rows: Some<RowsOf<Named>>;
}

/**
 * Rules of a document's own. Hooks run inside the transaction of the save or verb; an effect is a plain function call.
 * `Named` are all reads that the document declares.
 */
export interface DocumentHooks<D extends Document = Document, Named extends Reads = Reads> {
  /** Further reads that join the first write of a save or verb; `facts.rows` has their rows under their names. */
  readonly reads?: Some<Named>;
  /** The same for verbs, of the documents they are asked for. */
  readonly verbReads?: (ids: readonly string[], verb: string) => Some<Named>;
  /** The same for saves, of what is being saved: its codes may still be unknown ones. */
  readonly saveReads?: (draft: DraftOf<D>) => Some<Named>;
  readonly beforeSave?: (
    ctx: Command,
    draft: DraftOf<D>,
    facts: Facts<Named>,
    previous: BillOf<D> | null,
  ) => MaybePromise<DraftOf<D>>;
  /** What a save does to other documents: it joins the committing write, behind the document itself. */
  readonly afterSave?: (
    ctx: Command,
    bill: DraftOf<D> & { readonly id: string },
    previous: BillOf<D> | null,
  ) => MaybePromise<void>;
  readonly afterDelete?: (ctx: Command, ids: readonly string[]) => MaybePromise<void>;
  /** Guards beyond the state table; throws a refusal. */
  readonly before?: {
    readonly [V in VerbOf<D>]?: (ctx: Command, bill: LockedBill<D>, facts: Facts<Named>) => MaybePromise<void>;
  };
  /**
   * Effects. `bill` is as it stood before the verb, with `opSeq` already counted on. What it answers is told in the log
   * as changes.
   */
  readonly after?: {
    readonly [V in VerbOf<D>]?: (
      ctx: Command,
      bill: LockedBill<D>,
      facts: Facts<Named>,
    ) => MaybePromise<void | LogEntry['changes']>;
  };
  /** Verbs that can also be performed on single lines of one document. */
  readonly ofLines?: { readonly [V in VerbOf<D>]?: LineVerb<D> };
  /** What must hold before documents are switched on again. */
  readonly beforeEnable?: (ctx: Command, bills: readonly LockedBill<D>[]) => MaybePromise<void>;
  /** What approving the document needs beyond its definition. */
  readonly approval?: ApprovalHooks<D>;
  /** Fields of the head that whoever opens this one is not told. */
  readonly veil?: (call: Call, bill: Row) => MaybePromise<readonly string[]>;
  /** Head columns that a verb sets beside the state. */
  readonly sets?: {
    readonly [V in VerbOf<D>]?: (bill: LockedBill<D>, facts: Facts<Named>) => Readonly<Record<string, unknown>>;
  };
}

/** From which states, and where the document is then: closing one of two lines does not close it. */
export interface LineVerb<D extends Document = Document> {
  readonly from: readonly (keyof D['states'] & string)[];
  readonly to: (bill: LockedBill<D>, lineIds: ReadonlySet<string>) => keyof D['states'] & string;
}

/**
 * Figures that conditions of a process may ask for beside the fields of the head, and what happens when the document is
 * sent in and comes back.
 */
export interface ApprovalHooks<D extends Document = Document> {
  readonly names?: Readonly<Record<string, 'number' | 'text' | 'date' | 'boolean'>>;
  readonly values?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<Readonly<Record<string, unknown>>>;
  /** Where documents of its kind are approved at all, this one is not audited for want of a route that fits it. */
  readonly needsRoute?: (bill: LockedBill<D>) => boolean;
  /** Saved to in approval: occupies what must be there until it is decided. */
  readonly onSubmit?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<void>;
  /** Rejected, terminated or withdrawn: gives it back. */
  readonly onReturn?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<void>;
}

export type LockedBill<D extends Document> = BillOf<D> & { readonly creatorId: string };

/** A row of a file as it was read: its number in the file, and its values by field. */
export interface ListRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A list that becomes something else than records of its own: its rows go in together or not at all. */
export interface ListImport {
  /** What a row holds, and where the file is sent: `{path}/import`. It is in no menu and has no table. */
  readonly list: Entity;
  readonly permission: string;
  /** The noun that is made of it. */
  readonly makes: string;
  /** Asked before a byte of the file is taken. */
  readonly reads: Reads;
  readonly admit: (rows: NamedRows) => void;
  /** In the transaction of the import; what it has against rows it says with `RowsRefused`. */
  readonly take: (ctx: Command, rows: readonly ListRow[], fileName: string) => Promise<void>;
}

export interface Service {
  readonly of: string;
  readonly entity?: EntityHooks;
  readonly document?: DocumentHooks;
}

export const serveEntity = <E extends Entity>(entity: E, hooks: EntityHooks<E>): Service => ({
  of: entity.name,
  entity: hooks as unknown as EntityHooks,
});
export const serveDocument = <D extends Document, Named extends Reads = Reads>(
  document: D,
  hooks: DocumentHooks<D, Named>,
): Service => ({
  of: document.name,
  document: hooks as unknown as DocumentHooks,
});

/**
 * A module's server side: its model, the hooks of nouns with rules of their own, and routes that no definition gives.
 */
export interface ServerModule {
  readonly model: Module;
  readonly services: readonly Service[];
  readonly routes: readonly Route[];
  readonly jobs?: readonly JobHandler[];
  /** Of lists that are no nouns. */ readonly exporters?: readonly Exporter[];
  /** Files that become more than records. */ readonly lists?: readonly ListImport[];
  /** What must hold between its documents and the ledgers (J09). */ readonly checks?: readonly BookCheck[];
}
