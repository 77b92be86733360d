import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverModules } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { classesIn } from '#platform/model/entity.ts';
import { openWorld, type World } from '#tests/world.ts';
import { isAllowed } from './menu.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('menu');
});
afterAll(() => world.close());

const entry = (
  values: object,
): Promise<{ code: number; data: { data: Record<string, unknown>; errors: { path: string }[] } }> =>
  world.platform.call('POST', '/sys/menu', { name: '新入口', type: '0', ...values });

describe('headings of the menu', () => {
  const grouped = serverModules.flatMap(({ headings = {} }) => Object.entries(headings));

  test.each(grouped)('%s: every screen stands under one', (key, groups) => {
    const screens = models
      .flatMap(({ entities, documents, reports, pages }) => [...entities, ...documents, ...reports, ...pages])
      .flatMap((noun) => [noun, (noun.kind === 'entity' ? classesIn(noun) : undefined) ?? []].flat())
      .flatMap(({ screen }) => (screen?.area === key ? [screen.url] : []));
    expect(groups.flatMap((group) => group.screens).toSorted()).toEqual(screens.toSorted());
  });

  test('are told with the entries, which stay where they were', async () => {
    interface Node {
      readonly name: string;
      readonly url: string | null;
      readonly group?: string;
      readonly children: readonly Node[];
    }
    const nav = await world.first.must<readonly Node[]>('GET', '/sys/menu/nav', undefined, {
      'accept-language': 'en-US',
    });
    const system = nav.find(({ children }) => children.some(({ url }) => url === 'sys/user'));
    expect(system?.children.find(({ url }) => url === 'sys/user')?.group).toBe('People and rights');
    const headings = system?.children.map(({ group }) => group) ?? [];
    // Entries of one heading stand together.
    expect(headings.filter((heading, at) => heading !== headings[at - 1])).toEqual([...new Set(headings)]);
  });
});

describe('an entry of the menu', () => {
  test('grants what the routes declare, with their calls as its resources', async () => {
    const { code, data } = await entry({ type: '1', permissions: 'data:brand:save' });
    expect([code, data.data['resourceList']]).toEqual([
      0,
      expect.arrayContaining([{ url: '/data/bd/brand', method: 'POST' }]),
    ]);
    expect((await entry({ permissions: 'data:brand:burn' })).data.errors.map(({ path }) => path)).toEqual([
      'permissions',
    ]);
    const typed = await entry({
      type: '1',
      permissions: 'data:brand:save',
      resourceList: [{ url: '/sys/user', method: 'DELETE' }],
    });
    expect(typed.data.data['resourceList']).toEqual(data.data['resourceList']);
  });

  test('leads outside only to houses that the platform allows (SYS031)', async () => {
    expect((await entry({ url: 'https://bi.example.com/board' })).code).toBe(10003);
    const { list } = await world.platform.must<{ list: Record<string, unknown>[] }>(
      'GET',
      '/sys/params/page?paramCode=SYS031',
    );
    await (list[0] === undefined
      ? world.platform.must('POST', '/sys/params', {
          paramCode: 'SYS031',
          paramName: '外部链接',
          paramValue: 'bi.example.com',
        })
      : world.platform.must('PUT', '/sys/params', { ...list[0], paramValue: 'bi.example.com' }));
    expect((await entry({ url: 'https://bi.example.com/board' })).code).toBe(0);
    expect((await entry({ url: 'data/brand?tenantFlag=0' })).code).toBe(0);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    '//bi.example.com',
    'https://bi.example.com@evil.test/',
    'https://bi.example.com.evil.test/',
    'https://evil.test/?bi.example.com',
    'file:///etc/passwd',
    'ftp://bi.example.com/',
    'https://user:pass@bi.example.com/',
    'vbscript:x',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '../../etc/passwd',
    '/\\evil.test',
    'https:evil.test',
    'http://169.254.169.254/latest',
  ])('leads nowhere else: %s', async (url) => {
    expect((await entry({ url })).code).toBe(10003);
    expect(isAllowed(url, 'bi.example.com')).toBe(false);
  });

  test('a dot before the house allows what is below it', () => {
    expect([
      isAllowed('https://a.example.com', '.example.com'),
      isAllowed('https://example.com', '.example.com'),
      isAllowed('https://badexample.com', '.example.com'),
    ]).toEqual([true, false, false]);
  });
});
