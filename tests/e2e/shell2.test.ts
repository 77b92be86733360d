import { describe, expect } from 'vitest';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const visit = async ({ page }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
};
const styleOf = ({ page }: Person, selector: string, property: string): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab') ?? ''));
/** Adds entries to the menu that the server answers. */
async function withMenu({ page }: Person, ...nodes: readonly { name: string; url: string }[]): Promise<void> {
  await page.route('**/api/sys/menu/nav*', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: object[] };
    await route.fulfill({
      json: {
        ...body,
        data: [...body.data, ...nodes.map((node, at) => ({ id: `added${at}`, icon: null, children: [], ...node }))],
      },
    });
  });
  await page.reload();
}

describe('the frame', () => {
  test('[A4] shows the logos of the config in the sidebar and on the home page', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.route('**/api/sys/api/global/config*', (route) =>
      route.fulfill({
        json: {
          code: 0,
          msg: '',
          data: { globalAppName: '某某云', globalLogoUrl: '/favicon.svg?global', homePageLogoUrl: '/favicon.svg?home' },
        },
      }),
    );
    await person.page.reload();
    await person.page.locator('.sidebar .brand img[src="/favicon.svg?global"]').waitFor();
    await person.page.locator('[data-panel="home"] img[src="/favicon.svg?home"]').waitFor();
  });

  test('[A5] the root holds the routed view and nothing else, and it fades in within 120 ms', async ({ office }) => {
    const person = await office.enter(undefined, { isMoving: true });
    await person.page.locator('.login').waitFor();
    await expect
      .poll(() => person.page.evaluate(`[...document.querySelector('#root').children].map((node) => node.className)`))
      .toEqual(['login']);
    await expect
      .poll(async () => [
        await styleOf(person, '.login', 'animationName'),
        await styleOf(person, '.login', 'animationDuration'),
      ])
      .toEqual(['appear', '0.12s']);
    await person.logIn('lancai');
    await person.page.locator('.frame').waitFor();
    await expect
      .poll(() => person.page.evaluate(`[...document.querySelector('#root').children].map((node) => node.className)`))
      .toEqual(['frame']);
    await expect.poll(() => styleOf(person, '.tab-panel', 'animationName')).toBe('appear');
    await person.page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => styleOf(person, '.tab-panel', 'animationName')).toBe('none');
  });

  test('[A8] the navbar is colorful and the sidebar dark, in both themes', async ({ office }) => {
    const person = await office.enter('lancai');
    for (const look of ['light', 'dark']) {
      await person.page.locator('[data-verb="user"]').hover();
      await person.page.locator(`.ant-dropdown-menu [data-verb="${look}"]`).click();
      await expect.poll(() => person.page.evaluate('document.documentElement.dataset.theme')).toBe(look);
      const [bar = [], side = []] = (
        await Promise.all(['.navbar', '.sidebar'].map((selector) => styleOf(person, selector, 'backgroundColor')))
      ).map((text) => [...String(text).matchAll(/\d+/g)].map(([figure]) => Number(figure)));
      expect(Math.max(...bar) - Math.min(...bar), 'a colour, not a grey').toBeGreaterThan(80);
      expect(Math.max(...side), 'dark').toBeLessThan(60);
    }
  });

  test('[A11] the theme sheet is asked for with the time', async ({ office }) => {
    const person = await office.enter();
    const asked = person.page.waitForRequest('**/api/sys/api/theme.css*');
    await person.page.reload();
    const url = new URL((await asked).url());
    expect(Math.abs(Number(url.searchParams.get('_t')) - Date.now())).toBeLessThan(60_000);
    await expect
      .poll(() =>
        person.page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--theme-color').trim()`),
      )
      .toMatch(/^#[0-9a-f]{6}$/i);
  });

  test('[A12] full screen in a browser that has none shows the message and changes nothing else', async ({
    office,
  }) => {
    const person = await office.enter('lancai', {
      script: `Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false })`,
    });
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await settled(person);
    const before = [person.route(), await tabsOf(person), person.sent.length];
    await person.page.locator('[data-verb="fullScreen"]').click();
    await person.told('您的浏览器不支持此操作');
    await settled(person);
    expect([person.route(), await tabsOf(person), person.sent.length]).toEqual(before);
    expect(await person.page.evaluate('document.fullscreenElement')).toBeNull();
  });

  test('full screen in a browser that has it is entered and left', async ({ office }) => {
    const person = await office.enter('lancai');
    for (const isFull of [true, false]) {
      await person.page.locator('[data-verb="fullScreen"]').click();
      await expect.poll(() => person.page.evaluate('document.fullscreenElement !== null')).toBe(isFull);
    }
  });

  test('dark and the row height are chosen in the user menu and follow the person to another browser', async ({
    office,
  }) => {
    const person = await office.enter('clerk_1000');
    const choose = async (verb: string): Promise<void> => {
      await person.page.locator('[data-verb="user"]').hover();
      await person.page.locator(`.ant-dropdown-menu [data-verb="${verb}"]`).click();
    };
    await choose('dark');
    await choose('row40');
    await expect.poll(() => styleOf(person, 'html', 'colorScheme')).toBe('dark');
    await expect
      .poll(() => person.page.evaluate(`document.documentElement.style.getPropertyValue('--row-height')`))
      .toBe('40px');
    await expect
      .poll(() => ask('clerk_1000', 'GET', '/sys/setting/appearance'))
      .toEqual({ isDark: true, rowHeight: 40 });
    const elsewhere = await office.enter('clerk_1000');
    await expect.poll(() => elsewhere.page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await ask('clerk_1000', 'PUT', '/sys/setting/appearance', { value: { isDark: false, rowHeight: 32 } });
  });
});

