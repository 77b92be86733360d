import { describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { cell, unfoldHead } from './lines.ts';
import { fromBillMenu } from './menu.ts';
import { writeOrder } from './orders.ts';
import { shot } from './order-shop.ts';
import { arrange, test, type Person } from './person.ts';

const line = ({ panel }: Person) => panel.locator('[data-testid="fold-line"]');
const consignee = ({ panel }: Person) => panel.locator('[data-field="consignee"] input').first();

describe('the head of a document', () => {
  test('has words on every button, and one menu for the rest', async ({ office }) => {
    const order = await writeOrder();
    for (const [language, name] of [
      ['zh-CN', 'head-zh'],
      ['en-US', 'head-en'],
    ] as const) {
      const person = await office.enter('lancai', { language, width: 1280 }, `/#/order-order__read__${order.id}`);
      const { panel } = person;
      await panel.locator('.next-bar [data-next]').waitFor();
      const wordless = () =>
        panel
          .locator('.panel-head .buttons button')
          .evaluateAll((buttons) =>
            buttons
              .filter(({ textContent }) => textContent.trim() === '')
              .map((button) => button.getAttribute('data-verb')),
          );
      // The arrow belongs to the printer beside it.
      await expect.poll(wordless).toEqual(['printMore', 'moreVerbs']);
      await shot(person, name);
      const { width } = (await panel.locator('.panel-head .buttons').boundingBox()) ?? { width: 0 };
      expect(width).toBeGreaterThan(0);
      await fromBillMenu(person.page, 'copy');
      await expect.poll(() => person.route()).toBe(`order-order__add__${order.id}`);
    }
  });

  test('is one line when a whole order is edited, stays open once opened, is open where something is missing', async ({
    office,
  }) => {
    const order = await writeOrder();
    const person = await office.enter('lancai', { width: 1280, height: 720 }, `/#/order-order__edit__${order.id}`);
    const { page } = person;
    await line(person).locator('.fold-partner', { hasText: buyer.name }).waitFor();
    await expect.poll(() => consignee(person).isVisible()).toBe(false);
    // The amount in capitals has no line of its own in a low window.
    await cell(person, 0, 'number').waitFor();
    await expect.poll(() => person.panel.locator('[data-total="amount"]').getAttribute('title')).toContain('元');
    await expect.poll(() => person.panel.locator('[data-testid="capital"]').count()).toBe(0);
    await shot(person, 'edit-zh');
    await unfoldHead(person);
    await consignee(person).fill('王师傅');
    await person.panel.locator('[data-testid="draft-time"]', { hasText: /草稿已存 \d\d:\d\d/ }).waitFor();
    await shot(person, 'draft-time-zh');
    await page.keyboard.press('Control+s');
    await person.told('保存成功');
    await person.panel.locator('[data-testid="draft-time"]').waitFor({ state: 'detached' });
    await expect.poll(() => consignee(person).isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    await person.panel.locator('[data-testid="capital"]').waitFor();
    await expect.poll(() => person.panel.locator('[data-total="amount"]').getAttribute('title')).toBeNull();

    const half = await writeOrder();
    await arrange(`update app.order_order set order_type = '' where id = $1`, [half.id]);
    const other = await office.enter('lancai', { width: 1280 }, `/#/order-order__edit__${half.id}`);
    await consignee(other).waitFor();
    await expect.poll(() => line(other).count()).toBe(0);
  });
});
