import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultZone } from '#platform/model/zone.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { bills, deliveries, limits, movements, orders, releases } from '#tests/proof/cash.ts';
import { outcome } from '#tests/proof/shop.ts';
import { leadOrders } from '#tests/office.ts';
import { hireStaff } from '#tests/staff.ts';
import { inboundOf, refunds, returnDraft } from '#tests/proof/returns.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';
import type { Drawing } from '#workflow/model/engine/drawing.ts';

/**
 * Attempts to get goods or money for nothing, by people with the roles that every tenant has and nothing else, in a
 * house that is strict: nobody audits what he wrote (SYS021), prices are the book's (SD006). None may post anything
 * that somebody's explicit right does not cover: each says by which refusal it ends, and that no ledger has an entry
 * more.
 */
type Answer = Reply<unknown>;
interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly customerCode: string;
  readonly billStatus: string;
  readonly payableAmount: string;
  readonly waiverAmount: string | null;
  readonly totalAmount: string;
  readonly lines: readonly Line[];
}

let world: World;
let people: Readonly<Record<Name, Session>>;
type Name =
  | 'clerk'
  | 'manager'
  | 'deputy'
  | 'keeper'
  | 'porter'
  | 'cashier'
  | 'accountant'
  | 'controller'
  | 'pricer'
  | 'seller'
  | 'buyer'
  | 'rival';

const desk = priceDesk(() => world);
const day = (shift: number): string => todayIn(defaultZone, new Date(Date.now() + shift * 86_400_000));

beforeAll(async () => {
  world = await openWorld('for_nothing');
  const { first } = world;
  await furnish(first);
  await first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  for (const [productCode, price] of [
    ['M1', '100'],
    ['M2', '50'],
  ] as const)
    await desk.benchmark({ productCode, price, floorPrice: price === '100' ? '90' : '40', unitType: '0' });
  for (const code of ['FN1', 'FN2'])
    await first.must('POST', '/data/customer/manage', {
      code,
      name: `客户${code}`,
      classCode: 'K1',
      customerType: '1',
      creditControlFlag: '1',
      receiveType: '3',
    });
  people = await hireStaff(world, {
    clerk: { role: 'SALES_CLERK' },
    manager: { role: 'SALES_MANAGER' },
    deputy: { role: 'SALES_MANAGER' },
    keeper: { role: 'WAREHOUSE' },
    porter: { role: 'WAREHOUSE' },
    cashier: { role: 'CASHIER' },
    accountant: { role: 'AR_ACCOUNTANT' },
    controller: { role: 'AR_ACCOUNTANT' },
    pricer: { role: 'PRICE_ADMIN' },
    seller: { role: 'SALESPERSON' },
    buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'FN1' } },
    rival: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'FN2' } },
  });
  await desk.param('SYS021', '1');
  await desk.param('SD006', '0');
});
afterAll(async () => {
  await world.close();
});

/** How many entries the ledgers have: they only grow, so nothing was gained while the counts stand. */
const entries = async (): Promise<unknown> =>
  world.sql(`
    select (select count(*) from app.capital_entry) as money, (select count(*) from app.receivable_entry) as owed,
      (select count(*) from app.stock_entry) as goods, (select count(*) from app.cost_entry) as costs,
      (select count(*) from app.rebate_move) as rebate`);

/** The attempt ends with this refusal, and the books are as they were. */
async function vain(refusal: string | readonly string[], deed: () => Promise<Answer>): Promise<void> {
  const before = await entries();
  const answer = outcome(await deed());
  expect([refusal].flat()).toContain(answer);
  expect(await entries()).toEqual(before);
}

const as = (name: Name): Session => people[name];
const get = (name: Name, path: string, id: string): Promise<Bill> => as(name).must<Bill>('GET', `${path}/${id}`);
const goods = (lines: readonly object[], more: object = {}): object => ({
  organizeCode: 'O1',
  customerCode: 'FN1',
  storageCode: 'W1',
  ...more,
  lines,
});
const one = (number = '1', more: object = {}): object => ({ productCode: 'M1', number, ...more });
const write = async (name: Name, path: string, body: object): Promise<string> =>
  (await as(name).must<{ id: string }>('POST', path, body)).id;
const does = (name: Name, path: string, verb: string, id: string): Promise<Answer> =>
  as(name).call('PUT', `${path}/${verb}`, [id]);
const must = (name: Name, path: string, verb: string, body: unknown): Promise<{ ids: readonly string[] }> =>
  as(name).must('PUT', `${path}/${verb}`, body);
