import { afterAll, beforeAll, describe, expect } from 'vitest';
import { sandboxAccount, startExchangeSystem, type SandboxSystem } from '#tests/exchange-system.ts';
import { ask, test, type Person } from './person.ts';

const mark = Date.now().toString(36).toUpperCase();
const [system, type, exchange, sql] = [`S${mark}`, `T${mark}`, `X${mark}`, `Q${mark}`];
const bill = (n: number) => ({
  type,
  billCode: `B${mark}-${n}`,
  billDate: '2026-11-10',
  summary: `付款 ${n}`,
  amount: `${n}00.00`,
  approverCode: 'E1',
  payee: `<i>供应商</i> ${n}`,
});
let erp: SandboxSystem;

beforeAll(async () => {
  erp = await startExchangeSystem({ pending: [bill(1), bill(2), { ...bill(3), approverCode: 'E9' }] });
  const save = (path: string, body: object): Promise<unknown> => ask('lancai', 'POST', path, body);
  const { id: userId } = await ask<{ id: string }>('lancai', 'GET', '/sys/user/info');
  await save('/exchange/system', {
    code: system,
    name: '沙箱ERP',
    interfaceType: '1',
    url: erp.url,
    ...sandboxAccount,
  });
  await save('/approve/modules/erp/bill/type', { code: type, name: `付款单${mark}`, systemCode: system });
  await save('/approve/modules/erp/bill/dict', {
    billTypeCode: type,
    recordType: '0',
    fieldCode: 'payee',
    fieldName: '收款人',
  });
  await save('/approve/user', { userId, systemCode: system, erpUserCode: 'E1', erpUserName: '主账号' });
  await save('/exchange/interface', {
    code: exchange,
    name: '拉取',
    systemCode: system,
    interfaceType: '1',
    actionType: 'submit',
  });
  await save('/approve/sql', {
    code: sql,
    name: `查询${mark}`,
    systemCode: system,
    databaseType: 'postgresql',
    billTypeCode: type,
    sqlText: 'select bill_code, summary from external_bill where system_code = :systemCode order by bill_code',
  });
});
afterAll(() => erp.close());

async function choose({ panel }: Person, filter: string, text: string): Promise<void> {
  await panel.locator(`[data-filter="${filter}"] input`).fill(text);
  await panel.locator('[data-verb="search"]').click();
  await panel.locator('[data-row-key]').filter({ hasText: text }).first().locator('input[type=checkbox]').check();
}

describe('the approval hub', () => {
  test('pulls the bills of another system, says which it could not take, has one decided with an opinion, and the answer arrives over there', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await person.open('approve/exchange');
    await choose(person, 'code', exchange);
    await person.panel.locator('[data-verb="execute"]').first().click();
    const told = person.page.locator('.hub-executed');
    await told.waitFor();
    await expect
      .poll(() => told.innerText())
      .toMatch(/新增2，更新0，收回0，未变0，失败1[\s\S]*审批人【E9】没有对应的审批用户/);
    await person.page.locator('.ant-modal [data-verb="confirm"]').click();

    await person.open('approve/task');
    await choose(person, 'billCode', `B${mark}-1`);
    await person.panel.locator('[data-verb="approve"]').first().click();
    const shown = person.page.locator('.hub-bill');
    await expect.poll(() => shown.innerText()).toContain('<i>供应商</i> 1');
    await person.page.locator('.ant-modal textarea').fill('同意付款');
    await person.page.locator('.ant-modal [data-verb="confirm"]').click();
    await person.page.locator('.ant-modal').waitFor({ state: 'detached' });
    await person.panel
      .locator('[data-row-key]')
      .filter({ hasText: `B${mark}-1` })
      .filter({ hasText: '已通过' })
      .waitFor();
    // The worker tells the other system.
    await expect
      .poll(() => erp.decided.map(({ billCode, result, message }) => [billCode, result, message]), { timeout: 20_000 })
      .toEqual([[`B${mark}-1`, 'pass', '同意付款']]);

    await person.open('approve/sql');
    await choose(person, 'code', sql);
    await person.panel.locator('[data-verb="test"]').first().click();
    const dialog = person.page.locator('.ant-modal').filter({ has: person.page.locator('.hub-sql') });
    await dialog.locator('.hub-draft').waitFor();
    await dialog.locator('[data-verb="run"]').click();
    await expect.poll(() => dialog.locator('.hub-rows tbody').innerText()).toContain(`B${mark}-2`);
  });
});
