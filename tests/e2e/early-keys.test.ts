import { afterAll, beforeAll, describe, expect } from 'vitest';
import { cell } from './lines.ts';
import { closeShop, focused, goods, openShop, shop } from './order-shop.ts';
import { test, type Person } from './person.ts';
import { settled } from './settled.ts';

beforeAll(openShop);
afterAll(closeShop);

const customer = ({ panel }: Person) => panel.locator('[data-field="customerCode"] input').first();

/** A part of the product is held back until the gate is opened. */
async function heldBack({ page }: Person, asset: string): Promise<() => void> {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(`**/assets/${asset}-*.js`, async (route) => {
    await opened;
    await route.continue();
  });
  return () => {
    open();
  };
}
/** The list of orders with the code of its form held back. */
async function slowForm(person: Person): Promise<() => void> {
  const open = await heldBack(person, 'document-page');
  await person.open('order/order');
  await person.panel.locator('[data-verb="add"]').waitFor();
  return open;
}
const isComing = ({ panel }: Person): Promise<void> => panel.locator('.ant-skeleton').first().waitFor();

describe('keys that come before the form that they are meant for', () => {
  test('stand in the first field when it is there, and what follows is typed behind them', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page } = person;
    const open = await slowForm(person);
    await page.keyboard.press('Alt+n');
    await isComing(person);
    // "?" and "/" are shortcuts of every page otherwise.
    await page.keyboard.type(`?${shop.slice(0, -1)}/`);
    for (const _each of [1, 2]) await page.keyboard.press('Backspace');
    await page.keyboard.type(shop.slice(-2, -1));
    open();
    await expect.poll(() => customer(person).inputValue()).toBe(`?${shop.slice(0, -1)}`);
    await settled(person);
    expect(await page.locator('.ant-modal').filter({ visible: true }).count()).toBe(0);
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.keyboard.press('End');
    await page.keyboard.type(shop.slice(-1));
    await page.keyboard.press('Enter');
    await expect.poll(() => customer(person).getAttribute('title')).toContain(shop);
  });

  test('are given up by a click, and by whoever writes elsewhere meanwhile', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page } = person;
    const open = await slowForm(person);
    await page.keyboard.press('Alt+n');
    await isComing(person);
    await page.keyboard.type('given up');
    await page.locator('[role="tab"]', { hasText: '首页' }).click();
    await person.open('order/order');
    await page.locator('.tab-panel [data-verb="add"]').filter({ visible: true }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.locator('.dialogs input, .ant-modal input').filter({ visible: true }).first();
    await palette.waitFor();
    await page.keyboard.type('订单');
    await expect.poll(() => palette.inputValue()).toBe('订单');
    await page.keyboard.press('Escape');
    open();
    await page.locator('[role="tab"]', { hasText: '新增' }).click();
    await expect.poll(() => focused(person)).toBe('customerCode');
    await settled(person);
    expect(await customer(person).inputValue()).toBe('');
  });

  test('go to the cell they were meant for when columns come and go under the cursor', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1280 });
    const { page, panel } = person;
    const open = await heldBack(person, 'order-lines');
    await person.open('order/order');
    await panel.locator('[data-verb="add"]').waitFor();
    await page.keyboard.press('Alt+n');
    await expect.poll(() => focused(person)).toBe('customerCode');
    await page.keyboard.type(shop);
    await page.keyboard.press('Alt+l');
    await expect.poll(() => page.evaluate(`document.activeElement?.closest('.line-table') != null`)).toBe(true);
    await page.keyboard.type(goods[0] ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    open();
    // What the live lines bring stands there; columns of the definition have made room for it.
    await panel.locator('[data-head="$available"]').waitFor();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.keyboard.type(goods[1] ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('1,200.00');
    await expect.poll(() => cell(person, 1, 'amount').innerText()).toBe('300.00');
  });
});
