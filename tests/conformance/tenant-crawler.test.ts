import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Noun } from '#platform/model/module.ts';
import { checkRoutes, type Route } from '#platform/server/http/route.ts';
import { furnish } from '#tests/furniture.ts';
import { isItsTurn } from '#tests/thorough.ts';
import { openPeriods, openWorld, type Session, type World } from '#tests/world.ts';
import { ask, nameOf, type Answer, type Request } from './request.ts';
import { entities, nounNamed, nouns, sampler, type Body, type Row, type Sampler } from './sample.ts';
import { changed, watch, type Fingerprints, type Watch } from './state.ts';

// Ten thousand calls: beside other work a minute is not enough for the longest of them.
vi.setConfig({ testTimeout: 300_000 });

/** A tenant with a record of every noun. Its mark stands in every text it wrote: read by a stranger, it is a leak. */
interface Side {
  readonly session: Session;
  readonly mark: string;
  readonly sampler: Sampler;
  readonly rows: ReadonlyMap<string, Row>;
}

let world: World;
let eyes: Watch;
let first: Side;
let second: Side;
/** Below the first tenant, whose users may enter it only with a grant; nobody has one. */
let branch: Side;
let requests = 0;
const visited = new Set<string>();
const leaks: string[] = [];
let told = 0;

beforeAll(async () => {
  world = await openWorld('crawler');
  eyes = await watch(world);
  const [own] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1000'`);
  await world.platform.must('POST', '/sys/tenant', {
    pid: own?.id,
    tenantCode: '1001',
    tenantName: '分公司',
    distributorLevel: '1',
    username: 'branch',
    password: world.password,
    confirmPassword: world.password,
  });
  await openPeriods(world.adminUrl);
  first = await furnished(world.first, 'CANARY1000');
  second = await furnished(world.second, 'CANARY2000');
  branch = await furnished(await world.confirmed('branch'), 'CANARY1001');
  // What the bodies of the crawl refer to is made now: later a change is a finding.
  for (const noun of nouns) await first.sampler.bodyOf(noun);
});
// A crawl by a session that ended on the way would find nothing and prove nothing.
afterEach(async () => {
  seen = null;
  await first.session.must('GET', '/sys/user/info');
});
afterAll(async () => {
  await eyes.close();
  await world.close();
});

async function furnished(session: Session, mark: string): Promise<Side> {
  await furnish(session, mark);
  const samples = sampler(session, world.platform, { code: `T${session.tenantCode}-`, mark, sql: world.sql });
  const rows = new Map<string, Row>();
  for (const noun of nouns)
    if (noun.kind === 'document' || noun.realm === 'tenant') rows.set(noun.name, await samples.recordOf(noun));
  const [tenant] = await world.sql<{ id: string }>('select id from app.tenant_tenant where tenant_code = $1', [
    session.tenantCode,
  ]);
  rows.set('tenant:tenant', { id: tenant?.id ?? '', rowVersion: 1 });
  return { session, mark, sampler: samples, rows };
}

/**
 * Everything a route can be asked with: ids of `of` in every marked slot, the rest as the first tenant would write it.
 */
async function requestFor(route: Route, of: Side): Promise<Request> {
  const idOf = (slot: string): string =>
    of.rows.get(route.marks?.[slot] ?? '')?.id ?? '019a0000-0000-7000-8000-000000000000';
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => idOf(`params.${name}`));
  const request = { method: route.method, path };
  const asked = Object.fromEntries(
    Object.keys(route.marks ?? {})
      .filter((slot) => slot.startsWith('query.'))
      .map((slot) => [slot.slice('query.'.length), idOf(slot)]),
  );
  if (route.method === 'GET') return { ...request, query: { limit: '-1', tenantFlag: '1', ...asked } };
  if (route.marks?.['body[]'] !== undefined)
    return {
      ...request,
      body: { ids: [idOf('body[]')], operateMsg: 'crawled', password: 'Crawler2026x', confirmPassword: 'Crawler2026x' },
    };
  const noun = savedBy(route);
  if (noun === undefined)
    return {
      ...request,
      body: { ...handWritten(route, of), ...(route.marks?.['body.id'] === undefined ? {} : { id: idOf('body.id') }) },
    };
  const body = await first.sampler.bodyOf(noun);
  // What it needs was made for it: that is nobody's leak.
  if (makesOthers.has(noun.name)) seen = null;
  if (route.marks?.['body.id'] === undefined) return { ...request, body };
  const fixed = noun.kind === 'entity' ? [...noun.unique, ...(byItsKey[noun.name] ?? [])] : [];
  return {
    ...request,
    body: {
      ...Object.fromEntries(Object.entries(body).filter(([key]) => !fixed.includes(key))),
      ...Object.fromEntries((lasting[noun.name] ?? []).map((key) => [key, of.rows.get(noun.name)?.[key]])),
      id: idOf('body.id'),
    },
  };
}

