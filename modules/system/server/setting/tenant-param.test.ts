import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { parameters, resolveParam, takes, type Parameter } from '#system/model/parameter/parameter.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('tenantparam');
  await furnish(world.first);
  await furnish(world.second);
});
afterAll(() => world.close());

interface Value {
  readonly code: string;
  readonly value: string;
  readonly from: string;
  readonly trace: readonly { readonly from: string; readonly value: string }[];
}
const valueFor = async (session: Session, code: string): Promise<Value | undefined> =>
  (await session.must<Value[]>('GET', '/sys/tenant/params/list')).find((each) => each.code === code);
const none = { organisation: null, tenant: null, system: null };

describe('a parameter', () => {
  test('has the nearest value that it takes, and tells where it came from', () => {
    expect(resolveParam('SYS007', none)).toEqual({
      value: '2',
      from: 'default',
      trace: [{ from: 'default', value: '2' }],
    });
    expect(resolveParam('SYS007', { ...none, system: '1' })).toMatchObject({ value: '1', from: 'system' });
    expect(resolveParam('SYS007', { ...none, tenant: '0', system: '1' })).toMatchObject({ value: '0', from: 'tenant' });
    expect(
      resolveParam('SYS007', { organisation: '1', tenant: '0', system: '2' }).trace.map(({ from }) => from),
    ).toEqual(['organisation', 'tenant', 'system', 'default']);
    // A value from before the list of values was closed does not stop a page from opening.
    expect(resolveParam('SYS007', { organisation: '9', tenant: '0', system: null })).toMatchObject({
      value: '0',
      from: 'tenant',
    });
    expect(resolveParam('SYS003', { organisation: '1', tenant: '1', system: null })).toMatchObject({
      value: '720',
      from: 'default',
    });
  });

  test.each(Object.entries<Parameter>(parameters))('%s takes its own default', (code, parameter) => {
    // Two name something that a house may do without.
    if (!['SYS031', 'IV008'].includes(code)) expect(takes(parameter, parameter.default)).toBe(true);
  });
});

describe('every parameter', () => {
  test.each(Object.entries<Parameter>(parameters))('%s says in words what it decides', (_code, parameter) => {
    const { values, meaning, unit } = parameter;
    expect(values === 'text' || values === 'count').toBe(meaning !== undefined);
    expect(values === 'count').toBe(unit !== undefined);
  });

  test('of the installation takes its own values only; rows of other names hold what they like', async () => {
    const { list } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/params/page?paramCode=SYS007');
    const set = async (paramValue: string) =>
      list[0] === undefined
        ? world.platform.call<{ errors: { path: string }[] }>('POST', '/sys/params', {
            paramCode: 'SYS021',
            paramValue,
          })
        : world.platform.call<{ errors: { path: string }[] }>('PUT', '/sys/params', { id: list[0].id, paramValue });
    const { code, data } = await set('7');
    expect([code, data.errors[0]?.path]).toEqual([10003, 'paramValue']);
    expect((await set('2')).code).toBe(0);
    expect((await world.platform.call('POST', '/sys/params', { paramCode: 'OURS', paramValue: 'whatever' })).code).toBe(
      0,
    );
  });
});

