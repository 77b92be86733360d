import { describe, expect } from 'vitest';
import { password } from '#tests/house-places.ts';
import { arrange, ask, introduce, test, type Person } from './person.ts';

const [organizeCode, applicantCode, deptCode] = ['HQ0', 'E1000005', 'HQ0-CW'] as const;
const [accountant, cashier] = ['claim_accountant', 'claim_cashier'] as const;
const today = new Date().toISOString().slice(0, 10);
const year = Number.parseInt(today.slice(0, 4), 10);
const made = <Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> =>
  ask<Answer>('lancai', method, path, body);
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

/** Who decides and who pays, a budget of ten thousand, a hotel at 500 a night, and a loan of 1000 that was paid. */
async function furnish(): Promise<void> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  const roles = await ask<readonly { id: string; code: string }[]>('lancai', 'GET', '/sys/role/list');
  const organizations = await ask<readonly { id: string }[]>('lancai', 'GET', '/sys/organization/list');
  for (const [username, realName, role] of [
    [accountant, '费用会计陈思敏', 'EXPENSE_ACCOUNTANT'],
    [cashier, '出纳司徒静怡', 'CASHIER'],
  ] as const) {
    await made('POST', '/sys/user', {
      username,
      realName,
      password,
      confirmPassword: password,
      roleIdList: [roles.find(({ code }) => code === role)?.id],
      organizeCode,
      organizeList: organizations.map(({ id }) => id),
    });
    introduce(username, password);
  }
  await arrange('update sec.account set must_change = false where must_change');
  await made('POST', '/data/console/budgetAccount', { code: 'TRIP', name: '差旅费预算', control: '2' });
  await made('POST', '/data/bd/finnance/costsubj', { code: 'TRIP', name: '差旅费', budgetAccountCode: 'TRIP' });
  for (const [code, name, needInvoice] of [
    ['TRAFFIC', '城际交通', '0'],
    ['HOTEL', '住宿费', '1'],
    ['MEAL', '餐费', '0'],
    ['OTHER', '其他差旅费用', '0'],
  ])
    await made('POST', '/reimbursement/item/setting', { code, name, costSubjectCode: 'TRIP', needInvoice });
  await made('POST', '/reimbursement/rule/policy', {
    code: 'NIGHT',
    name: '住宿每晚五百元',
    itemCode: 'HOTEL',
    unit: 'night',
    dailyAmount: '500',
    control: '3',
  });
  await made('POST', '/data/bd/finance/bankaccount', {
    code: 'CLAIM1',
    name: '基本户',
    bankType: 'icbc',
    bankAccount: '6222020000000001',
    openingBank: '工商银行上海分行',
  });
  const { id } = await made<{ id: string }>('POST', '/reimbursement/budget', {
    organizeCode,
    year,
    deptCode,
    lines: [{ budgetAccountCode: 'TRIP', month: 1, amount: '10000' }],
  });
  await made('PUT', '/reimbursement/budget/audit', [id]);
  const loan = await made<{ id: string }>('POST', '/reimbursement/loan', {
    ...asked('出差备用金'),
    lines: [{ itemCode: 'OTHER', amount: '1000' }],
  });
  await ask(accountant, 'PUT', '/reimbursement/loan/audit', [loan.id]);
  await ask(cashier, 'PUT', '/reimbursement/loan/pay', { ids: [loan.id], bankAccountCode: 'CLAIM1' });
}
const asked = (reason: string) => ({ organizeCode, applicantCode, applyDate: today, reason });

const go = async ({ page, panel }: Person, route: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
};
const press = ({ panel }: Person, verb: string): Promise<void> =>
  panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).first().click();

interface Books {
  readonly used: string;
  readonly owed: string;
  readonly claimed: string;
}
/** What budget, loan and ledger of claims say. */
async function books(): Promise<Books | undefined> {
  const [row] = await arrange<Books>(`
    select (
      select sum(used)::float::text
      from app.budget_balance
      where tenant_code = '1000' and budget_account_code = 'TRIP'
    ) as used,
      (
        select sum(amount)::float::text
        from app.loan_balance
        where tenant_code = '1000' and applicant_code = '${applicantCode}'
      ) as owed,
      (
        select sum(amount)::float::text
        from app.claimed_balance
        where tenant_code = '1000' and applicant_code = '${applicantCode}'
      ) as claimed`);
  return row;
}

