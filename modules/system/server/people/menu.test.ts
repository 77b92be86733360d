import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
