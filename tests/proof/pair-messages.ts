import type { Door } from '#platform/server/db/door.ts';
import { applyNext, type PeerOptions } from '#platform/server/peer/runner.ts';
import { peerOptions } from '#tests/peers.ts';
import type { World } from '#tests/world.ts';

/** The worker is gone: it says nothing more, and what it had not committed never was. */
class Death extends Error {}

/** A door that goes shut for good after so many words to the database and from it. */
export function mortalDoor(door: Door, breaths: number): Door {
  let left = breaths;
  const breathe = (): void => {
    left -= 1;
    if (left < 0) throw new Death();
  };
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    breathe();
    const result = await work();
    breathe();
    return result;
  };
  return {
    ...door,
    gate: (asked) => around(() => door.gate(asked)),
    transaction(caller, lane) {
      const tx = door.transaction(caller, lane);
      return { ...tx, run: (asked) => around(() => tx.run(asked)), commit: () => around(() => tx.commit()) };
    },
  };
}

/** A door whose first word is heard, and before whose second somebody else does something. */
function interrupted(door: Door, meanwhile: () => Promise<unknown>): Door {
  let isFirst = true;
  return {
    ...door,
    async gate(asked) {
      const rows = await door.gate(asked);
      if (isFirst) await meanwhile();
      isFirst = false;
      return rows;
    },
  };
}

/** What chance does to messages between two tenants; answers what it did. */
export function postman(world: World, random: () => number) {
  const options: PeerOptions = { ...peerOptions(world), log: { error: () => undefined, warn: () => undefined } };
  const tally = { deaths: 0, doubled: 0, unordered: 0, late: 0 };
  const release = (): Promise<unknown> =>
    world.sql('update sec.peer_message set lease_until = null where lease_until is not null');
  const oneOf = async (condition: string): Promise<string | null> => {
    const rows = await world.sql<{ id: string }>(`select id from sec.peer_message where ${condition} order by id`);
    return rows[Math.floor(random() * rows.length)]?.id ?? null;
  };

  const die = async (): Promise<void> => {
    tally.deaths += 1;
    await applyNext({ ...options, door: mortalDoor(world.door, Math.floor(random() * 14)) }).catch((error: unknown) => {
      if (!(error instanceof Death)) throw error;
    });
    // Its lease runs out.
    await release();
  };
  /** One takes it, is slow, and another takes it from him; or both ask at once. */
  const double = async (): Promise<void> => {
    tally.doubled += 1;
    if (random() < 0.5) {
      await Promise.all([applyNext(options), applyNext(options)]);
      return;
    }
    const door = interrupted(world.door, async () => {
      await release();
      await applyNext(options);
    });
    await applyNext({ ...options, door });
    await release();
  };
  const disorder = async (): Promise<void> => {
    tally.unordered += 1;
    const id = await oneOf(random() < 0.8 ? `state in ('0', '2')` : `state = '1'`);
    if (id !== null) await applyNext(options, id);
  };
  const delay = async (): Promise<void> => {
    tally.late += 1;
    const id = await oneOf(`state in ('0', '2')`);
    await world.sql(`update sec.peer_message set not_before = clock_timestamp() + interval '1 hour' where id = $1`, [
      id,
    ]);
  };
  const work = async (): Promise<string> => {
    for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
      const what = random();
      if (what < 0.25) await die();
      else if (what < 0.4) await double();
      else if (what < 0.55) await disorder();
      else if (what < 0.65) await delay();
      else await applyNext(options);
    }
    return '';
  };

  /** An hour goes by until nothing is left that can be applied; answers what cannot. */
  const drain = async (): Promise<readonly object[]> => {
    for (let rounds = 0; rounds < 50; rounds += 1) {
      await world.sql(`
        update sec.peer_message
        set lease_until = null, not_before = least(not_before, clock_timestamp() - interval '1 second')
        where state in ('0', '2')`);
      let applied = 0;
      for (let was = await applyNext(options); was !== 'nothing'; was = await applyNext(options))
        if (was === 'applied') applied += 1;
      if (applied === 0) break;
    }
    return world.sql(`select kind, refusal, refusal_text, payload from sec.peer_message where state in ('0', '2')`);
  };
  return { work, drain, tally };
}
