import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import type { Route } from '#platform/server/http/route.ts';
import { permissionRows } from '#platform/server/module/menu.ts';
import { openWorld, type World } from '#tests/world.ts';
import { ask, nameOf, type Request } from './request.ts';
import { entities, nouns, sampler, type Body } from './sample.ts';
import { watch, type Watch } from './state.ts';

/** Who knocks at every door. A holder holds exactly what the route asks for. */
const callers = [
  'nobody',
  'logged in',
  'holder',
  'holder of everything else',
  'administrator',
  'platform holder',
  'platform administrator',
] as const;
type Caller = (typeof callers)[number];

let world: World;
let eyes: Watch;
let bodies: ReadonlyMap<string, Body>;
let realms: ReadonlyMap<string, 'P' | 'B' | 'A'>;
let requests = 0;

/** Users as any other; what their one role grants is written anew before each of their calls. */
interface Person {
  readonly tenant: string;
  readonly user: string;
  readonly token: string;
}
const people = new Map<Caller, Person>();

beforeAll(async () => {
  world = await openWorld('matrix');
  eyes = await watch(world);
  realms = new Map(permissionRows(models, world.routes).map((row) => [row.permission, row.realm]));
  const samples = sampler(world.first, world.platform, { code: 'S', mark: 'matrix', sql: world.sql });
  const made: [string, Body][] = [];
  for (const noun of nouns)
    if (noun.kind === 'document' || noun.calls.includes('save')) made.push([noun.path, await samples.bodyOf(noun)]);
  bodies = new Map(made);
  for (const caller of ['logged in', 'holder', 'holder of everything else', 'platform holder'] as const)
    people.set(caller, await person(caller));
});
afterAll(async () => {
  await eyes.close();
  await world.close();
});

async function person(caller: Caller): Promise<Person> {
  const session = caller.startsWith('platform') ? world.platform : world.first;
  const username = `matrix-${people.size}`;
  const { id } = await session.must<{ id: string }>('POST', '/sys/user', {
    username,
    realName: caller,
    password: world.password,
    confirmPassword: world.password,
  });
  return { tenant: session.tenantCode, user: id, token: (await world.login(username)).token };
}

/**
 * Permissions and ids are the program's own words: one trip instead of four. The call before may have ended the
 * session.
 */
async function grant({ tenant, user, token }: Person, permissions: readonly string[]): Promise<void> {
  await eyes.query(`
    delete from sec.role_grant
    where tenant_code = '${tenant}' and role_id = '${user}';
    insert into sec.role_grant
    select '${tenant}', '${user}', unnest('{${permissions.join(',')}}'::text[]);
    insert into sec.user_role
    values ('${tenant}', '${user}', '${user}')
    on conflict do nothing;
    update sec.session
    set ended_at = null
    where sid_hash = '\\x${hashOf(token).toString('hex')}' and ended_at is not null`);
}

/**
 * The same for whoever holds everything but a few: a thousand grants are written once, and only the few are moved.
 * Where the call before has swept the grants away they are written again: a holder of nothing would prove nothing.
 */
async function grantAllBut(person: Person, permissions: readonly string[]): Promise<void> {
  const { tenant, user } = person;
  const [held] = await eyes.query<{ count: number }>(
    'select count(*)::int as count from sec.role_grant where tenant_code = $1 and role_id = $2',
    [tenant, user],
  );
  const known = (each: readonly string[]): readonly string[] => each.filter((permission) => realms.has(permission));
  if (held?.count !== realms.size - known(lacking).length) await grant(person, [...realms.keys()]);
  await eyes.query(`
    insert into sec.role_grant
    select '${tenant}', '${user}', unnest('{${known(lacking).join(',')}}'::text[])
    on conflict do nothing;
    delete from sec.role_grant
    where tenant_code = '${tenant}' and role_id = '${user}' and permission = any('{${permissions.join(',')}}'::text[]);
    insert into sec.user_role
    values ('${tenant}', '${user}', '${user}')
    on conflict do nothing;
    update sec.session
    set ended_at = null
    where sid_hash = '\\x${hashOf(person.token).toString('hex')}' and ended_at is not null`);
  lacking = permissions;
}
let lacking: readonly string[] = [];

const personCalled = (caller: Caller): Person => people.get(caller) ?? { tenant: '', user: '', token: '' };