/** Nouns that are about a record of their own, such as an order that only one revision may wait for. */
const makesOthers: ReadonlySet<string> = new Set([
  'order:revision',
  'sale:rebate',
  'points:exchangeorder',
  'stock:inventory',
  'order:purchaseinvoice',
  'reimbursement:payment',
  'reimbursement:repayment',
  'reimbursement:specialexpense',
]);

/** What only the record's own key decides: a value of one parameter is none of another. */
const byItsKey: Readonly<Record<string, readonly string[]>> = { 'tenant:params': ['value'] };

/** What a record keeps from its first save on: a count stays in its warehouse. */
const lasting: Readonly<Record<string, readonly string[]>> = { 'stock:inventory': ['storageCode'] };

/** The noun a POST or PUT with a whole record is about. */
const savedBy = (route: Route): Noun | undefined =>
  route.body === undefined ? undefined : nouns.find((noun) => noun.path === route.path);

function handWritten(route: Route, of: Side): Body {
  if (route.path === '/sys/user/switchTenant') return { tenantCode: of.session.tenantCode };
  if (route.path.endsWith('/confirmAmounts')) return { lines: [] };
  if (route.path === '/sys/ticket') return { path: '/sys/user/export' };
  // The door of distribution opens downward: to a stranger it is a wall.
  if (route.path.endsWith('/pushDown') && of === second)
    return {
      tenantCodeArrays: [of.session.tenantCode],
      codes: [first.rows.get(nouns.find(({ path }) => route.path === `${path}/pushDown`)?.name ?? '')?.['code']],
    };
  return {};
}

/** What stood there after the request before: looking twice per request would double the time. */
let seen: { readonly mayChange: string | null; readonly state: Fingerprints } | null = null;

/** One request; finds marks of others in the answer and rows of others that changed. `mayChange` is whose rows may. */
async function crawl(
  route: Route,
  request: Request,
  { reader, strangers, mayChange }: { reader: Side | null; strangers: readonly Side[]; mayChange: string | null },
): Promise<Answer> {
  const isLast = endsSession.has(route.path) && reader !== null;
  const token = isLast ? (await world.login('first')).token : reader?.session.token;
  const before = seen?.mayChange === mayChange && !isLast ? seen.state : await eyes.look(mayChange);
  const answer = await ask(world.app, { ...(token === undefined ? {} : { token }), ...request });
  requests += 1;
  visited.add(nameOf(route));
  for (const { mark } of strangers) if (answer.text.includes(mark)) leaks.push(`READ ${nameOf(route)} shows ${mark}`);
  seen = { mayChange, state: await eyes.look(mayChange) };
  for (const table of changed(before, seen.state)) leaks.push(`WRITE ${nameOf(route)} changed ${table}`);
  return answer;
}

/** These calls get a session of their own: after them nothing would be asked by anybody. */
const endsSession: ReadonlySet<string> = new Set(['/logout', '/sys/user/switchTenant']);

const asFirst = () => ({ reader: first, strangers: [second, branch], mayChange: '1000' });
const isMarked = (route: Route): boolean => route.marks !== undefined;
/** Leaks since the last call. */
function found(): string[] {
  const fresh = leaks.slice(told);
  told = leaks.length;
  return fresh;
}

