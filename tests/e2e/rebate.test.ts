import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';

const { organizeCode, storageCode } = buyer;
const customerCode = 'REBATE1';
const made = <Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);
const audited = async (path: string, body: object): Promise<string> => {
  const { id } = await made<{ id: string }>('POST', path, body);
  await made('PUT', `${path}/audit`, [id]);
  return id;
};

/** So many paints at a hundred leave the house. */
async function sell(number: string): Promise<void> {
  const id = await audited('/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    lines: [{ productCode: paint.code, number, price: '100' }],
  });
  const { ids: sent } = await made<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
  await made('PUT', '/channelsale/delivery/audit', sent);
  const { ids } = await made<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', sent);
  await made('PUT', '/stock/inout/audit', ids);
}

/** A customer who bought for a thousand, and a settlement of two percent of it that waits to be approved. */
async function prepare(): Promise<string> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/customer/manage', {
    code: customerCode,
    name: '上海宏域家装工程材料有限公司青浦分公司',
    classCode: buyer.classCode,
    customerType: buyer.customerType,
    organizeCode,
    creditControlFlag: '1',
    receiveType: '3',
    creditDays: 30,
  });
  await audited('/channelsale/bill', { organizeCode, customerCode, billType: 'RC', amount: '5000' });
  await sell('10');
  const [entry] = await arrange<{ day: string }>(`
    select max(e.biz_date)::text as day
    from app.receivable_entry e
    join app.receivable_balance b on b.id = e.balance_id
    where b.customer_code = '${customerCode}'`);
  const day = entry?.day ?? '';
  const programmes = '/channelsale/rebateprogramme';
  const programme = await audited(programmes, {
    name: '年度返利',
    organizeCode,
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    customerCodes: [customerCode],
    lines: [{ start: '500', rate: '2' }],
  });
  const [row] = await arrange<{ code: string }>(`select code from app.sale_rebateprogramme where id = '${programme}'`);
  const { id } = await made<{ id: string }>('POST', '/channelsale/rebate', {
    organizeCode,
    programmeCode: row?.code,
    startDate: day,
    endDate: day,
    billDate: day,
  });
  return id;
}

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
const rebate = async (): Promise<string> => {
  const [row] = await arrange<{ amount: string }>(`
    select balance::float::text as amount
    from app.capital_balance
    where account_code = 'A003-${organizeCode}-${customerCode}'`);
  return row?.amount ?? '';
};

describe('rebate', () => {
  test('is settled with the entries that made it, paid out, used by an order, and stated as the books have it', async ({
    office,
  }) => {
    const id = await prepare();
    const person = await office.enter('lancai');
    const { page, panel } = person;

    await go(person, `promotion-rebate__read__${id}`);
    await page.keyboard.press('F8');
    const lines = panel.locator('[data-testid="rebate-lines"]');
    await expect.poll(() => lines.innerText()).toContain('返利 20.00（2%）');
    await expect.poll(() => lines.innerText()).toContain('青浦分公司');
    await lines.locator('[data-verb="entries"]').click();
    const dialog = page.locator('.ant-modal').filter({ visible: true });
    await expect.poll(() => dialog.locator('tbody').innerText()).toContain('1,000.00');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await perform(person, 'audit');
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已审核');
    expect(await rebate()).toBe('20');

    // Of fifty he pays at most a third with it: fifteen.
    await audited('/channelsale/order', {
      organizeCode,
      customerCode,
      storageCode,
      lines: [{ productCode: paint.code, number: '1', price: '50' }],
    });
    await page.reload();
    await panel.locator('[data-testid="bill-code"]').waitFor();
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="unaudit"]').click();
    const asked = page.locator('.verb-dialog').filter({ visible: true });
    await expect.poll(() => asked.innerText()).toContain('返利已使用或占用');
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'hidden' });

    await sell('1');
    expect(await rebate()).toBe('15');
    await person.open('promotion/rebatestatement');
    const row = panel.locator('.ant-table-row, [data-row-key]').filter({ hasText: '青浦分公司' });
    await expect.poll(() => row.innerText()).toMatch(/20\.00[\s\S]*5\.00[\s\S]*15\.00/);
    await row.locator('[data-verb="entries"]').click();
    await expect.poll(() => dialog.locator('tbody').innerText()).toContain('-5.00');
    await page.keyboard.press('Escape');
  });
});
