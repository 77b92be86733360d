import { describe, expect } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { isItsTurn } from '#tests/thorough.ts';
import { ask, test, type Person } from './person.ts';

interface Node {
  readonly url: string | null;
  readonly children: readonly Node[];
}
const urlsIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => [...(node.url === null ? [] : [node.url]), ...urlsIn(node.children)]);
const lastSent = ({ sent }: Person, path: string) => sent.findLast((call) => call.path === path);

/** Lists with something to search for; pages that are no lists have their own tests. */
const searchable = new Set(
  models
    .flatMap((module) => [...module.entities, ...module.documents, ...module.reports])
    .filter(({ list }) => list.filters.length > 0)
    .flatMap(({ screen }) => (screen === undefined ? [] : [screen.url])),
);

/** Parameters are told in words first; their list is one press away. */
const inWords = new Set(['sys/params', 'tenant/params']);

describe('lists', () => {
  test('[A316] every list offers query, reset, paging and sorting', async ({ office }) => {
    const person = await office.enter('lancai');
    // A commit opens every third; the others are opened by every-screen, and compared with the contract by fields.
    const urls = urlsIn(await ask<Node[]>('lancai', 'GET', '/sys/menu/nav'))
      .filter((url) => searchable.has(url.split('?')[0] ?? ''))
      .filter((_url, at) => isItsTurn(at, 0, 3));
    let paged = 0;
    for (const url of urls) {
      await person.open(url);
      if (inWords.has(url)) await person.panel.locator('[data-view="records"]').click();
      await person.panel.locator('[role="columnheader"]').first().waitFor();
      for (const verb of ['search', 'reset'])
        await expect
          .poll(() => person.panel.locator(`.search-form [data-verb="${verb}"]`).count(), { message: `${url} ${verb}` })
          .toBe(1);
      await expect.poll(() => person.panel.locator('.grid-sortable').count(), { message: url }).toBeGreaterThan(0);
      const { query = {}, body } = person.sent.findLast(({ path }) => /\/(page|list|tree)$/.test(path)) ?? {};
      // A tree is read whole; everything else has pages.
      if (!('page' in query) && !(typeof body === 'object' && body !== null && 'page' in body)) continue;
      await person.panel.locator('[data-row-key], .grid-empty, .empty').first().waitFor();
      await person.panel.locator('.ant-pagination').waitFor();
      paged += 1;
    }
    console.log(`${urls.length} lists, ${paged} of them paged`);
    // More than a hundred screens in one window: beside other work two seconds each are not enough.
  }, 600_000);

  test('[A317] [A80] go back to page 1 when the page size changes, and reset empties the search', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const path = '/sys/dict/data/page';
    await person.open('sys/dictdata');
    await person.panel.locator('.ant-pagination-item-2').click();
    await expect.poll(() => lastSent(person, path)?.query['page']).toBe('2');
    await person.panel.locator('.ant-pagination-options .ant-select').click();
    await person.page.locator('.ant-select-item-option', { hasText: '50' }).first().click();
    await expect.poll(() => lastSent(person, path)?.query).toMatchObject({ page: '1', limit: '50' });
    await person.open('data/brand?tenantFlag=0');
    const name = person.panel.locator('[data-filter="name"] input');
    await name.fill('x');
    await person.panel.locator('[data-verb="search"]').click();
    await expect.poll(() => lastSent(person, '/data/bd/brand/page')?.query['name']).toBe('x');
    await person.panel.locator('[data-verb="reset"]').click();
    await expect.poll(() => name.inputValue()).toBe('');
    await person.panel.locator('[data-row-key]').first().waitFor();
  });

  test('[A285] an export navigates to the export url with a token and the search form', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'zh-CN' });
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-filter="name"] input').fill('澜');
    await person.panel.locator('[data-verb="search"]').click();
    await expect.poll(() => lastSent(person, '/data/bd/brand/page')?.query['name']).toBe('澜');
    const download = person.page.waitForEvent('download');
    await person.panel.locator('[data-verb="export"]').click();
    const file = await download;
    const url = new URL(file.url());
    expect([url.pathname, url.searchParams.get('name'), url.searchParams.get('tenantFlag')]).toEqual([
      '/api/data/bd/brand/export',
      '澜',
      '0',
    ]);
    // A ticket of a minute, never the session itself.
    expect(url.searchParams.get('token')).toMatch(/^t\.[\w-]{32}$/);
    expect(file.suggestedFilename()).toBe('品牌.xlsx');
  });
});
