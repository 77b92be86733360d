import { describe, expect } from 'vitest';
import { arrange, ask, test } from './person.ts';

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly storageCode: string;
  readonly billStatus: string;
  readonly lines: readonly { readonly productCode: string }[];
}

describe('a verb on several documents', () => {
  test('is tried first: who would fail is named with the reason, and the rest is performed', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const { list } = await ask<{ list: { id: string }[] }>('lancai', 'GET', '/channelsale/order/page?page=1&limit=1');
    const model = await ask<Bill>('lancai', 'GET', `/channelsale/order/${list[0]?.id ?? ''}`);
    // Whatever other people sold meanwhile, there is enough for the small one.
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/stock/inout', {
      organizeCode: model.organizeCode,
      moveType: '3',
      storageCode: model.storageCode,
      lines: [{ productCode: model.lines[0]?.productCode, number: '10', price: '1' }],
    });
    await ask('lancai', 'PUT', '/stock/inout/audit', [id]);
    const write = (number: string): Promise<{ id: string; data: { code: string } }> =>
      ask('lancai', 'POST', '/channelsale/order', {
        organizeCode: model.organizeCode,
        customerCode: model.customerCode,
        storageCode: model.storageCode,
        lines: [{ productCode: model.lines[0]?.productCode, number, price: '1' }],
      });
    const [small, huge] = [await write('1'), await write('99999999')];
    const person = await office.enter('manager_1000');
    await person.open('order/order');
    for (const { data } of [small, huge])
      await person.panel
        .locator('[data-row-key]', { hasText: data.code })
        .locator(':is([role="checkbox"], input[type="checkbox"])')
        .first()
        .click();
    await person.panel.locator('.toolbar [data-verb="audit"]').click();
    const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
    await dialog.locator('.would-fail').waitFor();
    expect(await dialog.locator('.would-fail li').allInnerTexts()).toEqual([expect.stringContaining(huge.data.code)]);
    expect(await dialog.locator('.would-fail').innerText()).toMatch(/2 张中有 1 张不能审核/);
    await expect.poll(() => dialog.locator('[data-verb="confirm"]').isEnabled()).toBe(true);
    expect(await dialog.locator('[data-verb="confirm"]').innerText()).toBe('审核其余 1 张');
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
