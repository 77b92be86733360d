import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('role');
  await furnish(world.first);
  await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
});
afterAll(() => world.close());

const menus = {
  brandPage: menuIdOf('data/brand?tenantFlag=0'),
  brandSave: menuIdOf('button data:brand:save'),
  brandDelete: menuIdOf('button data:brand:delete'),
  materialPage: menuIdOf('data/material?tenantFlag=0'),
  materialSave: menuIdOf('button data:material:save'),
  customerPage: menuIdOf('data/customer?tenantFlag=0'),
  customerGroup: menuIdOf('data/customer?tenantFlag=1'),
  roleSave: menuIdOf('button sys:role:save'),
  roleUpdate: menuIdOf('button sys:role:update'),
  userSave: menuIdOf('button sys:user:save'),
  userUpdate: menuIdOf('button sys:user:update'),
} as const;
let count = 0;

/** A user of tenant 1000 with one role of these menus, made by the session. */
async function hire(
  by: Session,
  menuList: readonly string[],
  more: object = {},
  roleMore: object = {},
): Promise<{ session: Session; userId: string; roleId: string }> {
  count += 1;
  const role = await by.must<{ id: string }>('POST', '/sys/role', {
    code: `R${count}`,
    name: `角色${count}`,
    menuList,
    ...roleMore,
  });
  const user = await by.must<{ id: string }>('POST', '/sys/user', {
    username: `user${count}`,
    realName: `员工${count}`,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [role.id],
    organizeCode: 'O1',
    ...more,
  });
  return { session: await world.confirmed(`user${count}`), userId: user.id, roleId: role.id };
}

