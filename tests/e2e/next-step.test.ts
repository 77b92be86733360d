import { describe, expect } from 'vitest';
import { arrange, ask, test, type Person } from './person.ts';
import { buyer } from '#tests/house-partners.ts';
import { goods } from '#tests/house-goods.ts';
import { cell, newOrder } from './lines.ts';
import { writeOrder } from './orders.ts';
import { shot } from './order-shop.ts';

/** Presses what the bar offers, and counts. */
function counted({ page, panel }: Person) {
  let clicks = 0;
  return {
    count: () => clicks,
    next: async (verb: string) => {
      await panel.locator(`.next-bar [data-next][data-verb="${verb}"]`).click();
      clicks += 1;
    },
    confirm: async () => {
      await page.locator('.verb-dialog').filter({ visible: true }).locator('[data-verb="confirm"]').click();
      clicks += 1;
    },
  };
}

describe('the bar of the next step', () => {
  test('leads from an order to its goods leaving in three clicks, and says what was made', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const order = await writeOrder();
    await ask('lancai', 'PUT', '/channelsale/order/audit', [order.id]);
    const person = await office.enter('lancai', { width: 1440, height: 900 }, `/#/order-order__read__${order.id}`);
    const { page, panel } = person;
    await panel.locator('.next-who', { hasText: '待发货 · 在您手上' }).waitFor();
    await panel.locator('[data-step="audit"][data-status="done"]').waitFor();
    await panel.locator('[data-step="ship"][data-status="now"]').waitFor();
    await expect.poll(() => panel.locator('.ant-btn-primary').count()).toBe(1);
    const bar = counted(person);
    await bar.next('pushDown');
    await panel.locator('[data-testid="bill-code"]', { hasText: 'DN' }).waitFor();
    await panel.locator('.next-bar [data-next][data-verb="ship"]').waitFor();
    await bar.next('ship');
    await page.locator('.verb-dialog').filter({ visible: true }).locator('[data-testid="impact"]').waitFor();
    await bar.confirm();
    await panel.locator('[data-step="out"][data-status="done"]').waitFor();
    expect(bar.count()).toBeLessThanOrEqual(3);
    const { orderStatus } = await ask<{ orderStatus: string }>('lancai', 'GET', `/channelsale/order/${order.id}`);
    expect(orderStatus).toBe('2');
  });

  test('delivers what is there where something is short, and names what is missing one by one', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    // The warehouse promises more than it has.
    await arrange(`
      insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
      values ('1000', gen_random_uuid(), 'ST002', 'ST002', '1', 'STK')`);
    const [there, short, other] = goods;
    const order = await writeOrder({
      lines: [
        { productCode: there?.code, number: '2', price: '2' },
        { productCode: short?.code, number: '99999', price: '2' },
        { productCode: other?.code, number: '99999', price: '2' },
      ],
    });
    await ask('lancai', 'PUT', '/channelsale/order/audit', [order.id]);
    await arrange(`delete from app.tenant_params where tenant_code = '1000' and code = 'ST002'`);
    const person = await office.enter('lancai', { width: 1280 }, `/#/order-order__read__${order.id}`);
    const { panel } = person;
    const missing = panel.locator('[data-testid="missing"]');
    await missing.locator('b', { hasText: '还差 2 项' }).waitFor();
    await expect.poll(() => missing.locator('.missing-row').count()).toBe(1);
    await missing.locator('button', { hasText: '还有 1 项' }).click();
    await expect.poll(() => missing.locator('.missing-row').count()).toBe(2);
    await shot(person, 'missing-zh');
    await missing.locator('[data-way="pushDownAvailable"]', { hasText: '先发其余' }).click();
    await panel.locator('[data-testid="bill-code"]', { hasText: 'DN' }).waitFor();
    await expect.poll(() => cell(person, 0, 'number').innerText()).toBe('2');
    await expect.poll(() => cell(person, 1, 'number').innerText()).not.toContain('99');
  });

  test('gives way to lines: the head folds, six are seen on a small screen and twelve on a usual one', async ({
    office,
  }) => {
    const order = await writeOrder({
      lines: goods.slice(0, 16).map(({ code }) => ({ productCode: code, number: '1', price: '2' })),
    });
    for (const [width, height, least] of [
      [1280, 720, 6],
      [1440, 900, 12],
    ] as const) {
      const person = await office.enter('lancai', { width, height }, `/#/order-order__edit__${order.id}`);
      const { page, panel } = person;
      await cell(person, 0, 'number').waitFor();
      await panel.locator('[data-testid="fold-line"] .fold-partner', { hasText: buyer.name }).waitFor();
      await expect.poll(() => linesInSight(person)).toBeGreaterThanOrEqual(least);
      await page.evaluate(`location.hash = '#/order-order__read__${order.id}'`);
      await panel.locator('.next-bar [data-next]').waitFor();
      await panel.locator('[data-testid="fold-line"]').waitFor();
      await expect.poll(() => linesInSight(person)).toBeGreaterThanOrEqual(least === 6 ? 6 : 12);
      const tab = page.locator(`[data-tab="order-order__read__${order.id}"]`);
      await expect.poll(() => tab.innerText()).toContain(order.code.slice(-4));
      await expect.poll(() => tab.innerText()).toContain(buyer.name);
    }
  });

  test('is there for what was chosen: the customer fills the head at once, and the lines are next', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await newOrder(person);
    const organization = panel.locator('[data-field="organizeCode"] input').first();
    await organization.click();
    await organization.fill('上海涂料工厂');
    await page.locator('.org-cascader .ant-cascader-menu-item', { hasText: '上海涂料工厂' }).last().click();
    const customer = panel.locator('[data-field="customerCode"] input').first();
    await customer.fill(buyer.code);
    await customer.press('Enter');
    const line = panel.locator('[data-testid="fold-line"]');
    await line.locator('.fold-partner', { hasText: buyer.name }).waitFor();
    await line.locator('[data-folded="channelCode"]', { hasText: '分销渠道' }).waitFor();
    await line.locator('[data-folded="salesmanCode"]').waitFor();
    await expect.poll(() => page.evaluate(`document.activeElement?.closest('.line-table') !== null`)).toBe(true);
    await page.locator('.tab-active .tab-close').click();
    const question = page.locator('.ant-modal-confirm').filter({ visible: true });
    await question.locator('[data-verb="saveAndClose"]').click();
    // What is missing is said, and the tab is still there.
    await person.told(/明细/);
    expect(person.route()).toContain('order-order__add__');
  });
});

/** Rows of the lines that are whole on screen. */
const linesInSight = ({ page }: Person): Promise<number> =>
  page.evaluate(`(() => {
    const grid = [...document.querySelectorAll('.panel [role="grid"]')].find((each) => each.checkVisibility());
    const cells = [...(grid?.querySelectorAll('[data-line][data-field="number"]') ?? [])];
    return cells.filter((cell) => {
      const { top, bottom, left } = cell.getBoundingClientRect();
      return document.elementsFromPoint(left + 4, (top + bottom) / 2).includes(cell) && bottom <= window.innerHeight;
    }).length;
  })()`);
