import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '#platform/server/http/app.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
/** Whatever could open a session, as it was handed out. */
const secrets: string[] = [];
beforeAll(async () => {
  world = await openWorld('ticket');
  await furnish(world.first);
  secrets.push(world.platform.token, world.first.token, world.second.token);
});
afterAll(() => world.close());

const path = '/data/bd/brand/export';
async function ticketFor(asked: string, more: object = {}): Promise<string> {
  const { ticket } = await world.first.must<{ ticket: string }>('POST', '/sys/ticket', { path: asked, ...more });
  secrets.push(ticket);
  return ticket;
}
/** How a browser navigates: no headers of ours. */
async function open(url: string): Promise<'file' | number> {
  const reply = await world.app.inject({ method: 'GET', url: `/api${url}` });
  return String(reply.headers['content-type']).includes('json') ? reply.json<{ code: number }>().code : 'file';
}

describe('a ticket', () => {
  test('opens its path once', async () => {
    const ticket = await ticketFor(path);
    expect(await open(`${path}?token=${ticket}`)).toBe('file');
    expect(await open(`${path}?token=${ticket}`)).toBe(401);
  });

  test('opens no other path, also not one below or with another ending', async () => {
    const ticket = await ticketFor(path);
    for (const other of ['/data/bd/unit/export', '/channelsale/order/export', `${path}/`])
      expect(await open(`${other}?token=${ticket}`), other).not.toBe('file');
    expect(await open(`${path}?token=${ticket}`)).toBe('file');
  });

  test('is good for 60 seconds; for an image for 5 minutes and more than once', async () => {
    const ticket = await ticketFor(path);
    const lifeOf = async (of: string): Promise<{ seconds: number; reusable: boolean }[]> =>
      world.sql(
        `
          select round(extract(epoch from expires_at - now()))::integer as seconds, is_reusable as reusable
          from sec.ticket
          where ticket_hash = decode($1, 'hex')`,
        [hashOf(of)],
      );
    const [plain] = await lifeOf(ticket);
    expect(plain?.seconds).toBeGreaterThan(50);
    expect(plain?.seconds).toBeLessThanOrEqual(60);
    await world.sql(
      `update sec.ticket set expires_at = now() - interval '1 second' where ticket_hash = decode($1, 'hex')`,
      [hashOf(ticket)],
    );
    expect(await open(`${path}?token=${ticket}`)).toBe(401);
    const [image] = await lifeOf(await ticketFor(path, { image: true }));
    expect([image?.reusable, (image?.seconds ?? 0) > 290, (image?.seconds ?? 999) <= 300]).toEqual([true, true, true]);
  });

  test('dies with the session it was issued in', async () => {
    const session = await world.login('first');
    secrets.push(session.token);
    const { ticket } = await session.must<{ ticket: string }>('POST', '/sys/ticket', { path });
    await session.must('POST', '/logout');
    expect(await open(`${path}?token=${ticket}`)).toBe(10001);
  });

  test('carries no right that its owner lacks', async () => {
    await world.first.must('POST', '/sys/user', {
      username: 'nobody',
      realName: '无权',
      password: world.password,
      confirmPassword: world.password,
    });
    const session = await world.login('nobody');
    secrets.push(session.token);
    const { ticket } = await session.must<{ ticket: string }>('POST', '/sys/ticket', { path });
    expect(await open(`${path}?token=${ticket}`)).toBe(403);
  });

  test('is needed only where a browser navigates: ?token= opens nothing on any other route', async () => {
    const others = world.routes.filter((route) => route.ticket === undefined && route.permission !== 'public');
    expect(
      world.routes
        .filter((route) => route.ticket !== undefined)
        .every((route) =>
          (route.method === 'GET'
            ? /\/(export|chain|image|download|template|file|getInstImage|export\/:id|attachments\/:fileId)$/
            : /\/(upload|import|attachments)$/
          ).test(route.path),
        ),
    ).toBe(true);
    for (const route of others) {
      const url = `/api${route.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}?token=${world.first.token}`;
      const reply = await world.app.inject({
        method: route.method,
        url,
        ...(route.method === 'GET' ? {} : { payload: {} }),
      });
      expect(reply.json<{ code: number }>().code, `${route.method} ${route.path}`).toBe(401);
    }
    console.log(`?token= ignored on ${others.length} routes`);
  });

  test('may be the session token itself, for compatibility, on the same routes', async () => {
    expect(await open(`${path}?token=${world.first.token}`)).toBe('file');
  });
});

describe('the log', () => {
  test('holds no token and no ticket, whatever was called and however it ended', async () => {
    secrets.push(await ticketFor(path));
    await open(`${path}?token=${secrets.at(-1) ?? ''}`);
    await open(`/no/such/call?token=${world.first.token}`);
    // A fault is the only line that shows a request.
    await world.sql('alter table app.data_brand rename to hidden');
    expect((await world.first.call('GET', `/data/bd/brand/page?token=${world.first.token}`)).code).toBe(500);
    await world.sql('alter table app.hidden rename to data_brand');
    const text = world.log.join('\n');
    expect(world.log.length).toBeGreaterThan(20);
    expect(text).toContain('"msg":"fault"');
    for (const secret of secrets) expect(text.includes(secret), secret.slice(0, 6)).toBe(false);
    expect(text).not.toContain(world.password);
    console.log(`${secrets.length} tokens and tickets looked for in ${world.log.length} log lines`);
  });

  test('keeps every line under the correlation id that the caller sees', async () => {
    const reply = await world.first.call(
      'POST',
      '/data/bd/brand',
      { code: 'LOG1', name: '日志' },
      { 'x-correlation-id': 'abcdefgh-12345' },
    );
    expect(reply.headers['x-correlation-id']).toBe('abcdefgh-12345');
    expect(world.log.some((line) => (JSON.parse(line) as { reqId?: string }).reqId === 'abcdefgh-12345')).toBe(true);
  });
});
