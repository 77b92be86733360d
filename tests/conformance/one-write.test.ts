import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writes, type DatabaseError } from '#platform/server/db/batch.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { openDoor, type Caller, type Door } from '#platform/server/db/door.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { furnish } from '#tests/furniture.ts';
import { nameOf } from './request.ts';
import { nounNamed, nouns, sampler, type Sampler } from './sample.ts';

let world: World;
let samples: Sampler;
/** A door with a single connection: what one call leaves behind, the next one would find. */
let narrow: Door;
let caller: Caller;
beforeAll(async () => {
  world = await openWorld('write');
  await furnish(world.first);
  samples = sampler(world.first, world.platform, { code: 'W', mark: 'w', sql: world.sql });
  for (const noun of nouns) await samples.recordOf(noun);
  // A session is touched once a minute, beside its first call.
  for (const session of [world.first, world.platform]) await session.must('GET', '/sys/user/info');
  await sleep(100);
  narrow = openDoor({ url: world.url, connections: 1, reportConnections: 1 });
  caller = { sid: hashOf(world.first.token), tenant: null, permissions: null, soft: null };
});
afterAll(async () => {
  await narrow.close();
  await world.close();
});

async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = writes.count;
  await work();
  return writes.count - before;
}
const statement = (text: string, ...values: unknown[]): Statement => ({ text, values });
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: DatabaseError) => error.code ?? error.message,
  );
const brands = async (door: Door = narrow): Promise<readonly unknown[]> =>
  (await door.read(caller, [statement('select code from app.data_brand order by code')])).results[0] ?? [];

describe('a call to the database', () => {
  test('costs one network write for every list and every record there is', async () => {
    const dear: string[] = [];
    for (const route of world.routes) {
      const noun = nouns.find(
        (candidate) =>
          route.method === 'GET' &&
          (candidate.list.path === route.path ||
            ['/page', '/list', '/:id'].some((end) => candidate.path + end === route.path)),
      );
      if (noun === undefined || route.path === '/sys/role/list') continue;
      const session: Session = samples.writerOf(noun);
      const path = route.path.replace(':id', (await samples.recordOf(noun)).id);
      for (const query of route.path.endsWith(':id')
        ? ['']
        : ['', '?limit=20&page=1', '?limit=20&orderField=createDate&order=asc&code=W']) {
        const spent = await cost(() => session.must('GET', path + query));
        if (spent !== 1) dear.push(`${nameOf(route)}${query} costs ${spent}`);
      }
    }
    expect(dear).toEqual([]);
  });

  test('costs two or three to save a document of twenty lines, and to move it', async () => {
    const lines = Array.from({ length: 20 }, (_x, i) => ({ productCode: `M${(i % 5) + 1}`, number: '1', price: '3' }));
    let id = '';
    expect(
      await cost(async () => {
        ({ id } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
          organizeCode: 'O1',
          customerCode: 'CU1',
          storageCode: 'W1',
          lines,
        }));
      }),
    ).toBeLessThanOrEqual(3);
    const bill = await world.first.must<object>('GET', `/channelsale/order/${id}`);
    expect(
      await cost(() => world.first.must('PUT', '/channelsale/order', { ...bill, remark: 'x' })),
    ).toBeLessThanOrEqual(3);
    for (const verb of ['audit', 'close', 'unclose', 'unaudit'])
      expect([verb, (await cost(() => world.first.must('PUT', `/channelsale/order/${verb}`, [id]))) <= 3]).toEqual([
        verb,
        true,
      ]);
  });

  test('costs two or three to save, change and delete any record', async () => {
    for (const noun of [nounNamed('data:brand'), nounNamed('data:customer'), nounNamed('stock:inout')]) {
      const body = await samples.bodyOf(noun);
      let id = '';
      expect(
        await cost(async () => {
          ({ id } = await world.first.must<{ id: string }>('POST', noun.path, body));
        }),
      ).toBeLessThanOrEqual(3);
      const record = await world.first.must<object>('GET', `${noun.path}/${id}`);
      expect(await cost(() => world.first.must('PUT', noun.path, { ...record, remark: 'y' }))).toBeLessThanOrEqual(3);
      expect(await cost(() => world.first.must('DELETE', `${noun.path}/${id}`))).toBeLessThanOrEqual(3);
    }
  });
});