/** As one writes it and another audits it. */
async function agreed(path: string, body: object, writer: Name, auditor: Name): Promise<string> {
  const id = await write(writer, path, body);
  await must(auditor, path, 'audit', [id]);
  return id;
}
const money = (billType: string, amount: string, more: object = {}): object => ({
  organizeCode: 'O1',
  customerCode: 'FN1',
  billType,
  amount,
  ...more,
});
const pay = (amount: string, more: object = {}): Promise<string> =>
  agreed(bills, money('RC', amount, more), 'cashier', 'accountant');
/** Written, and audited when it could be written. */
async function tried(path: string, body: object, writer: Name, auditor: Name): Promise<Answer> {
  const saved = await as(writer).call<{ id: string }>('POST', path, body);
  return saved.code === 0 ? does(auditor, path, 'audit', saved.data.id) : saved;
}

/** What the customer can spend, and what he owes. */
async function purse(customerCode = 'FN1'): Promise<Readonly<Record<string, number>>> {
  const rows = await world.sql<{ what: string; figure: number }>(
    `
      select split_part(account_code, '-', 1) as what, balance::float as figure
      from app.capital_balance
      where tenant_code = '1000' and account_code like '%-O1-' || $1
      union all
      select 'owed', amount::float
      from app.receivable_balance
      where tenant_code = '1000' and customer_code = $1`,
    [customerCode],
  );
  return Object.fromEntries(rows.map(({ what, figure }) => [what, figure]));
}
const onHand = async (productCode: string): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      `
        select sum(on_hand)::float as n
        from app.stock_balance
        where tenant_code = '1000' and material_code = $1`,
      [productCode],
    )
  )[0]?.n ?? 0;

interface Trade {
  readonly order: string;
  readonly delivery: string;
  readonly movement: string;
}
/** Everybody does his part: paid, ordered, audited; delivered as far as is said. */
async function trade(upTo: 'audited' | 'delivered' | 'released' | 'shipped', number = '2'): Promise<Trade> {
  await pay(String(Number.parseInt(number, 10) * 100));
  const order = await agreed(orders, goods([one(number)]), 'clerk', 'manager');
  if (upTo === 'audited') return { order, delivery: '', movement: '' };
  const {
    ids: [delivery = ''],
  } = await as('clerk').must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
  await must('manager', deliveries, 'audit', [delivery]);
  if (upTo === 'delivered') return { order, delivery, movement: '' };
  const {
    ids: [movement = ''],
  } = await must('keeper', releases, 'release', [delivery]);
  if (upTo === 'shipped') await must('porter', movements, 'audit', [movement]);
  return { order, delivery, movement };
}

