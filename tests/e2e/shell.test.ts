import { describe, expect } from 'vitest';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

interface Node {
  readonly name: string;
  readonly url: string | null;
  readonly children: readonly Node[];
}
const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab') ?? ''));
const isGroupSide = (url: string | null): boolean => url?.endsWith('tenantFlag=1') === true;
const visit = async ({ page }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
};

describe('branding', () => {
  test('[A1] [A2] [A3] the config is read once, before any login and without a token, and gives the login page its name, picture, logo, code and colour', async ({
    office,
  }) => {
    const person = await office.enter();
    await person.page.locator('#username').waitFor();
    const asked = person.sent.filter(({ path }) => path === '/sys/api/global/config');
    expect(asked.map(({ headers }) => headers['token'])).toEqual(['']);
    await expect.poll(() => person.page.locator('h1').innerText()).toContain('渠道云');

    await person.page.route('**/api/sys/api/global/config*', (route) =>
      route.fulfill({
        json: {
          code: 0,
          msg: '',
          data: {
            globalAppName: '某某云',
            globalRegisterCode: 'REG-7788',
            globalThemeColor: '#a8071a',
            loginBackgroundUrl: '/favicon.svg?back',
            loginLogoUrl: '/favicon.svg?logo',
          },
        },
      }),
    );
    await person.page.reload();
    await person.page.locator('h1', { hasText: '某某云' }).waitFor();
    await person.page.locator('.register', { hasText: 'REG-7788' }).waitFor();
    await expect.poll(() => person.page.locator('.login-logo').getAttribute('src')).toBe('/favicon.svg?logo');
    await expect
      .poll(() => person.page.locator('.login-art').evaluate((node) => node.getAttribute('style')))
      .toContain('/favicon.svg?back');
    await expect
      .poll(() =>
        person.page.evaluate(`getComputedStyle(document.querySelector('[data-verb="login"]')).backgroundColor`),
      )
      .toBe('rgb(168, 7, 26)');
    await expect.poll(() => person.page.evaluate('document.title')).toBe('某某云');

    await person.logIn('lancai');
    await person.page.locator('.navbar').waitFor();
    const colourOf = (selector: string, property: string): Promise<unknown> =>
      person.page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
    await expect.poll(() => colourOf('.navbar', 'backgroundColor')).toBe('rgb(168, 7, 26)');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key] a').first().waitFor();
    await expect.poll(() => colourOf('.tab-panel [data-row-key] a', 'color')).toBe('rgb(168, 7, 26)');
    expect(person.sent.filter(({ path }) => path === '/sys/api/global/config')).toHaveLength(2);
  });

  test('[A10] the business date is today, yyyy-MM-dd', async ({ office }) => {
    const person = await office.enter('lancai');
    await expect
      .poll(() => person.page.locator('.navbar-date').innerText())
      .toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()));
  });
});

describe('the menu', () => {
  test('[A7] [A34] shows the tree of /sys/menu/nav in its order, two sides of a list as one, read once', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const nav = await ask<Node[]>('lancai', 'GET', '/sys/menu/nav');
    for (const folder of nav) {
      const title = person.page.locator('.sidebar .ant-menu-submenu-title', {
        has: person.page.locator(`[title="${folder.name}"]`),
      });
      if (folder.children.length > 0) await title.click();
    }
    await expect
      .poll(() =>
        person.page
          .locator('.sidebar [data-url]')
          .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-url'))),
      )
      .toEqual([
        'home',
        ...nav
          .flatMap((folder) => (folder.url === null ? folder.children.map(({ url }) => url) : [folder.url]))
          .filter(
            (url, _, all) => !all.includes(url?.replace(/tenantFlag=1$/, 'tenantFlag=0') ?? '') || !isGroupSide(url),
          ),
      ]);
    await person.open('data/unit?tenantFlag=0');
    await person.open('order/order');
    await visit(person, 'home');
    expect(person.sent.filter(({ path }) => path === '/sys/menu/nav')).toHaveLength(1);
  });

  test('[A6] folds and unfolds and keeps the page on screen highlighted', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    const lit = person.page.locator('.sidebar .ant-menu-item-selected [data-url]');
    await expect.poll(() => lit.getAttribute('data-url')).toBe('data/brand?tenantFlag=0');
    await person.page.locator('[data-verb="fold"]').click();
    await person.page.locator('.frame-folded').waitFor();
    await person.page.locator('[data-verb="fold"]').click();
    await expect.poll(() => person.page.locator('.frame-folded').count()).toBe(0);
    await expect.poll(() => lit.getAttribute('data-url')).toBe('data/brand?tenantFlag=0');
  });

  test('is searched by name, pinyin and initials, and keeps what a person likes on top', async ({ office }) => {
    const person = await office.enter('lancai');
    const filter = person.page.locator('.sidebar input');
    const shown = (): Promise<string[]> =>
      person.page
        .locator('.sidebar [data-url]:visible')
        .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-url') ?? ''));
    await filter.fill('xsdd');
    await expect.poll(shown).toContain('order/order');
    await expect.poll(shown).not.toContain('data/unit?tenantFlag=0');
    await filter.fill('jiliangdanwei');
    await expect.poll(shown).toEqual(['home', 'data/unit?tenantFlag=0']);
    const entry = person.page.locator('.sidebar .ant-menu-item', {
      has: person.page.locator('[data-url="data/unit?tenantFlag=0"]'),
    });
    await entry.hover();
    await entry.locator('.menu-star').click();
    await filter.fill('');
    await person.page.locator('.sidebar [data-favourite="data/unit?tenantFlag=0"]').click();
    await expect.poll(() => person.route()).toBe('data-unit?tenantFlag=0');
    await settled(person);
    await person.page.reload();
    await person.page.locator('.sidebar [data-favourite="data/unit?tenantFlag=0"]').waitFor();
  });

  for (const [what, answer] of [
    ['a refusal', { json: { code: 500, msg: '坏了', data: null } }],
    ['a broken connection', null],
  ] as const) {
    test(`[A35] that cannot be read (${what}) leads to login`, async ({ office }) => {
      const person = await office.enter('lancai');
      person.expectComplaint(/ERR_FAILED/);
      await person.page.route('**/api/sys/menu/nav*', (route) =>
        answer === null ? route.abort() : route.fulfill(answer),
      );
      await person.page.reload();
      await expect.poll(() => person.route()).toBe('login');
      expect(await person.cookie('token')).toBeUndefined();
    });
  }
});

