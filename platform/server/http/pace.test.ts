import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edge } from './edge.ts';
import { usualEdge } from './edge-settings.ts';

/**
 * Bytes a second below which a body trickles. Machines stall: what is fast enough is so by three orders of magnitude.
 */
const rates = { strict: 1000, mild: 1 };
const apps = Object.values(rates).map((leastRate) => {
  const app = edge({ ...usualEdge, leastRate, paceWindowMs: 200 }, { logLevel: 'silent' });
  app.post('/', async ({ body }) => ({ body }));
  return app;
});
const [strict, mild] = apps as [(typeof apps)[0], (typeof apps)[0]];
beforeAll(() => Promise.all(apps.map((app) => app.listen({ port: 0, host: '127.0.0.1' }))));
afterAll(() => Promise.all(apps.map((app) => app.close())));

async function post({ server }: typeof strict, length: number): Promise<Socket> {
  const address = server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`);
  return socket;
}

describe('V2: a body', () => {
  test('that trickles ends its connection', async () => {
    const socket = await post(strict, 1000);
    const drip = setInterval(() => socket.write('1'), 20);
    const since = Date.now();
    await new Promise((resolve) => {
      socket.on('error', () => undefined).resume();
      socket.once('close', resolve);
    });
    clearInterval(drip);
    expect(Date.now() - since).toBeLessThan(5000);
  });

  test('that is slow and fast enough is read to its end', async () => {
    const socket = await post(mild, 1002);
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    socket.write('"');
    for (let at = 0; at < 10; at += 1) {
      await sleep(60);
      socket.write('1'.repeat(100));
    }
    socket.write('"');
    expect(String(await answer)).toContain('HTTP/1.1 200');
    socket.destroy();
  });
});
