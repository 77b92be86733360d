import { describe, expect } from 'vitest';
import { tenPlusOne } from '#tests/promotion-desk.ts';
import { arrange, ask, asker, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const mark = String(Date.now()).slice(-6);

async function shot({ page }: Person, title: string): Promise<void> {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${title}.png` });
}

describe('tenants', () => {
  test('a tenant is opened in one action, and the form says what was made', async ({ office }) => {
    const person = await office.enter('admin');
    await person.open('tenant/tenant');
    await person.panel.locator('[data-verb="add"]').click();
    const form = person.panel;
    await form.locator('[data-field="tenantCode"] input').fill(`7${mark}`);
    await form.locator('[data-field="tenantName"] input').fill(`测试集团${mark}`);
    await form.locator('[data-field="username"] input').fill(`owner${mark}`);
    await form.locator('[data-field="password"] input').fill('Opening-2026-pass');
    await form.locator('[data-field="confirmPassword"] input').fill('Opening-2026-pass');
    await form.locator('[data-verb="save"]').click();
    const made = person.page.locator('.made').filter({ visible: true });
    await made.waitFor();
    await expect.poll(() => made.innerText()).toMatch(new RegExp(`owner${mark}`));
    await expect.poll(() => made.innerText()).toMatch(/SO/);
    await person.page.locator('[data-dialog="made"] [data-verb="confirm"]').click();
  });

  test('records are handed to chosen tenants, and each has its line', async ({ office }) => {
    const code = `E${mark}`;
    await ask('lancai', 'POST', '/data/bd/brand', { code, name: `下发品牌${mark}` });
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await person.panel
      .locator('[data-row-key]', { hasText: code })
      .locator(':is([role="checkbox"], input[type="checkbox"])')
      .first()
      .click();
    await person.panel.locator('.toolbar [data-verb="pushdown"]').click();
    const dialog = person.page.locator('.distribute-dialog').filter({ visible: true });
    await dialog.locator('[data-tenant="1001"]').waitFor();
    await expect.poll(() => dialog.locator('[data-tenant]').count()).toBeGreaterThanOrEqual(3);
    for (const tenant of ['1001', '100101']) await dialog.locator(`[data-tenant="${tenant}"] input`).click();
    // Nothing is handed down before somebody has seen what it changes.
    await settled(dialog);
    expect(await dialog.locator('[data-verb="confirm"]').count()).toBe(0);
    await dialog.locator('[data-verb="preview"]').click();
    await dialog.locator('[data-testid="foreseen"]').waitFor();
    await expect.poll(() => dialog.locator('[data-tenant="100101"] [data-count="done"]').innerText()).toContain('1');
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.locator('[data-testid="handed"]').waitFor();
    await expect.poll(() => dialog.locator('[data-result="done"]').count()).toBe(2);

    // The receiver sees whose it is, and what is not its own to change.
    const receiver = await office.enter('huadong');
    await receiver.open('data/brand?tenantFlag=0');
    await receiver.panel.locator('[data-row-key]', { hasText: code }).locator('[data-verb="edit"]').click();
    await receiver.panel.locator('.origin').waitFor();
    await expect.poll(() => receiver.panel.locator('[data-field="name"] input').isDisabled()).toBe(true);
    await expect.poll(() => receiver.panel.locator('.origin').innerText()).toContain('1000');
  });

  test('a published activity is handed to a tenant below, which can read it and no more', async ({ office }) => {
    const called = `集团买赠${mark}`;
    const path = '/channelsale/promotion/activity';
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
    await arrange(`delete from app.activiti_bizroute where doc_type = 'PA'`);
    const call = await asker('lancai');
    const { id } = await call<{ id: string }>('POST', path, {
      name: called,
      policyRuleTypeCode: tenPlusOne.policyRuleTypeCode,
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      lines: [tenPlusOne],
    });
    for (const verb of ['audit', 'publish']) await call('PUT', `${path}/${verb}`, [id]);
    const person = await office.enter('lancai', {}, `/#/promotion-activity__read__${id}`);
    const verb = person.panel.locator('[data-verb="pushdown"]').first();
    const more = person.panel.locator('.panel-head [data-verb="more"]');
    await person.panel.locator('.panel-head').waitFor();
    await settled(person.page);
    if ((await verb.count()) === 0) await more.click();
    await person.page.locator('[data-verb="pushdown"]').filter({ visible: true }).first().click();
    const dialog = person.page.locator('.distribute-dialog').filter({ visible: true });
    await dialog.locator('[data-tenant="1001"] input').click();
    await dialog.locator('[data-verb="preview"]').click();
    await dialog.locator('[data-testid="foreseen"]').waitFor();
    await shot(person, 'activity-foreseen');
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.locator('[data-testid="handed"]').waitFor();
    await expect.poll(() => dialog.locator('[data-result="done"]').count()).toBe(1);
    const receiver = await office.enter('huadong');
    await receiver.open('promotion/activity');
    const row = receiver.panel.locator('[data-row-key]', { hasText: called }).first();
    await expect.poll(() => row.innerText()).toContain('1000-PA');
    await shot(receiver, 'activity-handed');
  });

  test('a parameter is chosen, not typed, and pages follow it', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/product?tenantFlag=0');
    const headers = (): Promise<string[]> => person.panel.locator('[role="columnheader"]').allInnerTexts();
    await expect.poll(headers).not.toContain('零售价');
    const { list } = await ask<{ list: { id: string; rowVersion: number }[] }>(
      'lancai',
      'GET',
      '/sys/tenant/params/page?code=SD003',
    );
    await ask('lancai', 'PUT', '/sys/tenant/params', { id: list[0]?.id, value: '1' });
    await expect.poll(headers, { timeout: 10_000 }).toContainEqual(expect.stringContaining('零售价'));
    await ask('lancai', 'PUT', '/sys/tenant/params', { id: list[0]?.id, value: '0' });
    await person.open('tenant/params');
    await person.panel.locator('[data-view="records"]').click();
    await person.panel.locator('[data-verb="add"]').click();
    await person.panel.locator('[data-field="code"] .ant-select').click();
    await person.page.keyboard.type('RB001');
    await person.page.locator('.ant-select-item-option', { hasText: 'RB001' }).click();
    await expect.poll(() => person.panel.locator('[data-field="name"] input').inputValue()).toBe('预算控制');
    await person.panel.locator('[data-field="value"] .ant-select').click();
    await expect
      .poll(() => person.page.locator('.ant-select-item-option', { hasText: '阻止超预算单据' }).count())
      .toBe(1);
  });

  test('the home page shows what waits and what happened', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.locator('[data-card="recent"] li').first().waitFor();
    await expect.poll(() => person.page.locator('[data-card="todo"]').count()).toBe(1);
    await expect.poll(() => person.page.locator('.home-area').count()).toBeGreaterThan(2);
  });
});
