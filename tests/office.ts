import { menuIdOf } from '#platform/server/db/id.ts';
import { drawProcess, type Drawing } from '#workflow/model/engine/drawing.ts';
import type { Reply, Session, World } from '#tests/world.ts';

/** People of the first tenant who approve: each is logged in, and is what the roles say. */
export interface Office {
  readonly people: Readonly<Record<string, Colleague>>;
  /** Draws, deploys, and sends documents of the type through it. */
  lead(drawing: Drawing, route?: Readonly<Record<string, unknown>>): Promise<void>;
}
export interface Colleague extends Session {
  readonly id: string;
  readonly name: string;
  tasks(): Promise<readonly OfficeTask[]>;
  act(verb: string, body: Readonly<Record<string, unknown>>): Promise<Reply<{ key: string }>>;
}
export interface OfficeTask {
  readonly taskId: string;
  readonly taskName: string;
  readonly processInstanceId: string;
  readonly businessKey: string;
  readonly assignee: string;
  readonly owner: string | null;
  readonly durationInSeconds: number;
  readonly billId: string;
  readonly starterFlag: string;
}

const screens = ['activiti/todo', 'activiti/joined', 'activiti/myapply'];
const buttons = [
  'activiti:todo:view',
  'order:order:approve',
  'order:order:view',
  'order:order:save',
  'order:order:update',
];

/** `{ wang: ['manager'], li: [] }`: names with the roles they hold. */
export async function openOffice(world: World, staff: Readonly<Record<string, readonly string[]>>): Promise<Office> {
  const menuList = [
    ...screens.map((url) => menuIdOf(url)),
    ...buttons.map((permission) => menuIdOf(`button ${permission}`)),
    menuIdOf('order/order'),
    menuIdOf('channelsale/order'),
  ];
  const known = new Set((await world.sql<{ id: string }>('select id from app.sys_menu')).map(({ id }) => id));
  const roles = new Map<string, string>();
  for (const code of new Set(['clerk', ...Object.values(staff).flat()])) {
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code,
      name: code,
      menuList: menuList.filter((menu) => known.has(menu)),
    });
    roles.set(code, id);
  }
  const people: Record<string, Colleague> = {};
  for (const [name, held] of Object.entries(staff)) {
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/user', {
      username: name,
      realName: name,
      password: world.password,
      confirmPassword: world.password,
      roleIdList: ['clerk', ...held].map((code) => roles.get(code)),
      organizeCode: 'O1',
      organizeList: [],
    });
    const session = await world.login(name);
    people[name] = {
      ...session,
      id,
      name,
      tasks: async () => (await session.must<{ list: OfficeTask[] }>('GET', '/activiti/task/page?limit=100')).list,
      act: (verb, body) => session.call('POST', `/activiti/${verb}`, body),
    };
  }
  return {
    people,
    lead: (drawing, route = {}) => leadOrders(world, drawing, route),
  };
}

/** Draws, deploys, and sends orders of the first tenant through it. */
export async function leadOrders(
  world: World,
  drawing: Drawing,
  route: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id } = await world.first.must<{ id: string }>('POST', '/activiti/model', {
    name: drawing.name ?? drawing.key,
    key: drawing.key,
    modelXml: drawProcess(drawing),
  });
  await world.first.must('POST', `/activiti/model/deploy/${id}`);
  await world.first.must('POST', '/activiti/bizroute', {
    name: drawing.key,
    processDefinitionKey: drawing.key,
    docType: drawing.docType,
    routeName: 'order-order',
    saveUrl: '/channelsale/order',
    formName: 'order',
    ...route,
  });
}
