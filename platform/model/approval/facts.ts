import type { Measure } from '#platform/model/field.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';

/** Red is blocked, orange is worth a look; a word stands beside either, always. */
export type FactTone = 'blocked' | 'unusual' | 'plain';

/** The one thing that a row of the inbox says of its document, and what a summary of several adds up. */
export interface Glance {
  readonly tone: FactTone;
  readonly text: string;
  /** What the row is called where the document has no partner. */
  readonly title?: string;
  /** In percent; absent for whoever may not know it. */
  readonly margin?: string;
}

/** Words and the figures among them: `[{ text: '缺 ' }, { text: '3', isFigure: true }]`. */
export interface SentencePart {
  readonly text: string;
  readonly isFigure?: true;
}
export interface Sentence {
  readonly tone: FactTone;
  readonly parts: readonly SentencePart[];
}

/** A figure with its gauge: how much of a whole, with a mark where a bound is, or a cell for each line. */
export interface ApprovalFact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly measure?: Measure;
  readonly tone: FactTone;
  readonly note: string;
  readonly gauge?: { readonly share: number; readonly mark?: number } | { readonly cells: readonly FactTone[] };
}

export interface ShownColumn {
  readonly key: string;
  readonly label: string;
  readonly measure?: Measure | 'percent';
  /** Where in the row its unit stands. */
  readonly unitFrom?: string;
  /** Where in the row its code stands, for whoever points at the name. */
  readonly hintFrom?: string;
  /** Of second rank: what the figures beside it are compared with. */
  readonly isQuiet?: true;
}
export interface ShownLine {
  readonly id: string;
  readonly no: number;
  /** Higher is worse; 0 is as usual. */
  readonly weight: number;
  readonly cells: Readonly<Record<string, string | null>>;
  readonly tones: Readonly<Record<string, FactTone>>;
}
export interface ShownLines {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ShownLine[];
}

export interface Remedy {
  readonly verb: string;
  readonly row: Readonly<Record<string, string | null>>;
}

/** What a module tells whoever must decide on a document of its own, worked out for the one that he opened. */
export interface ApprovalFacts {
  readonly facts: readonly ApprovalFact[];
  readonly unusual: readonly Sentence[];
  /** In place of the lines as the definition gives them. */
  readonly lines?: ShownLines;
  /** Actions of the noun that would mend what is blocked, each with the row it is offered for. */
  readonly remedies?: readonly Remedy[];
}

/** A sentence of a label: what is filled in is a figure, but for names. */
export function sentence(
  language: Language,
  tone: FactTone,
  label: Label,
  params: Readonly<Record<string, string>> = {},
): Sentence {
  const parts = textOf(label, language)
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part): SentencePart => {
      const key = /^\{(\w+)\}$/.exec(part)?.[1];
      if (key === undefined) return { text: part };
      return key === 'name' || key === 'place' || key === 'unit'
        ? { text: params[key] ?? '' }
        : { text: params[key] ?? '', isFigure: true };
    });
  return { tone, parts };
}
