import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseName, laneSizes, withDatabase } from '#apps/api/environment.ts';
import { composeRoutes, exportersOf, serverModules } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { awaitDatabase } from '#platform/server/db/await-database.ts';
import { openDoor, type Door, type DoorOptions } from '#platform/server/db/door.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { isOutage } from '#platform/server/db/outage.ts';
import { refuseUnsafeRole } from '#platform/server/db/role.ts';
import { statement } from '#platform/server/db/statement.ts';
import { startExports } from '#platform/server/export/runner.ts';
import { localStore } from '#platform/server/file/local-store.ts';
import { buildApp, hashOf } from '#platform/server/http/app.ts';
import { refusalOf } from '#platform/server/http/translate.ts';
import { configuredStores } from '#system/server/operation/storage.ts';
import { tellExported } from '#system/server/message/export-message.ts';
import { pdf, upload } from '#tests/files.ts';
import { openLine, type Line, type Tampering } from '#tests/server/line.ts';
import { openWorld, sessionOf, type Session, type World } from '#tests/world.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'qudao-outage-'));
beforeAll(async () => {
  world = await openWorld('outage');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Product {
  readonly line: Line;
  readonly door: Door;
  readonly world: World;
  readonly first: Session;
}

/** The product at the far end of a line that the test holds in its hand. */
async function behindALine(
  act: (product: Product) => Promise<void>,
  options: Omit<DoorOptions, 'url'> & Tampering = {},
): Promise<void> {
  const line = await openLine(world.url, options);
  const door = openDoor({ url: line.url, ...options });
  const stores = configuredStores(door, { folder, isPrivateAllowed: () => true });
  const app = buildApp({
    door,
    routes: composeRoutes(door, serverModules, stores),
    modules: models,
    logLevel: 'silent',
  });
  const first = sessionOf(app, world.first.token, world.first.tenantCode);
  try {
    await act({ line, door, first, world: { ...world, app, door } });
  } finally {
    line.thaw();
    await app.close();
    await door.close();
    await line.close().catch(() => undefined);
  }
}

const request = {
  noun: 'data:brand',
  filter: '{}',
  path: '/data/bd/brand/export',
  method: 'POST',
  ip: '127.0.0.1',
  agent: 'test',
  correlationId: 'outage-export',
};
const brand = (code: string) => ({ code, name: code });
/** From outside of the database: inside of it, a reset would be a write. */
const setReadOnly = (setting: string) =>
  asAdministrator(withDatabase(world.adminUrl, 'postgres'), (client) =>
    client.query(`alter database ${databaseName(world.url)} ${setting}`),
  );
const who = statement({ name: 'text' }, 'select current_user::text as name');

describe('a commit whose answer is lost', () => {
  test('S1: the bytes of an upload stay, and the same call again answers with them', async () => {
    await behindALine(
      async ({ line, world: through, first }) => {
        const bytes = pdf('doubt');
        const ask = () =>
          upload(through, first, `/sys/oss/upload?extraParams=${encodeURIComponent('{"keep":"1"}')}`, bytes, 'a.pdf', {
            'idempotency-key': 'doubt-1',
          });
        line.loseAnswerTo('\0commit\0');
        expect((await ask()).status).toBe(503);
        const again = await ask();
        expect(again.code).toBe(0);
        const got = await through.app.inject({
          method: 'GET',
          url: `/api/sys/oss/download?id=${again.data.id}`,
          headers: { token: first.token },
        });
        expect(got.rawPayload.equals(bytes)).toBe(true);
      },
      { connections: 1 },
    );
  });

  test('S1: the file of an export stays, and its row knows it', async () => {
    const line = await openLine(world.url);
    const door = openDoor({ url: line.url, connections: 1 });
    const store = localStore(join(folder, 'exports'));
    const exports = startExports({
      door,
      url: world.url,
      stores: { current: async () => store, of: async () => store, configured: async () => [store] },
      log: { error: () => undefined, warn: () => undefined, info: () => undefined },
      exporters: exportersOf(),
      tell: tellExported,
    });
    try {
      line.loseAnswerTo('\0commit\0');
      const id = randomUUID();
      const asked = ['data:brand', 'data:brand:export', 'csv', 'zh-CN', {}, request];
      await world.door.report({ sid: hashOf(world.first.token), tenant: null, permissions: null, soft: null }, [
        statement({ askExport: 'nothing' }, 'select sec.ask_export($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)', [
          id,
          ...asked,
        ]),
      ]);
      await expect
        .poll(async () => (await world.sql(`select state from sec.export_run where id = $1`, [id]))[0], {
          timeout: 20_000,
        })
        .toEqual({ state: 'done' });
      await sleep(300);
      const [kept] = await world.sql<{ storage_key: string }>(
        `select f.storage_key from app.sys_file f join sec.export_run r on r.file_id = f.id where r.id = $1`,
        [id],
      );
      const there = readdirSync(join(folder, 'exports'), { recursive: true }).map(String);
      expect(there.some((path) => path.endsWith(kept?.storage_key ?? 'none'))).toBe(true);
    } finally {
      await exports.stop();
      await door.close();
      await line.close();
    }
  });
});

describe('a database that changes hands', () => {
  test.each([
    '25006',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
  ])('S2: %s is an outage that passes', (code) => {
    const error = Object.assign(new Error('away'), { code });
    expect(refusalOf(error, models)?.code).toBe(503);
    expect(isOutage(error)).toBe(true);
  });

  test('S2: a server that only reads is answered as 503 with Retry-After, and its connection is given up', async () => {
    await behindALine(
      async ({ first }) => {
        await setReadOnly('set default_transaction_read_only = on');
        try {
          const refused = await first.call('POST', '/data/bd/brand', brand('STANDBY'));
          expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
        } finally {
          await setReadOnly('reset default_transaction_read_only');
        }
        expect((await first.call('POST', '/data/bd/brand', brand('STANDBY'))).code).toBe(0);
      },
      { connections: 1 },
    );
  });

  test('S3: a server that says nothing any more is given up, not waited for', async () => {
    await behindALine(
      async ({ line, first }) => {
        const served = async (): Promise<number> => (await first.call('GET', '/data/bd/brand/page')).code;
        await expect.poll(served, { timeout: 20_000 }).toBe(0);
        line.freeze();
        const began = performance.now();
        expect((await first.call('GET', '/data/bd/brand/page')).status).toBe(503);
        expect(performance.now() - began).toBeLessThan(6000);
        line.thaw();
        await expect.poll(served, { timeout: 20_000 }).toBe(0);
      },
      { connections: 1, answerMs: 800 },
    );
  });

  test('S4: readiness answers at once on a server that says nothing, while every connection waits for it', async () => {
    await behindALine(
      async ({ line, door, first }) => {
        await expect.poll(() => door.beat(), { timeout: 20_000 }).toBe(true);
        line.freeze();
        const answered: number[] = [];
        const waiting = [1, 2, 3].map(async () => {
          answered.push((await first.call('GET', '/data/bd/brand/page')).status);
        });
        const began = performance.now();
        expect(await door.beat()).toBe(false);
        expect(answered).toEqual([]);
        // 0.35 s, and what a machine with other tests on it adds.
        expect(performance.now() - began).toBeLessThan(1500);
        line.cut();
        line.thaw();
        await Promise.all(waiting);
        await expect.poll(() => door.beat(), { timeout: 20_000 }).toBe(true);
      },
      { connections: 1, answerMs: 20_000, waitMs: 20_000 },
    );
  });

  test('S4: a server that only reads is not ready', async () => {
    await setReadOnly('set default_transaction_read_only = on');
    const door = openDoor({ url: world.url });
    try {
      expect(await door.beat()).toBe(false);
      await setReadOnly('reset default_transaction_read_only');
      await expect.poll(() => door.beat(), { timeout: 20_000 }).toBe(true);
    } finally {
      await setReadOnly('reset default_transaction_read_only');
      await door.close();
    }
  });

  test('S5: a process that starts meanwhile waits, says so, and goes on', async () => {
    const line = await openLine(world.url);
    await line.close();
    const door = openDoor({ url: line.url });
    const said: string[] = [];
    try {
      const opened = awaitDatabase(door, { say: (text) => void said.push(text), everyMs: 50 });
      await expect.poll(() => said.length, { timeout: 20_000 }).toBeGreaterThan(1);
      expect(said[0]).toMatch(/waiting for the database.*ECONNREFUSED/);
      await line.open();
      await opened;
    } finally {
      await door.close();
      await line.close();
    }
  });
});

describe('lanes', () => {
  test('S6: one connection listens for all who listen, also after it broke', async () => {
    const line = await openLine(world.url);
    const door = openDoor({ url: line.url });
    const heard: string[] = [];
    const lost = new Map<string, number>();
    const channels = ['outage_a', 'outage_b', 'outage_c', 'outage_d', 'outage_e'];
    try {
      for (const channel of channels)
        door.listen(
          channel,
          (payload) => void heard.push(`${channel} ${payload}`),
          () => void lost.set(channel, (lost.get(channel) ?? 0) + 1),
        );
      const notify = async (payload: string): Promise<void> => {
        for (const channel of channels) await world.sql('select pg_notify($1, $2)', [channel, payload]);
      };
      await expect.poll(() => lost.size, { timeout: 20_000 }).toBe(5);
      expect(line.connections()).toBe(1);
      await notify('one');
      await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(5);
      line.cut();
      await expect.poll(() => [...lost.values()].every((times) => times === 3), { timeout: 20_000 }).toBe(true);
      await notify('two');
      await expect.poll(() => heard.filter((text) => text.endsWith('two')).length, { timeout: 20_000 }).toBe(5);
    } finally {
      await door.close();
      await line.close();
    }
  });

  test('S6: a listening connection that was silently lost is made anew', async () => {
    const line = await openLine(world.url);
    const door = openDoor({ url: line.url, listenMs: 500 });
    let lost = 0;
    try {
      door.listen(
        'outage_f',
        () => undefined,
        () => void (lost += 1),
      );
      await expect.poll(() => lost, { timeout: 20_000 }).toBeGreaterThan(0);
      line.freeze();
      const before = lost;
      await expect.poll(() => lost, { timeout: 20_000 }).toBeGreaterThan(before);
    } finally {
      line.thaw();
      await door.close();
      await line.close();
    }
  });

  test('S7: start-up notices a pooler that drops what a lane asks for', async () => {
    await expect(refuseUnsafeRole(world.door)).resolves.toBeUndefined();
    const line = await openLine(world.url, { dropsOptions: true });
    const door = openDoor({ url: line.url });
    try {
      expect(await door.gate(who)).toEqual([{ name: 'qudao_app' }]);
      await expect(refuseUnsafeRole(door)).rejects.toThrow(/report.*qudao_report.*qudao_app/s);
    } finally {
      await door.close();
      await line.close();
    }
  });

  test('S8: the environment says how many connections a process takes, fourteen unless told', async () => {
    expect(laneSizes({})).toEqual({ connections: 8, reportConnections: 2, gateConnections: 2 });
    expect(laneSizes({ DATABASE_CONNECTIONS: '9', DATABASE_GATE_CONNECTIONS: '3' })).toEqual({
      connections: 9,
      reportConnections: 2,
      gateConnections: 3,
    });
    expect(() => laneSizes({ DATABASE_REPORT_CONNECTIONS: 'many' })).toThrow(/DATABASE_REPORT_CONNECTIONS.*many/);
  });
});