describe('a clerk who writes orders', () => {
  const order =
    (lines: readonly object[], more: object = {}) =>
    (): Promise<Answer> =>
      as('clerk').call('POST', orders, goods(lines, more));

  test('types a price of his own', () => vain('E-PRICE-TYPED', order([one('1', { price: '1' })])));
  test('am-A3: takes a discount off that goes below the floor', () =>
    vain('E-FLOOR', order([one('1')], { allowanceAmount: '11' })));
  test('am-A3: takes off the whole of it', () => vain('E-PAY-ZERO', order([one('1')], { allowanceAmount: '100' })));
  test('am-A3: takes off more than it costs', () =>
    vain('E-DISCOUNT-OVER', order([one('1')], { allowanceAmount: '90', roundingAmount: '20' })));
  test('pays for the goods with freight below nothing', () =>
    vain('E-INVALID', order([one('1')], { freightAmount: '-99' })));
  test('am-A3: types a line as a trial, which costs nothing', () =>
    vain('E-INVALID', order([one('1'), one('9', { lineType: '4' })])));
  test('types a line as a gift', () => vain('E-GIFT-OVER', order([one('1'), one('9', { lineType: '1' })])));
  test('orders less than nothing, so that the rest of the order is paid for', () =>
    vain('E-INVALID', order([one('5'), { productCode: 'M2', number: '-9' }])));
  test('am-A13: orders so much that the sum runs over, or less than a piece', async () => {
    await vain('E-AMOUNT-MAX', order([one('99999999999999999999')]));
    await vain('E-NUMBER-DECIMALS', order([one('0.001')]));
  });
  test('pays with somebody else’s account', async () => {
    await pay('500', { customerCode: 'FN2' });
    await vain('E-CREDIT-OVER', () =>
      tried(orders, goods([one('1')], { accountCode: 'A001-O1-FN2' }), 'clerk', 'manager'),
    );
  });

  test('am-A3: calls it a special order, whose prices are typed, where no route leads', async () => {
    const special = goods([one('1', { price: '1' })], { orderType: '1' });
    await vain('E-NO-ROUTE', () => tried(orders, special, 'clerk', 'manager'));
  });

  test('sends what the server keeps: sums, states, a waiver', async () => {
    const told = {
      payableAmount: '0.01',
      totalAmount: '0.01',
      waiverAmount: '9999',
      billStatus: '1',
      orderStatus: '1',
    };
    const { data } = await as('clerk').must<{ data: Bill }>(
      'POST',
      orders,
      goods([one('2', { amount: '0.01', outNumber: '2', closedNumber: '2' })], told),
    );
    expect([data.payableAmount, data.billStatus]).toEqual(['200', '0']);
    const saved = await get('clerk', orders, data.id);
    await as('clerk').must('PUT', orders, { ...saved, ...told });
    expect(await get('clerk', orders, data.id)).toMatchObject({ payableAmount: '200', billStatus: '0' });
    await vain('E-CREDIT-OVER', () => does('manager', orders, 'audit', data.id));
  });

  test('stashes what the form refuses, and sends it in later', async () => {
    const { id } = await as('clerk').must<{ id: string }>(
      'POST',
      `${orders}?stash=1`,
      goods([one('1', { price: '1' })], { allowanceAmount: '0.99' }),
    );
    await vain(['E-PRICE-TYPED', 'E-FLOOR', 'E-PAY-ZERO'], () => does('clerk', orders, 'unstash', id));
    await vain('E-NOT-FOUND', () => does('manager', orders, 'audit', id));
  });

  test('audits his order himself', async () => {
    const id = await write('clerk', orders, goods([one('1')]));
    await vain('E-PERM', () => does('clerk', orders, 'audit', id));
    await vain('E-PERM', () => as('clerk').call('PUT', `${orders}/approve`, { ids: [id], operateMsg: '好' }));
  });

  test('changes an order after it was audited, and deletes it when the goods have left', async () => {
    const { order: id } = await trade('shipped');
    const sent = await get('clerk', orders, id);
    const more = { ...sent, lines: sent.lines.map((line) => ({ ...line, number: '9' })) };
    await vain('E-STATE', () => as('clerk').call('PUT', orders, more));
    await vain(['E-DEL-AUDITED', 'E-STATE'], () => as('clerk').call('DELETE', orders, [id]));
  });

  test('delivers more than was ordered, or something dearer', async () => {
    const { order: id } = await trade('audited');
    const {
      ids: [delivery = ''],
    } = await as('clerk').must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const draft = await get('clerk', deliveries, delivery);
    const told = (line: object): object => ({ ...draft, lines: draft.lines.map((each) => ({ ...each, ...line })) });
    await vain('E-OVER-DELIVERY', () => as('clerk').call('PUT', deliveries, told({ number: '3' })));
    await vain('E-INVALID', () => as('clerk').call('PUT', deliveries, told({ productCode: 'M2' })));
    await vain('E-INVALID', () => as('clerk').call('PUT', deliveries, told({ number: '-1' })));
    await vain('E-NOTHING-LEFT', () => as('clerk').call('POST', `${orders}/pushDown`, [id]));
    await must('manager', deliveries, 'cancel', [delivery]);
  });

  test('frees a customer of the control of his credit', async () => {
    const [row] = await world.sql<{ id: string }>(
      `select id from app.data_customer where tenant_code = '1000' and code = 'FN1'`,
    );
    const path = '/data/customer/manage';
    const saved = await as('clerk').must<object>('GET', `${path}/${row?.id}`);
    for (const change of [{ creditControlFlag: '0' }, { creditDays: 900 }, { receiveType: '1' }])
      await vain('E-INVALID', () => as('clerk').call('PUT', path, { ...saved, ...change }));
    await as('clerk').must('PUT', path, { ...saved, linkman: '王五' });
    await as('clerk').must('POST', path, { code: 'FN9', name: '新客户', classCode: 'K1', customerType: '1' });
    await vain('E-CREDIT-OVER', () => tried(orders, goods([one('1')], { customerCode: 'FN9' }), 'clerk', 'manager'));
  });
});

