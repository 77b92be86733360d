import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { matchOf, payRoom, type Payable } from '#purchase/model/pay-room.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: Partial<Payable> & { readonly amount: string; readonly invoice?: string; readonly receipt?: string };
  readonly expect: {
    readonly room: string;
    readonly result: string;
    readonly mismatch?: boolean;
    readonly adjust?: string;
  };
}

describe.skipIf(!contractIsHere)('am-B14, am-B14a: what may be paid, and how an invoice fits', () => {
  const vectors = contractIsHere ? readVectors<{ payment: readonly Vector[] }>('second-half-vectors.json').payment : [];
  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))('%s', (_title, vector) => {
    const { received = '0', returned = '0', paid = '0', inApproval = '0', amount, invoice, receipt } = vector.given;
    const room = payRoom({ received, returned, paid, inApproval });
    expect(Number(room).toFixed(2)).toBe(vector.expect.room);
    expect(Number(amount) > Number(room) ? 'E-PAY-OVER' : 'OK').toBe(vector.expect.result);
    if (invoice === undefined || receipt === undefined) return;
    const { adjust, mismatch } = matchOf({ invoice, receipt }, '1');
    expect([Number(adjust).toFixed(2), mismatch]).toEqual([vector.expect.adjust, vector.expect.mismatch]);
  });
});

let world: World;
let buyer: Session;
let people: Readonly<Record<'cashier' | 'accountant', Session>>;
const [payments, prepayments, invoices] = [
  '/reimbursement/payment',
  '/reimbursement/prepayment',
  '/channelsale/purchaseinvoice',
];
beforeAll(async () => {
  world = await openWorld('payment');
  buyer = world.first;
  await furnish(buyer);
  await buyer.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
  for (const code of ['S1', 'S2', 'S3', 'S4', 'S5'])
    await buyer.must('POST', '/data/bd/supplier', { code, name: `供应商${code}`, classCode: 'SC1', payDays: 30 });
  await buyer.must('POST', '/data/bd/finance/bankaccount', {
    code: 'BA1',
    name: '基本户',
    bankType: 'icbc',
    bankAccount: '6222',
    openingBank: '一支行',
  });
  people = await hireStaff(world, { cashier: { role: 'CASHIER' }, accountant: { role: 'EXPENSE_ACCOUNTANT' } });
});
afterAll(() => world.close());

const asked = { organizeCode: 'O1', applicantCode: 'P1', deptCode: 'D1', applyDate: '2026-03-01', reason: '货款' };
/** Goods of this worth that came in: ten pieces of the first material. */
async function received(supplierCode: string, price: string): Promise<{ readonly code: string; readonly id: string }> {
  const { id } = await buyer.must<{ id: string }>('POST', '/channelsale/purchase', {
    organizeCode: 'O1',
    supplierCode,
    storageCode: 'W1',
    lines: [{ productCode: 'M1', number: '10', price, taxRate: '13' }],
  });
  await buyer.must('PUT', '/channelsale/purchase/audit', [id]);
  const { ids } = await buyer.must<{ ids: string[] }>('POST', '/channelsale/purchase/receive', [id]);
  await buyer.must('PUT', '/stock/inout/audit', ids);
  return buyer.must('GET', `/stock/inout/${ids[0]}`);
}
const paymentOf = (supplierCode: string, lines: readonly (readonly [string, string])[], more: object = {}) => ({
  ...asked,
  supplierCode,
  lines: lines.map(([sourceCode, amount]) => ({ sourceCode, amount, taxRate: '13' })),
  ...more,
});
const save = (path: string, body: object, session = buyer) => session.call<{ id: string }>('POST', path, body);
async function written(path: string, body: object): Promise<string> {
  return (await buyer.must<{ id: string }>('POST', path, body)).id;
}
async function audited(path: string, body: object): Promise<string> {
  const id = await written(path, body);
  await people.accountant.must('PUT', `${path}/audit`, [id]);
  return id;
}
const said = { bankAccountCode: 'BA1', bankSerialNo: 'L1' };
const act = async (session: Session, path: string, verb: string, id: string, more: object = {}): Promise<string> =>
  outcome(await session.call('PUT', `${path}/${verb}`, { ids: [id], operateMsg: '试', ...more }));
const balance = async (supplierCode: string): Promise<unknown> =>
  (
    await world.sql(
      `
        select amount::float as amount, prepaid::float as prepaid
        from app.payable_balance
        where tenant_code = '1000' and supplier_code = $1`,
      [supplierCode],
    )
  )[0];
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

