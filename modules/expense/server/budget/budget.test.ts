import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#platform/model/share.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let boss: Session;
const today = new Date().toISOString().slice(0, 10);
const year = Number.parseInt(today.slice(0, 4), 10);
const month = Number.parseInt(today.slice(5, 7), 10);
beforeAll(async () => {
  world = await openWorld('budget');
  boss = world.first;
  await furnish(boss);
  for (const [code, name, control] of [
    ['B1', '差旅费预算', '2'],
    ['B2', '招待费预算', '1'],
    ['B3', '办公费预算', null],
  ] as const)
    await boss.must('POST', '/data/console/budgetAccount', { code, name, control });
  for (const [code, name, budgetAccountCode] of [
    ['C1', '差旅费', 'B1'],
    ['C2', '招待费', 'B2'],
    ['C3', '办公费', 'B3'],
  ] as const)
    await boss.must('POST', '/data/bd/finnance/costsubj', { code, name, budgetAccountCode });
  for (const [code, name, costSubjectCode] of [
    ['HOTEL', '住宿费', 'C1'],
    ['GUEST', '业务招待', 'C2'],
    ['PAPER', '办公用品', 'C3'],
  ] as const)
    await boss.must('POST', '/reimbursement/item/setting', { code, name, costSubjectCode });
  for (const code of ['E1', 'E2'])
    await boss.must('POST', '/data/bd/dept', { code, name: `部门${code}`, organizeCode: 'O1' });
  await boss.must('POST', '/data/bd/personnel', { code: 'EP1', name: '王芳', organizeCode: 'O1', deptCode: 'E1' });
});
afterAll(() => world.close());

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly totalAmount: string;
  readonly usedAmount: string;
  readonly balanceAmount: string;
  readonly overBudget: string;
  readonly deptCode: string;
  readonly rowVersion: number;
  readonly lines: readonly {
    readonly id: string;
    readonly balanceAmount: string;
    readonly budgetAccountCode: string;
  }[];
}
const save = async (path: string, body: object): Promise<Bill> =>
  (await boss.must<{ data: Bill }>('POST', path, body)).data;
const read = (path: string, id: string): Promise<Bill> => boss.must<Bill>('GET', `${path}/${id}`);
const verb = async (path: string, name: string, id: string): Promise<string> =>
  outcome(await boss.call('PUT', `${path}/${name}`, name === 'close' ? { ids: [id], operateMsg: '不再需要' } : [id]));
const [budgets, adjustments, applications] = [
  '/reimbursement/budget',
  '/reimbursement/budgetadjust',
  '/reimbursement/application',
] as const;
const budgetOf = (deptCode: string, lines: readonly (readonly [account: string, amount: string, at?: number])[]) => ({
  organizeCode: 'O1',
  year,
  deptCode,
  control: '2',
  lines: lines.map(([budgetAccountCode, amount, at = month]) => ({ budgetAccountCode, month: at, amount })),
});
const applied = (itemCode: string, amount: string): Promise<Bill> =>
  save(applications, {
    organizeCode: 'O1',
    applicantCode: 'EP1',
    reason: '出差上海',
    lines: [{ itemCode, occurDate: today, amount }],
  });
const left = async (deptCode: string, account: string): Promise<string | undefined> => {
  const { list } = await boss.must<{ list: readonly { period: number; availableAmount: string }[] }>(
    'GET',
    `/reimbursement/execution/page?deptCode=${deptCode}&budgetAccountCode=${account}&year=${year}`,
  );
  const amount = list.find(({ period }) => period === month)?.availableAmount;
  return amount === undefined ? undefined : cents(amount);
};

const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

