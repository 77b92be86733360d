import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { writeOrder, type Order } from './orders.ts';
import { shot } from './order-shop.ts';
import { arrange, ask, test, type Person } from './person.ts';

interface Bill {
  readonly billStatus: string;
}

const write = (number: string): Promise<Order> =>
  writeOrder({ lines: [{ productCode: paint.code, number, price: '1' }] });
async function tick({ panel }: Person, orders: readonly Order[]): Promise<void> {
  for (const { code } of orders)
    await panel
      .locator('[data-row-key]', { hasText: code })
      .locator(':is([role="checkbox"], input[type="checkbox"])')
      .first()
      .click();
}

describe('a verb on several documents', () => {
  test('is tried first: who would fail is named with the reason, and the rest is performed', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const [small, huge] = [await write('1'), await write('99999999')];
    const person = await office.enter('manager_1000');
    await person.open('order/order');
    await tick(person, [small, huge]);
    await person.panel.locator('.toolbar [data-verb="audit"]').click();
    const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
    await dialog.locator('.would-fail').waitFor();
    await expect
      .poll(() => dialog.locator('.would-fail li').allInnerTexts())
      .toEqual([expect.stringContaining(huge.code)]);
    await expect.poll(() => dialog.locator('.would-fail').innerText()).toMatch(/2 张中有 1 张不能审核/);
    await expect.poll(() => dialog.locator('[data-verb="confirm"]').isEnabled()).toBe(true);
    await expect.poll(() => dialog.locator('[data-verb="confirm"]').innerText()).toBe('审核其余 1 张');
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.waitFor({ state: 'hidden' });
    const states = await Promise.all(
      [small, huge].map(({ id }) =>
        ask<Bill>('lancai', 'GET', `/channelsale/order/${id}`).then(({ billStatus }) => billStatus),
      ),
    );
    expect(states[0]).not.toBe(states[1]);
    await ask('manager_1000', 'PUT', '/channelsale/order/unaudit', { ids: [small.id], operateMsg: '还原' });
  });

  test('is foretold in one sentence and in sums; which documents they come from unfolds', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const [one, other] = [await write('1'), await write('2')];
    const person = await office.enter('manager_1000', { width: 1280 });
    await person.open('order/order');
    await tick(person, [one, other]);
    await person.panel.locator('.toolbar [data-verb="audit"]').click();
    const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
    await expect
      .poll(() => dialog.locator('[data-testid="impact-sentence"]').innerText())
      .toMatch(/^审核后，2 张销售订单由「.+」变为「已审核」；改动.*库存 1 项.*。$/);
    const stock = dialog.locator('[data-impact="stock"]');
    const difference = (row: string) => stock.locator(`${row} [data-measure="available"] .impact-difference`);
    await expect.poll(() => difference('tr:not(.impact-part)').allInnerTexts()).toEqual(['-3']);
    await expect.poll(() => stock.locator('.impact-part').count()).toBe(0);
    await stock.locator('[data-verb="whichDocuments"]').click();
    for (const [{ code }, moved] of [
      [one, '-1'],
      [other, '-2'],
    ] as const)
      await expect.poll(() => difference(`[data-part="${code}"]`).allInnerTexts()).toEqual([moved]);
    await shot(person, 'effects-several');
    await dialog.locator('.ant-modal-close').click();
  });

  test('that cannot be done says so on top, in red, with the way to where it is mended', async ({ office }) => {
    const huge = await write('99999999');
    const person = await office.enter('lancai', { width: 1280 }, `/#/order-order__read__${huge.id}`);
    await person.panel.locator('.next-bar [data-verb="audit"]').click();
    const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
    await dialog.locator('[data-testid="cannot"]', { hasText: '不能审核' }).waitFor();
    await expect.poll(() => dialog.locator('[data-verb="confirm"]').isDisabled()).toBe(true);
    await shot(person, 'effects-cannot');
    await dialog.locator('[data-verb="mend"]').click();
    await expect.poll(() => person.route()).toBe(`order-order__edit__${huge.id}`);
    await dialog.waitFor({ state: 'hidden' });
  });
});
