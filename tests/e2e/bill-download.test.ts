import { mkdirSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { sandboxAccount, startExchangeSystem, type SandboxSystem } from '#tests/exchange-system.ts';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const path = '/exchange/download/downloadBill';
const mark = String(Date.now()).slice(-7);
let erp: SandboxSystem;
let organization: { code: string; name: string };
beforeAll(async () => {
  erp = await startExchangeSystem();
  const user = await ask<{ organizeCode: string; organizeName: string }>('clerk_1000', 'GET', '/sys/user/info');
  organization = { code: user.organizeCode, name: user.organizeName };
  await ask('lancai', 'POST', '/exchange/system', {
    code: `SB${mark}`,
    name: '沙箱ERP',
    interfaceType: '1',
    url: erp.url,
    ...sandboxAccount,
  });
});
afterAll(async () => {
  await erp.close();
});

const dayBefore = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const field = (dialog: Locator, key: string): Locator => dialog.locator(`[data-field="${key}"]`);
const complaints = (dialog: Locator): Promise<string[]> =>
  dialog.locator('.ant-form-item-explain-error').allInnerTexts();
const calls = (person: Person): Record<string, string>[] =>
  person.sent.filter((sent) => sent.path === path).map(({ query: { _t, ...query } }) => query);
async function opened(person: Person, url = 'order/order'): Promise<Locator> {
  await person.open(url);
  await person.panel.locator('[data-verb="downloadBill"]').click();
  const dialog = person.page.locator('.download-dialog').filter({ visible: true });
  await dialog.locator('[data-field="code"] input').waitFor();
  return dialog;
}
async function typeDay(person: Person, dialog: Locator, key: string, day: string): Promise<void> {
  const input = field(dialog, key).locator('input:not([disabled])');
  await input.fill(day);
  await input.press('Enter');
  await person.page
    .locator('.ant-picker-dropdown')
    .filter({ visible: true })
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}
const confirm = (dialog: Locator): Promise<void> => dialog.locator('[data-verb="confirm"]').click();
async function shot(person: Person, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await person.page.screenshot({ path: `${folder}/${name}.png` });
}

describe('the bill download dialog', () => {
  test('[picker:billDownload] [A267] [A268] [A269] [A270] [A278] opens with the own organisation, mode 0 and the last 7 days, and shows what the mode needs', async ({
    office,
  }) => {
    const person = await office.enter('clerk_1000');
    const dialog = await opened(person);
    await expect
      .poll(async () => [
        await dialog.locator('.ant-modal-title').innerText(),
        await dialog.evaluate((node) => /width:\s*(\d+px)/.exec(node.getAttribute('style') ?? '')?.[1]),
      ])
      .toEqual(['单据下载', '600px']);
    await expect.poll(() => field(dialog, 'organizeCode').innerText()).toContain(organization.name);
    await expect.poll(() => field(dialog, 'mode').locator('input[value="0"]').isChecked()).toBe(true);
    await settled(dialog);
    expect([
      await field(dialog, 'code').count(),
      await field(dialog, 'startExecuteTime').count(),
      await field(dialog, 'lastExecuteTime').count(),
    ]).toEqual([1, 0, 0]);
    await shot(person, 'download-code');
    await field(dialog, 'mode').locator('input[value="1"]').check();
    await field(dialog, 'startExecuteTime').locator('input:not([disabled])').waitFor();
    await settled(dialog);
    expect(await field(dialog, 'code').count()).toBe(0);
    const days = (): Promise<string[]> =>
      Promise.all(
        ['startExecuteTime', 'lastExecuteTime'].map((key) => field(dialog, key).locator('input').inputValue()),
      );
    await expect.poll(() => days()).toEqual([dayBefore(7), dayBefore(0)]);
    await shot(person, 'download-days');
    const [year = 0, month = 0] = dayBefore(0)
      .split('-')
      .map((part) => Number.parseInt(part, 10));
    const at = (y: number, m: number, d: number): string => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
    const expected = {
      thisMonth: [at(year, month - 1, 1), at(year, month, 0)],
      lastMonth: [at(year, month - 2, 1), at(year, month - 1, 0)],
      lastTwoMonths: [at(year, month - 3, 1), at(year, month - 1, 0)],
      lastThreeMonths: [at(year, month - 4, 1), at(year, month - 1, 0)],
      thisYear: [at(year, 0, 1), at(year, 11, 31)],
      lastYear: [at(year - 1, 0, 1), at(year - 1, 11, 31)],
    };
    await expect
      .poll(() =>
        dialog.locator('[data-period]').evaluateAll((all) => all.map((each) => each.getAttribute('data-period'))),
      )
      .toEqual(Object.keys(expected));
    for (const [name, range] of Object.entries(expected)) {
      await dialog.locator(`[data-period="${name}"]`).click();
      await expect.poll(days).toEqual(range);
    }
  });

  test('[A271] [A272] [A273] wants organisation and mode always, the code only in mode 0 and both days only in mode 1', async ({
    office,
  }) => {
    const person = await office.enter('clerk_1000', { language: 'en-US', width: 1280 });
    const dialog = await opened(person);
    await field(dialog, 'organizeCode').locator('.ant-select-clear').click();
    for (const key of ['organizeCode', 'mode'])
      await expect.poll(() => field(dialog, key).locator('.ant-form-item-required').count()).toBe(1);
    await confirm(dialog);
    await expect
      .poll(() => complaints(dialog))
      .toEqual(['Required field cannot be empty', 'Required field cannot be empty']);
    await expect.poll(() => field(dialog, 'code').locator('.ant-form-item-explain-error').count()).toBe(1);
    await shot(person, 'download-errors-en');
    await field(dialog, 'mode').locator('input[value="1"]').check();
    for (const key of ['startExecuteTime', 'lastExecuteTime']) {
      await field(dialog, key).locator('input:not([disabled])').hover();
      await field(dialog, key).locator('.ant-picker-clear').click();
    }
    await confirm(dialog);
    await expect
      .poll(() => complaints(dialog))
      .toEqual(Array.from({ length: 3 }, () => 'Required field cannot be empty'));
    expect(calls(person)).toEqual([]);
  });

  test('[A274] [A275] [A277] warns of more than 7 days and sends nothing; exactly 7 days are sent as such, without a code', async ({
    office,
  }) => {
    erp.bills.splice(0, erp.bills.length);
    const person = await office.enter('clerk_1000');
    const dialog = await opened(person);
    await field(dialog, 'code').locator('input').fill('LEFT-OVER');
    await field(dialog, 'mode').locator('input[value="1"]').check();
    await field(dialog, 'startExecuteTime').locator('input:not([disabled])').waitFor();
    await typeDay(person, dialog, 'startExecuteTime', dayBefore(8));
    await confirm(dialog);
    await person.told('日期范围不能超过7天');
    expect(calls(person)).toEqual([]);
    await typeDay(person, dialog, 'startExecuteTime', dayBefore(7));
    await confirm(dialog);
    await person.told('下载成功0条');
    await dialog.waitFor({ state: 'detached' });
    expect(calls(person)).toEqual([
      { organizeCode: organization.code, type: 'order', startExecuteTime: dayBefore(7), lastExecuteTime: dayBefore(0) },
    ]);
    expect(erp.asked.at(-1)).toEqual({
      organizeCode: organization.code,
      type: 'order',
      startExecuteTime: dayBefore(7),
      lastExecuteTime: dayBefore(0),
    });
  });

  test('[A276] sends organisation, type and code in mode 0; the bill is a draft in the list, and one that cannot be taken says why', async ({
    office,
  }) => {
    const bill = (billNo: string, materialCode: string) => ({
      type: 'order',
      billNo,
      billDate: dayBefore(1),
      organizeCode: organization.code,
      customerCode: buyer.code,
      remark: `来自ERP ${mark}`,
      lines: [{ materialCode, number: '2', price: '10' }],
    });
    erp.bills.push(bill(`E${mark}`, paint.code), bill(`F${mark}`, 'NO-SUCH'));
    const person = await office.enter('clerk_1000');
    const dialog = await opened(person);
    await person.panel.locator('[data-row-key]').first().waitFor();
    await field(dialog, 'code').locator('input').fill(`E${mark}`);
    await confirm(dialog);
    await person.told('下载成功1条，更新0条，失败0条');
    await dialog.waitFor({ state: 'detached' });
    expect(calls(person)).toEqual([{ organizeCode: organization.code, type: 'order', code: `E${mark}` }]);
    await person.panel.locator('[data-row-key]', { hasText: '外部系统' }).first().waitFor();
    await person.panel.locator('[data-verb="downloadBill"]').click();
    await field(dialog, 'code').locator('input').fill(`F${mark}`);
    await confirm(dialog);
    await dialog.locator(`[data-bill="F${mark}"]`, { hasText: '第1行 产品编码【NO-SUCH】不存在或已停用' }).waitFor();
    await shot(person, 'download-failed');
    await dialog.locator('.dialog-footer .ant-btn').first().click();
    // Stock in and out has the same dialog, with a type of its own.
    const keeper = await office.enter('lancai', { width: 1280 });
    const other = await opened(keeper, 'stock/inout');
    // A dialog that has just come takes the focus once more: the key goes to the input, wherever the cursor is.
    const place = field(other, 'organizeCode').locator('input:not([disabled])');
    await place.fill(organization.name);
    await place.press('Enter');
    await expect.poll(() => field(other, 'organizeCode').innerText()).toContain(organization.name);
    await field(other, 'code').locator('input').fill('NONE');
    await confirm(other);
    await keeper.told('外部系统中没有单据【NONE】');
    expect(calls(keeper)).toMatchObject([{ type: 'stockInout', code: 'NONE' }]);
    await settled(other);
    expect(await other.isVisible()).toBe(true);
  });
});
