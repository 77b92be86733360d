import type { ComponentType, ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';

type Picked = Readonly<Record<string, unknown>>;

export interface LiveLines {
  /** What of the head and of a line the answer depends on. */
  readonly headKeys: readonly string[];
  readonly lineKeys: readonly string[];
  /** All lines in one call, answered in their order. What was filled in before is asked for as empty. */
  readonly ask: (head: Picked, lines: readonly Picked[]) => Promise<LiveAnswer>;
  /** Of a saved line: what stands in it because it was filled in. */
  readonly filledIn: (line: Picked) => Picked;
  readonly columns: readonly LiveColumn[];
  /** In the place of the number of a line that nobody wrote. */
  readonly markOf?: (line: Picked) => ReactNode | undefined;
  /** Where the document is only read they are asked for once, too. */
  readonly isAskedInRead?: true;
  /** Shown quietly in a cell of the definition as long as it is empty: what a save would take. */
  readonly hints?: Readonly<Record<string, (facts: unknown) => ReactNode>>;
  /** Columns of the lines that make room for them, until somebody chooses otherwise. */
  readonly yielding?: readonly string[];
  /** Those that do so where the document is only read: a code whose name stands beside it. */
  readonly yieldingInRead?: readonly string[];
  /** Below the lines while they are written: what the same answer says of all of them. */
  readonly summary?: () => Promise<ComponentType<LiveSummaryProps>>;
  /** Beside the usual words where nobody answered: what else was not worked out. */
  readonly failed?: Label;
  /** A panel at the right of what is written. */
  readonly beside?: {
    readonly shortcut: string;
    /** Where it is kept whether it is open. */
    readonly setting: string;
    readonly label: Label;
    readonly load: () => Promise<ComponentType<LiveBesideProps>>;
  };
  /** Of a document that was just saved: what should not be overlooked; null when there is nothing to say. */
  readonly warnOf?: (saved: Picked) => string | null;
  /** Buttons of its own above the lines. */
  readonly Tools?: ComponentType<LineToolsProps>;
}
/** A line as somebody types it: what names its record, and what is written beside it. */
export interface TypedLine {
  readonly text: string;
  readonly changes: Readonly<Record<string, string>>;
}
export interface LineToolsProps {
  readonly isRead: boolean;
  readonly head: () => Picked;
  readonly typed: () => readonly TypedLine[];
  /** Behind what is written, with what their records bring; fields of the head only where nothing stands. */
  readonly begin: (head: Picked, lines: readonly TypedLine[]) => Promise<void>;
}
export interface LiveAnswer {
  readonly lines: readonly LiveLine[];
  /** Of the whole, for the summary alone. */ readonly about?: unknown;
}
export interface LiveBesideProps {
  readonly about: unknown;
  /** What is told is of an earlier question. */
  readonly isFailed: boolean;
  readonly onClose: () => void;
}
export interface LiveSummaryProps {
  readonly about: unknown;
  /** As they stand, with what was told of each. */
  readonly lines: readonly { readonly row: Picked; readonly facts: unknown }[];
  /** What a column of them adds up to. */
  readonly totals: ReadonlyMap<string, string>;
  /** Writes into a line, as if it was typed. */
  readonly onEdit: (at: number, changes: Picked) => void;
  /** Puts the cursor on a field of a line. */
  readonly onGo: (at: number, key: string) => void;
  readonly head: () => Picked;
  /** Writes into the head, as if it was typed. */
  readonly onHead: (changes: Picked) => void;
}
export interface LiveLine {
  /** Written where nobody typed anything else. */
  readonly fills: Picked;
  /** Written with them. */
  readonly follows: Picked;
  /** For the columns alone. */
  readonly facts: unknown;
}
export interface LiveColumn {
  readonly key: string;
  readonly label: Label;
  readonly after: string;
  readonly width: number;
  readonly align?: 'right' | 'center';
  /** Also where the document is only read, without facts unless they are asked for there. */
  readonly isInRead?: boolean;
  readonly isChrome?: boolean;
  readonly textOf: (row: Picked, facts: unknown) => string;
  readonly render: (row: Picked, facts: unknown) => ReactNode;
  /** Enter, F4 or a double click on the cell; false when there is nothing to open. */
  readonly open?: (row: Picked, facts: unknown) => boolean;
}