describe('budgets', () => {
  let given: Bill;

  test('are given by their audit, shown with what is left, and only once a year', async () => {
    given = await save(
      budgets,
      budgetOf('E1', [
        ['B1', '10000'],
        ['B2', '500'],
        ['B3', '300'],
      ]),
    );
    expect(given.totalAmount).toBe('10800');
    expect(await left('E1', 'B1')).toBeUndefined();
    expect(await verb(budgets, 'audit', given.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('10000.00');
    const twin = await boss.call('POST', budgets, budgetOf('E1', [['B1', '1']]));
    expect(outcome(twin)).toContain('E-INVALID');
  });

  test('are held by applications, to the cent where that is controlled', async () => {
    const one = await applied('HOTEL', '8500');
    expect(one).toMatchObject({ deptCode: 'E1', overBudget: '0' });
    expect(await verb(applications, 'audit', one.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('1500.00');
    expect((await read(budgets, given.id)).balanceAmount).toBe('2300');
    const two = await applied('HOTEL', '1800');
    expect(two.overBudget).toBe('1');
    const refused = await boss.call('PUT', `${applications}/audit`, [two.id]);
    expect(outcome(refused)).toContain('E-BUDGET-OVER');
    expect(JSON.stringify(refused)).toContain('300.00');
    const three = await applied('HOTEL', '1500');
    expect(await verb(applications, 'audit', three.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('0.00');
    // Closed it holds nothing; opened again it holds what it did.
    expect(await verb(applications, 'close', one.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('8500.00');
    expect(await verb(applications, 'unclose', one.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('0.00');
    expect(await verb(applications, 'unaudit', three.id)).toBe('');
    expect(await verb(applications, 'unaudit', one.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('10000.00');
  });

  test('that only warn are overdrawn with a mark', async () => {
    const one = await applied('GUEST', '700');
    expect(one.overBudget).toBe('1');
    expect(await verb(applications, 'audit', one.id)).toBe('');
    expect(await left('E1', 'B2')).toBe('-200.00');
    // The head of the budget decides where neither item nor account says anything.
    const two = await applied('PAPER', '300.01');
    expect(await verb(applications, 'audit', two.id)).toContain('E-BUDGET-OVER');
    expect(await verb(applications, 'unaudit', one.id)).toBe('');
  });

  test('give to each other and get more, and never fall below what is held', async () => {
    const held = await applied('HOTEL', '9000');
    expect(await verb(applications, 'audit', held.id)).toBe('');
    const change = (adjustType: string, line: object): Promise<Bill> =>
      save(adjustments, {
        organizeCode: 'O1',
        year,
        adjustType,
        reason: '业务变化',
        lines: [{ deptCode: 'E1', budgetAccountCode: 'B1', month, ...line }],
      });
    const low = await change('0', { amount: '-1000.01' });
    expect(await verb(adjustments, 'audit', low.id)).toContain('E-BUDGET-LOW');
    const moved = await change('1', { amount: '1000', toDeptCode: 'E2' });
    expect(await verb(adjustments, 'audit', moved.id)).toBe('');
    expect([await left('E1', 'B1'), await left('E2', 'B1')]).toEqual(['0.00', '1000.00']);
    const more = await change('0', { amount: '250.5' });
    expect(await verb(adjustments, 'audit', more.id)).toBe('');
    expect(await left('E1', 'B1')).toBe('250.50');
    expect((await read(budgets, given.id)).balanceAmount).toBe('1050.5');
    expect(await verb(budgets, 'unaudit', given.id)).toContain('E-BUDGET-LOW');
    expect(await verb(adjustments, 'unaudit', more.id)).toBe('');
    expect(await verb(adjustments, 'unaudit', moved.id)).toBe('');
    expect(await verb(applications, 'unaudit', held.id)).toBe('');
  });

  test('tell what made them what they are', async () => {
    const { list } = await boss.must<{ list: readonly { id: string; period: number }[] }>(
      'GET',
      `/reimbursement/execution/page?deptCode=E1&budgetAccountCode=B1&year=${year}`,
    );
    const { list: entries } = await boss.must<{ list: readonly { postType: string; docCode: string }[] }>(
      'GET',
      `/reimbursement/execution/entries?id=${list[0]?.id}`,
    );
    expect(entries.at(-1)).toMatchObject({ postType: 'INIT', docCode: given.code });
    expect(new Set(entries.map(({ postType }) => postType))).toEqual(new Set(['INIT', 'PRE', 'REL', 'ADJ', 'TRF']));
  });

  test('are taken back once nothing holds them, and the books agree', async () => {
    await clean();
    expect(await verb(budgets, 'unaudit', given.id)).toBe('');
    expect(await left('E1', 'B1')).toBeUndefined();
    expect(await verb(budgets, 'audit', given.id)).toBe('');
  });

  test('50 clients against one of them: never over by a cent', async () => {
    const bills = [];
    for (let at = 0; at < 50; at += 1) bills.push(await applied('HOTEL', at % 2 === 0 ? '333.33' : '400'));
    // Whoever waited too long in the queue is asked to come again.
    const audited = async (id: string): Promise<string> => {
      const said = await verb(applications, 'audit', id);
      return said === 'E-BUSY' ? audited(id) : said;
    };
    const told = await Promise.all(bills.map(({ id }) => audited(id)));
    const passed = bills.filter((_bill, at) => told[at] === '');
    expect(told.filter((text) => text !== '' && !text.includes('E-BUDGET-OVER'))).toEqual([]);
    expect(passed.length).toBeGreaterThan(20);
    const rest = await left('E1', 'B1');
    const sum = passed.reduce((total, { totalAmount }) => total + Math.round(Number(totalAmount) * 100), 0); // not money
    expect(Math.round(Number(rest) * 100)).toBe(1_000_000 - sum); // not money
    expect(Number(rest)).toBeGreaterThanOrEqual(0); // not money
    expect(Number(rest)).toBeLessThan(400); // not money
    await clean();
  });
});