describe('a payment', () => {
  test('counts from its audit on: two of them never ask for more than came', async () => {
    const { code } = await received('S1', '100');
    expect(outcome(await save(payments, paymentOf('S1', [[code, '1000.01']])))).toContain('E-PAY-OVER');
    const [one, two] = [
      await written(payments, paymentOf('S1', [[code, '600']])),
      await written(payments, paymentOf('S1', [[code, '500']])),
    ];
    expect(
      (await Promise.all([one, two].map((id) => act(people.accountant, payments, 'audit', id)))).filter(
        (told) => told !== '',
      ),
    ).toHaveLength(1);
    await clean();
  });

  test('is paid by a cashier, once, with account, day and bank line; the books follow, and go back', async () => {
    const { code, id: receipt } = await received('S2', '50');
    const id = await audited(payments, paymentOf('S2', [[code, '500']]));
    expect(await balance('S2')).toEqual({ amount: 500, prepaid: 0 });
    expect(await act(buyer, payments, 'pay', id, said)).toContain('E-PAY-SELF');
    expect(await act(people.cashier, payments, 'pay', id)).toContain('E-INVALID');
    expect(await act(people.cashier, payments, 'pay', id, { ...said, payDate: '2999-01-01' })).toContain(
      'E-FUTURE-DATE',
    );
    expect(await act(people.cashier, payments, 'pay', id, said)).toBe('');
    expect(await balance('S2')).toEqual({ amount: 0, prepaid: 0 });
    expect(await buyer.must<Readonly<Record<string, unknown>>>('GET', `${payments}/${id}`)).toMatchObject({
      payFlag: '1',
      payerName: 'cashier',
      bankAccountName: '基本户',
      bankSerialNo: 'L1',
    });
    expect(await act(people.cashier, payments, 'pay', id, said)).toContain('E-STATE');
    expect(await act(people.accountant, payments, 'unaudit', id)).toContain('E-PAID');
    expect(await act(buyer, '/stock/inout', 'unaudit', receipt)).toContain('E-DOWNSTREAM');
    await clean();
    expect(await act(people.cashier, payments, 'unpay', id)).toBe('');
    expect(await balance('S2')).toEqual({ amount: 500, prepaid: 0 });
    expect(await act(people.accountant, payments, 'unaudit', id)).toBe('');
    await clean();
  });

  test('is not paid by who decided on it, cashier or not', async () => {
    const { code } = await received('S2', '1');
    const { decider } = await hireStaff(world, { decider: { role: 'TENANT_ADMIN' } });
    const again = await written(payments, paymentOf('S2', [[code, '1']]));
    await decider.must('PUT', `${payments}/audit`, [again]);
    expect(await act(decider, payments, 'pay', again, said)).toContain('E-PAY-SELF');
  });

  test('offsets what was paid ahead: both go down, and the rest of it is told', async () => {
    const { code } = await received('S3', '20');
    const ahead = await audited(prepayments, {
      ...asked,
      supplierCode: 'S3',
      lines: [{ summary: '定金', amount: '150' }],
    });
    const { code: prepaymentCode } = await buyer.must<{ code: string }>('GET', `${prepayments}/${ahead}`);
    const offset = (amount: string) => paymentOf('S3', [[code, '200']], { prepaymentCode, offsetAmount: amount });
    // Nothing is prepaid before the cashier has paid it.
    expect(outcome(await save(payments, offset('1')))).toContain('E-INVALID');
    expect(await act(people.cashier, prepayments, 'pay', ahead, said)).toBe('');
    expect(await balance('S3')).toEqual({ amount: 200, prepaid: 150 });
    expect(outcome(await save(payments, offset('150.01')))).toContain('E-INVALID');
    const id = await audited(payments, offset('120'));
    expect(await act(people.cashier, payments, 'pay', id, said)).toBe('');
    expect(await balance('S3')).toEqual({ amount: 0, prepaid: 30 });
    expect(await buyer.must('GET', `${prepayments}/${ahead}`)).toMatchObject({
      balanceAmount: '30',
      offsetAmount: '120',
      settleStatus: '1',
    });
    expect(await act(people.cashier, prepayments, 'unpay', ahead)).toContain('E-DOWNSTREAM');
    await clean();
    expect(await act(people.cashier, payments, 'unpay', id)).toBe('');
    expect(await act(people.cashier, prepayments, 'unpay', ahead)).toContain('E-DOWNSTREAM');
    expect(await act(people.accountant, payments, 'unaudit', id)).toBe('');
    expect(await act(people.cashier, prepayments, 'unpay', ahead)).toBe('');
    expect(await balance('S3')).toEqual({ amount: 200, prepaid: 0 });
    await clean();
  });
});

