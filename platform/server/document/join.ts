import type { Document } from '#platform/model/document.ts';
import type { Reads } from '#platform/server/db/statement.ts';
import type { DocumentHooks, Facts } from './serve.ts';
import { bothStandings, type StandingHooks } from './standing-hooks.ts';

/** The hooks of a verb that somebody else may add to. */
export type Joining<D extends Document = Document, Named extends Reads = Reads> = Pick<
  DocumentHooks<D, Named>,
  'verbReads' | 'before' | 'after' | 'sets' | 'standing' | 'afterSave' | 'afterDelete'
>;

/**
 * What a module does when a document of another module is acted on: signing earns points, a return proposes a red
 * invoice, an audit tells another system. The document knows nothing of it. Reads join the batch that opens the
 * transaction, guards run behind those of the document, effects join the same write.
 */
export interface Join {
  /** The document it joins. */
  readonly of: string;
  /** Keeps its reads apart from those of the document and of other joins. */
  readonly name: string;
  readonly hooks: Joining;
}

export const joinDocument = <D extends Document, Named extends Reads>(
  document: D,
  name: string,
  hooks: Joining<D, Named>,
): Join => ({ of: document.name, name, hooks: hooks as unknown as Joining });

/**
 * The hooks of a document with all that joins it, in the order of the modules from the ground up: whoever stands higher
 * locks later (documents, capital, promotion usage, cost, stock, points, payable, budget).
 */
export function withJoins(own: DocumentHooks, joins: readonly Join[]): DocumentHooks {
  if (joins.length === 0) return own;
  const verbsWith = (kind: 'before' | 'after' | 'sets'): readonly string[] => [
    ...new Set([own[kind], ...joins.map(({ hooks }) => hooks[kind])].flatMap((verbs) => Object.keys(verbs ?? {}))),
  ];
  const standing = [own, ...joins.map(({ hooks }) => hooks)].reduce<StandingHooks | undefined>(
    (known, hooks) => bothStandings(known, hooks.standing),
    undefined,
  );
  return {
    ...own,
    ...(standing === undefined ? {} : { standing }),
    ...savedWith(own, joins),
    verbReads: (ids, verb) =>
      Object.assign({}, own.verbReads?.(ids, verb), ...joins.map((join) => readsOf(join, ids, verb))) as Reads,
    before: Object.fromEntries(
      verbsWith('before').map((verb): [string, NonNullable<NonNullable<DocumentHooks['before']>[string]>] => [
        verb,
        async (ctx, bill, facts) => {
          await own.before?.[verb]?.(ctx, bill, facts);
          for (const join of joins) await join.hooks.before?.[verb]?.(ctx, bill, factsOf(join, facts));
        },
      ]),
    ),
    after: Object.fromEntries(
      verbsWith('after').map((verb): [string, NonNullable<NonNullable<DocumentHooks['after']>[string]>] => [
        verb,
        async (ctx, bill, facts) => {
          let changes = await own.after?.[verb]?.(ctx, bill, facts);
          for (const join of joins) {
            const more = await join.hooks.after?.[verb]?.(ctx, bill, factsOf(join, facts));
            if (more !== undefined) changes = { ...changes, ...more };
          }
          return changes;
        },
      ]),
    ),
    sets: Object.fromEntries(
      verbsWith('sets').map((verb): [string, NonNullable<NonNullable<DocumentHooks['sets']>[string]>] => [
        verb,
        (bill, facts) =>
          Object.assign(
            {},
            own.sets?.[verb]?.(bill, facts),
            ...joins.map((join) => join.hooks.sets?.[verb]?.(bill, factsOf(join, facts))),
          ) as Readonly<Record<string, unknown>>,
      ]),
    ),
  };
}

/** Of joins that follow a save or a delete; a document without any has none. */
function savedWith(own: DocumentHooks, joins: readonly Join[]): Pick<DocumentHooks, 'afterSave' | 'afterDelete'> {
  const all = [own, ...joins.map(({ hooks }) => hooks)];
  const saved = all.flatMap(({ afterSave }) => afterSave ?? []);
  const deleted = all.flatMap(({ afterDelete }) => afterDelete ?? []);
  return {
    ...(saved.length === 0
      ? {}
      : {
          afterSave: async (ctx, bill, previous) => {
            for (const follow of saved) await follow(ctx, bill, previous);
          },
        }),
    ...(deleted.length === 0
      ? {}
      : {
          afterDelete: async (ctx, ids) => {
            for (const follow of deleted) await follow(ctx, ids);
          },
        }),
  };
}

/** No name that a document could give to a read of its own. */
const nameIn = ({ name }: Join, read: string): string => `${name}: ${read}`;

const readsOf = (join: Join, ids: readonly string[], verb: string): Reads =>
  Object.fromEntries(
    Object.entries(join.hooks.verbReads?.(ids, verb) ?? {}).map(([read, statement]) => [nameIn(join, read), statement]),
  );

/** What a join asked for, under the names it gave. */
function factsOf(join: Join, facts: Facts): Facts {
  const lead = nameIn(join, '');
  const own = Object.entries(facts.rows).filter(([name]) => name.startsWith(lead));
  return { ...facts, rows: Object.fromEntries(own.map(([name, rows]) => [name.slice(lead.length), rows])) };
}
