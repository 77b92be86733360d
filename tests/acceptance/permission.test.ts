import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { grantsOf } from '#platform/model/permission.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { nouns as savable, sampler } from '#tests/conformance/sample.ts';
import { ask } from '#tests/conformance/request.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let powerless: Session;
beforeAll(async () => {
  world = await openWorld('permission');
  await furnish(world.first);
  await furnish(world.second, '二');
  await world.first.must('POST', '/sys/user', {
    username: 'powerless',
    realName: '无权',
    password: world.password,
    confirmPassword: world.password,
  });
  powerless = await world.login('powerless');
});
afterAll(() => world.close());

const noId = '00000000-0000-4000-8000-000000000000';
const nouns = models.flatMap((module) => [...module.entities, ...module.documents, ...(module.reports ?? [])]);

describe('permissions', () => {
  test('[A359] the server refuses every guarded call to a user who lacks its permission, called directly', async () => {
    const guarded = world.routes.filter(({ permission }) => typeof permission !== 'string');
    // Whole bodies: a save that is also incomplete is refused for that first.
    const samples = sampler(world.first, world.platform, { code: 'PM', mark: '权', sql: world.sql });
    const bodies = new Map<string, object>();
    for (const noun of savable) {
      if (noun.kind === 'entity' && !noun.calls.includes('save')) continue;
      const body = await samples.bodyOf(noun);
      bodies.set(`POST ${noun.path}`, body).set(`PUT ${noun.path}`, { ...body, id: noId });
    }
    for (const { method, path } of guarded) {
      const body = bodies.get(`${method} ${path}`) ?? { id: noId, ids: [noId], password: world.password };
      const reply = await powerless.call(method, path.replace(/:\w+/g, noId), method === 'GET' ? undefined : body);
      expect(reply.code, `${method} ${path}`).toBe(403);
    }
    const writes = guarded.filter(({ effect }) => effect !== 'none').length;
    expect(writes).toBeGreaterThan(100);
    console.log(`${guarded.length} guarded routes, ${writes} of them writes`);
  });

  test('[A360] strings follow module:entity:action, everywhere', async () => {
    const all = [
      ...nouns.flatMap((noun) => grantsOf(noun).map(({ permission }) => permission)),
      ...world.routes.flatMap(({ permission }) => (typeof permission === 'string' ? [] : permission)),
      ...(await world.first.must<string[]>('GET', '/sys/menu/permissions')),
    ];
    for (const permission of all) expect(permission).toMatch(/^[a-z]+:[a-z]+:[a-zA-Z]+$/);
    console.log(`${new Set(all).size} permission strings`);
  });

  test('[A363] a button carries its calls as url and method, and whoever holds the button may make them', async () => {
    const { list } = await world.platform
      .must<{ list?: unknown[] } & unknown[]>('GET', '/sys/menu/list')
      .then((data) => ({
        list: data as unknown as {
          permissions: string | null;
          resourceList: { url: string; method: string }[] | null;
          type: string;
          id: string;
        }[],
      }));
    const buttons = list.filter(({ type, permissions }) => type === '1' && permissions !== null);
    const served = new Set(world.routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
    for (const { permissions, resourceList } of buttons) {
      for (const { url, method } of resourceList ?? [])
        expect(served.has(`${method} ${url}`), `${permissions}: ${method} ${url}`).toBe(true);
    }
    const save = buttons.find(({ permissions }) => permissions === 'data:brand:save');
    expect(save?.resourceList).toContainEqual({ url: '/data/bd/brand', method: 'POST' });
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'ONE',
      name: '一个按钮',
      menuList: [menuIdOf('data/brand?tenantFlag=0'), save?.id],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'holder',
      realName: '有',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
    });
    const holder = await world.login('holder');
    expect((await holder.call('POST', '/data/bd/brand', { code: 'HELD', name: '可以' })).code).toBe(0);
    expect((await holder.call('PUT', '/data/bd/brand', { id: noId })).code).toBe(403);
    console.log(
      `${buttons.length} buttons with ${buttons.reduce((sum, { resourceList }) => sum + (resourceList?.length ?? 0), 0)} calls`,
    );
  });

  test('[A361] a role grants a menu scope and a data scope', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    await world.first.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O2' });
    const { list } = await world.first
      .must<{ list: { id: string; code: string }[] }>('GET', '/sys/organization/list')
      .then((data) => ({ list: data as unknown as { id: string; code: string }[] }));
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'SCOPE',
      name: '分公司仓管',
      menuList: [
        menuIdOf('data/storage?tenantFlag=0'),
        menuIdOf('data/depot?tenantFlag=0'),
        menuIdOf('data/storage'),
        menuIdOf('data/depot'),
      ],
      organizeList: [list.find(({ code }) => code === 'O2')?.id],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'scoped',
      realName: '分公司',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
      organizeCode: 'O2',
    });
    const scoped = await world.login('scoped');
    expect(await scoped.must('GET', '/sys/menu/permissions')).toEqual(['data:depot:page']);
    const rows = await scoped.must<{ list: { code: string }[] }>('GET', '/data/storage/page');
    expect(rows.list.map(({ code }) => code)).toEqual(['W2']);
  });
});

