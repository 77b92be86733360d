import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { firstSeed, isThorough, timesOf } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { boundsOf, expectedOf, scopes, type Held, type Lattice, type Reach, type Scope } from './lattice-model.ts';

const tenant = '1000';
const rights = [
  'data:brand:page',
  'data:brand:save',
  'data:brand:delete',
  'data:channel:save',
  'data:unit:save',
] as const;
const groupEntry = menuIdOf('data/customer?tenantFlag=1');
const menus = [
  menuIdOf('data/brand?tenantFlag=0'),
  ...rights.slice(1).map((permission) => menuIdOf(`button ${permission}`)),
  groupEntry,
];
/** What those menus grant: permissions, and a group entry by its id with the permission of its page. */
const keysOf = (menu: number): readonly string[] =>
  menu === rights.length ? [groupEntry, 'data:customer:page'] : [rights[menu] ?? ''];

const tables: Readonly<Record<Scope, string>> = {
  o: 'sys_organization',
  s: 'data_depot',
  d: 'data_dept',
  b: 'data_brand',
  c: 'data_channel',
};
const columns: Readonly<Record<Scope, string>> = {
  o: 'organize_list',
  s: 'storage_list',
  d: 'dept_list',
  b: 'brand_list',
  c: 'channel_list',
};
const id = (kind: number, n: number): string => `00000000-0000-4000-8000-0000000${kind}${String(n).padStart(4, '0')}`;
const recordId = (scope: Scope, n: number): string => id(scopes.indexOf(scope) + 1, n);
const roleId = (n: number): string => id(8, n);
const places = 3;

let world: World;
let adminId: string;
beforeAll(async () => {
  world = await openWorld('lattice');
  await furnish(world.first);
  const [admin] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
  adminId = admin?.id ?? '';
  for (const scope of scopes) {
    const [column, value] = scope === 's' || scope === 'd' ? [', organize_code', `, 'O1'`] : ['', ''];
    for (let n = 0; n < places; n += 1)
      await world.sql(
        `
          insert into app.${tables[scope]} (tenant_code, id, code, name${column})
          values ($1, $2, $3, $3${value})`,
        [tenant, recordId(scope, n), codeOf(scope, n)],
      );
  }
});
afterAll(() => world.close());

const codeOf = (scope: Scope, n: number): string => `L${scope}${n}`;
const userId = (n: number): string => (n === 0 ? adminId : id(9, n));

const someOf = (count: number): fc.Arbitrary<number[]> => fc.subarray(Array.from({ length: count }, (_x, i) => i));
/** Mostly short: two full lists that meet in everything prove little. */
const listed: fc.Arbitrary<Record<Scope, number[]>> = fc.record({
  o: someOf(places),
  s: someOf(places),
  d: someOf(places),
  b: someOf(places),
  c: someOf(places),
});
/** Changes of a lattice that are tried. */
const changes = timesOf(2000);
const people = 6;
const roles = 4;
/** The administrator more often than not: who has everything from a circle has nothing. */
const person = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.nat({ max: people - 1 }) },
);

/** User 0 is the administrator; whoever else there is was granted what he has by anybody, also in circles. */
const lattices: fc.Arbitrary<Lattice> = fc.record({
  roles: fc.array(
    fc.record({ creator: person, menus: someOf(menus.length), lists: listed, isActive: fc.constant(true) }),
    { minLength: roles, maxLength: roles },
  ),
  users: fc.array(
    fc.record({
      organization: fc.option(fc.nat({ max: places - 1 })),
      lists: listed,
      grantedBy: person,
      main: fc.option(person, { freq: 4 }),
      roles: fc.uniqueArray(fc.record({ role: fc.nat({ max: roles - 1 }), grantor: person }), {
        maxLength: 3,
        selector: ({ role }) => role,
      }),
    }),
    { minLength: people - 1, maxLength: people - 1 },
  ),
});

