import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { startProduct, type Product } from '#tests/e2e/product.ts';
import { isThorough, timesOf } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';
import { meanwhile, trickle, type SlowUpload } from './slow-client.ts';

let world: World;
let product: Product;
beforeAll(async () => {
  world = await openWorld('fairness');
  product = await startProduct(
    { admin: world.adminUrl, application: world.url },
    { isApiOnly: true, env: { LOG_LEVEL: 'error' } },
  );
});
afterAll(async () => {
  await product.stop();
  await world.close();
});
const brands = '/api/data/bd/brand';
const list = (): string => `${product.url}${brands}/page?limit=20`;
/** The other tenant's answers, and those that say whether the process lives. */
const others = async (forMs: number) => {
  const [second, ready] = await Promise.all([
    meanwhile(list(), world.second.token, forMs),
    meanwhile(`${product.url}/readyz`, '', forMs),
  ]);
  console.log(
    `other tenant p99 ${second.p99.toFixed(0)} ms of ${second.count}, /readyz p99 ${ready.p99.toFixed(0)} ms`,
  );
  return { second, ready };
};

describe('what one tenant does', () => {
  test('V2: slow uploads of one user leave every other tenant its answers', async () => {
    const uploads: SlowUpload[] = [];
    let isOver = false;
    // Whoever is cut off comes back at once.
    const persist = async (): Promise<void> => {
      const upload = await trickle(product.url, world.first.token);
      uploads.push(upload);
      upload.socket.once('close', () => {
        if (!isOver) void persist();
      });
    };
    await Promise.all(Array.from({ length: timesOf(400) }, persist));
    await sleep(500);
    const refused = uploads.filter((upload) => upload.answer().startsWith('HTTP/1.1 429'));
    const met = await others(isThorough ? 60_000 : 6000);
    const own = await fetch(list(), { headers: { token: world.first.token } });
    isOver = true;
    console.log(`${uploads.length} uploads begun`);
    for (const { socket } of uploads) socket.destroy();
    expect(met.second.refused).toEqual([]);
    expect(met.second.p99).toBeLessThan(500);
    expect(met.ready.refused).toEqual([]);
    expect(own.status).toBe(200);
    expect(refused.length).toBe(timesOf(400) - 4);
    expect(refused[0]?.answer()).toMatch(/retry-after: \d+/i);
    expect(refused[0]?.answer()).toContain('E-UPLOADS');
  });

  test('R4: writers that wait for one locked row leave every other tenant its answers', async () => {
    const { id } = await world.first.must<{ id: string }>('POST', '/data/bd/brand', { code: 'LOCKED', name: 'LOCKED' });
    const brand = await world.first.must<object>('GET', `/data/bd/brand/${id}`);
    const statuses: number[] = [];
    let isOver = false;
    const write = async (at: number): Promise<void> => {
      await sleep(at * 5);
      while (!isOver) {
        const reply = await fetch(`${product.url}${brands}`, {
          method: 'PUT',
          headers: { token: world.first.token, 'content-type': 'application/json' },
          body: JSON.stringify({ ...brand, name: 'N' }),
        });
        statuses.push(reply.status);
        await reply.text();
        // As Retry-After says.
        if (!isOver) await sleep(1000);
      }
    };
    let writers: readonly Promise<void>[] = [];
    await asAdministrator(world.adminUrl, async (client) => {
      await client.query('begin');
      await client.query('select from app.data_brand where id = $1 for update', [id]);
      writers = Array.from({ length: 200 }, (_, at) => write(at));
      await sleep(1000);
      const { second, ready } = await others(isThorough ? 20_000 : 4000);
      isOver = true;
      await client.query('rollback');
      expect(second.refused).toEqual([]);
      expect(second.p99).toBeLessThan(500);
      expect(ready.refused).toEqual([]);
      expect(ready.p99).toBeLessThan(500);
    });
    await Promise.all(writers);
    const busy = statuses.filter((status) => status === 503).length;
    console.log(`${statuses.length} writes: ${busy} told to come back`);
    expect(busy).toBeGreaterThan(100);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    // And it is over when the lock is gone.
    expect((await fetch(list(), { headers: { token: world.first.token } })).status).toBe(200);
  });
});