describe('a tenant', () => {
  test('is not seen or touched by whoever is not logged in', async () => {
    const wrong: string[] = [];
    for (const route of world.routes) {
      const { code } = await crawl(route, await requestFor(route, second), {
        reader: null,
        strangers: [first, second, branch],
        mayChange: null,
      });
      if (route.permission !== 'public' && code !== 401) wrong.push(`${nameOf(route)} answered ${code}`);
    }
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('has ids that mean nothing to another tenant', async () => {
    const wrong: string[] = [];
    for (const route of world.routes) {
      const { code } = await crawl(route, await requestFor(route, second), asFirst());
      if (isMarked(route) && code !== 404 && code !== 403)
        wrong.push(`${nameOf(route)} answered ${code} to a foreign id`);
    }
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('has codes that mean nothing to another tenant, in any field of any record', async () => {
    const wrong: string[] = [];
    for (const noun of nouns) {
      if (noun.kind === 'entity' && (noun.realm === 'global' || !noun.calls.includes('save'))) continue;
      for (const [slot, body] of await withForeignRefs(noun)) {
        const route = routeOf('POST', noun.path);
        const { code } = await crawl(route, { method: 'POST', path: noun.path, body }, asFirst());
        if (code === 0) wrong.push(`${noun.name} was saved with a foreign ${slot}`);
      }
    }
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('loses nothing to a list in which its ids hide among others, and neither does the asker', async () => {
    const wrong: string[] = [];
    for (const [i, route] of world.routes.entries()) {
      const noun = route.marks?.['body[]'];
      if (noun !== undefined) {
        const ids = [first, second, branch].flatMap((side) => side.rows.get(noun)?.id ?? []);
        for (const body of [ids, { ids, password: 'Crawler2026x' }]) {
          const { code } = await crawl(
            route,
            { method: route.method, path: route.path, body },
            { ...asFirst(), mayChange: null },
          );
          if (code === 0) wrong.push(`${nameOf(route)} took a mixed list`);
        }
      } else if (route.effect === 'none' && !isMarked(route)) {
        for (const lists of mixedLists().filter((_lists, n) => isItsTurn(i, n, 2))) {
          const request =
            route.method === 'GET'
              ? { query: { ...lists, limit: '500' } }
              : { body: Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.split(',')])) };
          await crawl(route, { method: route.method, path: route.path, ...request }, asFirst());
        }
      }
    }
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('is not chosen by a header: the call is refused when it names another tenant than the session', async () => {
    const wrong: string[] = [];
    for (const route of world.routes) {
      const { code } = await crawl(
        route,
        { ...(await requestFor(route, first)), headers: { tenant_code: '2000' } },
        { ...asFirst(), mayChange: null },
      );
      if (route.permission !== 'public' && code !== 10012) wrong.push(`${nameOf(route)} answered ${code}`);
    }
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('is not chosen by a key in a body or a query either', async () => {
    const wrong: string[] = [];
    const saved = new Set<string>();
    const smuggling = [
      { tenantCode: '2000' },
      { tenant_code: '2000' },
      { tenantId: '2000', tenant: '2000', sysTenant: '1', superTenant: '1', superAdmin: '1' },
    ];
    for (const [i, route] of world.routes.entries()) {
      const request = await requestFor(route, isMarked(route) && savedBy(route) === undefined ? second : first);
      // What saves a record is tried with every key, the rest with one key in turn.
      for (const keys of smuggling.filter((_keys, n) => savedBy(route) !== undefined || isItsTurn(i, n, 3))) {
        const smuggled =
          route.method === 'GET'
            ? { ...request, query: { ...request.query, ...keys } }
            : { ...request, body: { ...(request.body as Body), ...keys } };
        const { code, data } = await crawl(route, smuggled, asFirst());
        if (code === 0 && 'tenantCode' in keys && savedBy(route) !== undefined) saved.add(nameOf(route));
        const row = (data as { data?: Row } | null)?.data;
        if (row?.['tenantCode'] !== undefined && row['tenantCode'] !== '1000')
          wrong.push(`${nameOf(route)} wrote into tenant ${String(row['tenantCode'])}`);
        if (row?.['superAdmin'] === '1' || row?.['superTenant'] === '1')
          wrong.push(`${nameOf(route)} raised an account`);
      }
    }
    // The key that every record carries is dropped, not refused: what was written went into the own tenant.
    expect([...saved].sort()).toEqual(
      nouns
        .filter((noun) => noun.kind === 'document' || noun.realm === 'tenant')
        .flatMap((noun) => [
          ...(noun.kind === 'document' || noun.calls.includes('save') ? [`POST ${noun.path}`] : []),
          ...(noun.kind === 'document' || noun.calls.includes('update') ? [`PUT ${noun.path}`] : []),
        ])
        .sort(),
    );
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('is closed to the users of the tenant above it while nobody granted them to enter', async () => {
    const wrong: string[] = [];
    for (const route of world.routes) {
      const { code } = await crawl(route, await requestFor(route, branch), {
        reader: first,
        strangers: [branch, second],
        mayChange: '1000',
      });
      // The row of the sub-tenant itself is theirs to see.
      if (isMarked(route) && code === 0 && nameOf(route) !== 'GET /sys/tenant/:id')
        wrong.push(`${nameOf(route)} answered 0 to an id of the branch`);
    }
    expect((await first.session.call('POST', '/sys/user/switchTenant', { tenantCode: '1001' })).code).toBe(403);
    expect(
      (await first.session.call('POST', '/login', { username: 'first', password: world.password, tenantCode: '1001' }))
        .code,
    ).toBe(403);
    expect(await first.session.must('GET', '/sys/tenant/list/power?powerFlag=0')).toEqual([
      { tenantCode: '1000', tenantName: '第一集团' },
    ]);
    expect([...wrong, ...found()]).toEqual([]);
  });

  test('that was deleted takes its code with it: nobody who comes later finds its rows', async () => {
    const facts = {
      tenantCode: '3000',
      tenantName: '第三集团',
      distributorLevel: '0',
      password: world.password,
      confirmPassword: world.password,
    };
    const { id } = await world.platform.must<Row>('POST', '/sys/tenant', { ...facts, username: 'third' });
    const third = await world.login('third');
    const brand = await third.must<Row>('POST', '/data/bd/brand', { code: 'B3', name: 'CANARY3000' });
    expect((await world.platform.call('DELETE', `/sys/tenant/${id}`)).code).toBe(10009);
    await third.must('DELETE', `/data/bd/brand/${brand.id}`);
    await world.platform.must('DELETE', `/sys/tenant/${id}`);
    expect((await third.call('GET', '/data/bd/brand/page')).code).toBe(401);
    expect((await world.platform.call('POST', '/sys/tenant', { ...facts, username: 'later' })).code).toBe(10002);
    expect((await third.call('GET', '/data/bd/brand/page')).code).toBe(401);
  });

  test('was tried through every route there is', () => {
    expect(checkRoutes(world.routes)).toEqual([]);
    expect(world.routes.map(nameOf).filter((name) => !visited.has(name))).toEqual([]);
    console.log(`tenant crawler: ${world.routes.length} routes, ${requests} requests, ${leaks.length} leaks`);
  });
});

describe('the crawler', () => {
  test('sees a leak and a silent write when there is one', async () => {
    const route = routeOf('GET', '/data/bd/brand/page');
    await eyes.query('create policy hole on app.data_brand using (true)');
    await crawl(route, { method: 'GET', path: route.path, query: { limit: '-1' } }, asFirst());
    await crawl(
      routeOf('PUT', '/data/bd/brand'),
      await requestFor(routeOf('PUT', '/data/bd/brand'), second),
      asFirst(),
    );
    await eyes.query('drop policy hole on app.data_brand');
    expect(new Set(found())).toEqual(
      new Set([
        'READ GET /data/bd/brand/page shows CANARY2000',
        'READ GET /data/bd/brand/page shows CANARY1001',
        'WRITE PUT /data/bd/brand changed app.data_brand',
      ]),
    );
  });
});

const routeOf = (method: string, path: string): Route => {
  const route = world.routes.find((candidate) => candidate.method === method && candidate.path === path);
  if (route === undefined) throw new Error(`no route ${method} ${path}`);
  return route;
};

/** The first tenant's own record, with one reference after the other pointing at the second tenant's. */
async function withForeignRefs(noun: Noun): Promise<[slot: string, body: Body][]> {
  const made: [string, Body][] = [];
  for (const part of noun.kind === 'entity' ? ['fields'] : ['head', 'lines']) {
    const fields = noun.kind === 'entity' ? noun.fields : part === 'head' ? noun.head : noun.lines;
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind !== 'ref' || field.kept === true || field.virtual === true) continue;
      const target = nounNamed(field.target().name);
      const row = second.rows.get(target.name);
      if (row === undefined || target.kind !== 'entity' || target.realm === 'global') continue;
      const of = field.key === 'id' ? 'id' : target.codeField;
      const foreign = row[of];
      // Every tenant is furnished with it: the code means the asker's own record.
      if (first.rows.get(target.name)?.[of] === foreign) continue;
      const body = await first.sampler.bodyOf(noun);
      if (part === 'lines') body['lines'] = (body['lines'] as Body[]).map((line) => ({ ...line, [key]: foreign }));
      else body[key] = foreign;
      made.push([key, body]);
    }
  }
  return made;
}

/** Codes and organisations of three tenants in one comma-joined list. */
function mixedLists(): Record<string, string>[] {
  const codes = [first, second, branch].flatMap((side) =>
    entities.flatMap((entity) => side.rows.get(entity.name)?.[entity.codeField] ?? []),
  );
  const organizations = [first, second, branch].flatMap((side) => side.rows.get('sys:organization')?.['code'] ?? []);
  return [
    { codes: codes.join(',') },
    { organizeCodes: organizations.join(','), organizeList: organizations.join(',') },
  ];
}
