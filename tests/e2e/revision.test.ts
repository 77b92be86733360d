import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';

const { organizeCode, storageCode } = buyer;
const customerCode = 'REVISION1';
const made = <Answer>(method: 'POST' | 'PUT' | 'GET', path: string, body?: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);

/** Six of a paint at a hundred, agreed to, of a customer who has paid a thousand. */
async function agreedOrder(): Promise<{ readonly id: string; readonly code: string; readonly line: string }> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/customer/manage', {
    code: customerCode,
    name: '变更客户',
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
    amount: '1000',
  });
  await made('PUT', '/channelsale/bill/audit', [paid]);
  const { id } = await made<{ id: string }>('POST', '/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    lines: [{ productCode: paint.code, number: '6', price: '100' }],
  });
  await made('PUT', '/channelsale/order/audit', [id]);
  const bill = await made<{ code: string; lines: { id: string }[] }>('GET', `/channelsale/order/${id}`);
  return { id, code: bill.code, line: bill.lines[0]?.id ?? '' };
}
const revised = async (orderCode: string, orderLineId: string, afterNumber: string, reason: string): Promise<string> =>
  (
    await made<{ id: string }>('POST', '/channelsale/orderrevision', {
      organizeCode,
      orderCode,
      reason,
      lines: [{ orderLineId, action: 'C', productCode: paint.code, afterNumber, afterPrice: '100' }],
    })
  ).id;

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
async function audit({ page, panel }: Person): Promise<void> {
  await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').click();
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

describe('an order that is revised', () => {
  test('holds what its new version costs, and shows any two of its versions side by side', async ({ office }) => {
    const { id, code, line } = await agreedOrder();
    expect(await cash()).toBe('1000 600');
    const person = await office.enter('lancai');
    const { panel, page } = person;
    await go(person, `order-revision__read__${await revised(code, line, '4', '门店库存充足')}`);
    await audit(person);
    await expect.poll(() => cash()).toBe('1000 400');
    await go(person, `order-revision__read__${await revised(code, line, '9', '客户加单')}`);
    await audit(person);
    await expect.poll(() => cash()).toBe('1000 900');

    await go(person, `order-order__read__${id}`);
    await panel.getByRole('tab', { name: '变更历史' }).click();
    const versions = panel.locator('[data-testid="order-versions"]');
    // The last change first: four became nine.
    await expect.poll(() => versions.innerText()).toMatch(/400\.00\s+900\.00[\s\S]*数量\s+4\s+9/);
    await expect.poll(() => versions.innerText()).toContain('客户加单');
    await versions.locator('[data-testid="version-left"]').click();
    await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('原单').click();
    await expect.poll(() => versions.innerText()).toMatch(/600\.00\s+900\.00[\s\S]*数量\s+6\s+9/);
    await expect.poll(() => versions.innerText()).toContain('门店库存充足');
  });
});
