import { describe, expect } from 'vitest';
import { pail, paint } from '#tests/house-goods.ts';
import { fromBillMenu } from './menu.ts';
import { writeOrder } from './orders.ts';
import { shot } from './order-shop.ts';
import { ask, test } from './person.ts';

interface Written extends Record<string, unknown> {
  readonly id: string;
  readonly lines: readonly Record<string, unknown>[];
}
const orderNow = (id: string) => ask<Written>('lancai', 'GET', `/channelsale/order/${id}`);

/** What a clerk does to an order in a week: another day, another consignee, more of this, none of that. */
async function lived(): Promise<string> {
  const { id } = await writeOrder({ consignee: '李敏', remark: '上午送到' });
  const first = await orderNow(id);
  await ask('lancai', 'PUT', '/channelsale/order', { ...first, requiredDate: '2030-01-16' });
  const second = await orderNow(id);
  await ask('lancai', 'PUT', '/channelsale/order', {
    ...second,
    consignee: '周强',
    requiredDate: '2030-01-18',
    lines: [
      { ...second.lines[0], number: '24' },
      { productCode: pail.code, number: '12', price: '31.2' },
      { productCode: paint.code, number: '1', price: '8' },
    ],
  });
  return id;
}

describe('looking back', () => {
  test('shows two moments of an order side by side, in words, and walks from change to change', async ({ office }) => {
    const id = await lived();
    for (const [language, name] of [
      ['zh-CN', 'versions-zh'],
      ['en-US', 'versions-en'],
    ] as const) {
      const person = await office.enter('lancai', { language, width: 1280 }, `/#/order-order__read__${id}`);
      const { page } = person;
      await fromBillMenu(page, 'history');
      await page.locator('[data-verb="versions"]').click();
      const versions = page.locator('[data-testid="versions"]');
      await versions.locator('.past-line li').nth(2).waitFor();
      await expect.poll(() => versions.locator('.past-line li').count()).toBe(3);
      await versions.locator('.past-of-b [data-field="consignee"][data-changed]').waitFor();
      await expect.poll(() => versions.locator('.past-of-a [data-field="consignee"] dd').innerText()).toContain('李敏');
      await expect.poll(() => versions.locator('.past-of-b [data-field="consignee"] dd').innerText()).toContain('周强');
      await expect.poll(() => versions.locator('.past-of-b tr.past-came').count()).toBe(2);
      await expect.poll(() => versions.locator('.past-of-a tr.past-went').count()).toBe(1);
      await expect.poll(() => versions.locator('.past-of-a tr.past-gap').count()).toBe(2);
      await shot(person, name);
      await versions
        .locator('.past-line li button')
        .first()
        .click({ modifiers: ['Shift'] });
      await expect.poll(() => versions.locator('.past-of-a header strong').innerText()).toBe('v1');
      await page.keyboard.press('n');
      await expect.poll(() => versions.locator('.past-walked').count()).toBe(1);
    }
  });

  test('shows a master record by names, and says that there is one version where nothing was changed', async ({
    office,
  }) => {
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/brand', { code: 'LOOKBACK', name: '旧牌子' });
    const person = await office.enter('lancai', { width: 1280 }, `/#/data-brand?tenantFlag=0__read__${id}`);
    const { page } = person;
    await page.locator('[data-verb="history"]').click();
    await page.locator('[data-verb="versions"]').click();
    await page.locator('[data-testid="versions"] .past-note').waitFor();
    await shot(person, 'versions-one');
  });
});
