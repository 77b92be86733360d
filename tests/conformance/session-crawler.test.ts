import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { permissionOf, slimKeys } from '#platform/model/permission.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import type { Route } from '#platform/server/http/route.ts';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { ask, nameOf, type Answer, type Request } from './request.ts';
import { entities, sampler, type Row } from './sample.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Whoever is logged in may call it, and the row depends on whether he holds the page permission. */
const openNouns = entities.filter(({ readBy }) => readBy !== 'page');

type Post = 'customer' | 'supplier' | 'salesman' | 'keeper';
interface Reader {
  readonly post: Post;
  readonly session: Session;
  readonly permissions: ReadonlySet<string>;
}

/** A text that stands in one column of other people's rows and nowhere else. */
interface Canary {
  readonly text: string;
  readonly where: string;
  readonly isFor: (reader: Reader) => boolean;
}

let world: World;
let readers: readonly Reader[] = [];
const canaries: Canary[] = [];
const rows = new Map<string, Row>();
let requests = 0;

beforeAll(async () => {
  world = await openWorld('session_crawler');
  await furnish(world.first);
  const samples = sampler(world.first, world.platform, { code: 'X', mark: 'sampled', sql: world.sql });
  for (const entity of entities) if (entity.realm === 'tenant') rows.set(entity.name, await samples.recordOf(entity));
  await ownRows(world.first);
  const hired = await hireStaff(world, {
    customer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'MINE' } },
    supplier: { role: 'SUPPLIER', more: { accountType: '2', supplierCode: 'MINE' } },
    salesman: { role: 'SALESPERSON', more: { accountType: '3', personnelCode: 'ME' } },
    keeper: { role: 'WAREHOUSE' },
  });
  readers = await Promise.all(
    Object.entries(hired).map(async ([post, session]) => ({
      post: post as Post,
      session,
      permissions: new Set(await session.must<readonly string[]>('GET', '/sys/menu/permissions')),
    })),
  );
  await world.sql([...openNouns.flatMap(plantHidden), ...entities.flatMap(plantNames)].join(';\n'));
});
afterAll(() => world.close());

/** Whom the readers stand for: a customer and a supplier of their own, and a salesperson who has that customer. */
async function ownRows(session: Session): Promise<void> {
  await session.must('POST', '/data/bd/personnel', { code: 'ME', name: '业务员', deptCode: 'D1', organizeCode: 'O1' });
  await session.must('POST', '/data/bd/supplier/class', { code: 'S1', name: '供应商' });
  await session.must('POST', '/data/bd/supplier', { code: 'MINE', name: '自己的供应商', classCode: 'S1' });
  await session.must('POST', '/data/customer/manage', {
    code: 'MINE',
    name: '自己的客户',
    classCode: 'K1',
    customerType: '1',
    salesmanCode: 'ME',
  });
  await session.must('POST', '/data/bd/shipping/location', {
    code: 'MINE',
    name: '自己的仓库门口',
    address: '湖滨路 1 号',
    consignee: '自己',
    phone: '13800000002',
    customerCode: 'MINE',
  });
}

const textColumns = (entity: Entity): readonly string[] =>
  stored(entity.fields)
    .filter(([, field]) => field.kind === 'text')
    .map(([key]) => key);

/** Columns that only holders of the page permission read. */
const plantHidden = (entity: Entity): readonly string[] =>
  textColumns(entity)
    .filter((key) => !slimKeys(entity).has(key) && !entity.unique.includes(key))
    .map((key) => {
      const text = `ZQX${String(canaries.length).padStart(4, '0')}`;
      canaries.push({
        text,
        where: `${entity.name}.${key}`,
        isFor: ({ permissions }) => permissions.has(permissionOf(entity, 'page')),
      });
      return `update app.${tableOf(entity)} set ${snakeCase(key)} = '${text}'`;
    });

/** Names of rows that belong to somebody else. Only who is held to his own rows may not read them. */
function plantNames(entity: Entity): readonly string[] {
  const { owner } = entity;
  if (owner === undefined || entity.fields[entity.nameField]?.kind !== 'text') return [];
  const text = `ZQO${String(canaries.length).padStart(4, '0')}`;
  canaries.push({
    text,
    where: `${entity.name} of others`,
    isFor: ({ post }) =>
      post === 'keeper' || (post === 'salesman' && owner.salesman === undefined && owner.salesmanOf === undefined),
  });
  const keys = Object.values(owner).map((key) => `coalesce(${snakeCase(key)}, '') not in ('MINE', 'ME')`);
  return [
    `
      update app.${tableOf(entity)}
      set ${snakeCase(entity.nameField)} = '${text}'
      where ${keys.join(' and ')}`,
  ];
}

/** Its list tells what holds for the organisation of whoever asks, and where it comes from: no rows of the table. */
const parametersOfTenant = 'tenant:params';

/** These end the session that asks, or wait for what happens next. */
const left: ReadonlySet<string> = new Set(['/logout', '/sys/user/switchTenant', '/sys/event']);

/** What a route tells of the reader himself, whose own record holds the canary of the table as all others do. */
const ofOneself: ReadonlySet<string> = new Set(['GET /sys/user/mail sys:user.email']);

const id = (noun: string): string => rows.get(noun)?.id ?? '019a0000-0000-7000-8000-000000000000';

