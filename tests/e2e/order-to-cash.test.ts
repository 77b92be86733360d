import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const mark = Date.now().toString(36).toUpperCase();

/** Something of which there is plenty, in a warehouse of an organisation. */
const plenty = { organizeCode: buyer.organizeCode, storageCode: buyer.storageCode, productCode: paint.code };

/** A customer of his own, so that no other test moves his money. */
async function newCustomer(code: string, organizeCode: string): Promise<void> {
  await ask('lancai', 'POST', '/data/customer/manage', {
    code,
    name: `现金流测试客户${code}`,
    classCode: buyer.classCode,
    customerType: buyer.customerType,
    organizeCode,
    creditControlFlag: '1',
    receiveType: '3',
    creditDays: 30,
  });
}

const audited = async (path: string, body: object): Promise<string> => {
  const { id } = await ask<{ id: string }>('lancai', 'POST', path, body);
  await ask('lancai', 'PUT', `${path}/audit`, [id]);
  return id;
};

async function perform({ page, panel }: Person, verb: string): Promise<void> {
  await panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).click();
  const dialog = page.locator('.verb-dialog').filter({ visible: true });
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
const agree = ({ page }: Person): Promise<void> =>
  page.locator('.ant-modal-confirm').filter({ visible: true }).locator('.ant-btn-primary').click();
const shown = ({ panel }: Person, field: string): Promise<string> =>
  panel.locator(`.panel [data-field="${field}"], [data-field="${field}"]`).first().innerText();

