import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { audited, bills, movements, openCustomer, orderFor, orderInWarehouse, orders } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { furnish } from '#tests/furniture.ts';
import { redOf } from '#tests/proof/returns.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('credit_is_no_money');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};
const body = (customerCode: string, billType: string, amount: string, more: object = {}): object => ({
  organizeCode: 'O1',
  customerCode,
  billType,
  amount,
  ...more,
});
const bill = (customerCode: string, billType: string, amount: string, more: object = {}): Promise<string> =>
  audited(clerk, bills, body(customerCode, billType, amount, more));
async function tried(
  customerCode: string,
  billType: string,
  amount: string,
  more: object = {},
): Promise<Reply<unknown>> {
  const saved = await clerk.call<{ id: string }>('POST', bills, body(customerCode, billType, amount, more));
  return saved.code === 0 ? clerk.call('PUT', `${bills}/audit`, [saved.data.id]) : saved;
}
const from = (accountCode: string): object => ({ accountCode });
const fromTo = (accountCode: string, toAccountCode: string): object => ({ accountCode, toAccountCode });

/** Balance, what is held of it, and what the customer owes. */
async function figures(customerCode: string): Promise<Readonly<Record<string, string>>> {
  const rows = await world.sql<{ what: string; figure: string }>(
    `
      select split_part(account_code, '-', 1) as what, concat_ws('/', balance::float, occupied::float) as figure
      from app.capital_balance
      where tenant_code = '1000' and account_code like '%-O1-' || $1
      union all
      select 'owed', amount::float::text
      from app.receivable_balance
      where tenant_code = '1000' and customer_code = $1`,
    [customerCode],
  );
  return Object.fromEntries(rows.map(({ what, figure }) => [what, figure]));
}

/** Goods for 1,000 that the customer has not paid for. */
async function boughtOnCredit(customerCode: string): Promise<{ order: string; delivery: string; movement: string }> {
  await openCustomer(clerk, customerCode, { limit: '5000', cash: '0', isControlled: true });
  const sold = await orderInWarehouse(clerk, customerCode, [['M1', '10', '100']]);
  await clerk.must('PUT', `${movements}/audit`, [sold.movement]);
  return sold;
}
async function bringBack(movement: string): Promise<string> {
  const id = await redOf(clerk, movement);
  await clerk.must('PUT', `${movements}/audit`, [id]);
  return id;
}

describe('am-A1: a receipt', () => {
  test('named for credit repays what is used of it, and the rest is cash (CR02)', async () => {
    await boughtOnCredit('CR2');
    await bill('CR2', 'RC', '1500', from('A002-O1-CR2'));
    expect(await figures('CR2')).toEqual({ A001: '500/0', A002: '0/0', A003: '0/0', owed: '-500' });
    await clean();
  });
  test('goes to cash, credit and deposit, never to rebate', async () => {
    await openCustomer(clerk, 'CR3', { limit: '0', cash: '10', isControlled: true });
    expect(await tried('CR3', 'RC', '50', from('A003-O1-CR3'))).toMatchObject({ data: { key: 'E-ACCOUNT-USE' } });
  });
});

describe('am-A1a: nobody turns credit into money', () => {
  test('a transfer out of credit is refused at the form, one out of rebate too', async () => {
    await openCustomer(clerk, 'CR4', { limit: '5000', cash: '100', isControlled: true });
    await bill('CR4', 'AD', '80', from('A003-O1-CR4'));
    expect(await tried('CR4', 'TR', '100', fromTo('A002-O1-CR4', 'A001-O1-CR4'))).toMatchObject({
      data: { key: 'E-ACCOUNT-USE' },
      msg: '账户【A002-O1-CR4】不能用于账户转账',
    });
    expect(await tried('CR4', 'TR', '10', fromTo('A003-O1-CR4', 'A001-O1-CR4'))).toMatchObject({
      data: { key: 'E-TRF' },
    });
    expect(await tried('CR4', 'TR', '10', fromTo('A001-O1-CR4', 'A003-O1-CR4'))).toMatchObject({
      data: { key: 'E-ACCOUNT-USE' },
    });
  });
  test('one who owes on credit is paid out only what he has beyond it (CR07)', async () => {
    await boughtOnCredit('CR5');
    // Cash beside used credit: the tenant lets receipts stay cash, or an adjustment gave it.
    await bill('CR5', 'AD', '1200', from('A001-O1-CR5'));
    expect(await tried('CR5', 'RF', '300')).toMatchObject({
      data: { key: 'E-REFUND-OVER' },
      msg: '客户仍有欠款，最多可退200.00元',
    });
    await clerk.must('POST', '/channelsale/accountType', { code: 'A004', name: '保证金' });
    await clerk.must('POST', '/channelsale/capitalpoolaccount', {
      accountCode: 'DEP-CR5',
      accountName: '保证金',
      organizeCode: 'O1',
      customerCode: 'CR5',
      accountType: 'A004',
    });
    expect(await tried('CR5', 'TR', '300', fromTo('A001-O1-CR5', 'DEP-CR5'))).toMatchObject({
      data: { key: 'E-FUND-LACK' },
    });
    // Repaying his own credit is no payout.
    await bill('CR5', 'TR', '1100', fromTo('A001-O1-CR5', 'A002-O1-CR5'));
    expect(await figures('CR5')).toMatchObject({ A001: '200/0', A002: '0/0', owed: '-200' });
    await bill('CR5', 'RF', '200');
    await clean();
  });
});

