import type { ApprovalFacts, Glance } from '#platform/model/approval/facts.ts';
import type { BillOf, Document, DraftOf, VerbOf } from '#platform/model/document.ts';
import type { Entity, RowOf } from '#platform/model/entity.ts';
import type { Command, LogEntry } from '#platform/server/command/command.ts';
import type { Label, Language } from '#platform/model/label.ts';
import type { Reads, Row, RowsOf, Some, TypedStatement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { StandingHooks } from './standing-hooks.ts';

type MaybePromise<T> = T | Promise<T>;

/** The records a draft refers to, read in the write that opened the transaction: `found(material, 'M001')`. */
export interface Facts<Named extends Reads = Reads> {
  found<E extends Entity>(noun: E, code: string): RowOf<E> | undefined;
  /** What whoever performs a verb said to it. */
  readonly message?: string;
  /** Which of the verb's kinds of reason it was. */
  readonly reasonKind?: string;
  /** What a verb asked for (`asks`), as it will be written into the head. */
  readonly said?: Row;
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
  /** What follows when they were switched on or off. */
  readonly afterToggle?: (ctx: Command, bills: readonly LockedBill<D>[], status: '0' | '1') => MaybePromise<void>;
  /** What approving the document needs beyond its definition. */
  readonly approval?: ApprovalHooks<D>;
  /** What is known of where it stands beyond its journey. */
  readonly standing?: StandingHooks<D>;
  /** Fields of the head that whoever opens this one is not told. */
  readonly veil?: (call: Call, bill: Row) => MaybePromise<readonly string[]>;
  /** The state that a verb leads to where that is not the one of its rule: what is done in one step is over. */
  readonly lands?: {
    readonly [V in VerbOf<D>]?: (bill: LockedBill<D>, facts: Facts<Named>) => keyof D['states'] & string;
  };
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
  /** What these are called where a condition is put together. */
  readonly labels?: Readonly<Record<string, Label>>;
  readonly values?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<Readonly<Record<string, unknown>>>;
  /** Audited by approval only: where no route fits it, it is not audited at all. */
  readonly needsRoute?: (bill: LockedBill<D>) => boolean;
  /** Saved to in approval: occupies what must be there until it is decided. */
  readonly onSubmit?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<void>;
  /** Rejected, terminated or withdrawn: gives it back. */
  readonly onReturn?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<void>;
  /** One line about each of these documents, for the list of what waits: one statement for all of them. */
  readonly glance?: Glances;
  /**
   * What whoever decides on this one should know. It only reads; the task is his right to what the bill itself says.
   */
  readonly facts?: (ctx: Command, bill: LockedBill<D>) => MaybePromise<ApprovalFacts>;
}

export interface Glances {
  readonly read: (ids: readonly string[]) => TypedStatement<object>;
  /** By the id of the document. */
  readonly told: (rows: readonly object[], language: Language) => ReadonlyMap<string, Glance>;
}
/** The statement and what is told of its rows, each row known as what the statement says it is. */
export const glancesOf = <Answered extends { readonly billId: string }>(
  read: (ids: readonly string[]) => TypedStatement<Answered>,
  told: (row: Answered, language: Language) => Glance | null,
): Glances => ({
  read,
  told: (rows, language) =>
    new Map(
      (rows as readonly Answered[]).flatMap((row) => {
        const glance = told(row, language);
        return glance === null ? [] : [[row.billId, glance] as const];
      }),
    ),
});

export type LockedBill<D extends Document> = BillOf<D> & { readonly creatorId: string };

/** Rules of a document with the name of the noun they belong to. */
export interface DocumentService {
  readonly of: string;
  readonly document: DocumentHooks;
}

export const serveDocument = <D extends Document, Named extends Reads = Reads>(
  document: D,
  hooks: DocumentHooks<D, Named>,
): DocumentService => ({
  of: document.name,
  document: hooks as unknown as DocumentHooks,
});
