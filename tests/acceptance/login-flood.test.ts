import type * as Crypto from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous, openWorld, type World } from '#tests/world.ts';

const watched = vi.hoisted(() => ({ running: 0, most: 0 }));
/** The real argon2, counted: how many run at once cannot be seen from outside. */
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    watched.running += 1;
    watched.most = Math.max(watched.most, watched.running);
    crypto.argon2(algorithm, parameters, (error, tag) => {
      watched.running -= 1;
      callback(error, tag);
    });
  };
  return { ...crypto, argon2 };
});

let world: World;
beforeAll(async () => {
  world = await openWorld('flood');
});
afterAll(() => world.close());

test('a flood of logins hashes two at a time, lets twenty wait and tells the rest to come back', async () => {
  watched.most = 0;
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      anonymous(world.app).call('POST', '/login', { username: `flood${i}`, password: 'Wrong2026word' }),
    ),
  );
  const busy = replies.filter(({ status }) => status === 429);
  expect(watched.most).toBe(2);
  expect(busy.every(({ code }) => code === 429)).toBe(true);
  expect(replies.filter(({ code }) => code === 10004).length).toBeGreaterThanOrEqual(22);
  expect(busy.length).toBeGreaterThan(0);
  expect(replies.length).toBe(busy.length + replies.filter(({ code }) => code === 10004).length);
  // And it is over when the flood is over.
  expect((await world.first.call('GET', '/sys/user/info')).code).toBe(0);
  expect((await world.login('second')).tenantCode).toBe('2000');
  console.log(
    `${replies.length} at once: ${replies.length - busy.length} answered, ${busy.length} told to come back, at most ${watched.most} hashes running`,
  );
});