describe('a role', () => {
  test('is named beside whoever holds it, and only to who may read the list of users', async () => {
    const { userId } = await hire(world.first, [menus.brandPage]);
    const rolesTold = async (session: Session): Promise<unknown> =>
      (
        await session.must<{ list: { id: string; roleNames?: string }[] }>('GET', '/sys/user/page?page=1&limit=100')
      ).list.find(({ id }) => id === userId)?.roleNames;
    expect(await rolesTold(world.first)).toBe(`角色${count}`);
    const picker = await hire(world.first, [menus.brandPage]);
    expect(await rolesTold(picker.session)).toBeUndefined();
  });

  test('grants exactly its buttons', async () => {
    const { session } = await hire(world.first, [menus.brandPage, menus.brandSave]);
    expect(await session.must<string[]>('GET', '/sys/menu/permissions')).toEqual([
      'data:brand:page',
      'data:brand:save',
    ]);
    await session.must('POST', '/data/bd/brand', { code: 'R-B', name: '新品牌' });
    expect((await session.call('DELETE', '/data/bd/brand?key=code', ['R-B'])).code).toBe(403);
  });

  test('[A362] cannot hold what its creator lacks, at create and at update', async () => {
    const { session } = await hire(world.first, [menus.brandPage, menus.roleSave, menus.roleUpdate]);
    expect(
      (
        await session.call('POST', '/sys/role', {
          code: 'SUB1',
          name: '越权',
          menuList: [menus.brandPage, menus.brandDelete],
        })
      ).code,
    ).toBe(20031);
    const own = await session.must<{ id: string; data: object }>('POST', '/sys/role', {
      code: 'SUB2',
      name: '子角色',
      menuList: [menus.brandPage],
    });
    expect((await session.call('PUT', '/sys/role', { ...own.data, menuList: [menus.brandDelete] })).code).toBe(20031);
  });

  test('shrinks in use when its creator is cut down later', async () => {
    const boss = await hire(world.first, [menus.brandPage, menus.brandSave, menus.roleSave, menus.userSave]);
    const worker = await hire(boss.session, [menus.brandPage, menus.brandSave]);
    await worker.session.must('POST', '/data/bd/brand', { code: 'R-C', name: '可以' });
    await world.first.must('PUT', '/sys/role', {
      id: boss.roleId,
      menuList: [menus.brandPage, menus.roleSave, menus.userSave],
    });
    expect((await worker.session.call('POST', '/data/bd/brand', { code: 'R-D', name: '不行' })).code).toBe(403);
  });

  test('is not written again while it stays as it is: the next user costs no more than the first', async () => {
    const boss = await hire(world.first, [menus.brandPage, menus.brandSave, menus.roleSave, menus.userSave]);
    const worker = await hire(boss.session, [menus.brandPage, menus.brandSave]);
    await world.first.must('PUT', '/sys/role', {
      id: boss.roleId,
      menuList: [menus.brandPage, menus.roleSave, menus.userSave],
    });
    const written = (): Promise<object[]> =>
      world.sql(
        `
          select 'role' as of, role_id as id, permission, xmin::text
          from sec.role_grant
          where role_id = any($1::uuid[])
          union all
          select 'grantor', user_id, permission, xmin::text
          from sec.grantor_grant
          where user_id = $2
          order by 1, 2, 3`,
        [[boss.roleId, worker.roleId], boss.userId],
      );
    const before = await written();
    expect(before.length).toBeGreaterThan(5);
    await hire(world.first, [menus.customerPage]);
    expect(await written()).toEqual(before);
  });

  test('that another tenant gives leaves alone what people of this one may hand on', async () => {
    const boss = await hire(world.first, [menus.brandPage, menus.roleSave, menus.userSave]);
    await hire(boss.session, [menus.brandPage]);
    const held = (): Promise<object[]> =>
      world.sql('select tenant_code, permission from sec.grantor_grant where user_id = $1 order by 2', [boss.userId]);
    const before = await held();
    expect(before.length).toBeGreaterThan(2);
    await world.second.must('POST', '/sys/role', { code: 'R-2', name: '别家', menuList: [menus.brandPage] });
    expect(await held()).toEqual(before);
  });

  test('cannot be handed on by somebody who holds less', async () => {
    const strong = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'STRONG',
      name: '强',
      menuList: [menus.brandDelete],
    });
    const { session } = await hire(world.first, [menus.brandPage, menus.userSave, menus.roleSave]);
    const reply = await session.call('POST', '/sys/user', {
      username: 'ladder',
      realName: '梯子',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [strong.id],
    });
    expect(reply.code).toBe(20031);
  });

  test('lets nobody take over a mightier account by setting its password', async () => {
    const { session } = await hire(world.first, [menus.brandPage, menus.userUpdate]);
    const [admin] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
    expect(
      (await session.call('PUT', '/sys/user/resetPassword', { ids: [admin?.id], password: 'Hijack2026' })).code,
    ).toBe(403);
  });

  test('names flags in a body to no avail: nobody makes himself administrator', async () => {
    const { session, userId } = await hire(world.first, [menus.brandPage, menus.userUpdate]);
    await session.call('PUT', '/sys/user', { id: userId, superAdmin: '1', superTenant: '1' });
    const [row] = await world.sql<{ super_admin: string }>('select super_admin from app.sys_user where id = $1', [
      userId,
    ]);
    expect(row?.super_admin).toBe('0');
  });
});

