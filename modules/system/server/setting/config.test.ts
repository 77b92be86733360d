import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous, openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('config');
});
afterAll(() => world.close());

const branding = (): Promise<Record<string, string>> => anonymous(world.app).must('GET', '/sys/api/global/config');

describe('the global config', () => {
  test('is set by the platform and seen by everybody, before the login', async () => {
    expect((await branding())['globalAppName']).toBe('渠道云');
    await world.platform.must('PUT', '/sys/global/config', { globalAppName: '织野', globalThemeColor: '#d4380d' });
    expect(await branding()).toMatchObject({
      globalAppName: '织野',
      globalThemeColor: '#d4380d',
      backstageName: '渠道云后台',
    });
    expect(await world.platform.must('GET', '/sys/global/config')).toMatchObject({
      globalAppName: '织野',
      backstageName: null,
    });
    const { payload } = await world.app.inject('/api/sys/api/theme.css');
    expect(payload).toContain('--theme-color: #d4380d');
  });

  test('emptied, the product speaks for itself again', async () => {
    await world.platform.must('PUT', '/sys/global/config', { globalAppName: null });
    expect((await branding())['globalAppName']).toBe('渠道云');
  });

  test.each(['red', '#12', 'url(//x)', '#000; } body { display: none'])(
    'takes no colour that is none: %s',
    async (globalThemeColor) => {
      expect((await world.platform.call('PUT', '/sys/global/config', { globalThemeColor })).code).toBe(10003);
    },
  );

  test("is none of a tenant's business", async () => {
    expect((await world.first.call('PUT', '/sys/global/config', { globalAppName: '我的' })).code).toBe(403);
  });
});

describe('the cache', () => {
  interface Entry {
    readonly cacheKey: string;
    readonly size: number;
    readonly version: number;
    readonly hits: number;
    readonly misses: number;
  }
  const entry = async (key: string): Promise<Entry> =>
    (await world.first.must<{ list: Entry[] }>('GET', `/sys/cache/page?cacheKey=${key}`)).list.find(
      ({ cacheKey }) => cacheKey === key,
    )!;

  test('tells how long a list is, its version, and how often browsers had it already', async () => {
    await world.first.must('POST', '/data/bd/brand', { code: 'C1', name: '一' });
    const { headers } = await world.first.call('GET', '/data/bd/brand/page?limit=-1');
    const before = await entry('data:brand');
    expect(
      (
        await world.first.call('GET', '/data/bd/brand/page?limit=-1', undefined, {
          'if-none-match': String(headers['etag']),
        })
      ).status,
    ).toBe(304);
    const after = await entry('data:brand');
    expect([after.size, after.hits - before.hits, after.misses - before.misses]).toEqual([1, 1, 0]);
  });

  test('cleared by list, the copy of a browser counts no more', async () => {
    const { headers } = await world.first.call('GET', '/data/bd/brand/page?limit=-1');
    const { version } = await entry('data:brand');
    await world.first.must('DELETE', '/sys/cache', ['data:brand']);
    expect((await entry('data:brand')).version).toBe(version + 1);
    await expect
      .poll(
        async () =>
          (
            await world.first.call('GET', '/data/bd/brand/page?limit=-1', undefined, {
              'if-none-match': String(headers['etag']),
            })
          ).status,
      )
      .toBe(200);
  });

  test('of the whole installation is cleared by the platform alone', async () => {
    expect((await world.first.call('DELETE', '/sys/cache', ['sys:dictdata'])).code).toBe(404);
    await world.platform.must('DELETE', '/sys/cache', ['sys:dictdata']);
  });
});
