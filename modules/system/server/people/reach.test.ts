import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { role, user } from '#system/model/user.ts';
import { furnish } from '#tests/furniture.ts';
import { openReaches, type Reaches } from '#tests/reaches.ts';
import { isItsTurn } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const administer = ['save', 'update', 'delete', 'view', 'enable', 'disable'].flatMap((verb) =>
  ['sys:user', 'sys:role'].map((noun) => menuIdOf(`button ${noun}:${verb}`)),
);
const menus = {
  brandPage: menuIdOf('data/brand?tenantFlag=0'),
  brandSave: menuIdOf('button data:brand:save'),
  brandDelete: menuIdOf('button data:brand:delete'),
  customerGroup: menuIdOf('data/customer?tenantFlag=1'),
  pages: ['sys/user', 'sys/role'].map(menuIdOf),
} as const;
const scopes = { organizeList: 'O', storageList: 'W', deptList: 'D', brandList: 'B', channelList: 'CH' } as const;
type ScopeList = keyof typeof scopes;
const tables: Readonly<Record<ScopeList, string>> = {
  organizeList: 'sys_organization',
  storageList: 'data_depot',
  deptList: 'data_dept',
  brandList: 'data_brand',
  channelList: 'data_channel',
};
const onUsers = (Object.keys(scopes) as ScopeList[]).filter((key) => key in user.fields);

let world: World;
let reaches: Reaches;
let editor: { session: Session; userId: string; roleId: string };
/** Ids of records inside and outside what the editor reaches, by list. */
const near: Record<string, string> = {};
const far: Record<string, string> = {};
const rows: Record<'user' | 'role', Record<string, string>> = { user: {}, role: {} };

const makeRole = async (by: Session, code: string, body: object): Promise<string> =>
  (await by.must<{ id: string }>('POST', '/sys/role', { code, name: code, ...body })).id;
const makeUser = async (by: Session, username: string, body: object): Promise<string> =>
  (
    await by.must<{ id: string }>('POST', '/sys/user', {
      username,
      realName: username,
      password: world.password,
      confirmPassword: world.password,
      organizeCode: 'O1',
      ...body,
    })
  ).id;
const listed = (keys: readonly ScopeList[], ids: Readonly<Record<string, string>>): object =>
  Object.fromEntries(keys.map((key) => [key, [ids[key]]]));

beforeAll(async () => {
  world = await openWorld('reach');
  await furnish(world.first);
  await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  await world.first.must('POST', '/data/bd/brand', { code: 'B2', name: '二号' });
  await world.first.must('POST', '/data/bd/channel', { code: 'CH2', name: '电商' });
  await world.first.must('POST', '/data/bd/dept', { code: 'D2', name: '二部', organizeCode: 'O2' });
  await world.first.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O2' });
  for (const key of Object.keys(scopes) as ScopeList[])
    for (const [n, ids] of [
      [1, near],
      [2, far],
    ] as const) {
      const found = await world.sql<{ id: string }>(
        `select id from app.${tables[key]} where tenant_code = '1000' and code = $1`,
        [`${scopes[key]}${n}`],
      );
      ids[key] = found[0]?.id ?? '';
    }
  const lists = Object.keys(scopes) as ScopeList[];
  const own = await makeRole(world.first, 'EDITOR', {
    menuList: [...menus.pages, ...administer, menus.brandPage, menus.brandSave],
    ...listed(lists, near),
  });
  const userId = await makeUser(world.first, 'editor', { roleIdList: [own] });
  editor = { session: await world.confirmed('editor'), userId, roleId: own };
  rows.role = {
    held: own,
    // Made by the administrator: whoever holds it reaches everything in the lists that it leaves empty.
    silent: await makeRole(world.first, 'SILENT', { menuList: [menus.brandPage] }),
    narrow: await makeRole(world.first, 'NARROW', { menuList: [menus.brandPage], ...listed(lists, near) }),
    other: await makeRole(world.first, 'OTHER', { menuList: [menus.brandPage], ...listed(lists, far) }),
    strong: await makeRole(world.first, 'STRONG', {
      menuList: [menus.brandPage, menus.brandDelete, menus.customerGroup],
      ...listed(lists, near),
    }),
    idle: await makeRole(world.first, 'IDLE', { menuList: [menus.brandDelete], ...listed(lists, near) }),
    quiet: await makeRole(world.first, 'QUIET', { menuList: [menus.brandPage], deptList: [near['deptList']] }),
    made: await makeRole(editor.session, 'MADE', { menuList: [menus.brandPage] }),
  };
  const { silent, narrow, other, strong, made, quiet } = rows.role;
  rows.user = {
    own: userId,
    // Limited by one of two roles: without that role everything is open.
    cornered: await makeUser(world.first, 'cornered', { roleIdList: [narrow, silent] }),
    bounded: await makeUser(world.first, 'bounded', { roleIdList: [quiet], ...listed(onUsers, near) }),
    wide: await makeUser(world.first, 'wide', { roleIdList: [silent] }),
    elsewhere: await makeUser(world.first, 'elsewhere', { roleIdList: [other], organizeCode: 'O2' }),
    strong: await makeUser(world.first, 'strong', { roleIdList: [strong] }),
    both: await makeUser(world.first, 'both', { roleIdList: [narrow, strong] }),
    hired: await makeUser(editor.session, 'hired', { roleIdList: [made] }),
    customer: await makeUser(world.first, 'customer', {
      roleIdList: [narrow],
      accountType: '1',
      customerCode: 'CU1',
      ...listed(onUsers, near),
    }),
  };
  rows.user['sub'] = await makeUser(world.first, 'sub', {
    roleIdList: [silent],
    accountRank: '1',
    mainUserId: rows.user['bounded'],
  });
  reaches = await openReaches(world, '1000');
});
afterEach(() => reaches.restore());
afterAll(async () => {
  await reaches.close();
  await world.close();
});

