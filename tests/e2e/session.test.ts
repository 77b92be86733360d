import { describe, expect } from 'vitest';
import { contractFile, contractIsHere } from '#tests/contract/shared.ts';
import { writeOrder } from './orders.ts';
import { arrange, test, type Person } from './person.ts';
import { settled } from './settled.ts';

async function loginRoute(person: Person): Promise<void> {
  await expect.poll(() => person.route()).toBe('login');
}
const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab') ?? ''));

describe('logging in', () => {
  test('[A19] a success stores the token and tenant code cookies and opens /home', async ({ office }) => {
    const person = await office.enter();
    await loginRoute(person);
    await person.logIn('lancai');
    await expect.poll(() => person.route()).toBe('home');
    await person.page.locator('.sidebar').waitFor();
    expect(await person.cookie('token')).toMatch(/^[\w-]{43}$/);
    expect(await person.cookie('tenant_code')).toBe('1000');
    expect(person.sent.at(-1)?.headers).toMatchObject({ token: await person.cookie('token'), tenant_code: '1000' });
  });

  test('[A20] a wrong password stays on login and shows the message of the server; after three a picture is asked for', async ({
    office,
  }) => {
    const person = await office.enter();
    for (let i = 0; i < 3; i += 1) {
      const answer = person.page.waitForResponse('**/api/login');
      await person.logIn('staff_1000', 'Wrong2026word');
      expect(await (await answer).json()).toMatchObject({ code: 10004 });
      await person.told('用户名或密码错误');
      expect(person.route()).toBe('login');
    }
    expect(await person.cookie('token')).toBeUndefined();
    const picture = person.page.waitForResponse('**/api/captcha?*');
    await person.logIn('staff_1000');
    await person.told('验证码错误');
    const uuid = new URL((await picture).url()).searchParams.get('uuid');
    await person.page.locator('.captcha img').waitFor();
    const [captcha] = await arrange<{ answer: string }>('select answer from sec.captcha where uuid = $1', [uuid]);
    await person.page.locator('#captcha').fill(captcha?.answer ?? '');
    await person.logIn('staff_1000');
    await expect.poll(() => person.route()).toBe('home');
  });

  test.skipIf(!contractIsHere)(
    '[A21] any route that is not fixed leads to login without a token',
    async ({ office }) => {
      const person = await office.enter();
      await loginRoute(person);
      const urls = contractFile('screens.json')
        .screens.flatMap(({ menuUrl, tenantFlagVariants }) => [
          menuUrl,
          ...(tenantFlagVariants ?? []).map((variant) => variant.menuUrl),
        ])
        .filter((url) => url !== undefined);
      const routes = [
        ...urls.map((url) => url.replaceAll('/', '-')),
        'data-brand__add__0',
        'order-order__edit__1',
        'nobody-knows-this',
      ];
      for (const route of routes) {
        await person.page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
        await person.page.waitForFunction(`location.hash === '#/login'`);
      }
      expect(routes.length).toBeGreaterThan(180);
      expect(person.sent.filter(({ path }) => path !== '/sys/api/global/config')).toEqual([]);
      console.log(`${routes.length} routes led to login`);
    },
  );
});

/** Two lists, each read before the next is opened. */
async function openBoth(person: Person): Promise<void> {
  for (const url of ['data/brand?tenantFlag=0', 'data/customer?tenantFlag=0']) {
    await person.open(url);
    await person.panel.locator('[data-row-key]').first().waitFor();
  }
}

describe('logging out', () => {
  test('[A22] [A23] clears the token cookie and the whole store, cached lists and tabs included, and goes to login', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await openBoth(person);
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'data-brand?tenantFlag=0', 'data-customer?tenantFlag=0']);
    const listed = (path: string): number => person.sent.filter((call) => call.path === path).length;
    const before = ['/sys/menu/nav', '/data/bd/brand/page', '/data/bd/customer/class/list'].map(listed);
    expect(before).toEqual([1, 1, 1]);

    await person.page.locator('[data-verb="user"]').hover();
    await person.page.locator('[data-verb="logout"]').click();
    await loginRoute(person);
    await expect.poll(() => person.cookie('token')).toBeUndefined();
    expect(person.sent.at(-1)).toMatchObject({ method: 'POST', path: '/logout' });

    // Nothing of the old session is left: one tab, and every list is asked for anew.
    await person.logIn('lancai');
    await person.page.locator('.sidebar').waitFor();
    await expect.poll(() => tabsOf(person)).toEqual(['home']);
    await openBoth(person);
    expect(['/sys/menu/nav', '/data/bd/brand/page', '/data/bd/customer/class/list'].map(listed)).toEqual([2, 2, 2]);
  });
});

