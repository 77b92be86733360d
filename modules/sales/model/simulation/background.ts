import type { Change } from './simulation.ts';

/** A year of a large house; beyond it the rows of the answer would fill the process. */
export const mostBackgroundOrders = 200_000;
/** So many of one person wait or run; they are taken one after the other. */
export const mostWaiting = 5;
/** Answers are kept for so many days. */
export const keptDays = 30;

/** A simulation that nobody waits for. */
export interface SimulationRun {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly from: string;
  readonly to: string;
  readonly isTogether: boolean;
  readonly alternatives: readonly Change[];
  readonly done: number;
  /** Null until the orders are counted. */
  readonly total: number | null;
  /** Why it failed, in the language of whoever asked. */
  readonly error: string | null;
  readonly createDate: string;
}

export const isUnderWay = ({ state }: Pick<SimulationRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running';
