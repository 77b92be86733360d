import type { FastifyInstance } from 'fastify';
import { composeRoutes } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { openDoor, type Door } from '#platform/server/db/door.ts';
import { buildApp, hashOf } from '#platform/server/http/app.ts';
import { usualEdge } from '#platform/server/http/edge-settings.ts';
import type { Route } from '#platform/server/http/route.ts';
import { createDatabase, installPlatform, installSchema } from '#scripts/install.ts';
import { databaseName, withDatabase } from '#apps/api/environment.ts';
import { templateDatabase, type Template } from './template.ts';
import { noteWrite } from '#tests/contract/evidence.ts';

/**
 * A product of its own for one test file: a real database cloned from a template, the real app, two tenants that must
 * not meet.
 */
export interface World extends Shop {
  /** Sessions: the platform administrator, and the administrators of tenants 1000 (brand owner) and 2000. */
  readonly platform: Session;
  readonly first: Session;
  readonly second: Session;
}

/** The real app on a database, whoever made that. */
export interface Shop {
  readonly app: FastifyInstance;
  readonly door: Door;
  readonly routes: readonly Route[];
  readonly adminUrl: string;
  readonly url: string;
  readonly password: string;
  /** Lines the product logged. */
  readonly log: readonly string[];
  login(username: string, password?: string): Promise<Session>;
  /** The same of somebody who has just shown again who he is: he may write roles and hand them on. */
  confirmed(username: string, password?: string): Promise<Session>;
  readonly sql: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
  close(): Promise<void>;
}

export interface Reply<Data = never> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}
export interface Session {
  readonly token: string;
  readonly tenantCode: string;
  /** One call; `data` is whatever the call answers. */
  call<Data = never>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<Data>>;
  /** The same, and the test fails unless the code is 0. */
  must<Data = never>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Data>;
}

