/**
 * What was reached so far, step by step and added up, beside the year before, the target and where it leads: the
 * cumulated lines above, the steps as bars below.
 */
export interface PacePlan {
  readonly kind: 'pace';
  readonly names: readonly string[];
  /** Null from the first step on that is still to come. */
  readonly now: readonly (number | null)[];
  readonly before: readonly number[];
  readonly target: number | null;
  /** What it comes to if it goes on like this, and how that is written. */
  readonly forecast: { readonly value: number; readonly text: string } | null;
  readonly words: Readonly<Record<'now' | 'before' | 'target' | 'forecast', string>>;
  readonly format: (value: number) => string;
  readonly label: string;
  readonly onPick?: (index: number) => void;
}
export type AnyPlan = ChartPlan | PacePlan;

/** What a chart shows, said without the library that draws it. */
export interface ChartPlan {
  readonly kind: 'bar' | 'line' | 'share';
  /** Names along the axis. */
  readonly names: readonly string[];
  /** The last bar is all others as one: paler, for it is no rank. */
  readonly isRest?: boolean;
  readonly now: readonly (number | null)[];
  /** What it is compared with: a tick over a bar, a grey line. */
  readonly before?: readonly (number | null)[];
  readonly nowLabel: string;
  readonly beforeLabel?: string;
  /** A figure as it stands on a bar. */
  readonly format: (value: number) => string;
  /** For those who do not see it. */
  readonly label: string;
  readonly onPick?: (index: number) => void;
}
