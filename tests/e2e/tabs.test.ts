import { describe, expect } from 'vitest';
import { writeOrder } from './orders.ts';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

interface Node {
  readonly url: string | null;
  readonly children: readonly Node[];
}
const urlsIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => [...(node.url === null ? [] : [node.url]), ...urlsIn(node.children)]);
const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab') ?? ''));
const visit = async (person: Person, route: string): Promise<void> => {
  await person.page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await person.page.locator(`[data-panel="${route}"]`).waitFor({ state: 'visible' });
};
const tab = ({ page }: Person, name: string) => page.locator(`[data-tab="${name}"]`);
const [unit, brand, channel, dept] = [
  'data-unit?tenantFlag=0',
  'data-brand?tenantFlag=0',
  'data-channel?tenantFlag=0',
  'data-dept?tenantFlag=0',
];
const openFour = async (person: Person): Promise<void> => {
  for (const name of [unit, brand, channel, dept]) await visit(person, name);
};
const choose = async (person: Person, name: string, verb: string): Promise<void> => {
  await tab(person, name).click({ button: 'right' });
  await person.page.locator(`.ant-dropdown:not(.ant-dropdown-hidden) [data-verb="${verb}"]`).click();
};

describe('the tab strip', () => {
  test('closes one, the others, those to the right and all, by the menu of a tab', async ({ office }) => {
    const person = await office.enter('lancai');
    await openFour(person);
    await choose(person, brand, 'close');
    await expect.poll(() => tabsOf(person)).toEqual(['home', unit, channel, dept]);
    expect(person.route()).toBe(dept);
    await choose(person, unit, 'closeRight');
    await expect.poll(() => tabsOf(person)).toEqual(['home', unit]);
    await expect.poll(() => person.route()).toBe(unit);
    await openFour(person);
    await choose(person, channel, 'closeOthers');
    await expect.poll(() => tabsOf(person)).toEqual(['home', channel]);
    await expect.poll(() => person.route()).toBe(channel);
    await choose(person, channel, 'closeAll');
    await expect.poll(() => tabsOf(person)).toEqual(['home']);
    await expect.poll(() => person.route()).toBe('home');
    await person.page.locator('[data-panel="home"]').waitFor();
  });

  test('[A62] closes by the middle button and by Alt+W; the neighbour of the active tab is shown', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await openFour(person);
    await visit(person, brand);
    await tab(person, brand).click({ button: 'middle' });
    await expect.poll(() => person.route()).toBe(channel);
    await tab(person, unit).click({ button: 'middle' });
    await expect.poll(() => tabsOf(person)).toEqual(['home', channel, dept]);
    expect(person.route()).toBe(channel);
    await visit(person, dept);
    await person.page.keyboard.press('Alt+w');
    await expect.poll(() => person.route()).toBe(channel);
    await tab(person, 'home').click({ button: 'middle' });
    await settled(person);
    expect(await tabsOf(person)).toEqual(['home', channel]);
  });

  test('shows the first to the ninth tab by Alt and a digit', async ({ office }) => {
    const person = await office.enter('lancai');
    await openFour(person);
    for (const [digit, name] of [
      ['2', unit],
      ['5', dept],
      ['1', 'home'],
    ] as const) {
      await person.page.keyboard.press(`Alt+${digit}`);
      await expect.poll(() => person.route()).toBe(name);
    }
    await person.page.keyboard.press('Alt+9');
    expect(person.route()).toBe('home');
  });

  test('changes its order by drawing a tab along, home stays first, and a click is still a click', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await openFour(person);
    const middle = async (name: string): Promise<{ x: number; y: number }> => {
      const box = await tab(person, name).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const drag = async (name: string, to: { x: number; y: number }): Promise<void> => {
      const from = await middle(name);
      await person.page.mouse.move(from.x, from.y);
      await person.page.mouse.down();
      for (let step = 1; step <= 8; step += 1)
        await person.page.mouse.move(from.x + ((to.x - from.x) * step) / 8, to.y);
      await person.page.mouse.up();
    };
    await drag(dept, { x: (await middle(unit)).x - 10, y: (await middle(unit)).y });
    await expect.poll(() => tabsOf(person)).toEqual(['home', dept, unit, brand, channel]);
    await drag(channel, { x: 10, y: (await middle('home')).y });
    await expect.poll(() => tabsOf(person)).toEqual(['home', channel, dept, unit, brand]);
    await drag(dept, { x: (await middle(brand)).x + 30, y: (await middle(brand)).y });
    await expect.poll(() => tabsOf(person)).toEqual(['home', channel, unit, brand, dept]);
    await tab(person, unit).click();
    await expect.poll(() => person.route()).toBe(unit);
    // The menu does the same for the keyboard.
    await choose(person, unit, 'moveRight');
    await expect.poll(() => tabsOf(person)).toEqual(['home', channel, brand, unit, dept]);
  });

  test('is walked along with the arrows: Enter shows, Delete closes', async ({ office }) => {
    const person = await office.enter('lancai');
    await openFour(person);
    await tab(person, dept).focus();
    await person.page.keyboard.press('ArrowRight');
    await person.page.keyboard.press('ArrowRight');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => person.route()).toBe(unit);
    await person.page.keyboard.press('Delete');
    await expect.poll(() => tabsOf(person)).toEqual(['home', brand, channel, dept]);
    await expect.poll(() => person.route()).toBe(brand);
    // The keyboard goes on in the page that is shown.
    await expect.poll(() => person.page.evaluate('document.activeElement.dataset.panel')).toBe(brand);
  });

  test('refreshes a page: it is made anew and reads its list again', async ({ office }) => {
    const person = await office.enter('lancai');
    await visit(person, brand);
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.panel.locator('[data-filter="code"] input').fill('nothing');
    const asked = (): number => person.sent.filter(({ path }) => path === '/data/bd/brand/page').length;
    expect(asked()).toBe(1);
    await person.page.locator('[data-verb="refreshTab"]').click();
    await expect.poll(asked).toBe(2);
    await expect.poll(() => person.panel.locator('[data-filter="code"] input').inputValue()).toBe('');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await visit(person, unit);
    await visit(person, brand);
    expect(asked()).toBe(2);
  });

  test('marks what is unsaved with a dot and asks before it is closed', async ({ office }) => {
    const person = await office.enter('lancai');
    await visit(person, brand);
    await person.panel.locator('[data-verb="add"]').click();
    const form = `${brand}__add__0`;
    await person.panel.locator('[data-field="name"] input').fill('未保存的');
    await tab(person, form).locator('.unsaved').waitFor();
    await visit(person, brand);
    await choose(person, form, 'closeAll');
    await person.page
      .locator('.ant-modal-confirm', { hasText: '有未保存的修改' })
      .locator('.ant-btn:not([data-verb])')
      .click();
    await person.page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' });
    await expect.poll(() => tabsOf(person)).toEqual(['home', brand, form]);
    await visit(person, form);
    await expect.poll(() => person.panel.locator('[data-field="name"] input').inputValue()).toBe('未保存的');
    await person.page.locator('.tab-active .tab-close').click();
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await expect.poll(() => tabsOf(person)).toEqual(['home', brand]);
  });
});