/** Something is taken away from somebody, and everybody below must feel it at once. */
const shrinks: fc.Arbitrary<(lattice: Lattice) => Lattice> = fc.oneof(
  fc
    .record({ role: fc.nat({ max: roles - 1 }), keep: someOf(menus.length) })
    .map(({ role, keep }) => (lattice: Lattice) => ({
      ...lattice,
      roles: lattice.roles.map((each, n) =>
        n === role ? { ...each, menus: each.menus.filter((menu) => keep.includes(menu)) } : each,
      ),
    })),
  fc.record({ role: fc.nat({ max: roles - 1 }), lists: listed }).map(({ role, lists }) => (lattice: Lattice) => ({
    ...lattice,
    roles: lattice.roles.map((each, n) => (n === role ? { ...each, lists } : each)),
  })),
  fc.nat({ max: roles - 1 }).map((role) => (lattice: Lattice) => ({
    ...lattice,
    roles: lattice.roles.map((each, n) => (n === role ? { ...each, isActive: false } : each)),
  })),
  fc.record({ user: fc.nat({ max: people - 2 }), lists: listed }).map(({ user, lists }) => (lattice: Lattice) => ({
    ...lattice,
    users: lattice.users.map((each, n) => (n === user ? { ...each, lists } : each)),
  })),
  fc.nat({ max: people - 2 }).map((user) => (lattice: Lattice) => ({
    ...lattice,
    users: lattice.users.map((each, n) => (n === user ? { ...each, roles: each.roles.slice(1) } : each)),
  })),
);

describe('what was granted', () => {
  test(
    'never reaches further than who granted it, and shrinks with him in the same transaction',
    { timeout: isThorough ? 1_700_000 : 170_000 },
    async () => {
      let cuts = 0;
      let checked = 0;
      await asAdministrator(world.adminUrl, (client) =>
        fc.assert(
          fc.asyncProperty(lattices, shrinks, async (lattice, shrink) => {
            const later = shrink(lattice);
            const [before = {}, after = {}] = await inOneTransaction(client, lattice, later);
            for (const [given, held] of [
              [lattice, before],
              [later, after],
            ] as const) {
              refuseBeyond(given, held);
              expect(held).toEqual(expectedOf(given, keysOf, codeOf));
              checked += 1;
            }
            if (JSON.stringify(before) !== JSON.stringify(after)) cuts += 1;
            // What was undone still lies in the tables.
            if (checked % 500 === 0)
              await client.query(
                'vacuum sec.reach, sec.role_grant, sec.grantor_grant, sec.grant_cut, sec.assignment, sec.user_role, sec.principal, app.sys_user, app.sys_role',
              );
          }),
          { numRuns: changes, seed: firstSeed },
        ),
      );
      expect(cuts).toBeGreaterThan(changes / 4);
      console.log(`${checked} lattices, ${cuts} of ${changes} changes felt by somebody, seed ${firstSeed}`);
    },
  );
});

/**
 * Every right and every code of a user is one that a grantor of his holds; a sub-account has nothing its main account
 * has not.
 */
function refuseBeyond(lattice: Lattice, held: Held): void {
  lattice.users.forEach((user, n) => {
    const mine = held[n + 1];
    const { grantors, main } = boundsOf(user);
    const holds = (who: number, key: string): boolean => who === 0 || held[who]?.rights.includes(key) === true;
    const sees = (who: number, scope: Scope, reach: Reach): boolean => {
      const wider = who === 0 ? null : held[who]?.[scope];
      return wider === null || (reach !== null && wider !== undefined && reach.every((code) => wider.includes(code)));
    };
    for (const key of mine?.rights ?? []) {
      expect(
        grantors.some((who) => holds(who, key)),
        `user ${n + 1} holds ${key}`,
      ).toBe(true);
      if (main !== null) expect(holds(main, key), `sub-account ${n + 1} holds ${key}`).toBe(true);
    }
    for (const scope of scopes) {
      const reach = mine?.[scope] ?? null;
      const each = reach ?? ['everything'];
      for (const code of each)
        expect(
          grantors.some((who) => sees(who, scope, reach === null ? null : [code])),
          `user ${n + 1} sees ${scope} ${code}`,
        ).toBe(true);
      if (main !== null) expect(sees(main, scope, reach), `sub-account ${n + 1} sees ${scope}`).toBe(true);
    }
  });
}

/** Both states in one transaction that is undone: one round trip per case. */
async function inOneTransaction(client: AdminClient, ...states: readonly Lattice[]): Promise<Held[]> {
  const text = states.map((state) => `${writeOf(state)}; select sec.refresh_grants(); ${stateSql}`).join(';\n');
  const results = (await client.query(
    `begin; select sec.bind('${tenant}', '${adminId}', 'S'); ${text}; rollback`,
  )) as unknown as {
    readonly fields: readonly { readonly name: string }[];
    readonly rows: readonly { readonly held: Held }[];
  }[];
  return results.filter(({ fields }) => fields[0]?.name === 'held').map(({ rows }) => rows[0]?.held as Held);
}

const array = (ids: readonly string[]): string => `array[${ids.map((each) => `'${each}'`).join(',')}]::text[]`;
const listsOf = (lists: Readonly<Record<Scope, readonly number[]>>, which: readonly Scope[]): string =>
  which.map((scope) => array(lists[scope].map((n) => recordId(scope, n)))).join(', ');

