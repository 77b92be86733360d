import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { instantText, today } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import type { SimulationRun } from '#sales/model/simulation/background.ts';
import { dayBefore } from '#sales/model/simulation/days-between.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { cancelRun, keptQuery, runInBackground, runsQuery } from './background-query.ts';
import { backgroundTexts } from './background-texts.ts';
import { periodQuery, type AskedPeriod } from './simulation-query.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { countText } from './simulation-words.ts';

/** A month back, and two other plans to compare with: what most people try first. */
const first = (): AskedPeriod => ({
  from: dayBefore(today(), 30),
  to: dayBefore(today(), 1),
  isTogether: true,
  alternatives: [
    { threshold: '120', benefit: '100' },
    { threshold: '100', benefit: '90' },
  ],
});

/** What is asked, and its answer: of the call itself, or kept of a run in the background. */
export function usePastOrders(activity: string) {
  const [asked, setAsked] = useState(first);
  const [shown, setShown] = useState<string | null>(null);
  const runs = useQuery(runsQuery(activity));
  const run = runs.data?.find(({ id }) => id === shown) ?? null;
  const kept = useQuery(keptQuery(activity, run?.state === 'done' ? run : null));
  const direct = useQuery({
    ...periodQuery(activity, asked),
    enabled: shown === null,
    placeholderData: (before) => before,
  });
  const isDirect = shown === null;
  return {
    asked,
    shown,
    run,
    runs: runs.data ?? [],
    answer: isDirect ? direct.data?.answer : kept.data,
    error: isDirect ? direct.error : kept.error,
    isBusy: isDirect ? direct.isFetching : kept.isFetching,
    done: isDirect
      ? direct.data !== undefined && direct.error === null
        ? say(texts.done, { count: countText(direct.data.answer.counted), seconds: direct.data.seconds })
        : null
      : keptText(run, kept.data),
    change: (more: Partial<AskedPeriod>): void => {
      setShown(null);
      setAsked((before) => ({ ...before, ...more }));
    },
    again: (): void => {
      setShown(null);
      void direct.refetch();
    },
    open: ({ id, from, to, isTogether, alternatives }: SimulationRun): void => {
      setAsked({ from, to, isTogether, alternatives });
      setShown(id);
    },
    start: async (): Promise<void> => {
      const started = await runInBackground(activity, asked).catch(() => null);
      await runs.refetch();
      if (started !== null) setShown(started.id);
    },
    giveUp: async ({ id }: SimulationRun): Promise<void> => {
      await cancelRun(id).catch(() => null);
      await runs.refetch();
    },
  };
}

const keptText = (run: SimulationRun | null, answer: PeriodSimulation | undefined): string | null =>
  run === null || answer === undefined
    ? null
    : say(backgroundTexts.keptOf, { count: countText(answer.counted), at: instantText(run.createDate) });
