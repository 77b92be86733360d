import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import {
  freeOf,
  offsetLoans,
  offsetLocked,
  oldestFirst,
  repayFinding,
  settleStatusOf,
  type OffsetPart,
  type OpenLoan,
} from '#expense/model/loan/loan-offset.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Step {
  readonly op: 'submit' | 'approve' | 'reject' | 'repay';
  readonly doc?: string;
  readonly allowed?: string;
  readonly loan?: string;
  readonly amount?: string;
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: { readonly loans: readonly Omit<OpenLoan, 'locked'>[]; readonly steps: readonly Step[] };
  readonly expect: readonly object[];
}

/** Loans as the steps leave them, by the core alone. */
function played(given: Vector['given']): readonly object[] {
  let loans: readonly OpenLoan[] = given.loans.map((loan) => ({ ...loan, locked: '0' }));
  const locks = new Map<string, readonly OffsetPart[]>();
  const move = (parts: readonly OffsetPart[], locked: 1 | -1 | 0, balance: 0 | -1 = 0): void => {
    loans = loans.map((loan) => {
      const amount = parts.find((part) => part.loan === loan.code)?.amount ?? '0';
      return {
        ...loan,
        locked: locked === 0 ? loan.locked : (locked === 1 ? plus : minus)(loan.locked, amount),
        balance: balance === 0 ? loan.balance : minus(loan.balance, amount),
      };
    });
  };
  const shown = () =>
    oldestFirst(loans).map((loan) => ({
      code: loan.code,
      balance: cents(loan.balance),
      locked: cents(loan.locked),
      settleStatus: settleStatusOf(loan),
    }));
  return given.steps.map(({ op, doc = '', allowed = '0', loan: code = '', amount = '0' }) => {
    if (op === 'submit') {
      const { parts, pay } = offsetLoans(loans, allowed);
      locks.set(doc, parts);
      move(parts, 1);
      return { step: op, offset: parts, pay, loans: shown() };
    }
    if (op === 'approve') {
      const { parts, pay, freed } = offsetLocked(locks.get(doc) ?? [], allowed);
      move(parts, -1, -1);
      move(freed, -1);
      locks.delete(doc);
      return { step: op, offset: parts, pay, loans: shown() };
    }
    if (op === 'reject') {
      move(locks.get(doc) ?? [], -1);
      locks.delete(doc);
      return { step: op, loans: shown() };
    }
    const own = loans.find((each) => each.code === code);
    const finding = own === undefined ? null : repayFinding(own, amount);
    if (finding === null) move([{ loan: code, amount }], 0, -1);
    return { step: op, ...finding, loans: shown() };
  });
}

describe.skipIf(!contractIsHere)('am-D6a: what loans are offset and repaid by', () => {
  const vectors = contractIsHere ? readVectors<{ loan: readonly Vector[] }>('second-half-vectors.json').loan : [];
  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))('%s', (_title, vector) => {
    expect(played(vector.given)).toEqual(vector.expect);
  });
});

describe('properties of loans', () => {
  const money = fc.integer({ min: 0, max: 500_000 }).map((n) => (n / 100).toFixed(2));
  const some = fc
    .array(fc.tuple(money, money, money, fc.integer({ min: 1, max: 28 })), { maxLength: 6 })
    .map((rows): readonly OpenLoan[] =>
      rows.map(([a, b, c, day], at) => {
        const [locked = '0', balance = '0', paid = '0'] = [a, b, c].toSorted((x, y) => compare(x, y));
        return { code: `L${at}`, payDate: `2026-02-${String(day).padStart(2, '0')}`, paid, balance, locked };
      }),
    );

  test('an offset takes of the oldest first, never what is locked, and all that is wanted where it is there', () => {
    fc.assert(
      fc.property(some, money, (loans, allowed) => {
        const { parts, offset, pay, trace } = offsetLoans(loans, allowed);
        expect(compare(plus(offset, pay), allowed)).toBe(0);
        const free = plus('0', ...loans.map(freeOf));
        expect(compare(offset, compare(free, allowed) < 0 ? free : allowed)).toBe(0);
        expect(trace.map(({ loan }) => loan)).toEqual(oldestFirst(loans).map(({ code }) => code));
        const taken = (code: string): string => parts.find(({ loan }) => loan === code)?.amount ?? '0';
        // A younger one gives only when nothing is left of an older one.
        let isOver = false;
        for (const loan of oldestFirst(loans)) {
          expect(compare(taken(loan.code), freeOf(loan))).not.toBe(1);
          if (isOver) expect(compare(taken(loan.code), '0')).toBe(0);
          if (compare(taken(loan.code), freeOf(loan)) < 0) isOver = true;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('an approval offsets what was allowed and frees the rest of the lock', () => {
    fc.assert(
      fc.property(some, money, money, (loans, asked, allowed) => {
        const { parts: locks, offset: locked } = offsetLoans(loans, asked);
        const { parts, offset, freed } = offsetLocked(locks, allowed);
        expect(compare(offset, compare(locked, allowed) < 0 ? locked : allowed)).toBe(0);
        expect(compare(plus(offset, ...freed.map(({ amount }) => amount)), locked)).toBe(0);
        expect([...parts, ...freed].every(({ amount }) => compare(amount, '0') > 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

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