/** Pages and their sizes in millimetres, as the file says them. */
async function pdfOf({ page }: Person): Promise<readonly (readonly [width: number, height: number])[]> {
  const file = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  return [...file.matchAll(/\/Type \/Page\b[^]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [millimetres(width), millimetres(height)] as const,
  );
}
const millimetres = (points: string | undefined): number => Math.round((Number(points) * 25.4) / 72);

describe('a trip', () => {
  test('is claimed, cut by policy, offset with a loan, approved, paid and printed, as the ledgers say', async ({
    office,
  }) => {
    await furnish();
    const { id } = await made<{ id: string }>('POST', '/reimbursement/travel', {
      ...asked('赴杭州门店巡检'),
      tripStartDate: `${year}-01-05`,
      tripEndDate: `${year}-01-08`,
      lines: [
        {
          startDate: `${year}-01-05`,
          endDate: `${year}-01-08`,
          fromCity: '上海',
          toCity: '杭州',
          trafficAmount: '146',
          hotelAmount: '1680',
        },
      ],
      invoices: [{ lineNo: 1, type: 'special', number: '24312000000098765432', total: '1680', tax: '95.09' }],
    });

    const decides = await office.enter(accountant);
    await go(decides, `reimbursement-travel__read__${id}`);
    await expect.poll(() => decides.panel.innerText()).toContain('1,646.00');
    await shot(decides, 'trip-saved');
    await press(decides, 'audit');
    const dialog = decides.page.locator('.verb-dialog').filter({ visible: true });
    await dialog.locator('[data-verb="confirm"]').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => decides.panel.locator('.panel-head').innerText()).toContain('已审核');
    // 146 of fares and 1500 of the hotel, whose tax is no cost; 1000 of it was lent.
    expect(await books()).toEqual({ used: '1550.91', owed: '0', claimed: '1646' });
    const bill = await ask<Record<string, string>>(accountant, 'GET', `/reimbursement/travel/${id}`);
    expect(bill).toMatchObject({ totalAmount: '1826', allowedAmount: '1646', offsetAmount: '1000', payAmount: '646' });

    const pays = await office.enter(cashier);
    await ask(cashier, 'PUT', '/reimbursement/travel/pay', {
      ids: [id],
      bankAccountCode: 'CLAIM1',
      bankSerialNo: 'L1',
    });
    await go(pays, `reimbursement-travel__read__${id}`);
    await expect.poll(() => pays.panel.innerText()).toContain('已付款');

    await pays.open('reimbursement/print');
    const row = pays.panel.locator('.grid-row', { hasText: bill['code'] ?? '' }).first();
    await expect.poll(() => row.innerText()).toContain('646.00');
    await pays.panel.locator('[data-testid="voucher-paper"] [data-paper="A5L"]').click();
    await shot(pays, 'print-screen');
    const opened = pays.context.waitForEvent('page');
    await row.locator('[data-verb="previewRow"]').click();
    expect((await opened).url()).toContain('paper=A5L');
    for (const [paper, size] of [
      ['A5L', [210, 148]],
      ['A4', [210, 297]],
    ] as const) {
      await pays.page.goto('about:blank');
      await pays.page.goto(`/#/print?noun=reimbursement:travel&id=${id}&paper=${paper}`);
      const sheet = pays.page.locator('.paper[data-page]').first();
      await sheet.waitFor();
      await shot(pays, `voucher-${paper}`);
      const text = await sheet.innerText();
      for (const part of [bill['code'] ?? '', '1,646.00', '壹仟陆佰肆拾陆元整', '审批记录', '费用会计陈思敏'])
        expect([paper, text]).toEqual([paper, expect.stringContaining(part)]);
      await expect.poll(() => sheet.locator(`svg[aria-label="${bill['code'] ?? ''}"]`).count()).toBe(1);
      expect([paper, await pdfOf(pays)]).toEqual([paper, [size]]);
    }
  });
});
