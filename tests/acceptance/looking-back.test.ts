import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VersionsAnswer } from '#platform/model/version/answer.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('looking_back');
  await furnish(world.first);
  await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
});
afterAll(() => world.close());

type Order = Record<string, unknown> & { id: string; rowVersion: number; lines: Record<string, unknown>[] };

const made = async (organizeCode = 'O1', lines: object[] = [{ productCode: 'M1', number: '2', price: '3' }]) =>
  (
    await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode,
      customerCode: 'CU1',
      storageCode: 'W1',
      lines,
    })
  ).id;
const orderNow = (id: string) => world.first.must<Order>('GET', `/channelsale/order/${id}`);
const back = (session: Session, noun: string, id: string, asked = '') =>
  session.call<VersionsAnswer>('GET', `/sys/recordVersion?noun=${noun}&id=${id}${asked}`);
const lookBack = async (noun: string, id: string, asked = ''): Promise<VersionsAnswer> => {
  const { code, msg, data } = await back(world.first, noun, id, asked);
  expect([code, msg]).toEqual([0, msg]);
  return data;
};
/** Stamps tell who touched the table last; a version has its own. */
const withoutStamps = ({
  rowVersion: _a,
  updaterName: _b,
  updateDate: _c,
  printCount: _d,
  ...rest
}: object & Record<string, unknown>) => ({
  ...rest,
  lines: (rest['lines'] as Record<string, unknown>[] | undefined)?.map(({ parentId: _parent, ...line }) => line),
});

describe('an order', () => {
  test('edited fifty times stands as it stood after each edit, within 300 ms, with its log purged', async () => {
    const id = await made();
    const stood: Order[] = [await orderNow(id)];
    for (let at = 1; at <= 50; at += 1) {
      const now = stood.at(-1) as Order;
      const lines = now.lines.map((line, i) => (i === at % now.lines.length ? { ...line, number: String(at) } : line));
      await world.first.must('PUT', '/channelsale/order', {
        ...now,
        remark: `第 ${at} 次`,
        ...(at % 7 === 0 ? { requiredDate: `2026-12-${String(10 + (at % 15))}` } : {}),
        lines: [
          ...(at % 5 === 0 && lines.length > 1 ? lines.slice(1) : lines),
          ...(at % 3 === 0 ? [{ productCode: `M${1 + (at % 4)}`, number: '3', price: '12.25' }] : []),
        ],
      });
      stood.push(await orderNow(id));
    }
    await world.sql('delete from app.sys_operationlog where record_id = $1', [id]);
    const whole = await lookBack('order:order', id);
    expect(whole.versions).toHaveLength(51);
    expect(whole.since).toBeNull();
    expect(whole.versions.slice(0, 2).map(({ deeds }) => deeds.map(({ operation }) => operation))).toEqual([
      ['save'],
      ['update'],
    ]);
    expect(whole.versions[7]?.deeds[0]?.by).not.toBe('');
    for (const [at, then] of stood.entries()) {
      const { states } = await lookBack('order:order', id, `&no=${at + 1}`);
      expect(withoutStamps(states[String(at + 1)] as Order), `version ${at + 1}`).toEqual(withoutStamps(then));
    }
    const took: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const began = performance.now();
      await lookBack('order:order', id, '&no=1,51');
      took.push(performance.now() - began);
    }
    console.log(`versions 1 and 51 of 51: ${took.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    expect(took.toSorted((a, b) => a - b)[5]).toBeLessThan(300);
  });

  test('that was audited stands as it did before and after, whatever the audit wrote', async () => {
    const id = await made();
    const before = await orderNow(id);
    await world.first.must('PUT', '/channelsale/order/audit', [id]);
    const audited = await orderNow(id);
    const { versions, states } = await lookBack('order:order', id);
    expect(versions.map(({ deeds }) => deeds.map(({ operation }) => operation))).toEqual([['save'], ['audit']]);
    expect(withoutStamps(states['1'] as Order)).toEqual(withoutStamps(before));
    expect(withoutStamps(states['2'] as Order)).toEqual(withoutStamps(audited));
  });

  test('is looked at as of a moment; before it was there it is nothing', async () => {
    const id = await made();
    const between = new Date().toISOString();
    const now = await orderNow(id);
    await world.first.must('PUT', '/channelsale/order', { ...now, remark: '后来' });
    expect(Object.keys((await lookBack('order:order', id, `&at=${between}`)).states)).toEqual(['1']);
    expect(Object.keys((await lookBack('order:order', id, `&at=${new Date().toISOString()}`)).states)).toEqual(['2']);
    expect((await lookBack('order:order', id, '&at=2020-01-01T00:00:00Z')).states).toEqual({});
  });

  test('from before versions were kept says since when they are, and first stands as it did then', async () => {
    const id = await made();
    await world.sql(`update app.order_order set create_date = '2026-01-01' where id = $1`, [id]);
    const now = await orderNow(id);
    await world.first.must('PUT', '/channelsale/order', { ...now, remark: '改' });
    const { since, versions } = await lookBack('order:order', id);
    expect(since).not.toBeNull();
    expect(versions.map(({ deeds }) => deeds.length)).toEqual([0, 1]);
  });
});

test('a master record has versions, and they go with it', async () => {
  const { id } = await world.first.must<{ id: string }>('POST', '/data/bd/brand', { code: 'BV', name: '旧名' });
  await world.first.must('PUT', '/data/bd/brand', { id, name: '新名' });
  const { versions, states } = await lookBack('data:brand', id);
  expect(versions.map(({ deeds: [deed], changes }) => [deed?.operation, changes])).toEqual([
    ['save', 0],
    ['update', 1],
  ]);
  expect([states['1']?.['name'], states['2']?.['name']]).toEqual(['旧名', '新名']);
  const count = () => world.sql('select 1 from app.record_version where record_id = $1', [id]);
  expect((await count()).length).toBeGreaterThan(0);
  await world.first.must('DELETE', `/data/bd/brand/${id}`);
  expect(await count()).toEqual([]);
});

describe('what a record was is told', () => {
  test('to whoever may open it now, and to nobody else', async () => {
    const near = await made();
    const far = await made('O2');
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'RV',
      name: '回看',
      menuList: [menuIdOf('order/order'), menuIdOf('button order:order:view')],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'looker',
      realName: '看客',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
      organizeCode: 'O1',
    });
    const looker = await world.login('looker');
    expect((await back(looker, 'order:order', near)).code).toBe(0);
    expect((await back(looker, 'order:order', far)).code).toBe(404);
    expect((await back(looker, 'data:brand', near)).code).toBe(403);
    expect((await back(world.second, 'order:order', near)).code).toBe(404);
    for (const [noun, id] of [
      ['order:order', '1'],
      ['toString', near],
      ['sys:operationlog', near],
    ] as const)
      expect((await back(world.first, noun, id)).code).toBe(404);
  });

  test('and cannot be written by whoever writes the record', async () => {
    const id = await made();
    const [{ may } = { may: true }] = await world.sql<{ may: boolean }>(
      `select has_table_privilege('qudao_app', 'app.record_version', 'INSERT, UPDATE, DELETE') as may`,
    );
    expect(may).toBe(false);
    expect((await lookBack('order:order', id)).versions).toHaveLength(1);
  });
});