/** Values that a field of this kind is tried with; a field of a kind that is not known here fails the test. */
function triedFor(noun: 'user' | 'role', key: string): readonly unknown[] {
  const { fields } = noun === 'user' ? user : role;
  const field = (fields as Readonly<Record<string, { kind: string; choices?: object }>>)[key];
  switch (field?.kind) {
    case 'text':
    case 'file':
      return ['x1', null];
    case 'choice':
      return [...Object.keys(field.choices ?? {}), null];
    case 'flag':
      return ['0', '1'];
    case 'instant':
      return ['2026-01-01T00:00:00Z'];
    case 'secret':
      return ['Hijack2026x'];
    case 'ref':
      if (key.startsWith('organize'))
        return [null, ...(key === 'organizeCode' ? ['O1', 'O2'] : [near['organizeList'], far['organizeList']])];
      if (key === 'deptId') return [null, near['deptList'], far['deptList']];
      if (key === 'mainUserId') return [null, ...Object.values(rows.user)];
      return [null, 'CU1', 'P1', 'S1'];
    case 'refs': {
      if (key === 'roleIdList') return [[], ...Object.values(rows.role).map((id) => [id]), Object.values(rows.role)];
      if (key === 'menuList')
        return [[], [menus.brandPage], [menus.brandDelete], [menus.customerGroup], [...menus.pages, ...administer]];
      return [[], [near[key]], [far[key]], [near[key], far[key]], ['00000000-0000-4000-8000-000000000000']];
    }
    default:
      throw new Error(`${noun}.${key}: no values for kind ${String(field?.kind)}`);
  }
}

interface Trial {
  readonly title: string;
  /** The field or the verb, whatever the row and the value. */
  readonly what: string;
  readonly on: 'user' | 'role';
  readonly id: string;
  readonly method: 'PUT' | 'DELETE' | 'POST';
  readonly path: string;
  readonly body: unknown;
}

function trials(): Trial[] {
  const all: Trial[] = [];
  for (const on of ['user', 'role'] as const)
    for (const [name, id] of Object.entries(rows[on])) {
      const path = on === 'user' ? user.path : role.path;
      const add = (title: string, method: Trial['method'], at: string, body: unknown): void =>
        void all.push({
          title: `${on} ${name}: ${title}`,
          what: `${on} ${title.split(' ')[0] ?? ''}`,
          on,
          id,
          method,
          path: at,
          body,
        });
      for (const key of Object.keys(on === 'user' ? user.fields : role.fields))
        for (const value of triedFor(on, key)) {
          const more =
            key === 'password'
              ? { confirmPassword: value }
              : key === 'confirmPassword'
                ? { password: value }
                : key === 'accountType' && value !== null
                  ? { customerCode: 'CU1', supplierCode: 'S1', personnelCode: 'P1' }
                  : key === 'mainUserId' && value !== null
                    ? { accountRank: '1' }
                    : key === 'accountRank' && value === '1'
                      ? { mainUserId: rows.user['hired'] }
                      : {};
          add(`${key} = ${JSON.stringify(value)}`, 'PUT', path, { id, [key]: value, ...more });
        }
      add('delete', 'DELETE', path, [id]);
      add('every list empty', 'PUT', path, {
        id,
        ...Object.fromEntries((on === 'user' ? onUsers : Object.keys(scopes)).map((key) => [key, []])),
      });
      if (on === 'user') {
        for (const verb of ['enable', 'disable', 'resetPassword', 'totp/reset'])
          add(verb, 'PUT', `${path}/${verb}`, { ids: [id], password: 'Hijack2026x' });
        add('made administrator', 'PUT', `${path}/superAdmin`, { ids: [id], superAdmin: '1' });
        for (const to of ['own', 'hired', 'wide'])
          add(`handed to ${to}`, 'PUT', `${path}/handover`, { from: id, to: rows.user[to] });
      } else add('takes offers', 'PUT', `${path}/takeOffers`, { ids: [id] });
    }
  return all;
}

