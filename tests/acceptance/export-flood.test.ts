import { afterAll, beforeAll, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { usualEdge } from '#platform/server/http/edge-settings.ts';
import { openWorld, sessionOf, type World } from '#tests/world.ts';

let world: World;
let app: ReturnType<typeof buildApp>;
beforeAll(async () => {
  world = await openWorld('export_flood');
  app = buildApp({ door: world.door, routes: world.routes, modules: models, edge: usualEdge, logLevel: 'silent' });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('V12: one person takes out ten lists a minute; the next is told when to come again, and nobody else waits', async () => {
  const first = sessionOf(app, world.first.token, '1000');
  const second = sessionOf(app, world.second.token, '2000');
  const again = sessionOf(app, (await world.login('first')).token, '1000');
  const paths = ['/data/bd/brand/export', '/data/bd/unit/export'];
  for (let n = 0; n < 10; n += 1)
    expect((await (n % 2 === 0 ? first : again).call('POST', paths[n % 2] ?? '', {})).status).toBe(200);
  const refused = await first.call<{ key: string }>('POST', '/data/bd/brand/export', {});
  expect([refused.status, refused.code, refused.data.key]).toEqual([429, 429, 'E-EXPORTS']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  // By the file's own address as well, and for the same person logged in elsewhere.
  expect((await again.call('GET', '/data/bd/channel/export')).status).toBe(429);
  expect((await first.call('GET', '/data/bd/brand/page')).code).toBe(0);
  expect((await second.call('POST', '/data/bd/brand/export', {})).status).toBe(200);
});