describe('brands and channels in power', () => {
  const idOf = async (table: string, code: string): Promise<string> =>
    (await world.sql<{ id: string }>(`select id from app.${table} where code = $1 and tenant_code = '1000'`, [code]))[0]
      ?.id ?? '';
  const materials = async (session: Session): Promise<string[]> =>
    (await session.must<{ list: { code: string }[] }>('GET', '/data/bd/material/all/page?name=BR-')).list
      .map((row) => row.code)
      .sort();

  test('come from the roles and the user’s own lists together; a row of no brand is everybody’s', async () => {
    for (const code of ['BR1', 'BR2', 'BR3']) await world.first.must('POST', '/data/bd/brand', { code, name: code });
    await world.first.must('POST', '/data/bd/channel', { code: 'CN2', name: '电商' });
    for (const [code, brandCode] of [
      ['BR-1', 'BR1'],
      ['BR-2', 'BR2'],
      ['BR-3', 'BR3'],
      ['BR-0', null],
    ] as const) {
      await world.first.must('POST', '/data/bd/material', {
        code,
        name: code,
        classCode: 'C1',
        brandCode,
        mainUnitCode: 'PCS',
        taxRate: '13',
      });
    }
    const [one, two, three] = [
      await idOf('data_brand', 'BR1'),
      await idOf('data_brand', 'BR2'),
      await idOf('data_brand', 'BR3'),
    ];
    const all = await hire(world.first, [menus.materialPage]);
    expect(await materials(all.session)).toEqual(['BR-0', 'BR-1', 'BR-2', 'BR-3']);
    const some = await hire(world.first, [menus.materialPage], { brandList: [two] }, { brandList: [one] });
    expect(await materials(some.session)).toEqual(['BR-0', 'BR-1', 'BR-2']);
    // The open session feels it with its next call.
    await world.first.must('PUT', '/sys/user', { id: some.userId, brandList: [three] });
    expect(await materials(some.session)).toEqual(['BR-0', 'BR-1', 'BR-3']);
    // Nobody writes what he could not read back.
    const writer = await hire(world.first, [menus.materialPage, menus.materialSave], {}, { brandList: [one] });
    expect(
      (
        await writer.session.call('POST', '/data/bd/material', {
          code: 'BR-9',
          name: 'BR-9',
          classCode: 'C1',
          brandCode: 'BR2',
          mainUnitCode: 'PCS',
          taxRate: '13',
        })
      ).code,
    ).toBe(404);
  });

  test('limit customers and orders by channel', async () => {
    await world.first.must('POST', '/data/customer/manage', {
      code: 'CN-2',
      name: '渠道CN-2',
      classCode: 'K1',
      customerType: '1',
      channelCode: 'CN2',
    });
    await world.first.must('POST', '/data/customer/manage', {
      code: 'CN-1',
      name: '渠道CN-1',
      classCode: 'K1',
      customerType: '1',
      channelCode: 'CH1',
    });
    const { session } = await hire(
      world.first,
      [menus.customerPage],
      {},
      { channelList: [await idOf('data_channel', 'CN2')] },
    );
    const { list } = await session.must<{ list: { code: string }[] }>(
      'GET',
      `/data/customer/manage/page?name=${encodeURIComponent('渠道CN-')}`,
    );
    expect(list.map(({ code }) => code)).toEqual(['CN-2']);
  });

  test('are never more than the grantor’s: at create, at update and when he is cut down', async () => {
    const [one, two] = [await idOf('data_brand', 'BR1'), await idOf('data_brand', 'BR2')];
    const boss = await hire(
      world.first,
      [menus.materialPage, menus.roleSave, menus.roleUpdate, menus.userSave, menus.userUpdate],
      {},
      { brandList: [one, two] },
    );
    expect(
      (
        await boss.session.call('POST', '/sys/role', {
          code: 'WIDE',
          name: '越权',
          menuList: [],
          brandList: [await idOf('data_brand', 'BR3')],
        })
      ).code,
    ).toBe(20031);
    const worker = await hire(boss.session, [menus.materialPage], { brandList: [one] });
    expect(
      (await boss.session.call('PUT', '/sys/user', { id: worker.userId, brandList: [await idOf('data_brand', 'BR3')] }))
        .code,
    ).toBe(20031);
    expect(
      (
        await boss.session.call('PUT', '/sys/role', {
          id: worker.roleId,
          channelList: [await idOf('data_channel', 'CN2')],
          brandList: [two],
        })
      ).code,
    ).toBe(0);
    expect(await materials(worker.session)).toEqual(['BR-0', 'BR-1', 'BR-2']);
    // Says nothing of brands: reaches as far as the boss does, not further.
    const silent = await hire(boss.session, [menus.materialPage]);
    expect(await materials(silent.session)).toEqual(['BR-0', 'BR-1', 'BR-2']);
    await world.first.must('PUT', '/sys/role', { id: boss.roleId, brandList: [two] });
    expect([await materials(worker.session), await materials(silent.session)]).toEqual([
      ['BR-0', 'BR-2'],
      ['BR-0', 'BR-2'],
    ]);
    // Cut down to nothing is nothing, not everything.
    await world.first.must('PUT', '/sys/role', { id: boss.roleId, brandList: [await idOf('data_brand', 'BR3')] });
    expect(await materials(worker.session)).toEqual(['BR-0']);
  });

  test('the group entry of a menu is granted by who holds it, although its permission is the same', async () => {
    const boss = await hire(world.first, [menus.customerPage, menus.roleSave, menus.userSave]);
    expect(
      (
        await boss.session.call('POST', '/sys/role', {
          code: 'GROUP',
          name: '集团',
          menuList: [menus.customerPage, menus.customerGroup],
        })
      ).code,
    ).toBe(20031);
    const holder = await hire(world.first, [menus.customerPage, menus.customerGroup, menus.roleSave, menus.userSave]);
    const worker = await hire(holder.session, [menus.customerPage, menus.customerGroup]);
    const count = async (): Promise<number> =>
      (await worker.session.must<{ total: number }>('GET', '/data/customer/manage/page?tenantFlag=1')).total;
    const before = await count();
    await world.first.must('POST', '/data/customer/manage', {
      code: 'GR-2',
      name: 'GR-2',
      classCode: 'K1',
      customerType: '1',
      organizeCode: 'O2',
    });
    expect(await count()).toBe(before + 1);
    await world.first.must('PUT', '/sys/role', {
      id: holder.roleId,
      menuList: [menus.customerPage, menus.roleSave, menus.userSave],
    });
    expect(await count()).toBeLessThanOrEqual(before);
  });
});

