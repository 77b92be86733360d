import { menuIdOf } from '#platform/server/db/id.ts';
import { arrange, asker, introduce, passwordOf } from './person.ts';

/** Screens and buttons of whoever approves orders and corrections, and starts them. */
const screens = ['activiti/todo', 'activiti/joined', 'activiti/myapply', 'activiti/correction', 'order/order'];
const buttons = [
  ...['view', 'complete', 'reject', 'rollback', 'entrust', 'terminate'].map((verb) => `activiti:todo:${verb}`),
  'activiti:joined:view',
  'activiti:myapply:view',
  ...['order:order', 'activiti:correction'].flatMap((noun) =>
    ['view', 'save', 'update', 'approve'].map((verb) => `${noun}:${verb}`),
  ),
];

/** Somebody whom a test hired: his account, and his own role, by whose code a drawing names him. */
export interface Colleague {
  readonly username: string;
  readonly id: string;
  readonly role: string;
}

interface Hiring<Name extends string> {
  readonly boards?: Readonly<Record<string, readonly NoInfer<Name>[]>>;
  readonly organizeCode?: string | null;
}

/**
 * People of the first tenant, each with a role of his own; `boards` names roles that several hold. They can log in at
 * once.
 */
export async function hire<Name extends string>(
  names: readonly Name[],
  { boards = {}, organizeCode = null }: Hiring<Name> = {},
): Promise<{ readonly people: Readonly<Record<Name, Colleague>>; readonly board: (name: string) => string }> {
  const mark = Date.now().toString(36);
  const ask = await asker('lancai');
  const menuList = [
    ...screens.map((url) => menuIdOf(url)),
    ...buttons.map((permission) => menuIdOf(`button ${permission}`)),
  ];
  const makeRole = async (name: string): Promise<{ code: string; id: string }> => {
    const code = `${name}_${mark}`;
    return { code, id: (await ask<{ id: string }>('POST', '/sys/role', { code, name: code, menuList })).id };
  };
  const shared = new Map<string, { code: string; id: string }>();
  for (const board of Object.keys(boards)) shared.set(board, await makeRole(board));
  const password = passwordOf('lancai');
  const people: Partial<Record<Name, Colleague>> = {};
  for (const name of names) {
    const role = await makeRole(name);
    const username = `${name}_${mark}`;
    const held = Object.entries(boards)
      .filter(([, members]) => members.includes(name))
      .flatMap(([board]) => shared.get(board)?.id ?? []);
    const { id } = await ask<{ id: string }>('POST', '/sys/user', {
      username,
      realName: name,
      password,
      confirmPassword: password,
      roleIdList: [role.id, ...held],
      organizeCode,
      organizeList: [],
    });
    introduce(username, password);
    people[name] = { username, id, role: role.code };
  }
  // Whoever got a password from somebody else must change it first; here everybody goes on with it.
  await arrange('update sec.account set must_change = false where must_change');
  return { people: people as Record<Name, Colleague>, board: (name) => shared.get(name)?.code ?? '' };
}
