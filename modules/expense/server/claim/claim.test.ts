import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#platform/model/share.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { PrintRecord } from '#platform/model/print.ts';
import type { ClaimCost } from '#expense/model/claim/claim-cut.ts';
import { drawProcess } from '#workflow/model/engine/drawing.ts';
import { withPlaces } from '#workflow/model/engine/layout.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let boss: Session;
let people: Readonly<Record<'cashier' | 'accountant', Session>>;
const today = new Date().toISOString().slice(0, 10);
const year = Number.parseInt(today.slice(0, 4), 10);
const paths = {
  expense: '/reimbursement/expense',
  special: '/reimbursement/special',
  travel: '/reimbursement/travel',
  city: '/reimbursement/citytransport',
} as const;
const [loans, applications] = ['/reimbursement/loan', '/reimbursement/application'] as const;
const process = 'CLAIM';

beforeAll(async () => {
  world = await openWorld('claim');
  boss = world.first;
  await furnish(boss);
  for (const [code, name, control] of [
    ['B1', '差旅费预算', '2'],
    ['B2', '办公费预算', '2'],
  ] as const)
    await boss.must('POST', '/data/console/budgetAccount', { code, name, control });
  for (const [code, name, budgetAccountCode] of [
    ['C1', '差旅费', 'B1'],
    ['C2', '办公费', 'B2'],
  ] as const)
    await boss.must('POST', '/data/bd/finnance/costsubj', { code, name, budgetAccountCode });
  for (const [code, name, costSubjectCode, more] of [
    ['TRAFFIC', '城际交通', 'C1', {}],
    ['HOTEL', '住宿费', 'C1', {}],
    ['MEAL', '餐费', 'C1', { needInvoice: '0' }],
    ['OTHER', '其他', 'C1', { needInvoice: '0' }],
    ['PAPER', '办公用品', 'C2', { needInvoice: '0' }],
    ['BOOK', '图书', 'C2', { needInvoice: '1' }],
    ['EVENT', '市场活动', 'C2', { needInvoice: '0', needApplication: '1' }],
    ['TAXI', '市内交通', 'C2', { needInvoice: '0', docType: 'cityTransport' }],
  ] as const)
    await boss.must('POST', '/reimbursement/item/setting', { code, name, costSubjectCode, ...more });
  for (const [code, itemCode, unit, more] of [
    ['Z1', 'HOTEL', 'night', { dailyAmount: '500', control: '3' }],
    ['Z2', 'MEAL', 'day', { dailyAmount: '100', control: '3' }],
    ['Z3', 'PAPER', 'month', { maxAmount: '1000', control: '2' }],
  ] as const)
    await boss.must('POST', '/reimbursement/rule/policy', { code, name: code, itemCode, unit, ...more });
  await boss.must('POST', '/data/bd/finance/bankaccount', {
    code: 'BA1',
    name: '基本户',
    bankType: 'icbc',
    bankAccount: '6222',
    openingBank: '一支行',
  });
  for (const code of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'])
    await boss.must('POST', '/data/bd/personnel', { code, name: `员工${code}`, organizeCode: 'O1', deptCode: 'D1' });
  people = await hireStaff(world, { cashier: { role: 'CASHIER' }, accountant: { role: 'EXPENSE_ACCOUNTANT' } });
  const { id } = await boss.must<{ id: string }>('POST', '/reimbursement/budget', {
    organizeCode: 'O1',
    year,
    deptCode: 'D1',
    control: '2',
    lines: ['B1', 'B2'].map((budgetAccountCode) => ({ budgetAccountCode, month: 1, amount: '100000' })),
  });
  await boss.must('PUT', '/reimbursement/budget/audit', [id]);
  for (const docType of ['EX', 'TR']) await route(docType);
});
afterAll(() => world.close());

/** Claims of a kind wait for somebody. */
async function route(docType: string): Promise<void> {
  const path = docType === 'EX' ? 'expense' : 'travel';
  const { id } = await boss.must<{ id: string }>('POST', '/activiti/model', {
    name: '报销审批',
    key: `${process}_${docType}`,
    category: '费用',
    modelXml: withPlaces(
      drawProcess({
        key: `${process}_${docType}`,
        name: '报销审批',
        docType,
        nodes: [
          { kind: 'startEvent', id: 'start', name: '提交' },
          {
            kind: 'userTask',
            id: 'finance',
            name: '费用会计审批',
            approvers: 'role:EXPENSE_ACCOUNTANT',
            fallbackRole: 'TENANT_ADMIN',
          },
          { kind: 'endEvent', id: 'end', name: '审核' },
        ],
        flows: [
          ['start', 'finance'],
          ['finance', 'end'],
        ],
      }),
    ),
  });
  await boss.must('POST', `/activiti/model/deploy/${id}`, {});
  await boss.must('POST', '/activiti/bizroute', {
    name: '报销审批',
    processDefinitionKey: `${process}_${docType}`,
    docType,
    priority: 100,
    status: '1',
    routeName: `reimbursement-${path}`,
    saveUrl: `/reimbursement/${path}`,
    formName: path,
    condition: null,
  });
}

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly lines: readonly {
    readonly id: string;
    readonly allowedAmount: string;
    readonly taxAmount: string;
    readonly cutReason: string | null;
  }[];
  readonly [field: string]: unknown;
}
const asked = (applicantCode: string) => ({
  organizeCode: 'O1',
  applicantCode,
  applyDate: today,
  reason: '报销',
});
const save = async (path: string, body: object): Promise<Bill> =>
  (await boss.must<{ data: Bill }>('POST', path, body)).data;
