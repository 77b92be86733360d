import type pg from 'pg';
import { gauge } from '#platform/server/metrics/series.ts';

/** Pools of this process that are open, by lane; a closed one is watched no longer. */
const watched = new Map<pg.Pool, string>();

const perLane = (read: (pool: pg.Pool) => number) => (): readonly (readonly [{ lane: string }, number])[] => {
  const sums = new Map<string, number>();
  for (const [pool, lane] of watched) sums.set(lane, (sums.get(lane) ?? 0) + read(pool));
  return [...sums].map(([lane, sum]) => [{ lane }, sum]);
};

gauge(
  'qudao_pool_connections',
  'Connections to the database, by lane.',
  perLane(({ totalCount }) => totalCount),
  ['lane'],
);
gauge(
  'qudao_pool_busy',
  'Connections in use, by lane.',
  perLane(({ totalCount, idleCount }) => totalCount - idleCount),
  ['lane'],
);
gauge(
  'qudao_pool_waiting',
  'Requests that wait for a connection, by lane.',
  perLane(({ waitingCount }) => waitingCount),
  ['lane'],
);

export function watchPool(lane: string, pool: pg.Pool): pg.Pool {
  watched.set(pool, lane);
  const end = pool.end.bind(pool);
  pool.end = (): Promise<void> => {
    watched.delete(pool);
    return end();
  };
  return pool;
}
