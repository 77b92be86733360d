import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { writeOrder } from './orders.ts';
import { ask, test, type Person } from './person.ts';

const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

describe('a price change', () => {
  test('says what its new price changes, and leads to the orders that it concerns', async ({ office }) => {
    const { code } = await writeOrder();
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/price/change', {
      effectiveDate: '2031-01-01',
      lines: [{ productCode: paint.code, priceClassCode: 'PC01', newPrice: '1' }],
    });
    const person = await office.enter('lancai', { width: 1280, height: 720 });
    await person.page.goto(`/#/sale-pricechange__read__${id}`);
    const line = person.panel.locator('.grid-row', { hasText: paint.name }).first();
    await line.waitFor();
    await expect.poll(() => line.innerText()).toMatch(/%\)/);
    await shot(person, 'price-change');
    // Whoever writes it sees the price in force beside the one he types.
    await person.page.goto(`/#/sale-pricechange__edit__${id}`);
    await expect.poll(() => line.innerText()).toMatch(/38\.0000[^]*%\)/);
    await shot(person, 'price-change-edit');
    await line.locator('.grid-link').last().click();
    await person.panel.getByTestId('narrowed').waitFor();
    await person.panel.locator('[data-row-key]', { hasText: code }).waitFor();
    // Orders of other goods stay away, and a click brings them back.
    const all = person.panel.locator('.status-tab').first();
    const few = await all.innerText();
    await shot(person, 'price-change-orders');
    await person.panel.getByTestId('narrowed').locator('[aria-label="显示全部"]').click();
    await person.panel.getByTestId('narrowed').waitFor({ state: 'detached' });
    await expect.poll(() => all.innerText()).not.toBe(few);
  });

  test('lets go of its orders once another page opens their list', async ({ office }) => {
    const { code } = await writeOrder();
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/price/change', {
      effectiveDate: '2031-01-02',
      lines: [{ productCode: paint.code, priceClassCode: 'PC01', newPrice: '1' }],
    });
    const person = await office.enter('lancai', { width: 1280, height: 720 });
    const { page, panel } = person;
    await person.open('order/order');
    await panel.locator('.status-tab[data-state="2"]').click();
    await panel.locator('.status-tab[data-state="2"][aria-pressed="true"]').waitFor();
    await page.goto(`/#/sale-pricechange__read__${id}`);
    await panel.locator('.grid-row', { hasText: paint.name }).first().locator('.grid-link').last().click();
    await panel.getByTestId('narrowed').waitFor();
    // What the list was searched by before hides none of them.
    const row = panel.locator('[data-row-key]', { hasText: code });
    await row.waitFor();
    await row.locator('[data-drawer="data:customer"]').click();
    const drawer = page.locator('.customer-drawer');
    await drawer.locator('[data-section="month"][aria-busy="false"] a').first().click();
    await drawer.waitFor({ state: 'detached' });
    await panel.getByTestId('narrowed').waitFor({ state: 'detached' });
    await row.waitFor();
  });
});