/** 401, 403, or let in: computed from the declaration alone. */
function expected(route: Route, caller: Caller): 401 | 403 | 'let in' {
  if (route.permission === 'public') return 'let in';
  if (caller === 'nobody') return 401;
  if (route.permission === 'session') return 'let in';
  const isPlatform = caller.startsWith('platform');
  // Rows of the installation are the platform's to write, business is the tenants': a role that says otherwise grants
  // nothing.
  const isOpen = route.permission.some(
    (permission) => realms.get(permission) === 'A' || realms.get(permission) === (isPlatform ? 'P' : 'B'),
  );
  return isOpen && caller !== 'logged in' && caller !== 'holder of everything else' ? 'let in' : 403;
}

async function tokenFor(route: Route, caller: Caller): Promise<string | undefined> {
  switch (caller) {
    case 'nobody':
      return undefined;
    case 'administrator':
      return endsSession.has(route.path) ? (await world.login('first')).token : world.first.token;
    case 'platform administrator':
      return endsSession.has(route.path) ? (await world.login('admin')).token : world.platform.token;
    case 'logged in':
    case 'holder':
    case 'platform holder': {
      const own = typeof route.permission === 'string' ? [] : route.permission;
      await grant(personCalled(caller), caller === 'logged in' ? [] : own);
      return personCalled(caller).token;
    }
    case 'holder of everything else': {
      await grantAllBut(personCalled(caller), typeof route.permission === 'string' ? [] : route.permission);
      return personCalled(caller).token;
    }
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const endsSession: ReadonlySet<string> = new Set(['/logout', '/sys/user/switchTenant']);
const nobodysId = '019a0000-0000-7000-8000-000000000000';

/** Well formed, and about a record that nobody has: whoever is let in is told "not found" and nothing happens. */
function harmless(route: Route): Request {
  const path = route.path.replace(/:\w+/g, nobodysId);
  if (route.method === 'GET') return { method: route.method, path };
  if (route.marks?.['body[]'] !== undefined)
    return { method: route.method, path, body: { ids: [nobodysId], password: 'Matrix2026test' } };
  if (route.marks?.['body.id'] !== undefined)
    return { method: route.method, path, body: { ...bodies.get(route.path), id: nobodysId } };
  return { method: route.method, path, body: (route.body === undefined ? undefined : bodies.get(route.path)) ?? {} };
}

describe('a call', () => {
  test.each(callers)(
    'by %s is let in exactly where its declaration says so',
    async (caller) => {
      const wrong: string[] = [];
      for (const route of world.routes) {
        const token = await tokenFor(route, caller);
        const { code, text } = await ask(world.app, { ...harmless(route), ...(token === undefined ? {} : { token }) });
        requests += 1;
        const wanted = expected(route, caller);
        const got = code === 401 || code === 403 || code === 10001 || code === 500 ? code : 'let in';
        // To switch to no tenant at all is refused to everybody.
        if (got !== wanted && route.path !== '/sys/user/switchTenant')
          wrong.push(`${nameOf(route)}: ${got} instead of ${wanted} ${text.slice(0, 100)}`);
      }
      expect(wrong).toEqual([]);
    },
    180_000,
  );

  test('was tried by everybody', () => {
    expect(requests).toBe(world.routes.length * callers.length);
    console.log(`permission matrix: ${world.routes.length} routes, ${callers.length} callers, ${requests} requests`);
  });

  test('with a token that was never given out, or given out to somebody who left, is answered as if without', async () => {
    const wrong: string[] = [];
    await eyes.query(
      `
        insert into sec.session (sid_hash, user_id, tenant_code, expires_at, seen_at)
        values ($1, $2, '1000', now() + interval '1 hour', now() - interval '31 minutes')`,
      [hashOf('idle'), personCalled('holder').user],
    );
    for (const route of world.routes.filter((candidate) => candidate.permission !== 'public')) {
      for (const token of ['guessed', 'idle', '"; drop table']) {
        const { code } = await ask(world.app, { ...harmless(route), token });
        if (code !== 401) wrong.push(`${nameOf(route)} answered ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is not authorised by a token in its address, unless a browser has to navigate to it', async () => {
    const wrong: string[] = [];
    for (const route of world.routes.filter((candidate) => candidate.permission !== 'public')) {
      const { code } = await ask(world.app, { ...harmless(route), query: { token: world.first.token } });
      if ((route.ticket === undefined) !== (code === 401)) wrong.push(`${nameOf(route)} answered ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  test('by a ticket is good once and for one path, with the rights of whoever asked for it, and is logged in his name', async () => {
    const holder = personCalled('holder');
    const open = (path: string, ticket: string) => ask(world.app, { method: 'GET', path, query: { token: ticket } });
    const ticketFor = async (path: string): Promise<string> =>
      (
        (await ask(world.app, { method: 'POST', path: '/sys/ticket', token: holder.token, body: { path } })).data as {
          ticket: string;
        }
      ).ticket;
    await grant(holder, ['data:brand:export']);
    const ticket = await ticketFor('/data/bd/brand/export');
    expect((await open('/data/bd/unit/export', ticket)).code).toBe(401);
    expect((await open('/data/bd/brand/export', ticket)).text).toContain('<row r="1">');
    expect((await open('/data/bd/brand/export', ticket)).code).toBe(401);
    expect((await open('/data/bd/unit/export', await ticketFor('/data/bd/unit/export'))).code).toBe(403);
    expect(
      await eyes.query(
        `
          select noun, creator_name, tenant_code, message::integer > 0 as has_rows
          from app.sys_operationlog
          where operation = 'export' and creator_id = $1
          order by id desc
          limit 1`,
        [holder.user],
      ),
    ).toEqual([{ noun: 'data:brand', creator_name: 'holder', tenant_code: '1000', has_rows: true }]);
  });

  test('is not authorised by a cookie, nor when another site sends it', async () => {
    const wrong: string[] = [];
    for (const route of world.routes.filter((candidate) => candidate.permission !== 'public')) {
      const { code } = await ask(world.app, { ...harmless(route), headers: { cookie: `token=${world.first.token}` } });
      const crossed =
        route.method === 'GET'
          ? 403
          : (
              await ask(world.app, {
                ...harmless(route),
                token: world.first.token,
                headers: { 'sec-fetch-site': 'cross-site' },
              })
            ).code;
      if (code !== 401 || crossed !== 403) wrong.push(`${nameOf(route)} answered ${code} and ${crossed}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what a permission is', () => {
  test('is known to the database exactly as the routes declare it', async () => {
    const rows = await eyes.query<{ permission: string; realm: 'P' | 'B' | 'A' }>(
      'select permission, realm from sec.permission',
    );
    expect(new Map(rows.map((row) => [row.permission, row.realm]))).toEqual(realms);
    const used = new Set(
      world.routes.flatMap((route) => (typeof route.permission === 'string' ? (route.soft ?? []) : route.permission)),
    );
    expect([...used].filter((permission) => !realms.has(permission))).toEqual([]);
  });

  test('decides how much of a record a picker shows: prices, credit and contacts are for holders of the page', async () => {
    const samples = sampler(world.first, world.platform, { code: 'G', mark: 'guarded', sql: world.sql });
    const holder = personCalled('holder');
    const shown = async (path: string): Promise<Record<string, unknown>[]> =>
      ((await ask(world.app, { method: 'GET', path, token: holder.token })).data as { list: Record<string, unknown>[] })
        .list;
    for (const entity of entities) {
      const guarded = Object.keys(entity.fields).filter((key) => entity.fields[key]?.guarded === true);
      if (guarded.length === 0) continue;
      await samples.create(entity);
      // A row of an organisation that the user has no power over would not be shown at all.
      await eyes.query(
        `
          update sec.principal
          set organizations = array(select code from app.sys_organization where tenant_code = '1000')
          where user_id = $1`,
        [holder.user],
      );
      const path = `${entity.list.path ?? `${entity.path}/page`}?limit=20`;
      await grant(holder, []);
      const slim = await shown(path);
      await grant(holder, [`${entity.name}:page`]);
      const full = await shown(path);
      expect([entity.name, slim.length > 0, guarded.filter((key) => slim.some((row) => key in row))]).toEqual([
        entity.name,
        true,
        [],
      ]);
      expect([entity.name, guarded.filter((key) => !full.every((row) => key in row))]).toEqual([entity.name, []]);
    }
  });
});
