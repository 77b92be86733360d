import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Queries from '#platform/web/api/queries.ts';
import type * as Area from './area.ts';
import type * as Load from './load.ts';
import type * as Refs from './use-ref.ts';

/** A server that answers from a table and notes what it was asked. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly version: string | null;
}
let asked: Asked[] = [];
let answers: Record<string, () => Response> = {};
const envelope = (data: unknown, { code = 0, etag = '' } = {}): Response =>
  new Response(JSON.stringify({ code, msg: code === 0 ? '' : '坏了', data }), { headers: etag === '' ? {} : { etag } });

let load: typeof Load;
let area: typeof Area;
let refs: typeof Refs;
let queries: (typeof Queries)['queries'];
const held = (key: string) => queries.getQueryData(load.refQuery(key).queryKey);
/** What a screen does that needs a list. */
const need = (key: string) => queries.fetchQuery(load.refQuery(key));
const pathsAsked = (): string[] => asked.map(({ path }) => path);

beforeEach(async () => {
  asked = [];
  answers = {};
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  vi.stubGlobal('fetch', (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://qudao.example');
    const { _t, ...query } = Object.fromEntries(searchParams);
    const path = pathname.slice(4);
    asked.push({
      method: init.method ?? '',
      path,
      query,
      body: init.body == null ? undefined : (JSON.parse(init.body as string) as unknown),
      version: new Headers(init.headers).get('if-none-match'),
    });
    const answer = answers[path] ?? (() => envelope(null, { code: 404 }));
    return Promise.resolve().then(answer);
  });
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  [load, area, refs, { queries }] = await Promise.all([
    import('./load.ts'),
    import('./area.ts'),
    import('./use-ref.ts'),
    import('#platform/web/api/queries.ts'),
  ]);
  queries.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a reference list', () => {
  test('[A110] [A111] [A112] is asked for when it is empty, not again by the next screen, and again when a refresh is asked for', async () => {
    answers['/data/bd/brand/page'] = () => envelope({ list: [{ id: '1', code: 'B1', name: '一' }], total: 1 });
    await need('brandList');
    await need('brandList');
    expect(asked).toMatchObject([
      { method: 'GET', path: '/data/bd/brand/page', query: { page: '1', limit: '-1', status: '1' } },
    ]);
    await load.refreshRef('brandList');
    expect(pathsAsked()).toHaveLength(2);
  });

  test('[A96] that is refused, or not answered, keeps its copy and says nothing to the user', async () => {
    answers['/data/bd/unit/page'] = () => envelope({ list: [{ id: '1', code: 'U1', name: '桶' }], total: 1 });
    await need('unitList');
    const copy = held('unitList');
    for (const answer of [
      () => envelope(null, { code: 20001 }),
      () => new Response('', { status: 500 }),
      () => {
        throw new TypeError('no network');
      },
    ]) {
      answers['/data/bd/unit/page'] = answer;
      await load.refreshRef('unitList');
      expect(held('unitList')).toBe(copy);
    }
    answers['/data/shop/page'] = () => envelope(null, { code: 404 });
    expect(await need('shopList')).toEqual([]);
    expect(console.info).toHaveBeenCalledTimes(4);
  });

  test('[A97] of tenant parameters stores what came, whatever the code', async () => {
    answers['/sys/tenant/params/list'] = () => envelope([{ code: 'SYS007', value: '2' }], { code: 500 });
    expect(await need('tenantParamsList')).toEqual([{ code: 'SYS007', value: '2' }]);
  });

  test('[A134] finds a tenant parameter by its code', async () => {
    answers['/sys/tenant/params/list'] = () =>
      envelope([
        { code: 'SYS006', paramValue: '1' },
        { code: 'SYS007', paramValue: '2' },
      ]);
    await need('tenantParamsList');
    expect([refs.tenantParam('SYS007')?.['paramValue'], refs.tenantParam('SYS999')]).toEqual(['2', undefined]);
  });

  test('is asked for with the version of its copy, and 304 keeps the copy', async () => {
    answers['/data/bd/channel/page'] = () =>
      envelope({ list: [{ id: '1', code: 'C1', name: '一' }], total: 1 }, { etag: 'W/"v1"' });
    await need('channelList');
    const copy = held('channelList');
    answers['/data/bd/channel/page'] = () => new Response(null, { status: 304 });
    await load.refreshRef('channelList');
    expect(asked.map(({ version }) => version)).toEqual([null, 'W/"v1"']);
    expect(held('channelList')).toBe(copy);
    answers['/data/bd/channel/page'] = () =>
      envelope({ list: [{ id: '2', code: 'C2', name: '二' }], total: 1 }, { etag: 'W/"v2"' });
    await load.refreshRef('channelList');
    await load.refreshRef('channelList');
    expect(asked.at(-1)?.version).toBe('W/"v2"');
    expect(held('channelList')).toMatchObject([{ code: 'C2' }]);
  });

  test('[A123] by POST carries page and limit in its body', async () => {
    answers['/data/bd/material/all/page'] = () => envelope({ list: [], total: 0 });
    await need('materialList');
    expect(asked).toMatchObject([
      { method: 'POST', path: '/data/bd/material/all/page', query: {}, body: { page: 1, limit: -1 } },
    ]);
  });

  test('[A119] of sub-organisations and sub-storages is sorted by tenantCode', async () => {
    const rows = [
      { id: '1', tenantCode: '1002', code: 'b' },
      { id: '2', tenantCode: '1000', code: 'z' },
      { id: '3', tenantCode: '1002', code: 'a' },
      { id: '4', tenantCode: '100', code: 'c' },
    ];
    answers['/data/storage/page'] = () => envelope({ list: rows, total: 4 });
    answers['/sys/organization/powerList'] = () => envelope(rows);
    const codes = async (key: string) => (await need(key)).map((row) => row['code']);
    expect([await codes('subStorageList'), await codes('subOrganizationList'), await codes('storageList')]).toEqual([
      ['c', 'z', 'b', 'a'],
      ['c', 'z', 'b', 'a'],
      ['b', 'z', 'a', 'c'],
    ]);
  });

  test('[A129] that is tree-shaped becomes a tree by id and pid, and still tells the name of any code', async () => {
    answers['/data/bd/customer/class/list'] = () =>
      envelope([
        { id: '2', pid: '1', code: 'K2', name: '子' },
        { id: '1', pid: '0', code: 'K1', name: '父' },
        { id: '3', pid: '2', code: 'K3', name: '孙' },
      ]);
    const tree = await need('customerClassList');
    expect(tree).toMatchObject([{ code: 'K1', children: [{ code: 'K2', children: [{ code: 'K3' }] }] }]);
    expect([refs.nameIn('customerClassList', tree, 'K3'), refs.nameIn('customerClassList', tree, 'K9')]).toEqual([
      '孙',
      'K9',
    ]);
  });

  test('[A144] a dictionary shows the label of its value; a disabled or unknown value is shown raw', async () => {
    answers['/sys/dict/data/page'] = () =>
      envelope({
        list: [
          { dictValue: '1', dictLabel: '现金', status: '1' },
          { dictValue: '2', dictLabel: '支票', status: '0' },
        ],
        total: 2,
      });
    const rows = await need('dict_pay_mode');
    expect(['1', '2', '3'].map((value) => refs.nameIn('dict_pay_mode', rows, value))).toEqual(['现金', '2', '3']);
  });

  test('[A141] all dictionaries are refreshed together', async () => {
    answers['/sys/dict/data/page'] = () => envelope({ list: [{ dictValue: '1', dictLabel: '一' }], total: 1 });
    await need('dict_pay_mode');
    asked = [];
    await load.refreshDicts();
    expect(new Set(asked.map(({ query }) => query['dictTypeId'])).size).toBe(46);
    expect(pathsAsked().every((path) => path === '/sys/dict/data/page')).toBe(true);
  });

  test('a dictionary that an administrator added is found by its type', async () => {
    answers['/sys/dict/type/all'] = () => envelope([{ dictType: 'paint_gloss', dictTypeId: '1047' }]);
    answers['/sys/dict/data/page'] = () => envelope({ list: [{ dictValue: 'm', dictLabel: '哑光' }], total: 1 });
    expect(await need('dict_paint_gloss')).toMatchObject([{ dictLabel: '哑光' }]);
    expect(asked.at(-1)?.query['dictTypeId']).toBe('1047');
  });

  test('that a command of this browser changed is stale', () => {
    expect(load.keysChangedBy('/data/bd/brand/disable')).toEqual(['brandList']);
    expect(load.keysChangedBy('/data/bd/brand/page')).toEqual([]);
    expect(load.keysChangedBy('/data/storage')).toEqual(['storageList', 'subStorageList']);
    expect(load.keysChangedBy('/data/bd/material')).toEqual(['materialList']);
    expect(load.keysChangedBy('/sys/dict/data').length).toBe(46);
    expect(load.keysChangedBy('/channelsale/order/audit')).toEqual([]);
  });

  test('that a command of this browser changed is asked for again by the next screen', async () => {
    answers['/data/bd/brand/page'] = () => envelope({ list: [{ id: '1', code: 'B1', name: '一' }], total: 1 });
    answers['/data/bd/brand'] = () => envelope({ id: '2' });
    const { post } = await import('#platform/web/api/client.ts');
    await need('brandList');
    await post('/data/bd/brand', { code: 'B2' });
    await need('brandList');
    expect(pathsAsked()).toEqual(['/data/bd/brand/page', '/data/bd/brand', '/data/bd/brand/page']);
  });
});

