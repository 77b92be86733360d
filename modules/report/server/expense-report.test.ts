import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figures } from '#report/model/figures.ts';
import { monthsBefore } from '#report/model/span.ts';
import { furnish } from '#tests/furniture.ts';
import { compareWithLedgers } from '#tests/ledger-truth/ledger-truth.ts';
import { askPivot, byKey, plain, sumOf, told } from '#tests/report-desk.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let boss: Session;
let people: Readonly<Record<'cashier' | 'accountant' | 'head', Session>>;
const today = new Date().toISOString().slice(0, 10);
const [claims, trips, loans] = ['/reimbursement/expense', '/reimbursement/citytransport', '/reimbursement/loan'];

beforeAll(async () => {
  world = await openWorld('report_expense');
  boss = world.first;
  await furnish(boss);
  await boss.must('POST', '/data/bd/dept', { code: 'D2', name: '市场部', organizeCode: 'O1' });
  await boss.must('POST', '/data/console/budgetAccount', { code: 'B1', name: '办公费预算', control: '0' });
  for (const code of ['C1', 'C2'])
    await boss.must('POST', '/data/bd/finnance/costsubj', { code, name: code, budgetAccountCode: 'B1' });
  for (const [code, costSubjectCode, more] of [
    ['PAPER', 'C1', {}],
    ['OTHER', 'C2', {}],
    ['TAXI', 'C2', { docType: 'cityTransport' }],
  ] as const)
    await boss.must('POST', '/reimbursement/item/setting', {
      code,
      name: code,
      costSubjectCode,
      needInvoice: '0',
      ...more,
    });
  await boss.must('POST', '/data/bd/finance/bankaccount', {
    code: 'BA1',
    name: '基本户',
    bankType: 'icbc',
    bankAccount: '6222',
    openingBank: '一支行',
  });
  for (const [code, deptCode] of [
    ['E1', 'D1'],
    ['E2', 'D2'],
  ])
    await boss.must('POST', '/data/bd/personnel', { code, name: `员工${code}`, organizeCode: 'O1', deptCode });
  people = await hireStaff(world, {
    cashier: { role: 'CASHIER' },
    accountant: { role: 'EXPENSE_ACCOUNTANT' },
    head: { role: 'DEPT_MANAGER' },
  });
  await spend();
});
afterAll(() => world.close());

const save = async (path: string, applicantCode: string, body: object): Promise<string> => {
  const { id } = await boss.must<{ id: string }>('POST', path, {
    organizeCode: 'O1',
    applicantCode,
    applyDate: today,
    reason: '办公',
    ...body,
  });
  return id;
};
const act = (who: Session, path: string, verb: string, id: string, more: object = {}): Promise<unknown> =>
  who.must('PUT', `${path}/${verb}`, { ids: [id], operateMsg: '同意', ...more });

async function claim(applicantCode: string, itemCode: string, amount: string): Promise<string> {
  const id = await save(claims, applicantCode, { lines: [{ itemCode, occurDate: today, amount }] });
  await act(people.accountant, claims, 'audit', id);
  return id;
}
async function lend(applicantCode: string, amount: string, repayDate: string): Promise<string> {
  const id = await save(loans, applicantCode, { repayDate, lines: [{ itemCode: 'PAPER', amount }] });
  await act(people.accountant, loans, 'audit', id);
  await act(people.cashier, loans, 'pay', id, { bankAccountCode: 'BA1', bankSerialNo: `L${amount}` });
  return id;
}
const dated = (table: string, id: string, day: string): Promise<unknown> =>
  world.sql(`update app.${table} set biz_date = $2::date where doc_id = $1`, [id, day]);

/**
 * E1 borrowed 40 days ago and is late, claimed part of it off; E2 claims in two months, and one claim is taken back.
 */
async function spend(): Promise<void> {
  const old = await lend('E1', '800.00', today);
  await dated('loan_entry', old, dayBefore(40));
  await world.sql('update app.reimbursement_loan set repay_date = $2::date where id = $1', [old, dayBefore(10)]);
  await claim('E1', 'PAPER', '300.15');
  await lend('E2', '50.05', today);
  await claim('E2', 'OTHER', '120.10');
  await dated('claimed_entry', await claim('E2', 'PAPER', '77.77'), monthsBefore(today, 2));
  const trip = await save(trips, 'E2', {
    lines: [{ occurDate: today, fromPlace: '公司', toPlace: '机场', purpose: '接客户', amount: '45.50' }],
  });
  await act(people.accountant, trips, 'audit', trip);
  await act(people.accountant, claims, 'unaudit', await claim('E1', 'OTHER', '9.99'));
  await world.sql(`update app.claimed_entry set d_tax = round(d_amount * 0.06, 2) where tenant_code = '1000'`);
}
const dayBefore = (days: number): string => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