describe('the parameters of a tenant', () => {
  test('are those the product knows, with values that mean something', async () => {
    const save = (values: object) =>
      world.first.call<{ errors: { path: string }[] }>('POST', '/sys/tenant/params', {
        code: 'SD017',
        name: '放行',
        value: '1',
        typeCode: 'SD',
        ...values,
      });
    for (const [values, path] of [
      [{ code: 'SYS999' }, 'code'],
      [{ code: 'toString' }, 'code'],
      [{ code: 'SYS003', value: '9' }, 'code'],
      [{ value: '7' }, 'value'],
      [{ value: '__proto__' }, 'value'],
      [{ code: 'SD021', value: '101' }, 'value'],
      [{ code: 'SD013', value: '100000' }, 'value'],
      [{ code: 'SD032', value: '1e6' }, 'value'],
      [{ code: 'SD001' }, 'code'],
      [{ code: 'STK001', value: '1' }, 'code'],
    ] as const) {
      const { code, data } = await save(values);
      expect([code, data.errors[0]?.path]).toEqual([10003, path]);
    }
    expect((await save({})).code).toBe(0);
    expect((await save({})).code).toBe(10002);
    // A share is a share; an amount may be large.
    expect([
      (await save({ code: 'SD021', value: '100' })).code,
      (await save({ code: 'SD032', value: '2000000' })).code,
    ]).toEqual([0, 0]);
  });

  test('[A396] hold at once, for that tenant only, and an organisation may differ', async () => {
    expect(await valueFor(world.first, 'SD003')).toMatchObject({ value: '0', from: 'tenant' });
    const { list } = await world.first.must<{ list: { id: string; code: string }[] }>(
      'GET',
      '/sys/tenant/params/page?code=SD003',
    );
    await world.first.must('PUT', '/sys/tenant/params', { id: list[0]?.id, value: '1' });
    expect(await valueFor(world.first, 'SD003')).toMatchObject({ value: '1', from: 'tenant' });
    expect(await valueFor(world.second, 'SD003')).toMatchObject({ value: '0' });

    await world.first.must('POST', '/sys/tenant/params', {
      code: 'SD003',
      name: '零售价',
      value: '0',
      typeCode: 'SD',
      organizeCode: 'O1',
    });
    const user = await world.first.must<{ data: { username: string } }>('POST', '/sys/user', {
      username: 'ofo1',
      realName: '员工',
      password: world.password,
      confirmPassword: world.password,
      organizeCode: 'O1',
    });
    expect(await valueFor(await world.login(user.data.username), 'SD003')).toMatchObject({
      value: '0',
      from: 'organisation',
      trace: [{ from: 'organisation' }, { from: 'tenant', value: '1' }, { from: 'system' }, { from: 'default' }],
    });
    expect(await valueFor(world.first, 'SD003')).toMatchObject({ value: '1', from: 'tenant' });
  });

  test('decide what documents may do, by the organisation of the document', async () => {
    const make = async (organizeCode: string): Promise<string> =>
      (
        await world.first.must<{ id: string }>('POST', '/stock/inout', {
          organizeCode,
          moveType: '3',
          storageCode: 'W1',
          lines: [{ productCode: 'M1', number: '1', price: '1' }],
        })
      ).id;
    await world.first.must('PUT', '/stock/inout/audit', [await make('O1')]);
    await world.first.must('POST', '/sys/tenant/params', {
      code: 'SYS021',
      name: '自审',
      value: '1',
      typeCode: 'SYS',
      organizeCode: 'O1',
    });
    expect((await world.first.call('PUT', '/stock/inout/audit', [await make('O1')])).code).toBe(20006);
    await world.second.must('PUT', '/stock/inout/audit', [
      (
        await world.second.must<{ id: string }>('POST', '/stock/inout', {
          organizeCode: 'O1',
          moveType: '3',
          storageCode: 'W1',
          lines: [{ productCode: 'M1', number: '1', price: '1' }],
        })
      ).id,
    ]);
  });

  test('that decide what is posted are changed by an administrator alone', async () => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'KEEPER',
      name: '参数员',
      menuList: [
        menuIdOf('tenant/params'),
        menuIdOf('button tenant:params:save'),
        menuIdOf('button tenant:params:delete'),
      ],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'keeper',
      realName: '参数员',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
    });
    const keeper = await world.login('keeper');
    expect(
      (await keeper.call('POST', '/sys/tenant/params', { code: 'ST003', name: '负库存', value: '1', typeCode: 'STK' }))
        .code,
    ).toBe(403);
    expect(
      (await keeper.call('POST', '/sys/tenant/params', { code: 'SD033', name: '取价', value: '9', typeCode: 'SD' }))
        .code,
    ).toBe(0);
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/tenant/params', {
      code: 'ST003',
      name: '负库存',
      value: '0',
      typeCode: 'STK',
    });
    const {
      list: [other],
    } = await world.first.must<{ list: { id: string }[] }>('GET', '/sys/tenant/params/page?code=SD033');
    // Deleted, the value of the installation would hold.
    expect([
      (await keeper.call('DELETE', `/sys/tenant/params/${id}`)).code,
      (await keeper.call('DELETE', '/sys/tenant/params', [other?.id, id])).code,
    ]).toEqual([403, 403]);
    expect((await keeper.call('DELETE', '/sys/tenant/params', [other?.id])).code).toBe(0);
    await world.first.must('DELETE', `/sys/tenant/params/${id}`);
  });

  test('keep who changed what', async () => {
    const [row] = await world.sql<{ changes: Record<string, unknown> }>(`
      select changes
      from app.sys_operationlog
      where noun = 'tenant:params' and operation = 'update' and record_code = 'SD003'`);
    expect(row?.changes).toEqual({ value: ['0', '1'] });
  });
});