describe('a limited editor', () => {
  test('§4.2: by no field of users and roles does anybody’s reach grow, and nobody mightier loses', async () => {
    const complaints: string[] = [];
    let [done, refused] = [0, 0];
    const tried = [...Map.groupBy(trials(), ({ what }) => what).values()].flatMap((group, n) =>
      group.filter((_trial, i) => isItsTurn(i, n, Math.min(group.length, 8))),
    );
    for (const { title, on, id, method, path, body } of tried) {
      const reply = await editor.session.call(method, path, body);
      if (reply.code === 500) complaints.push(`${title}: a fault`);
      if (reply.code !== 0) {
        refused += 1;
        continue;
      }
      done += 1;
      complaints.push(
        ...(await reaches.complaintsOf(editor.userId, on === 'user' ? id : null)).map((each) => `${title}: ${each}`),
      );
      await reaches.restore();
    }
    expect(complaints).toEqual([]);
    expect([done > 40, refused > 80]).toEqual([true, true]);
    // A field that is declared tomorrow is tried tomorrow.
    for (const on of ['user', 'role'] as const)
      for (const key of Object.keys(on === 'user' ? user.fields : role.fields))
        expect(tried.map(({ what }) => what)).toContain(`${on} ${key}`);
    console.log(`${done} writes done, ${refused} refused`);
  });
});

describe('V3: on the own row', () => {
  const changes: readonly [string, object][] = [
    ['type', { accountType: '3', personnelCode: 'P1' }],
    ['rank', { accountRank: '1', mainUserId: 'hired' }],
    ['personnel', { personnelCode: 'P1' }],
    ['customer', { customerCode: 'CU1' }],
    ['supplier', { supplierCode: 'S1' }],
    ['organisation', { organizeCode: null }],
    ['department', { deptId: 'dept' }],
    ['roles', { roleIdList: [] }],
    ...onUsers.map((key): [string, object] => [key, { [key]: ['near'] }]),
  ];
  test.each(changes)('%s stays, whoever asks, also by import', async (_what, change) => {
    const given = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [
        key,
        value === 'hired'
          ? rows.user['hired']
          : value === 'dept'
            ? near['deptList']
            : Array.isArray(value) && value[0] === 'near'
              ? [near[key]]
              : value,
      ]),
    );
    expect((await editor.session.call('PUT', '/sys/user', { id: editor.userId, ...given })).code).toBe(20034);
    const row = (
      await world.sql<{ name: string }>('select real_name as name from app.sys_user where id = $1', [editor.userId])
    )[0];
    expect(row?.name).toBe('editor');
  });

  test('an administrator’s stays too; name, mail and telephone are one’s own to change', async () => {
    const [admin] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
    expect((await world.first.call('PUT', '/sys/user', { id: admin?.id, organizeCode: 'O1' })).code).toBe(20034);
    await editor.session.must('PUT', '/sys/user', { id: editor.userId, realName: 'editor', mobile: '13900000001' });
  });

  test('taking over from somebody who leaves brings his work, not his roles and lists', async () => {
    await editor.session.must('PUT', '/sys/user/handover', { from: rows.user['hired'], to: editor.userId });
    const [row] = await world.sql<{ role_id_list: string[] }>('select role_id_list from app.sys_user where id = $1', [
      editor.userId,
    ]);
    expect(row?.role_id_list).toEqual([editor.roleId]);
    await reaches.restore();
  });
});

describe('V4: a role', () => {
  test('that holds more than its editor is neither emptied nor deleted by him, held by somebody or not', async () => {
    for (const name of ['strong', 'idle', 'silent', 'other']) {
      const id = rows.role[name];
      const replies = [
        await editor.session.call('PUT', '/sys/role', { id, menuList: [] }),
        await editor.session.call('PUT', '/sys/role', { id, status: '0' }),
        await editor.session.call('DELETE', '/sys/role', [id]),
        await editor.session.call('DELETE', `/sys/role/${id ?? ''}`),
      ];
      expect([name, replies.map(({ code }) => code !== 0)]).toEqual([name, [true, true, true, true]]);
    }
  });

  test('that somebody holds is not deleted, not even by an administrator; afterwards it is', async () => {
    const id = await makeRole(world.first, 'USED', { menuList: [menus.brandPage] });
    const holder = await makeUser(world.first, 'holder', { roleIdList: [id], status: '0' });
    expect((await world.first.call('DELETE', '/sys/role', [id])).code).toBe(10009);
    await world.first.must('PUT', '/sys/user', { id: holder, roleIdList: [] });
    await world.first.must('DELETE', '/sys/role', [id]);
  });
});

describe('V5: a role', () => {
  test.each(Object.keys(scopes) as ScopeList[])(
    'keeps its %s: emptied by a limited editor it would open all',
    async (key) => {
      expect((await editor.session.call('PUT', '/sys/role', { id: rows.role['narrow'], [key]: [] })).code).toBe(20035);
    },
  );

  test('is not edited by who holds it', async () => {
    for (const change of [{ remark: 'mine' }, { menuList: [] }, { status: '0' }])
      expect((await editor.session.call('PUT', '/sys/role', { id: editor.roleId, ...change })).code).toBe(20036);
  });

  test('the lists on a user are not emptied by a limited editor either', async () => {
    for (const key of onUsers)
      expect((await editor.session.call('PUT', '/sys/user', { id: rows.user['bounded'], [key]: [] })).code).toBe(20035);
  });
});
