import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let boss: Session;
let people: Readonly<Record<'cashier' | 'accountant', Session>>;
const [loans, repayments] = ['/reimbursement/loan', '/reimbursement/repayment'] as const;
const today = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  world = await openWorld('loan');
  boss = world.first;
  await furnish(boss);
  await boss.must('POST', '/data/console/budgetAccount', { code: 'B1', name: '差旅费预算' });
  await boss.must('POST', '/data/bd/finnance/costsubj', { code: 'C1', name: '差旅费', budgetAccountCode: 'B1' });
  await boss.must('POST', '/reimbursement/item/setting', { code: 'TRIP', name: '差旅', costSubjectCode: 'C1' });
  await boss.must('POST', '/data/bd/finance/bankaccount', {
    code: 'BA1',
    name: '基本户',
    bankType: 'icbc',
    bankAccount: '6222',
    openingBank: '一支行',
  });
  for (const code of ['EP1', 'EP2', 'EP3'])
    await boss.must('POST', '/data/bd/personnel', { code, name: `员工${code}`, organizeCode: 'O1', deptCode: 'D1' });
  people = await hireStaff(world, { cashier: { role: 'CASHIER' }, accountant: { role: 'EXPENSE_ACCOUNTANT' } });
});
afterAll(() => world.close());

interface Bill {
  readonly id: string;
  readonly code: string;
}
const asked = (applicantCode: string) => ({
  organizeCode: 'O1',
  applicantCode,
  applyDate: today,
  reason: '出差备用',
});
const save = (path: string, body: object) => boss.call<{ id: string; data: Bill }>('POST', path, body);
const borrowed = async (applicantCode: string, amount: string, more: object = {}): Promise<Bill> =>
  (
    await boss.must<{ data: Bill }>('POST', loans, {
      ...asked(applicantCode),
      lines: [{ itemCode: 'TRIP', amount }],
      ...more,
    })
  ).data;
const said = { bankAccountCode: 'BA1', bankSerialNo: 'L1' };
const act = async (session: Session, path: string, verb: string, id: string, more: object = {}): Promise<string> =>
  outcome(await session.call('PUT', `${path}/${verb}`, { ids: [id], operateMsg: '试', ...more }));
async function paid(applicantCode: string, amount: string, more: object = {}): Promise<Bill> {
  const bill = await borrowed(applicantCode, amount, more);
  expect(await act(people.accountant, loans, 'audit', bill.id)).toBe('');
  expect(await act(people.cashier, loans, 'pay', bill.id, said)).toBe('');
  return bill;
}
const repaid = async (applicantCode: string, loanCode: string, amount: string): Promise<Bill> =>
  (
    await boss.must<{ data: Bill }>('POST', repayments, {
      ...asked(applicantCode),
      loanCode,
      lines: [{ amount }],
    })
  ).data;
const shown = (id: string) => boss.must<Readonly<Record<string, unknown>>>('GET', `${loans}/${id}`);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

describe('a loan', () => {
  test('is owed from the day a cashier pays it, by whoever asked for it, and no longer once that is undone', async () => {
    const bill = await borrowed('EP1', '1000');
    expect(await shown(bill.id)).toMatchObject({ deptCode: 'D1', payeeName: '员工EP1', totalAmount: '1000' });
    expect(await act(people.accountant, loans, 'audit', bill.id)).toBe('');
    expect(await act(people.accountant, loans, 'pay', bill.id, said)).not.toBe('');
    expect(await act(people.cashier, loans, 'pay', bill.id, said)).toBe('');
    expect(await shown(bill.id)).toMatchObject({ payFlag: '1', balanceAmount: '1000', settleStatus: '0' });
    expect(await act(people.accountant, loans, 'unaudit', bill.id)).toContain('E-PAID');
    await clean();
    expect(await act(people.cashier, loans, 'unpay', bill.id)).toBe('');
    expect(await shown(bill.id)).toMatchObject({ payFlag: '0', balanceAmount: '0', repaidAmount: '0' });
    expect(await act(people.accountant, loans, 'unaudit', bill.id)).toBe('');
    await clean();
  });

  test('is repaid up to what is owed, and what is repaid is owed again when that is taken back', async () => {
    const bill = await paid('EP1', '1000');
    const one = await repaid('EP1', bill.code, '400');
    expect(await act(people.accountant, repayments, 'audit', one.id)).toBe('');
    expect(await shown(bill.id)).toMatchObject({ balanceAmount: '600', repaidAmount: '400', settleStatus: '1' });
    expect(await act(people.cashier, loans, 'unpay', bill.id)).toContain('E-DOWNSTREAM');
    const over = { ...asked('EP1'), loanCode: bill.code, lines: [{ amount: '600.01' }] };
    expect(outcome(await save(repayments, over))).toContain('E-REPAY-OVER');
    const [two, three] = [await repaid('EP1', bill.code, '350'), await repaid('EP1', bill.code, '351')];
    const told = await Promise.all([two, three].map(({ id }) => act(people.accountant, repayments, 'audit', id)));
    expect(told.filter((text) => text === '')).toHaveLength(1);
    expect(told.find((text) => text !== '')).toContain('E-REPAY-OVER');
    await clean();
    const won = told[0] === '' ? two : three;
    expect(await act(people.accountant, repayments, 'unaudit', won.id)).toBe('');
    const rest = await repaid('EP1', bill.code, '600');
    expect(await act(people.accountant, repayments, 'audit', rest.id)).toBe('');
    expect(await shown(bill.id)).toMatchObject({ balanceAmount: '0', repaidAmount: '1000', settleStatus: '2' });
    for (const { id } of [rest, one]) expect(await act(people.accountant, repayments, 'unaudit', id)).toBe('');
    expect(await act(people.cashier, loans, 'unpay', bill.id)).toBe('');
    await clean();
  });

  test('is not repaid for somebody else, nor before it was paid', async () => {
    const bill = await paid('EP2', '100');
    const open = await borrowed('EP2', '100');
    for (const [applicant, code] of [
      ['EP1', bill.code],
      ['EP2', open.code],
    ] as const)
      expect(
        outcome(await save(repayments, { ...asked(applicant), loanCode: code, lines: [{ amount: '1' }] })),
      ).toContain('E-INVALID');
  });

  test('is refused to whoever is overdue, and beyond RB003 in all', async () => {
    const late = await paid('EP3', '500', { applyDate: '2026-01-01', repayDate: '2026-01-31' });
    const next = await borrowed('EP3', '500');
    expect(await act(people.accountant, loans, 'audit', next.id)).toContain('E-LOAN-OPEN');
    const back = await repaid('EP3', late.code, '500');
    expect(await act(people.accountant, repayments, 'audit', back.id)).toBe('');
    expect(await act(people.accountant, loans, 'audit', next.id)).toBe('');
    const [one, two] = [await borrowed('EP3', '19500'), await borrowed('EP3', '19500')];
    const told = await Promise.all([one, two].map(({ id }) => act(people.accountant, loans, 'audit', id)));
    expect(told.filter((text) => text === '')).toHaveLength(1);
    expect(told.find((text) => text !== '')).toContain('E-LOAN-LIMIT');
    await clean();
  });
});
