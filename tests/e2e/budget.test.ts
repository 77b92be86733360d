import { describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, test } from './person.ts';

const { organizeCode } = buyer;
const made = <Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);

/** A department with ten thousand for travel in May. */
async function givenBudget(): Promise<void> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await made('POST', '/data/bd/dept', { code: 'BUDGET1', name: '华东大区销售一部', organizeCode });
  await made('POST', '/data/console/budgetAccount', { code: 'BUDGET1', name: '差旅费预算', control: '2' });
  const { id } = await made<{ id: string }>('POST', '/reimbursement/budget', {
    organizeCode,
    year: 2026,
    deptCode: 'BUDGET1',
    lines: [{ budgetAccountCode: 'BUDGET1', month: 5, amount: '10000' }],
  });
  await made('PUT', '/reimbursement/budget/audit', [id]);
}

describe('budgets', () => {
  test('get less by an adjustment that is approved on its page, and show it with its entries', async ({ office }) => {
    await givenBudget();
    const { id } = await made<{ id: string }>('POST', '/reimbursement/budgetadjust', {
      organizeCode,
      year: 2026,
      adjustType: '0',
      reason: '差旅改为线上会议',
      lines: [{ deptCode: 'BUDGET1', budgetAccountCode: 'BUDGET1', month: 5, amount: '-1250.5' }],
    });
    const { page, panel } = await office.enter('lancai');
    await page.evaluate(`location.hash = '#/reimbursement-budgetadjust__read__${id}'`);
    await panel.locator('[data-testid="bill-code"]').waitFor();
    await panel.locator(':is(.panel-head, .next-bar) [data-verb="audit"]').first().click();
    const dialog = page.locator('.verb-dialog').filter({ visible: true });
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.waitFor({ state: 'hidden' });

    await page.evaluate(`location.hash = '#/reimbursement-execution'`);
    const row = panel.locator('.grid-row').filter({ hasText: '华东大区销售一部' }).first();
    await expect.poll(() => row.innerText()).toContain('8,749.50');
    await row.locator('[data-verb="entries"]').click();
    const entries = page.locator('.ant-modal').filter({ visible: true });
    await expect.poll(() => entries.innerText()).toContain('预算调整');
    await expect.poll(() => entries.innerText()).toContain('预算下达');
    await page.keyboard.press('Escape');
    await entries.waitFor({ state: 'hidden' });

    await page.evaluate(`location.hash = '#/reimbursement-budget'`);
    const budget = panel.locator('.grid-row').filter({ hasText: '华东大区销售一部' }).first();
    await expect.poll(() => budget.innerText()).toContain('8,749.50');
    const [left] = await arrange<{ available: string }>(`
      select (init + adj - pre - used)::float::text as available
      from app.budget_balance
      where dept_code = 'BUDGET1' and period = '05'`);
    expect(left?.available).toBe('8749.5');
  });
});
