import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line {
  readonly noun: string;
  readonly code: string;
  readonly name: string | null;
  readonly result: string;
  readonly msg: string | null;
  readonly isAlong: boolean;
  readonly changes?: Record<string, [unknown, unknown]>;
}
interface Preview {
  readonly tenantCode: string;
  readonly counts: Record<'done' | 'updated' | 'unchanged' | 'failed', number>;
  readonly lines: Line[];
  readonly more: number;
}

let world: World;
let branch: Session;
const targets = ['1001', '1002', '1003'];
/** Records that are distributed at once. */
const many = timesOf(5000);
beforeAll(async () => {
  world = await openWorld('preview');
  const [group] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1000'`);
  for (const tenantCode of targets)
    await world.platform.must('POST', '/sys/tenant', {
      pid: group?.id,
      tenantCode,
      tenantName: `租户${tenantCode}`,
      username: `admin${tenantCode}`,
      password: world.password,
      confirmPassword: world.password,
    });
  branch = await world.login('admin1001');
  await furnish(world.first);
});
afterAll(() => world.close());

const preview = (codes: readonly string[], tenantCodeArrays: readonly string[] = ['1001']) =>
  world.first.must<Preview[]>('POST', '/data/bd/material/pushDown?preview=1', { tenantCodeArrays, codes });
const said = ({ lines }: Preview): string[] =>
  lines.map(({ noun, code, result, isAlong }) => `${noun} ${code} ${result}${isAlong ? ' along' : ''}`);
const state = async (): Promise<unknown> =>
  (
    await world.sql(`
      select (select count(*) from app.data_material where tenant_code <> '1000') m,
        (select count(*) from app.sys_origin) o, (select count(*) from app.sys_distribution) d,
        (select count(*) from app.sys_operationlog) l, (select sum(version) from app.list_version) v`)
  )[0];

describe('the preview of a distribution', () => {
  test('tells what would be made and what would go along, and makes nothing', async () => {
    const before = await state();
    const [there] = await preview(['M1']);
    expect(there?.counts).toEqual({ done: 4, updated: 0, unchanged: 0, failed: 0 });
    expect(said(there!).toSorted()).toEqual([
      'data:brand B1 done along',
      'data:material M1 done',
      'data:materialclass C1 done along',
      'data:unit PCS done along',
    ]);
    expect(there?.lines.find(({ noun }) => noun === 'data:material')?.name).toBe('内墙漆1');
    expect(await state()).toEqual(before);
  });

  test('tells field by field what a copy would become, and only counts what stays', async () => {
    await world.first.must('POST', '/data/bd/material/pushDown', { tenantCodeArrays: ['1001'], codes: ['M1', 'M2'] });
    const { list } = await world.first.must<{ list: { id: string }[] }>('GET', '/data/bd/material/all/page?code=M1');
    const original = await world.first.must<object>('GET', `/data/bd/material/${list[0]?.id ?? ''}`);
    await world.first.must('PUT', '/data/bd/material', { ...original, name: '内墙漆一代', price: '13.75', spec: null });
    const before = await state();
    const [there] = await preview(['M1', 'M2']);
    expect(there?.counts).toEqual({ done: 0, updated: 1, unchanged: 4, failed: 0 });
    expect(there?.lines).toEqual([
      expect.objectContaining({
        code: 'M1',
        result: 'updated',
        changes: { name: ['内墙漆1', '内墙漆一代'], price: ['12.5', '13.75'], spec: ['5L', null] },
      }),
    ]);
    expect(await state()).toEqual(before);
    // What was foreseen is what is done.
    const done = await world.first.must<Line[]>('POST', '/data/bd/material/pushDown', {
      tenantCodeArrays: ['1001'],
      codes: ['M1', 'M2'],
    });
    expect(done.filter(({ result }) => result === 'updated').map(({ code }) => code)).toEqual(['M1']);
  });

  test('tells what would be refused and why, tenant by tenant', async () => {
    const other = await world.login('admin1002');
    await other.must('POST', '/data/bd/unit', { code: 'PCS', name: '自己的件' });
    await other.must('POST', '/data/bd/material/class', { code: 'OWN', name: '自己的类' });
    await other.must('POST', '/data/bd/material', {
      code: 'M3',
      name: '自己的料',
      classCode: 'OWN',
      mainUnitCode: 'PCS',
    });
    const [first, second] = await preview(['M3'], ['1001', '1002']);
    expect(first?.counts.done).toBe(1);
    // Refused it comes first; of the unit that is the receiver's own nothing is told.
    expect(second?.lines[0]).toMatchObject({ code: 'M3', result: 'failed', msg: '下级租户已有自建的同编码记录' });
    expect(JSON.stringify(second)).not.toContain('自己的');
  });

  test('asks for what the distribution itself asks for', async () => {
    for (const [session, tenant] of [
      [world.first, '2000'],
      [world.first, '1000'],
      [branch, '1002'],
      [world.second, '1001'],
    ] as const) {
      expect(
        (await session.call('POST', '/data/bd/brand/pushDown?preview=1', { tenantCodeArrays: [tenant], codes: ['B1'] }))
          .code,
      ).not.toBe(0);
    }
    expect(
      (await world.first.call('POST', '/data/bd/brand/pushDown?preview=1', { tenantCodeArrays: [], codes: [] })).code,
    ).toBe(10003);
  });

  test('of thousands of records for 3 tenants is answered in seconds, and its answer is bounded', async () => {
    await world.sql(`
      insert into app.data_material (tenant_code, id, code, name, class_code, brand_code, main_unit_code, price)
      select '1000', gen_random_uuid(), 'BULK' || n, '批量物料' || n, 'C1', 'B1', 'PCS', n
      from generate_series(1, ${many}) n`);
    const codes = Array.from({ length: many }, (_each, n) => `BULK${n + 1}`);
    const before = await state();
    const started = performance.now();
    const reply = await world.first.call<Preview[]>('POST', '/data/bd/material/pushDown?preview=1', {
      tenantCodeArrays: targets,
      codes,
    });
    const seconds = (performance.now() - started) / 1000;
    expect([reply.code, reply.data.map(({ counts }) => counts.done)]).toEqual([
      0,
      [many, many, many + 3].map((n) => expect.closeTo(n, -1) as number),
    ]);
    expect(reply.data.every(({ lines, more }) => lines.length === 200 && more >= many - 200)).toBe(true);
    console.log(`preview of ${many} × 3: ${seconds.toFixed(1)} s, ${Math.round(reply.text.length / 1024)} kB`);
    // Seconds on a machine of its own; the browser waits for three minutes at most.
    expect(seconds).toBeLessThan(90);
    expect(await state()).toEqual(before);
    const performed = performance.now();
    expect(
      (
        await world.first.must<Line[]>('POST', '/data/bd/material/pushDown', { tenantCodeArrays: targets, codes })
      ).filter(({ result }) => result === 'done').length,
    ).toBeGreaterThanOrEqual(3 * many);
    console.log(`distribution of ${many} × 3: ${((performance.now() - performed) / 1000).toFixed(1)} s`);
  }, 180_000);
});
