/**
 * What belongs together without growing from each other: the receipt that names an order it pays, the statement that
 * holds what a document posted, and the loan that a receipt is of.
 */
export const shownKinds = { settle: 'settle', state: 'state', lend: 'lend' } as const;