function requestFor(route: Route): Request {
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => id(route.marks?.[`params.${name}`] ?? ''));
  const asked = Object.fromEntries(
    Object.entries(route.marks ?? {})
      .filter(([slot]) => slot.startsWith('query.'))
      .map(([slot, noun]) => [slot.slice('query.'.length), id(noun)]),
  );
  const everything = { limit: '-1', tenantFlag: '1', ...asked };
  if (route.path === '/sys/search') return { method: 'GET', path, query: { keyword: 'ZQO' } };
  if (route.method === 'GET') return { method: 'GET', path, query: everything };
  const ids = route.marks?.['body[]'];
  return {
    method: route.method,
    path,
    body: ids === undefined ? { ...everything, limit: -1, texts: ['M1'] } : { ids: [id(ids)] },
  };
}

const askedWith = ({ method, path }: Route, asked: Readonly<Record<string, string>>): Request =>
  method === 'GET' ? { method, path, query: asked } : { method, path, body: asked };

async function send(reader: Reader, request: Request): Promise<Answer> {
  requests += 1;
  return ask(world.app, { ...request, token: reader.session.token });
}

const rowsIn = (data: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(data) ? data : ((data as { list?: Record<string, unknown>[] } | null)?.list ?? []);

describe('V1: what a login is enough for', () => {
  test('V1: shows nobody a column of the page permission and no row of another partner', async () => {
    const routes = world.routes.filter(({ permission, path }) => permission === 'session' && !left.has(path));
    const leaks: string[] = [];
    for (const reader of readers)
      for (const route of routes) {
        const { text } = await send(reader, requestFor(route));
        for (const canary of canaries)
          if (!canary.isFor(reader) && !ofOneself.has(`${nameOf(route)} ${canary.where}`) && text.includes(canary.text))
            leaks.push(`${nameOf(route)} shows ${canary.where} to the ${reader.post}`);
      }
    expect(leaks).toEqual([]);
    console.log(`session crawler: ${routes.length} routes, ${requests} requests, ${canaries.length} canaries`);
  });

  test('V1: every open list answers slim rows to whoever lacks its page permission, and its own rows to partners', async () => {
    const wrong: string[] = [];
    for (const reader of readers)
      for (const entity of openNouns) {
        if (reader.permissions.has(permissionOf(entity, 'page'))) continue;
        for (const route of routesOf(entity)) {
          const { code, data } = await send(reader, requestFor(route));
          if (code !== 0) wrong.push(`${nameOf(route)} answered ${code} to the ${reader.post}`);
          const beyond = new Set(
            rowsIn(data)
              .flatMap(Object.keys)
              .filter((key) => !slimKeys(entity).has(key)),
          );
          if (beyond.size > 0 && entity.name !== parametersOfTenant)
            wrong.push(`${nameOf(route)} shows ${[...beyond].join(', ')} to the ${reader.post}`);
        }
      }
    expect(wrong).toEqual([]);
    // Nothing was found because nothing was shown? A partner sees what is his.
    for (const [post, path] of [
      ['customer', '/data/customer/manage/page'],
      ['customer', '/data/bd/shipping/location/page'],
      ['supplier', '/data/bd/supplier/page'],
      ['salesman', '/data/customer/manage/page'],
      ['salesman', '/data/bd/shipping/location/page'],
    ] as const) {
      const reader = readers.find((each) => each.post === post);
      expect([
        post,
        path,
        rowsIn(await reader?.session.must('GET', `${path}?limit=-1`)).map(({ code }) => code),
      ]).toEqual([post, path, ['MINE']]);
    }
  });

  test('V1: a column that is not shown is no filter and no order either', async () => {
    const wrong: string[] = [];
    let refused = 0;
    const [reader] = readers.filter(({ post }) => post === 'supplier');
    if (reader === undefined) throw new Error('nobody is a supplier');
    for (const entity of openNouns) {
      const [route] = routesOf(entity);
      if (route === undefined || entity.name === parametersOfTenant) continue;
      const plain = await send(reader, askedWith(route, {}));
      const allowed = slimKeys(entity);
      const hidden = stored(entity.fields)
        .filter(([key, { kind }]) => !allowed.has(key) && !['json', 'refs'].includes(kind))
        .map(([key]) => key);
      const filters = hidden.filter((key) => entity.list.filters.includes(key));
      for (const query of [
        ...hidden.flatMap((key) => [{ orderField: key, order: 'asc' }, { sort: `${snakeCase(key)} asc` }]),
        ...filters.flatMap((key) => [{ [key]: '1' }, { [`${key}Start`]: '2026-01-01' }]),
      ]) {
        const { code, text } = await send(reader, askedWith(route, query));
        // Lists written by hand take neither: they answer as if nothing had been asked.
        if (code !== 403 && text !== plain.text)
          wrong.push(`${nameOf(route)} ${JSON.stringify(query)} answered ${code}`);
        refused += code === 403 ? 1 : 0;
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });

  test('V1: the columns of slim rows are those of the table that a reviewer has read', async () => {
    const table = openNouns
      .map((entity) => {
        const answered = new Set([
          'id',
          'createDate',
          ...(entity.realm === 'tenant' ? ['tenantCode'] : []),
          ...(entity.tree ? ['pid', 'parentCode', 'parentName'] : []),
          ...(entity.picker?.columns.includes('tenantName') === true ? ['tenantName'] : []),
          ...Object.entries(entity.fields).flatMap(([key, { kind }]) =>
            kind === 'ref' ? [key, nameKeyOf(key)] : [key],
          ),
          'creatorName',
        ]);
        return `${entity.name}\n  ${[...slimKeys(entity)]
          .filter((key) => answered.has(key))
          .sort()
          .join(', ')}\n`;
      })
      .sort()
      .join('\n');
    await expect(table).toMatchFileSnapshot('./slim-rows.txt');
  });
});

const routesOf = (entity: Entity): readonly Route[] =>
  world.routes.filter(
    ({ permission, soft, path }) =>
      permission === 'session' && soft === permissionOf(entity, 'page') && !path.endsWith('/match'),
  );