describe('a forgotten context', () => {
  test('shows nothing and writes nothing', async () => {
    expect(await narrow.open(statement('select code from app.data_brand'))).toEqual([]);
    expect(await narrow.open(statement('update app.data_brand set name = name returning id'))).toEqual([]);
    expect(
      await failure(
        narrow.open(statement(`insert into app.data_brand (id, code, name) values (gen_random_uuid(), 'X', 'X')`)),
      ),
    ).toMatch(/^(42501|23502)$/);
    expect(
      await failure(
        narrow.open(
          statement(`
            insert into app.data_brand (tenant_code, id, code, name)
            values ('1000', gen_random_uuid(), 'X', 'X')`),
        ),
      ),
    ).toBe('42501');
  });

  test('is not made up for by the one before it on the same connection', async () => {
    expect(await brands()).toHaveLength(2);
    expect(await narrow.open(statement('select code from app.data_brand'))).toEqual([]);
    expect(
      await narrow.open(
        statement('select sec.tenant() as tenant, sec.user_id() as who, sec.is_platform() as platform'),
      ),
    ).toEqual([{ tenant: null, who: null, platform: false }]);
    const tx = narrow.transaction(caller);
    expect(await tx.run([statement('select code from app.data_brand')])).toHaveLength(1);
    await tx.commit();
    expect(await narrow.open(statement('select code from app.data_brand'))).toEqual([]);
  });

  test('is not replaced by a session that does not exist, or is somebody else’s', async () => {
    expect(await failure(narrow.read({ ...caller, sid: hashOf('nobody') }, []))).toBe('QD401');
    expect(await failure(narrow.read({ ...caller, tenant: '2000' }, []))).toBe('QD012');
    expect(await failure(narrow.read({ ...caller, permissions: ['tenant:tenant:save'] }, []))).toBe('QD403');
    expect(await failure(narrow.read({ ...caller, sid: 'no hex' }, []))).toBe('22023');
    expect(await brands()).toHaveLength(2);
  });
});

describe('a batch', () => {
  test('that fails undoes everything in it', async () => {
    const insert = statement(`insert into app.data_brand (id, code, name) values (gen_random_uuid(), 'GONE', 'gone')`);
    const before = await brands();
    expect(await failure(narrow.read(caller, [insert, statement('select 1 / $1::integer as x', 0)]))).toBe('22012');
    expect(await brands()).toEqual(before);
    const tx = narrow.transaction(caller);
    await tx.run([insert]);
    expect(await failure(tx.run([statement('select 1 / $1::integer as x', 0)]))).toBe('22012');
    await tx.rollback();
    expect(await brands()).toEqual(before);
  });

  test('that failed can be sent again: statements are not lost and not mixed up', async () => {
    const divide = (by: number): Statement => statement('select 12 / $1::integer as x', by);
    for (let n = 0; n < 3; n += 1) {
      expect(await failure(narrow.read(caller, [divide(0), statement(`select ${n} as fresh`)]))).toBe('22012');
      expect((await narrow.read(caller, [statement(`select ${n} as fresh`), divide(4)])).results).toEqual([
        [{ fresh: n }],
        [{ x: 3 }],
      ]);
      expect(await failure(narrow.read(caller, [divide(3), statement('select nonsense from nowhere')]))).toBe('42P01');
      expect(
        await failure(
          narrow.read({ ...caller, sid: hashOf('nobody') }, [divide(2), statement(`select ${n + 10} as never`)]),
        ),
      ).toBe('QD401');
      expect((await narrow.read(caller, [divide(6), statement(`select ${n + 10} as never`)])).results).toEqual([
        [{ x: 2 }],
        [{ never: n + 10 }],
      ]);
    }
  });

  test('survives a migration that changes a table under it', async () => {
    const all = statement('select * from app.data_unit');
    await narrow.read(caller, [all]);
    await world.sql('alter table app.data_unit add column later text');
    // The first may be refused, as the plan it was made for is gone; the second is not.
    await failure(narrow.read(caller, [all]));
    expect((await narrow.read(caller, [all])).results[0]?.[0]).toHaveProperty('later');
    await world.sql('alter table app.data_unit drop column later');
  });
});

describe('text that was injected into a statement', () => {
  const forged = `'2000|' || extract(epoch from now())::text || '||'`;
  test.each([
    ['write the context', `(select set_config('app.ctx', ${forged}, true))`, '42501'],
    ['bind another tenant', `(select 1 from sec.bind('2000', null, 'SP'))`, '42501'],
    ['open a session', `(select sec.login_open(gen_random_uuid(), '2000', 'ab', 1, '', ''))`, '42501'],
    ['read password hashes', '(select min(password_hash) from sec.account)', '42501'],
    ['read sessions', '(select min(sid_hash::text) from sec.session)', '42501'],
    ['read a file', `(select pg_read_file('/etc/passwd'))`, '42501'],
    ['start another statement', `1; update app.data_brand set name = 'x'`, '42601'],
    ['become another role', `1; set role qudao_gate`, '42601'],
  ])('cannot %s', async (_deed, injected, refused) => {
    expect(
      await failure(narrow.read(caller, [statement(`select code from app.data_brand order by ${injected}`)])),
    ).toBe(refused);
    expect(await brands()).toHaveLength(2);
  });

  test('cannot move the rest of its transaction to another tenant, even as a statement of its own', async () => {
    const tx = narrow.transaction(caller);
    await tx.run([]);
    expect(
      await failure(tx.run([statement(`update pg_settings set setting = ${forged} where name = 'app.ctx'`)])),
    ).toBe('42501');
    await tx.rollback();
  });

  test('does not reach a statement through a list’s search or sort', async () => {
    const { list } = await world.first.must<{ list: { code: string }[] }>(
      'GET',
      `/data/bd/brand/page?limit=20&${new URLSearchParams({ orderField: `(select set_config('app.ctx', ${forged}, true))`, order: `desc; drop table app.data_brand`, code: `W' or '1'='1` }).toString()}`,
    );
    expect(list).toEqual([]);
  });
});