describe('fixed pages', () => {
  test('[A13] /about shows name, version and register code in a tab', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.route('**/api/sys/about*', async (route) => {
      const body = (await (await route.fetch()).json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, registerCode: 'REG-1' } } });
    });
    await visit(person, 'about');
    await person.panel.locator('.about').waitFor();
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'about']);
    const { appName, versionCode } = await ask<{ appName: string; versionCode: string }>('lancai', 'GET', '/sys/about');
    const shown = await person.panel.innerText();
    for (const text of [appName, versionCode, 'REG-1']) expect(shown).toContain(text);
  });

  test('[A14] /versionTimeline shows published versions, newest first, in a tab', async ({ office }) => {
    await arrange(`delete from app.sys_version where version_code like '9.%'`);
    const publish = (versionCode: string, releaseDate: string, rest: object = {}): Promise<unknown> =>
      ask('admin', 'POST', '/sys/version', {
        versionCode,
        releaseDate,
        title: `版本 ${versionCode}`,
        content: '<ul><li>订单可批量审核</li><li>打印更快</li></ul><script>window.broken = true</script>',
        platform: '0',
        status: '1',
        ...rest,
      });
    await publish('9.1.0', '2026-03-01');
    await publish('9.3.0', '2026-09-01');
    await publish('9.2.0', '2026-06-01');
    await publish('9.4.0', '2026-10-01', { status: '0' });
    await publish('9.5.0', '2026-10-02', { platform: '1' });
    const person = await office.enter('lancai');
    await visit(person, 'versionTimeline');
    const { versionCode } = await ask<{ versionCode: string }>('lancai', 'GET', '/sys/about');
    await person.panel.locator('[data-version="9.3.0"]').waitFor();
    const shown = await person.panel.locator('[data-version] strong').allInnerTexts();
    expect(shown).toContain(versionCode);
    expect(shown.filter((version) => version.startsWith('9.'))).toEqual(['9.3.0', '9.2.0', '9.1.0']);
    await expect.poll(() => person.panel.locator('.status').allInnerTexts()).toEqual(['当前版本']);
    await expect
      .poll(async () => (await person.panel.locator('[data-version="9.3.0"]').innerText()).split(/\n+/))
      .toEqual(['9.3.0', '2026-09-01', '版本 9.3.0', '· 订单可批量审核', '· 打印更快']);
    await settled(person);
    expect(await person.page.evaluate('window.broken')).toBeUndefined();
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'versionTimeline']);
    await arrange(`delete from app.sys_version where version_code like '9.%'`);
  });

  test('[A41] the 404 page goes back to where one came from', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/unit?tenantFlag=0');
    await visit(person, 'no-such-page');
    await person.page.locator('.page-message [data-verb="back"]').click();
    await expect.poll(() => person.route()).toBe('data-unit?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await visit(person, 'no-such-page');
    await person.page.locator('.page-message [data-verb="home"]').click();
    await expect.poll(() => person.route()).toBe('home');
  });

  test('[A44] a page is opened as a tab by its name with parameters', async ({ office }) => {
    const person = await office.enter('lancai');
    await visit(person, 'data-unit?tenantFlag=1');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'data-unit?tenantFlag=1']);
    expect(person.sent.findLast(({ path }) => path === '/data/bd/unit/page')?.query['tenantFlag']).toBe('1');
  });

  test('[A39] an http or https menu entry is a sandboxed frame in a tab, which keeps running while other tabs are shown', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    for (const origin of ['https://elsewhere.example', 'http://plain.example'])
      await person.context.route(`${origin}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<input id="typed">' }),
      );
    await withMenu(
      person,
      { name: '外部', url: 'https://elsewhere.example/page?a=1' },
      { name: '内网', url: 'http://plain.example/page' },
    );
    for (const url of ['https://elsewhere.example/page?a=1', 'http://plain.example/page']) {
      await person.page.locator(`.sidebar [data-url="${url}"]`).click();
      const frame = person.panel.locator('iframe');
      await expect.poll(() => frame.getAttribute('src')).toBe(url);
      await expect
        .poll(async () => (await frame.getAttribute('sandbox'))?.split(' ').toSorted())
        .toEqual(['allow-downloads', 'allow-forms', 'allow-popups', 'allow-same-origin', 'allow-scripts']);
      await frame.contentFrame().locator('#typed').fill(url);
    }
    await person.page.locator('[data-tab]').nth(1).click();
    await expect
      .poll(() => person.panel.locator('iframe').contentFrame().locator('#typed').inputValue())
      .toBe('https://elsewhere.example/page?a=1');
  });
});

describe('the palette', () => {
  test('opens with Ctrl+K, finds a page of the menu and opens it', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.keyboard.press('Control+k');
    await person.page.keyboard.type('计量单位');
    await expect
      .poll(() => person.page.locator('.palette-entry').allInnerTexts())
      .toEqual(['计量单位', '计量单位（集团）']);
    await person.page.keyboard.press('ArrowDown');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => person.route()).toBe('data-unit?tenantFlag=1');
    await expect.poll(() => person.page.locator('.palette').count()).toBe(0);
    // The menu has unfolded to the page that is shown.
    await person.page.locator('.sidebar .ant-menu-item-selected [data-url="data/unit?tenantFlag=1"]').waitFor();
  });

  test('finds a document by its number and opens it to read', async ({ office }) => {
    const person = await office.enter('lancai');
    const order = await writeOrder();
    await person.page.locator('[data-verb="palette"]').click();
    await person.page.locator('.palette input').fill(order.code);
    await person.page.locator('.palette-entry', { hasText: order.code }).click();
    await expect.poll(() => person.route()).toBe(`order-order__read__${order.id}`);
    await person.panel.locator('.panel-head', { hasText: order.code }).waitFor();
  });

  test('is left with Escape, and a word alone asks no server for documents', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.keyboard.press('Control+k');
    const searches = (): number => person.sent.filter(({ path }) => path === '/channelsale/order/page').length;
    const before = searches();
    await person.page.keyboard.type('qqzzxx');
    await person.page.locator('.palette', { hasText: '没有匹配的菜单、单据或资料' }).waitFor();
    await settled(person.page);
    expect(searches()).toBe(before);
    await person.page.keyboard.press('Escape');
    await expect.poll(() => person.page.locator('.palette').count()).toBe(0);
    await expect.poll(() => tabsOf(person)).toEqual(['home']);
  });
});

describe('the keyboard', () => {
  test('? lists the shortcuts, / goes to the first filter, and neither disturbs typing', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.page.evaluate('document.activeElement.blur()');
    await person.page.keyboard.press('/');
    const first = person.panel.locator('.search-form input').first();
    await expect
      .poll(() =>
        person.page.evaluate(
          `document.activeElement === document.querySelector('[data-panel="data-brand?tenantFlag=0"] .search-form input')`,
        ),
      )
      .toBe(true);
    await person.page.keyboard.type('a/?');
    await expect.poll(() => first.inputValue()).toBe('a/?');
    await settled(person);
    expect(await person.page.locator('.shortcut').count()).toBe(0);
    await person.page.evaluate('document.activeElement.blur()');
    await person.page.keyboard.press('?');
    await person.page.locator('.shortcut', { hasText: 'Ctrl K' }).waitFor();
    await person.page.keyboard.press('Escape');
    await expect.poll(() => person.page.locator('.shortcut').count()).toBe(0);
  });
});