function writeOf({ roles: allRoles, users }: Lattice): string {
  const userScopes = scopes.filter((scope) => scope !== 'd');
  const roleRows = allRoles.map(
    (role, n) =>
      `('${tenant}', '${roleId(n)}', 'L${n}', 'L${n}', '${role.isActive ? '1' : '0'}', '${userId(role.creator)}', ${array(role.menus.map((menu) => menus[menu] ?? ''))}, ${listsOf(role.lists, scopes)})`,
  );
  const userRows = users.map((user, i) => {
    const n = i + 1;
    const main = boundsOf(user, n).main;
    return `('${tenant}', '${userId(n)}', 'lattice${n}', 'L${n}', ${user.organization === null ? 'null' : `'${codeOf('o', user.organization)}'`}, '${main === null ? '0' : '1'}', ${main === null ? 'null' : `'${userId(main)}'`}, ${array(user.roles.map(({ role }) => roleId(role)))}, ${listsOf(user.lists, userScopes)})`;
  });
  const principals = users.map(
    (user, i) => `('${tenant}', '${userId(i + 1)}', '', '', true, false, '0', '${userId(user.grantedBy)}')`,
  );
  const handed = users.flatMap((user, i) =>
    user.roles.map(({ role, grantor }) => `('${tenant}', '${userId(i + 1)}', '${roleId(role)}', '${userId(grantor)}')`),
  );
  const update = (keys: readonly string[]): string => keys.map((key) => `${key} = excluded.${key}`).join(', ');
  const userColumns = [
    'organize_code',
    'account_rank',
    'main_user_id',
    'role_id_list',
    ...userScopes.map((scope) => columns[scope]),
  ];
  const roleColumns = ['status', 'creator_id', 'menu_list', ...scopes.map((scope) => columns[scope])];
  return [
    `
      insert into app.sys_role (tenant_code, id, code, name, ${roleColumns.join(', ')})
      values ${roleRows.join(', ')}
      on conflict (tenant_code, id) do update set ${update(roleColumns)}`,
    `
      insert into app.sys_user (tenant_code, id, username, real_name, ${userColumns.join(', ')})
      values ${userRows.join(', ')}
      on conflict (tenant_code, id) do update set ${update(userColumns)}`,
    `
      insert into sec.principal
        (tenant_code, user_id, username, real_name, is_active, super_admin, account_type, granted_by)
      values ${principals.join(', ')}
      on conflict (tenant_code, user_id) do update set granted_by = excluded.granted_by`,
    ...(handed.length === 0
      ? []
      : [
          `
            insert into sec.assignment (tenant_code, user_id, role_id, grantor_id)
            values ${handed.join(', ')}
            on conflict do nothing`,
        ]),
  ].join(';\n');
}

const stateSql = `
  select jsonb_object_agg(
    right(p.user_id::text, 4)::integer,
    jsonb_build_object(
      'rights', coalesce((
        select jsonb_agg(distinct g.permission order by g.permission)
        from sec.user_role ur
        join sec.role_grant g using (tenant_code, role_id)
        where ur.tenant_code = p.tenant_code
          and ur.user_id = p.user_id
          and not exists (
            select from sec.grant_cut c
            where c.tenant_code = p.tenant_code
              and c.user_id = p.user_id
              and c.role_id = g.role_id
              and c.permission = g.permission
          )
      ), '[]'),
      'o', to_jsonb(array_remove(p.organizations, '')), 's', to_jsonb(array_remove(p.storages, '')),
      'd', to_jsonb(array_remove(p.departments, '')), 'b', to_jsonb(array_remove(p.brands, '')),
      'c', to_jsonb(array_remove(p.channels, ''))
    )
  ) as held
  from sec.principal p
  where p.tenant_code = '${tenant}' and p.username like 'lattice%'`;

