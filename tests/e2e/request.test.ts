import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { ask, arrange, test, type Person } from './person.ts';
import { settled } from './settled.ts';

/** Notes what the page hands to fetch, which the network does not show. */
const spy = `
  window.fetched = []; window.timeouts = [];
  const fetchBefore = window.fetch, timeoutBefore = AbortSignal.timeout;
  window.fetch = (url, init) => { window.fetched.push({ url: String(url), credentials: init && init.credentials, hasSignal: !!(init && init.signal) }); return fetchBefore(url, init); };
  AbortSignal.timeout = (ms) => { window.timeouts.push(ms); return timeoutBefore.call(AbortSignal, ms); };`;
interface Spied {
  fetched: { url: string; credentials?: string; hasSignal: boolean }[];
  timeouts: number[];
}

/** A little of everything a person does: lists, a search, a tree, a form, a command, a deletion. */
async function work(person: Person): Promise<void> {
  const { panel } = person;
  await person.open('data/brand?tenantFlag=0');
  await panel.locator('[data-filter="name"] input').fill('请求');
  await panel.locator('[data-verb="search"]').click();
  await panel.locator('[data-verb="add"]').click();
  await panel.locator('[data-field="code"] input').fill('REQ1');
  await panel.locator('[data-field="name"] input').fill('请求一');
  await panel.locator('[data-verb="save"]').click();
  await person.told('保存成功');
  await panel.locator('[data-row-key]', { hasText: 'REQ1' }).waitFor();
  await person.open('data/dept?tenantFlag=0');
  await panel.locator('[data-row-key]').first().waitFor();
}
const tidy = (): Promise<unknown> => arrange(`delete from app.data_brand where code like 'REQ%'`);
const lastSent = ({ sent }: Person, path: string) => sent.findLast((call) => call.path === path);

describe('every call of the browser', () => {
  test('[A74] [A75] [A76] [A77] goes to the base url with the timeout, cookies, headers and, if it is a GET, a time stamp', async ({
    office,
  }) => {
    await tidy();
    const person = await office.enter(undefined, { script: spy });
    await person.logIn('lancai');
    await person.page.locator('.sidebar').waitFor();
    const withCookies = person.page.waitForRequest('**/api/data/bd/brand/page*');
    await work(person);
    const token = (await person.cookie('token')) ?? '';
    expect((await (await withCookies).allHeaders())['cookie']).toContain(`token=${token}`);

    // The line of events stays open for as long as the page does.
    const { fetched: all, timeouts } = await person.page.evaluate<Spied>('({ fetched, timeouts })');
    const fetched = all.filter(({ url }) => !url.startsWith('/api/sys/event'));
    expect(fetched.length).toBeGreaterThan(8);
    for (const { url, credentials, hasSignal } of fetched) {
      expect(url).toMatch(/^\/api\//);
      expect([credentials, hasSignal], url).toEqual(['include', true]);
    }
    expect(timeouts).toEqual(fetched.map(() => 180_000));
    expect(person.sent).toHaveLength(fetched.length);

    const login = person.sent.findIndex(({ path }) => path === '/login');
    person.sent.forEach(({ headers, path, method, query }, at) => {
      const isIn = at > login;
      expect([headers['accept-language'], headers['token'], headers['tenant_code']], path).toEqual([
        'zh-CN',
        isIn ? token : '',
        isIn ? '1000' : '',
      ]);
      expect(/^\d{13}$/.test(query['_t'] ?? ''), `${method} ${path}`).toBe(method === 'GET');
    });
    console.log(
      `${person.sent.length} calls, ${person.sent.filter(({ method }) => method === 'GET').length} of them GET`,
    );
    await tidy();
  });
});

describe('a list', () => {
  test('[A80] [A81] sends order, orderField in snake_case, page and limit, and the search form', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    expect(lastSent(person, '/data/bd/brand/page')?.query).toMatchObject({ page: '1', limit: '20', tenantFlag: '0' });
    await person.panel.locator('[data-filter="code"] input').fill('B');
    await person.panel.locator('[data-verb="search"]').click();
    const head = person.panel.locator('[role="columnheader"]', { hasText: '创建时间' });
    for (const order of ['asc', 'desc']) {
      await head.click();
      await expect.poll(() => lastSent(person, '/data/bd/brand/page')?.query['order']).toBe(order);
      expect(lastSent(person, '/data/bd/brand/page')?.query).toMatchObject({
        order,
        orderField: 'create_date',
        page: '1',
        limit: '20',
        code: 'B',
        tenantFlag: '0',
      });
    }
  });

  test('[A82] [A84] that is not paged sends neither page nor limit, and shows the array it is answered', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const answer = person.page.waitForResponse('**/api/data/bd/dept/list*');
    await person.open('data/dept?tenantFlag=0');
    const { data } = (await (await answer).json()) as { data: { name: string }[] };
    expect(Array.isArray(data)).toBe(true);
    const { query } = lastSent(person, '/data/bd/dept/list') ?? {};
    expect(Object.keys(query ?? {}).filter((key) => key === 'page' || key === 'limit')).toEqual([]);
    await person.panel.locator('[data-row-key]').first().waitFor();
    const text = await person.panel.locator('.grid-canvas').innerText();
    expect(data.length).toBeGreaterThan(3);
    for (const { name } of data) expect(text).toContain(name);
    await settled(person);
    expect(await person.panel.locator('.ant-pagination').count()).toBe(0);
  });

  test('[A83] configured with POST asks by POST with the same fields and works the same', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/material?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    const path = '/data/bd/material/all/page';
    expect(lastSent(person, path)).toMatchObject({ method: 'POST', body: { page: 1, limit: 20, tenantFlag: '0' } });
    expect(lastSent(person, path)?.query['_t']).toBeUndefined();
    await person.panel.locator('[data-filter="code"] input').fill(paint.code);
    await person.panel.locator('[data-verb="search"]').click();
    await expect.poll(() => person.panel.locator('[data-row-key]').count()).toBe(1);
    await person.panel.locator('[role="columnheader"]', { hasText: '创建时间' }).click();
    await expect
      .poll(() => lastSent(person, path)?.body)
      .toMatchObject({ order: 'asc', orderField: 'create_date', code: paint.code });
    // And the same list by GET, on the screen beside it.
    await person.open('data/product?tenantFlag=0');
    await expect
      .poll(() => person.sent.some((call) => call.path.includes('product/page') && call.method === 'GET'))
      .toBe(true);
  });
});

