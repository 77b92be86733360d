import type { Label } from './label.ts';

/** The life of a document: what it grew from and what grew from it, however far. */
export interface Life {
  readonly nodes: readonly LifeNode[];
  readonly links: readonly LifeLink[];
  /** There is more of it than was walked. */
  readonly isCut: boolean;
}

/**
 * A document of it. What the asker may not open is there without a name: it says that something follows, and not what.
 */
export interface LifeNode {
  readonly type: string;
  readonly id: string | null;
  readonly code: string | null;
  readonly billStatus: string | null;
  readonly cancelFlag: string | null;
  readonly billDate: string | null;
  readonly amount: string | null;
  readonly number: string | null;
  /** The one that was asked for. */
  readonly isSelf: boolean;
}

/** From one place in `nodes` to another. A link that ended stays as history. */
export interface LifeLink {
  readonly from: number;
  readonly to: number;
  readonly isActive: boolean;
  readonly number: string;
}

/**
 * In which layer each node stands: one behind the last of those that lead to it. Links that lead back in a circle are
 * left out of account, so that a picture can always be drawn.
 */
export function layersOf({ nodes, links }: Pick<Life, 'nodes' | 'links'>): readonly number[] {
  const into = nodes.map((_node, at) => links.filter((link) => link.to === at && link.from !== at));
  const layers = new Map<number, number>();
  const layerOf = (at: number, path: ReadonlySet<number>): number => {
    const known = layers.get(at);
    if (known !== undefined) return known;
    const before = (into[at] ?? [])
      .filter(({ from }) => !path.has(from))
      .map(({ from }) => layerOf(from, new Set([...path, at])));
    const layer = before.length === 0 ? 0 : Math.max(...before) + 1;
    layers.set(at, layer);
    return layer;
  };
  return nodes.map((_node, at) => layerOf(at, new Set([at])));
}

/** Fields of a head and the values of which one must stand there. */
type Condition = Readonly<Record<string, readonly string[]>>;

/** One step on the way of a document: by what it is known to be done, and what is done next to get there. */
export interface JourneyStep {
  readonly key: string;
  readonly label: Label;
  /** The state of a document that has come as far as this step: 待发货. */
  readonly waits: Label;
  /** It is done where all of these hold. */
  readonly done: Condition;
  /** It was turned down where all of these hold. */
  readonly refused?: Condition;
  /** The verb of the document, or what its module does to it, that takes the step. */
  readonly verb?: string;
  /** What the button says, where the verb is none of the document's own. */
  readonly verbLabel?: Label;
  /** What the step asks for, where the verb is none of the document's own. */
  readonly permission?: string;
  /** Its verb takes it only where this holds; elsewhere it is waited for. */
  readonly takenWhere?: Condition;
  /** It is taken of a closed document, too: what has left is signed for. */
  readonly isAfterClose?: true;
  /** Whoever wrote the document takes the step. */
  readonly isWriters?: true;
  /** Fields of the head that say who took it and when. */
  readonly by?: string;
  readonly at?: string;
}

export interface Journey {
  /** The state of a document that has come to its end; that of the bill when absent. */
  readonly over?: Label;
  readonly steps: readonly JourneyStep[];
}

/** A document that was made from another, as far as the reader may open it. */
export interface Made {
  readonly type: string;
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly cancelFlag: string;
}

/** How what is missing can be helped: something done to this document, or another one opened. */
export interface WayOut {
  readonly label: string;
  /** The best one is a button. */
  readonly isBest?: boolean;
  /** A verb or an action of the document. */
  readonly verb?: string;
  /** The line it is about, by its id. */
  readonly lineId?: string;
  readonly open?: Pick<Made, 'type' | 'id'>;
}

export interface Missing {
  /** In words, with names. */
  readonly text: string;
  /** Without it the next verb is not possible; otherwise it is only said. */
  readonly isBlocking: boolean;
  readonly ways: readonly WayOut[];
}

export interface StandingStep {
  readonly key: string;
  readonly label: string;
  readonly status: 'done' | 'now' | 'next' | 'refused';
  readonly by: string | null;
  readonly at: string | null;
}

/** What comes next: a verb of the document, an action of its module, or another document to open. */
export interface NextDeed {
  readonly verb: string;
  readonly label: string;
  readonly open?: Pick<Made, 'type' | 'id' | 'code'>;
  /** Why it cannot be done now; null where it can. */
  readonly reason: string | null;
}

/** Who has it in his hands: at most three names, and how many there are. */
export interface Holder {
  readonly names: readonly string[];
  readonly count: number;
  /** Whoever reads it may do it himself. */
  readonly isMine: boolean;
}

/** Where a document stands, told to one reader in his language. */
export interface BillStanding {
  readonly state: string;
  readonly tone: 'green' | 'red' | 'blue' | 'orange' | 'grey';
  /** Nothing comes after. */
  readonly isOver: boolean;
  /** Nobody where it is over, and nobody whom the reader may know. */
  readonly holder: Holder | null;
  /** The last thing that happened: since when it is so, by whom, what was done. */
  readonly since: { readonly at: string; readonly by: string | null; readonly did: string | null } | null;
  readonly steps: readonly StandingStep[];
  readonly next: NextDeed | null;
  readonly missing: readonly Missing[];
  readonly made: readonly Made[];
}