describe('two tenants', () => {
  /** Every id and code of tenant 2000 that a reply to tenant 1000 could show. */
  const foreignIds = async (): Promise<Map<string, string[]>> => {
    const found = new Map<string, string[]>();
    for (const noun of nouns) {
      if (noun.kind === 'report' || (noun.kind === 'entity' && noun.realm === 'global')) continue;
      const table = noun.name.replace(':', '_');
      found.set(
        noun.name,
        (await world.sql<{ id: string }>(`select id from app.${table} where tenant_code = '2000'`)).map(({ id }) => id),
      );
    }
    return found;
  };

  test('[A364] never see each other in any list, detail, export or picker', async () => {
    // Every text of the stranger carries the mark, in a record of every noun.
    const mark = '邻家';
    const strange = sampler(world.second, world.platform, { code: 'NB', mark, sql: world.sql });
    const records: { noun: (typeof savable)[number]; id: string }[] = [];
    for (const noun of savable)
      if (noun.kind === 'document' || noun.realm === 'tenant')
        records.push({ noun, id: (await strange.recordOf(noun)).id });
    const foreign = new Set([...(await foreignIds()).values()].flat());
    const read = async (session: Session, method: 'GET' | 'POST', path: string): Promise<string> =>
      (
        await ask(world.app, {
          method,
          path,
          token: session.token,
          ...(method === 'GET'
            ? { query: { page: '1', limit: '-1', tenantFlag: '1' } }
            : { body: { page: 1, limit: -1 } }),
        })
      ).text;
    let shown = 0;
    let told = 0;
    // A list, a picker's list, a report, an export: whatever is read without naming a record, asked either way.
    const reads = world.routes.filter(({ effect, path }) => effect === 'none' && !path.includes(':'));
    for (const { method, path } of reads) {
      if (method !== 'GET' && method !== 'POST') continue;
      const text = await read(world.first, method, path);
      expect([path, text.includes(mark), [...foreign].filter((id) => text.includes(id))]).toEqual([path, false, []]);
      shown += 1;
      if (method === 'GET' && (await read(world.second, method, path)).includes(mark)) told += 1;
    }
    let details = 0;
    for (const { noun, id } of records) {
      const path = `${noun.path}/${id}`;
      const own = await world.second.call('GET', path);
      if (own.code !== 0) continue;
      const { code, text } = await world.first.call('GET', path);
      expect([path, code, text.includes(mark), text.includes(id)]).toEqual([path, 404, false, false]);
      details += 1;
    }
    const exports = reads.filter(({ path }) => path.endsWith('/export')).length;
    console.log(
      `${shown} reads (${exports} of them exports), ${told} of which show the stranger his own; ${details} details; ${foreign.size} foreign ids`,
    );
    expect([foreign.size > 150, told > 150, exports > 60, details > 70]).toEqual([true, true, true, true]);
  }, 240_000);

  test('[A365] a record id of another tenant answers not found, not its data', async () => {
    const foreign = await foreignIds();
    let asked = 0;
    for (const { method, path, marks } of world.routes) {
      const noun = marks?.['params.id'];
      const id = noun === undefined ? undefined : foreign.get(noun)?.[0];
      if (id === undefined) continue;
      const reply = await world.first.call(method, path.replace(/:\w+/g, id));
      expect([reply.code, JSON.stringify(reply.data).includes(id)], `${method} ${path}`).toEqual([404, false]);
      asked += 1;
    }
    expect(asked).toBeGreaterThan(20);
    console.log(`${asked} routes asked with a foreign id`);
  });
});

describe('languages', () => {
  test('[A73] the server answers in the language of Accept-Language, Simplified Chinese by default', async () => {
    const msg = async (language?: string): Promise<string> =>
      (
        await world.first.call(
          'POST',
          '/data/bd/brand',
          { code: 'B1', name: 'x' },
          language === undefined ? {} : { 'accept-language': language },
        )
      ).msg;
    expect(await Promise.all([msg(), msg('zh-CN'), msg('zh-TW'), msg('en-US'), msg('fr-FR')])).toEqual([
      '编码【B1】已存在',
      '编码【B1】已存在',
      '編碼【B1】已存在',
      'Code B1 already exists',
      '编码【B1】已存在',
    ]);
    const [tree] = await world.first.must<{ name: string }[]>('GET', '/sys/menu/nav', undefined, {
      'accept-language': 'en-US',
    });
    expect(tree?.name).toMatch(/^[A-Za-z ]+$/);
  });
});