describe('a manager who audits them', () => {
  test('audits what he wrote', async () => {
    await pay('100');
    const id = await write('manager', orders, goods([one('1')]));
    await vain('E-SELF-AUDIT', () => does('manager', orders, 'audit', id));
    await must('deputy', orders, 'audit', [id]);
    await must('manager', orders, 'unaudit', [id]);
    await agreed(bills, money('RF', '100'), 'cashier', 'accountant');
  });
  test('lets an order through that nobody can pay, with a waiver of his own', async () => {
    const id = await write('clerk', orders, goods([one('1')]));
    await vain('E-CREDIT-OVER', () => does('manager', orders, 'audit', id));
    await vain('E-STATE', () => as('manager').call('PUT', `${orders}/creditWaive`, { id, waiverAmount: '100' }));
  });
  test('closes lines that were shipped, to have them paid back', async () => {
    const { order } = await trade('shipped');
    const { lines } = await get('manager', orders, order);
    const lineIds = lines.map(({ id }) => id);
    await vain(['E-LINE-IDLE', 'E-STATE'], () =>
      as('manager').call('PUT', `${orders}/close`, { ids: [order], lineIds, operateMsg: '退款' }),
    );
    await vain('E-DOWNSTREAM', () => does('manager', orders, 'unaudit', order));
  });
  test('closes an order while its goods are at the gate', async () => {
    const { order } = await trade('released');
    await vain('E-INFLIGHT', () =>
      as('manager').call('PUT', `${orders}/close`, { ids: [order], operateMsg: '客户取消' }),
    );
  });
  test('am-A4: dates an order ahead, or into last year', async () => {
    await pay('100');
    await vain('E-FUTURE-DATE', () => tried(orders, goods([one('1')], { billDate: day(1) }), 'clerk', 'manager'));
    await vain(['E-BILL-DATE', 'E-PERIOD-NONE', 'E-PERIOD'], () =>
      tried(orders, goods([one('1')], { billDate: day(-400) }), 'manager', 'deputy'),
    );
    await agreed(bills, money('RF', '100'), 'cashier', 'accountant');
  });
  test('am-A14: sells to a customer who was stopped, and has his goods released', async () => {
    const { delivery } = await trade('delivered');
    const saved = await write('clerk', orders, goods([one('1')]));
    const [row] = await world.sql<{ id: string }>(
      `select id from app.data_customer where tenant_code = '1000' and code = 'FN1'`,
    );
    await must('manager', '/data/customer/manage', 'disable', [row?.id]);
    await vain('E-STOPPED', () => does('manager', orders, 'audit', saved));
    await vain('E-STOPPED', () => as('clerk').call('POST', orders, goods([one('1')])));
    await vain('E-STOPPED', () => does('keeper', releases, 'release', delivery));
    await must('manager', '/data/customer/manage', 'enable', [row?.id]);
  });
  test('writes a price and audits it', async () => {
    const price = { productCode: 'M1', price: '1', unitType: '0', startDate: day(0) };
    await vain('E-PERM', () => as('manager').call('POST', '/channelsale/price/benchmark', price));
    await vain(['E-SELF-AUDIT', 'E-OVERLAP'], () => tried('/channelsale/price/benchmark', price, 'pricer', 'pricer'));
  });
});

describe('a keeper of the warehouse', () => {
  test('writes goods out to a customer by hand', () =>
    vain('E-INVALID', () =>
      as('keeper').call('POST', movements, {
        organizeCode: 'O1',
        moveType: '4',
        storageCode: 'W1',
        customerCode: 'FN1',
        lines: [one('5')],
      }),
    ));
  test('writes goods off and audits that himself', () =>
    vain('E-SELF-AUDIT', () =>
      tried(movements, { organizeCode: 'O1', moveType: '7', storageCode: 'W1', lines: [one('5')] }, 'keeper', 'keeper'),
    ));
  test('sends more than was released, or something dearer, or to somebody else', async () => {
    const { movement } = await trade('released');
    const draft = await get('keeper', movements, movement);
    const told = (line: object, more: object = {}): object => ({
      ...draft,
      ...more,
      lines: draft.lines.map((each) => ({ ...each, ...line })),
    });
    await vain('E-OVER-OUT', () => as('keeper').call('PUT', movements, told({ number: '3' })));
    await vain('E-OVER-OUT', () => as('keeper').call('PUT', movements, told({ productCode: 'M2' })));
    await vain('E-INVALID', () => as('keeper').call('PUT', movements, told({}, { customerCode: 'FN2' })));
    await vain('E-MADE', () => does('keeper', movements, 'cancel', movement));
    await vain('E-MADE', () => as('keeper').call('DELETE', movements, [movement]));
  });
  test('lets the same delivery out twice', async () => {
    const { delivery } = await trade('released');
    await vain(['E-RELEASED', 'E-STATE'], () => does('keeper', releases, 'release', delivery));
  });
  test('am-A2: takes back what was sold by himself, and moves money with it', async () => {
    const { movement } = await trade('shipped');
    await vain('E-RED-HAND', () => as('keeper').call('POST', `${movements}/red`, [movement]));
  });
  test('takes back more than was shipped, or the same twice', async () => {
    const { order: sold, delivery } = await trade('shipped');
    await must('manager', deliveries, 'sign', [delivery]);
    const back = async (number: string): Promise<object> => returnDraft(as('clerk'), sold, { M1: number });
    const [three, less, two] = [await back('3'), await back('-2'), await back('2')];
    await vain('E-RET-OVER', () => as('clerk').call('POST', refunds, three));
    await vain('E-INVALID', () => as('clerk').call('POST', refunds, less));
    await as('clerk').must('POST', refunds, two);
    await vain('E-RET-OVER', () => as('clerk').call('POST', refunds, two));
  });
  test('am-A4: dates the goods out before they were ordered', async () => {
    const { movement } = await trade('released');
    const draft = await get('keeper', movements, movement);
    const dated = await as('keeper').call('PUT', movements, { ...draft, billDate: day(-1) });
    if (dated.code === 0) await vain('E-DATE-ORDER', () => does('porter', movements, 'audit', movement));
    else expect(outcome(dated)).toBe('E-BILL-DATE');
  });
  test('takes back a movement whose goods were signed for', async () => {
    const { delivery, movement } = await trade('shipped');
    await must('buyer', deliveries, 'sign', [delivery]);
    await vain('E-SIGNED', () => does('keeper', movements, 'unaudit', movement));
  });
  test('gives a customer money, credit or a price', async () => {
    await vain('E-PERM', () => as('keeper').call('POST', bills, money('AD', '100')));
    await vain('E-PERM', () =>
      as('keeper').call('POST', limits, {
        organizeCode: 'O1',
        customerCode: 'FN1',
        changeType: '0',
        changeAmount: '100',
      }),
    );
  });
});

