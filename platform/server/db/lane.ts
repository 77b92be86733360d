import pg from 'pg';
import { sendBatch } from './batch.ts';
import { isBroken } from './outage.ts';
import { watchPool } from './pool-series.ts';
import type { Row, Statement } from './statement.ts';

/** Connections of one role, and how long whoever asks on them waits. */
export interface Lane {
  readonly pool: pg.Pool;
  /** Milliseconds that a batch may take, by the clock of this side: a frozen server keeps no time-out of its own. */
  readonly answerMs: number;
}

export interface LaneOptions {
  readonly url: string;
  readonly name: string;
  readonly max: number;
  /** What the connection asks for when it starts, as `-c` settings. */
  readonly options: string;
  /** Milliseconds until there is a connection: one of the pool that is free, or one that is made. */
  readonly waitMs: number;
  readonly answerMs: number;
  readonly Client?: typeof pg.Client;
}

/**
 * A connection that nothing is heard of (a machine that lost its power, a firewall that forgot it) is given up after
 * about 20 s: ten of silence, then ten questions of the system. Without the delay it would be two hours.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

export function openLane({ url, name, max, options, waitMs, answerMs, Client = pg.Client }: LaneOptions): Lane {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max,
    options,
    application_name: `qudao-${name}`,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    ...keptAlive,
  });
  // An idle connection that dies (restart of the server) is replaced at the next use; unheard, the event would end the
  // process.
  pool.on('error', () => undefined);
  // So does one in the middle of a transaction: its next statement fails and is answered as busy, the process lives on.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return { pool: watchPool(name, pool), answerMs };
}

/** Statements in one network write, one implicit transaction. */
export async function oneShot({ pool, answerMs }: Lane, statements: readonly Statement[]): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    const results = await sendBatch(client, statements, answerMs);
    client.release();
    return results;
  } catch (error) {
    client.release(isBroken(error));
    throw error;
  }
}
