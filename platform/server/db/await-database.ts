import { setTimeout as sleep } from 'node:timers/promises';
import type { Door } from './door.ts';
import { isOutage } from './outage.ts';
import { refuseUnsafeRole } from './role.ts';
import { refuseOtherSchema, type Versions } from './schema-version.ts';

export interface Waiting {
  /** Told at the first attempt in vain and about every ten seconds after it. */
  readonly say: (text: string) => void;
  readonly everyMs?: number;
}

/**
 * A process that starts while the database changes hands waits for it: exiting would make its supervisor give up, or
 * bring every process back at once. What does not pass (a role that is not fit, another schema, a
 * password) ends it.
 */
export async function awaitDatabase(door: Door, { say, everyMs = 1000 }: Waiting): Promise<Versions> {
  for (let tries = 0; ; tries += 1) {
    try {
      await refuseUnsafeRole(door);
      return await refuseOtherSchema(door);
    } catch (error) {
      if (!isOutage(error)) throw error;
      const { code, message } = error as { code?: string; message: string };
      if (tries % 10 < 2) say(`waiting for the database: ${[code, message].filter(Boolean).join(' ')}`);
      await sleep(everyMs);
    }
  }
}