describe('a cashier who takes the money', () => {
  const cash =
    (billType: string, amount: string, more: object = {}) =>
    (): Promise<Answer> =>
      tried(bills, money(billType, amount, more), 'cashier', 'accountant');
  const from = (accountCode: string, toAccountCode?: string): object => ({ accountCode, toAccountCode });

  test('audits what he took in', async () => {
    const id = await write('cashier', bills, money('RC', '1000'));
    await vain('E-PERM', () => does('cashier', bills, 'audit', id));
    await must('cashier', bills, 'cancel', [id]);
  });
  test('takes in less than nothing, or more than there is', async () => {
    await vain('E-INVALID', cash('RC', '-1000'));
    await vain('E-INVALID', cash('RC', '0'));
    await vain('E-AMOUNT-MAX', cash('RC', '1000000000000000'));
    await vain('E-INVALID', cash('RF', '-1000'));
  });
  test('am-A1: pays out what the customer does not have', async () => {
    const { A001 = 0 } = await purse();
    await vain(['E-REFUND-OVER', 'E-FUND-LACK'], cash('RF', String(A001 + 0.01)));
  });
  test('am-A1: turns credit into cash', async () => {
    await agreed(
      limits,
      { organizeCode: 'O1', customerCode: 'FN2', changeType: '0', changeAmount: '1000' },
      'accountant',
      'controller',
    );
    const of = { customerCode: 'FN2' };
    await vain('E-ACCOUNT-USE', cash('TR', '100', { ...of, ...from('A002-O1-FN2', 'A001-O1-FN2') }));
    await vain('E-ACCOUNT-USE', cash('RF', '100', { ...of, ...from('A002-O1-FN2') }));
  });
  test('am-A1: pays rebate out, straight or by way of cash', async () => {
    await agreed(bills, money('AD', '80', from('A003-O1-FN1')), 'accountant', 'controller');
    await vain('E-TRF', cash('RF', '80', from('A003-O1-FN1')));
    await vain('E-TRF', cash('TR', '80', from('A003-O1-FN1', 'A001-O1-FN1')));
    await vain('E-ACCOUNT-USE', cash('RC', '80', from('A003-O1-FN1')));
  });
  test('pays into, or out of, somebody else’s account', async () => {
    await vain('E-INVALID', cash('RC', '10', from('A001-O1-FN2')));
    await vain('E-INVALID', cash('TR', '10', from('A001-O1-FN2', 'A001-O1-FN1')));
    await vain('E-INVALID', cash('RF', '10', from('A001-O1-FN2')));
  });
  test('am-A8: settles with a receipt what another customer owes', async () => {
    const { order } = await trade('audited');
    const { code } = await get('manager', orders, order);
    const lines = [{ summary: '货款', orderCode: code, amount: '10' }];
    await vain('E-RECEIPT-LINE', cash('RC', '10', { customerCode: 'FN2', lines }));
    await vain('E-INVALID', cash('RC', '10', { lines: [{ summary: '货款', orderCode: code, amount: '999' }] }));
  });
  test('takes the same line of the bank twice', async () => {
    await world.first.must('POST', '/data/bd/finance/bankaccount', {
      code: 'BA1',
      name: '基本户',
      bankType: '1',
      bankAccount: '6222000011112222',
      openingBank: '工行',
      organizeCode: 'O1',
    });
    const line = { bankAccountCode: 'BA1', bankSerialNo: 'S-1' };
    await pay('10', line);
    await vain('E-CLAIMED', cash('RC', '10', line));
    await vain('E-CLAIMED', cash('RC', '10', { ...line, customerCode: 'FN2' }));
  });
  test('sends the same receipt again under its key, with another amount', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const send = (amount: string): Promise<Answer> => as('cashier').call('POST', bills, money('RC', amount), key);
    const [first, again, other] = [await send('10'), await send('10'), await send('9999')];
    expect((again.data as Bill).id).toBe((first.data as Bill).id);
    expect(other.code).not.toBe(0);
    const { id } = first.data as Bill;
    const audit = { 'idempotency-key': randomUUID() };
    await as('accountant').must('PUT', `${bills}/audit`, [id], audit);
    await vain('', () => as('accountant').call('PUT', `${bills}/audit`, [id], audit));
    await vain('E-STATE', () => does('accountant', bills, 'audit', id));
  });
  test('changes, deletes or voids a receipt that is in the books', async () => {
    const id = await pay('10');
    const saved = await get('cashier', bills, id);
    await vain('E-STATE', () => as('cashier').call('PUT', bills, { ...saved, amount: '9999' }));
    await vain(['E-DEL-AUDITED', 'E-STATE'], () => as('cashier').call('DELETE', bills, [id]));
    await vain('E-STATE', () => does('cashier', bills, 'cancel', id));
  });
  test('types accounts of his own, with money on them', async () => {
    await vain('E-PERM', () =>
      as('cashier').call('POST', '/channelsale/capitalpoolaccount', {
        accountCode: 'MINE',
        accountName: '我的',
        organizeCode: 'O1',
        customerCode: 'FN1',
        accountType: 'A001',
        balanceAmount: '1000',
      }),
    );
  });
});

