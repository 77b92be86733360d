/**
 * How far a request to the provider is. What was sent and not answered is `asked`: whether an invoice came of it only
 * the provider knows, so it is looked for before anything is sent again.
 */
export const requestStates = {
  waiting: '0',
  asked: '1',
  issued: '2',
  givenUp: '3',
  done: '4',
  refused: '5',
  byHand: '6',
} as const;
export type RequestState = (typeof requestStates)[keyof typeof requestStates];

export type ProviderCall = 'issue' | 'query' | 'file';

/** What came of one call. `lost` is whatever leaves us without knowing. */
export type CallOutcome = 'taken' | 'refused' | 'pending' | 'issued' | 'unknown' | 'fetched' | 'lost';

/** Seconds before it is tried again: after a fault, and while the provider is still at it (its last goes on). */
export interface RetryPlan {
  readonly faults: readonly number[];
  readonly polls: readonly number[];
  readonly mostPolls: number;
}

/** Two hours of a provider that does not answer, a day of one that does not come to an end. */
export const usualPlan: RetryPlan = {
  faults: [5, 15, 60, 300, 900, 1800, 3600],
  polls: [2, 5, 15, 60, 300],
  mostPolls: 300,
};

export interface Progress {
  readonly state: RequestState;
  /** Faults one after the other, and answers that it is still at it. */
  readonly faults: number;
  readonly polls: number;
}

export function callFor(state: RequestState): ProviderCall | null {
  if (state === requestStates.waiting) return 'issue';
  if (state === requestStates.asked) return 'query';
  return state === requestStates.issued ? 'file' : null;
}

/** Nothing more happens of itself. */
export const isOver = (state: RequestState): boolean => callFor(state) === null;

/** Where a request is after one more call, and in how many seconds the next one follows. */
export function progressAfter(
  before: Progress,
  outcome: CallOutcome,
  plan: RetryPlan,
): Progress & { readonly pause: number } {
  const { waiting, asked, issued, givenUp, done, refused } = requestStates;
  const on = (state: RequestState, pause = 0): Progress & { pause: number } => ({ state, faults: 0, polls: 0, pause });
  if (outcome === 'refused') return on(refused);
  if (outcome === 'issued') return on(issued);
  if (outcome === 'fetched') return on(done);
  if (outcome === 'taken') return on(asked, plan.polls[0]);
  if (outcome === 'pending') {
    const polls = before.polls + 1;
    if (polls >= plan.mostPolls) return { state: givenUp, faults: 0, polls, pause: 0 };
    return { state: asked, faults: 0, polls, pause: plan.polls[Math.min(polls, plan.polls.length - 1)] ?? 0 };
  }
  const faults = before.faults + 1;
  const pause = plan.faults[faults - 1];
  // Its invoice is issued all the same: only the file is missing.
  if (pause === undefined) return { state: before.state === issued ? done : givenUp, faults, polls: 0, pause: 0 };
  return { state: outcome === 'unknown' ? waiting : lost(before.state), faults, polls: before.polls, pause };
}

const lost = (state: RequestState): RequestState => (state === requestStates.waiting ? requestStates.asked : state);