describe('a session that ends', () => {
  for (const [code, claim] of [
    [401, '[A25]'],
    [10001, '[A26]'],
  ] as const) {
    test(`${claim} a reply with code ${code} clears the session, goes to login and rejects the call with its message`, async ({
      office,
    }) => {
      const person = await office.enter('lancai');
      const { id } = await writeOrder();
      await person.page.goto(`/#/order-order__read__${id}`);
      await person.page.route('**/api/channelsale/order/cancel', (route) =>
        route.fulfill({ json: { code, msg: '服务器说会话没了', data: null } }),
      );
      await person.panel.locator('.panel-head [data-verb="cancel"]').click();
      await person.page.locator('.verb-dialog [data-verb="confirm"]').click();
      await loginRoute(person);
      expect(await person.cookie('token')).toBeUndefined();
      // The dialog that made the call shows what it was rejected with.
      await person.page.locator('.verb-dialog .ant-alert', { hasText: '服务器说会话没了' }).waitFor();
      await person.told('登录已过期，请重新登录');
      // What was open comes back after the next login (decisions).
      await person.page.locator('.verb-dialog .ant-modal-close').click();
      await person.logIn('lancai');
      await person.page.locator('.sidebar').waitFor();
      await expect.poll(() => tabsOf(person)).toContain(`order-order__read__${id}`);
    });
  }

  test('[A27] two calls that fail with 401 at once navigate to login once', async ({ office }) => {
    const person = await office.enter('lancai', {
      script: `window.toLogin = 0; addEventListener('hashchange', () => { if (location.hash === '#/login') window.toLogin += 1; });`,
    });
    await person.open('data/customer?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.page.locator('[data-verb="user"]').hover();
    const refresh = person.page.locator('.ant-dropdown-menu [data-verb="refreshReference"]');
    await refresh.hover();
    let answered = 0;
    await person.page.route('**/api/**', async (route) => {
      if (route.request().url().includes('/sys/event')) {
        await route.continue();
        return;
      }
      answered += 1;
      await route.fulfill({ json: { code: 401, msg: '登录已过期', data: null } });
    });
    // Every reference list that the page has used is asked for at once.
    await refresh.click();
    await loginRoute(person);
    await person.page.locator('#username').waitFor();
    await settled(person.page);
    expect(answered).toBeGreaterThanOrEqual(2);
    expect(await person.page.evaluate('window.toLogin')).toBe(1);
    expect(await person.page.locator('.ant-message-notice', { hasText: '登录已过期' }).count()).toBe(1);
  });
});

describe('switching tenant', () => {
  test('[A28] [A128] afterwards the header and the cookie hold the new code, and the lists are read again', async ({
    office,
  }) => {
    await arrange(`
      insert into sec.grant_switch
      select user_id, '1001'
      from sec.account
      where username = 'lancai'
      on conflict do nothing`);
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    const offered = person.sent.find(({ path }) => path === '/sys/tenant/list/power')?.query ?? {};
    expect([offered['powerFlag'], 'page' in offered, 'limit' in offered]).toEqual(['0', false, false]);
    await person.page.locator('[data-verb="switchTenant"]').hover();
    await person.page.locator('.ant-dropdown-menu-item', { hasText: '(1001)' }).click();
    await expect.poll(() => person.cookie('tenant_code')).toBe('1001');
    await person.page.locator('.navbar', { hasText: '华东' }).waitFor();
    const since = person.sent.findIndex(({ path }) => path === '/sys/user/switchTenant') + 1;
    await expect.poll(() => person.route()).toBe('home');
    await person.open('data/brand?tenantFlag=0');
    await expect
      .poll(() => person.sent.slice(since).map(({ path }) => path))
      .toEqual(expect.arrayContaining(['/sys/menu/nav', '/sys/user/info', '/data/bd/brand/page']));
    const after = person.sent.slice(since);
    const token = await person.cookie('token');
    for (const { headers, path } of after)
      expect([headers['tenant_code'], headers['token']], path).toEqual(['1001', token]);
    await arrange(`delete from sec.grant_switch`);
  });
});
