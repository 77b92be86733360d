import type { Type } from '#workflow/model/engine/feel.ts';

/** A document as whoever draws or routes is told of it. */
export interface Drawable {
  readonly docType: string;
  /** Its definition, in the browser: what its fields are chosen from. */
  readonly noun: string;
  readonly name: string;
  /** Fields that hold a person. */
  readonly people: readonly string[];
  /** What a condition may ask. */
  readonly fields: readonly AskedField[];
  readonly head: readonly {
    readonly key: string;
    readonly name: string;
    /** At a step that allows it. */ readonly isChangeable: boolean;
  }[];
}
export interface AskedField {
  readonly key: string;
  readonly name: string;
  readonly type: Type;
  readonly choices?: readonly { readonly value: string; readonly name: string }[];
}

/** The rules of one type of document as they are put in order. */
export interface Board {
  readonly docType: string;
  readonly routeName: string;
  readonly saveUrl: string;
  readonly formName: string;
  readonly document: Drawable;
  /** Some documents of the type are audited by approval only. */
  readonly needsRoute: boolean;
  readonly processes: readonly BoardProcess[];
  readonly rules: readonly BoardRule[];
  /** Numbers of the newest documents, to try with. */
  readonly samples: readonly string[];
}
export interface BoardProcess {
  readonly key: string;
  readonly name: string;
  readonly isSuspended: boolean;
  /** The drawing it came from, where it is still there. */
  readonly modelId: string | null;
  readonly steps: readonly string[];
}
export interface BoardRule {
  /** Null for one that nobody has published yet. */
  readonly id: string | null;
  readonly rowVersion: number;
  readonly name: string;
  readonly processDefinitionKey: string;
  readonly condition: string | null;
  readonly organizeCodes: readonly string[];
  readonly status: string;
}

/** A document as conditions see it: what it is called, and a value of each name that a condition may use. */
export interface TriedBill {
  readonly id: string;
  readonly code: string;
  readonly partner: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of records that stand in the values as codes. */
  readonly names: Readonly<Record<string, string>>;
}

export interface Way {
  readonly steps: readonly {
    readonly name: string;
    readonly people: readonly { readonly name: string; readonly deputy: string | null }[];
    /** More than are named. */ readonly more: number;
  }[];
  readonly problem: string | null;
}

/** What rules would make of the documents of the last 30 days, beside those in force. */
export interface Change {
  readonly documents: number;
  /** There are more; the newest were looked at. */
  readonly isCapped: boolean;
  /** Of the rules as they were sent, in their order. */
  readonly rules: readonly { readonly before: number; readonly after: number }[];
  readonly none: { readonly before: number; readonly after: number };
  /** A condition could not be answered. */
  readonly stuck: { readonly before: number; readonly after: number };
  readonly changed: number;
  readonly examples: readonly { readonly id: string; readonly code: string }[];
}
