import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line {
  readonly tenantCode: string;
  readonly noun: string;
  readonly code: string;
  readonly result: string;
  readonly msg: string | null;
}

let world: World;
let branch: Session;
let twig: Session;
const ids = new Map<string, string>();

async function open(tenantCode: string, above: string): Promise<void> {
  const { id } = await world.platform.must<{ id: string }>('POST', '/sys/tenant', {
    pid: ids.get(above),
    tenantCode,
    tenantName: `租户${tenantCode}`,
    username: `admin${tenantCode}`,
    password: world.password,
    confirmPassword: world.password,
  });
  ids.set(tenantCode, id);
}

beforeAll(async () => {
  world = await openWorld('distribution');
  for (const row of await world.sql<{ id: string; tenant_code: string }>(
    'select id, tenant_code from app.tenant_tenant',
  ))
    ids.set(row.tenant_code, row.id);
  await open('1001', '1000');
  await open('100101', '1001');
  await open('1002', '1000');
  await open('2001', '2000');
  branch = await world.login('admin1001');
  twig = await world.login('admin100101');
  await furnish(world.first);
});
afterAll(() => world.close());

const handDown = (session: Session, path: string, tenantCodeArrays: readonly string[], codes: readonly string[]) =>
  session.call<Line[]>('POST', `${path}/pushDown`, { tenantCodeArrays, codes });
async function handed(path: string, tenants: readonly string[], codes: readonly string[]): Promise<string[]> {
  const { code, msg, data } = await handDown(world.first, path, tenants, codes);
  if (code !== 0) throw new Error(msg);
  return data.map((line) => `${line.tenantCode} ${line.noun} ${line.code} ${line.result}`);
}
const one = async (session: Session, path: string, code: string): Promise<Record<string, unknown>> => {
  const { list } = await session.must<{ list: { id: string }[] }>(
    'GET',
    `${path === '/data/bd/material' ? `${path}/all` : path}/page?code=${code}`,
  );
  return session.must('GET', `${path}/${list[0]?.id ?? ''}`);
};

