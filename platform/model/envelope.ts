/** Every answered call is HTTP 200 with its own code inside (`decisions.md`). */
export interface Envelope<Data = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
  /** The total stops at 10,000; the exact figure costs a full count and is asked for on purpose. */
  readonly totalCapped?: true;
  /** Asked with `counts=1`: rows of each state under the same filters; a thousand stands for as many or more. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Not all rows were looked at: there are at least so many of each. */
  readonly countsCapped?: true;
  /** Where the next page starts when offsets end: sent back as `after`. */
  readonly next?: string;
}

export const pageSizes = [20, 50, 100, 200, 500] as const;
export const defaultPageSize = 20;
export const totalCap = 10_000;
export const maxPageSize = 500;

/** createDate sorts as create_date (000 §7). */
export function snakeCase(key: string): string {
  let snake = snakes.get(key);
  if (snake === undefined) snakes.set(key, (snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return snake;
}
/** Keys are those of the definitions: asked a hundred times per request, and there are not more than a few thousand. */
const snakes = new Map<string, string>();
export const camelCase = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
