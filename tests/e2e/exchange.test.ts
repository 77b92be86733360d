import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const { organizeCode, storageCode } = buyer;
const customerCode = 'EXCHANGE1';
const made = <Answer>(method: 'POST' | 'PUT' | 'GET', path: string, body?: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
async function perform({ page, panel }: Person, verb: string): Promise<void> {
  await panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).click();
  const dialog = page.locator('.verb-dialog').filter({ visible: true });
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}
const cash = async (): Promise<string> => {
  const [row] = await arrange<{ amount: string }>(`
    select balance::float || ' ' || occupied::float as amount
    from app.capital_balance
    where account_code = 'A001-${organizeCode}-${customerCode}'`);
  return row?.amount ?? '';
};
async function shipped(id: string): Promise<string> {
  const { ids: sent } = await made<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
  await made('PUT', '/channelsale/delivery/audit', sent);
  const { ids } = await made<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', sent);
  await made('PUT', '/stock/inout/audit', ids);
  return sent[0] ?? '';
}
/** Three of a paint at a hundred, shipped and signed for, of a customer who has paid five thousand. */
async function soldOrder(): Promise<string> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/customer/manage', {
    code: customerCode,
    name: '换货客户',
    classCode: buyer.classCode,
    customerType: buyer.customerType,
    organizeCode,
    creditControlFlag: '1',
    receiveType: '3',
    creditDays: 30,
  });
  const { id: paid } = await made<{ id: string }>('POST', '/channelsale/bill', {
    organizeCode,
    customerCode,
    billType: 'RC',
    amount: '5000',
  });
  await made('PUT', '/channelsale/bill/audit', [paid]);
  const { id } = await made<{ id: string }>('POST', '/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    lines: [{ productCode: paint.code, number: '3', price: '100' }],
  });
  await made('PUT', '/channelsale/order/audit', [id]);
  await made('PUT', '/channelsale/delivery/sign', [await shipped(id)]);
  return id;
}

describe('goods for goods', () => {
  test('an exchange says what is to be paid, waits for the old goods, and its new ones are delivered and signed', async ({
    office,
  }) => {
    const order = await soldOrder();
    expect(await cash()).toBe('4700 0');
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await go(person, `order-order__read__${order}`);
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="giveBack"]').click();
    const dialog = page.locator('.ant-modal').filter({ visible: true, has: page.locator('.return-lines') });
    await dialog.locator('.return-lines input').first().fill('2');
    await dialog.locator('.ant-segmented-item').nth(1).click();
    const save = dialog.locator('.ant-modal-footer .ant-btn-primary');
    await expect.poll(() => save.isDisabled()).toBe(true);
    await dialog.locator('[data-testid="pick-new"]').click();
    const picker = page.locator('.picker').filter({ visible: true }).last();
    const search = picker.locator('[data-filter="code"] input').first();
    await search.fill(paint.code);
    await search.press('Enter');
    const row = picker.locator('.entity-table [data-row-key]');
    await expect.poll(() => row.count()).toBe(1);
    await row.click();
    await picker.locator('[data-verb="confirm"]').click();
    await picker.waitFor({ state: 'hidden' });
    await dialog.locator('[data-testid="exchange-goods"] input').fill('10');
    await expect.poll(() => dialog.locator('[data-testid="exchange-back"]').innerText()).toBe('200.00');
    await expect.poll(() => dialog.locator('[data-rest]').innerText()).toContain('需补');
    const rest = (await dialog.locator('[data-testid="exchange-rest"]').innerText()).replace(',', '');
    const cost = (await dialog.locator('[data-testid="exchange-new"]').innerText()).replace(',', '');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => panel.locator('[data-testid="bill-code"]').innerText()).toMatch(/^RF/);
    await perform(person, 'audit');
    await expect.poll(() => cash()).toBe(`4700 ${Number(rest)}`);
    const [exchange] = await arrange<{ order: string; code: string; movement: string }>(`
      select o.id as order, o.code, m.id as movement
      from app.order_refund t
      join app.order_order o on o.tenant_code = t.tenant_code and o.code = t.new_order_code
      join app.stock_inout m on m.tenant_code = t.tenant_code and m.source_code = t.code and m.deleted_flag = '0'
      where t.tenant_code = '1000' and t.customer_code = '${customerCode}'`);

    // The order that it made is a step away, and the way back is with its documents.
    await settled(page);
    await panel
      .getByText(exchange?.code ?? '', { exact: true })
      .first()
      .click();
    await expect.poll(() => panel.locator('[data-testid="bill-code"]').innerText()).toBe(exchange?.code);

    const { ids: sent } = await made<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [exchange?.order]);
    await made('PUT', '/channelsale/delivery/audit', sent);
    await expect(made('PUT', '/stock/deliveryrelease/release', sent)).rejects.toThrow('换回货物未入库');
    await go(person, `stock-inout__read__${exchange?.movement}`);
    await perform(person, 'audit');
    await expect.poll(() => cash()).toBe(`4900 ${Number(cost)}`);
    const { ids } = await made<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', sent);
    await made('PUT', '/stock/inout/audit', ids);
    await made('PUT', '/channelsale/delivery/sign', sent);
    expect(await cash()).toBe(`${4900 - Number(cost)} 0`);
  });
});
