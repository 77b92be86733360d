/** What the role is measured by, what waits for it, and what is about to go wrong. */
export type FigurePlace = 'money' | 'waiting' | 'warning';

/** A figure of the home page as the browser gets it: how much, since when, and the list that shows the same rows. */
export interface ShownFigure {
  readonly key: string;
  readonly place: FigurePlace;
  readonly label: string;
  /** Null where rows are counted and no money is summed. */
  readonly amount: string | null;
  readonly count: number;
  /** There are more rows than were looked at: the figure is a lower bound. */
  readonly isCapped: boolean;
  /** The same days a year ago, or the same weekday a week ago. */
  readonly before: { readonly amount: string; readonly of: 'year' | 'week' } | null;
  /** The oldest of what waits. */
  readonly since: string | null;
  /** Each of the last days, the latest last. */
  readonly days: readonly string[] | null;
  readonly isBad: boolean;
  readonly url: string;
  /** What stands in the form of the list. */
  readonly where: Readonly<Record<string, string>>;
}
