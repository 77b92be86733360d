import type { Document, HeadOf } from '#platform/model/document.ts';
import type { BillStanding } from '#platform/model/life.ts';
import type { Label } from '#platform/model/label.ts';
import type { Identity } from '#platform/server/db/door.ts';
import type { Reads, RowsOf } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';

/** What a module knows of where its documents stand, beyond what their journey says. */
export interface StandingHooks<D extends Document = Document, Named extends Reads = Reads> {
  /** Read in the same batch. */
  readonly reads?: (id: string) => Named;
  /** Whose work it is by what he may do: SQL over the head `t`, null where the step says it. */
  readonly permission?: string;
  /** Permissions that `tell` asks for beyond those of the steps. */
  readonly asks?: readonly string[];
  /** The standing with what the module adds: what is missing, who took a step and when, what comes next. */
  readonly tell?: (standing: InnerStanding, about: StandingFacts<D, Named>) => InnerStanding | Promise<InnerStanding>;
}

/** With the users whose work it is: whoever waits may remind them, and is not told their ids. */
export interface InnerStanding extends BillStanding {
  readonly holderIds: readonly string[];
}

export interface StandingFacts<D extends Document = Document, Named extends Reads = Reads> {
  readonly call: Call;
  readonly identity: Identity;
  readonly bill: HeadOf<D>;
  readonly rows: RowsOf<Named>;
  /** Of the journey's and the hooks' own permissions. */
  readonly may: (permission: string) => boolean;
  readonly say: (label: Label, values?: Readonly<Record<string, string | number>>) => string;
}

/** Hooks of a module with the reads they name; a document's own hooks and those of the workflow are told apart so. */
export const standingWith = <D extends Document, Named extends Reads>(
  _document: D,
  hooks: StandingHooks<D, Named>,
): StandingHooks<D> => hooks as unknown as StandingHooks<D>;

/** What two modules know of where a document stands; the second tells after the first. */
export function bothStandings(
  first: StandingHooks | undefined,
  second: StandingHooks | undefined,
): StandingHooks | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const permission = [second.permission, first.permission].filter((sql) => sql !== undefined).join(', ');
  return {
    reads: (id) => ({ ...first.reads?.(id), ...second.reads?.(id) }),
    asks: [...(first.asks ?? []), ...(second.asks ?? [])],
    ...(permission === '' ? {} : { permission: `coalesce(${permission})` }),
    tell: async (standing, about) => {
      const told = (await first.tell?.(standing, about)) ?? standing;
      return (await second.tell?.(told, about)) ?? told;
    },
  };
}
