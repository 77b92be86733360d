import { afterAll, beforeAll, describe, expect } from 'vitest';
import { cell, cursorLabel, newOrder, savedIn } from './lines.ts';
import { closeShop, focused, go, goods, mark, means, openShop, orderFor, orderOf, shop, shot } from './order-shop.ts';
import { fromBillMenu } from './menu.ts';
import { arrange, ask, test } from './person.ts';

beforeAll(openShop);
afterAll(closeShop);

describe('a clerk writes an order', () => {
  test('of fifteen lines from the list to the saved order with at most 60 keys beside codes and quantities, and sees what is short before audit says so', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { width: 1280 });
    const { page, panel } = person;
    await person.open('order/order');
    await panel.locator('[data-verb="add"]').waitFor();
    let keys = 0;
    // A chord is as many keys as are held down.
    const press = async (chord: string): Promise<void> => {
      keys += chord.split('+').length;
      await page.keyboard.press(chord);
    };
    await press('Alt+n');
    await panel.locator('.line-table').waitFor();
    await expect.poll(() => focused(person)).toBe('customerCode');
    await page.keyboard.type(shop);
    await press('Alt+l');
    await expect.poll(() => page.evaluate(`document.activeElement?.closest('.line-table') != null`)).toBe(true);
    for (const code of goods) {
      await page.keyboard.type(code);
      await press('Tab');
      await page.keyboard.type('2');
      await press('Enter');
    }
    await expect.poll(() => cell(person, 14, 'amount').innerText()).toBe('200.00');
    // 3000 are wanted, 500 are there in cash and 1000 may be owed; three lines are out of stock.
    await expect.poll(() => means(person).locator('[data-means="short"]').innerText()).toContain('1,500.00');
    const figure = (key: string): Promise<string> => means(person).locator(`[data-means="${key}"]`).innerText();
    await expect
      .poll(async () => [
        await figure('means.cash'),
        await figure('means.credit'),
        await figure('takes.cash'),
        await figure('takes.credit'),
      ])
      .toEqual(['500.00', '1,000.00', '500.00', '2,500.00']);
    await expect.poll(() => means(person).locator('[data-verb="firstShort"]').innerText()).toContain('3 行缺货');
    // What appeared below the lines did not cover the one that is written next.
    const [cursor, sums] = await Promise.all([
      cell(person, 15, 'productCode').boundingBox(),
      panel.locator('.grid-totals').boundingBox(),
    ]);
    expect((cursor?.y ?? 0) + (cursor?.height ?? 0)).toBeLessThanOrEqual((sums?.y ?? 0) + 1);
    await shot(person, 'entry-zh');
    // However much was typed, all of it was asked for in calls for all lines, and none was made for the credit.
    expect(person.sent.filter(({ path }) => /credit|capital/.test(path))).toEqual([]);
    await press('Control+s');
    await person.told('保存成功');
    console.log(`${keys} keys beside codes and quantities`);
    expect(keys).toBeLessThanOrEqual(60);
    const id = await savedIn(person);
    const saved = await orderOf(id);
    expect(saved.customerCode).toBe(shop);
    expect(
      saved.lines.map(({ productCode, number, price }) => [
        productCode,
        Number.parseFloat(number),
        Number.parseFloat(price),
      ]),
    ).toEqual(goods.map((code) => [code, 2, 100]));
    expect(person.sent.filter(({ path }) => path === '/channelsale/order/calculate').length).toBeLessThanOrEqual(40);

    // The same in English at the width of a small laptop: nothing is cut off, the short line is one click away.
    const reader = await office.enter(
      'lancai',
      { language: 'en-US', width: 1280, height: 720 },
      `/#/order-order__edit__${id}`,
    );
    await means(reader).locator('[data-verb="firstShort"]').click();
    await expect.poll(() => cursorLabel(reader)).toMatch(/13.*Quantity/);
    await shot(reader, 'entry-en');
    await cell(reader, 12, '$why').locator('[data-verb="why"]').click();
    await reader.page.locator('[data-testid="price-why"] li').first().waitFor();
    await shot(reader, 'why-en');
  });

  test('copies an old one: what was typed comes along, its number, its day and its prices do not', async ({
    office,
  }) => {
    const { id } = await orderFor(shop, [
      { productCode: goods[0], number: '3', price: '77' },
      { productCode: goods[1], number: '4', price: '88' },
    ]);
    await arrange(`update app.order_order set bill_date = '2026-01-02' where id = $1`, [id]);
    const old = await orderOf(id);
    const person = await office.enter('lancai', { width: 1280 });
    const { panel } = person;
    await go(person, `order-order__read__${id}`);
    await fromBillMenu(person.page, 'copy');
    await expect.poll(() => person.route()).toBe(`order-order__add__${id}`);
    await expect.poll(() => cell(person, 1, 'price').innerText()).toBe('100.0000');
    await shot(person, 'copy-zh');
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    const copied = await savedIn(person);
    const copy = await orderOf(copied);
    expect(copied).not.toBe(id);
    expect([copy.code === old.code, copy.billDate === old.billDate, copy.remark, copy.customerCode]).toEqual([
      false,
      false,
      '旧单',
      shop,
    ]);
    expect(
      copy.lines.map(({ productCode, number, price }) => [
        productCode,
        Number.parseFloat(number),
        Number.parseFloat(price),
      ]),
    ).toEqual([
      [goods[0], 3, 100],
      [goods[1], 4, 100],
    ]);
    expect(copy.lines.some((line) => old.lines.some((other) => other.id === line.id))).toBe(false);
    expect(await orderOf(id)).toEqual(old);
    // From the list, of one chosen row.
    await person.open('order/order');
    await panel.locator('.grid-row', { hasText: copy.code }).first().locator('input').check();
    await panel.locator('.toolbar-chosen [data-verb="copy"]').click();
    await expect.poll(() => person.route()).toContain('order-order__add__');
    await expect.poll(() => cell(person, 0, 'productCode').innerText()).toBe(goods[0]);
  });

  test('keeps lines as a template, for himself and for everybody', async ({ office }) => {
    const { id } = await orderFor(
      shop,
      goods.slice(0, 3).map((productCode, at) => ({ productCode, number: String(at + 1), price: '5' })),
    );
    const person = await office.enter('lancai', { width: 1280 });
    const { page, panel } = person;
    const dialog = page.locator('[data-testid="templates"]').filter({ visible: true });
    const row = (name: string) => dialog.locator(`[data-template="${name}"]`);
    await go(person, `order-order__edit__${id}`);
    await panel.locator('[data-verb="templates"]').click();
    const keep = async (name: string, isForAll: boolean): Promise<void> => {
      await dialog.locator('.template-save input').first().fill(name);
      if (isForAll) await dialog.locator('.template-save .ant-checkbox-input').check();
      await dialog.locator('[data-verb="saveTemplate"]').click();
      await row(name).waitFor();
    };
    await keep('周一补货', false);
    await keep(`开业${mark}`, true);
    await shot(person, 'templates-zh');
    await row('周一补货').locator('[data-verb="renameTemplate"]').click();
    await dialog.locator('li input').fill('周二补货');
    await dialog.locator('li input').press('Enter');
    await row('周二补货').waitFor();
    await page.keyboard.press('Escape');

    await newOrder(person);
    const customer = panel.locator('[data-field="customerCode"] input').first();
    await customer.fill(shop);
    await customer.press('Enter');
    await panel.locator('[data-verb="templates"]').click();
    await row('周二补货').locator('[data-verb="useTemplate"]').click();
    await expect.poll(() => cell(person, 2, 'amount').innerText()).toBe('300.00');
    await panel.locator('[data-verb="templates"]').click();
    await row(`开业${mark}`).locator('[data-verb="useTemplate"]').click();
    // Behind what is written, priced anew.
    await expect.poll(() => cell(person, 5, 'price').innerText()).toBe('100.0000');
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    expect(
      (await orderOf(await savedIn(person))).lines.map(({ productCode, number }) => [
        productCode,
        Number.parseFloat(number),
      ]),
    ).toEqual([0, 1].flatMap(() => [1, 2, 3].map((number) => [goods[number - 1], number])));

    await panel.locator('[data-verb="templates"]').click();
    await row('周二补货').locator('[data-verb="removeTemplate"]').click();
    await row('周二补货').waitFor({ state: 'detached' });
    await row(`开业${mark}`).locator('[data-verb="removeTemplate"]').click();
    await page.locator('.ant-modal-confirm').filter({ visible: true }).locator('.ant-btn-primary').click();
    await row(`开业${mark}`).waitFor({ state: 'detached' });
  });
});

