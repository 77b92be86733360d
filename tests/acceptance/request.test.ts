import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { contractIsHere } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { anonymous, openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('request');
  await furnish(world.first);
});
afterAll(() => world.close());

const entities = models.flatMap((module) => [...module.entities]);
const documents = models.flatMap((module) => [...module.documents]);
/** Global nouns are kept by the platform; everything else is tried in the brand owner's tenant. */
const keeperOf = (realm: string): Session => (realm === 'global' ? world.platform : world.first);
const noId = '00000000-0000-4000-8000-000000000000';
type Rows = { list: Record<string, unknown>[]; total: number };

describe('every reply', () => {
  test('[A78] is the envelope code, msg, data, whether it was done, refused or unknown', async () => {
    const shapeOf = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      headers: Record<string, string>,
    ): Promise<number> => {
      const reply = await world.app.inject({
        method,
        url: `/api${url}`,
        headers,
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(reply.statusCode, `${method} ${url}`).toBe(200);
      if (!String(reply.headers['content-type']).includes('json')) return 0;
      const body = reply.json<{ code: number; msg: string }>();
      expect(Object.keys(body), `${method} ${url}`).toEqual(['code', 'msg', 'data']);
      expect([typeof body.code, typeof body.msg]).toEqual(['number', 'string']);
      return body.code;
    };
    let succeeded = 0;
    const routes = world.routes.filter(
      ({ path }) => path !== '/login' && path !== '/logout' && path !== '/sys/user/switchTenant',
    );
    for (const { method, path, permission } of routes) {
      const url = path.replace(/:\w+/g, noId);
      if (permission !== 'public') expect(await shapeOf(method, url, {}), `${method} ${path} anonymously`).toBe(401);
      const code = await shapeOf(method, url, { token: world.first.token });
      expect(code, `${method} ${path}`).not.toBe(500);
      if (code === 0) succeeded += 1;
    }
    expect(await shapeOf('GET', '/no/such/call', {})).toBe(404);
    console.log(`envelopes of ${routes.length} routes, ${succeeded} of them successes`);
  });

  test('[A78] says 0 for success, and only then', async () => {
    expect(await world.first.call('GET', '/sys/menu/permissions')).toMatchObject({ code: 0, msg: 'success' });
    expect(await world.first.call('POST', '/data/bd/brand', { code: 'B1', name: '重复' })).toMatchObject({
      code: 10002,
    });
    expect(await world.first.call('POST', '/data/bd/brand', { code: 'NO-NAME' })).toMatchObject({ code: 10003 });
    expect(await anonymous(world.app).call('GET', '/data/bd/brand/page')).toMatchObject({ code: 401 });
  });
});

describe('a list', () => {
  const pages = (): string[] => [
    ...new Set(world.routes.filter(({ path }) => path.endsWith('/page')).map(({ path }) => path)),
  ];
  /** The platform sees no documents, the brand owner no platform lists: one of the two may read it. */
  async function readBy<Data>(ask: (session: Session) => Promise<Reply<Data>>): Promise<Data> {
    const [own, platform] = [await ask(world.first), await ask(world.platform)];
    return own.code === 0 ? own.data : (expect(platform.code).toBe(0), platform.data);
  }

  test('[A79] that is paged answers data.list and data.total', async () => {
    for (const path of pages()) {
      const data = await readBy<Rows>((session) => session.call('GET', `${path}?page=1&limit=2`));
      expect(Array.isArray(data.list), path).toBe(true);
      expect(data.list.length, path).toBeLessThanOrEqual(2);
      expect(data.total, path).toBeGreaterThanOrEqual(data.list.length);
    }
    expect(await world.first.must('GET', '/data/bd/material/all/page?page=2&limit=2')).toMatchObject({ total: 5 });
    console.log(`${pages().length} paged calls`);
  });

  test('[A83] answers the same to GET with a query and to POST with a body', async () => {
    for (const path of pages()) {
      const got = await readBy<Rows>((session) =>
        session.call('GET', `${path}?page=1&limit=3&order=asc&orderField=create_date`),
      );
      const posted = await readBy<Rows>((session) =>
        session.call('POST', path, { page: 1, limit: 3, order: 'asc', orderField: 'create_date' }),
      );
      expect(posted, path).toEqual(got);
    }
    expect(await world.first.must<Rows>('POST', '/data/bd/material/all/page', { code: 'M3' })).toMatchObject({
      total: 1,
    });
    console.log(`${pages().length} calls by GET and POST`);
  });

  test('[A81] sorts by the snake_case of a column, up and down; an unknown column sorts as create_date desc', async () => {
    const codes = async (query: string): Promise<unknown[]> =>
      (await world.first.must<Rows>('GET', `/data/bd/material/all/page?${query}`)).list.map((row) => row['code']);
    expect(snakeCase('createDate')).toBe('create_date');
    const up = ['M1', 'M2', 'M3', 'M4', 'M5'];
    expect(await codes('order=asc&orderField=create_date')).toEqual(up);
    expect(await codes('order=desc&orderField=create_date')).toEqual(up.toReversed());
    expect(await codes('order=asc&orderField=main_unit_code')).toHaveLength(5);
    expect(await codes('order=asc&orderField=code')).toEqual(up);
    expect(await codes(`order=asc&orderField=${encodeURIComponent('code; drop table app.data_material')}`)).toEqual(
      up.toReversed(),
    );
  });

  test.skipIf(!contractIsHere)(
    '[A91] answers every row to limit -1 and 9999: the cached lists of the contract that exist',
    async () => {
      const constants = JSON.parse(
        readFileSync(join(process.env['QUDAO_SHARED'] ?? '../shared', 'contract/constants.json'), 'utf8'),
      ) as { cachedLists: { method: 'GET' | 'POST'; path: string; params: string }[] };
      const asked = constants.cachedLists.filter(
        ({ path, params }) => params.includes('limit') && world.routes.some((route) => route.path === path),
      );
      // Longer than a page of any size.
      await world.sql(`
        insert into app.data_unit (tenant_code, id, code, name, creator_name)
        select '1000', gen_random_uuid(), 'U' || n, '单位' || n, 'test'
        from generate_series(1, 700) n`);
      for (const { method, path, params } of asked) {
        const fields = Object.fromEntries(
          (params.replace(/\[.*\]/, '').match(/\w+=[-\w]+/g) ?? []).map((pair) => pair.split('=') as [string, string]),
        );
        const ask = (session: Session, asked: Record<string, string>) =>
          method === 'POST'
            ? session.call<Rows>('POST', path, asked)
            : session.call<Rows>('GET', `${path}?${new URLSearchParams(asked).toString()}`);
        const whole = await readBy<Rows>((session) => ask(session, fields));
        const { limit: _limit, page: _page, ...filters } = fields;
        const { total } = await readBy<Rows>((session) =>
          ask(session, { ...filters, page: '1', limit: '1', exact: '1' }),
        );
        expect([whole.list.length, whole.total], path).toEqual([total, total]);
      }
      expect((await world.first.must<Rows>('GET', '/data/bd/unit/page?page=1&limit=-1')).list).toHaveLength(701);
      console.log(
        `${asked.length} of ${constants.cachedLists.filter(({ params }) => params.includes('limit')).length} cached lists`,
      );
    },
  );
});

describe('a deletion', () => {
  const make = async (code: string): Promise<string> =>
    (await world.first.must<{ id: string }>('POST', '/data/bd/brand', { code, name: code })).id;
  const codes = async (): Promise<unknown[]> =>
    (await world.first.must<Rows>('GET', '/data/bd/brand/page?name=DEL')).list.map((row) => row['code']);

  test('[A85] of one record is DELETE {deleteURL}/{id}', async () => {
    const id = await make('DEL1');
    await make('DEL2');
    await world.first.must('DELETE', `/data/bd/brand/${id}`);
    expect(await codes()).toEqual(['DEL2']);
    expect((await world.first.call('DELETE', `/data/bd/brand/${id}`)).code).toBe(404);
  });

  test('[A86] of several is DELETE with a JSON array of ids, all or none', async () => {
    const ids = [await make('DEL3'), await make('DEL4')];
    expect((await world.first.call('DELETE', '/data/bd/brand', [...ids, noId])).code).toBe(404);
    expect(await codes()).toEqual(['DEL4', 'DEL3', 'DEL2']);
    await world.first.must('DELETE', '/data/bd/brand', ids);
    expect(await codes()).toEqual(['DEL2']);
  });

  test('[A87] of several may go by another column than id', async () => {
    await make('DEL5');
    await world.first.must('DELETE', '/data/bd/brand?key=code', ['DEL2', 'DEL5']);
    expect(await codes()).toEqual([]);
  });

  test('exists as both calls on every noun that can be deleted', () => {
    const has = (method: string, path: string): boolean =>
      world.routes.some((route) => route.method === method && route.path === path);
    const deletable = [...entities.filter(({ calls }) => calls.includes('delete')), ...documents];
    for (const { path } of deletable) expect(has('DELETE', `${path}/:id`), path).toBe(true);
    for (const { path } of [...entities.filter(({ calls }) => calls.includes('deleteBatch')), ...documents])
      expect(has('DELETE', path), path).toBe(true);
    expect(deletable.length).toBeGreaterThan(20);
  });
});

describe('an operation', () => {
  test('[A89] is PUT to the base path plus its name with an array of ids, on every noun that has one', async () => {
    const operations = [
      ...entities.flatMap(({ path, calls, realm }) =>
        calls
          .filter((call) => call === 'enable' || call === 'disable')
          .map((call) => ({ url: `${path}/${call}`, keeper: keeperOf(realm) })),
      ),
      ...documents.flatMap(({ path, verbs }) =>
        Object.keys(verbs).map((verb) => ({ url: `${path}/${verb}`, keeper: world.first })),
      ),
    ];
    for (const { url, keeper } of operations) {
      // The array is read as ids: one that nobody has is not found, and none at all neither.
      expect((await keeper.call('PUT', url, [noId])).code, url).toBe(404);
      expect((await keeper.call('PUT', url, [])).code, url).toBe(404);
    }
    const { id } = await world.first.must<{ id: string }>('POST', '/data/bd/brand', { code: 'OP1', name: '操作' });
    await world.first.must('PUT', '/data/bd/brand/disable', [id]);
    expect(await world.first.must('GET', `/data/bd/brand/${id}`)).toMatchObject({ status: '0' });
    console.log(`${operations.length} operations`);
  });
});