describe('distribution', () => {
  test('[A88] [A367] copies the chosen codes into each chosen tenant below, what they refer to first, and repeats without doubles', async () => {
    await world.first.must('POST', '/data/bd/material/class', {
      code: 'C2',
      name: '木器漆',
      pid: (await world.first.must<{ id: string; code: string }[]>('GET', '/data/bd/material/class/list')).find(
        ({ code }) => code === 'C1',
      )?.id,
    });
    await world.first.must('POST', '/data/bd/material', {
      code: 'X1',
      name: '清漆',
      classCode: 'C2',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      price: '9.5',
      organizeCode: 'O1',
    });
    const expected = (tenant: string, result: string): string[] =>
      ['data:brand B1', 'data:materialclass C1', 'data:materialclass C2', 'data:unit PCS', 'data:material X1'].map(
        (record) => `${tenant} ${record} ${result}`,
      );
    const first = await handed('/data/bd/material', ['1001', '100101'], ['X1']);
    expect(first.toSorted()).toEqual([...expected('1001', 'done'), ...expected('100101', 'done')].toSorted());
    // What is referred to stands before what refers to it.
    const place = (record: string): number => first.findIndex((line) => line.startsWith(`1001 ${record} `));
    expect(place('data:materialclass C1')).toBeLessThan(place('data:materialclass C2'));
    expect(place('data:materialclass C2')).toBeLessThan(place('data:material X1'));

    const copy = await one(branch, '/data/bd/material', 'X1');
    expect([
      copy['name'],
      copy['className'],
      copy['price'],
      copy['organizeCode'],
      copy['tenantCode'],
      copy['originTenant'],
    ]).toEqual(['清漆', '木器漆', '9.5', null, '1001', '1000']);
    expect((await handed('/data/bd/material', ['1001', '100101'], ['X1'])).toSorted()).toEqual(
      [...expected('1001', 'unchanged'), ...expected('100101', 'unchanged')].toSorted(),
    );
    expect(await world.sql(`select 1 from app.data_material where tenant_code in ('1001', '100101')`)).toHaveLength(2);
  });

  test('brings copies up to date and leaves the receiver what is its own', async () => {
    const organization = await branch.must<{ code: string }[]>('GET', '/sys/organization/allList');
    const copy = await one(branch, '/data/bd/material', 'X1');
    await branch.must('PUT', '/data/bd/material', { ...copy, organizeCode: organization[0]?.code });
    await branch.must('PUT', '/data/bd/material/disable', [copy['id']]);
    const refused = await branch.call<{ errors: { path: string }[] }>('PUT', '/data/bd/material', {
      id: copy['id'],
      name: '改名',
    });
    expect([refused.code, refused.data.errors.map(({ path }) => path)]).toEqual([10003, ['name']]);

    const original = await one(world.first, '/data/bd/material', 'X1');
    await world.first.must('PUT', '/data/bd/material', { ...original, name: '清漆二代', price: '10' });
    expect(await handed('/data/bd/material', ['1001'], ['X1'])).toContain('1001 data:material X1 updated');
    const after = await one(branch, '/data/bd/material', 'X1');
    expect([after['name'], after['price'], after['organizeCode'], after['status']]).toEqual([
      '清漆二代',
      '10',
      organization[0]?.code,
      '0',
    ]);
    // Not handed to the one below it, whose copy stays as it is.
    expect((await one(twig, '/data/bd/material', 'X1'))['name']).toBe('清漆');
  });

  test('never writes over a record of the receiver, and says so', async () => {
    const unit = await world.login('admin1002');
    await unit.must('POST', '/data/bd/unit', { code: 'PCS', name: '自己的件' });
    await unit.must('POST', '/data/bd/brand', { code: 'B1', name: '自己的品牌' });
    const { data } = await handDown(world.first, '/data/bd/brand', ['1002'], ['B1']);
    expect(data.map(({ result, msg }) => [result, msg])).toEqual([['failed', '下级租户已有自建的同编码记录']]);
    // Referred to, it is found under its code.
    expect(await handed('/data/bd/material', ['1002'], ['M1'])).toEqual(
      expect.arrayContaining(['1002 data:unit PCS unchanged', '1002 data:material M1 done']),
    );
    expect((await one(unit, '/data/bd/unit', 'PCS'))['name']).toBe('自己的件');
  });

  test('leaves the credit of a customer to each tenant', async () => {
    await world.first.must('POST', '/data/customer/manage', {
      code: 'KA',
      name: '连锁',
      classCode: 'K1',
      customerType: '1',
      creditAmount: '50000',
      creditControlFlag: '1',
      salesmanCode: 'P1',
    });
    await handed('/data/customer/manage', ['1001'], ['KA']);
    const copy = await one(branch, '/data/customer/manage', 'KA');
    expect([copy['name'], copy['creditAmount'], copy['creditControlFlag'], copy['salesmanCode']]).toEqual([
      '连锁',
      null,
      '0',
      null,
    ]);
  });

  test('is written down on both sides', async () => {
    const logged = await world.sql<{ tenant_code: string; message: string }>(`
      select tenant_code, message
      from app.sys_operationlog
      where operation = 'distribute' and noun = 'data:material' and record_code = 'X1'
      order by seq
      limit 3`);
    expect(logged.map(({ tenant_code, message }) => `${tenant_code}: ${message}`).toSorted()).toEqual(
      ['1000: 1001 done, 100101 done', '100101: 1000', '1001: 1000'].toSorted(),
    );
    const arrived = await world.first.must<{ tenantCode: string; pushStatus: string }[]>(
      'GET',
      '/data/bd/brand/pushDown?codes=B1',
    );
    expect(arrived.map(({ tenantCode, pushStatus }) => `${tenantCode} ${pushStatus}`)).toEqual([
      '1001 4',
      '100101 4',
      '1002 4',
    ]);
  });

  test('[A368] goes down only: not up, not sideways, not to oneself, not to strangers, not to whoever rests', async () => {
    await branch.must('POST', '/data/bd/brand', { code: 'OWN', name: '自有' });
    for (const target of ['100101', '1000', '1002', '2000', '1001', '1', 'nobody'])
      expect((await handDown(branch, '/data/bd/brand', [target], ['OWN'])).code).not.toBe(0);
    for (const target of ['1000', '2000', '2001', '1'])
      expect((await handDown(world.first, '/data/bd/brand', [target, '1001'], ['B1'])).code).not.toBe(0);
    await world.platform.must('PUT', '/sys/tenant/disable', [ids.get('1002')]);
    expect((await handDown(world.first, '/data/bd/brand', ['1002'], ['B1'])).code).toBe(403);
    await world.platform.must('PUT', '/sys/tenant/enable', [ids.get('1002')]);
    expect(await world.sql(`select 1 from app.data_brand where code = 'OWN' and tenant_code <> '1001'`)).toEqual([]);
    expect(await world.sql(`select 1 from app.sys_origin where tenant_code not in ('1001', '100101', '1002')`)).toEqual(
      [],
    );
  });

  test('asks for its permission, for codes that exist and for a body that makes sense', async () => {
    expect((await handDown(world.first, '/data/bd/brand', ['1001'], ['B1', 'missing'])).code).toBe(404);
    for (const body of [{}, { tenantCodeArrays: '1001', codes: ['B1'] }, { tenantCodeArrays: [], codes: [] }, []])
      expect((await world.first.call('POST', '/data/bd/brand/pushDown', body)).code).toBe(10003);
    expect(
      (await world.platform.call('POST', '/data/bd/brand/pushDown', { tenantCodeArrays: ['1001'], codes: ['B1'] }))
        .code,
    ).toBe(403);
  });
});

