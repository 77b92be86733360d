import type { Session, World } from '#tests/world.ts';
import { shippedRoleList, type ShippedRole } from '#system/model/shipped-role.ts';

/** Somebody of a tenant: which of the roles that every tenant has, and for whom he stands, if he is from outside. */
export interface Post {
  readonly role: ShippedRole;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** People of the first tenant, each logged in, with the grants that the roles of every tenant are shipped with. */
export async function hireStaff<Name extends string>(
  world: World,
  posts: Readonly<Record<Name, Post>>,
): Promise<Readonly<Record<Name, Session>>> {
  const roles = await world.first.must<readonly { readonly id: string; readonly code: string }[]>(
    'GET',
    '/sys/role/list',
  );
  const ids = new Map(roles.map(({ id, code }) => [code, id]));
  const organizations = await world.first.must<readonly { readonly id: string }[]>('GET', '/sys/organization/list');
  const wide = new Set<string>(
    shippedRoleList.filter(({ isGroupWide }) => isGroupWide === true).map(({ code }) => code),
  );
  const people: Partial<Record<Name, Session>> = {};
  for (const [name, { role, more = {} }] of Object.entries<Post>(posts)) {
    await world.first.must('POST', '/sys/user', {
      username: name,
      realName: name,
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [ids.get(role)],
      organizeCode: 'O1',
      // The role came before the organisations did.
      organizeList: wide.has(role) ? organizations.map(({ id }) => id) : [],
      ...more,
    });
    people[name as Name] = await world.login(name);
  }
  return people as Readonly<Record<Name, Session>>;
}
