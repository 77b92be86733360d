import { beforeEach, describe, expect } from 'vitest';
import { tools } from '#tests/house-goods.ts';
import { cpuOf } from './cpu.ts';
import { holds } from './figures.ts';
import { bigOrder, cell, forgetDrafts, newOrder, toClipboard } from './lines.ts';
import { writeOrder } from './orders.ts';
import { test } from './person.ts';

beforeEach(forgetDrafts);

describe('figures of the grid', () => {
  test('of a list of 28 columns: ticking a row and scrolling', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const cpu = await cpuOf(page);
    // With those of the house a hundred and fifty: more than the page is scrolled by.
    for (let round = 0; round < 17; round += 1) await Promise.all(Array.from({ length: 6 }, () => writeOrder()));
    await person.open('order/order');
    await panel.locator('[data-row-key]').first().waitFor();
    await page.waitForTimeout(800);
    const ticks = panel.locator('[data-row-key] input');
    const places = await Promise.all(Array.from({ length: 12 }, (_each, at) => ticks.nth(at).boundingBox()));
    const press = (at: number): Promise<void> => page.mouse.click((places[at]?.x ?? 0) + 7, (places[at]?.y ?? 0) + 7);
    // The first tick also brings the bar of what can be done with the chosen rows.
    await press(0);
    await holds(cpu, 'tick a row of 20 × 28', () => cpu.of(10, (round) => press(round + 1)));
    await panel.locator('.ant-pagination-options .ant-select').click();
    await page.locator('.ant-select-item-option', { hasText: '500' }).click();
    await expect
      .poll(async () => Number(await panel.locator('[role="grid"]').getAttribute('aria-rowcount')))
      .toBeGreaterThan(100);
    await page.mouse.move(800, 450);
    await holds(cpu, 'scroll 500 rows', async () => {
      await page.mouse.wheel(0, -100_000);
      await page.waitForTimeout(300);
      return cpu.of(25, () => page.mouse.wheel(0, 160), 40);
    });
  });

  test('of lines: a block of 250 × 3, keystrokes, edits with totals, 2,000 lines pasted and scrolled', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const cpu = await cpuOf(page);
    await newOrder(person);
    const code = (at: number): string => tools[at % tools.length]?.code ?? '';
    // Product, quantity and price stand beside columns that are only read: the block is as wide as the grid is now.
    // A grid that has just jumped home draws its first line a frame later: read too early, the block would be blank.
    const block = async (rows: number): Promise<string> => {
      await cell(person, 0, 'price').waitFor();
      const shown = await panel
        .locator('[data-line="0"]')
        .evaluateAll((cells) =>
          cells.map((one) => one.getAttribute('data-field') ?? '').filter((key) => !key.startsWith('$')),
        );
      const texts = (at: number): Readonly<Record<string, string>> => ({
        productCode: code(at),
        number: `1,${100 + (at % 800)}`,
        price: (1 + at / 4).toFixed(4),
      });
      const row = (at: number): string =>
        shown
          .slice(0, shown.indexOf('price') + 1)
          .map((key) => texts(at)[key] ?? '')
          .join('\t');
      return Array.from({ length: rows }, (_each, at) => row(at)).join('\r\n');
    };
    const scroll = (by: number) => async (): Promise<number> => {
      await page.mouse.wheel(0, -1_000_000);
      await page.waitForTimeout(300);
      return cpu.of(25, () => page.mouse.wheel(0, by), 40);
    };

    await cell(person, 0, 'productCode').click();
    await holds(cpu, 'paste 250 × 3', async () => {
      await page.keyboard.press('Control+z');
      await toClipboard(page, await block(250));
      await cell(person, 0, 'productCode').click();
      return cpu.of(1, () => page.keyboard.press('Control+v'), 0);
    });
    await expect.poll(() => panel.locator('[role="grid"]').getAttribute('aria-rowcount')).toBe('251');
    await expect.poll(() => cell(person, 5, 'productName').innerText()).not.toBe('');
    await expect.poll(() => cell(person, 2, 'number').innerText()).toBe('1,102');
    await page.waitForTimeout(500);

    await holds(cpu, 'keystroke', async () => {
      await cell(person, 3, 'remark').click();
      await page.keyboard.press('a');
      const taken = await cpu.of(24, () => page.keyboard.press('a'));
      await page.keyboard.press('Escape');
      return taken;
    });
    await holds(cpu, 'edit and recalculate', async () => {
      await cell(person, 3, 'number').click();
      return cpu.of(
        12,
        async (round) => {
          await page.keyboard.press('7');
          await page.keyboard.press(String(round % 10));
          await page.keyboard.press('Enter');
        },
        90,
      );
    });
    await page.mouse.move(800, 640);
    await holds(cpu, 'scroll lines', scroll(160));

    await page.keyboard.press('Control+Home');
    await toClipboard(page, await block(2000));
    const many = await cpu.of(1, () => page.keyboard.press('Control+v'), 0);
    console.log(`     paste 2,000 × 3 ${many.toFixed(0)} ms CPU`);
    await expect.poll(() => panel.locator('[role="grid"]').getAttribute('aria-rowcount')).toBe('2001');
    await expect.poll(() => panel.locator('[data-total="productCode"]').innerText()).toBe('2000 行');
    await page.waitForTimeout(2500);
    await holds(cpu, 'scroll 2,000 lines', scroll(900));
    await page.keyboard.press('Control+End');
    await cell(person, 1999, 'number').waitFor();
    await expect.poll(() => cell(person, 1999, 'number').innerText()).toBe('1,499');
  });

  test('of a saved order with 200 lines that is opened', async ({ office }) => {
    const id = await bigOrder();
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const cpu = await cpuOf(page);
    const open = async (): Promise<number> => {
      const taken = await cpu.of(
        1,
        async () => {
          await page.evaluate(`location.hash = '#/order-order__read__${id}'`);
          await panel.locator('[data-line="0"]').first().waitFor();
        },
        150,
      );
      await expect.poll(() => panel.locator('[role="grid"]').getAttribute('aria-rowcount')).toBe('201');
      await panel.locator('[data-verb="closeTab"]').click();
      await panel.locator('.line-table').waitFor({ state: 'detached' });
      await page.waitForTimeout(300);
      return taken;
    };
    // The first time the page itself is fetched.
    await open();
    await holds(cpu, 'open 200 lines', open);
  });
});
