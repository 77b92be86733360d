import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { findingsOf } from './axe.ts';
import { test, type Person } from './person.ts';
import { settled } from './settled.ts';

const shot = async ({ page }: Person, name: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/${name}.png` });
};

describe('a number and a name', () => {
  test('tell more where they stand: a card of the document, a drawer of the customer', async ({ office }) => {
    const person = await office.enter('manager_1000', { width: 1440, height: 900 });
    const { page, panel } = person;
    await person.open('order/order');
    const number = panel.locator('[data-card]').first();
    await number.hover();
    const card = page.locator('[data-testid="document-card"]');
    await card.locator('.document-card-lines').waitFor();
    const code = (await number.textContent()) ?? 'no number';
    await card.locator('.document-card-head', { hasText: code }).waitFor();
    await shot(person, 'talk-card');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });

    const name = panel.locator('[data-drawer="data:customer"]').first();
    const called = (await name.textContent()) ?? '';
    await name.click();
    const drawer = page.locator('.customer-drawer');
    await drawer.locator('.customer-who strong', { hasText: called }).waitFor();
    for (const section of ['month', 'year', 'payDays', 'credit', 'ageing', 'orders', 'prices', 'underway'])
      await drawer.locator(`[data-section="${section}"][aria-busy="false"]`).waitFor();
    await expect.poll(() => drawer.locator('[role="alert"]').count()).toBe(0);
    await shot(person, 'talk-drawer');
    await settled(person);
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('2');
    await drawer.locator('[data-tab="orders"][aria-selected="true"]').waitFor();
    await page.keyboard.press('n');
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => panel.locator('[data-field="customerCode"] input').first().inputValue()).toContain(called);
    await shot(person, 'talk-new-order');
  });

  test('lead nobody where he may not go: every link of the keeper opens what it names', async ({ office }) => {
    const person = await office.enter('keeper_1000', { width: 1280, height: 720 });
    const { page, panel } = person;
    await person.open('stock/inout');
    await panel.locator('[data-row-key]').first().waitFor();
    const links = await panel
      .locator('a[href*="__read__"]')
      .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))]);
    for (const href of links.slice(0, 4)) {
      await page.goto(`/${href}`);
      await panel.locator('[data-testid="bill-code"]').waitFor();
    }
  });
});

describe('a document', () => {
  test('is talked about beside its lines; whoever is called hears of it and is led there', async ({ office }) => {
    const clerk = await office.enter('clerk_1000', { width: 1440, height: 900 });
    await clerk.open('order/order');
    const number = clerk.panel.locator('[data-card]').first();
    const code = (await number.textContent()) ?? '';
    await number.click();
    await clerk.panel.locator('.talk-none').waitFor();
    await shot(clerk, 'talk-empty');
    await clerk.page.keyboard.press('c');
    const field = clerk.panel.locator('[data-composer]');
    await clerk.panel.locator('[data-composer]:focus').waitFor();
    await clerk.page.keyboard.type('第 1 行下周三前能到吗？@lm');
    await clerk.panel.locator('[data-reader="李敏"]').waitFor();
    await shot(clerk, 'talk-mention');
    await clerk.page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toContain('@李敏 ');
    await clerk.page.keyboard.press('Control+Enter');
    await clerk.panel.locator('.talk-said mark', { hasText: '@李敏' }).waitFor();
    await clerk.panel.locator('.aside-tabs [data-aside="talk"] span', { hasText: '1' }).waitFor();
    await clerk.panel.locator('[data-aside="changes"]').click();
    await clerk.panel.locator('.aside .history-log').waitFor();
    await clerk.panel.locator('[data-aside="talk"]').click();
    await shot(clerk, 'talk-said');

    const manager = await office.enter('manager_1000', { width: 1180, height: 800 });
    await manager.page.locator('[data-verb="bell"]').click();
    await manager.page.locator('[data-message]', { hasText: code }).first().click();
    await manager.panel.locator('[data-testid="bill-code"]', { hasText: code }).waitFor();
    await manager.panel.locator('[data-testid="aside-rail"] [data-aside="talk"]').click();
    await manager.panel.locator('.aside-over .talk-said', { hasText: '下周三前能到吗' }).waitFor();
    await shot(manager, 'talk-narrow');
  });
});
