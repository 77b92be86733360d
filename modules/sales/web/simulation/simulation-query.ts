import { post } from '#platform/web/api/client.ts';
import type { Change, OneSimulation, PeriodSimulation, Simulation } from '#sales/model/simulation/simulation.ts';

export type Mode = Simulation['mode'];

export interface AskedPeriod {
  readonly from: string;
  readonly to: string;
  readonly isTogether: boolean;
  readonly alternatives: readonly Change[];
}

/** An answer, and how long it took: whoever waits wants to know for what. */
export interface Timed<Answer> {
  readonly answer: Answer;
  readonly seconds: string;
}

async function timed<Answer>(ask: Promise<Answer>): Promise<Timed<Answer>> {
  const start = performance.now();
  const answer = await ask;
  return { answer, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}

const path = '/channelsale/promotion/simulate';

/** What a tab read goes when it is closed or made anew. */
export const ofTab = (activity: string) => ['record', `simulatePromotion/${activity}`] as const;

/** Asked again by hand only: a command of another tab must not make the house try ten thousand orders once more. */
export const periodQuery = (activity: string, { from, to, isTogether, alternatives }: AskedPeriod) => ({
  queryKey: [...ofTab(activity), 'period', from, to, isTogether, alternatives],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    timed(
      post<PeriodSimulation>(
        path,
        { activity, period: { from, to }, isTogether, alternatives },
        { isSilent: true, signal },
      ),
    ),
});

export const oneQuery = (activity: string, asked: Readonly<Record<string, unknown>> | null) => ({
  queryKey: [...ofTab(activity), 'one', asked],
  enabled: asked !== null,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    timed(post<OneSimulation>(path, { activity, ...asked }, { isSilent: true, signal })),
});
