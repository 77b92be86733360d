import { describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';

const rows = ({ panel }: Person) => panel.locator('[data-row-key]');
const range = ({ panel }: Person) => panel.locator('[data-testid="range"]');
const lastSent = ({ sent }: Person, path: string) => sent.findLast((call) => call.path === path)?.query ?? {};
const orders = '/channelsale/order/page';

describe('the days of a list', () => {
  test('are all of them until somebody wants the last fourteen, and then those for him', async ({ office }) => {
    const [young, old] = [await writeOrder(), await writeOrder()];
    await arrange(`update app.order_order set bill_date = bill_date - 40 where id = $1`, [old.id]);
    const person = await office.enter('lancai', { language: 'zh-CN' });
    await person.open('order/order');
    await rows(person).filter({ hasText: old.code }).waitFor();
    expect(lastSent(person, orders)['billDateStart']).toBeUndefined();
    await expect.poll(() => range(person).innerText()).toBe('全部日期');

    await person.panel.locator('[data-verb="recentDays"]').click();
    await expect.poll(() => rows(person).filter({ hasText: old.code }).count()).toBe(0);
    await rows(person).filter({ hasText: young.code }).waitFor();
    await expect.poll(() => range(person).innerText()).toBe('近 14 天');
    // The form says the same.
    await expect
      .poll(() => person.panel.locator('[data-filter="billDate"] input').first().inputValue())
      .toBe(lastSent(person, orders)['billDateStart']);
    await expect
      .poll(() => ask<{ isRecent?: boolean } | null>('lancai', 'GET', '/sys/setting/filters%3Aorder-order'))
      .toMatchObject({ isRecent: true });

    const again = await office.enter('lancai', { language: 'zh-CN' });
    await again.open('order/order');
    await rows(again).filter({ hasText: young.code }).waitFor();
    await expect.poll(() => range(again).innerText()).toBe('近 14 天');
    await arrange(`update app.order_order set bill_date = bill_date - 400`);
    await again.panel.locator('[data-verb="refresh"]').click();
    await expect.poll(() => again.panel.locator('.empty-list').innerText()).toMatch(/^近 14 天没有销售订单/);
    await again.panel.locator('.empty-list [data-verb="clearFilters"]').click();
    await rows(again).filter({ hasText: old.code }).waitFor();
    await expect.poll(() => range(again).innerText()).toBe('全部日期');
    await arrange(`update app.order_order set bill_date = bill_date + 400`);
  });
});

describe('figures of a customer', () => {
  test('lead to the rows that they count, whatever the list was narrowed by', async ({ office }) => {
    const order = await writeOrder();
    const person = await office.enter('lancai', { language: 'zh-CN', width: 1440, height: 900 });
    const { page, panel } = person;
    await person.open('order/order');
    // The list is open already, and shows something else.
    await panel.locator('.status-tab[data-state="2"]').click();
    await panel.locator('.status-tab[data-state="2"][aria-pressed="true"]').waitFor();
    await panel.locator('.status-tab[data-state="all"]').click();
    await rows(person).filter({ hasText: order.code }).locator('[data-drawer="data:customer"]').click();
    const drawer = page.locator('.customer-drawer');
    const figure = (section: string) => drawer.locator(`[data-section="${section}"][aria-busy="false"] a`).first();
    const [today] = await arrange<{ day: string }>(
      `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`,
    );
    await figure('month').click();
    await drawer.waitFor({ state: 'detached' });
    await expect
      .poll(() => lastSent(person, orders))
      .toMatchObject({
        customerCode: buyer.code,
        billDateStart: `${today!.day.slice(0, 7)}-01`,
        billDateEnd: today!.day,
      });
    await rows(person).filter({ hasText: order.code }).waitFor();
    await expect
      .poll(() => panel.locator('[data-filter="customerCode"] input').first().inputValue())
      .toContain(buyer.name);

    await rows(person).filter({ hasText: order.code }).locator('[data-drawer="data:customer"]').click();
    const all = drawer.locator('[data-section="orders"][aria-busy="false"] a', { hasText: '全部' });
    const count = /\d+/.exec(await all.innerText())?.[0] ?? 'none';
    await all.click();
    await expect.poll(() => lastSent(person, orders)['billDateStart']).toBeUndefined();
    await expect.poll(() => panel.locator('.ant-pagination-total-text').innerText()).toBe(`共 ${count} 条`);

    await rows(person).filter({ hasText: order.code }).locator('[data-drawer="data:customer"]').click();
    await drawer.locator('[data-section="underway"][aria-busy="false"] a', { hasText: '发货单' }).click();
    await expect
      .poll(() => lastSent(person, '/channelsale/delivery/page'))
      .toMatchObject({ customerCode: buyer.code, receiptStatus: '0' });
    // Opened by its menu the list is as everybody finds it.
    await page.keyboard.press('Alt+w');
  });
});
