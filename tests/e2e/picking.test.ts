import { describe, expect } from 'vitest';
import { barcodeOf, lacquers } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { storages } from '#tests/house-places.ts';
import { arrange, ask, test, type Person } from './person.ts';

interface Kind {
  readonly productCode: string;
  readonly barcode: string;
}
const mark = Date.now().toString(36).toUpperCase();
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

/** Two kinds of goods with barcodes and plenty of both, in one warehouse. */
const [first, second] = lacquers.map(({ code }) => ({ productCode: code, barcode: barcodeOf(code) })) as [Kind, Kind];
const { code: storageCode, organizeCode } = storages[2];
const { classCode, customerType } = buyer;

/** A movement that the gate let out. */
async function released(customerCode: string): Promise<string> {
  const audited = async (path: string, body: object): Promise<string> => {
    const { id } = await ask<{ id: string }>('lancai', 'POST', path, body);
    await ask('lancai', 'PUT', `${path}/audit`, [id]);
    return id;
  };
  await ask('lancai', 'POST', '/data/customer/manage', {
    code: customerCode,
    name: `拣货测试客户${customerCode}`,
    classCode,
    customerType,
    organizeCode,
    receiveType: '3',
    creditDays: 30,
  });
  const order = await audited('/channelsale/order', {
    organizeCode,
    customerCode,
    storageCode,
    orderType: '0',
    lines: [
      { productCode: second.productCode, number: '12', price: '20' },
      { productCode: first.productCode, number: '2', price: '100' },
    ],
  });
  const {
    ids: [delivery = ''],
  } = await ask<{ ids: string[] }>('lancai', 'POST', '/channelsale/order/pushDown', [order]);
  await ask('lancai', 'PUT', '/channelsale/delivery/audit', [delivery]);
  return (await ask<{ ids: string[] }>('lancai', 'PUT', '/stock/deliveryrelease/release', [delivery])).ids[0] ?? '';
}

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
/** All that left with a movement is asked back; answers the red movement that waits for it. */
async function broughtBack(movement: string): Promise<string> {
  const [sold] = await arrange<{ delivery: string; order: string; code: string }>(`
    select d.id as delivery, o.id as order, o.code
    from app.stock_inout m
    join app.order_delivery d on d.code = m.source_code
    join app.order_order o on o.code = d.order_code
    where m.id = '${movement}'`);
  await ask('lancai', 'PUT', '/channelsale/delivery/sign', [sold?.delivery]);
  const { lines } = await ask<{ lines: { id: string; productCode: string; number: string }[] }>(
    'lancai',
    'GET',
    `/channelsale/order/${sold?.order}`,
  );
  const { id } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/refund', {
    organizeCode,
    orderCode: sold?.code,
    lines: lines.map((line) => ({ orderLineId: line.id, productCode: line.productCode, number: line.number })),
  });
  await ask('lancai', 'PUT', '/channelsale/refund/audit', [id]);
  const [red] = await arrange<{ id: string }>(`
    select m.id
    from app.stock_inout m
    join app.order_refund t on t.code = m.source_code
    where t.id = '${id}'`);
  return red?.id ?? '';
}
async function audit({ page, panel }: Person): Promise<void> {
  await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').click();
  const dialog = page.locator('.verb-dialog').filter({ visible: true });
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('in the warehouse', () => {
  test('goods are picked with the scanner, leave, come back by a return, and the enquiry tells all of it', async ({
    office,
  }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const movement = await released(`PICK${mark}`);
    const person = await office.enter('lancai', { width: 1280, height: 800 });
    const { page, panel } = person;
    await go(person, `stock-inout__read__${movement}`);
    await shot(person, 'inout-read');
    await panel.locator('.panel-head [data-verb="pick"]').click();
    const told = page.locator('[data-testid="scan-told"]');
    await page.locator('[data-testid="scan"]').waitFor();
    // A scanner is a keyboard: it types and presses Enter, and nobody touches the mouse.
    const scan = async (text: string): Promise<void> => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await expect.poll(() => page.evaluate(`document.activeElement?.getAttribute('data-testid')`)).toBe('scan');
    await scan(first.barcode);
    await page.locator(`.pick-lines tr[data-picked="1"]`).waitFor();
    await scan('0000000000000');
    await page.locator('.pick-wrong', { hasText: '条码【0000000000000】不在拣货单中或已拣满' }).waitFor();
    await shot(person, 'pick-wrong');
    await scan(`13*${second.barcode}`);
    await expect.poll(() => told.innerText()).toContain(second.barcode);
    // Faster than the server answers.
    await scan(`5*${second.barcode}`);
    await scan(`5*${second.barcode}`);
    await scan(second.barcode);
    await scan(second.barcode);
    await page.locator(`.pick-lines tr[data-picked="12"]`).waitFor();
    await scan(first.barcode);
    await expect.poll(() => told.innerText()).toBe('全部拣齐');
    await shot(person, 'pick-done');
    await page.locator('[data-verb="closePicking"]').click();
    expect(await ask<{ pickedFlag: string }>('lancai', 'GET', `/stock/inout/${movement}`)).toMatchObject({
      pickedFlag: '1',
      lines: [{ pickedNumber: '12' }, { pickedNumber: '2' }],
    });

    await audit(person);
    // What was sold comes back by a return, which makes the red movement (A2).
    await expect.poll(() => panel.locator('.panel-head [data-verb="red"]').count()).toBe(0);
    const red = await broughtBack(movement);
    await go(person, `stock-inout__read__${red}`);
    await panel.locator('.status-red', { hasText: '红字' }).first().waitFor();
    await shot(person, 'red-read');
    await audit(person);
    expect(await ask('lancai', 'GET', `/stock/inout/${red}`)).toMatchObject({
      redFlag: '1',
      billStatus: '1',
      totalAmount: '440',
    });

    await person.open('stock/inout');
    await panel.locator(`[data-row-key="${red}"] .status-red`, { hasText: '红字' }).waitFor();
    await shot(person, 'inout-list');

    await person.open('stock/enquiry');
    await panel.locator('.unfold').click();
    const storage = panel.locator('[data-filter="storageCode"] input').first();
    await storage.fill(storageCode);
    await storage.press('Enter');
    await expect.poll(() => storage.getAttribute('title')).toContain(storageCode);
    await panel.locator('[data-verb="search"]').click();
    const { list } = await ask<{ list: { id: string; storageCode: string; productCode: string }[] }>(
      'lancai',
      'GET',
      `/stock/enquiry/page?page=1&limit=20&productCode=${first.productCode}&storageCode=${storageCode}`,
    );
    const row = panel.locator(`[data-row-key="${list[0]?.id}"]`);
    await row.waitFor();
    await shot(person, 'enquiry');
    await row.locator('[data-verb="entries"]').click();
    const entries = page.locator('.entries').filter({ visible: true });
    await entries.locator('[data-entry]').first().waitFor();
    await shot(person, 'entries');
    // The last thing that happened to these goods is that they came back.
    const { code } = await ask<{ code: string }>('lancai', 'GET', `/stock/inout/${red}`);
    await expect.poll(() => entries.locator('[data-entry]').first().innerText()).toContain(code);
    await entries.locator('a.entry-link').first().click();
    await expect.poll(() => person.route()).toBe(`stock-inout__read__${red}`);

    const english = await office.enter('lancai', { language: 'en-US', width: 1280, height: 800 });
    await english.open('sale/balance');
    await english.panel.locator('[data-verb="entries"]').first().click();
    await english.page.locator('.entries, .ant-modal .quiet').filter({ visible: true }).first().waitFor();
    await shot(english, 'balance-entries-en');
    await english.page.keyboard.press('Escape');
    const another = await released(`PICKEN${mark}`);
    await go(english, `stock-inout__read__${another}`);
    await english.panel.locator('.panel-head [data-verb="pick"]').click();
    await english.page.locator('[data-testid="scan"]').waitFor();
    await shot(english, 'pick-en');
  });

  test('a movement prints as what it is, and its picking list beside it', async ({ office }) => {
    const movement = await released(`PAPER${mark}`);
    for (const language of ['zh-CN', 'en-US'] as const) {
      const person = await office.enter('lancai', { language, width: 1280, height: 800 });
      const { page } = person;
      for (const [paper, layout] of [
        ['A4', ''],
        ['241x140', ''],
        ['A4', 'picking'],
        ['241x140', 'picking'],
      ] as const) {
        await page.goto('/#/home');
        await page.goto(
          `/#/print?noun=stock:inout&id=${movement}&paper=${paper}${layout === '' ? '' : `&layout=${layout}`}`,
        );
        await page.locator('.paper[data-page]').first().waitFor();
        await shot(person, `print-${layout || 'out'}-${paper}-${language}`);
        const text = await page.locator('.paper[data-page]').first().innerText();
        if (language === 'zh-CN') expect(text).toContain(layout === '' ? '销售出库单' : '拣货单');
        if (layout === 'picking') {
          expect(text).toContain(first.barcode);
          expect(text).not.toContain('440');
          // By material, whatever the order of the lines was.
          expect(text.indexOf(first.productCode)).toBeLessThan(text.indexOf(second.productCode));
        }
      }
      const {
        list: [delivery],
      } = await ask<{ list: { id: string }[] }>(
        'lancai',
        'GET',
        `/channelsale/delivery/page?page=1&limit=20&customerCode=PAPER${mark}`,
      );
      for (const paper of ['A4', '241x140']) {
        await page.goto('/#/home');
        await page.goto(`/#/print?noun=order:delivery&id=${delivery?.id ?? ''}&paper=${paper}`);
        await page.locator('.paper[data-page]').first().waitFor();
        await shot(person, `print-delivery-${paper}-${language}`);
      }
    }
  });
});
