import { describe, expect } from 'vitest';
import { goods, paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { plant } from '#tests/house-places.ts';
import { writeOrder } from './orders.ts';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

/** Twenty materials of which three hundred each lie in the buyer's warehouse. */
const stock = goods.slice(0, 20);
const { organizeCode, storageCode, code: customerCode } = buyer;

async function chooseOrganization({ page, panel }: Person, { name }: { readonly name: string }): Promise<void> {
  const input = panel.locator('[data-field="organizeCode"] input').first();
  await input.click();
  await input.fill(name);
  await page.locator('.org-cascader .ant-cascader-menu-item', { hasText: name }).last().click();
}

async function typeCode({ panel }: Person, field: string, code: string): Promise<void> {
  const input = panel.locator(`[data-field="${field}"] input`).first();
  await input.fill(code);
  await input.press('Enter');
  await expect.poll(() => input.getAttribute('title')).toContain(code);
}

/** Opens the enquiry, asks for one material and reads its free quantity in one warehouse. */
async function availableOf(person: Person, productCode: string): Promise<string> {
  const { page, panel } = person;
  await person.open('stock/enquiry');
  await panel.locator('.unfold').waitFor();
  if (!(await panel.locator('[data-filter="productCode"]').isVisible())) await panel.locator('.unfold').click();
  const storage = panel.locator('[data-filter="storageCode"] input').first();
  await storage.fill(storageCode);
  await storage.press('Enter');
  await expect.poll(() => storage.getAttribute('title')).toContain(storageCode);
  const product = panel.locator('[data-filter="productCode"]');
  // The tab keeps what was chosen when the page was left.
  if ((await product.locator('input').first().inputValue()) === '') {
    await product.locator('[data-verb="pick"]').click();
    const dialog = page.locator('.picker').filter({ visible: true }).last();
    const code = dialog.locator('[data-filter="code"] input').first();
    await code.fill(productCode);
    await code.press('Enter');
    await dialog
      .locator('.entity-table [data-row-key]', {
        has: page.locator('[data-column="code"]', { hasText: new RegExp(`^${productCode}$`) }),
      })
      .click();
    await dialog.locator('[data-verb="confirm"]').click();
    await expect.poll(() => product.locator('input').first().inputValue()).not.toBe('');
  }
  await panel.locator('[data-verb="search"]').click();
  const answer = page.waitForResponse(
    (response) =>
      response.url().includes('/stock/enquiry/page') && response.url().includes(`productCode=${productCode}`),
  );
  await panel.locator('[data-verb="refresh"]').click();
  await answer;
  const row = panel.locator('[data-row-key]');
  await expect.poll(() => row.count()).toBe(1);
  const heads = await panel.locator('[role="columnheader"]').allInnerTexts();
  return (
    await row
      .locator('[role="gridcell"]')
      .nth(heads.findIndex((text) => text.trim() === '可用数量'))
      .innerText()
  ).replaceAll(',', '');
}

async function perform(person: Person, verb: string): Promise<string[]> {
  await person.panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).click();
  const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
  await dialog.locator('[data-testid="impact"]').waitFor();
  const changes = await dialog.locator('td[data-measure="occupied"]').allTextContents();
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
  return changes;
}

