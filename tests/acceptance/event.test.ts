import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeRoutes } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let urls: readonly string[];
const running: (() => Promise<void>)[] = [];
beforeAll(async () => {
  world = await openWorld('event');
  urls = await Promise.all(
    [0, 1].map(async () => {
      const door = openDoor({ url: world.url });
      const app = buildApp({ door, routes: composeRoutes(door), modules: models, logLevel: 'silent' });
      running.push(async () => {
        await app.close();
        await door.close();
      });
      return app.listen({ port: 0, host: '127.0.0.1' });
    }),
  );
});
afterAll(async () => {
  await Promise.all(running.map((stop) => stop()));
  await world.close();
});

/** Opens the line of one process, as the page of a logged-in user does. */
async function listenAt(
  url: string,
  session: Session,
): Promise<{ readonly heard: string[]; readonly ended: Promise<void>; stop(): void }> {
  const stop = new AbortController();
  const reply = await fetch(`${url}/api/sys/event`, {
    headers: { accept: 'text/event-stream', token: session.token },
    signal: stop.signal,
  });
  const heard: string[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of reply.body!)
      heard.push(
        ...decoder
          .decode(bytes, { stream: true })
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice(6)),
      );
  })().catch(() => undefined);
  // The first word of the line; notices before it are not promised.
  await expect.poll(() => reply.headers.get('content-type')).toBe('text/event-stream');
  return {
    heard,
    ended,
    stop: () => {
      stop.abort();
    },
  };
}

const changeBrand = async (session: Session, code: string): Promise<void> => {
  await session.must('POST', '/data/bd/brand', { code, name: code });
};

describe('a page that is open', () => {
  test('hears within 3 s that a list was changed through another process, and nothing of another tenant', async () => {
    const [first, second] = await Promise.all([
      listenAt(urls[0] ?? '', world.first),
      listenAt(urls[1] ?? '', world.second),
    ]);
    const before = Date.now();
    await changeBrand(world.first, 'EV1');
    await expect.poll(() => first.heard, { timeout: 3000 }).toContain('list data:brand');
    console.log(`a changed list was told after ${Date.now() - before} ms`);
    expect(second.heard).toEqual([]);
    first.stop();
    second.stop();
  });

  test('hears of a global list in every tenant', async () => {
    const lines = await Promise.all([listenAt(urls[0] ?? '', world.first), listenAt(urls[1] ?? '', world.second)]);
    const { list } = await world.platform.must<{ list: Record<string, unknown>[] }>(
      'GET',
      '/sys/dict/data/page?limit=1',
    );
    await world.platform.must('PUT', '/sys/dict/data', { ...list[0], remark: '改' });
    for (const { heard } of lines) await expect.poll(() => heard, { timeout: 3000 }).toContain('list sys:dictdata');
    for (const line of lines) line.stop();
  });

  test('hears of many changes of one list once', async () => {
    const line = await listenAt(urls[0] ?? '', world.first);
    await Promise.all(['EV2', 'EV3', 'EV4', 'EV5'].map((code) => changeBrand(world.first, code)));
    await expect.poll(() => line.heard.length, { timeout: 3000 }).toBeGreaterThan(0);
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    expect(line.heard.filter((event) => event === 'list data:brand').length).toBeLessThan(4);
    line.stop();
  });

  test('is let go when the process stops', async () => {
    const line = await listenAt(urls[1] ?? '', world.first);
    await running.pop()?.();
    await line.ended;
  });
});

test('without a session there is no line', async () => {
  const reply = await fetch(`${urls[0] ?? ''}/api/sys/event`, { headers: { accept: 'text/event-stream' } });
  expect(((await reply.json()) as { code: number }).code).toBe(401);
});
