import { describe, expect } from 'vitest';
import { lacquers } from '#tests/house-goods.ts';
import { storages } from '#tests/house-places.ts';
import { arrange, ask, test, type Person } from './person.ts';

const mark = Date.now().toString(36).toUpperCase();
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};
const { code: storageCode, organizeCode } = storages[2];
const [first, second] = lacquers.map(({ code }) => code) as [string, string];

/** A warehouse of its own with two kinds of goods. */
async function warehouse(code: string, numbers: readonly [string, string]): Promise<void> {
  await ask('lancai', 'POST', '/data/storage', { code, name: `测试仓${code}`, organizeCode });
  const { id } = await ask<{ id: string }>('lancai', 'POST', '/stock/inout', {
    organizeCode,
    moveType: '3',
    storageCode: code,
    lines: [
      { productCode: first, number: numbers[0], price: '1' },
      { productCode: second, number: numbers[1], price: '1' },
    ],
  });
  await ask('lancai', 'PUT', '/stock/inout/audit', [id]);
}
/** What lies in a warehouse and what is on its way there, as the ledger has it. */
async function ledgerOf(code: string, productCode: string): Promise<readonly number[]> {
  const [row] = await arrange<{ there: string; coming: string }>(`
    select coalesce(sum(e.d_on_hand), 0)::float::text as there, coalesce(sum(e.d_in_transit), 0)::float::text as coming
    from app.stock_entry e
    join app.stock_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
    where e.tenant_code = '1000' and b.storage_code = '${code}' and b.material_code = '${productCode}'`);
  return [Number(row?.there), Number(row?.coming)]; // figures of the test
}
const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
async function perform({ page, panel }: Person, verb: string, reason?: string): Promise<void> {
  await panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).first().click();
  const dialog = page.locator('.verb-dialog').filter({ visible: true });
  await dialog.waitFor();
  if (reason !== undefined) await dialog.locator('textarea').fill(reason);
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('in the warehouse', () => {
  test('an allocation arrives short and is closed with its difference', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    await warehouse(`A${mark}`, ['50', '5']);
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/stock/allocation', {
      organizeCode,
      outStorageCode: `A${mark}`,
      inStorageCode: storageCode,
      lines: [{ productCode: first, number: '10' }],
    });
    const [thereBefore = 0, comingBefore = 0] = await ledgerOf(storageCode, first);
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    await go(person, `stock-allocation__read__${id}`);
    await perform(person, 'audit');
    const movement = async (type: string): Promise<string> => {
      const [row] = await arrange<{ id: string }>(`
        select m.id
        from app.stock_inout m
        join app.stock_allocation a on a.code = m.source_code and a.tenant_code = m.tenant_code
        where a.id = '${id}' and m.move_type = '${type}' and m.bill_status = '0' and m.deleted_flag = '0'`);
      return row?.id ?? '';
    };
    await ask('lancai', 'PUT', '/stock/inout/audit', [await movement('6')]);
    const arriving = await movement('2');
    const bill = await ask<{ lines: object[] }>('lancai', 'GET', `/stock/inout/${arriving}`);
    await ask('lancai', 'PUT', '/stock/inout', {
      ...bill,
      lines: bill.lines.map((line) => ({ ...line, number: '8' })),
    });
    await ask('lancai', 'PUT', '/stock/inout/audit', [arriving]);
    await person.page.reload();
    await go(person, `stock-allocation__read__${id}`);
    await shot(person, 'allocation-transit');
    await perform(person, 'close', '两件途中破损');
    expect(await ask('lancai', 'GET', `/stock/allocation/${id}`)).toMatchObject({ billStatus: '2' });
    const [line] = (await ask<{ lines: { lossNumber: string }[] }>('lancai', 'GET', `/stock/allocation/${id}`)).lines;
    expect(Number(line?.lossNumber)).toBe(2);
    // Ten left, eight arrived, and nothing is on its way any more.
    expect(await ledgerOf(`A${mark}`, first)).toEqual([40, 0]);
    expect(await ledgerOf(storageCode, first)).toEqual([thereBefore + 8, comingBefore]);
    await expect.poll(() => person.panel.innerText()).toContain('已关闭');
    await shot(person, 'allocation-closed');
  });

  test('a blind count is taken and recounted on a phone', async ({ office }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    await arrange(`update app.sys_params set param_value = '1' where param_code = 'ST012'`);
    await warehouse(`B${mark}`, ['773', '5']);
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/stock/inventory', {
      organizeCode,
      storageCode: `B${mark}`,
      countDate: '2026-11-18',
      lines: [],
    });
    const person = await office.enter('lancai', { width: 390, height: 844 });
    const { page } = person;
    await go(person, `stock-inventory__read__${id}`);
    await shot(person, 'count-read-390');
    const open = async (): Promise<void> => {
      await page.locator('[data-verb="count"]').filter({ visible: true }).first().click();
      await page.locator('.count-lines').waitFor();
    };
    const number = (code: string) => page.locator(`.count-lines li[data-product="${code}"] input`);
    await open();
    await number(first).fill('770');
    await number(first).press('Enter');
    await expect.poll(() => page.locator('[data-testid="count-told"]').innerText()).toContain('770');
    await number(second).fill('5');
    await number(second).press('Enter');
    await expect.poll(() => page.locator('.count-progress').innerText()).toContain('2 / 2');
    await shot(person, 'count-dialog-390');
    await expect.poll(() => page.locator('.count-lines').innerText()).not.toContain('773');
    await page.locator('[data-verb="closeCounting"]').click();
    await ask('lancai', 'PUT', '/stock/inventory/recount', [id]);
    await page.reload();
    await go(person, `stock-inventory__read__${id}`);
    await open();
    await expect.poll(() => page.locator('.count-lines li').count()).toBe(1);
    await number(first).fill('772');
    await number(first).press('Enter');
    await expect.poll(() => page.locator('.count-progress').innerText()).toContain('1 / 1');
    await shot(person, 'count-recount-390');
    await page.locator('[data-verb="closeCounting"]').click();
    await ask('lancai', 'PUT', '/stock/inventory/audit', [id]);
    await page.reload();
    await go(person, `stock-inventory__read__${id}`);
    await shot(person, 'count-approved-390');
    expect(await ledgerOf(`B${mark}`, first)).toEqual([772, 0]);
    expect(await ledgerOf(`B${mark}`, second)).toEqual([5, 0]);
    const { lines } = await ask<{ lines: { productCode: string; differenceNumber: string }[] }>(
      'lancai',
      'GET',
      `/stock/inventory/${id}`,
    );
    expect(Number(lines.find(({ productCode }) => productCode === first)?.differenceNumber)).toBe(-1);
  });
});