describe('an accountant', () => {
  const limit = (more: object): object => ({
    organizeCode: 'O1',
    customerCode: 'FN1',
    changeType: '0',
    changeAmount: '1000',
    ...more,
  });
  test('raises a limit and audits that himself', () =>
    vain('E-SELF-AUDIT', () => tried(limits, limit({}), 'accountant', 'accountant')));
  test('adjusts cash and audits that himself', () =>
    vain('E-SELF-AUDIT', () => tried(bills, money('AD', '1000'), 'accountant', 'accountant')));
  test('am-A6: lends for the same days twice, or for days that are over', async () => {
    const lent = limit({ changeType: '1', startDate: day(0), endDate: day(3) });
    const id = await agreed(limits, lent, 'accountant', 'controller');
    await vain('E-OVERLAP', () => tried(limits, lent, 'accountant', 'controller'));
    const over = limit({ changeType: '1', startDate: day(-3), endDate: day(-1) });
    await vain('E-LIMIT-DATE', () => tried(limits, over, 'accountant', 'controller'));
    await must('accountant', limits, 'close', { ids: [id], operateMsg: '提前结束' });
    await vain('E-STATE', () => does('accountant', limits, 'unclose', id));
  });
  test('opens balances and audits that himself, or opens more when they are locked', async () => {
    const path = '/channelsale/opening';
    const opened = {
      kind: 'money',
      billDate: day(0),
      lines: [
        { organizeCode: 'O1', customerCode: 'FN1', item: 'A001', amount: '1000' },
        { organizeCode: 'O1', customerCode: 'FN1', item: 'AR', amount: '-1000', dueDate: day(0) },
      ],
    };
    await vain('E-SELF-AUDIT', () => tried(path, opened, 'accountant', 'accountant'));
    await world.first.must('PUT', `${path}/date`, { cutOverDate: day(0) });
    await world.first.must('PUT', `${path}/lock`, {});
    await vain('E-CUTOVER', () => tried(path, opened, 'accountant', 'controller'));
  });
  test('has a bank pay that never paid: applies, agrees and releases alone', () =>
    vain('E-SELF-AUDIT', async () => {
      const path = '/channelsale/financing';
      const id = await write('accountant', path, {
        organizeCode: 'O1',
        customerCode: 'FN1',
        bankType: '1',
        amount: '1000',
        paymentTerm: '3',
      });
      expect(outcome(await does('accountant', path, 'release', id))).toBe('E-STATE');
      return does('accountant', path, 'companyAudit', id);
    }));
  test('am-A5: writes a statement as he likes, which the books write again', async () => {
    const path = '/channelsale/accountcheck';
    const id = await write('accountant', path, {
      organizeCode: 'O1',
      customerCode: 'FN1',
      startDate: '2026-01-01',
      endDate: '2099-12-31',
      endAmount: '-99999',
    });
    await pay('10');
    await must('accountant', path, 'submit', [id]);
    const { owed } = await purse();
    const sent = await as('accountant').must<{ endAmount: string; lines: readonly object[] }>('GET', `${path}/${id}`);
    expect(Number.parseFloat(sent.endAmount)).toBe(owed);
    await vain('E-NOT-FOUND', () => does('rival', path, 'confirm', id));
    await must('buyer', path, 'confirm', [id]);
  });
  test('takes a receipt back that the customer has agreed to', async () => {
    const [row] = await world.sql<{ id: string }>(`
      select b.id
      from app.sale_bill b
      where b.customer_code = 'FN1' and b.bill_type = 'RC' and b.bill_status = '1'
      limit 1`);
    await vain('E-RECONCILED', () => does('accountant', bills, 'unaudit', row?.id ?? ''));
  });
});