describe('the area tree', () => {
  const rows: Readonly<Record<string, readonly object[]>> = {
    '': [{ id: 'p', code: '330000', name: '浙江', levelType: '1' }],
    p: [
      { id: 'c1', code: '330100', name: '杭州', levelType: '2' },
      { id: 'c2', code: '339001', name: '某县级市', levelType: '2' },
      { id: 'd', code: '330102', name: '上城', levelType: '3' },
    ],
  };
  test('[A130] [A131] [A132] [A133] loads provinces once, children when a node is first opened, and asks nothing below a leaf', async () => {
    answers['/sys/area/pca'] = () => envelope(rows[asked.at(-1)?.query['pid'] ?? ''] ?? []);
    const provinces = await area.openArea({ id: '', code: '', name: '', levelType: '' });
    await area.openArea({ id: '', code: '', name: '', levelType: '' });
    expect(asked.map(({ query }) => query['pid'])).toEqual([undefined]);
    const children = await area.openArea(provinces[0]!);
    await area.openArea(provinces[0]!);
    expect(asked.map(({ query }) => query['pid'])).toEqual([undefined, 'p']);
    expect(children.map(({ code, children: below }) => [code, below])).toEqual([
      ['330100', null],
      ['339001', undefined],
      ['330102', null],
    ]);
    expect(await area.openArea(children[0]!)).toEqual([]);
    expect(asked).toHaveLength(2);
    expect([
      area.isLeafArea('330000', '1'),
      area.isLeafArea('330100', '2'),
      area.isLeafArea('339001', '2'),
      area.isLeafArea('330102', '3'),
    ]).toEqual([false, true, false, true]);
  });
});