const server = process.env['TEST_ADMIN_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const password = 'Worlds2026test';

export const openWorld = (name: string): Promise<World> =>
  openWorldOn(name, async (adminUrl) => {
    const database = databaseName(adminUrl);
    await asAdministrator(server, async (client) =>
      client.query(`create database ${database} template ${await templateDatabase(template, server)}`),
    );
  });

/** The same on a database that somebody else makes. */
export async function openWorldOn(name: string, make: (adminUrl: string) => Promise<void>): Promise<World> {
  const shop = await openShopOn(name, make);
  const [platform, first, second] = [await shop.login('admin'), await shop.login('first'), await shop.login('second')];
  // The three have just shown who they are; whoever logs in later has not.
  await asAdministrator(shop.adminUrl, (client) => client.query(`update sec.session set confirmed_until = 'infinity'`));
  return { ...shop, platform, first, second };
}

/** The same with other people in it. */
export async function openShopOn(name: string, make: (adminUrl: string) => Promise<void>): Promise<Shop> {
  const database = `qudao_test_${name}_${process.pid}`;
  await asAdministrator(server, (client) => client.query(`drop database if exists ${database} with (force)`));
  await make(withDatabase(server, database));
  const adminUrl = withDatabase(server, database);
  const url = appUrl(adminUrl);
  // Tests hold many transactions open at once, on machines that are busy with other tests.
  const door = openDoor({ url, connections: 12, reportConnections: 3, waitMs: 5000 });
  const routes = composeRoutes(door);
  const log: string[] = [];
  const app = buildApp({
    door,
    routes,
    modules: models,
    // Calls that a test makes at once wait as long as a busy machine needs, and a test takes out what it likes.
    edge: { ...usualEdge, waitMs: 30_000, userExports: 10_000 },
    logLevel: 'info',
    logTo: {
      write: (line) => {
        log.push(line);
      },
    },
  });
  await app.ready();
  const login = async (username: string, secret: string = password): Promise<Session> => {
    const { code, msg, data } = await send<{ token: string; tenantCode: string; mustChange: boolean }>(
      app,
      'POST',
      '/login',
      { username, password: secret },
      {},
    );
    if (code !== 0) throw new Error(`${username} cannot log in: ${msg}`);
    if (data.mustChange) await keepFirstPasswords(adminUrl);
    return sessionOf(app, data.token, data.tenantCode);
  };
  const confirmed: World['confirmed'] = async (username, secret) => {
    const session = await login(username, secret);
    await asAdministrator(adminUrl, (client) =>
      client.query(`update sec.session set confirmed_until = 'infinity' where sid_hash = decode($1, 'hex')`, [
        hashOf(session.token),
      ]),
    );
    return session;
  };
  return {
    app,
    door,
    routes,
    adminUrl,
    url,
    password,
    log,
    login,
    confirmed,
    sql: (text, values = []) =>
      asAdministrator(adminUrl, async (client) => (await client.query(text, [...values])).rows as never),
    async close() {
      await app.close();
      await door.close();
      await asAdministrator(server, (client) => client.query(`drop database if exists ${database} with (force)`));
    },
  };
}

/**
 * Whoever got a password from somebody else must change it first; here everybody goes on with it. The rule itself has a
 * test.
 */
export const keepFirstPasswords = (adminUrl: string): Promise<void> =>
  asAdministrator(adminUrl, async (client) => {
    await client.query(`
      update sec.account
      set must_change = false
      where must_change;
      update sec.session
      set is_narrow = false
      where is_narrow`);
  });

export const anonymous = (app: FastifyInstance): Session => sessionOf(app, '', '');

export function sessionOf(app: FastifyInstance, token: string, tenantCode: string): Session {
  const call: Session['call'] = (method, path, body, headers = {}) =>
    send(app, method, path, body, { ...(token === '' ? {} : { token }), ...headers });
  return {
    token,
    tenantCode,
    call,
    async must(method, path, body, headers) {
      const reply = await call<never>(method, path, body, headers);
      if (reply.code !== 0)
        throw new Error(`${method} ${path}: ${reply.code} ${reply.msg} ${JSON.stringify(reply.data)}`);
      return reply.data;
    },
  };
}

async function send<Data>(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Reply<Data>> {
  const reply = await app.inject({
    method,
    url: `/api${path}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const isJson = String(reply.headers['content-type']).includes('json');
  const envelope = (isJson ? reply.json() : { code: -1, msg: '', data: null }) as {
    code: number;
    msg: string;
    data: Data;
  };
  noteWrite(method, path, envelope.code);
  return { ...envelope, status: reply.statusCode, headers: reply.headers, text: reply.payload };
}

const appUrl = (adminUrl: string): string => {
  const made = new URL(adminUrl);
  made.username = 'qudao_app';
  made.password = '';
  return made.href;
};

/** Installed once per state of the schema; every test file clones it in a third of a second. */
const template: Template = {
  name: 'world',
  sources: ['tests/world.ts'],
  fill: async ({ admin, application }) => {
    await createDatabase(admin, databaseName(admin));
    await installSchema(admin, application);
    await installPlatform(admin, { username: 'admin', password });
    await keepFirstPasswords(admin);
    await openTenants(application);
    await keepFirstPasswords(admin);
    await openPeriods(admin);
  },
};

/**
 * Tests write documents of years past: every month since 2025 is open, as if the tenants had been there since. The
 * month that it is came with the tenant.
 */
export const openPeriods = (adminUrl: string): Promise<void> =>
  asAdministrator(adminUrl, async (client) => {
    await client.query(`
      insert into app.sys_accountperiod
        (tenant_code, id, year, month, start_date, end_date, status, creator_id, creator_name, create_date)
      select p.tenant_code, sec.new_id(), extract(year from m), extract(month from m), m,
        m + interval '1 month' - interval '1 day', '1', p.creator_id, p.creator_name, p.create_date
      from (select distinct on (tenant_code) * from app.sys_accountperiod order by tenant_code, start_date) p
      cross join lateral generate_series('2025-01-01'::timestamp, p.start_date - interval '1 day', interval '1 month')
        m`);
  });

async function openTenants(url: string): Promise<void> {
  const door = openDoor({ url });
  const app = buildApp({ door, routes: composeRoutes(null), modules: models, logLevel: 'silent' });
  const { data } = await send<{ token: string; tenantCode: string }>(
    app,
    'POST',
    '/login',
    { username: 'admin', password },
    {},
  );
  const platform = sessionOf(app, data.token, data.tenantCode);
  for (const [tenantCode, tenantName, username] of [
    ['1000', '第一集团', 'first'],
    ['2000', '第二集团', 'second'],
  ] as const) {
    await platform.must('POST', '/sys/tenant', {
      tenantCode,
      tenantName,
      distributorLevel: '0',
      username,
      password,
      confirmPassword: password,
    });
  }
  // One person plays every part in most tests; the rule itself has a test that switches it on.
  // Most tests write prices as they need them; what prices are has tests of its own (price/server/pricing.test.ts).
  for (const [paramCode, paramValue] of [
    ['SYS021', '0'],
    ['SD006', '1'],
  ] as const) {
    const { list } = await platform.must<{ list: object[] }>('GET', `/sys/params/page?paramCode=${paramCode}`);
    await (list[0] === undefined
      ? platform.must('POST', '/sys/params', { paramCode, paramValue })
      : platform.must('PUT', '/sys/params', { ...list[0], paramValue }));
  }
  await app.close();
  await door.close();
}
