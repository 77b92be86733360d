import { AsyncLocalStorage } from 'node:async_hooks';
import { answersTo, type Row, type Statement } from '#platform/server/db/statement.ts';
import type { Door, Transaction } from '#platform/server/db/door.ts';

/** Before every network write of a transaction: who is about to write, and on which backend (null: none yet). */
export type Gate = (session: number, pid: number | null) => Promise<void>;

/** Which session of an interleaving the running code belongs to; code outside of one passes every gate. */
export const session = new AsyncLocalStorage<number>();

interface Stepping {
  readonly gate: Gate;
  readonly rewrite?: (text: string) => string;
}

/**
 * The product's own door with a gate before each write, so that a seed decides who goes next: the product cannot tell.
 * `rewrite` plants a fault in the SQL on its way, to see the explorer find it.
 */
export function steppingDoor(door: Door, { gate, rewrite = (text) => text }: Stepping): Door {
  return {
    ...door,
    transaction(caller, lane) {
      const tx = door.transaction(caller, lane);
      const mine = session.getStore();
      return mine === undefined ? tx : stepped(tx, mine);
    },
  };

  function stepped(tx: Transaction, mine: number): Transaction {
    let pid: number | null = null;
    const planted = (statement: Statement): Statement => ({ ...statement, text: rewrite(statement.text) });
    return {
      ...tx,
      async run(statements) {
        await gate(mine, pid);
        const rows: readonly (readonly Row[])[] = await tx.run([...statements.map(planted), whoAmI]);
        pid = (rows.at(-1)?.[0]?.['pid'] as number | undefined) ?? null;
        return answersTo(statements, rows.slice(0, -1));
      },
      queue(statement, whenRead, refuse) {
        tx.queue({ ...statement, text: rewrite(statement.text) }, whenRead, refuse);
      },
      async commit() {
        await gate(mine, pid);
        await tx.commit();
      },
    };
  }
}

const whoAmI: Statement = { text: 'select pg_backend_pid() as pid', values: [] };

export type Interleaving = { readonly trace: string; readonly kills: number };

/**
 * Runs sessions side by side; a seeded choice lets one write at a time go, unless it waits for a lock, and sometimes
 * ends its backend instead. The same seed gives the same order as long as nobody is slower than `patience`.
 */
export function explorer({
  terminate,
  killRate,
  patience = 12,
}: {
  terminate: (pid: number) => Promise<unknown>;
  killRate: number;
  patience?: number;
}) {
  interface Waiting {
    readonly who: number;
    readonly pid: number | null;
    readonly go: () => void;
  }
  let waiting: Waiting[] = [];
  let wake: () => void = () => undefined;
  const gate: Gate = (who, pid) =>
    new Promise((go) => {
      waiting.push({ who, pid, go });
      wake();
    });

  async function explore(seed: number, sessions: readonly (() => Promise<void>)[]): Promise<Interleaving> {
    const random = seeded(seed);
    const steps: string[] = [];
    let kills = 0;
    waiting = [];
    const running = new Set(sessions.keys());
    const done = Promise.all(
      sessions.map((work, who) =>
        session.run(who, work).finally(() => {
          running.delete(who);
          wake();
        }),
      ),
    );
    // A session that fails ends the exploration below; until then its failure is not unheard.
    done.catch(() => undefined);
    while (running.size > 0) {
      const next = waiting.toSorted((a, b) => a.who - b.who)[Math.floor(random() * waiting.length)];
      if (next === undefined) {
        await until(() => waiting.length > 0 || running.size === 0, 4000);
        continue;
      }
      waiting = waiting.filter((each) => each !== next);
      const isKilled = next.pid !== null && random() < killRate;
      if (isKilled) {
        await terminate(next.pid);
        kills += 1;
      }
      steps.push(`${next.who}${isKilled ? '!' : ''}`);
      next.go();
      await until(() => !running.has(next.who) || waiting.some((each) => each.who === next.who), patience);
    }
    await done;
    return { trace: steps.join(' '), kills };
  }

  function until(holds: () => boolean, limit: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(finish, limit);
      function finish(): void {
        clearTimeout(timer);
        wake = () => undefined;
        resolve();
      }
      wake = () => {
        if (holds()) finish();
      };
      wake();
    });
  }

  return { gate, explore };
}

/** A small generator with a seed (mulberry32): Math.random could not be replayed. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
