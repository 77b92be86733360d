import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, passwordOf, test, type Person } from './person.ts';

const closed = { 'zh-CN': '会计期间【2019-05】已结账', 'en-US': 'Accounting period 2019-05 is closed' };

const saved = async (path: string, body: object): Promise<string> =>
  (await ask<{ id: string }>('lancai', 'POST', path, body)).id;
const statusOf = async (path: string, id: string): Promise<string> =>
  (await ask<{ billStatus: string }>('lancai', 'GET', `${path}/${id}`)).billStatus;
const agree = ({ page }: Person): Promise<void> =>
  page.locator('.ant-modal-confirm').filter({ visible: true }).locator('.ant-btn-primary').click();

async function choose(person: Person, id: string, verb: string): Promise<void> {
  const row = person.panel.locator(`[data-row-key="${id}"]`);
  await row.waitFor();
  const box = row.locator('input[type="checkbox"]');
  if (!(await box.isChecked())) await box.check();
  await person.panel.locator(`.toolbar-chosen [data-verb="${verb}"]`).click();
}

/** A period chosen in its list, and one of its verbs agreed to. */
async function settle(person: Person, id: string, verb: string): Promise<void> {
  await choose(person, id, verb);
  await agree(person);
}

/** The page of a period's close, chosen in the list of periods. */
async function closing(person: Person, id: string): Promise<Locator> {
  await choose(person, id, 'settle');
  await expect.poll(() => person.route()).toBe(`periodClose/${id}`);
  const page = person.page.locator(`[data-panel="periodClose/${id}"]`);
  await page.locator('.period-lines').waitFor();
  return page;
}

/** Opens a document and asks for a verb: the dialog previews it, or says why not. */
async function asking({ page, panel }: Person, url: string, id: string, verb: string): Promise<Locator> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${url}__read__${id}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
  await panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).click();
  return page.locator('.verb-dialog').filter({ visible: true });
}

async function refused(person: Person, url: string, id: string, verb: string, text: string): Promise<void> {
  await asking(person, url, id, verb);
  await person.page.locator('.verb-dialog, .ant-message-notice', { hasText: text }).first().waitFor();
  await person.page.keyboard.press('Escape');
  await person.page.locator('.verb-dialog').filter({ visible: true }).waitFor({ state: 'hidden' });
}

describe('an accounting period', () => {
  test('that is closed on its screen takes no movement and no money and gives none back, until the last one is opened again', async ({
    office,
  }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const { organizeCode, storageCode } = buyer;
    const movement = (): Promise<string> =>
      saved('/stock/inout', {
        organizeCode,
        storageCode,
        moveType: '3',
        billDate: '2019-05-10',
        lines: [{ productCode: paint.code, number: '5', price: '8' }],
      });
    const receipt = (): Promise<string> =>
      saved('/channelsale/bill', {
        organizeCode,
        customerCode: buyer.code,
        billType: 'RC',
        amount: '30',
        billDate: '2019-05-11',
      });
    const before = { movement: await movement(), receipt: await receipt() };
    const period = await saved('/sys/accountperiod', {
      organizeCode,
      year: 2019,
      month: 5,
      startDate: '2019-05-01',
      endDate: '2019-05-31',
    });

    const person = await office.enter('lancai');
    const { page, panel } = person;
    await person.open('sys/accountperiod');
    await settle(person, period, 'open');
    await panel.locator(`[data-row-key="${period}"]`, { hasText: '已开启' }).waitFor();
    await ask('lancai', 'PUT', '/stock/inout/audit', [before.movement]);
    // The receipt of that month still waits to be audited: the check list leads to it.
    const checklist = await closing(person, period);
    await checklist.locator('[data-check="stock:inout"][data-state="ok"]').waitFor();
    await checklist.locator('[data-check="books"][data-state="ok"]').waitFor();
    await checklist.locator('[data-verb="close"]:disabled', { hasText: '结账 2019 年 5 月' }).waitFor();
    await checklist.locator('.panel-head', { hasText: '还差 1 项才能结账' }).waitFor();
    await checklist.locator('[data-check="sale:bill"][data-state="todo"] .number', { hasText: '30.00' }).waitFor();
    await checklist.locator('[data-check="sale:bill"][data-state="todo"] a').first().click();
    await panel.locator('[data-testid="bill-code"]').waitFor();
    const dialog = await asking(person, 'sale-bill', before.receipt, 'audit');
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.waitFor({ state: 'hidden' });
    // Whoever comes back finds it checked again.
    await page.locator(`[data-tab="periodClose/${period}"]`).click();
    await checklist.locator('[data-testid="period-ready"]').waitFor();
    await checklist.locator('[data-verb="close"]').click();
    await page.locator('.period-dialog [data-verb="confirm"]').click();
    await person.told('2019 年 5 月已结账');
    await person.open('sys/accountperiod');
    await panel.locator(`[data-row-key="${period}"]`, { hasText: '已结账' }).waitFor();

    const late = { movement: await movement(), receipt: await receipt() };
    await refused(person, 'stock-inout', late.movement, 'audit', closed['zh-CN']);
    await refused(person, 'sale-bill', late.receipt, 'audit', closed['zh-CN']);
    await refused(person, 'stock-inout', before.movement, 'unaudit', closed['zh-CN']);
    await refused(person, 'sale-bill', before.receipt, 'unaudit', closed['zh-CN']);
    expect(
      await Promise.all([
        statusOf('/stock/inout', late.movement),
        statusOf('/channelsale/bill', late.receipt),
        statusOf('/stock/inout', before.movement),
        statusOf('/channelsale/bill', before.receipt),
      ]),
    ).toEqual(['0', '0', '1', '1']);
    await refused(
      await office.enter('lancai', { language: 'en-US' }),
      'sale-bill',
      late.receipt,
      'audit',
      closed['en-US'],
    );

    await person.open('sys/accountperiod');
    await settle(person, period, 'unsettle');
    // To open closed books again asks who is sitting there.
    const confirm = page.locator('.ant-modal', { hasText: '再次验证身份' });
    await confirm.locator('input[type="password"]').fill(passwordOf('lancai'));
    await confirm.locator('.ant-btn-primary').click();
    await panel.locator(`[data-row-key="${period}"]`, { hasText: '已开启' }).waitFor();
    for (const [url, path, id] of [
      ['stock-inout', '/stock/inout', late.movement],
      ['sale-bill', '/channelsale/bill', late.receipt],
    ] as const) {
      const dialog = await asking(person, url, id, 'audit');
      await dialog.locator('[data-verb="confirm"]').click();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => statusOf(path, id)).toBe('1');
    }
  });
});
