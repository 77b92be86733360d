import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, startProduct, type Product } from '#tests/e2e/product.ts';
import { isThorough } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';
import { openProxy } from './readiness-proxy.ts';
import { trickle } from './slow-client.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('rolling');
});
afterAll(() => world.close());

const start = (env: Readonly<Record<string, string>> = {}, port?: number): Promise<Product> =>
  startProduct(
    { admin: world.adminUrl, application: world.url },
    { env: { DRAIN_SECONDS: '1', ...env }, isApiOnly: true, ...(port === undefined ? {} : { port }) },
  );
const headers = (): Record<string, string> => ({ token: world.first.token, 'content-type': 'application/json' });

describe('R3: a process that is told to stop', () => {
  test('under load, one after the other behind a proxy that follows readiness: no client meets an error', async () => {
    const ports = [await freePort(), await freePort()];
    const products = await Promise.all(ports.map((port) => start({}, port)));
    const proxy = await openProxy(products.map(({ url }) => url));
    const errors: string[] = [];
    let [asked, isOver] = [0, false];
    const saved: string[] = [];
    const ask = async (path: string, body?: object): Promise<void> => {
      asked += 1;
      const reply = await fetch(`${proxy.url}/api${path}`, {
        headers: { ...headers(), ...(body === undefined ? {} : { 'idempotency-key': `rolling-${asked}` }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const { code } = reply.ok ? ((await reply.json()) as { code: number }) : { code: reply.status };
      if (code !== 0) throw new Error(`${path}: ${code}`);
    };
    const client = async (at: number): Promise<void> => {
      for (let turn = 0; !isOver; turn += 1) {
        const code = `R${at}-${turn}`;
        const work =
          turn % 3 === 0
            ? ask('/data/bd/brand', { code, name: code }).then(() => saved.push(code))
            : ask('/data/bd/brand/page?limit=20');
        await work.catch((error: unknown) => errors.push(String(error)));
        await sleep(80);
      }
    };
    const clients = Array.from({ length: 8 }, (_, at) => client(at));
    await sleep(500);
    for (let round = 0; round < (isThorough ? 3 : 1); round += 1)
      for (const [at, port] of ports.entries()) {
        await products[at]?.stop();
        products[at] = await start({}, port);
        await sleep(500);
      }
    isOver = true;
    await Promise.all(clients);
    await Promise.all([proxy.close(), ...products.map((product) => product.stop())]);
    console.log(`${asked} requests, ${saved.length} saved, ${errors.length} errors`);
    expect(errors.slice(0, 5)).toEqual([]);
    expect(proxy.failures).toEqual([]);
    const kept = await world.sql<{ code: string }>(`select code from app.data_brand where code ~ '^R\\d+-\\d+$'`);
    expect(kept.map(({ code }) => code).toSorted()).toEqual(saved.toSorted());
    expect(asked).toBeGreaterThan(100);
  });

  test('says so before it closes, answers on, keeps no connection alive, and cuts off an upload that trickles', async () => {
    const product = await start({ DRAIN_LONGEST_SECONDS: '2' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = (path: string): Promise<{ status: number; connection: string | undefined }> =>
      new Promise((resolve, reject) => {
        request(`${product.url}${path}`, { agent, headers: headers() }, (reply) => {
          reply.resume().once('end', () => {
            resolve({ status: reply.statusCode ?? 0, connection: reply.headers.connection });
          });
        })
          .once('error', reject)
          .end();
      });
    expect(await get('/api/data/bd/brand/page')).toEqual({ status: 200, connection: 'keep-alive' });
    const upload = await trickle(product.url, world.first.token);
    await sleep(300);
    const since = Date.now();
    const stopped = product.stop();
    await expect.poll(async () => (await get('/readyz')).status, { interval: 20 }).toBe(503);
    expect(await get('/api/data/bd/brand/page')).toEqual({ status: 200, connection: 'close' });
    await stopped;
    const took = Date.now() - since;
    upload.socket.destroy();
    console.log(`stopped after ${took} ms with an upload under way`);
    expect(took).toBeGreaterThan(2900);
    expect(took).toBeLessThan(8000);
    await expect(get('/livez')).rejects.toThrow('ECONNREFUSED');
  });
});
