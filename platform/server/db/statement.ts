import type { RawRows } from './raw.ts';

/** SQL with its values. The text is a constant of the program or built from allow-listed parts, never from input. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** What its rows are, where whoever wrote it says so. Tests compare it with what the database answers. */
  readonly shape?: Shape;
  /**
   * Fetch this many rows and keep the rest waiting under the portal's name until the transaction ends; then fetch on.
   */
  readonly fetch?: {
    readonly portal: string;
    readonly rows: number;
    readonly isContinued: boolean;
    /** Takes the rows as they come, on the report lane; none are answered. */ readonly raw?: RawRows;
  };
}
export type Row = Record<string, unknown>;

/** What a column arrives as. The numbers are those of PostgreSQL's types that arrive so. */
const kinds = {
  text: [25, 1042, 1043],
  uuid: [2950],
  date: [1082],
  instant: [1184],
  decimal: [1700],
  integer: [20, 21, 23],
  boolean: [16],
  texts: [1009, 2951],
  json: [114, 3802],
  nothing: [2278],
} as const;
type Kind = keyof typeof kinds;
interface Values {
  readonly text: string;
  readonly uuid: string;
  readonly date: string;
  readonly instant: string;
  readonly decimal: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly texts: readonly string[];
  readonly json: unknown;
  /** Of a function that is called for what it does. */
  readonly nothing: '';
}

/** The columns of a row by the names they have here; `decimal?` may be null. */
export type Shape = Readonly<Record<string, Kind | `${Kind}?`>>;
export type RowOf<S extends Shape> = {
  -readonly [Name in keyof S]: S[Name] extends `${infer Of extends Kind}?`
    ? Values[Of] | null
    : S[Name] extends Kind
      ? Values[S[Name]]
      : never;
};

declare const answered: unique symbol;
/** A statement that says what its rows are. */
export interface TypedStatement<Answered extends object> extends Statement {
  readonly [answered]: Answered;
}

/** SQL that answers rows of this shape. */
export const statement = <const S extends Shape>(
  shape: S,
  text: string,
  values: readonly unknown[] = [],
): TypedStatement<RowOf<S>> => ({ shape, text, values }) as unknown as TypedStatement<RowOf<S>>;

/**
 * SQL whose columns are those of a definition: the drift test holds definition and table together, so no shape is said
 * twice.
 */
export const derived = <Answered extends object>(
  text: string,
  values: readonly unknown[] = [],
): TypedStatement<Answered> => ({ text, values }) as unknown as TypedStatement<Answered>;

/** Where a shape and the columns that the database describes differ; null when they agree. */
export function shapeFault(
  shape: Shape,
  columns: readonly { readonly name: string; readonly type: number }[],
): string | null {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const faults = [
    ...Object.entries(shape).flatMap(([name, said]) => {
      const type = types.get(name);
      const allowed: readonly number[] = kinds[said.replace('?', '') as Kind];
      if (type === undefined) return [`${name} is not answered`];
      return allowed.includes(type) ? [] : [`${name} is no ${said} (type ${type})`];
    }),
    ...[...types.keys()].filter((name) => !(name in shape)).map((name) => `${name} is answered and not said`),
  ];
  return faults.length === 0 ? null : faults.join(', ');
}

/** Statements of one batch by the names under which their rows are known: nobody counts positions. */
export type Reads = Readonly<Record<string, Statement>>;
export type RowsOf<Named> = { readonly [Name in keyof Named]: Answers<NonNullable<Named[Name]>> };
/** Of a read that is asked only sometimes, too; `never` is one that this branch does not ask. */
export type Answers<Read> = [Read] extends [never]
  ? readonly never[]
  : Read extends TypedStatement<infer Answered>
    ? readonly Answered[]
    : readonly Row[];

/** Rows of a batch by the names of its reads, where nothing more is known of them. */
export type NamedRows = Readonly<Record<string, readonly Row[]>>;

/** Of these names some; of any names whatever there is. */
export type Some<Named> = string extends keyof Named ? Named : Partial<Named>;

/** Rows as they came, known from here on as what their statements say they are. */
export const answersTo = <const Asked extends readonly Statement[]>(
  _asked: Asked,
  rows: readonly (readonly Row[])[],
): RowsOf<Asked> => rows as RowsOf<Asked>;

/** The same of one statement. */
export const answerTo = <Asked extends Statement>(
  _asked: Asked,
  [rows = []]: readonly (readonly object[])[],
): Answers<Asked> => rows as Answers<Asked>;

/** Sends named statements as one batch, and answers the rows of each under its name. */
export async function sendNamed<Named extends Reads>(
  reads: Named,
  send: (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>,
): Promise<RowsOf<Named>> {
  const names = Object.keys(reads);
  const results = await send(Object.values(reads));
  return Object.fromEntries(names.map((name, i) => [name, results[i] ?? []])) as RowsOf<Named>;
}
