import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defineEntity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import type * as Feedback from '#platform/web/page/feedback.tsx';
import type { Page } from './menu.ts';
import type * as Tabs from './tabs.ts';

const brand = defineEntity({
  name: 'test:brand',
  label: ['品牌', '品牌', 'Brand'],
  path: '/test/brand',
  fields: { code: text(['编码', '編碼', 'Code'], { required: true }) },
  list: { columns: ['code'], filters: [] },
});
const page: Page = { name: 'data-brand', title: '品牌', query: {}, noun: brand };

let tabs: typeof Tabs;
let feedback: (typeof Feedback)['feedback'];
const place = { hash: '' };
beforeEach(async () => {
  place.hash = '';
  Object.assign(globalThis, { document: { cookie: '' }, location: place });
  [tabs, { feedback }] = await Promise.all([import('./tabs.ts'), import('#platform/web/page/feedback.tsx')]);
});

describe('a panel', () => {
  test('opens under the name of its route, action and record', () => {
    tabs.openPanel(page, 'add');
    expect(place.hash).toBe('#/data-brand__add__0');
    tabs.openPanel(page, 'edit', 'a1');
    expect(place.hash).toBe('#/data-brand__edit__a1');
  });

  test('[A60] of a list that lacks its form, route name or title opens nothing and warns', () => {
    const warn = vi.spyOn(feedback, 'warn').mockImplementation(() => undefined);
    const { noun: _noun, ...withoutForm } = page;
    for (const lacking of [withoutForm, { ...page, name: '' }, { ...page, title: '' }])
      for (const action of ['add', 'edit'] as const) tabs.openPanel(lacking, action, '1');
    expect([place.hash, tabs.openTabs()]).toEqual(['', ['home']]);
    expect(warn.mock.calls).toEqual(Array.from({ length: 6 }, () => ['未配置面板、路由名称或标题，无法打开']));
  });

  test('[A61] of a record without an id shows the detail error', () => {
    const error = vi.spyOn(feedback, 'error').mockImplementation(() => undefined);
    tabs.openPanel(page, 'read', '');
    tabs.openPanel(page, 'read');
    expect([place.hash, error.mock.calls]).toEqual(['', [['记录不存在，无法查看详情'], ['记录不存在，无法查看详情']]]);
  });
});