describe('the life of a document', () => {
  test('is a picture from left to right whose boxes are opened by mouse and by key', async ({ office }) => {
    const { id } = await orderFor(`${shop}F`, [{ productCode: goods[0], number: '10', price: '100' }]);
    await ask('lancai', 'PUT', '/channelsale/order/audit', [id]);
    const deliveries: string[] = [];
    for (const number of ['6', '4']) {
      const {
        ids: [delivery = ''],
      } = await ask<{ ids: string[] }>('lancai', 'POST', '/channelsale/order/pushDown', [id]);
      const draft = await ask<{ lines: object[] }>('lancai', 'GET', `/channelsale/delivery/${delivery}`);
      await ask('lancai', 'PUT', '/channelsale/delivery', {
        ...draft,
        lines: draft.lines.map((line) => ({ ...line, number })),
      });
      await ask('lancai', 'PUT', '/channelsale/delivery/audit', [delivery]);
      const { ids } = await ask<{ ids: string[] }>('lancai', 'PUT', '/stock/deliveryrelease/release', [delivery]);
      if (number === '6') await ask('lancai', 'PUT', '/stock/inout/audit', ids);
      deliveries.push(delivery);
    }
    const person = await office.enter('lancai', { width: 1280 });
    const { page, panel } = person;
    await go(person, `order-order__read__${id}`);
    await panel.locator('.panel-head [data-verb="life"]').click();
    const life = page.locator('[data-testid="life"]').filter({ visible: true });
    await life.locator('li').nth(4).waitFor();
    await shot(person, 'life-zh');
    const left = async (type: string): Promise<number[]> =>
      Promise.all(
        (await life.locator(`[data-node="${type}"]`).all()).map(async (node) =>
          Math.round((await node.boundingBox())?.x ?? 0),
        ),
      );
    const [[order = 0], delivered, moved] = [
      await left('order:order'),
      await left('order:delivery'),
      await left('stock:inout'),
    ];
    expect([new Set(delivered).size, new Set(moved).size, delivered.length, moved.length]).toEqual([1, 1, 2, 2]);
    expect(order).toBeLessThan(delivered[0] ?? 0);
    expect(delivered[0]).toBeLessThan(moved[0] ?? 0);
    // Four lines: from the order to each delivery and on; the order's own line to the goods would only repeat them.
    await expect.poll(() => life.locator('path[data-link]').count()).toBe(4);
    await expect.poll(() => life.locator('[aria-current="true"]').getAttribute('data-node')).toBe('order:order');
    // Whoever does not see the lines hears them.
    await expect
      .poll(() => life.locator('[data-node="order:delivery"] .life-heard').first().textContent())
      .toContain((await orderOf(id)).code);
    await life.locator('[data-node="order:delivery"] a').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => deliveries.some((each) => person.route() === `order-delivery__read__${each}`)).toBe(true);
    const reader = await office.enter(
      'lancai',
      { language: 'en-US', width: 1280, height: 720 },
      `/#/order-delivery__read__${deliveries[1] ?? ''}`,
    );
    await reader.panel.locator('.panel-head [data-verb="life"]').click();
    await reader.page.locator('[data-testid="life"] li').nth(4).waitFor();
    await shot(reader, 'life-en');
  });
});