const refused = async (path: string, body: object): Promise<string> => outcome(await boss.call('POST', path, body));
const read = (path: string, id: string) => boss.must<Bill>('GET', `${path}/${id}`);
const act = async (session: Session, path: string, verb: string, id: string, more: object = {}): Promise<string> =>
  outcome(await session.call('PUT', `${path}/${verb}`, { ids: [id], operateMsg: '试', ...more }));
const said = { bankAccountCode: 'BA1', bankSerialNo: 'L1' };
const send = async (docType: string, id: string): Promise<string> =>
  outcome(
    await boss.call('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: `${process}_${docType}`,
      businessKey: id,
    }),
  );
async function lent(applicantCode: string, amount: string): Promise<Bill> {
  const bill = await save(loans, { ...asked(applicantCode), lines: [{ itemCode: 'PAPER', amount }] });
  expect(await act(people.accountant, loans, 'audit', bill.id)).toBe('');
  expect(await act(people.cashier, loans, 'pay', bill.id, said)).toBe('');
  return bill;
}
let invoices = 20_000_000;
const invoice = (total: string, more: object = {}) => ({
  lineNo: 1,
  type: 'eOrdinary',
  number: `${(invoices += 1)}`,
  total,
  ...more,
});
const paper = (applicantCode: string, amount: string, more: object = {}) => ({
  ...asked(applicantCode),
  lines: [{ itemCode: 'OTHER', occurDate: today, amount }],
  ...more,
});
const planned = async (applicantCode: string, amount: string): Promise<Bill> => {
  const plan = await save(applications, {
    organizeCode: 'O1',
    applicantCode,
    reason: '展会',
    lines: [{ itemCode: 'OTHER', occurDate: today, amount }],
  });
  expect(await act(people.accountant, applications, 'audit', plan.id)).toBe('');
  return plan;
};
const left = async (account: string): Promise<string> => {
  const [row] = await world.sql<{ left: string }>(
    `
      select sum(init + adj - pre - used) as left
      from app.budget_balance
      where tenant_code = '1000' and dept_code = 'D1' and budget_account_code = $1`,
    [account],
  );
  return cents(row?.left ?? '0');
};
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

describe('documents of reimbursement', () => {
  test('[A345] are there for loans, four kinds of claims, payments, prepayments and repayments', async () => {
    for (const path of [...Object.values(paths), loans, ...['payment', 'prepayment', 'repayment'].map(pathOf)]) {
      const { list } = await boss.must<{ list: readonly unknown[] }>('GET', `${path}/page`);
      expect([path, Array.isArray(list)]).toEqual([path, true]);
    }
  });
});
const pathOf = (name: string): string => `/reimbursement/${name}`;

