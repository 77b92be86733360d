import { afterAll, describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { cell, newOrder, savedIn } from './lines.ts';
import { arrange, asker, test, type Person } from './person.ts';

interface Own {
  readonly code: string;
  readonly name: string;
}

/**
 * Other tests take the newest order, the newest customer and the newest materials there are: these are not for them.
 */
const made: [path: string, id: string][] = [];
const shops: string[] = [];
afterAll(async () => {
  const call = await asker('lancai');
  for (const code of shops) {
    const { list } = await call<{ list: { id: string }[] }>(
      'GET',
      `/channelsale/order/page?page=1&limit=20&customerCode=${code}`,
    );
    if (list.length > 0)
      await call(
        'DELETE',
        '/channelsale/order',
        list.map(({ id }) => id),
      );
  }
  for (const [path, id] of made) await call('PUT', `${path}/disable`, [id]);
});

/**
 * An organisation that lets nobody type prices, with a warehouse, a customer, a product of which ten are there, its
 * price and a strategy of these tests alone.
 */
async function ownShop(): Promise<Own> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  const call = await asker('lancai');
  const code = `JG${Date.now().toString(36).toUpperCase()}`;
  const name = `取价${code.slice(-5)}`;
  await call('POST', '/sys/organization', { code, name });
  await call('POST', '/sys/tenant/params', {
    code: 'SD006',
    name: '订单单价可修改',
    typeCode: 'SD',
    value: '0',
    organizeCode: code,
  });
  await call('POST', '/data/storage', { code, name: `${name}仓`, organizeCode: code });
  const customer = await call<{ id: string }>('POST', '/data/customer/manage', {
    code,
    name: `${name}客户`,
    classCode: buyer.classCode,
    customerType: '1',
    organizeCode: code,
    priceClassCode: 'PC01',
  });
  const material = await call<{ id: string }>('POST', '/data/bd/material', {
    code,
    name: `${name}面漆`,
    classCode: paint.classCode,
    mainUnitCode: paint.unit,
    taxRate: '13',
  });
  shops.push(code);
  made.push(['/data/customer/manage', customer.id], ['/data/bd/material', material.id]);
  const audited = async (path: string, body: object): Promise<void> => {
    await call('PUT', `${path}/audit`, [(await call<{ id: string }>('POST', path, body)).id]);
  };
  await audited('/stock/inout', {
    organizeCode: code,
    moveType: '3',
    storageCode: code,
    lines: [{ productCode: code, number: '10', price: '60' }],
  });
  await audited('/channelsale/price/benchmark', {
    productCode: code,
    priceClassCode: 'PC01',
    organizeCode: code,
    price: '100',
    floorPrice: '80',
    startDate: '2020-01-01',
  });
  await audited('/channelsale/price/strategy', {
    name: `${name}协议`,
    pricingMode: '1',
    value: '95',
    organizeCode: code,
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    scopes: [
      { side: 'customer', dimension: 'customer', code },
      { side: 'product', dimension: 'material', code },
    ],
  });
  return { code, name };
}

async function startOrder(person: Person, { code, name }: Own): Promise<void> {
  const { page, panel } = person;
  await newOrder(person);
  const organization = panel.locator('[data-field="organizeCode"] input').first();
  await organization.click();
  await organization.fill(name);
  await page.locator('.org-cascader .ant-cascader-menu-item', { hasText: name }).last().click();
  const customer = panel.locator('[data-field="customerCode"] input').first();
  await customer.fill(code);
  await customer.press('Enter');
  await expect.poll(() => customer.getAttribute('title')).toContain(code);
  await cell(person, 0, 'productCode').click();
}

describe('prices while an order is written', () => {
  test('are filled in with what is free and why; what is short is seen, and the reason stays with the order', async ({
    office,
  }) => {
    const shop = await ownShop();
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await startOrder(person, shop);
    for (const [text, key] of [
      [shop.code, 'Tab'],
      ['12', 'Tab'],
    ] as const) {
      await page.keyboard.type(text);
      await page.keyboard.press(key);
    }
    await expect.poll(() => cell(person, 0, 'price').innerText()).toBe('95.0000');
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('1,140.00');
    // Twelve are wanted and ten are there: seen before anybody audits.
    await expect.poll(() => cell(person, 0, '$available').locator('[data-short]').getAttribute('title')).toBe('缺2');
    // However much was typed, prices were asked for in few calls, each for all lines.
    expect(person.sent.filter(({ path }) => path === '/channelsale/order/calculate').length).toBeLessThanOrEqual(3);
    await cell(person, 0, '$why').locator('[data-verb="why"]').click();
    const steps = page.locator('[data-testid="price-why"] li');
    await steps.last().waitFor();
    // What the demo's own strategies would have given is told before.
    await expect
      .poll(async () => (await steps.allInnerTexts()).slice(-3))
      .toEqual([
        expect.stringContaining(`采用价格策略【${shop.name}协议 PS`),
        expect.stringContaining('价格级别PC01：100.0000'),
        '100.0000 × 95% = 95.0000',
      ]);
    await page.locator('[data-verb="close"]').filter({ visible: true }).last().click();
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    const id = await savedIn(person);
    const call = await asker('lancai');
    const {
      lines: [line],
    } = await call<{ lines: { price: string; priceTrace: { source: string } }[] }>('GET', `/channelsale/order/${id}`);
    expect([Number.parseFloat(line?.price ?? ''), line?.priceTrace.source]).toEqual([
      95,
      expect.stringMatching(/^strategy:PS/),
    ]);
    // The strategy goes; the order still knows why.
    const {
      list: [strategy],
    } = await call<{ list: { id: string }[] }>(
      'GET',
      `/channelsale/price/strategy/page?page=1&limit=1&organizeCode=${shop.code}`,
    );
    await call('PUT', '/channelsale/price/strategy/disable', [strategy?.id]);
    const reader = await office.enter('lancai', { language: 'en-US' }, `/#/order-order__read__${id}`);
    await cell(reader, 0, '$why').locator('[data-verb="why"]').click();
    await expect
      .poll(() =>
        reader.page
          .locator('[data-testid="price-why"] li')
          .allInnerTexts()
          .then((told) => told.slice(-3)),
      )
      .toEqual([
        expect.stringMatching(/^Strategy .* decides: Customer × Material$/),
        expect.stringContaining('of price class PC01: 100.0000'),
        '100.0000 × 95% = 95.0000',
      ]);
  });

  test('that somebody types are refused where nobody may type them, at their line', async ({ office }) => {
    const shop = await ownShop();
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await startOrder(person, shop);
    for (const [text, key] of [
      [shop.code, 'Tab'],
      ['2', 'Tab'],
      ['90', 'Enter'],
    ] as const) {
      await page.keyboard.type(text);
      await page.keyboard.press(key);
    }
    await expect
      .poll(() => cell(person, 0, '$why').locator('[data-verb="why"]').getAttribute('title'))
      .toBe(`产品【${shop.code}】的单价应为95.0000，不能手工修改`);
    await panel.locator('[data-verb="save"]').click();
    await person.told('不能手工修改');
    await expect.poll(() => cell(person, 0, 'price').getAttribute('title')).toContain('95.0000');
    // Emptied, it is filled with what holds, and the order is saved.
    await cell(person, 0, 'price').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => cell(person, 0, 'price').innerText()).toBe('95.0000');
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
  });
});