describe('a command', () => {
  test('[A85] [A86] [A89] deletes one by its url, several by an array, and operates by PUT with an array', async ({
    office,
  }) => {
    await tidy();
    const { id: one } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/brand', { code: 'REQ8', name: '请求八' });
    const { id: two } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/brand', { code: 'REQ9', name: '请求九' });
    const { id: dept } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/dept', {
      code: `REQ${Date.now()}`,
      name: '请求部',
      organizeCode: 'HQ0',
    });
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    for (const code of ['REQ8', 'REQ9'])
      await person.panel.locator('[data-row-key]', { hasText: code }).locator('input[type="checkbox"]').check();
    for (const verb of ['disable', 'delete']) {
      if (verb === 'delete')
        for (const code of ['REQ8', 'REQ9'])
          await person.panel.locator('[data-row-key]', { hasText: code }).locator('input[type="checkbox"]').check();
      await person.panel.locator(`.toolbar [data-verb="${verb}"]`).click();
      await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
      await person.told('操作成功');
      await person.page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' });
      await expect.poll(() => person.panel.locator('.toolbar-chosen').count()).toBe(0);
    }
    const sent = (method: string) =>
      person.sent
        .filter((call) => call.method === method && !call.path.startsWith('/sys/setting/'))
        .map(({ path, body }) => ({ path, body: Array.isArray(body) ? body.map(String).toSorted() : body }));
    const ids = [one, two].toSorted();
    expect(sent('PUT')).toEqual([{ path: '/data/bd/brand/disable', body: ids }]);
    expect(sent('DELETE')).toEqual([{ path: '/data/bd/brand', body: ids }]);

    // A tree has no batch call: its node goes by its own url.
    await person.open('data/dept?tenantFlag=0');
    await person.panel.locator('[data-row-key]', { hasText: '请求部' }).locator('input[type="checkbox"]').check();
    await person.panel.locator('.toolbar [data-verb="delete"]').click();
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await person.told('操作成功');
    expect(sent('DELETE').at(-1)).toEqual({ path: `/data/bd/dept/${dept}`, body: undefined });
  });
});
