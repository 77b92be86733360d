import { afterAll, beforeAll, describe, expect } from 'vitest';
import { cell, cursorLabel, unfoldHead } from './lines.ts';
import { closeShop, focused, go, goods, mark, means, openShop, orderFor, orderOf, shop, shot } from './order-shop.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

beforeAll(openShop);
afterAll(closeShop);

const input = ({ panel }: Person, key: string) => panel.locator(`[data-field="${key}"] :is(input, textarea)`).first();
const isShut = ({ panel }: Person): Promise<boolean> =>
  panel
    .locator('.panel[inert]')
    .count()
    .then((count) => count > 0);
async function chooseCustomer(person: Person, code: string): Promise<void> {
  await settled(person);
  // The head folds as soon as a customer has filled it.
  const unfold = person.panel.locator('[data-verb="unfoldHead"]');
  if (await unfold.isVisible()) await unfold.click();
  await input(person, 'customerCode').fill(code);
  await input(person, 'customerCode').press('Enter');
  await expect.poll(() => input(person, 'customerCode').getAttribute('title')).toContain(code);
}
/** Calls of the method wait until the gate is opened. */
async function gate({ page }: Person, path: string, method: string): Promise<() => void> {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() === method) await opened;
    await route.continue();
  });
  return open;
}
const refuse = ({ page }: Person, path: string): Promise<unknown> =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json: { code: 10010, msg: '算不出来', data: null } }));