describe('the invoice of a supplier', () => {
  const invoiceOf = (sourceCode: string, amount: string, more: object = {}) => ({
    organizeCode: 'O1',
    supplierCode: 'S4',
    invoiceNumber: `N${amount}`,
    invoiceDate: '2026-03-01',
    lines: [{ sourceCode, sourceLineNo: 1, number: '10', amount }],
    ...more,
  });
  const costOf = async (): Promise<number | undefined> =>
    (
      await world.sql<{ amount: number }>(`
        select amount::float as amount
        from app.cost_balance
        where tenant_code = '1000' and material_code = 'M1'`)
    )[0]?.amount;

  test('is told to differ beyond PU004; accepted, the difference is owed and goes into cost without its tax', async () => {
    const { code } = await received('S4', '100');
    const exact = await written(invoices, invoiceOf(code, '1010'));
    expect(await buyer.must('GET', `${invoices}/${exact}`)).toMatchObject({ mismatchFlag: '0', receiptAmount: '1000' });
    await buyer.must('DELETE', `${invoices}/${exact}`);
    const id = await written(invoices, invoiceOf(code, '1011.3'));
    expect(await buyer.must('GET', `${invoices}/${id}`)).toMatchObject({
      mismatchFlag: '1',
      differenceAmount: '11.3',
      taxAmount: '116.34',
    });
    const before = (await costOf()) ?? 0;
    await people.accountant.must('PUT', `${invoices}/audit`, [id]);
    expect(await balance('S4')).toEqual({ amount: 1011.3, prepaid: 0 });
    expect((await costOf()) ?? 0).toBeCloseTo(before + 10, 2);
    await clean();
    // What was matched is found by the payment, and the payment says that it differs.
    const paid = await written(payments, paymentOf('S4', [[code, '1011.3']]));
    expect(await buyer.must('GET', `${payments}/${paid}`)).toMatchObject({
      mismatchFlag: '1',
      lines: [{ invoiceNumber: 'N1011.3' }],
    });
    expect(outcome(await save(invoices, invoiceOf(code, '5')))).toContain('E-INVALID');
    await people.accountant.must('PUT', `${invoices}/unaudit`, [id]);
    expect(await balance('S4')).toEqual({ amount: 1000, prepaid: 0 });
    expect((await costOf()) ?? 0).toBeCloseTo(before, 2);
    await clean();
  });

  test('and its payment are made of the purchase, half written, of what has come', async () => {
    const { code } = await received('S5', '7');
    const [{ id: purchase } = { id: '' }] = (
      await buyer.must<{ list: readonly { id: string }[] }>('GET', '/channelsale/purchase/page?supplierCode=S5')
    ).list;
    const made = await buyer.must<{ ids: string[] }>('POST', '/channelsale/purchase/invoice', [purchase]);
    expect(await buyer.must('GET', `${invoices}/${made.ids[0]}`)).toMatchObject({
      billStatus: '3',
      lines: [{ sourceCode: code, number: '10', amount: '70' }],
    });
    const asking = await buyer.must<{ ids: string[] }>('POST', '/channelsale/purchase/payment', [purchase]);
    expect(await buyer.must('GET', `${payments}/${asking.ids[0]}`)).toMatchObject({
      billStatus: '3',
      payeeName: '供应商S5',
      lines: [{ sourceCode: code, amount: '70' }],
    });
  });
});

test('a statement: opening and what the month brought sum to its closing', async () => {
  const page = (query: string) =>
    buyer.must<{ list: readonly Readonly<Record<string, string>>[] }>(
      'GET',
      `/channelsale/payablestatement/page${query}`,
    );
  const { list } = await page('');
  expect(list.length).toBeGreaterThan(2);
  for (const row of list) {
    const of = (key: string): number => Number(row[`${key}Amount`]); // not money
    const moved = ['opening', 'purchase', 'return', 'adjust', 'paid', 'offset'].map(of);
    expect(of('closing')).toBeCloseTo(
      moved.reduce((sum, part) => sum + part, 0),
      2,
    );
  }
  expect((await page('?month=2999-01&supplierCode=S3')).list).toMatchObject([
    { openingAmount: '200', purchaseAmount: '0', closingAmount: '200' },
  ]);
});

test('a supplier sees his own orders and account, confirms, and announces what he sends', async () => {
  const path = '/channelsale/purchase';
  const ordered = async (supplierCode: string): Promise<string> => {
    const lines = [{ productCode: 'M2', number: '3', price: '2', taxRate: '13' }];
    const id = await written(path, { organizeCode: 'O1', supplierCode, storageCode: 'W1', lines });
    await buyer.must('PUT', `${path}/audit`, [id]);
    return id;
  };
  const [mine, foreign] = [await ordered('S5'), await ordered('S1')];
  const { him } = await hireStaff(world, {
    him: { role: 'SUPPLIER', more: { accountType: '2', supplierCode: 'S5' } },
  });
  const sent = { shipDate: '2026-03-05', trackingNo: 'SF1' };
  expect(await act(him, path, 'announce', mine, sent)).toContain('E-STATE');
  expect(await act(him, path, 'confirm', mine)).toBe('');
  expect(await act(him, path, 'announce', mine, sent)).toBe('');
  expect(await him.must('GET', `${path}/${mine}`)).toMatchObject(sent);
  for (const verb of ['confirm', 'announce'])
    expect(await act(him, path, verb, foreign, sent)).toContain('E-NOT-FOUND');
  for (const account of ['payable', 'payablestatement']) {
    const { list } = await him.must<{ list: readonly { supplierCode: string }[] }>(
      'GET',
      `/channelsale/${account}/page`,
    );
    expect(list.map(({ supplierCode }) => supplierCode)).toEqual(['S5']);
  }
});
