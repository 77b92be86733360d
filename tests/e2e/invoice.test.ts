import { afterAll, describe, expect } from 'vitest';
import { taxAccount } from '#scripts/demo-data/sandbox.ts';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { startTaxSystem, type TaxSystem } from '#tests/tax-system.ts';
import { arrange, ask, test, type Person } from './person.ts';

const { organizeCode, storageCode } = buyer;
const customerCode = 'INVOICED1';
const made = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

/** Ten of a paint at 113 with 13 % tax, shipped and signed for, of a customer whose title is known. */
async function shippedOrder(
  customerCode: string,
  title: string,
): Promise<{ readonly id: string; readonly code: string }> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/customer/manage', {
    code: customerCode,
    name: `${title}嘉定分公司`,
    classCode: buyer.classCode,
    customerType: buyer.customerType,
    organizeCode,
    creditControlFlag: '1',
    receiveType: '3',
    creditDays: 30,
  });
  await made('POST', '/data/bd/customer/invoice', {
    customerCode,
    typeCode: '3',
    name: title,
    taxNumber: '91310114MA1XXXXX1K',
  });
  const { id: receipt } = await made<{ id: string }>('POST', '/channelsale/bill', {
    organizeCode,
    customerCode,
    billType: 'RC',
    amount: '5000',
  });
  await made('PUT', '/channelsale/bill/audit', [receipt]);
  const codes = await arrange(`select code from app.invoice_taxcode where tenant_code = '1000' and code = '107020101'`);
  if (codes.length === 0)
    await made('POST', '/invoice/electronmain/taxcode', {
      code: '107020101',
      name: '涂料',
      abbreviation: '涂料',
      taxRate: '13',
    });
  await arrange(`update app.data_material set tax_code = '107020101', tax_rate = '13' where tenant_code = '1000'`);
  const { id, data } = await made<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    lines: [{ productCode: paint.code, number: '10', price: '113' }],
  });
  await made('PUT', '/channelsale/order/audit', [id]);
  const { ids: sent } = await made<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
  await made('PUT', '/channelsale/delivery/audit', sent);
  const { ids } = await made<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', sent);
  await made('PUT', '/stock/inout/audit', ids);
  await made('PUT', '/channelsale/delivery/sign', sent);
  return { id, code: data.code };
}

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
const press = ({ panel }: Person, verb: string): Promise<void> =>
  panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).first().click();
async function perform(person: Person, verb: string, fill: Readonly<Record<string, string>> = {}): Promise<void> {
  await press(person, verb);
  const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
  for (const [field, value] of Object.entries(fill)) {
    const input = dialog.locator(`[data-field="${field}"] input`).first();
    await input.fill(value);
    await input.press('Tab');
  }
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}
const dialogOf = ({ page }: Person, part: string) =>
  page.locator('.ant-modal').filter({ visible: true, has: page.locator(part) });

/** Three of the ten come back, and are in stock again. */
async function threeBack(orderId: string, orderCode: string): Promise<string> {
  const { lines } = await made<{ lines: { id: string; productCode: string }[] }>(
    'GET',
    `/channelsale/order/${orderId}`,
  );
  const { id } = await made<{ id: string }>('POST', '/channelsale/refund', {
    organizeCode,
    orderCode,
    lines: lines.map((line) => ({ orderLineId: line.id, productCode: line.productCode, number: '3' })),
  });
  await made('PUT', '/channelsale/refund/audit', [id]);
  const moved = await arrange<{ id: string }>(`
    select m.id
    from app.stock_inout m
    join app.order_refund t on t.code = m.source_code and t.tenant_code = m.tenant_code
    where m.tenant_code = '1000' and t.id = '${id}' and m.deleted_flag = '0'`);
  await made(
    'PUT',
    '/stock/inout/audit',
    moved.map((each) => each.id),
  );
  return id;
}