describe('many tabs', () => {
  test('beyond twenty the longest unused pages are let go and made anew; what is unsaved stays', async ({ office }) => {
    const person = await office.enter('lancai');
    const names = urlsIn(await ask<Node[]>('lancai', 'GET', '/sys/menu/nav'))
      .map((url) => url.replaceAll('/', '-'))
      .filter((name) => name !== brand)
      .slice(0, 22);
    expect(names).toHaveLength(22);
    await visit(person, brand);
    await person.panel.locator('[data-verb="add"]').click();
    await person.panel.locator('[data-field="name"] input').fill('很久以前');
    for (const name of names) await visit(person, name);
    await expect.poll(() => tabsOf(person)).toHaveLength(25);
    const alive = await person.page
      .locator('[data-panel]')
      .evaluateAll((panels) => panels.map((panel) => panel.getAttribute('data-panel') ?? ''));
    // Home, the twenty last ones and the form that is unsaved.
    expect(new Set(alive)).toEqual(new Set(['home', `${brand}__add__0`, ...names.slice(2)]));
    await visit(person, `${brand}__add__0`);
    await expect.poll(() => person.panel.locator('[data-field="name"] input').inputValue()).toBe('很久以前');
    await tab(person, names[0] ?? '').click();
    await person.panel.locator('.list-page').waitFor();
  });
});

