import { get, post, put } from '#platform/web/api/client.ts';
import { isUnderWay, type SimulationRun } from '#sales/model/simulation/background.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { ofTab, type AskedPeriod } from './simulation-query.ts';

const path = '/channelsale/promotion/simulate/background';
/** More orders than one call tries (E-SIM-MANY). */
export const tooManyCode = 20337;
/** Milliseconds between two looks at what is under way. */
const lookEvery = 1000;

export const runsQuery = (activity: string) => ({
  queryKey: [...ofTab(activity), 'background'],
  queryFn: () => get<readonly SimulationRun[]>(path, { activity }, { isSilent: true }),
  refetchInterval: ({ state }: { readonly state: { readonly data?: readonly SimulationRun[] | undefined } }) =>
    (state.data ?? []).some(isUnderWay) ? lookEvery : (false as const),
});

/** What came of a run does not change any more. */
export const keptQuery = (activity: string, run: SimulationRun | null) => ({
  queryKey: [...ofTab(activity), 'kept', run?.id ?? null],
  enabled: run !== null,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => get<PeriodSimulation>(`${path}/result`, { id: run?.id ?? '' }, { isSilent: true }),
});

export const runInBackground = (
  activity: string,
  { from, to, isTogether, alternatives }: AskedPeriod,
): Promise<{ readonly id: string }> =>
  post<{ readonly id: string }>(path, { activity, period: { from, to }, isTogether, alternatives });

export const cancelRun = (id: string): Promise<null> => put<null>(`${path}/cancel`, { id });
