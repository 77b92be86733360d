import type { ComponentType } from 'react';

type Picked = Readonly<Record<string, unknown>>;

/** How a document's lines are drawn where a grid of all their fields would hide what they say, by its name. */
export type OwnLineEditors = Readonly<Record<string, () => Promise<ComponentType<LineEditorProps>>>>;
export interface LineEditorProps {
  readonly isRead: boolean;
  readonly record: Picked | undefined;
  /** As they stand, each with an id; whoever changes one says its place. */
  readonly lines: readonly Picked[];
  /** The head as it stands. */
  readonly head: Picked;
  readonly work: LineWork;
}
/** How lines are written, and fields of the head from among them. */
export interface LineWork {
  readonly complaintsAt: (at: number) => Readonly<Record<string, string>> | undefined;
  readonly edit: (edits: readonly { readonly at: number; readonly changes: Picked }[]) => void;
  readonly add: (values: Picked) => void;
  readonly remove: (at: number) => void;
  readonly writeHead: (values: Picked) => void;
}