describe('what a clerk types', () => {
  test('while a save is under way is not lost: the form takes nothing until what was saved is there, then he goes on where he was', async ({
    office,
  }) => {
    const { id } = await orderFor(shop, [{ productCode: goods[0], number: '3' }]);
    const person = await office.enter('lancai', { width: 1280 }, `/#/order-order__edit__${id}`);
    const { page, panel } = person;
    const stored = (): number =>
      person.sent.filter(({ method, path }) => method === 'PUT' && path === '/channelsale/order').length;
    await unfoldHead(person);
    await input(person, 'consignee').fill('先写的');
    const open = await gate(person, '/channelsale/order', 'PUT');
    await page.keyboard.press('Control+s');
    await expect.poll(stored).toBe(1);
    await page.keyboard.type('后写的');
    await page.keyboard.press('Control+s');
    await input(person, 'consignee')
      .click({ timeout: 500 })
      .catch(() => undefined);
    await page.keyboard.type('再写的');
    // once: a key that went into the shut form must not be forgiven when it goes again.
    expect([await isShut(person), await input(person, 'consignee').inputValue()]).toEqual([true, '先写的']);
    open();
    await person.told('保存成功');
    await expect.poll(() => isShut(person)).toBe(false);
    await expect.poll(() => focused(person)).toBe('consignee');
    await page.keyboard.press('End');
    await page.keyboard.type('！');
    await expect
      .poll(async () => [await input(person, 'consignee').inputValue(), (await orderOf(id)).consignee, stored()])
      .toEqual(['先写的！', '先写的', 1]);

    // A cell that is still being written counts, and is where he goes on; so does a code that is still being looked up.
    await page.unroute('**/api/channelsale/order');
    await page.route('**/api/data/customer/**', async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 600);
      });
      await route.continue();
    });
    await input(person, 'customerCode').fill(`${shop}F`);
    await cell(person, 0, 'number').click();
    await page.keyboard.type('7');
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => {
        const { customerCode, lines } = await orderOf(id);
        return [customerCode, lines.map(({ number }) => Number.parseFloat(number))];
      })
      .toEqual([`${shop}F`, [7]]);
    await expect.poll(() => isShut(person)).toBe(false);
    await expect.poll(() => cursorLabel(person)).toMatch(/1.*数量/);
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(person, 0, 'number').innerText()).toContain('8');
    // Refused, it is open again and he is where he was.
    await page.unroute('**/api/data/customer/**');
    await refuse(person, '/channelsale/order');
    await unfoldHead(person);
    await input(person, 'consignee').fill('不收');
    await page.keyboard.press('Control+s');
    await person.told('算不出来');
    await expect.poll(() => isShut(person)).toBe(false);
    await expect.poll(() => focused(person)).toBe('consignee');
    await expect.poll(() => input(person, 'consignee').inputValue()).toBe('不收');
    await expect.poll(() => panel.locator('[data-line="0"][data-field="number"]').innerText()).toContain('8');
  });

  test('into a record while it is saved is not lost with its tab either', async ({ office }) => {
    const brand = `LP${mark}`;
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/brand', { code: brand, name: '录单品牌' });
    const person = await office.enter('lancai', {}, `/#/data-brand?tenantFlag=0__edit__${id}`);
    const open = await gate(person, '/data/bd/brand', 'PUT');
    await input(person, 'name').fill('先写的');
    await person.page.keyboard.press('Control+s');
    await expect.poll(() => isShut(person)).toBe(true);
    await person.page.keyboard.type('后写的');
    // once: a key that went into the shut form must not be forgiven when it goes again.
    expect(await input(person, 'name').inputValue()).toBe('先写的');
    open();
    await person.told('保存成功');
    expect((await ask<{ name: string }>('lancai', 'GET', `/data/bd/brand/${id}`)).name).toBe('先写的');
    await ask('lancai', 'DELETE', '/data/bd/brand', [id]);
  });

  test('stays; prices that nobody typed follow the customer, also of a saved order and of a restored draft', async ({
    office,
  }) => {
    const { id } = await orderFor(shop, [
      { productCode: goods[0], number: '2' },
      { productCode: goods[1], number: '2', price: '77' },
    ]);
    const person = await office.enter('lancai', { width: 1280 }, `/#/order-order__edit__${id}`);
    const { page, panel } = person;
    const prices = (count: number): Promise<string[]> =>
      Promise.all(Array.from({ length: count }, (_each, at) => cell(person, at, 'price').innerText()));
    await means(person).locator('[data-means="means"]').waitFor();
    await settled(page);
    expect([await prices(2), await page.locator('.unsaved').count()]).toEqual([['100.0000', '77.0000'], 0]);
    await chooseCustomer(person, `${shop}H`);
    await expect.poll(() => prices(2)).toEqual(['50.0000', '77.0000']);
    await chooseCustomer(person, shop);
    await expect.poll(() => prices(2)).toEqual(['100.0000', '77.0000']);
    await chooseCustomer(person, `${shop}H`);
    await expect.poll(() => prices(2)).toEqual(['50.0000', '77.0000']);

    const draftOf = async (tab: string): Promise<string> =>
      (
        await arrange<{ content: string }>('select content::text as content from app.sys_draft where key = $1', [tab])
      )[0]?.content ?? '';
    await expect.poll(() => draftOf(`order-order__edit__${id}`)).toContain(`${shop}H`);
    await page.reload();
    await panel.locator('[data-testid="restored"]').waitFor();
    await expect.poll(() => prices(2)).toEqual(['50.0000', '77.0000']);

    await go(person, 'order-order__add__0');
    await panel.locator('.line-table').waitFor();
    await chooseCustomer(person, shop);
    await cell(person, 0, 'productCode').click();
    for (const [text, key] of [
      [goods[2] ?? '', 'Tab'],
      ['2', 'Enter'],
    ] as const) {
      await page.keyboard.type(text);
      await page.keyboard.press(key);
    }
    await page.keyboard.type(goods[3] ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await cell(person, 1, 'price').click();
    await page.keyboard.type('66');
    await page.keyboard.press('Enter');
    await expect.poll(() => prices(2)).toEqual(['100.0000', '66.0000']);
    await expect.poll(() => draftOf('order-order__add__0')).toMatch(/"price":\s*"66"/);
    await page.reload();
    await panel.locator('[data-testid="restored"]').waitFor();
    await expect.poll(() => prices(2)).toEqual(['100.0000', '66.0000']);
    await chooseCustomer(person, `${shop}H`);
    await expect.poll(() => prices(2)).toEqual(['50.0000', '66.0000']);
  });

  test('in another tab meanwhile: the order that comes back is as it was and asks nothing again', async ({
    office,
  }) => {
    const { id } = await orderFor(shop, [{ productCode: goods[0], number: '2' }]);
    const edited = `order-order__edit__${id}`;
    const person = await office.enter('lancai', { width: 1280 }, `/#/${edited}`);
    const asked = (): number => person.sent.filter(({ path }) => path === '/channelsale/order/calculate').length;
    await means(person).locator('[data-means="means"]').waitFor();
    await settled(person);
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await go(person, 'order-order');
    await settled(person);
    await go(person, edited);
    await means(person).locator('[data-means="means"]').waitFor();
    await settled(person);
    expect(asked()).toBe(before);
    await cell(person, 0, 'number').click();
    await person.page.keyboard.type('3');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('300.00');
    await settled(person);
    expect(asked()).toBe(before + 1);
  });

  test('wrongly into one cell leaves the figures of the others alone; figures that could not be worked out say so, and what is refused about the whole is told', async ({
    office,
  }) => {
    const { id } = await orderFor(shop, [
      { productCode: goods[0], number: '2' },
      { productCode: goods[1], number: '2' },
    ]);
    const person = await office.enter('lancai', { width: 1280 }, `/#/order-order__edit__${id}`);
    const { page, panel } = person;
    const failed = panel.locator('[data-testid="live-failed"]');
    await means(person).locator('[data-means="means.cash"]').waitFor();
    await cell(person, 1, 'price').click();
    await page.keyboard.type('12a');
    await page.keyboard.press('Tab');
    await panel.locator('[data-verb="addLine"]').click();
    await expect.poll(() => cursorLabel(person)).toMatch(/3/);
    await page.keyboard.type(goods[2] ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('4');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell(person, 2, 'price').innerText()).toBe('100.0000');
    await settled(person);
    expect([await cell(person, 1, 'price').innerText(), await failed.count()]).toEqual(['12a', 0]);
    // Which warehouse the available number is of.
    await expect.poll(() => cell(person, 2, 'outStorageCode').innerText()).toBe(`录单仓${mark}`);
    await shot(person, 'wrong-cell-zh');

    await refuse(person, '/channelsale/order/calculate');
    await cell(person, 0, 'number').click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await failed.waitFor();
    await settled(person);
    expect(await cell(person, 2, '$available').innerText()).not.toBe('');
    await shot(person, 'live-failed-zh');
    await page.unroute('**/api/channelsale/order/calculate');
    await failed.locator('[data-verb="retry"]').click();
    await failed.waitFor({ state: 'detached' });

    await unfoldHead(person);
    await panel.locator('[data-verb="more"]').first().click();
    await input(person, 'allowanceAmount').fill('99999');
    await expect
      .poll(() => means(person).locator('[data-means="refused"]').allInnerTexts())
      .toEqual([expect.stringContaining('99999')]);
    await shot(person, 'refused-zh');
  });

  test('nothing at all with the mouse: the reason of a price, the entries of a stock and their documents open by key; entries that were read stay when more of them fails', async ({
    office,
  }) => {
    const { id } = await orderFor(shop, [{ productCode: goods[0], number: '2' }]);
    const person = await office.enter('lancai', { width: 1280 }, `/#/order-order__edit__${id}`);
    const { page, panel } = person;
    const why = page.locator('[data-testid="price-why"]');
    await means(person).waitFor();
    await cell(person, 0, '$lastPrice').click();
    for (const key of ['Enter', 'F4']) {
      await page.keyboard.press(key);
      await why.waitFor();
      await page.keyboard.press('Escape');
      await why.waitFor({ state: 'detached' });
      await expect.poll(() => cursorLabel(person)).toMatch(/1/);
    }

    await go(person, 'stock-enquiry');
    const storage = panel.locator('[data-filter="storageCode"] input').first();
    // A search waits for the warehouse that the typed code stands for, however long that takes.
    await page.route('**/api/data/storage/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await storage.fill(shop);
    await panel.locator('[data-verb="search"]').click();
    await expect.poll(() => panel.locator('.grid-row[data-row-key]').count()).toBe(12);
    let pages = 0;
    await page.route('**/api/stock/enquiry/entries*', async (route) => {
      const { data, ...reply } = (await (await route.fetch()).json()) as { data: { list: { id: string }[] } };
      const number = new URL(route.request().url()).searchParams.get('page');
      if (number === '2' && (pages += 1) === 1)
        return route.fulfill({ json: { code: 10010, msg: '读不出来', data: null } });
      const [like] = number === '1' ? data.list : [{ id: 'x', docCode: 'PAGE2' }];
      return route.fulfill({
        json: {
          ...reply,
          data: {
            total: 80,
            list: Array.from({ length: number === '1' ? 50 : 30 }, (_each, at) => ({
              ...like,
              id: `${number ?? ''} ${at}`,
            })),
          },
        },
      });
    });
    await panel.locator('.grid-row[data-row-key] [data-column="productCode"]').first().click();
    await page.keyboard.press('Enter');
    const entries = page.locator('.entries');
    await expect.poll(() => entries.locator('[data-entry]').count()).toBe(50);
    await entries.locator('[data-verb="moreEntries"]').click();
    await entries.locator('[role="alert"]').waitFor();
    await expect
      .poll(async () => [
        await entries.locator('[data-entry]').count(),
        await entries.locator('[role="alert"]').innerText(),
      ])
      .toEqual([50, expect.stringContaining('读不出来')]);
    await shot(person, 'entries-failed-zh');
    await entries.locator('[data-verb="retry"]').dblclick();
    await expect.poll(() => entries.locator('[data-entry]').count()).toBe(80);
    await settled(entries);
    expect([pages, await entries.locator('[role="alert"]').count()]).toEqual([2, 0]);
    await entries.locator('a.entry-link').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => person.route()).toContain('stock-inout__read__');
  });
});
