import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test } from './person.ts';

const { organizeCode, storageCode } = buyer;
const customerCode = 'POINTS1';
const name = '上海宏域家装工程材料有限公司浦东新区积分分公司';
const made = <Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);

/** Ten of a paint at a hundred, signed for: a hundred points. */
async function signedOrder(): Promise<void> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/customer/manage', {
    code: customerCode,
    name,
    classCode: buyer.classCode,
    customerType: buyer.customerType,
    organizeCode,
    creditControlFlag: '0',
    receiveType: '3',
    creditDays: 30,
  });
  const { id } = await made<{ id: string }>('POST', '/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    lines: [{ productCode: paint.code, number: '10', price: '100' }],
  });
  await made('PUT', '/channelsale/order/audit', [id]);
  const { ids: sent } = await made<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
  await made('PUT', '/channelsale/delivery/audit', sent);
  const { ids } = await made<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', sent);
  await made('PUT', '/stock/inout/audit', ids);
  await made('PUT', '/channelsale/delivery/sign', sent);
}

describe('points', () => {
  test('are there once goods were signed for, by batches; a clerk gives more with a reason', async ({ office }) => {
    await signedOrder();
    const { page, panel } = await office.enter('lancai');
    await page.evaluate(`location.hash = '#/points-points'`);
    const row = panel.locator('.grid-row').filter({ hasText: name }).first();
    await expect.poll(() => row.innerText()).toContain('100');
    await row.locator('[data-verb="batches"]').click();
    const batches = page.locator('[data-testid="points-batches"]');
    await expect.poll(() => batches.locator('tbody tr').count()).toBe(1);
    await expect.poll(() => batches.innerText()).toMatch(/\d{4}-12-31\s+100/);
    await page.keyboard.press('Escape');
    await batches.waitFor({ state: 'hidden' });

    await panel.locator('[data-verb="adjust"]').click();
    const dialog = page.locator('.ant-modal').filter({ visible: true, has: page.locator('[data-field="points"]') });
    await dialog.locator('[data-field="customerCode"] input').fill(customerCode);
    await page.keyboard.press('Enter');
    await dialog.locator('[data-field="points"] input').fill('25');
    await dialog.locator('textarea').fill('开业补赠');
    await dialog.locator('.ant-btn-primary').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => row.innerText()).toContain('125');

    await page.evaluate(`location.hash = '#/promotion-integralbalance'`);
    const month = panel.locator('.grid-row').filter({ hasText: name }).first();
    await month.locator('[data-verb="entries"]').click();
    const entries = page.locator('.ant-modal').filter({ visible: true });
    await expect.poll(() => entries.innerText()).toContain('获得');
    await expect.poll(() => entries.innerText()).toContain('调整');
    const [kept] = await arrange<{ balance: string }>(`
      select balance::float::text as balance
      from app.points_balance
      where customer_code = '${customerCode}' and batch_no = ''`);
    expect(kept?.balance).toBe('125');
  });

  test('buy goods: an exchange by an activity holds them, spends them, and is an order that leaves', async ({
    office,
  }) => {
    const { id: activity } = await made<{ id: string }>('POST', '/channelsale/points/activity', {
      name: '积分换漆',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      organizeCode,
      lines: [{ productCode: paint.code, exchangePointNum: '40', onceExchangeMaxNum: '5' }],
    });
    await made('PUT', '/channelsale/points/activity/audit', [activity]);
    const { page, panel } = await office.enter('lancai');
    await page.evaluate(`location.hash = '#/points-exchangeactivity__read__${activity}'`);
    await panel.locator('[data-testid="bill-code"]').waitFor();
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="redeem"]').first().click();
    const dialog = page.locator('.ant-modal').filter({ visible: true, has: page.locator('.redeem-head') });
    await dialog.locator('[data-field="customerCode"] input').fill(customerCode);
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.locator('[data-testid="redeem-available"]').innerText()).toBe('125');
    const save = dialog.locator('.ant-modal-footer .ant-btn-primary');
    const number = dialog.locator('.redeem-lines input');
    await number.fill('4');
    await expect.poll(() => dialog.locator('[data-testid="redeem-sum"]').innerText()).toMatch(/160.*积分不足/s);
    await expect.poll(() => save.isDisabled()).toBe(true);
    await number.fill('2');
    await expect.poll(() => dialog.locator('[data-testid="redeem-sum"]').innerText()).toBe('共需 80 积分');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => panel.locator('[data-testid="bill-code"]').innerText()).toMatch(/^EO/);
    expect(await heldAndLeft()).toBe('125 80');
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').click();
    const verb = page.locator('.verb-dialog').filter({ visible: true });
    await verb.locator('[data-verb="confirm"]').click();
    await verb.waitFor({ state: 'hidden' });
    await expect.poll(() => heldAndLeft()).toBe('45 0');
    const [order] = await arrange<{ id: string; code: string; payable: string }>(`
      select o.id, o.code, o.payable_amount::float::text as payable
      from app.order_order o
      join app.points_exchangeorder e on e.tenant_code = o.tenant_code and e.new_order_code = o.code
      where e.customer_code = '${customerCode}'`);
    expect(order?.payable).toBe('0');
    // Its order leaves like any other.
    const { ids: sent } = await made<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [order?.id]);
    await made('PUT', '/channelsale/delivery/audit', sent);
    const { ids } = await made<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', sent);
    await made('PUT', '/stock/inout/audit', ids);
    await made('PUT', '/channelsale/delivery/sign', sent);
    await page.evaluate(`location.hash = '#/points-exchangeorder'`);
    const row = panel.locator('.grid-row').filter({ hasText: name }).first();
    await expect.poll(() => row.innerText()).toContain('已完成');
    // Goods for points earn none.
    expect(await heldAndLeft()).toBe('45 0');
  });
});

const heldAndLeft = async (): Promise<string> => {
  const [row] = await arrange<{ told: string }>(`
    select balance::float || ' ' || locked::float as told
    from app.points_balance
    where customer_code = '${customerCode}' and batch_no = ''`);
  return row?.told ?? '';
};