describe('a customer', () => {
  test('writes his own prices, discounts and types: the house’s stand', async () => {
    const free = goods([one('1', { price: '1' })], { orderType: '1', allowanceAmount: '50' });
    const answer = await as('buyer').call<{ data: Bill }>('POST', orders, free);
    if (answer.code === 0) expect(answer.data.data.payableAmount).toBe('100');
    else expect(outcome(answer)).toBe('E-PRICE-TYPED');
    await vain('E-PRICE-TYPED', () => as('buyer').call('POST', orders, goods([one('1', { price: '1' })])));
  });
  test('orders on somebody else’s account, or looks at his orders', async () => {
    await vain(['E-INVALID', 'E-SCOPE', 'E-NOT-FOUND'], () =>
      as('rival').call('POST', orders, goods([one('1')], { customerCode: 'FN1' })),
    );
    const { order } = await trade('audited');
    await vain('E-NOT-FOUND', () => as('rival').call('GET', `${orders}/${order}`));
    await vain('E-NOT-FOUND', () => does('rival', orders, 'cancel', order));
  });
  test('audits his order, pays it himself, or voids it when it is on its way', async () => {
    const id = await write('buyer', orders, goods([one('1')]));
    await vain('E-PERM', () => does('buyer', orders, 'audit', id));
    await vain('E-PERM', () => as('buyer').call('POST', bills, money('RC', '100')));
    const { order } = await trade('released');
    await vain('E-STATE', () => does('buyer', orders, 'cancel', order));
  });
  test('signs for more than he got, or for somebody else', async () => {
    const { delivery } = await trade('shipped');
    const { lines } = await get('buyer', deliveries, delivery);
    const signed = (signedNumber: string): object[] => [
      { id: delivery, lines: lines.map(({ id }) => ({ id, signedNumber })) },
    ];
    await vain('E-SIGN-OVER', () => as('buyer').call('PUT', `${deliveries}/sign`, signed('3')));
    await vain(['E-INVALID', 'E-SIGN-OVER'], () => as('buyer').call('PUT', `${deliveries}/sign`, signed('-1')));
    await vain('E-NOT-FOUND', () => as('rival').call('PUT', `${deliveries}/sign`, [delivery]));
  });
  test('of another tenant uses ids that he has seen', async () => {
    const { order, movement } = await trade('released');
    const stranger = world.second;
    await vain('E-NOT-FOUND', () => stranger.call('PUT', `${orders}/close`, { ids: [order], operateMsg: 'x' }));
    await vain('E-NOT-FOUND', () => stranger.call('PUT', `${movements}/audit`, [movement]));
    await vain('E-NOT-FOUND', () => stranger.call('POST', `${movements}/red`, [movement]));
  });
});

describe('with approval in force', () => {
  const special = (price: string): object => goods([one('1', { price })], { orderType: '1' });
  const send = (name: Name, id: string): Promise<Answer> =>
    as(name).call('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: 'SO_CHEAP',
      businessKey: id,
    });
  const decide = (name: Name, verb: string, id: string): Promise<Answer> =>
    as(name).call('PUT', `${orders}/${verb}`, { ids: [id], operateMsg: '同意' });
  beforeAll(async () => {
    const nodes: Drawing['nodes'] = [
      { kind: 'startEvent', id: 'start' },
      { kind: 'userTask', id: 'agree', name: '经理', approvers: 'role:SALES_MANAGER' },
      { kind: 'endEvent', id: 'end' },
    ];
    const flows: Drawing['flows'] = [
      ['start', 'agree'],
      ['agree', 'end'],
    ];
    await leadOrders(world, { key: 'SO_CHEAP', docType: 'SO', nodes, flows }, { condition: 'orderType = "1"' });
  });

  test('am-A3: a manager sells below the floor and agrees to it himself', async () => {
    await pay('100');
    const id = await write('manager', orders, special('1'));
    await vain('E-NEED-FLOW', () => does('deputy', orders, 'audit', id));
    expect((await send('manager', id)).code).toBe(0);
    await vain('E-SELF-AUDIT', () => decide('manager', 'approve', id));
    await vain('E-PERM', () => decide('clerk', 'approve', id));
    await vain(['E-STATE', 'E-INAPPROVAL'], () => does('deputy', orders, 'audit', id));
    // Nobody changes what others are looking at.
    const sent = await get('manager', orders, id);
    const cheaper = { ...sent, lines: sent.lines.map((line) => ({ ...line, price: '0.01' })) };
    await vain(['E-STATE', 'E-INAPPROVAL'], () => as('manager').call('PUT', orders, cheaper));
    expect((await decide('deputy', 'reject', id)).code).toBe(0);
  });
  test('a clerk has a colleague’s order waived without anybody’s right', async () => {
    const id = await write('clerk', orders, special('9000'));
    expect((await send('clerk', id)).code).toBe(0);
    await vain('E-PERM', () => as('clerk').call('PUT', `${orders}/creditWaive`, { id, waiverAmount: '9000' }));
    await vain('E-CREDIT-OVER', () => decide('manager', 'approve', id));
    await vain('E-INVALID', () => as('manager').call('PUT', `${orders}/creditWaive`, { id, waiverAmount: '-1' }));
  });
});

