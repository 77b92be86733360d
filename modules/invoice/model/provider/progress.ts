/**
 * How far a request to the provider is. What was sent and not answered is `asked`: whether an invoice came of it only
 * the provider knows, so it is looked for before anything is sent again. A red confirmation goes the same way, and may
 * be taken back.
 */
export const requestStates = {
  waiting: '0',
  asked: '1',
  issued: '2',
  givenUp: '3',
  done: '4',
  refused: '5',
  byHand: '6',
  // Of confirmations: codes that a worker of an older release passes by.
  toConfirm: '7',
  confirming: '8',
  withdrawing: '9',
} as const;
export type RequestState = (typeof requestStates)[keyof typeof requestStates];

export type InvoiceCall = 'issue' | 'query' | 'file';
export type RedCall = 'redConfirm' | 'redQuery' | 'redWithdraw';
export type ProviderCall = InvoiceCall | RedCall;

/** What came of one call. `lost` is whatever leaves us without knowing. */
export type CallOutcome =
  | 'taken'
  | 'refused'
  | 'pending'
  | 'issued'
  | 'unknown'
  | 'fetched'
  | 'lost'
  // Of a red confirmation: the buyer has it before him, what he said, and that it is taken back, or cannot be.
  | 'atBuyer'
  | 'agreed'
  | 'buyerRefused'
  | 'expired'
  | 'withdrawn'
  | 'kept';

/** Seconds before it is tried again: after a fault, while the provider is still at it, and while a buyer thinks. */
export interface RetryPlan {
  readonly faults: readonly number[];
  readonly polls: readonly number[];
  /** The last one of each goes on. */
  readonly buyerPolls: readonly number[];
  readonly mostPolls: number;
}

/** Two hours of a provider that does not answer, a day of one that does not come to an end, six of a buyer. */
export const usualPlan: RetryPlan = {
  faults: [5, 15, 60, 300, 900, 1800, 3600],
  polls: [2, 5, 15, 60, 300],
  buyerPolls: [5, 15, 60, 300, 900, 1800],
  mostPolls: 300,
};

export interface Progress {
  readonly state: RequestState;
  /** Faults one after the other, and answers that it is still at it. */
  readonly faults: number;
  readonly polls: number;
}

const calls: Readonly<Partial<Record<RequestState, ProviderCall>>> = {
  [requestStates.waiting]: 'issue',
  [requestStates.asked]: 'query',
  [requestStates.issued]: 'file',
  [requestStates.toConfirm]: 'redConfirm',
  [requestStates.confirming]: 'redQuery',
  [requestStates.withdrawing]: 'redWithdraw',
};
export const callFor = (state: RequestState): ProviderCall | null => calls[state] ?? null;

/** Nothing more happens of itself. */
export const isOver = (state: RequestState): boolean => callFor(state) === null;

/** A confirmation that is no more: nothing of it can be taken back. */
export const isEnded = (outcome: CallOutcome): boolean =>
  outcome === 'buyerRefused' || outcome === 'expired' || outcome === 'withdrawn';

/** States of requests that something is done about. */
export const openStates = Object.values(requestStates).filter((state) => !isOver(state));

type Next = Progress & { readonly pause: number };
const on = (state: RequestState, pause = 0): Next => ({ state, faults: 0, polls: 0, pause });

/** Where a request is after one more call, and in how many seconds the next one follows. */
export function progressAfter(before: Progress, outcome: CallOutcome, plan: RetryPlan): Next {
  const { issued, done, refused } = requestStates;
  switch (outcome) {
    case 'refused':
      return on(refused);
    case 'issued':
      return on(issued);
    case 'taken':
      return on(looked(before.state), plan.polls[0]);
    case 'pending':
      return stillAtIt(before, plan.polls, plan);
    case 'atBuyer':
      return stillAtIt(before, plan.buyerPolls, plan);
    case 'lost':
    case 'unknown':
      return afterFault(before, outcome, plan);
    default:
      return on(done);
  }
}

function stillAtIt(before: Progress, pauses: readonly number[], { mostPolls }: RetryPlan): Next {
  const polls = before.polls + 1;
  if (polls >= mostPolls) return { state: requestStates.givenUp, faults: 0, polls, pause: 0 };
  return { state: looked(before.state), faults: 0, polls, pause: pauses[Math.min(polls, pauses.length - 1)] ?? 0 };
}

function afterFault(before: Progress, outcome: 'lost' | 'unknown', { faults: pauses }: RetryPlan): Next {
  const { issued, done, givenUp } = requestStates;
  const faults = before.faults + 1;
  const pause = pauses[faults - 1];
  // Its invoice is issued all the same: only the file is missing.
  if (pause === undefined) return { state: before.state === issued ? done : givenUp, faults, polls: 0, pause: 0 };
  const state = outcome === 'unknown' ? unknown(before.state) : lost(before.state);
  return { state, faults, polls: before.polls, pause };
}

/** Whoever sent something looks for it from now on; taking back is said again until it was heard. */
const lost = (state: RequestState): RequestState => (sends(state) ? looked(state) : state);
const sends = (state: RequestState): boolean => state === requestStates.waiting || state === requestStates.toConfirm;
const isOfConfirmation = (state: RequestState): boolean => callFor(state)?.startsWith('red') === true;
const looked = (state: RequestState): RequestState =>
  isOfConfirmation(state) ? requestStates.confirming : requestStates.asked;
const unknown = (state: RequestState): RequestState =>
  isOfConfirmation(state) ? requestStates.toConfirm : requestStates.waiting;