describe('data scope', () => {
  test('shows rows of the organisations in power and of none; the group menu shows the whole tenant', async () => {
    for (const [code, organizeCode] of [
      ['S-1', 'O1'],
      ['S-2', 'O2'],
      ['S-0', null],
    ] as const) {
      await world.first.must('POST', '/data/customer/manage', {
        code,
        name: `客户${code}`,
        classCode: 'K1',
        customerType: '1',
        organizeCode,
      });
    }
    const codes = async (session: Session, flag: string): Promise<string[]> =>
      (
        await session.must<{ list: { code: string }[] }>(
          'GET',
          `/data/customer/manage/page?name=${encodeURIComponent('客户S-')}&tenantFlag=${flag}`,
        )
      ).list
        .map((row) => row.code)
        .sort();
    const local = await hire(world.first, [menus.customerPage]);
    expect(await codes(local.session, '0')).toEqual(['S-0', 'S-1']);
    // Asking for the group level is not enough: the menu entry with that query must be granted.
    expect(await codes(local.session, '1')).toEqual(['S-0', 'S-1']);
    const group = await hire(world.first, [menus.customerPage, menus.customerGroup]);
    expect(await codes(group.session, '1')).toEqual(['S-0', 'S-1', 'S-2']);
    const [other] = await world.sql<{ id: string }>(
      `select id from app.sys_organization where code = 'O2' and tenant_code = '1000'`,
    );
    const wide = await hire(world.first, [menus.customerPage], {}, { organizeList: [other?.id] });
    expect(await codes(wide.session, '0')).toEqual(['S-0', 'S-2']);
  });

  test('keeps prices and contacts from whoever may only pick', async () => {
    await world.first.must('POST', '/data/customer/manage', {
      code: 'S-9',
      name: '有电话',
      classCode: 'K1',
      customerType: '1',
      phone: '13900000000',
      creditAmount: '5000',
    });
    const { session } = await hire(world.first, [menus.brandPage]);
    const {
      list: [slim],
    } = await session.must<{ list: Record<string, unknown>[] }>('GET', '/data/customer/manage/page?code=S-9');
    expect(slim).toMatchObject({ code: 'S-9', name: '有电话' });
    expect(slim).not.toHaveProperty('phone');
    expect(slim).not.toHaveProperty('creditAmount');
    const {
      list: [full],
    } = await world.first.must<{ list: Record<string, unknown>[] }>('GET', '/data/customer/manage/page?code=S-9');
    expect(full).toMatchObject({ phone: '13900000000', creditAmount: '5000' });
  });

  test('a customer account sees its own customer only', async () => {
    const { session } = await hire(world.first, [menus.customerPage], { accountType: '1', customerCode: 'CU1' });
    const { list } = await session.must<{ list: { code: string }[] }>('GET', '/data/customer/manage/page');
    expect(list.map((row) => row.code)).toEqual(['CU1']);
  });
});