describe('people who hire, promote and cut down each other through the product', () => {
  const pages = ['sys/role', 'sys/user'].map(menuIdOf);
  const staff = [
    ...pages,
    ...['sys:role:save', 'sys:role:update', 'sys:user:save', 'sys:user:update', 'sys:user:view', 'sys:role:view'].map(
      (permission) => menuIdOf(`button ${permission}`),
    ),
  ];
  const step = fc.record({
    actor: fc.nat({ max: 9 }),
    deed: fc.constantFrom('hire', 'hire', 'hire', 'role', 'scope', 'disable'),
    other: fc.nat({ max: 9 }),
    menus: someOf(menus.length),
    brands: someOf(places),
    storages: someOf(places),
    organizations: someOf(places),
  });

  test(
    'never give anybody more than they hold, whoever tries',
    { timeout: isThorough ? 1_700_000 : 170_000 },
    async () => {
      let done = 0;
      let refused = 0;
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 16 }), async (steps) => {
          const crew: { session: Session; userId: string; roleId: string }[] = [
            { session: world.first, userId: adminId, roleId: '' },
          ];
          for (const { actor, deed, other, menus: chosen, brands, storages, organizations } of steps) {
            const by = crew[actor % crew.length];
            const target = crew[other % crew.length];
            if (by === undefined || target === undefined) continue;
            const menuList = [...staff, ...chosen.map((n) => menus[n])];
            const lists = {
              brandList: brands.map((n) => recordId('b', n)),
              storageList: storages.map((n) => recordId('s', n)),
              organizeList: organizations.map((n) => recordId('o', n)),
            };
            const codes: number[] = [];
            if (deed === 'hire') {
              count += 1;
              const role = await by.session.call<{ id: string }>('POST', '/sys/role', {
                code: `H${count}`,
                name: `H${count}`,
                menuList,
                ...lists,
              });
              codes.push(role.code);
              const hired =
                role.code !== 0
                  ? role
                  : await by.session.call<{ id: string }>('POST', '/sys/user', {
                      username: `hired${count}`,
                      realName: `H${count}`,
                      password: world.password,
                      confirmPassword: world.password,
                      roleIdList: [role.data.id],
                    });
              codes.push(hired.code);
              if (hired.code === 0)
                crew.push({
                  session: await world.confirmed(`hired${count}`),
                  userId: hired.data.id,
                  roleId: role.data.id,
                });
            } else if (target.roleId === '') {
              continue;
            } else if (deed === 'role') {
              codes.push((await by.session.call('PUT', '/sys/role', { id: target.roleId, menuList, ...lists })).code);
            } else if (deed === 'scope') {
              codes.push((await by.session.call('PUT', '/sys/user', { id: target.userId, ...lists })).code);
            } else {
              codes.push((await by.session.call('PUT', '/sys/user', { id: target.userId, roleIdList: [] })).code);
            }
            for (const code of codes) expect([0, 403, 404, 20031, 20034, 20035, 20036]).toContain(code);
            if (codes.every((code) => code === 0)) done += 1;
            else refused += 1;
            expect(await beyond()).toEqual([]);
          }
        }),
        { numRuns: timesOf(80), seed: firstSeed },
      );
      expect(done).toBeGreaterThan(20);
      expect(refused).toBeGreaterThan(5);
      console.log(`${done} deeds done, ${refused} refused, seed ${firstSeed}`);
    },
  );

  /** Read from the tables, not by the functions that filled them: rights and lists that no grantor has. */
  const beyond = (): Promise<object[]> =>
    world.sql(`
      with may as (
        select p.tenant_code, p.user_id, p.super_admin, g.permission
        from sec.principal p
        left join sec.user_role ur using (tenant_code, user_id)
        left join sec.role_grant g using (tenant_code, role_id)
        where not exists (
          select from sec.grant_cut c
          where c.tenant_code = p.tenant_code
            and c.user_id = p.user_id
            and c.role_id = g.role_id
            and c.permission = g.permission
        )
      )
      select 'right' as what, m.user_id, m.permission as detail
      from may m
      where m.tenant_code = '${tenant}'
        and not m.super_admin
        and m.permission is not null
        and not exists (
          select from sec.assignment a
          join may h on h.tenant_code = a.tenant_code
            and h.user_id = a.grantor_id
            and (h.super_admin or h.permission = m.permission)
          where a.tenant_code = m.tenant_code and a.user_id = m.user_id
        )
      union all
      select 'list', p.user_id, x.what || coalesce(c.code, '*')
      from sec.principal p
      cross join lateral (
        values ('o', p.organizations), ('s', p.storages), ('d', p.departments), ('b', p.brands), ('c', p.channels)
      ) x(what, codes)
      left join lateral unnest(x.codes) c(code) on true
      where p.tenant_code = '${tenant}'
        and not p.super_admin
        and (x.codes is null or c.code <> '')
        and not exists (
          select from sec.principal h
          cross join lateral (
            values ('o', h.organizations), ('s', h.storages), ('d', h.departments), ('b', h.brands), ('c', h.channels)
          ) y(what, codes)
          where h.tenant_code = p.tenant_code
            and y.what = x.what
            and (y.codes is null or (x.codes is not null and c.code = any(y.codes)))
            and (
              h.user_id = p.granted_by
              or h.user_id in (
                select a.grantor_id
                from sec.assignment a
                where a.tenant_code = p.tenant_code and a.user_id = p.user_id
              )
            )
        )`);
});
