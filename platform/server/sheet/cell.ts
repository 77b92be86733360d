export interface SheetColumn {
  readonly title: string;
  readonly kind: 'text' | 'number' | 'date';
  readonly width?: number;
}

/**
 * Numbers and dates arrive as text ('12.5', '2025-01-31'): a float would round money, a serial number would shift days.
 */
export type Cell = string | number | null;

/** A text that is shown as wrong. */
export interface MarkedCell {
  readonly marked: string;
}

/**
 * A column for one person: titled in his language, with the names of its values. Plain data, so that another process
 * can be told.
 */
export interface ExportColumn extends SheetColumn {
  readonly key: string;
  readonly names?: Readonly<Record<string, string>>;
}
