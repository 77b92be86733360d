/** What a draft would have made of the documents of the last quarter. */
export interface Rehearsal {
  /** What was played again: documents that were approved, or any of the type where none was yet. */
  readonly of: 'instances' | 'documents';
  readonly bills: number;
  /** More than were played; the newest are. */
  readonly found: number;
  readonly completed: number;
  /** Steps that people would have done, per document that came to its end. */
  readonly meanSteps: number;
  readonly steps: readonly {
    readonly element: string;
    readonly name: string;
    readonly times: number;
    readonly people: readonly { readonly name: string; readonly times: number }[];
  }[];
  readonly withoutApprover: readonly { readonly billCode: string; readonly element: string; readonly step: string }[];
  readonly stuck: readonly { readonly billCode: string; readonly reason: string }[];
  /** Elements that no document came to. */
  readonly dead: readonly { readonly element: string; readonly name: string }[];
}
