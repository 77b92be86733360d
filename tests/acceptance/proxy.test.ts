import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeRoutes } from '#apps/api/compose.ts';
import { edgeSettings } from '#apps/api/environment.ts';
import { models } from '#apps/api/modules.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('proxy');
});
afterAll(() => world.close());

interface Peer {
  readonly environment: Readonly<Record<string, string>>;
  /** Whose connection it is. */
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Logs in over a connection of that peer; answers what the browser is told and what the log-in log says. */
async function logIn({ environment, from, headers = {} }: Peer) {
  const app = buildApp({
    door: world.door,
    routes: composeRoutes(null),
    modules: models,
    logLevel: 'silent',
    edge: edgeSettings(environment),
  });
  const reply = await app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: from,
    headers,
    payload: { username: 'first', password: world.password },
  });
  await app.close();
  expect(reply.json<{ code: number }>().code).toBe(0);
  const [logged] = await world.sql<{ ip: string }>('select ip from app.sys_loginlog order by create_date desc limit 1');
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  expect(cookies).toHaveLength(2);
  return {
    ip: logged?.ip,
    isSecure: cookies.every((cookie) => cookie.includes('; Secure')),
    hsts: reply.headers['strict-transport-security'],
  };
}
const forwarded = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
const year = 'max-age=31536000';

describe('V11: a proxy in front', () => {
  test('whose network is trusted is believed: address, Secure, HSTS', async () => {
    const environment = { TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' };
    expect(await logIn({ environment, from: '10.1.2.3', headers: forwarded })).toEqual({
      ip: '203.0.113.7',
      isSecure: true,
      hsts: year,
    });
  });

  test('that is not trusted is not: a forged header changes nothing', async () => {
    const expected = { ip: '198.51.100.9', isSecure: false, hsts: undefined };
    for (const environment of [{}, { TRUST_PROXY: '10.0.0.0/8' }])
      expect(await logIn({ environment, from: '198.51.100.9', headers: forwarded })).toEqual(expected);
  });

  test('appends to what the client forged: the address is the one that the proxy saw', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4, 203.0.113.7', 'x-forwarded-proto': 'https' };
    const found = await logIn({ environment: { TRUST_PROXY: '10.0.0.0/8' }, from: '10.1.2.3', headers });
    expect(found.ip).toBe('203.0.113.7');
  });

  test('that speaks plain HTTP to the client gives neither Secure nor HSTS', async () => {
    const headers = { ...forwarded, 'x-forwarded-proto': 'http' };
    const found = await logIn({ environment: { TRUST_PROXY: '10.0.0.0/8' }, from: '10.1.2.3', headers });
    expect(found).toEqual({ ip: '203.0.113.7', isSecure: false, hsts: undefined });
  });

  test('that says nothing of TLS is made up for by ALWAYS_TLS', async () => {
    expect(await logIn({ environment: { ALWAYS_TLS: '1' }, from: '10.1.2.3' })).toEqual({
      ip: '10.1.2.3',
      isSecure: true,
      hsts: year,
    });
  });

  test('is a network, or the product says which word is none', () => {
    expect(() => edgeSettings({ TRUST_PROXY: '10.0.0.0/8,proxy' })).toThrow(
      'TRUST_PROXY: "proxy" is no network (10.0.0.0/8, 127.0.0.1)',
    );
    expect(() => edgeSettings({ TRUST_PROXY: '10.0.0.0/40' })).toThrow('TRUST_PROXY: "10.0.0.0/40"');
  });
});