describe('a person with an order', () => {
  test('[A322] [A323] [A324] [A387] logs in, writes twenty lines, audits them, sees available stock fall, previews and performs unaudit and sees it return', async ({
    office,
  }) => {
    // One person plays both parts here; the four-eyes rule has its own test below.
    await fourEyes('0');
    const person = await office.enter();
    const { page, panel } = person;
    await person.logIn('lancai');
    await page.locator('.sidebar').waitFor();
    const before = await availableOf(person, paint.code);

    await person.open('order/order');
    await panel.locator('[data-verb="add"]').click();
    await panel.locator('.line-table').waitFor();
    await chooseOrganization(person, plant);
    await typeCode(person, 'customerCode', customerCode);
    await typeCode(person, 'storageCode', storageCode);
    await panel.locator('[data-line="0"][data-field="productCode"]').click();
    for (const [at, { code: productCode }] of stock.entries()) {
      for (const [text, key] of [
        [productCode, 'Tab'],
        ['2', 'Tab'],
        ['12.5', at < stock.length - 1 ? 'Enter' : 'Tab'],
      ] as const) {
        await page.keyboard.type(text);
        await page.keyboard.press(key);
      }
    }
    // The last code was looked up when the name of its product is there.
    await expect.poll(() => panel.locator('[data-line="19"][data-field="productName"]').innerText()).not.toBe('');
    await expect.poll(() => panel.locator('[data-total="amount"]').innerText()).toBe('500.00');
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    const code = await panel.locator('[data-testid="bill-code"]').innerText();
    expect(code).toMatch(/^SO\d{13}$/);
    await expect.poll(() => panel.locator('[data-total="productCode"]').innerText()).toBe('20 行');
    // The browser gave each line a random id of its own (v4).
    const { body } =
      person.sent.findLast(({ method, path }) => method === 'POST' && path === '/channelsale/order') ?? {};
    const ids = (body as { lines: { id: string }[] }).lines.map((line) => line.id);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

    const reserved = await perform(person, 'audit');
    // Twenty materials, and the accounts that will pay for them.
    expect(reserved.length).toBeGreaterThan(20);
    await panel.locator('.panel-head .status', { hasText: '已审核' }).waitFor();
    const orderTab = person.route();
    // Read: prices with 4 places, quantities with 0, amounts with 2; in the list separators and yyyy-MM-dd.
    const read = (field: string): Promise<string> =>
      panel.locator(`[data-line="0"][data-field="${field}"]`).innerText();
    await expect
      .poll(async () => [await read('number'), await read('price'), await read('amount')])
      .toEqual(['2', '12.5000', '25.00']);
    await person.open('order/order');
    await panel.locator('.unfold').click();
    await panel.locator('[data-filter="code"] input').fill(code);
    await panel.locator('[data-verb="search"]').click();
    await expect.poll(() => panel.locator('[data-row-key]').count()).toBe(1);
    const cells = await panel.locator('[data-row-key] [role="gridcell"]').allInnerTexts();
    expect(cells).toEqual(
      expect.arrayContaining([
        '500.00',
        '40',
        new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()),
      ]),
    );
    const during = await availableOf(person, paint.code);
    expect(Number.parseFloat(during)).toBe(Number.parseFloat(before) - 2);

    await page.locator(`[data-tab="${orderTab}"]`).click();
    const released = await perform(person, 'unaudit');
    expect(released).toHaveLength(reserved.length);
    const given = released.map((change) => {
      const [from = '', to = ''] = change.replaceAll(',', '').split('→');
      return Number.parseFloat(from) - Number.parseFloat(to);
    });
    expect(given.filter((number) => number === 2)).toHaveLength(20);
    await panel.locator('.panel-head .status', { hasText: '已保存' }).waitFor();
    await settled(person);
    expect(await availableOf(person, paint.code)).toBe(before);
    await fourEyes('1');
  });

  test('[A320] [A321] is asked before a verb, by its name, and leaving the question sends nothing', async ({
    office,
  }) => {
    const { id } = await writeOrder();
    const person = await office.enter('lancai');
    await person.page.goto(`/#/order-order__read__${id}`);
    await person.panel.locator('.panel-head [data-verb="cancel"]').click();
    const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
    await dialog.locator('.ant-modal-title', { hasText: '作废' }).waitFor();
    await expect.poll(() => dialog.innerText()).toContain('【作废】');
    await dialog.locator('.dialog-footer button:not([data-verb])').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(person.sent.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sys/setting/'))).toEqual([]);
  });

  test('cannot audit what the same person wrote; somebody else can', async ({ office }) => {
    await fourEyes('1');
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/order', {
      organizeCode,
      customerCode,
      storageCode,
      lines: stock.slice(0, 2).map(({ code: productCode }) => ({ productCode, number: '1', price: '3' })),
    });
    const writer = await office.enter('lancai');
    await writer.page.goto(`/#/order-order__read__${id}`);
    await writer.panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').click();
    await writer.page.locator('.verb-dialog .ant-alert', { hasText: '制单人不能审核自己的单据' }).waitFor();
    await expect.poll(() => writer.page.locator('.verb-dialog [data-verb="confirm"]').isDisabled()).toBe(true);

    const other = await office.enter('manager_1000');
    await other.page.goto(`/#/order-order__read__${id}`);
    await perform(other, 'audit');
    await other.panel.locator('.panel-head .status', { hasText: '已审核' }).waitFor();
    await perform(other, 'unaudit');
  });
});

async function fourEyes(paramValue: '0' | '1'): Promise<void> {
  const { list } = await ask<{ list: { id: string; paramCode: string }[] }>(
    'admin',
    'GET',
    '/sys/params/page?paramCode=SYS021',
  );
  await ask('admin', 'PUT', '/sys/params', { id: list[0]?.id, paramValue });
}