describe('routes', () => {
  test('[A39] of a menu entry with an http url show it in a frame inside a tab', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.context.route('https://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>hello from elsewhere</p>' }),
    );
    await person.page.route('**/api/sys/menu/nav*', async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: object[] };
      await route.fulfill({
        json: {
          ...body,
          data: [
            ...body.data,
            { id: 'outside', name: '外部', url: 'https://elsewhere.example/page', icon: null, children: [] },
          ],
        },
      });
    });
    await person.page.reload();
    await person.page.locator('.sidebar [data-url="https://elsewhere.example/page"]').click();
    await person.panel.locator('iframe').contentFrame().getByText('hello from elsewhere').waitFor();
    await expect.poll(() => tabsOf(person)).toHaveLength(2);
  });

  test('[A32] [A33] [A36] [A37] [A38] are in the hash, named after the menu url with its query, each a page of its own', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await person.page.goto('/#/');
    await person.page.locator('[data-panel="home"]').waitFor();
    expect(new URL(person.page.url()).pathname).toBe('/');
    await person.open('order/order');
    expect(person.page.url()).toMatch(/\/#\/order-order$/);
    await person.open('data/brand?tenantFlag=1');
    expect(person.route()).toBe('data-brand?tenantFlag=1');
    await person.panel.locator('[data-row-key]').first().waitFor();
    expect(person.sent.findLast(({ path }) => path === '/data/bd/brand/page')?.query['tenantFlag']).toBe('1');
    // Chosen on the page it is the same tab; by its address each side has one.
    await person.panel.locator('[data-level="0"]').click();
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'order-order', 'data-brand?tenantFlag=0']);
    await visit(person, 'data-brand?tenantFlag=1');
    await expect
      .poll(() => tabsOf(person))
      .toEqual(['home', 'order-order', 'data-brand?tenantFlag=0', 'data-brand?tenantFlag=1']);
  });

  test('[A40] [A41] [A42] [A43] [A48] that nobody knows lead to 404, after one try without their suffix', async ({
    office,
  }) => {
    const person = await office.enter('staff_1000');
    const lands = async (route: string, on: string): Promise<void> => {
      await visit(person, route);
      await expect.poll(() => person.route()).toBe(on);
    };
    await lands('no-such-page', '404');
    await person.page.locator('.page-message', { hasText: '404' }).waitFor();
    await expect.poll(() => person.page.locator('.page-message button').allInnerTexts()).toEqual(['上一页', '首页']);
    await person.page.locator('.page-message button', { hasText: '首页' }).click();
    await expect.poll(() => person.route()).toBe('home');
    await lands('data-brand?tenantFlag=0__something', 'data-brand?tenantFlag=0');
    await lands('no-such-page__edit__1', '404');
    // A screen that exists, but not in this user's menu.
    await lands('sys-user', '404');
  });
});

describe('tabs', () => {
  test('[A53] [A54] [A59] [A62] home stays first, a page opens once, two records open twice, and closing shows the neighbour', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await expect
      .poll(async () => [await tabsOf(person), await page.locator('[data-tab="home"]').innerText()])
      .toEqual([['home'], '首页']);
    await settled(page);
    expect(
      await page
        .locator('.tab', { has: page.locator('[data-tab="home"]') })
        .locator('.tab-close')
        .count(),
    ).toBe(0);
    await person.open('data/unit?tenantFlag=0');
    await person.open('data/brand?tenantFlag=0');
    await person.open('data/unit?tenantFlag=0');
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'data-unit?tenantFlag=0', 'data-brand?tenantFlag=0']);
    await panel.locator('[data-row-key]').first().waitFor();
    for (const at of [0, 1]) {
      await panel.locator('[data-row-key]').nth(at).locator('[data-verb="edit"]').click();
      await panel.locator('.panel-head').waitFor();
      if (at === 0) await person.open('data/unit?tenantFlag=0');
    }
    const open = await tabsOf(person);
    expect(open.filter((name) => name.includes('__edit__'))).toHaveLength(2);
    await page.locator('.tab-active .tab-close').click();
    await expect.poll(() => person.route()).toBe(open[3]);
    await expect.poll(() => tabsOf(person)).toEqual(open.slice(0, 4));
  });
});

describe('the browser of a stranger', () => {
  test('is told to run scripts of this house only', async ({ office }) => {
    const person = await office.enter();
    person.expectComplaint(/Content Security Policy/);
    const reply = await person.page.request.get('/');
    expect(reply.headers()['content-security-policy']).toContain(`script-src 'self'`);
    await settled(person);
    expect(
      await person.page.evaluate(
        `new Promise((done) => { const s = document.createElement('script'); s.textContent = 'window.evil = 1'; document.head.append(s); setTimeout(() => done(window.evil), 50); })`,
      ),
    ).toBeUndefined();
  });
});