describe('a claim', () => {
  test('is cut by policy, offset with a loan, approved and paid, and all of it goes back', async () => {
    const [before, loan] = [await left('B1'), await lent('E1', '1000')];
    const bill = await save(paths.expense, {
      ...asked('E1'),
      lines: [
        { itemCode: 'HOTEL', occurDate: `${year}-03-10`, endDate: `${year}-03-13`, amount: '1680' },
        { itemCode: 'OTHER', occurDate: today, amount: '100' },
      ],
      invoices: [invoice('1680', { type: 'special', tax: '95.09' })],
    });
    expect(bill).toMatchObject({
      totalAmount: '1780',
      allowedAmount: '1600',
      taxAmount: '95.09',
      offsetAmount: '1000',
      payAmount: '600',
      loanCode: loan.code,
      overPolicy: '1',
      invoiceCount: 1,
      deptCode: 'D1',
    });
    expect(bill.lines.map(({ allowedAmount }) => allowedAmount)).toEqual(['1500', '100']);
    expect(await send('EX', bill.id)).toBe('');
    // What is deducted is no cost (RB005).
    expect(await left('B1')).toBe(cents(String(Number(before) - 1504.91))); // not money
    expect(await read(loans, loan.id)).toMatchObject({ balanceAmount: '1000', lockedAmount: '1000' });
    await clean();
    expect(await act(people.accountant, paths.expense, 'reject', bill.id)).toBe('');
    expect([await left('B1'), (await read(loans, loan.id))['lockedAmount']]).toEqual([before, '0']);
    await clean();
    expect(await send('EX', bill.id)).toBe('');
    expect(await act(people.accountant, paths.expense, 'approve', bill.id)).toBe('');
    expect(await read(paths.expense, bill.id)).toMatchObject({ billStatus: '1', payFlag: '0', payAmount: '600' });
    expect(await read(loans, loan.id)).toMatchObject({ balanceAmount: '0', settleStatus: '2', lockedAmount: '0' });
    const [voucher] = await boss.must<readonly PrintRecord[]>('POST', `${paths.expense}/print`, {
      ids: [bill.id],
      paper: 'A5L',
    });
    expect(voucher?.printout).toMatchObject({ code: bill.code, square: bill.code, amount: '1600' });
    expect(voucher?.printout.trail?.map(({ result, opinion }) => [result?.[0], opinion])).toEqual([
      [undefined, null],
      ['驳回', '试'],
      [undefined, null],
      ['通过', '试'],
    ]);
    await clean();
    expect(await act(people.accountant, paths.expense, 'pay', bill.id, said)).not.toBe('');
    expect(await act(people.cashier, paths.expense, 'pay', bill.id, said)).toBe('');
    expect(await act(people.accountant, paths.expense, 'unaudit', bill.id)).toContain('E-PAID');
    expect(await act(people.cashier, paths.expense, 'unpay', bill.id)).toBe('');
    expect(await act(people.accountant, paths.expense, 'unaudit', bill.id)).toBe('');
    expect(await read(loans, loan.id)).toMatchObject({ balanceAmount: '1000', settleStatus: '0' });
    expect(await left('B1')).toBe(before);
    await clean();
  });

  test('is granted less by whoever decides on it, and by nobody else', async () => {
    const [before, loan] = [await left('B1'), await lent('E4', '1000')];
    const bill = await save(paths.expense, {
      ...asked('E4'),
      lines: [
        { itemCode: 'HOTEL', occurDate: `${year}-04-10`, endDate: `${year}-04-12`, amount: '900' },
        { itemCode: 'OTHER', occurDate: today, amount: '300' },
      ],
      invoices: [invoice('900', { type: 'special', tax: '50.94' })],
    });
    expect(await send('EX', bill.id)).toBe('');
    const costs = await people.accountant.must<readonly ClaimCost[]>('GET', `${paths.expense}/cut?id=${bill.id}`);
    expect(costs.map(({ itemName, allowedAmount }) => [itemName, allowedAmount])).toEqual([
      ['住宿费', '900.00'],
      ['其他', '300.00'],
    ]);
    const [hotel = '', other = ''] = costs.map(({ id }) => id);
    const cut = (session: Session, ...lines: readonly object[]) =>
      session.call('PUT', `${paths.expense}/cut`, { id: bill.id, lines }).then(outcome);
    const to = (id: string, allowedAmount: string, reason = '协议酒店三百元') => ({ id, allowedAmount, reason });
    for (const wrong of [
      to(hotel, '900'),
      to(hotel, '-1'),
      to(hotel, '1.005'),
      to(hotel, '600', ' '),
      to(loan.id, '1'),
    ])
      expect([wrong, await cut(people.accountant, wrong)]).toEqual([wrong, expect.stringContaining('E-INVALID')]);
    expect(await cut(people.accountant, to(hotel, '600'), to(hotel, '500'))).toContain('E-INVALID');
    expect(await cut(boss, to(hotel, '600'))).toContain('E-TASK-OTHERS');
    expect(await cut(people.cashier, to(hotel, '600'))).toContain('E-PERM');
    expect(await cut(people.accountant, to(hotel, '600'))).toBe('');
    expect(await cut(people.accountant, to(hotel, '40'), to(other, '200', '只报市内部分'))).toBe('');
    // The tax of the invoice is more than what is left of the hotel: none of it is a cost.
    expect(await read(paths.expense, bill.id)).toMatchObject({
      totalAmount: '1200',
      allowedAmount: '240',
      taxAmount: '40',
      offsetAmount: '240',
      payAmount: '0',
      lines: [
        { amount: '900', allowedAmount: '40', taxAmount: '40', cutReason: '协议酒店三百元' },
        { amount: '300', allowedAmount: '200', cutReason: '只报市内部分' },
      ],
    });
    expect(await left('B1')).toBe(cents(String(Number(before) - 200))); // not money
    expect(await read(loans, loan.id)).toMatchObject({ lockedAmount: '240' });
    await clean();
    expect(await act(people.accountant, paths.expense, 'reject', bill.id)).toBe('');
    expect([await left('B1'), (await read(loans, loan.id))['lockedAmount']]).toEqual([before, '0']);
    await clean();
    // Sent in anew it is judged anew.
    expect(await send('EX', bill.id)).toBe('');
    const anew = await read(paths.expense, bill.id);
    expect([anew['allowedAmount'], anew.lines[0]?.cutReason]).toEqual(['1200', null]);
    expect(await cut(people.accountant, to(other, '100'))).toBe('');
    expect(await act(people.accountant, paths.expense, 'approve', bill.id)).toBe('');
    expect(await cut(people.accountant, to(other, '50'))).toContain('E-TASK-OTHERS');
    expect(await read(paths.expense, bill.id)).toMatchObject({
      allowedAmount: '1000',
      offsetAmount: '1000',
      payFlag: '2',
    });
    await clean();
  });

  test('that is lowered gives its application back what it needs no longer', async () => {
    const before = await left('B1');
    const plan = await planned('E2', '800');
    const bill = await save(paths.expense, paper('E2', '1000', { applicationCode: plan.code }));
    expect(await send('EX', bill.id)).toBe('');
    const spent = async () => [
      cents(String(Number(before) - Number(await left('B1')))), // not money
      (await read(applications, plan.id))['claimedAmount'],
    ];
    expect(await spent()).toEqual(['1000.00', '800']);
    const [cost] = await people.accountant.must<readonly ClaimCost[]>('GET', `${paths.expense}/cut?id=${bill.id}`);
    const cut = async (allowedAmount: string): Promise<string> =>
      outcome(
        await people.accountant.call('PUT', `${paths.expense}/cut`, {
          id: bill.id,
          lines: [{ id: cost?.id, allowedAmount, reason: '超出申请' }],
        }),
      );
    expect(await cut('900')).toBe('');
    expect(await spent()).toEqual(['900.00', '800']);
    expect(await cut('500')).toBe('');
    expect(await spent()).toEqual(['800.00', '500']);
    await clean();
    expect(await act(people.accountant, paths.expense, 'reject', bill.id)).toBe('');
    expect(await spent()).toEqual(['800.00', '0']);
    await clean();
    expect(await act(people.accountant, applications, 'unaudit', plan.id)).toBe('');
    expect(await left('B1')).toBe(before);
  });

  test('takes of its application what it is granted, tax and all, and gives back exactly that', async () => {
    const plan = await planned('E2', '800');
    const held = async (): Promise<string | undefined> => {
      const [row] = await world.sql<{ pre: string }>(
        'select trim_scale(sum(pre))::text as pre from app.budget_hold where doc_id = $1',
        [plan.id],
      );
      return row?.pre;
    };
    const bill = await save(
      paths.expense,
      paper('E2', '500', { applicationCode: plan.code, invoices: [invoice('500', { type: 'special', tax: '40' })] }),
    );
    expect(await send('EX', bill.id)).toBe('');
    // The claim costs 460 and is granted 500: the application has 300 left to be claimed, and holds no more than that.
    expect(await held()).toBe('300');
    await clean();
    expect(await act(people.accountant, paths.expense, 'reject', bill.id)).toBe('');
    expect(await held()).toBe('800');
    // Closed and opened again while the claim was out, it owes what the claim asks now and not what it asked before.
    expect(await send('EX', bill.id)).toBe('');
    expect(await act(people.accountant, applications, 'close', plan.id)).toBe('');
    expect(await act(people.accountant, paths.expense, 'reject', bill.id)).toBe('');
    expect(await held()).toBe('0');
    expect(await act(people.accountant, applications, 'unclose', plan.id)).toBe('');
    expect(await send('EX', bill.id)).toBe('');
    expect(await held()).toBe('300');
    const [cost] = await people.accountant.must<readonly ClaimCost[]>('GET', `${paths.expense}/cut?id=${bill.id}`);
    const lines = [{ id: cost?.id, allowedAmount: '100', reason: '超出申请' }];
    expect(outcome(await people.accountant.call('PUT', `${paths.expense}/cut`, { id: bill.id, lines }))).toBe('');
    expect(await held()).toBe('700');
    await clean();
    expect(await act(people.accountant, paths.expense, 'approve', bill.id)).toBe('');
    expect(await act(people.accountant, paths.expense, 'unaudit', bill.id)).toBe('');
    expect(await held()).toBe('800');
    expect(await act(people.accountant, applications, 'unaudit', plan.id)).toBe('');
    await clean();
  });

  test('that nobody has to approve takes all of it with its audit, and needs no cashier when it is offset', async () => {
    const loan = await lent('E2', '500');
    const bill = await save(paths.city, {
      ...asked('E2'),
      lines: [{ occurDate: today, fromPlace: '公司', toPlace: '机场', purpose: '接客户', amount: '80' }],
    });
    expect(bill.lines[0]).toMatchObject({ itemCode: 'TAXI', budgetAccountCode: 'B2' });
    expect(await act(people.accountant, paths.city, 'audit', bill.id)).toBe('');
    expect(await read(paths.city, bill.id)).toMatchObject({ payFlag: '2', payAmount: '0', offsetAmount: '80' });
    expect(await read(loans, loan.id)).toMatchObject({ balanceAmount: '420' });
    expect(await act(people.cashier, paths.city, 'pay', bill.id, said)).toContain('E-STATE');
    await clean();
    expect(await act(people.accountant, paths.city, 'unaudit', bill.id)).toBe('');
    expect(await read(loans, loan.id)).toMatchObject({ balanceAmount: '500' });
    await clean();
  });

  test('locks what it offsets: another claim and a repayment get only what is free', async () => {
    const loan = await lent('E3', '600');
    const [one, two] = [await save(paths.expense, paper('E3', '400')), await save(paths.expense, paper('E3', '500'))];
    const told = await Promise.all([send('EX', one.id), send('EX', two.id)]);
    expect(told).toEqual(['', '']);
    const [first, second] = [await read(paths.expense, one.id), await read(paths.expense, two.id)];
    expect(Number(first['offsetAmount']) + Number(second['offsetAmount'])).toBe(600); // not money
    const back = await save('/reimbursement/repayment', {
      ...asked('E3'),
      loanCode: loan.code,
      lines: [{ amount: '600' }],
    });
    expect(await act(people.accountant, '/reimbursement/repayment', 'audit', back.id)).toContain('E-LOAN-LOCKED');
    await clean();
    for (const { id } of [one, two]) expect(await act(people.accountant, paths.expense, 'reject', id)).toBe('');
    expect(await act(people.accountant, '/reimbursement/repayment', 'audit', back.id)).toBe('');
    await clean();
  });

  test('brings an invoice that nobody else has brought: of many at once exactly one wins', async () => {
    const own = invoice('50');
    const body = (applicant: string) => ({
      ...asked(applicant),
      lines: [{ itemCode: 'BOOK', occurDate: today, amount: '50' }],
      invoices: [own],
    });
    expect(await refused(paths.expense, { ...body('E4'), invoices: [] })).toContain('E-INVALID');
    const told = await Promise.all(['E4', 'E5', 'E4', 'E5', 'E4'].map((who) => refused(paths.expense, body(who))));
    expect(told.filter((text) => text === '')).toHaveLength(1);
    expect(told.filter((text) => text.includes('E-DUP-INV'))).toHaveLength(4);
    const [held] = await world.sql<{ docId: string }>(
      `select doc_id as "docId" from app.claim_invoice where number = $1`,
      [own.number],
    );
    // Rejected, it may be brought by another; void as well.
    expect(await send('EX', held?.docId ?? '')).toBe('');
    expect(await act(people.accountant, paths.expense, 'reject', held?.docId ?? '')).toBe('');
    const other = await save(paths.expense, body('E5'));
    expect(await send('EX', held?.docId ?? '')).toContain('E-DUP-INV');
    expect(await act(boss, paths.expense, 'cancel', other.id)).toBe('');
    expect(await send('EX', held?.docId ?? '')).toBe('');
    expect(await act(people.accountant, paths.expense, 'reject', held?.docId ?? '')).toBe('');
    await clean();
  });

  test('is refused beyond a limit a month, with what the person claims elsewhere', async () => {
    const monthly = (amount: string) => ({
      ...asked('E5'),
      lines: [{ itemCode: 'PAPER', occurDate: today, amount }],
    });
    const [one, two] = [await save(paths.expense, monthly('600')), await save(paths.expense, monthly('600'))];
    const told = await Promise.all([send('EX', one.id), send('EX', two.id)]);
    expect(told.filter((text) => text === '')).toHaveLength(1);
    expect(told.find((text) => text !== '')).toContain('E-POLICY');
    const won = told[0] === '' ? one : two;
    expect(await act(people.accountant, paths.expense, 'reject', won.id)).toBe('');
    await clean();
  });

  test('takes over what its application holds, and gives it back', async () => {
    const before = await left('B2');
    const event = {
      ...asked('E6'),
      projectName: '新品推介',
      lines: [{ itemCode: 'EVENT', occurDate: today, amount: '300' }],
    };
    expect(await refused(paths.special, event)).toContain('E-APPLY-NEED');
    const plan = await save(applications, {
      organizeCode: 'O1',
      applicantCode: 'E6',
      reason: '新品推介',
      lines: [{ itemCode: 'EVENT', occurDate: today, amount: '1000' }],
    });
    expect(await act(people.accountant, applications, 'audit', plan.id)).toBe('');
    expect(await left('B2')).toBe(cents(String(Number(before) - 1000))); // not money
    const bill = await save(paths.special, { ...event, applicationCode: plan.code });
    expect(await act(people.accountant, paths.special, 'audit', bill.id)).toBe('');
    expect(await left('B2')).toBe(cents(String(Number(before) - 1000))); // not money
    expect(await read(applications, plan.id)).toMatchObject({ claimedAmount: '300' });
    expect(await act(people.accountant, applications, 'unaudit', plan.id)).toContain('E-DOWNSTREAM');
    await clean();
    expect(await act(people.accountant, paths.special, 'unaudit', bill.id)).toBe('');
    expect(await read(applications, plan.id)).toMatchObject({ claimedAmount: '0' });
    expect(await act(people.accountant, applications, 'unaudit', plan.id)).toBe('');
    expect(await left('B2')).toBe(before);
    await clean();
  });

  test('of a trip has four amounts a leg and an allowance, and no day of another trip', async () => {
    const trip = (tripStartDate: string, tripEndDate: string, leg: object) => ({
      ...asked('E6'),
      tripStartDate,
      tripEndDate,
      lines: [{ startDate: tripStartDate, endDate: tripEndDate, fromCity: '杭州', toCity: '上海', ...leg }],
      invoices: [invoice('109', { type: 'rail' }), invoice('1200')],
    });
    const bill = await save(
      paths.travel,
      trip(`${year}-03-02`, `${year}-03-04`, { areaCode: '310100', trafficAmount: '109', hotelAmount: '1200' }),
    );
    // Two nights of 500, three days of 100; nine yuan of the ticket come back.
    expect(bill).toMatchObject({
      days: 3,
      allowanceAmount: '300',
      totalAmount: '1609',
      allowedAmount: '1409',
      taxAmount: '9',
    });
    // The city of a municipality is called 市辖区 in all of them.
    expect(bill.lines[0]).toMatchObject({ amount: '1309', allowedAmount: '1109', areaName: '上海市' });
    expect(await send('TR', bill.id)).toBe('');
    expect(await refused(paths.travel, trip(`${year}-03-04`, `${year}-03-05`, { trafficAmount: '1' }))).toContain(
      'E-TRIP-OVERLAP',
    );
    expect(await act(people.accountant, paths.travel, 'approve', bill.id)).toBe('');
    expect(await act(people.cashier, paths.travel, 'pay', bill.id, said)).toBe('');
    await clean();
  });
});
