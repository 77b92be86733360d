import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#platform/server/http/route.ts';
import { furnish } from '#tests/furniture.ts';
import { isItsTurn } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';
import { ask, nameOf, type Request } from './request.ts';
import { nouns, sampler, type Body } from './sample.ts';

let world: World;
let bodies: ReadonlyMap<string, Body>;
let ids: ReadonlyMap<string, string>;
let requests = 0;
let slowest = 0;
let planned = 0;
/** Attacks that each route has met. */
const met = new Map<string, number>();

beforeAll(async () => {
  world = await openWorld('hostile');
  await furnish(world.first);
  const samples = sampler(world.first, world.platform, { code: 'H', mark: 'hostile', sql: world.sql });
  const made = new Map<string, Body>();
  const known = new Map<string, string>();
  for (const noun of nouns) {
    known.set(noun.name, (await samples.recordOf(noun)).id);
    if (noun.kind === 'document' || noun.calls.includes('save')) made.set(noun.path, await samples.bodyOf(noun));
  }
  bodies = made;
  ids = known;
});
afterAll(() => world.close());

const nobodysId = '019a0000-0000-7000-8000-000000000000';
const sqlText = `1'; drop table app.data_brand; --`;
const sqlCall = `(select set_config('app.ctx', '2000|' || extract(epoch from now())::text, true))`;
const long = 'x'.repeat(10_000);
const nul = 'a\u0000b';
/**
 * Looks like letters, is none of them: half a pair, an overlong pile of marks, turned writing direction, full width,
 * invisible.
 */
const odd = `\ud800 z\u0301\u0301\u0301 \u202e\u2066evil ＇；－－ \ufeff\u200b İı ﷽ 👩‍👩‍👧`;
const ofEveryObject = ['constructor', '__proto__', 'toString'] as const;
let deep: unknown = 'bottom';
for (let n = 0; n < 500; n += 1) deep = n % 2 === 0 ? [deep] : { deep };