describe('am-A1b: what rises on credit stops at nothing', () => {
  test('bought on credit, paid, all of it brought back: the customer can be paid out (CR03)', async () => {
    const { movement } = await boughtOnCredit('CR6');
    await bill('CR6', 'RC', '1000');
    const red = await bringBack(movement);
    expect(await figures('CR6')).toEqual({ A001: '1000/0', A002: '0/0', A003: '0/0', owed: '-1000' });
    await clerk.must('PUT', `${movements}/unaudit`, [red]);
    expect(await figures('CR6')).toEqual({ A001: '0/0', A002: '0/0', A003: '0/0', owed: '0' });
    await clerk.must('PUT', `${movements}/audit`, [red]);
    await bill('CR6', 'RF', '1000');
    expect(await figures('CR6')).toMatchObject({ A001: '0/0', owed: '0' });
    await clean();
  });
  test('a movement taken back after its credit was repaid is held on cash, and ships again from there (CR11)', async () => {
    const { movement, order } = await boughtOnCredit('CR7');
    await bill('CR7', 'RC', '800');
    await clerk.must('PUT', `${movements}/unaudit`, [movement]);
    expect(await figures('CR7')).toEqual({ A001: '800/800', A002: '0/200', A003: '0/0', owed: '-800' });
    await clean();
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    expect(await figures('CR7')).toEqual({ A001: '0/0', A002: '-200/0', A003: '0/0', owed: '200' });
    expect(
      await world.sql(
        `
          select b.account_code, -sum(e.d_balance)::float as paid
          from app.capital_entry e
          join app.capital_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
          where e.holder_doc_id = $1 and e.post_type = 'DED'
          group by 1
          order by 1`,
        [order],
      ),
    ).toEqual([
      { account_code: 'A001-O1-CR7', paid: 800 },
      { account_code: 'A002-O1-CR7', paid: 200 },
    ]);
    await clean();
  });
  test('an adjustment of credit, and one that is taken back', async () => {
    const { movement } = await boughtOnCredit('CR8');
    expect(movement).not.toBe('');
    const more = await bill('CR8', 'AD', '-500', from('A002-O1-CR8'));
    await bill('CR8', 'AD', '2000', from('A002-O1-CR8'));
    expect(await figures('CR8')).toMatchObject({ A001: '500/0', A002: '0/0', owed: '-500' });
    await clerk.must('PUT', `${bills}/unaudit`, [more]);
    expect(await figures('CR8')).toMatchObject({ A001: '1000/0', A002: '0/0', owed: '-1000' });
    await clean();
  });
});

test('am-A8: a receipt settles what its own customer owes its own organisation', async () => {
  const { order } = await boughtOnCredit('CR9');
  await openCustomer(clerk, 'CR0', { limit: '0', cash: '10', isControlled: true });
  const [found] = await world.sql<{ code: string }>('select code from app.order_order where id = $1', [order]);
  const code = found?.code ?? '';
  const lines = { lines: [{ summary: '货款', orderCode: code, amount: '100' }] };
  expect(await tried('CR0', 'RC', '100', lines)).toMatchObject({
    data: { key: 'E-RECEIPT-LINE' },
    msg: `应收【${code}】不属于该客户和组织`,
  });
  // One that was written for the right customer and given to another by hand is not audited either.
  const { id } = await clerk.must<{ id: string }>('POST', bills, body('CR9', 'RC', '100', lines));
  await world.sql(`update app.sale_bill set customer_code = 'CR0' where id = $1`, [id]);
  expect(await clerk.call('PUT', `${bills}/audit`, [id])).toMatchObject({ data: { key: 'E-RECEIPT-LINE' } });
  await bill('CR9', 'RC', '100', lines);
});

test('am-A14: a stopped customer still pays, is refunded, returns and confirms; it orders nothing', async () => {
  const { movement } = await boughtOnCredit('CS1');
  const waiting = await clerk.must<{ id: string }>('POST', orders, orderFor('CS1', [['M1', '1', '10']]));
  const [row] = await world.sql<{ id: string }>(
    `select id from app.data_customer where tenant_code = '1000' and code = 'CS1'`,
  );
  await clerk.must('PUT', '/data/customer/manage/disable', [row?.id]);
  expect(await clerk.call('POST', orders, orderFor('CS1', [['M1', '1', '10']]))).toMatchObject({
    code: 20095,
    msg: '客户【CS1】已停用，不能下单',
  });
  expect(await clerk.call('PUT', `${orders}/audit`, [waiting.id])).toMatchObject({ data: { key: 'E-STOPPED' } });
  await bill('CS1', 'RC', '1000');
  await bringBack(movement);
  const check = await clerk.must<{ id: string }>('POST', '/channelsale/accountcheck', {
    organizeCode: 'O1',
    customerCode: 'CS1',
    startDate: '2026-01-01',
    endDate: '2099-12-31',
  });
  for (const verb of ['submit', 'confirm']) await clerk.must('PUT', `/channelsale/accountcheck/${verb}`, [check.id]);
  await bill('CS1', 'RF', '1000');
  await clean();
});

test('am-A11: what an adjustment, a refund or a transfer makes owed is due on its day', async () => {
  await openCustomer(clerk, 'CRA', { limit: '0', cash: '100', isControlled: true });
  await bill('CRA', 'RF', '40');
  await bill('CRA', 'AD', '-30', from('A001-O1-CRA'));
  expect(
    await world.sql(`
      select e.post_type, e.due_date = e.biz_date as at_once
      from app.receivable_entry e
      join app.receivable_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
      where b.customer_code = 'CRA' and e.post_type <> 'REC'
      order by e.id`),
  ).toEqual([
    { post_type: 'RFD', at_once: true },
    { post_type: 'ADJ', at_once: true },
  ]);
});
