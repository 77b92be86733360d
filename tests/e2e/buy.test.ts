import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer, suppliers } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';

const { organizeCode, storageCode } = buyer;
const [[supplierCode]] = suppliers;

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
const press = ({ panel }: Person, verb: string): Promise<void> =>
  panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).first().click();
async function perform(person: Person, verb: string): Promise<void> {
  await press(person, verb);
  const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}
const codeOf = async ({ panel }: Person): Promise<string> =>
  (await panel.locator('[data-testid="bill-code"]').innerText()).trim();
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};
interface Books {
  readonly there: string;
  readonly cost: string;
  readonly owed: string;
}
const books = async (): Promise<Books> => {
  const [row] = await arrange<Books>(`
    select (
      select coalesce(sum(on_hand), 0)::float::text
      from app.stock_balance
      where tenant_code = '1000' and storage_code = '${storageCode}' and material_code = '${paint.code}'
    ) as there,
      (
        select coalesce(sum(amount), 0)::float::text
        from app.cost_balance
        where tenant_code = '1000' and material_code = '${paint.code}'
      ) as cost,
      (
        select coalesce(sum(amount), 0)::float::text
        from app.payable_balance
        where tenant_code = '1000' and supplier_code = '${supplierCode}'
      ) as owed`);
  return row ?? { there: '', cost: '', owed: '' };
};
const difference = (after: string, before: string): number => Number(after) - Number(before); // figures of the test

describe('what is needed is bought', () => {
  test('a demand becomes a purchase, its goods come in, and stock, cost and what is owed say the same', async ({
    office,
  }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/demand', {
      organizeCode,
      storageCode,
      supplierCode,
      requiredDate: '2030-01-31',
      lines: [{ productCode: paint.code, number: '30' }],
    });
    await ask('lancai', 'POST', '/channelsale/purchaseprice', {
      code: 'BUY1',
      name: '年度协议',
      supplierCode,
      productCode: paint.code,
      price: '11.3',
      startDate: '2000-01-01',
    });
    const before = await books();
    const person = await office.enter('lancai');
    const { panel } = person;

    await go(person, `order-demand__read__${id}`);
    await perform(person, 'audit');
    await press(person, 'toorder');
    await expect.poll(() => codeOf(person)).toMatch(/^PO/);
    const purchase = await codeOf(person);
    await expect.poll(() => panel.innerText()).toContain('339.00');
    await shot(person, 'purchase-saved');
    await perform(person, 'audit');
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已审核');
    await press(person, 'receive');
    await expect.poll(() => codeOf(person)).toMatch(/^IO/);
    const [movement] = await arrange<{ id: string }>(
      `select id from app.stock_inout where tenant_code = '1000' and source_code = '${purchase}'`,
    );
    await go(person, `stock-inout__read__${movement?.id ?? ''}`);
    await perform(person, 'audit');
    await expect.poll(() => panel.locator('.panel-head').innerText()).toContain('已审核');

    const after = await books();
    expect([
      difference(after.there, before.there),
      difference(after.cost, before.cost).toFixed(2),
      difference(after.owed, before.owed).toFixed(2),
    ]).toEqual([30, '300.00', '339.00']);
    await person.open('order/purchase');
    const line = panel.locator('.grid-row', { hasText: purchase }).first();
    await expect.poll(() => line.innerText()).toContain('全部到货');
    await shot(person, 'purchases');

    await person.open('sale/payable');
    const row = panel.locator('.grid-row', { hasText: '339.00' }).first();
    await row.waitFor();
    await shot(person, 'payables');
    await row.locator('[data-verb="entries"]').click();
    const entries = person.page.locator('.entries').filter({ visible: true });
    await expect.poll(() => entries.innerText()).toContain('采购入库');
    await shot(person, 'payable-entries');

    const english = await office.enter('lancai', { language: 'en-US', width: 1280, height: 800 });
    await english.open('sale/payable');
    await english.panel.locator('.grid-row').first().waitFor();
    await shot(english, 'payables-en');
    await go(english, `order-demand__read__${id}`);
    await shot(english, 'demand-en');
  });
});