describe('whatever the tree looks like', () => {
  test('nothing is written outside the subtree of a brand owner (300 cases)', async () => {
    let writes = 0;
    let refusals = 0;
    let cases = 0;
    const size = 14;
    for (let n = 0; n < size; n += 1)
      await world.sql(
        `
          insert into app.tenant_tenant (id, tenant_code, tenant_name, username, path)
          values (gen_random_uuid(), $1, $1, $1, $2)`,
        [`9${String(n).padStart(2, '0')}`, `/9${String(n).padStart(2, '0')}/`],
      );
    const code = (n: number): string => `9${String(n).padStart(2, '0')}`;
    const each = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
      fc.array(value, { minLength: size, maxLength: size });
    const tree = fc.record({
      // Parents are of a lower number: any list of numbers is a forest.
      parents: each(fc.nat(3)),
      roots: each(fc.nat(5).map((n) => n === 0)),
      leaders: each(fc.nat(2).map((n) => n > 0)),
      source: fc.nat(4),
      target: fc.nat(size - 1),
    });
    const [actor] = await world.sql<{ id: string }>(
      `select user_id as id from sec.principal where tenant_code = '1000' and super_admin`,
    );
    await fc.assert(
      fc.asyncProperty(tree, async ({ parents, roots, leaders, source, target }) => {
        cases += 1;
        const paths: string[] = [];
        for (let n = 0; n < size; n += 1)
          paths.push(`${n === 0 || roots[n] === true ? '/' : (paths[(parents[n] ?? 0) % n] ?? '/')}${code(n)}/`);
        await world.sql(
          `
            update app.tenant_tenant t
            set path = x.path, super_tenant = x.leads
            from unnest($1::text[], $2::text[], $3::text[]) x(code, path, leads)
            where t.tenant_code = x.code`,
          [paths.map((_path, n) => code(n)), paths, leaders.map((leads) => (leads ? '1' : '0'))],
        );
        const brand = `P${cases}`;
        const may =
          leaders[source] === true && source !== target && (paths[target] ?? '').startsWith(paths[source] ?? '-');
        const outcome = await asTenant(code(source), actor?.id ?? '', brand, code(target));
        const there = await world.sql<{ tenant_code: string }>(
          'select tenant_code from app.data_brand where code = $1 order by tenant_code',
          [brand],
        );
        expect(there.map((row) => row.tenant_code)).toEqual(
          (may ? [code(source), code(target)] : [code(source)]).toSorted(),
        );
        expect(outcome).toBe(may ? 'done' : 'QD403');
        if (may) writes += 1;
        else refusals += 1;
      }),
      { numRuns: 300 },
    );
    console.log(`distribution: ${cases} trees, ${writes} copies, ${refusals} refusals`);
    expect(Math.min(writes, refusals)).toBeGreaterThan(10);
  });
});

/**
 * The door itself, opened as an administrator of a tenant with one brand; the brand stays whether or not it was let
 * through.
 */
function asTenant(tenant: string, actor: string, brand: string, target: string): Promise<string> {
  return asAdministrator(world.adminUrl, async (client) => {
    await client.query(
      'insert into app.data_brand (tenant_code, id, code, name) values ($1, gen_random_uuid(), $2, $2)',
      [tenant, brand],
    );
    try {
      await client.query('begin');
      await client.query(
        `
          select
            set_config('app.ctx', concat($1::text, '|', extract(epoch from now())::text, '|', $2::text, '|S|'), true)`,
        [tenant, actor],
      );
      const { rows } = await client.query<{ outcome: string }>(
        `
          select outcome
          from sec.distribute(
            'data:brand', $1,
            jsonb_build_array(jsonb_build_object('noun', 'data:brand', 'code', $2::text, 'isAsked', true)), '{}'
          )`,
        [target, brand],
      );
      await client.query('commit');
      return rows[0]?.outcome ?? 'nothing';
    } catch (error) {
      await client.query('rollback');
      return (error as { code?: string }).code ?? String(error);
    }
  });
}
