import { beforeAll, describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { hundredOff, tenPlusOne } from '#tests/promotion-desk.ts';
import { cell, newOrder } from './lines.ts';
import { settled } from './settled.ts';
import { arrange, asker, test, type Person } from './person.ts';

/** The database is this file's own: its organisation, customer and product, and the only activities there are. */
const shop = 'CX7KQ2X9';
const name = `促销${shop}`;

beforeAll(async () => {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  const call = await asker('lancai');
  await call('POST', '/sys/organization', { code: shop, name });
  await call('POST', '/data/storage', { code: shop, name: `${name}仓`, organizeCode: shop });
  await call('POST', '/data/customer/manage', {
    code: shop,
    name: `${name}客户`,
    classCode: buyer.classCode,
    customerType: '1',
    organizeCode: shop,
    priceClassCode: 'PC01',
    creditControlFlag: '0',
  });
  await call('POST', '/data/bd/material', {
    code: shop,
    name: `${name}面漆`,
    classCode: paint.classCode,
    mainUnitCode: paint.unit,
    taxRate: '13',
  });
  const audited = async (path: string, body: object): Promise<string> => {
    const { id } = await call<{ id: string }>('POST', path, body);
    await call('PUT', `${path}/audit`, [id]);
    return id;
  };
  const days = { startDate: '2020-01-01', endDate: '2099-12-31' };
  await audited('/channelsale/price/strategy', {
    name: `${name}价`,
    pricingMode: '0',
    value: '100',
    organizeCode: shop,
    ...days,
    scopes: [
      { side: 'customer', dimension: 'customer', code: shop },
      { side: 'product', dimension: 'material', code: shop },
    ],
  });
  for (const [title, rule] of [
    ['买十赠一', tenPlusOne],
    ['满千减百', hundredOff],
  ] as const) {
    const id = await audited('/channelsale/promotion/activity', {
      name: title,
      policyRuleTypeCode: rule.policyRuleTypeCode,
      stackFlag: '1',
      ...days,
      lines: [rule],
    });
    await call('PUT', '/channelsale/promotion/activity/publish', [id]);
  }
});

async function startOrder(person: Person): Promise<void> {
  const { page, panel } = person;
  await newOrder(person);
  const organization = panel.locator('[data-field="organizeCode"] input').first();
  await organization.click();
  await organization.fill(name);
  await page.locator('.org-cascader .ant-cascader-menu-item', { hasText: name }).last().click();
  const customer = panel.locator('[data-field="customerCode"] input').first();
  await customer.fill(shop);
  await customer.press('Enter');
  await expect.poll(() => customer.getAttribute('title')).toContain(shop);
  await cell(person, 0, 'productCode').click();
}

const kindsOf = (person: Person): Promise<string[]> => cell(person, 0, '$kinds').locator('[data-kind]').allInnerTexts();

async function shot({ page }: Person, title: string): Promise<void> {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${title}.png` });
}

async function type({ page }: Person, ...keys: readonly (readonly [text: string, key: string])[]): Promise<void> {
  for (const [text, key] of keys) {
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  }
}

describe('promotions while an order is written', () => {
  test('come off the amount, give below the lines, and go with the goods that earned them', async ({ office }) => {
    const person = await office.enter('lancai');
    const { panel } = person;
    await startOrder(person);
    await type(person, [shop, 'Tab'], ['10', 'Tab']);
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('900.00');
    await expect.poll(() => cell(person, 0, 'price').innerText()).toBe('100.0000');
    await expect.poll(() => cell(person, 0, '$promo').innerText()).toBe('−100.00');
    await expect.poll(() => kindsOf(person)).toEqual(['满减', '买赠']);
    const given = panel.locator(`[data-given="${shop}"]`);
    await expect.poll(() => given.innerText()).toContain('随第 1 行');
    await cell(person, 0, 'number').click();
    await type(person, ['9', 'Tab']);
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('900.00');
    await expect.poll(() => given.count()).toBe(0);
    await expect.poll(() => cell(person, 0, '$promo').innerText()).toBe('');
  });

  test('are explained with F8, and one press takes the next step', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await startOrder(person);
    await type(person, [shop, 'Tab'], ['8', 'Tab']);
    await page.keyboard.press('F8');
    const told = panel.locator('[data-testid="promotions"]');
    await expect
      .poll(() => told.locator('[data-passed="THRESHOLD"]').allInnerTexts())
      .toEqual([expect.stringContaining('还差 200.00 元'), expect.stringContaining('还差 2 件')]);
    // The way to the next tier, and what taking it brings: what is said to be missing, bought, reaches it.
    await expect
      .poll(() => told.locator('[data-next]').allInnerTexts())
      .toEqual([
        expect.stringMatching(/满千减百[^]*已买 800.00 · 还差 200.00 元[^]*再买 2 件.*，减 100.00/),
        expect.stringMatching(/买十赠一[^]*已买 8 · 还差 2 件[^]*再买 2 件.*，赠 1/),
      ]);
    await panel.locator('[data-verb="takeHint"]').click();
    await expect.poll(() => cell(person, 0, 'number').innerText()).toContain('10');
    await expect.poll(() => told.locator('[data-applied]').count()).toBe(2);
    await expect.poll(() => told.locator('[data-next]').count()).toBe(1);
    await expect.poll(() => told.locator('[data-figure="saved"]').innerText()).toBe('100.00');
    await expect.poll(() => told.locator('[data-figure="given"]').innerText()).toBe('1');
    // It is remembered: another order has it, too, until it is closed.
    await page.keyboard.press('F8');
    await expect.poll(() => told.count()).toBe(0);
    await panel.locator('[data-verb="explainPromotions"]').click();
    await told.waitFor();
  });

  test('keep the amount that was told until the next is, and say so where nobody answers', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await startOrder(person);
    await type(person, [shop, 'Tab'], ['10', 'Tab']);
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('900.00');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/channelsale/order/calculate', async (route) => {
      await held;
      await route.continue();
    });
    await cell(person, 0, 'number').click();
    await type(person, ['12', 'Tab']);
    await expect.poll(() => panel.locator('.live-pending').count()).toBe(1);
    // 1,200.00 would be number × price, and wrong.
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('900.00');
    letGo();
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('1,100.00');
    await expect.poll(() => panel.locator('.live-pending').count()).toBe(0);
    await page.unroute('**/channelsale/order/calculate');
    await page.route('**/channelsale/order/calculate', (route) => route.fulfill({ json: { code: 500, msg: '' } }));
    await cell(person, 0, 'number').click();
    await type(person, ['20', 'Tab']);
    await expect
      .poll(() => panel.locator('[data-testid="live-failed"]').innerText())
      .toContain('促销未重算，保存时以服务器为准');
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('2,000.00');
    // It asks once more by itself, in vain as well: answered, there would be nothing left to press.
    await settled(page);
    await page.unroute('**/channelsale/order/calculate');
    await panel.locator('[data-verb="retry"]').click();
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('1,900.00');
  });

  test('come off a typed price once: opened again, the order costs the same', async ({ office }) => {
    const call = await asker('lancai');
    const { id } = await call<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: shop,
      customerCode: shop,
      lines: [{ productCode: shop, number: '12', price: '90' }],
    });
    const person = await office.enter('lancai', {}, `/#/order-order__edit__${id}`);
    await expect.poll(() => cell(person, 0, '$promo').innerText()).toBe('−100.00');
    await expect.poll(() => cell(person, 0, 'price').innerText()).toBe('90.0000');
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('980.00');
    // What rules gave is no line to write on.
    await expect.poll(() => person.panel.locator('.line-table [data-field="productCode"][data-line]').count()).toBe(1);
    await cell(person, 0, 'number').click();
    await type(person, ['20', 'Tab']);
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('1,700.00');
    await person.panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    const { lines } = await call<{ lines: { amount: string; typedPrice: string | null; ruleNo: number | null }[] }>(
      'GET',
      `/channelsale/order/${id}`,
    );
    expect(lines.map(({ amount, ruleNo }) => [Number.parseFloat(amount), ruleNo !== null])).toEqual([
      [1700, false],
      [0, true],
    ]);
    const reader = await office.enter('lancai', {}, `/#/order-order__read__${id}`);
    await expect.poll(() => reader.panel.locator('.grid-marked .anticon-gift').count()).toBe(1);
    await expect.poll(() => cell(reader, 0, 'price').innerText()).toBe('85.0000');
    await expect.poll(() => kindsOf(reader)).toEqual(['满减', '买赠']);
    // Saved with its reasons: F8 shows them beside the order.
    await reader.page.keyboard.press('F8');
    const told = reader.panel.locator('[data-testid="promotions"]');
    await expect.poll(() => told.locator('[data-figure="saved"]').innerText()).toBe('100.00');
    await expect.poll(() => told.locator('[data-figure="given"]').innerText()).toBe('2');
    await reader.page.keyboard.press('F8');
    await expect.poll(() => told.count()).toBe(0);
  });

  test('give up what is not there from the audit that it stops, and say who did and why', async ({ office }) => {
    const call = await asker('lancai');
    const { id: received } = await call<{ id: string }>('POST', '/stock/inout', {
      organizeCode: shop,
      moveType: '3',
      storageCode: shop,
      lines: [{ productCode: shop, number: '10', price: '8' }],
    });
    await call('PUT', '/stock/inout/audit', [received]);
    const { id } = await call<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: shop,
      customerCode: shop,
      storageCode: shop,
      lines: [{ productCode: shop, number: '10' }],
    });
    const person = await office.enter('lancai', {}, `/#/order-order__read__${id}`);
    const { page, panel } = person;
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').first().click();
    const cannot = page.locator('[data-testid="cannot"]');
    await expect.poll(() => cannot.innerText()).toContain('可放弃缺货赠品后审核');
    await shot(person, 'gift-short');
    await cannot.locator('[data-verb="giftWaive"]').click();
    const dialog = page.locator('.ant-modal', { has: page.locator('[data-dialog="giftWaive"]') });
    const confirm = dialog.locator('.ant-modal-footer .ant-btn-primary');
    await expect.poll(() => dialog.locator(`[data-gift="${shop}"] input`).inputValue()).toBe('1');
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog.locator('textarea').fill('客户不等赠品');
    await shot(person, 'gift-waiver');
    await confirm.click();
    await person.told('操作成功');
    await expect.poll(() => panel.locator('.grid-marked .anticon-gift').count()).toBe(0);
    await page.keyboard.press('F8');
    const waived = panel.locator(`[data-waived="${shop}"]`);
    await expect.poll(() => waived.innerText()).toContain('客户不等赠品');
    await shot(person, 'gift-waived');
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').first().click();
    await page.locator('[data-dialog="audit"] [data-verb="confirm"]').click();
    await person.told('操作成功');
  });
});