describe('a dialog', () => {
  test('covers its own tab only, waits there while other tabs are used, and is still there with what was typed', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page } = person;
    const order = `order-order__read__${(await writeOrder()).id}`;
    await visit(person, brand);
    await visit(person, order);
    await person.panel.locator('.panel-head [data-verb="cancel"]').click();
    const dialog = page.locator('.verb-dialog');
    const reason = dialog.locator('textarea');
    const hasReason = (await reason.count()) > 0;
    await dialog.locator('[data-verb="confirm"]').waitFor();
    if (hasReason) await reason.fill('写到一半');
    await expect.poll(() => person.panel.evaluate((node) => (node as { inert?: boolean }).inert)).toBe(true);

    // The strip and the other tab work as if there were no dialog.
    await tab(person, brand).click();
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await person.panel.locator('[data-filter="code"] input').fill('x');
    await page.keyboard.press('Escape');
    await tab(person, order).click();
    await dialog.waitFor();
    if (hasReason) await expect.poll(() => reason.inputValue()).toBe('写到一半');
    await tab(person, brand).click();
    await tab(person, order).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await settled(person);
    expect(await person.panel.evaluate((node) => (node as { inert?: boolean }).inert)).toBe(false);
    await expect.poll(() => page.evaluate('document.activeElement.dataset.verb')).toBe('cancel');

    // Closing the tab leaves the dialog, and nothing was sent.
    await person.panel.locator('.panel-head [data-verb="cancel"]').click();
    await dialog.waitFor();
    await page.locator('.tab-active .tab-close').click();
    await expect.poll(() => dialog.count()).toBe(0);
    expect(person.sent.filter(({ path, query }) => path.endsWith('/cancel') && query['preview'] === undefined)).toEqual(
      [],
    );
  });
});

describe('a part of the product that cannot be fetched', () => {
  for (const [what, pattern, claim] of [
    ['script', /\/assets\/list-page-[\w-]+\.js/, '[A45]'],
    ['style sheet', /\/assets\/[\w-]*(?:page|cell|list)[\w-]*\.css/, '[A46]'],
  ] as const) {
    test(`${claim} a ${what} that fails once is fetched again for the same path, and nobody notices`, async ({
      office,
    }) => {
      const person = await office.enter('lancai');
      person.expectComplaint(/ERR_FAILED|preload CSS|dynamically imported/);
      let failures = 0;
      await person.page.route(pattern, (route) => {
        failures += 1;
        return failures === 1 ? route.abort() : route.continue();
      });
      await visit(person, brand);
      await person.panel.locator('[data-row-key]').first().waitFor();
      expect(failures).toBeGreaterThanOrEqual(2);
      await settled(person);
      expect(await person.page.locator('.page-message').count()).toBe(0);
    });
  }

  test('[A45] that fails for good is an error of its tab alone, and "retry" brings the page', async ({ office }) => {
    const person = await office.enter('lancai');
    person.expectComplaint(/ERR_FAILED|dynamically imported/);
    let isDown = true;
    const asked: string[] = [];
    await person.page.route(/\/assets\/list-page-.*js/, (route) => {
      asked.push(new URL(route.request().url()).search);
      return isDown ? route.abort() : route.continue();
    });
    await visit(person, brand);
    await person.panel.locator('.page-message', { hasText: '页面资源没有加载成功' }).waitFor();
    // Once, once more, and the last time past the caches.
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect([asked.slice(0, 2), asked.at(-1)?.startsWith('?again=')]).toEqual([['', ''], true]);
    await visit(person, 'about');
    await person.panel.locator('.about').waitFor();
    // Shown again it is tried again by itself, and fails as before.
    await visit(person, brand);
    await person.panel.locator('.page-message', { hasText: '页面资源没有加载成功' }).waitFor();
    isDown = false;
    await person.panel.locator('[data-verb="retry"]').click();
    await person.panel.locator('[data-row-key]').first().waitFor();
  });
});
