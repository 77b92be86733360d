import type { Entity, RowOf, ValuesOf } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Reads, RowsOf, Some } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { PageAnswer } from '#platform/server/list/list.ts';
import type { Use } from './in-use.ts';

type MaybePromise<T> = T | Promise<T>;

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
export interface EntityHooks<E extends Entity = Entity, Named extends Reads = Reads> {
  /**
   * What `beforeSave` must know of other records: it is read with the write that opens the transaction and costs no
   * round trip of its own.
   */
  readonly reads?: (given: Readonly<Record<string, unknown>>) => Some<Named>;
  /** Sees secrets and virtual fields under their names in `given`. */
  readonly beforeSave?: (
    ctx: Command,
    next: ValuesOf<E>,
    previous: RowOf<E> | null,
    given: Readonly<Record<string, unknown>>,
    facts: Some<RowsOf<Named>>,
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

/** Rules of an entity with the name of the noun they belong to. */
export interface EntityService {
  readonly of: string;
  readonly entity: EntityHooks;
}

export const serveEntity = <E extends Entity, Named extends Reads = Reads>(
  entity: E,
  hooks: EntityHooks<E, Named>,
): EntityService => ({
  of: entity.name,
  entity: hooks as unknown as EntityHooks,
});
