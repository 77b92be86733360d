import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { sandboxAccount, startExchangeSystem, type SandboxSystem } from '#tests/exchange-system.ts';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { fromBillMenu } from './menu.ts';
import { arrange, ask, test, type Person } from './person.ts';

const mark = String(Date.now()).slice(-7);
let erp: SandboxSystem;
beforeAll(async () => {
  erp = await startExchangeSystem();
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await arrange(`update app.sys_params set param_value = '1' where param_code = 'INT001'`);
});
afterAll(async () => {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'INT001'`);
  await erp.close();
});

/** An order that was audited while there was no system to tell. */
async function failed(): Promise<{ id: string; code: string }> {
  const { organizeCode, storageCode, classCode, customerType } = buyer;
  const customerCode = `PUSH${mark}`;
  await ask('lancai', 'POST', '/data/customer/manage', {
    code: customerCode,
    name: `推送测试客户${mark}`,
    classCode,
    customerType,
    organizeCode,
    receiveType: '3',
    creditDays: 30,
  });
  const {
    id,
    data: { code },
  } = await ask<{ id: string; data: { code: string } }>('lancai', 'POST', '/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    orderType: '0',
    lines: [{ productCode: paint.code, number: '2', price: '20' }],
  });
  await ask('lancai', 'PUT', '/channelsale/order/audit', [id]);
  await expect
    .poll(async () => (await ask<{ pushStatus: string }>('lancai', 'GET', `/channelsale/order/${id}`)).pushStatus)
    .toBe('3');
  return { id, code };
}

async function shot(person: Person, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await person.page.screenshot({ path: `${folder}/${name}.png` });
}

test('an order whose push failed says so and why, and is pushed again from the list or the order itself', async ({
  office,
}) => {
  const { id, code } = await failed();
  const english = await office.enter('lancai', { language: 'en-US', width: 1280, height: 800 });
  await english.page.evaluate(`location.hash = '#/order-order__read__${id}'`);
  await english.panel.locator('[data-testid="bill-code"]').waitFor();
  await english.panel.locator('[data-verb="push"]').first().waitFor({ state: 'attached' });
  await shot(english, 'push-bill-en');
  await fromBillMenu(english.page, 'history');
  await expect
    .poll(() => english.page.locator('.history-log [data-operation="push"] strong').first().innerText())
    .toBe('Push');
  await shot(english, 'push-history-en');

  const person = await office.enter('lancai', { width: 1280, height: 800 });
  const { page, panel } = person;
  await page.evaluate(`location.hash = '#/order-order__read__${id}'`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
  await fromBillMenu(page, 'history');
  const last = page.locator('.history-log [data-operation="push"]').first();
  await expect.poll(() => last.innerText()).toContain('没有启用的外部系统（接口类型REST）');
  await expect.poll(() => last.locator('.history-who').innerText()).toMatch(/^推送\s+系统\s/);
  await expect
    .poll(() => last.locator('[data-field="pushStatus"]').innerText())
    .toMatch(/推送状态\s+待推送\s+推送失败/);
  await shot(person, 'push-history');
  await page.keyboard.press('Escape');

  await ask('lancai', 'POST', '/exchange/system', {
    code: `PU${mark}`,
    name: '沙箱ERP',
    interfaceType: '1',
    url: erp.url,
    ...sandboxAccount,
  });
  await person.open('order/order');
  const row = panel.locator(`[data-row-key="${id}"]`);
  await row.waitFor();
  await row.locator(':is([role="checkbox"], input[type="checkbox"])').first().click();
  await shot(person, 'push-list');
  await panel.locator('[data-verb="push"]').filter({ visible: true }).first().click();
  await page.locator('.ant-modal-confirm').filter({ visible: true }).locator('.ant-btn-primary').click();
  await person.told('1 张订单等待推送');
  await expect.poll(() => erp.pushed.map(({ bill: { billNo } }) => billNo)).toEqual([code]);
  await expect
    .poll(async () => (await ask<{ pushStatus: string }>('lancai', 'GET', `/channelsale/order/${id}`)).pushStatus)
    .toBe('4');
  await page.reload();
  await row.waitFor();
  await shot(person, 'push-list-done');
});
