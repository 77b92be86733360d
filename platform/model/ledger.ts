import type { RefTarget } from './field.ts';
import type { Label } from './label.ts';

/**
 * A ledger: one balance row per key, append-only entries, and what each source document still holds.
 * Stock is the first; capital, receivable, points and budget have the same shape.
 */
export interface Ledger<Name extends string = string, Key extends string = string, M extends string = string> {
  readonly kind: 'ledger';
  readonly name: Name;
  readonly label: Label;
  /**
   * Ledgers are locked in this order, lowest first, and after the documents: capital, promotion usage, cost, stock,
   * points, payable, budget.
   */
  readonly lockOrder: number;
  readonly key: readonly Key[];
  /** What the codes of its key are of: a balance is called by names. */
  readonly refs?: Readonly<Partial<Record<Key, () => RefTarget>>>;
  readonly measures: Readonly<Record<M, Label>>;
  /** available = plus − minus; what a reservation or an outflow may not exceed. */
  readonly available: { readonly plus: readonly string[]; readonly minus: readonly string[] };
  /**
   * The measure that reservations raise; every change of it is kept per source line. A ledger that promises nothing has
   * none.
   */
  readonly held?: string;
  /** The measure that may not fall below zero unless the row says so. */
  readonly floored?: string;
  /** Measures that are owed as well as owned: they may be below zero at any time. */
  readonly signed?: readonly string[];
  /** Measures that are counted in money and shown to the cent. */
  readonly money?: readonly string[];
  /** What an entry says beside its changes: the day an amount falls due. A reversal repeats it. */
  readonly notes?: Readonly<Record<string, 'date' | 'text'>>;
  /**
   * What is kept of it when a period is closed: in how many, in how much, and on whose books a balance is. Only of a
   * ledger to which nothing posts but what asks for an open period.
   */
  readonly monthEnd?: {
    readonly number?: readonly string[];
    readonly amount?: readonly string[];
    readonly organization: Key;
  };
  /** What entries are called, by the kind of posting. */
  readonly postTypes?: Readonly<Record<string, Label>>;
}

export function defineLedger<const Name extends string, const Key extends string, const M extends string>(
  ledger: Omit<Ledger<Name, Key, M>, 'kind' | 'available' | 'held' | 'floored' | 'signed' | 'money' | 'monthEnd'> & {
    readonly available: { readonly plus: readonly NoInfer<M>[]; readonly minus: readonly NoInfer<M>[] };
    readonly held?: NoInfer<M>;
    readonly floored?: NoInfer<M>;
    readonly signed?: readonly NoInfer<M>[];
    readonly money?: readonly NoInfer<M>[];
    readonly monthEnd?: {
      readonly number?: readonly NoInfer<M>[];
      readonly amount?: readonly NoInfer<M>[];
      readonly organization: NoInfer<Key>;
    };
  },
): Ledger<Name, Key, M> {
  return { kind: 'ledger', ...ledger };
}

/** One change asked of a ledger: the key, the changes of its measures, and the document line that causes it. */
export type Posting<L extends Ledger> = Readonly<Record<L['key'][number], string>> & {
  readonly changes: Readonly<Partial<Record<keyof L['measures'] & string, string>>>;
  readonly postType: string;
  readonly lineId: string;
  /**
   * The document line whose hold a change of the held measure raises or lowers; the posting line itself when absent.
   */
  readonly holder?: { readonly docId: string; readonly lineId: string };
  /** What may not become negative by this posting. */
  readonly guards: 'available' | 'floored' | 'nothing';
  /** The key may go below zero (a warehouse marked so). */
  readonly mayGoNegative?: boolean;
  readonly notes?: Readonly<Partial<Record<keyof NonNullable<L['notes']> & string, string | null>>>;
};
