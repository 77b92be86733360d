/**
 * A red confirmation (C5): none, entered, waiting for the buyer, red issued, agreed, refused, expired, withdrawn. While
 * it is under way the blue invoice is being reversed (issue 5).
 */
export type RedConfirmStatus = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7';
export interface RedConfirmation {
  readonly status: RedConfirmStatus;
  readonly issue: '1' | '3' | '5';
}

/** How long a buyer who has used the invoice may think about it; up to and including it is open. */
export const redConfirmHours = 72;

export const noRed: RedConfirmation = { status: '0', issue: '1' };

/** A buyer who has not used the invoice need not be asked. */
export const enterRed = (isUsedByBuyer: boolean): RedConfirmation => ({
  status: isUsedByBuyer ? '2' : '4',
  issue: '5',
});

/** Where a provider makes confirmations, it says whether the buyer must be asked, and what he said. */
export const askedRed: RedConfirmation = { status: '1', issue: '5' };

/** What a provider says of a confirmation. */
export type RedSaid = 'atBuyer' | 'agreed' | 'buyerRefused' | 'expired' | 'withdrawn';
const saidStates = { atBuyer: '2', agreed: '4', buyerRefused: '5', expired: '6', withdrawn: '7' } as const;

/** What was heard twice, or after its end, changes nothing; an agreed one is only taken back. */
export function heardRed(red: RedConfirmation, said: RedSaid): RedConfirmation {
  const isOpen = red.status === '1' || red.status === '2';
  if (said === 'withdrawn' ? !isOpen && red.status !== '4' : !isOpen) return red;
  return { status: saidStates[said], issue: said === 'atBuyer' || said === 'agreed' ? '5' : '1' };
}

/** After so many hours since it was entered. */
export const afterHours = (red: RedConfirmation, hours: number): RedConfirmation =>
  red.status === '2' && hours > redConfirmHours ? { status: '6', issue: '1' } : red;

export const answerRed = (red: RedConfirmation, isAgreed: boolean, hours: number): RedConfirmation => {
  const now = afterHours(red, hours);
  if (now.status !== '2') return now;
  return isAgreed ? { status: '4', issue: '5' } : { status: '5', issue: '1' };
};

export const withdrawRed = (red: RedConfirmation): RedConfirmation =>
  red.status === '1' || red.status === '2' || red.status === '4' ? { status: '7', issue: '1' } : red;

/** Only what was agreed to is issued; a provider that fails leaves it agreed. */
export const mayIssueRed = ({ status }: RedConfirmation): boolean => status === '4';