const spans = (): readonly (readonly [string, string])[] => [
  [`${today.slice(0, 7)}-01`, today],
  [monthsBefore(today, 3), today],
  [monthsBefore(today, 3), monthsBefore(today, 1)],
];
const booked = (key: string, value: string, [from, to]: readonly [string, string]): string => `
  select ${key} as key, sum(${value}) as value
  from app.claimed_entry e
  join app.claimed_balance b on b.id = e.balance_id
  where e.tenant_code = '1000' and e.biz_date between '${from}' and '${to}'
  group by 1`;
const owed = (key: string, to: string, where = 'true'): string => `
  select ${key} as key, sum(e.d_amount) as value
  from app.loan_entry e
  join app.loan_balance b on b.id = e.balance_id
  join app.reimbursement_loan l on l.code = b.loan_code
  where e.tenant_code = '1000' and e.biz_date <= '${to}' and ${where}
  group by 1`;

describe('R21: expenses and loans', () => {
  test('what was granted, by whom it was for and what for, in any span', async () => {
    for (const span of spans())
      for (const [rows, key] of [
        ['employee', 'b.applicant_code'],
        ['dept', 'b.dept_code'],
        ['subject', 'e.cost_subject_code'],
      ] as const) {
        const report = await askPivot(boss, 'R21', { rows, startDate: span[0], endDate: span[1] });
        const wanted = await told(world, booked(key, 'e.d_amount', span));
        expect([rows, span, byKey(report, 'claimedAmount')]).toEqual([rows, span, wanted]);
        expect(byKey(report, 'claimedTax')).toEqual(await told(world, booked(key, 'e.d_tax', span)));
        expect(sumOf(report, 'claimedAmount')).toBeCloseTo(
          Object.values(wanted).reduce((sum, each) => sum + each, 0),
          2,
        );
      }
  });

  test('what is open of loans on the day, what is late, and for how long', async () => {
    for (const [startDate, endDate] of spans()) {
      const report = await askPivot(boss, 'R21', { startDate, endDate });
      expect(byKey(report, 'loanBalance')).toEqual(await told(world, owed('b.applicant_code', endDate)));
      expect(byKey(report, 'loanOverdue')).toEqual(
        await told(world, owed('b.applicant_code', endDate, `l.repay_date < '${endDate}'`)),
      );
      const moved = (types: string, sign: string): Promise<Record<string, number>> =>
        told(
          world,
          `
            select b.applicant_code as key, ${sign}sum(e.d_amount) as value
            from app.loan_entry e
            join app.loan_balance b on b.id = e.balance_id
            where e.tenant_code = '1000' and e.biz_date between '${startDate}' and '${endDate}' and ${types}
            group by 1`,
        );
      expect(byKey(report, 'lentAmount')).toEqual(await moved(`e.post_type = 'PAY'`, ''));
      expect(byKey(report, 'clearedAmount')).toEqual(await moved(`e.post_type <> 'PAY'`, '-'));
    }
    const now = await askPivot(boss, 'R21', { startDate: spans()[1]?.[0] ?? '', endDate: today });
    expect([sumOf(now, 'loanDays'), byKey(now, 'loanOverdue')]).toEqual([40, { E1: 499.85 }]);
  });

  test('all of it is what the ledgers say, and there is something of everything', async () => {
    const seen = new Set<string>();
    for (const [from, to] of spans()) {
      const books = { tenant: '1000', from, to, only: ['R20', 'R21'] };
      const found = await compareWithLedgers(boss, (text) => world.sql(text), books);
      expect(found.wrong).toEqual([]);
      for (const each of found.seen) seen.add(each);
    }
    expect(figures.R21.measures.filter((measure) => !seen.has(`R21 ${measure}`))).toEqual([]);
  });

  test('a cell leads to the claims that add up to it', async () => {
    const span = { startDate: monthsBefore(today, 3), endDate: today };
    const report = await askPivot(boss, 'R21', { rows: 'subject', ...span });
    for (const { key, now } of report.list.filter((row) => row.key !== null)) {
      const asked = new URLSearchParams({ code: 'expense', figure: 'R21', by_subject: key ?? '', ...span });
      const { sum } = await boss.must<{ sum: string }>('GET', `/report/data/detail?${asked.toString()}`);
      expect([key, plain(sum)]).toEqual([key, plain(now[0])]);
    }
  });

  test('whoever has one department sees of both what he may open', async () => {
    await world.sql(`
      update sec.principal
      set departments = '{D2}'
      where user_id = (select id from app.sys_user where username = 'head')`);
    const report = await askPivot(people.head, 'R21', { startDate: monthsBefore(today, 3), endDate: today });
    expect(Object.keys(byKey(report, 'claimedAmount'))).toEqual(['E2']);
    expect(byKey(report, 'lentAmount')).toEqual({ E2: 50.05 });
  });
});
