type Answered = Readonly<Record<string, unknown>>;

/** What a form shows of a saved document where that is not what was answered, by the name of the document. */
export type ShownRecords = Readonly<Record<string, (record: Answered, isRead: boolean) => Answered>>;

export const ownShownRecords = new Map<string, ShownRecords[string]>();
export const shownRecord = (document: string, record: Answered, isRead: boolean): Answered =>
  ownShownRecords.get(document)?.(record, isRead) ?? record;