describe('an invoice', () => {
  test('goes from an order to its number, and a return takes back what came back of it', async ({ office }) => {
    const { id, code } = await shippedOrder(customerCode, '上海宏域家装工程材料有限公司');
    const person = await office.enter('lancai');
    const { page, panel } = person;

    await go(person, `order-order__read__${id}`);
    await press(person, 'invoice');
    await expect.poll(() => panel.locator('[data-testid="bill-code"]').innerText()).toMatch(/^IA/);
    const [application] = await arrange<{ id: string }>(
      `select id from app.invoice_apply where tenant_code = '1000' and customer_code = '${customerCode}'`,
    );
    await go(person, `invoice-apply__read__${application?.id}`);
    await perform(person, 'unstash');
    await perform(person, 'audit');
    await person.open('invoice/confirm');
    await made('PUT', '/invoice/confirm/confirm', [application?.id]);
    const [invoice] = await arrange<{ id: string }>(
      `select id from app.invoice_maintain where tenant_code = '1000' and customer_code = '${customerCode}'`,
    );
    await go(person, `invoice-maintain__read__${invoice?.id}`);
    await perform(person, 'number', { invoiceNumber: '26331000000000000001', invoiceDate: '2026-11-02' });
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已开');
    await shot(person, 'invoice-issued');

    const refundId = await threeBack(id, code);
    await go(person, `order-refund__read__${refundId}`);
    await press(person, 'reds');
    const proposed = dialogOf(person, '[data-testid="reds-proposed"]');
    await expect.poll(() => proposed.innerText()).toContain('26331000000000000001');
    await expect.poll(() => proposed.innerText()).toContain('-339.00');
    await shot(person, 'invoice-return');
    await proposed.locator('[data-verb="openInvoice"]').click();

    await expect.poll(() => panel.locator('[data-testid="bill-code"]').innerText()).toMatch(/^IV/);
    await press(person, 'redReverse');
    const reversing = dialogOf(person, '.red-lines');
    await expect.poll(() => reversing.locator('.red-line input').inputValue()).toBe('3');
    await expect.poll(() => reversing.locator('[data-testid="red-sum"]').innerText()).toContain('791.00');
    await shot(person, 'invoice-red-dialog');
    const red = reversing.locator('.ant-modal-footer .ant-btn-primary');
    await reversing.locator('.red-line input').fill('11');
    await expect.poll(() => red.isDisabled()).toBe(true);
    await reversing.locator('.red-line input').fill('3');
    await red.click();
    await reversing.waitFor({ state: 'hidden' });
    await expect.poll(() => panel.innerText()).toContain('红冲中');
    await shot(person, 'invoice-reversing');

    const [redInvoice] = await arrange<{ id: string }>(`
      select id
      from app.invoice_maintain
      where tenant_code = '1000' and customer_code = '${customerCode}' and kind = '1'`);
    await go(person, `invoice-maintain__read__${redInvoice?.id}`);
    await perform(person, 'number', { invoiceNumber: '26331000000000000002', invoiceDate: '2026-11-03' });
    await expect.poll(() => panel.innerText()).toContain('-339.00');
    await shot(person, 'invoice-red');
    // What stood open before is told anew.
    await go(person, `invoice-maintain__read__${invoice?.id}`);
    await page.reload();
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已开票');
    await page.keyboard.press('Alt+H');
    await panel.locator('[data-verb="more"]').click();
    await expect.poll(() => panel.innerText()).toContain('已开红字发票');
    await expect.poll(() => panel.innerText()).toContain('339.00');
    await shot(person, 'invoice-partly-red');
    await go(person, `order-refund__read__${refundId}`);
    await press(person, 'reds');
    await expect
      .poll(() => dialogOf(person, '[data-testid="reds-made"]').innerText())
      .toContain('26331000000000000002');
  });

  test('whose buyer has used it is taken back once he agreed, as its provider says', async ({ office }) => {
    const code = 'INVOICED2';
    tax = await startTaxSystem();
    const system = { code: 'TAX', name: '开票沙箱', interfaceType: '1', url: tax.url, ...taxAccount };
    await made('POST', '/exchange/system', system);
    await made('POST', '/sys/tenant/params', { code: 'IV008', name: 'IV008', typeCode: 'SD', value: 'TAX' });
    const order = await shippedOrder(code, '杭州宏域已用途材料有限公司');
    const { ids } = await made<{ ids: string[] }>('POST', '/invoice/apply/fromorders', [order.id]);
    await made('PUT', '/invoice/apply/unstash', ids);
    await made('PUT', '/invoice/apply/audit', ids);
    await made('PUT', '/invoice/confirm/confirm', ids);
    const invoiceOf = (kind: string) =>
      arrange<{ id: string; number: string | null }>(`
        select id, invoice_number as number
        from app.invoice_maintain
        where tenant_code = '1000' and customer_code = '${code}' and kind = '${kind}' and deleted_flag = '0'`);
    const [invoice] = await invoiceOf('0');
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    const { page, panel } = person;
    await go(person, `invoice-maintain__read__${invoice?.id}`);
    await press(person, 'issue');
    await expect.poll(async () => (await invoiceOf('0'))[0]?.number ?? '', { timeout: 90_000 }).toMatch(/^\d{20}$/);
    await threeBack(order.id, order.code);
    await page.reload();
    await press(person, 'redReverse');
    const reversing = dialogOf(person, '.red-lines');
    await expect.poll(() => reversing.locator('.red-line input').inputValue()).toBe('3');
    // The provider knows whether the buyer has used it, and gives the number.
    await expect.poll(() => reversing.innerText()).toContain('确认单由开票服务办理');
    const typed = reversing.locator('[data-field="buyerUsedFlag"], [data-field="redConfirmNo"]');
    await expect.poll(() => typed.count()).toBe(0);
    await shot(person, 'red-dialog-provider');
    const english = await office.enter('lancai', { language: 'en-US', width: 1280, height: 860 });
    await go(english, `invoice-maintain__read__${invoice?.id}`);
    await press(english, 'redReverse');
    await expect.poll(() => dialogOf(english, '.red-lines').locator('.red-line input').inputValue()).toBe('3');
    await shot(english, 'red-dialog-provider-en');
    await reversing.locator('.ant-modal-footer .ant-btn-primary').click();
    await reversing.waitFor({ state: 'hidden' });
    await expect.poll(() => panel.locator('[data-testid="red-notice"]').innerText()).toContain('红字确认单');
    await shot(person, 'red-asked');
    const isAtBuyer = async (): Promise<string> => {
      const [row] = await arrange<{ status: string }>(
        `select red_confirm_status as status from app.invoice_maintain where id = '${invoice?.id}'`,
      );
      return row?.status ?? '';
    };
    await expect.poll(isAtBuyer, { timeout: 60_000, interval: 200 }).toBe('2');
    await page.reload();
    await expect.poll(() => panel.locator('[data-testid="red-notice"]').innerText()).toContain('待购方确认');
    await shot(person, 'red-at-buyer');
    await english.page.reload();
    await english.panel.locator('[data-testid="red-notice"]').waitFor();
    await shot(english, 'red-at-buyer-en');
    // Nobody answers in the buyer's place; what he said is looked for at once.
    await expect.poll(() => panel.locator('[data-verb="redAgree"]').count()).toBe(0);
    await press(person, 'redQuery');
    await expect.poll(async () => (await invoiceOf('1'))[0]?.number ?? '', { timeout: 90_000 }).toMatch(/^\d{20}$/);
    await go(person, `invoice-maintain__read__${(await invoiceOf('1'))[0]?.id}`);
    await expect.poll(() => panel.innerText()).toContain('-339.00');
    await page.keyboard.press('Alt+H');
    await panel.locator('[data-verb="more"]').click();
    await expect
      .poll(() => panel.innerText())
      .toContain([...(tax?.confirmations.values() ?? [])][0]?.redConfirmNo ?? 'HZ');
    await shot(person, 'red-issued-provider');
  });
});

let tax: TaxSystem | undefined;
afterAll(() => tax?.close());