describe('two of them together', () => {
  const codes = (replies: readonly Answer[]): readonly string[] => replies.map(outcome).toSorted();

  test('audit two orders at once with money for one', async () => {
    const { A001 = 0 } = await purse('FN2');
    if (A001 < 1000) await pay(String(1000 - A001), { customerCode: 'FN2' });
    const of = { customerCode: 'FN2' };
    const ids = [
      await write('clerk', orders, goods([one('15')], of)),
      await write('clerk', orders, goods([one('15')], of)),
    ];
    const replies = await Promise.all(ids.map((id, i) => does(i === 0 ? 'manager' : 'deputy', orders, 'audit', id)));
    expect(codes(replies)).toEqual(['', 'E-CREDIT-OVER']);
    await must('manager', orders, 'unaudit', [ids[replies.findIndex(({ code }) => code === 0)]]);
  });
  test('audit the same receipt at once', async () => {
    const id = await write('cashier', bills, money('RC', '70'));
    const { A001: before = 0 } = await purse();
    const replies = await Promise.all([does('accountant', bills, 'audit', id), does('controller', bills, 'audit', id)]);
    expect(codes(replies)).toEqual(['', 'E-STATE']);
    expect(await purse()).toMatchObject({ A001: before + 70 });
  });
  test('pay out the same money twice, at once', async () => {
    await pay('100');
    const { A001 = 0 } = await purse();
    const [row] = await world.sql<{ occupied: number }>(`
      select occupied::float
      from app.capital_balance
      where account_code = 'A001-O1-FN1' and tenant_code = '1000'`);
    const free = String(A001 - (row?.occupied ?? 0));
    const ids = [await write('cashier', bills, money('RF', free)), await write('cashier', bills, money('RF', free))];
    const replies = await Promise.all(
      ids.map((id, i) => does(i === 0 ? 'accountant' : 'controller', bills, 'audit', id)),
    );
    expect(codes(replies)[0]).toBe('');
    expect(['E-REFUND-OVER', 'E-FUND-LACK']).toContain(codes(replies)[1]);
  });
  test('take money in, pay it out, and take the receipt back', async () => {
    const id = await pay('60');
    await agreed(bills, money('RF', '60'), 'cashier', 'accountant');
    await vain(['E-FUND-USED', 'E-RECONCILED'], () => does('accountant', bills, 'unaudit', id));
  });
  test('bring goods back, pay them out, and take the return back', async () => {
    const { order, delivery } = await trade('shipped');
    await must('manager', deliveries, 'sign', [delivery]);
    const refund = await agreed(refunds, await returnDraft(as('clerk'), order), 'clerk', 'manager');
    const red = await inboundOf(world.first, refund);
    await must('porter', movements, 'audit', [red]);
    await agreed(bills, money('RF', '200'), 'cashier', 'accountant');
    await vain('E-FUND-USED', () => does('porter', movements, 'unaudit', red));
  });
  test('take back the same goods at once', async () => {
    const { order, delivery } = await trade('shipped');
    await must('manager', deliveries, 'sign', [delivery]);
    const draft = await returnDraft(as('clerk'), order);
    const replies = await Promise.all([
      as('clerk').call('POST', refunds, draft),
      as('manager').call('POST', refunds, draft),
    ]);
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
  });
  test('let goods out while the order is closed', async () => {
    const { order, delivery } = await trade('delivered');
    const there = await onHand('M1');
    const [released, closed] = await Promise.all([
      does('keeper', releases, 'release', delivery),
      as('manager').call('PUT', `${orders}/close`, { ids: [order], operateMsg: '客户取消' }),
    ]);
    // A delivery that waits keeps the order open, whoever comes first.
    expect([outcome(released), outcome(closed)]).toEqual(['', 'E-INFLIGHT']);
    expect(await onHand('M1')).toBe(there);
  });
  test('ship a movement twice, at once', async () => {
    const { movement } = await trade('released');
    const there = await onHand('M1');
    const replies = await Promise.all([
      does('keeper', movements, 'audit', movement),
      does('porter', movements, 'audit', movement),
    ]);
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await onHand('M1')).toBe(there - 2);
  });
});

test('after all of it the books add up', async () => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
});
