import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { list } from '#tests/sheets.ts';
import { arrange, ask, test, type Person } from './person.ts';

const shot = async ({ page }: Person, name: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/${name}.png` });
};

describe('a bank statement', () => {
  test('is imported for one of our accounts; what is sure is claimed at once, the rest by choosing', async ({
    office,
  }) => {
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    const mark = Date.now().toString(36).toUpperCase();
    // Money is received in a month that is open: this one, by the clock of the tests.
    const month = new Date().toISOString().slice(0, 7);
    const [one, two] = [`PAYA${mark}`, `PAYB${mark}`];
    for (const code of [one, two])
      await ask('lancai', 'POST', '/data/customer/manage', {
        code,
        name: `付款客户${code}`,
        classCode: buyer.classCode,
        customerType: '1',
        organizeCode: buyer.organizeCode,
      });
    const account = `BK${mark}`;
    await ask('lancai', 'POST', '/data/bd/finance/bankaccount', {
      code: account,
      name: `基本户${mark}`,
      bankType: '1',
      bankAccount: `6222${mark}`,
      openingBank: '西湖支行',
      organizeCode: buyer.organizeCode,
    });
    await ask('lancai', 'POST', '/data/bd/customer/invoice', {
      customerCode: one,
      typeCode: '1',
      name: `开票${mark}`,
      taxNumber: `91${mark}`,
      bankAccount: `6217${mark}`,
    });
    const person = await office.enter('lancai', { width: 1280, height: 860 });
    const { page, panel } = person;
    await person.open('sale/bankstatement');
    await panel.locator('[data-verb="import"]').click();
    const dialog = page.locator('.import-dialog');
    const known = dialog.locator('[data-given="bankAccountCode"] input').first();
    await known.fill(account);
    await known.press('Enter');
    // A file that is chosen before the account was looked up is sent without it.
    await expect.poll(() => known.getAttribute('title')).toContain(account);
    await shot(person, 'bank-import');
    await dialog.locator('input[type="file"]').setInputFiles({
      name: '流水.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        list(
          ['交易日期', '流水号', '付款账号', '付款人', '金额', '备注'],
          [
            [`${month}-02`, `A${mark}`, `6217${mark}`, `开票${mark}`, '1,200.00', '货款'],
            [`${month}-03`, `B${mark}`, '', '不认识的人', '77.5', ''],
          ],
        ),
      ),
    });
    await dialog.waitFor({ state: 'detached' });
    const row = (serial: string) => panel.locator('[data-row-key]', { hasText: serial });
    await row(`A${mark}`).waitFor();
    await shot(person, 'bank-list');
    for (const serial of [`A${mark}`, `B${mark}`]) await row(serial).locator('input[type="checkbox"]').check();
    await panel.locator('[data-verb="claim"]').click();
    const claim = page.locator('.ant-modal').filter({ visible: true });
    await claim
      .locator('[data-testid="claim-summary"]', { hasText: '将生成 1 张收款单，合计 1,200.00，1 笔未选' })
      .waitFor();
    await claim.locator(`[data-line="A${mark}"] [data-match="${one}"][aria-pressed="true"]`).waitFor();
    await shot(person, 'bank-claim');
    const stranger = claim.locator(`[data-line="B${mark}"]`);
    // Longer than its field is wide: the suggestions stay although the text scrolls in it.
    await stranger.locator('td:nth-child(5) input').fill(two);
    await page.locator('[role="option"]', { hasText: two }).first().click();
    await claim.locator('[data-testid="claim-summary"]', { hasText: '将生成 2 张收款单，合计 1,277.50' }).waitFor();
    if (await claim.locator('[data-dialog="claim"] [data-verb="claim"]').isDisabled()) {
      await stranger.locator('td:nth-child(6) .ant-select').click();
      await page
        .locator('.ant-cascader-menu-item, .ant-select-item-option, .ant-select-tree-title')
        .filter({ visible: true })
        .first()
        .click();
    }
    await claim.locator('[data-verb="auditNow"]').click();
    await claim.locator('[data-dialog="claim"] [data-verb="claim"]').click();
    await claim.waitFor({ state: 'detached' });
    await row(`B${mark}`).locator('text=已认领').waitFor();
    const bills = await arrange<{ said: string }>(
      `
        select customer_code || ' ' || amount::float || ' ' || bill_status as said
        from app.sale_bill
        where bank_account_code = $1
        order by bank_serial_no`,
      [account],
    );
    expect(bills.map(({ said }) => said)).toEqual([`${one} 1200 1`, `${two} 77.5 1`]);
    // A day that no period holds: claimed it is, and the screen says why it is not audited.
    await ask('lancai', 'POST', '/channelsale/bankstatement', {
      bankAccountCode: account,
      tradeDate: '2019-03-05',
      serialNo: `C${mark}`,
      payerAccount: `6217${mark}`,
      payerName: `开票${mark}`,
      amount: '30',
    });
    await panel.locator('[data-verb="refresh"]').click();
    for (const serial of [`A${mark}`, `B${mark}`])
      if (await row(serial).locator('input[type="checkbox"]').isChecked())
        await row(serial).locator('input[type="checkbox"]').uncheck();
    await row(`C${mark}`).locator('input[type="checkbox"]').check();
    await panel.locator('[data-verb="claim"]').click();
    await claim.locator('[data-testid="claim-summary"]', { hasText: '将生成 1 张收款单，合计 30.00' }).waitFor();
    await claim.locator('[data-verb="auditNow"]').click();
    await claim.locator('[data-dialog="claim"] [data-verb="claim"]').click();
    const said = page.locator('.ant-message', { hasText: '已认领 1 笔，1 张收款单未审核' });
    await said.filter({ hasText: '【2019-03-05】没有已开启的会计期间' }).waitFor();
    await shot(person, 'bank-claim-unaudited');
    const english = await office.enter('lancai', { language: 'en-US', width: 1280, height: 860 });
    await english.open('sale/bankstatement');
    await english.panel.locator('[data-row-key]', { hasText: `B${mark}` }).waitFor();
    await shot(english, 'bank-list-en');
  });
});
