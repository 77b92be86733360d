import type { Door, Transaction } from '#platform/server/db/door.ts';
import type { Leave } from './lanes.ts';

/** Takes one of the connections that a tenant may hold at once. */
export interface Share {
  readonly main: () => Promise<Leave>;
  readonly report: () => Promise<Leave>;
}

/**
 * The door as one tenant has it: a call holds a connection of the tenant's share as long as it holds one of the pool,
 * so that writers who wait for a locked row leave some to the other tenants.
 */
export function sharedDoor(door: Door, { main, report }: Share): Door {
  const share: Share = { main: onceOf(main), report: onceOf(report) };
  return {
    ...door,
    read: (caller, statements) => within(share.main, () => door.read(caller, statements)),
    report: (caller, statements) => within(share.report, () => door.report(caller, statements)),
    transaction: (caller, lane = 'main') => sharedTransaction(door.transaction(caller, lane), share[lane]),
  };
}

/** A request that holds a place and reads on beside its transaction, as an import does, would wait for itself. */
function onceOf(enter: () => Promise<Leave>): () => Promise<Leave> {
  let held = 0;
  return async () => {
    const leave = held > 0 ? null : await enter();
    held += 1;
    return () => {
      held -= 1;
      leave?.();
    };
  };
}

async function within<T>(enter: () => Promise<Leave>, work: () => Promise<T>): Promise<T> {
  const leave = await enter();
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Holds its place from the first write to its end, as it holds its connection. */
function sharedTransaction(tx: Transaction, enter: () => Promise<Leave>): Transaction {
  let leave: Leave | null = null;
  const end = (): void => {
    leave?.();
    leave = null;
  };
  return {
    queue: (...asked) => {
      tx.queue(...asked);
    },
    lead: (statements) => {
      tx.lead(statements);
    },
    identity: () => tx.identity(),
    async run(statements) {
      leave ??= await enter();
      return tx.run(statements);
    },
    async commit() {
      try {
        leave ??= await enter();
        await tx.commit();
      } finally {
        end();
      }
    },
    async rollback() {
      try {
        await tx.rollback();
      } finally {
        end();
      }
    },
  };
}
