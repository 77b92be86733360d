/** What a chart shows, said without the library that draws it. */
export interface ChartPlan {
  readonly kind: 'bar' | 'line' | 'share';
  /** Names along the axis. */
  readonly names: readonly string[];
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
