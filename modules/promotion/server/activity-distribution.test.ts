import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const path = '/channelsale/promotion/activity';
interface Copy {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly billStatus: string;
  readonly status: string;
  readonly versionNo: number;
  readonly lines: readonly { readonly id: string; readonly giveNumber: string }[];
}

let world: World;
const { activity } = promotionDesk(() => world);
const sessions = new Map<string, Session>();
beforeAll(async () => {
  world = await openWorld('activity_distribution');
  const [above] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1000'`);
  const [other] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '2000'`);
  for (const [tenantCode, pid] of [
    ['1001', above?.id],
    ['1002', above?.id],
    ['1003', above?.id],
    ['2001', other?.id],
  ] as const) {
    await world.platform.must('POST', '/sys/tenant', {
      pid,
      tenantCode,
      tenantName: `租户${tenantCode}`,
      username: `admin${tenantCode}`,
      password: world.password,
      confirmPassword: world.password,
    });
    sessions.set(tenantCode, await world.login(`admin${tenantCode}`));
  }
  await furnish(world.first);
});
afterAll(() => world.close());

const at = (tenant: string): Session => sessions.get(tenant) ?? world.first;
const codeOf = async (id: string): Promise<string> =>
  (await world.first.must<{ code: string }>('GET', `${path}/${id}`)).code;
const hand = (code: string, tenants: readonly string[], query = '') =>
  world.first.call<{ tenantCode: string; result: string; msg: string | null }[]>('POST', `${path}/pushDown${query}`, {
    tenantCodeArrays: tenants,
    codes: [code],
  });
const handed = async (code: string, ...tenants: string[]): Promise<string[]> =>
  (await hand(code, tenants)).data.map(({ tenantCode, result }) => `${tenantCode} ${result}`);
async function copies(tenant: string): Promise<readonly Copy[]> {
  const { list } = await at(tenant).must<{ list: { id: string }[] }>('GET', `${path}/page`);
  return Promise.all(list.map(({ id }) => at(tenant).must<Copy>('GET', `${path}/${id}`)));
}
const versions = (tenant: string) =>
  world.sql<{ version_no: number; code: string }>(
    `
      select version_no, content->>'code' as code
      from app.promotion_version
      where tenant_code = $1 and is_current
      order by code`,
    [tenant],
  );

describe('an activity that is handed down', () => {
  test('arrives where it was sent, named by its owner, once, and nowhere else', async () => {
    const id = await activity([tenPlusOne], { name: '集团买赠' });
    const code = await codeOf(id);
    expect(await handed(code, '1001', '1002')).toEqual(['1001 done', '1002 done']);
    expect(await handed(code, '1001')).toEqual(['1001 unchanged']);
    for (const tenant of ['1001', '1002']) {
      expect(await copies(tenant)).toMatchObject([
        { code: `1000-${code}`, name: '集团买赠', billStatus: '1', versionNo: 1, lines: [{ giveNumber: '1' }] },
      ]);
      expect(await versions(tenant)).toEqual([{ version_no: 1, code: `1000-${code}` }]);
    }
    expect([await copies('1003'), await copies('2001')]).toEqual([[], []]);
    expect(await world.first.must('GET', `${path}/pushDown?codes=${code}`)).toMatchObject([
      { code, tenantCode: '1001', pushStatus: '4' },
      { code, tenantCode: '1002', pushStatus: '4' },
    ]);
  });

  test('is read there and changed by nobody', async () => {
    const [copy] = await copies('1001');
    const verb = async (name: string) =>
      (await at('1001').call<{ key: string }>('PUT', `${path}/${name}`, { ids: [copy?.id], operateMsg: 'x' })).data.key;
    for (const name of ['unaudit', 'revise', 'close', 'unpublish'])
      expect([name, await verb(name)]).toEqual([name, 'E-PROMO-HANDED']);
    expect((await at('1001').call('PUT', path, { ...copy, name: 'x' })).code).not.toBe(0);
    expect((await copies('1001'))[0]?.name).toBe('集团买赠');
  });

  test('takes a new version, the switch and the end of its owner', async () => {
    const id = await activity([tenPlusOne], { name: '二期' });
    const code = await codeOf(id);
    await handed(code, '1001');
    const copy = async () => (await copies('1001')).find((each) => each.code === `1000-${code}`);
    await world.first.must('PUT', `${path}/revise`, [id]);
    const bill = await world.first.must<{ lines: object[] }>('GET', `${path}/${id}`);
    await world.first.must('PUT', path, { ...bill, lines: bill.lines.map((line) => ({ ...line, giveNumber: '3' })) });
    expect((await copy())?.lines).toMatchObject([{ giveNumber: '1' }]);
    await world.first.must('PUT', `${path}/audit`, [id]);
    expect(await copy()).toMatchObject({ versionNo: 2, lines: [{ giveNumber: '3' }] });
    expect((await versions('1001')).filter((each) => each.code === `1000-${code}`)).toMatchObject([{ version_no: 2 }]);
    await world.first.must('PUT', `${path}/disable`, [id]);
    expect((await copy())?.status).toBe('0');
    await world.first.must('PUT', `${path}/enable`, [id]);
    expect((await copy())?.status).toBe('1');
    await world.first.must('PUT', `${path}/close`, { ids: [id], operateMsg: 'x' });
    expect((await copy())?.billStatus).toBe('2');
    expect((await versions('1001')).filter((each) => each.code === `1000-${code}`)).toEqual([]);
    await world.first.must('PUT', `${path}/unclose`, [id]);
    expect((await copy())?.billStatus).toBe('1');
  });

  test('is published, gives what the tenant has, and goes to tenants below its owner only', async () => {
    const gift = await codeOf(await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'M2' }]));
    expect((await hand(gift, ['1003'])).data).toMatchObject([
      { result: 'failed', msg: expect.stringContaining('不存在') },
    ]);
    const own = await codeOf(await activity([tenPlusOne]));
    for (const stranger of ['2001', '2000', '1000']) expect((await hand(own, [stranger])).code).not.toBe(0);
    expect(await copies('2001')).toEqual([]);
    // What is only foreseen is not done.
    expect((await hand(own, ['1003'], '?preview=1')).data).toMatchObject([{ tenantCode: '1003', counts: { done: 1 } }]);
    expect(await copies('1003')).toEqual([]);
    const { data } = await world.first.must<{ data: { id: string; code: string } }>('POST', path, {
      name: '草稿',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      policyRuleTypeCode: 'P001',
      lines: [tenPlusOne],
    });
    expect((await hand(await codeOf(data.id), ['1003'])).code).toBe(10010);
    // Nobody hands on what was handed to him.
    const [copy] = await copies('1001');
    const again = await at('1001').call('POST', `${path}/pushDown`, {
      tenantCodeArrays: ['1002'],
      codes: [copy?.code],
    });
    expect(again.code).not.toBe(0);
  });
});