/** Each spoils a well-formed request in one way. */
const attacks: Readonly<Record<string, (request: Request) => Request>> = {
  'SQL as a sort order': searching({ orderField: sqlCall, order: `desc, ${sqlCall}`, sort: `${sqlCall} desc` }),
  'SQL as a sort direction': searching({ orderField: 'createDate', order: `asc; ${sqlText}` }),
  'SQL in every field': spoil(() => sqlText),
  'a function call in every field': spoil(() => sqlCall),
  'numbers nobody can hold': spoil((i) =>
    i % 2 === 0 ? '99999999999999999999999999999999999999.999999999999999' : 2 ** 60,
  ),
  'NaN, infinity and fractions': spoil((i) => ['NaN', '-Infinity', -0, 0.1 + 0.2][i % 4]),
  'a number beyond doubles': raw((request) => JSON.stringify(request.body ?? {}).replace(/:("[^"]*"|\d+)/g, ':1e309')),
  'NUL in every text': spoil(() => nul),
  'odd writing in every text': spoil(() => odd),
  'ten thousand letters': spoil((i) => (i < 4 ? long : 'x'.repeat(501))),
  'wildcards in every text': spoil((i) => (i % 2 === 0 ? '%' : '_\\%_%')),
  'nothing in every field': spoil((i) => [null, '', false, true][i % 4]),
  'lists in every field': spoil(() => ['a', ['b']]),
  'objects in every field': spoil(() => ({ toString: 'x', $gt: '' })),
  'keys of the language': raw(
    () =>
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"toString":"x","hasOwnProperty":1,"ids":["__proto__"],"id":"__proto__","lines":[{"__proto__":1}]}',
  ),
  'keys of the language that pass the parser': raw(
    () =>
      '{"toString":"x","hasOwnProperty":1,"valueOf":null,"ids":["constructor"],"id":"toString","lines":[{"toString":1}]}',
  ),
  // V12: what is looked up in an object by such a name is there, and nothing that the product put there.
  'names that every object has in every field (V12)': spoil((i) => ofEveryObject[i % ofEveryObject.length]),
  'names that every object has, the other way round (V12)': spoil((i) => ofEveryObject[(i + 1) % ofEveryObject.length]),
  'ten thousand levels (V12)': raw(() => `${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  'ten thousand levels in a field (V12)': raw(
    () => `{"ids":${'['.repeat(10_000)}${']'.repeat(10_000)},"remark":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
  ),
  'deep nesting': (request) => ({
    ...request,
    body: { ...(request.body as object), ids: deep, lines: deep, remark: deep, codes: deep },
  }),
  'an array where an object belongs': (request) => ({ ...request, body: [request.body ?? {}, null, 7, []] }),
  'an object where an array belongs': (request) => ({
    ...request,
    body: { ids: { 0: 'x', length: 1 }, lines: { length: 3 } },
  }),
  'a bare value': raw(() => '"text"'),
  'ids that are none': (request) => ({
    ...request,
    path: request.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, encodeURIComponent(sqlText)),
    body: Array.isArray(request.body)
      ? [sqlText, '', '0', nul]
      : { ...(request.body as object), id: sqlText, ids: [sqlText, nul, 7], pid: sqlText },
  }),
  'a thousand ids': (request) => ({
    ...request,
    body: Array.from({ length: 1000 }, (_x, i) => `019a0000-0000-7000-8000-${String(i).padStart(12, '0')}`),
  }),
  'broken JSON': raw(() => '{"code": "A", '),
  'bytes that are no text': raw(() => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
  'another content type': (request) => ({
    ...request,
    raw: '<a>&x;</a>',
    headers: { 'content-type': 'application/xml' },
  }),
  'no body at all': raw(() => ''),
  'pages before the first': searching({ page: '-5', limit: '-20', check: '1', key: 'code', tenantFlag: sqlText }),
  'pages beyond the last': searching({
    page: '999999999',
    limit: '1e9',
    after: 'bm9uc2Vuc2U',
    exact: '1',
    fields: 'all',
    fresh: '1',
    stash: '1',
    preview: '1',
  }),
  'dates that are none': searching({
    billDateStart: '2026-02-31',
    billDateEnd: '9999-99-99',
    createDateStart: 'now()',
    billDate: '0000-00-00',
    requiredDate: '2026-13-01',
  }),
  'headers with poison': (request) => ({
    ...request,
    headers: {
      'idempotency-key': `${sqlText}${long.slice(0, 500)}`,
      'accept-language': `${long.slice(0, 500)};q=x`,
      'user-agent': sqlText,
      'if-none-match': '*',
    },
  }),
};

describe('a hostile request', () => {
  test.each(Object.keys(attacks))('with %s is answered politely by every route', async (name) => {
    const round = Object.keys(attacks).indexOf(name);
    const routes = world.routes.filter((_route, i) => isItsTurn(i, round));
    planned += routes.length;
    expect(
      await fourAtOnce(routes, async (route) => {
        met.set(nameOf(route), (met.get(nameOf(route)) ?? 0) + 1);
        const complaint = await attack((attacks[name] ?? ((same) => same))(await wellFormed(route)));
        return complaint === null ? [] : [`${nameOf(route)}: ${complaint}`];
      }),
    ).toEqual([]);
  });

  test('with poison in a single field gets past everything else, and no further', async () => {
    const poisons: readonly unknown[] = [nul, odd, { toString: 'x' }, '9999999999999999.9999', 'constructor'];
    const routes = world.routes.filter((route) => route.body !== undefined && bodies.has(route.path));
    const spoilt = routes
      .flatMap((route) =>
        fieldsOf(bodies.get(route.path) ?? {}).flatMap((put) => poisons.map((poison) => ({ route, put, poison }))),
      )
      .filter((_each, i) => isItsTurn(i, 0));
    expect(
      await fourAtOnce(spoilt, async ({ route, put, poison }) => {
        const request = await wellFormed(route);
        const body = structuredClone(request.body) as Body;
        const slot = put(body, poison);
        const complaint = await attack({ ...request, body });
        return complaint === null ? [] : [`${nameOf(route)} ${slot} = ${JSON.stringify(poison)}: ${complaint}`];
      }),
    ).toEqual([]);
    planned += spoilt.length;
  });

  test('asking for everything gets a page, where the list is not one that browsers keep', async () => {
    const wrong: string[] = [];
    for (const n of Array.from({ length: 25 }, (_x, i) => i))
      await world.first.must('POST', '/stock/inout', {
        organizeCode: 'O1',
        moveType: '3',
        storageCode: 'W1',
        lines: [{ productCode: 'M1', number: String(n + 1) }],
      });
    for (const route of world.routes.filter(
      (candidate) => candidate.path.endsWith('/page') && candidate.soft === undefined,
    )) {
      for (const limit of ['-1', '9999', '100000', '0', '-7']) {
        const { data } = await ask(world.app, {
          method: route.method,
          path: route.path,
          token: tokenFor(route),
          ...(route.method === 'GET' ? { query: { limit } } : { body: { limit } }),
        });
        const { length } = (data as { list: unknown[] }).list;
        if (length > (limit === '9999' || limit === '100000' ? 500 : 20))
          wrong.push(`${nameOf(route)} answered ${length} rows to limit ${limit}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('larger than five megabytes is refused before it is read', async () => {
    const answer = await ask(world.app, {
      method: 'POST',
      path: '/data/bd/brand',
      token: world.first.token,
      raw: `{"name":"${'x'.repeat(6_000_000)}"}`,
    });
    expect([answer.status, answer.code]).toEqual([413, 10003]);
  });

  test('left nothing behind: every table and every session is still there, nobody was raised', async () => {
    expect(Object.prototype).not.toHaveProperty('isAdmin');
    expect(
      await world.sql(`
        select tenant_code, username
        from app.sys_user
        where super_admin = '1' and tenant_code in ('1', '1000', '2000')
        order by 1`),
    ).toEqual([
      { tenant_code: '1', username: 'admin' },
      { tenant_code: '1000', username: 'first' },
      { tenant_code: '2000', username: 'second' },
    ]);
    await world.first.must('GET', '/sys/user/info');
    await world.first.must('GET', '/data/bd/brand/page');
    expect(requests).toBe(planned);
    // Every route meets its share of the attacks, whichever share that is.
    const least = Math.floor(Object.keys(attacks).length / 5);
    expect(world.routes.map(nameOf).filter((name) => (met.get(name) ?? 0) < least)).toEqual([]);
    console.log(
      `hostile input: ${world.routes.length} routes, ${Object.keys(attacks).length} payloads, ${requests} requests, slowest ${Math.round(slowest)} ms`,
    );
  });
});

/** Two cores: the database works on one request while the process reads another. */
async function fourAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<string[]>): Promise<string[]> {
  const waiting = [...items];
  const wrong: string[] = [];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) wrong.push(...(await work(item)));
  };
  await Promise.all([1, 2, 3, 4].map(worker));
  return wrong;
}

/** One function per place of a body that puts something there and says where. */
function fieldsOf(body: Body): ((into: Body, poison: unknown) => string)[] {
  const line = (body['lines'] as Body[] | undefined)?.[0] ?? {};
  return [
    ...[...Object.keys(body), 'rowVersion', 'pid'].map((key) => (into: Body, poison: unknown) => {
      into[key] = poison;
      return key;
    }),
    ...Object.keys(line).map((key) => (into: Body, poison: unknown) => {
      (into['lines'] as Body[])[0] = { ...(into['lines'] as Body[])[0], [key]: poison };
      return `lines.${key}`;
    }),
  ];
}

/** Platform calls are asked by the platform: refused for want of a permission they would show nothing. */
const tokenFor = (route: Route): string =>
  typeof route.permission !== 'string' && /^(tenant:|sys:(menu|dict|params|region))/.test(route.permission[0] ?? '')
    ? world.platform.token
    : world.first.token;

async function wellFormed(route: Route): Promise<Request> {
  // What is deleted by the first attack cannot be attacked by the second.
  const idOf = (slot: string): string =>
    route.method === 'DELETE' ? nobodysId : (ids.get(route.marks?.[slot] ?? '') ?? nobodysId);
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => idOf(`params.${name}`));
  const token = route.path === '/logout' ? (await world.login('first')).token : tokenFor(route);
  if (route.method === 'GET' || (route.effect === 'none' && route.method === 'POST'))
    return { method: route.method, path, token };
  if (route.marks?.['body[]'] !== undefined) return { method: route.method, path, token, body: [idOf('body[]')] };
  const own = route.body === undefined ? undefined : bodies.get(route.path);
  const handMade = {
    username: 'nobody',
    password: 'nothing',
    uuid: 'u',
    captcha: 'c',
    newPassword: 'n',
    confirmPassword: 'c',
    tenantCode: '9',
    path: '/p',
  };
  return {
    method: route.method,
    path,
    token,
    body: { ...(own ?? handMade), ...(route.marks?.['body.id'] === undefined ? {} : { id: idOf('body.id') }) },
  };
}

/**
 * Every value of the body and of the query becomes the poison; the id stays, so that the call gets as far as it can.
 */
function spoil(poison: (i: number) => unknown): (request: Request) => Request {
  const all = (body: object): Body =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]: [string, unknown], i) => {
        if (key === 'id') return [key, value];
        return [key, key === 'lines' && Array.isArray(value) ? value.map((line: object) => all(line)) : poison(i)];
      }),
    );
  return (request) => {
    if (request.method === 'GET' || request.body === undefined)
      return searching(Object.fromEntries(searched.map((key, i) => [key, poison(i)])))(request);
    return {
      ...request,
      body: Array.isArray(request.body)
        ? { ids: request.body as unknown[], operateMsg: poison(0), rowVersions: poison(1), password: poison(2) }
        : all(request.body as object),
    };
  };
}

/** Names that lists look at: of fields, of lists of codes, of dates, of pages. */
const searched = [
  ...new Set([
    'orderField',
    'order',
    'sort',
    'code',
    'name',
    'codes',
    'organizeCodes',
    'pid',
    'type',
    'specModel',
    'stockQueryType',
    'powerFlag',
    'uuid',
    'status',
    'billStatus',
    'tenantFlag',
    'page',
    'limit',
    'after',
    'createDateStart',
    'billDateEnd',
    ...nouns.flatMap((noun) => noun.list.filters),
  ]),
];

/** The same words in the query, and in the body where there is one. */
function searching(words: Readonly<Record<string, unknown>>): (request: Request) => Request {
  return (request) => ({
    ...request,
    query: Object.fromEntries(
      Object.entries(words).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
      ]),
    ),
    ...(request.method === 'GET'
      ? {}
      : {
          body: Array.isArray(request.body)
            ? request.body
            : { ...(request.body as object | undefined), ...(request.body === undefined ? words : {}) },
        }),
  });
}

function raw(text: (request: Request) => string | Buffer): (request: Request) => Request {
  return (request) => ({ ...request, raw: text(request) });
}

/** Words of the database, of the program or of its files never leave the house. */
const innerWords =
  /postgres|\bpg_|sqlstate|syntax error|relation "|column "|constraint|violates|invalid (input|byte|text)|encoding|out of range|duplicate key|permission denied|null value|select .* from |app\.\w+_\w+|sec\.\w+|node_modules|\.ts:\d|\bat \w+ \(|stack|TypeError|undefined|\[object/i;

/** The machine may have been busy with others; a request that is slow by itself is slow again. */
async function slowTwice(request: Request): Promise<string | null> {
  const tries = [(await ask(world.app, request)).milliseconds, (await ask(world.app, request)).milliseconds];
  return Math.min(...tries) > 2000 ? `took ${tries.map(Math.round).join(' and ')} ms` : null;
}

async function attack({ headers, ...rest }: Request): Promise<string | null> {
  requests += 1;
  const id = `hostile-${requests}`;
  const from = world.log.length;
  const { status, code, msg, text, milliseconds } = await ask(world.app, {
    ...rest,
    headers: { ...headers, 'x-correlation-id': id },
  });
  slowest = Math.max(slowest, milliseconds);
  const errors = world.log
    .slice(from)
    .filter((line) => line.includes('"level":50') && line.includes(`"${id}"`))
    .join('');
  if (![200, 413].includes(status)) return `HTTP ${status} ${text.slice(0, 120)}`;
  if (code === 500 || errors !== '')
    return `a fault: ${/"message":"([^"]*)/.exec(errors)?.[1] ?? errors.slice(0, 300)}`;
  if (code !== null && code !== 0 && innerWords.test(msg)) return `inner words: ${msg.slice(0, 200)}`;
  return milliseconds > 2000 ? slowTwice(rest) : null;
}
