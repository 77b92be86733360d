import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { OpeningState } from '#funds/model/opening-kind.ts';
import { buyer } from '#tests/house-partners.ts';
import { list } from '#tests/sheets.ts';
import { arrange, ask, passwordOf, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const mark = Date.now().toString(36).toUpperCase();
const shot = async ({ page }: Person, name: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/${name}.png` });
};
const file = (name: string, content: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const state = (): Promise<OpeningState> => ask<OpeningState>('lancai', 'GET', '/channelsale/opening');

/** Somebody whom no document knows, with the organisation he buys from. */
async function newCustomer(): Promise<{ code: string; organizeCode: string }> {
  const { classCode, customerType, organizeCode } = buyer;
  const code = `OPN${mark}`;
  await ask('lancai', 'POST', '/data/customer/manage', {
    code,
    name: `期初客户${mark}`,
    classCode,
    customerType,
    organizeCode,
  });
  return { code, organizeCode };
}

describe('opening balances', () => {
  test('the day is set, a file that does not agree is mended where it hurts and goes in, a second one replaces it, and the lock ends it', async ({
    office,
  }) => {
    const { code, organizeCode } = await newCustomer();
    const person = await office.enter('lancai', { width: 1280, height: 860 });
    const { page, panel } = person;
    await person.open('sale/opening');
    const card = panel.locator('[data-testid="opening"]');
    await card.locator('[data-testid="opening-open"]').waitFor();
    // Long ago: the other documents of the house go on being audited.
    await card.locator('.ant-picker #opening-day').fill('2001-01-01');
    await card.locator('.ant-picker #opening-day').press('Enter');
    await expect.poll(async () => (await state()).cutOverDate).toBe('2001-01-01');
    const money = card.locator('tr[data-kind="money"]');
    await money.locator('[data-verb="import"]').click();
    const dialog = page.locator('.import-dialog');
    await dialog.locator('input[type="file"]').setInputFiles(
      file(
        '往来.csv',
        list(
          ['组织编码', '客户编码', '项目', '金额', '到期日'],
          [
            [organizeCode, code, '授信余额', '-500', ''],
            [organizeCode, code, '应收款', '400', '2001-02-01'],
          ],
        ),
      ),
    );
    await dialog.locator('[data-testid="import-failure"]').waitFor();
    await dialog.locator('[data-testid="import-counts"]', { hasText: '1 行有错误' }).waitFor();
    await settled(dialog);
    expect(await dialog.locator('[data-verb="applyGood"]').count()).toBe(0);
    await shot(person, 'opening-refused');
    const cell = dialog.locator('.grid-wrong[data-field="c3"]');
    await cell.dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('-400');
    await page.keyboard.press('Enter');
    await dialog.locator('[data-verb="recheck"]').click();
    await dialog.locator('[data-testid="import-counts"]', { hasText: '0 行有错误' }).waitFor();
    await dialog.locator('[data-verb="applyAll"]').click();
    await dialog.waitFor({ state: 'detached' });
    await money.locator('td', { hasText: '往来.csv' }).waitFor();
    expect((await state()).kinds.find(({ kind }) => kind === 'money')).toMatchObject({
      documents: 1,
      rowCount: 2,
      totalAmount: '400',
    });

    await money.locator('[data-verb="import"]').click();
    await dialog.locator('input[type="file"]').setInputFiles(
      file(
        '往来二.csv',
        list(
          ['组织编码', '客户编码', '项目', '金额', '到期日'],
          [
            [organizeCode, code, '授信余额', '-600', ''],
            [organizeCode, code, '应收款', '600', '2001-02-01'],
          ],
        ),
      ),
    );
    await dialog.waitFor({ state: 'detached' });
    await money.locator('td', { hasText: '往来二.csv' }).waitFor();
    await panel.locator('[data-row-key]', { hasText: '往来.csv' }).waitFor();
    await shot(person, 'opening-page');
    expect(
      await arrange(`select amount::float as amount from app.receivable_balance where customer_code = $1`, [code]),
    ).toEqual([{ amount: 600 }]);

    await card.locator('[data-verb="lock"]').click();
    await page.locator('.ant-modal-confirm').filter({ visible: true }).locator('[data-verb="confirm"]').click();
    // Whoever found an open screen does not lock the books.
    const confirm = page.locator('.ant-modal', { hasText: '再次验证身份' });
    await confirm.locator('input[type="password"]').fill(passwordOf('lancai'));
    await confirm.locator('.ant-btn-primary').click();
    await card.locator('[data-testid="opening-locked"]').waitFor();
    await settled(card);
    expect(await card.locator('[data-verb="import"]').count()).toBe(0);
    await shot(person, 'opening-locked');
    const english = await office.enter('lancai', { language: 'en-US', width: 1280, height: 860 });
    await english.open('sale/opening');
    await english.panel.locator('[data-testid="opening-locked"]').waitFor();
    await shot(english, 'opening-page-en');
    await arrange('update app.sys_cutover set lock_date = null');
  });
});
