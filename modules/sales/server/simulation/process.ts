// A process of its own for one long simulation: people at their screens wait for nothing that is tried here.
import { Refusal } from '#platform/model/refusal.ts';
import type { Language } from '#platform/model/label.ts';
import { openDoor, type Caller } from '#platform/server/db/door.ts';
import { readingOf } from '#platform/server/http/route.ts';
import { mostBackgroundOrders } from '#sales/model/simulation/background.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { daysIn, simulationAsked } from '#sales/server/promotion/simulate-asked.ts';
import { simulatePeriod } from '#sales/server/promotion/simulate-period.ts';

/** Plain data: it comes as a message. */
export interface SimulationOrder {
  readonly url: string;
  readonly caller: Caller;
  readonly language: Language;
  readonly asked: unknown;
}
export type SimulationReport =
  | { readonly done: number; readonly total: number }
  | { readonly answer: PeriodSimulation }
  /** Trying again would find the same, where it is a refusal. */
  | { readonly error: string; readonly isRefusal: boolean };

/** Milliseconds between two reports. */
const reportEvery = 500;

process.once('message', (message) => {
  const order = message as SimulationOrder;
  simulated(order)
    .then((answer) => tell({ answer }))
    .catch((error: unknown) =>
      tell(
        error instanceof Refusal
          ? { error: error.textIn(order.language), isRefusal: true }
          : { error: error instanceof Error ? error.message : String(error), isRefusal: false },
      ),
    )
    .finally(() => {
      process.disconnect?.();
    });
});
// Whoever wanted the answer is gone.
process.once('disconnect', () => {
  process.exit();
});

async function simulated({ url, caller, asked: body }: SimulationOrder): Promise<PeriodSimulation> {
  const door = openDoor({ url, connections: 1, reportConnections: 1 });
  let told = 0;
  try {
    const call = readingOf(door, caller);
    const { asked, tried, activity, today, may } = await simulationAsked(call, body);
    if (asked.period == null) throw new Error('a simulation in the background has a period');
    const { isTogether, alternatives: changes } = asked;
    const answer = await simulatePeriod(
      call,
      { ...daysIn(asked.period, today), tried, isTogether, changes, may },
      {
        most: mostBackgroundOrders,
        isGone: () => false,
        onDone(done, total) {
          if (performance.now() - told < reportEvery) return;
          told = performance.now();
          void tell({ done, total });
        },
      },
    );
    if (answer === null) throw new Error('nobody has gone');
    return { activity, ...answer };
  } finally {
    await door.close();
  }
}

const tell = (report: SimulationReport): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(report, () => {
      resolve();
    });
  });