describe('from the order to the money', () => {
  test('an order is refused for want of credit, cured, delivered, let out, shipped, signed short, stated and paid; the figures on screen are those of the books', async ({
    office,
  }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const { organizeCode, storageCode, productCode } = plenty;
    const customerCode = `CASH${mark}`;
    await newCustomer(customerCode, organizeCode);
    const {
      id: order,
      data: { code },
    } = await ask<{ id: string; data: { code: string } }>('lancai', 'POST', '/channelsale/order', {
      organizeCode,
      customerCode,
      storageCode,
      orderType: '0',
      lines: [{ productCode, number: '10', price: '100' }],
    });
    const person = await office.enter('lancai');
    const { page, panel } = person;

    await go(person, `order-order__read__${order}`);
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').click();
    // The preview already says why it cannot be.
    await page
      .locator('.verb-dialog, .ant-message-notice', { hasText: '客户可用额度不足，缺1000.00元' })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await audited('/channelsale/creditchange', { organizeCode, customerCode, changeType: '0', changeAmount: '5000' });
    await perform(person, 'audit');
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="pushDown"]').waitFor();

    // The bar asks nothing: what it made opens, and is named.
    await panel.locator('.next-bar [data-verb="pushDown"]').click();
    await person.told(/已生成 DN/);
    const [delivery] = await arrange<{ id: string; code: string }>(
      `select id, code from app.order_delivery where tenant_code = '1000' and order_code = '${code}'`,
    );
    await go(person, `order-delivery__read__${delivery?.id}`);
    await perform(person, 'audit');
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已审核');

    await person.open('stock/deliveryrelease');
    const row = panel.locator(`[data-row-key="${delivery?.id}"]`);
    await row.waitFor();
    await row.locator('input[type="checkbox"]').check();
    await panel.locator('.toolbar-chosen [data-verb="release"]').click();
    await agree(person);
    await person.told('已放行，生成 1 张出库单');
    const [movement] = await arrange<{ id: string }>(
      `select id from app.stock_inout where tenant_code = '1000' and source_code = '${delivery?.code}'`,
    );
    await go(person, `stock-inout__read__${movement?.id}`);
    await perform(person, 'audit');
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已审核');

    // The tab of the delivery still shows it as it was before it left.
    await page.reload();
    await go(person, `order-delivery__read__${delivery?.id}`);
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="sign"]').click();
    const dialog = page.locator('.ant-modal').filter({ visible: true, has: page.locator('.sign-lines') });
    await dialog.locator('input').fill('8');
    await dialog.locator('[role="status"]', { hasText: '短收 2' }).waitFor();
    await dialog.locator('.ant-btn-primary').click();
    await panel.locator('.panel-head [data-verb="unsign"]').waitFor();
    const signed = await ask<{ orderStatus: string; lines: { signedNumber: string; shortNumber: string }[] }>(
      'lancai',
      'GET',
      `/channelsale/order/${order}`,
    );
    expect([signed.orderStatus, signed.lines[0]?.signedNumber, signed.lines[0]?.shortNumber]).toEqual(['3', '8', '2']);

    const receipt = await audited('/channelsale/bill', { organizeCode, customerCode, billType: 'RC', amount: '400' });
    expect(receipt).not.toBe('');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
    const { id: statement } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/accountcheck', {
      organizeCode,
      customerCode,
      startDate: `${today.slice(0, 7)}-01`,
      endDate: today,
    });
    await go(person, `sale-accountcheck__read__${statement}`);
    const [owed] = await arrange<{ amount: string }>(`
      select amount::float::text as amount
      from app.receivable_balance
      where customer_code = '${customerCode}'`);
    expect(owed?.amount).toBe('600');
    await expect.poll(async () => (await shown(person, 'endAmount')).replace(/[^\d.-]/g, '')).toContain('600');
  });

  test('single lines of an order are ticked, closed with a reason after what that changes was shown, and reopened; with the last one the order is closed', async ({
    office,
  }) => {
    const { organizeCode, storageCode, productCode } = plenty;
    const customerCode = `LINE${mark}`;
    await newCustomer(customerCode, organizeCode);
    await audited('/channelsale/creditchange', { organizeCode, customerCode, changeType: '0', changeAmount: '5000' });
    const order = await audited('/channelsale/order', {
      organizeCode,
      customerCode,
      storageCode,
      orderType: '0',
      lines: ['3', '2'].map((number) => ({ productCode, number, price: '100' })),
    });
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await go(person, `order-order__read__${order}`);
    const dialog = page.locator('.ant-modal').filter({ visible: true, has: page.locator('.sign-lines') });
    const onLine = async (verb: string, line: number, reason: string): Promise<void> => {
      await panel.locator(`.lines-card [data-verb="${verb}"]`).click();
      await dialog.locator('tbody input[type="checkbox"]').nth(line).check();
      await dialog.locator('[data-testid="impact"]').waitFor();
      const button = dialog.locator('.ant-modal-footer .ant-btn-primary');
      if (verb === 'closeLines') await expect.poll(() => button.isDisabled()).toBe(true);
      await dialog.locator('textarea').fill(reason);
      await button.click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const standing = async (): Promise<unknown[]> => {
      const { billStatus, lines } = await ask<{ billStatus: string; lines: { closedNumber: string }[] }>(
        'lancai',
        'GET',
        `/channelsale/order/${order}`,
      );
      return [billStatus, ...lines.map(({ closedNumber }) => closedNumber)];
    };
    await settled(panel);
    expect(await panel.locator('.lines-card [data-verb="uncloseLines"]').count()).toBe(0);
    await onLine('closeLines', 0, '缺货');
    await panel.locator('.lines-card [data-verb="uncloseLines"]').waitFor();
    expect(await standing()).toEqual(['1', '3', '0']);
    await onLine('uncloseLines', 0, '到货');
    await expect.poll(() => panel.locator('.lines-card [data-verb="uncloseLines"]').count()).toBe(0);
    expect(await standing()).toEqual(['1', '0', '0']);
    await onLine('closeLines', 1, '不要了');
    await panel.locator('.lines-card [data-verb="uncloseLines"]').waitFor();
    await onLine('closeLines', 0, '也不要了');
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已关闭');
    expect(await standing()).toEqual(['2', '3', '2']);
  });
});
