import { beforeAll, describe, expect, test } from 'vitest';
import { defineEntity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { defineModule } from '#platform/model/module.ts';
import { register } from '#platform/web/registry/registry.ts';
import { detourOf, pagesOf, panelOf } from './menu.ts';
import { panelName } from './route.ts';

const brand = defineEntity({
  name: 'test:brand',
  label: ['品牌', '品牌', 'Brand'],
  path: '/test/brand',
  fields: { code: text(['编码', '編碼', 'Code'], { required: true }) },
  list: { columns: ['code'], filters: ['code'] },
  screen: { area: 'test', url: 'data/brand', title: ['品牌', '品牌', 'Brands'] },
});
/** The language is kept in a cookie. */
Object.assign(globalThis, { document: { cookie: '' } });
const pages = pagesOf([
  {
    id: '1',
    name: '基础数据',
    children: [
      { id: '2', name: '品牌', url: 'data/brand?tenantFlag=0' },
      { id: '3', name: '集团品牌', url: 'data/brand?tenantFlag=1' },
    ],
  },
  { id: '4', name: '后来', url: 'later/page' },
  { id: '5', name: '外部', url: 'https://example.org/a?b=1' },
]);

beforeAll(() => {
  const model = defineModule({ name: 'test', label: ['测试', '測試', 'Test'], areas: [], nouns: { brand } });
  register([{ model }]);
});

describe('the menu', () => {
  test('names a page by its url and keeps the query apart for each entry', () => {
    expect([...pages.keys()]).toEqual([
      'about',
      'versionTimeline',
      'data-brand?tenantFlag=0',
      'data-brand?tenantFlag=1',
      'later-page',
      'https:--example.org-a?b=1',
    ]);
    expect(pages.get('data-brand?tenantFlag=1')?.query).toEqual({ tenantFlag: '1' });
  });

  test('knows the pages that are in nobody’s menu; an entry of the same name only gives the title', () => {
    expect([pages.get('about'), pages.get('versionTimeline')]).toMatchObject([
      { title: '关于', fixed: 'about' },
      { title: '版本信息', fixed: 'versionTimeline' },
    ]);
    expect(panelOf('about', pages)).toMatchObject({ name: 'about', title: '关于' });
    expect(pagesOf([{ id: '1', name: '关于本系统', url: 'about' }]).get('about')).toEqual({
      name: 'about',
      title: '关于本系统',
      query: {},
      fixed: 'about',
    });
  });

  test('shows an http or https url in a frame, whatever its letters', () => {
    const found = pagesOf([
      { id: '1', name: '甲', url: 'HTTP://a.example/x' },
      { id: '2', name: '乙', url: 'httpx/y' },
    ]);
    expect([...found.values()].map(({ frame }) => frame)).toEqual([
      undefined,
      undefined,
      'HTTP://a.example/x',
      undefined,
    ]);
  });

  test('opens a record of a page that the menu has, and of no other', () => {
    const page = pagesOf([{ id: '2', name: '品牌', url: 'data/brand' }]);
    expect(panelOf(panelName(page.get('data-brand') ?? never(), 'edit', 'a-1'), page)).toMatchObject({
      name: 'data-brand__edit__a-1',
      title: '修改品牌',
      action: 'edit',
      id: 'a-1',
    });
    expect(panelOf('data-unit__edit__a-1', page)).toBeUndefined();
    expect(panelOf('later-page__edit__a-1', pages)).toBeUndefined();
  });

  test('tries an unknown suffix without it, once', () => {
    expect(detourOf('data-brand?tenantFlag=0__what', pages)).toBe('data-brand?tenantFlag=0');
    expect(detourOf('nothing__what', pages)).toBe('404');
    expect(detourOf('nothing', pages)).toBe('404');
  });
});

function never(): never {
  throw new Error('the page is missing');
}
