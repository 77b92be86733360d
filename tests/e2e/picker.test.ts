import { describe, expect } from 'vitest';
import { contractFile, contractIsHere } from '#tests/contract/shared.ts';
import { test, type Person } from './person.ts';

const dialogOf = ({ page }: Person) => page.locator('.picker').filter({ visible: true });

/** A new order, whose head and lines refer to most nouns. */
async function newOrder(person: Person): Promise<void> {
  await person.open('order/order');
  await person.panel.locator('[data-verb="add"]').click();
  await person.panel.locator('.line-table').waitFor();
}
async function openPicker(person: Person, field: string): Promise<void> {
  await person.panel.locator(`[data-field="${field}"] [data-verb="pick"]`).first().click();
  await offeredIn(person).locator('[data-row-key]').first().waitFor();
}
/** The list to choose from; what was chosen stands below it. */
const offeredIn = (person: Person) => dialogOf(person).locator('.entity-table');
const lastList = ({ sent }: Person, path: string) => sent.findLast((call) => call.path === path);

describe('a picker', () => {
  test('[picker:customer] [A183] [A187] [A188] [A189] [A191] is a dialog with a search, pages of 20 and enabled rows; the chosen row fills the field', async ({ office }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    const route = person.route();
    await openPicker(person, 'customerCode');
    const dialog = dialogOf(person);
    expect(person.route()).toBe(route);
    expect(lastList(person, '/data/customer/manage/page')?.query).toMatchObject({ status: '1', page: '1', limit: '20' });
    await dialog.locator('.ant-pagination-options .ant-select').click();
    expect(await person.page.locator('.ant-select-item-option').allInnerTexts().then((texts) => texts.map((text) => text.replace(/\D/g, '')))).toEqual(['20', '50', '100', '200', '500']);
    await person.page.keyboard.press('Escape');

    const rows = offeredIn(person).locator('[data-row-key]');
    await rows.nth(0).click();
    await rows.nth(1).click();
    expect(await offeredIn(person).locator('[data-row-key][aria-selected="true"]').count()).toBe(1);
    const code = await rows.nth(0).locator('[role="gridcell"]').nth(1).innerText();
    const input = dialog.locator('[data-filter="code"] input');
    await input.fill(code);
    await input.press('Enter');
    await expect.poll(() => rows.count()).toBe(1);
    expect(lastList(person, '/data/customer/manage/page')?.query).toMatchObject({ code });
    await rows.first().click();
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => person.panel.locator('[data-field="customerCode"] input').getAttribute('title')).toContain(code);
  });

  for (const [key, field, path] of [['warehouse', 'storageCode', '/data/storage/page'], ['personnel', 'salesmanCode', '/data/bd/personnel/page']] as const) {
    test.skipIf(!contractIsHere)(`[picker:${key}] shows the columns of the contract and gives its row to the order`, async ({ office }) => {
      const person = await office.enter('lancai');
      await newOrder(person);
      await openPicker(person, field);
      const dialog = dialogOf(person);
      const { columns = [], width } = contractFile('pickers.json').pickers.find((picker) => picker.key === key) ?? {};
      // The name of the own tenant is the only column that is not shown: every row would say the same.
      expect((await offeredIn(person).locator('[role="columnheader"]').allInnerTexts()).filter((text) => text.trim() !== '')).toHaveLength(columns.filter((column) => column !== 'tenantName').length);
      expect(width).toContain((await dialog.evaluate((node) => node.getAttribute('style') ?? '')).match(/width:\s*([\d.]+(px|%))/)?.[1] ?? 'no width');
      expect(lastList(person, path)?.query['page']).toBe('1');
      await offeredIn(person).locator('[data-row-key]').first().dblclick();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => person.panel.locator(`[data-field="${field}"] input`).first().getAttribute('title')).not.toBe('');
    });
  }

  test('[picker:user] is opened from the form of a person and gives its user', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/personnel?tenantFlag=0');
    await person.panel.locator('[data-verb="add"]').click();
    await openPicker(person, 'userId');
    const dialog = dialogOf(person);
    expect((await offeredIn(person).locator('[role="columnheader"]').allInnerTexts()).filter((text) => text.trim() !== '')).toEqual(['用户名', '部门', '邮箱', '手机号']);
    await dialog.locator('[data-filter="username"] input').fill('manager_1000');
    await dialog.locator('[data-verb="search"]').click();
    await expect.poll(() => offeredIn(person).locator('[data-row-key]').count()).toBe(1);
    await offeredIn(person).locator('[data-row-key]').first().dblclick();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => person.panel.locator('[data-field="userId"] input').getAttribute('title')).toMatch(/^[0-9a-f-]{36} /);
  });

  test('[picker:productSelection] [A184] [A185] [A186] chooses several materials by class and writes a line for each', async ({ office }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    await person.panel.locator('[data-verb="pickLines"]').click();
    const dialog = dialogOf(person);
    await dialog.locator('[data-row-key]').first().waitFor();
    expect(lastList(person, '/data/bd/material/all/page')).toMatchObject({ method: 'POST', body: { status: '1', page: 1, limit: 20 } });
    await dialog.locator('.group-tree .ant-tree-node-content-wrapper').nth(1).click();
    await expect.poll(() => (lastList(person, '/data/bd/material/all/page')?.body as { classCode?: string } | undefined)?.classCode).toBeTruthy();
    await dialog.locator('[data-row-key]').first().waitFor();
    const offered = offeredIn(person).locator('[data-row-key]');
    for (const at of [0, 1, 2, 3]) await offered.nth(at).locator('input[type="checkbox"]').check();
    // Below the list: what was chosen, counted, each with a button that takes it back.
    const chosen = dialog.locator('[data-testid="chosen"]');
    expect(await dialog.locator('.search-form').count()).toBe(1);
    await expect.poll(() => chosen.locator('.chosen-head strong').innerText()).toBe('已选 4 条');
    expect(await chosen.locator('[data-row-key]').count()).toBe(4);
    await chosen.locator('[data-row-key]').nth(3).locator('[data-verb="unchoose"]').click();
    await expect.poll(() => offered.nth(3).locator('input[type="checkbox"]').isChecked()).toBe(false);
    await expect.poll(() => chosen.locator('.chosen-head strong').innerText()).toBe('已选 3 条');
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => person.panel.locator('.line-table [data-row-key]').count()).toBe(3);
  });
});
