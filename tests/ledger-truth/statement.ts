import type { DimensionKey } from '#report/model/dimension.ts';

/** Whose books, and of which days with both ends. */
export interface Books {
  readonly tenant: string;
  readonly from: string;
  readonly to: string;
}
/** A figure by its key, from documents and ledgers alone: `key`, `value`. It uses nothing of the report. */
export type Truth = (books: Books) => string;

/** What the measures of a report are by one of its dimensions. */
export interface FigureTruth {
  readonly by: DimensionKey;
  readonly told: Readonly<Record<string, Truth>>;
}

/** Documents that were audited and still stand, closed ones too. */
export const stands = (h: string, { tenant }: Books): string => `
  ${h}.tenant_code = '${tenant}'
  and ${h}.bill_status in ('1', '2')
  and ${h}.cancel_flag = '0'
  and ${h}.deleted_flag = '0'`;
export const within = (column: string, { from, to }: Books): string => `${column} between '${from}' and '${to}'`;

/** A figure of two others by the same key; a key that only one of them has counts nought of the other. */
export const combined = (a: string, b: string, value: string): string => `
  select coalesce(a.key, b.key) as key, ${value} as value
  from (${a}) a
  full join (${b}) b on b.key = a.key`;

/** Rows that a group counts, as several figures count them: their columns, their table and what must hold of them. */
export const grouped = (key: string, value: string, rows: string): string => `
  select ${key} as key, ${value} as value
  from ${rows}
  group by 1`;
