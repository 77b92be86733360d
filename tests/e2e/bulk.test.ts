import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { writeOrder, type Order } from './orders.ts';
import { arrange, ask, test } from './person.ts';

interface Bill {
  readonly billStatus: string;
}

describe('a verb on several documents', () => {
  test('is tried first: who would fail is named with the reason, and the rest is performed', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const write = (number: string): Promise<Order> =>
      writeOrder({ lines: [{ productCode: paint.code, number, price: '1' }] });
    const [small, huge] = [await write('1'), await write('99999999')];
    const person = await office.enter('manager_1000');
    await person.open('order/order');
    for (const { code } of [small, huge])
      await person.panel
        .locator('[data-row-key]', { hasText: code })
        .locator(':is([role="checkbox"], input[type="checkbox"])')
        .first()
        .click();
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
});
