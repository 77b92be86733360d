export type AgeingBucket = 'current' | 'upTo30' | 'upTo60' | 'upTo90' | 'beyond';

/** Documents of one kind that a bucket counts: the first of them when there are many. */
export interface AgeingDocuments {
  readonly bucket: AgeingBucket;
  readonly type: string;
  readonly count: number;
  readonly codes: readonly string[];
}

/** What a customer owes by the days that have passed since it was due, and what he was charged in a year. */
export interface Ageing extends Readonly<Record<AgeingBucket, string>> {
  readonly total: string;
  readonly documents: readonly AgeingDocuments[];
  /** The number of the document that is due the longest. */
  readonly earliest: string | null;
  readonly charged: string;
  /** How long ago the first of it was charged. */
  readonly days: number;
}
