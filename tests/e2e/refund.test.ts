import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';

const { organizeCode, storageCode } = buyer;
const customerCode = 'RETURNS1';
const made = <Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);

/** Ten of a paint at a hundred, less a hundred from a thousand on; shipped, and waiting to be signed for. */
async function shippedOrder(): Promise<{ readonly id: string; readonly code: string; readonly delivery: string }> {
  const { id, data } = await made<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
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
  return { id, code: data.code, delivery: sent[0] ?? '' };
}

async function prepare(): Promise<void> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/customer/manage', {
    code: customerCode,
    name: '上海宏域家装工程材料有限公司浦东分公司',
    classCode: buyer.classCode,
    customerType: buyer.customerType,
    organizeCode,
    creditControlFlag: '1',
    receiveType: '3',
    creditDays: 30,
  });
  const audited = async (path: string, body: object): Promise<void> => {
    const { id } = await made<{ id: string }>('POST', path, body);
    await made('PUT', `${path}/audit`, [id]);
  };
  await audited('/channelsale/bill', { organizeCode, customerCode, billType: 'RC', amount: '5000' });
  const activities = '/channelsale/promotion/activity';
  const { id } = await made<{ id: string }>('POST', activities, {
    name: '满一千减一百',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    policyRuleTypeCode: 'P003',
    scopes: [{ side: 'customer', dimension: 'customer', code: customerCode, excludeFlag: '0' }],
    lines: [
      {
        policyRuleTypeCode: 'P003',
        leastAmount: '1000',
        onSaleType: '0',
        onSaleAmount: '100',
        giveDynamicFlag: '0',
      },
    ],
  });
  await made('PUT', `${activities}/audit`, [id]);
  await made('PUT', `${activities}/publish`, [id]);
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
const cash = async (): Promise<string> => {
  const [row] = await arrange<{ amount: string }>(`
    select balance::float::text as amount
    from app.capital_balance
    where account_code = 'A001-${organizeCode}-${customerCode}'`);
  return row?.amount ?? '';
};

describe('goods that come back', () => {
  test('what was signed short makes its return, which says why it gives back so much, and gives it', async ({
    office,
  }) => {
    await prepare();
    const { id, code, delivery } = await shippedOrder();
    expect(await cash()).toBe('4100');
    const person = await office.enter('lancai');
    const { page, panel } = person;

    await go(person, `order-delivery__read__${delivery}`);
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="sign"]').click();
    const signing = page.locator('.ant-modal').filter({ visible: true, has: page.locator('.sign-lines') });
    await signing.locator('input').fill('8');
    await signing.locator('.ant-btn-primary').click();
    await signing.waitFor({ state: 'hidden' });

    // Two did not arrive: nothing of the hundred is lost by that.
    const [short] = await arrange<{ id: string }>(
      `select id from app.order_refund where tenant_code = '1000' and order_code = '${code}'`,
    );
    await go(person, `order-refund__read__${short?.id}`);
    await page.keyboard.press('F8');
    const why = panel.locator('[data-testid="refund-why"]');
    await expect.poll(() => why.locator('[data-testid="refund-amount"]').innerText()).toBe('180.00');
    await expect.poll(() => why.innerText()).toContain('短少按当时付的退');
    await perform(person, 'unstash');
    await perform(person, 'audit');
    await expect.poll(() => panel.locator('.next-bar').innerText()).toContain('待退货入库');
    const inbound = async (refund: string | undefined): Promise<void> => {
      const [movement] = await arrange<{ id: string }>(`
        select m.id
        from app.stock_inout m
        join app.order_refund t on t.code = m.source_code
        where m.tenant_code = '1000' and t.id = '${refund}' and m.bill_status = '0' and m.deleted_flag = '0'`);
      await go(person, `stock-inout__read__${movement?.id}`);
      await perform(person, 'audit');
      await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已审核');
    };
    await inbound(short?.id);
    expect(await cash()).toBe('4280');

    // Three more he brings himself: five stay, for which he owes five hundred.
    await go(person, `order-order__read__${id}`);
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="giveBack"]').click();
    const returning = page.locator('.ant-modal').filter({ visible: true, has: page.locator('.return-lines') });
    await returning.locator('.return-lines input').fill('3');
    await expect.poll(() => returning.locator('[data-testid="refund-amount"]').innerText()).toBe('220.00');
    await expect.poll(() => returning.locator('[data-bar="kept"]').innerText()).toContain('-50.00');
    // What each number would give back: nine bars, and one of them is chosen; a bar chooses its number.
    const bars = returning.locator('[data-testid="refund-curve"] li');
    await expect.poll(() => bars.count()).toBe(9);
    await expect.poll(() => returning.locator('.refund-curve [data-chosen]').getAttribute('title')).toContain('220.00');
    await bars.nth(2).locator('button').click();
    await expect.poll(() => returning.locator('.return-lines input').inputValue()).toBe('2');
    await expect.poll(() => returning.locator('[data-testid="refund-amount"]').innerText()).toBe('120.00');
    await returning.locator('.return-lines input').fill('9');
    await expect.poll(() => returning.locator('.ant-modal-footer .ant-btn-primary').isDisabled()).toBe(true);
    await returning.locator('.return-lines input').fill('3');
    await returning.locator('.ant-modal-footer .ant-btn-primary').click();
    await returning.waitFor({ state: 'hidden' });
    await expect.poll(() => panel.locator('[data-testid="bill-code"]').innerText()).toMatch(/^RF/);
    // The pane begins with what people say about it.
    await page.keyboard.press('F8');
    await expect.poll(() => panel.locator('.refund-curve [data-chosen]').getAttribute('title')).toContain('220.00');
    await perform(person, 'audit');
    const [own] = await arrange<{ id: string }>(`
      select id
      from app.order_refund
      where tenant_code = '1000' and order_code = '${code}' and delivery_code is null`);
    await inbound(own?.id);
    expect(await cash()).toBe('4500');
  });
});
