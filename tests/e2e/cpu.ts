import type { Page } from 'playwright-core';

/** What the main thread of a page costs, in milliseconds of CPU: a busy machine is slow, but not more work. */
export interface Cpu {
  /** CPU of one round of `act`, over `rounds`; each is given time to be drawn. */
  of(rounds: number, act: (round: number) => Promise<unknown>, pause?: number): Promise<number>;
  /** Megabytes that are left after the garbage was collected. */
  heap(): Promise<number>;
  /** The calibration loop, here and now. */
  readonly loop: number;
}

export async function cpuOf(page: Page): Promise<Cpu> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (wanted: string): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted)?.value ?? 0;
  const of: Cpu['of'] = async (rounds, act, pause = 60) => {
    const before = await metric('TaskDuration');
    for (let round = 0; round < rounds; round += 1) {
      await act(round);
      await page.waitForTimeout(pause);
    }
    return (((await metric('TaskDuration')) - before) * 1000) / rounds;
  };
  const heap = async (): Promise<number> => {
    for (let round = 0; round < 4; round += 1) {
      await session.send('HeapProfiler.collectGarbage');
      await page.waitForTimeout(200);
    }
    return (await metric('JSHeapUsedSize')) / 1e6;
  };
  const loop = await of(
    3,
    () =>
      page.evaluate(
        '(() => { let sum = 0; for (let i = 0; i < 2e7; i += 1) sum = (sum * 31 + i) | 0; return sum; })()',
      ),
    0,
  );
  return { of, heap, loop };
}
