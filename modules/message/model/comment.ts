/** The longest comment, in letters. */
export const mostLetters = 2000;
/** So many people are called by one comment. */
export const mostMentions = 20;
/** So long a writer may take back what he said. */
export const minutesToTakeBack = 10;

export interface Mentioned {
  readonly id: string;
  readonly name: string;
}

/** What somebody said about a document. */
export interface Comment {
  readonly id: string;
  readonly authorId: string;
  readonly authorName: string;
  readonly content: string;
  /** The line of the document that it is about, and what stood there. */
  readonly lineNo: number | null;
  readonly quote: string | null;
  readonly mentions: readonly Mentioned[];
  readonly createDate: string;
  /** Its writer, as long as he may take it back. */
  readonly isRemovable: boolean;
}

/** Somebody who may be mentioned. */
export interface Reader extends Mentioned {
  readonly about: string | null;
  /** What else the name is found by: its pinyin. */
  readonly search: string;
}

/** How much there is behind each tab beside a document. */
export interface AsideCounts {
  readonly talk: number;
  readonly files: number;
  readonly changes: number;
}
