import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { audited, bills, movements, openCustomer, orderFor, orderInWarehouse, orders } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('sale_bill');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};
const body = (customerCode: string, billType: string, amount: string, accountCode: string | null = null): object => ({
  organizeCode: 'O1',
  customerCode,
  billType,
  amount,
  accountCode,
});
const bill = (...given: Parameters<typeof body>): Promise<string> => audited(clerk, bills, body(...given));
async function tried(...given: Parameters<typeof body>): Promise<Reply> {
  const { id } = await clerk.must<{ id: string }>('POST', bills, body(...given));
  return clerk.call('PUT', `${bills}/audit`, [id]);
}
const balance = async (accountCode: string): Promise<string | undefined> =>
  (
    await world.sql<{ balance: string }>(
      `
        select balance::float::text as balance
        from app.capital_balance
        where tenant_code = '1000' and account_code = $1`,
      [accountCode],
    )
  )[0]?.balance;

describe('a refund', () => {
  test('is paid out of cash and deposits, never out of rebate or credit', async () => {
    await openCustomer(clerk, 'SB1', { limit: '500', cash: '100', isControlled: true });
    await bill('SB1', 'AD', '80', 'A003-O1-SB1');
    expect(await clerk.call('POST', bills, body('SB1', 'RF', '10', 'A002-O1-SB1'))).toMatchObject({
      code: 20332,
      msg: '账户【A002-O1-SB1】不能用于退款',
    });
    expect(await clerk.call('POST', bills, body('SB1', 'RF', '10', 'A003-O1-SB1'))).toMatchObject({
      data: { key: 'E-TRF' },
    });
    // One that was written before, or changed by hand, is not audited either.
    const { id } = await clerk.must<{ id: string }>('POST', bills, body('SB1', 'RF', '10', 'A001-O1-SB1'));
    await world.sql(`update app.sale_bill set account_code = 'A003-O1-SB1' where id = $1`, [id]);
    expect(await clerk.call('PUT', `${bills}/audit`, [id])).toMatchObject({ data: { key: 'E-TRF' } });
    await clerk.must('POST', '/channelsale/accountType', { code: 'A004', name: '保证金' });
    await clerk.must('POST', '/channelsale/capitalpoolaccount', {
      accountCode: 'DEP-SB1',
      accountName: '保证金',
      organizeCode: 'O1',
      customerCode: 'SB1',
      accountType: 'A004',
    });
    await bill('SB1', 'RC', '40', 'DEP-SB1');
    await bill('SB1', 'RF', '15', 'DEP-SB1');
    await bill('SB1', 'RF', '30');
    expect([await balance('DEP-SB1'), await balance('A001-O1-SB1'), await balance('A003-O1-SB1')]).toEqual([
      '25',
      '70',
      '80',
    ]);
    await clean();
  });
});

describe('an adjustment', () => {
  test('takes no more rebate than is free; cash may fall below nothing', async () => {
    await openCustomer(clerk, 'SB2', { limit: '0', cash: '20', isControlled: true });
    await bill('SB2', 'AD', '50', 'A003-O1-SB2');
    expect(await tried('SB2', 'AD', '-60', 'A003-O1-SB2')).toMatchObject({
      code: 10020,
      data: { key: 'E-FUND-LACK' },
      msg: '账户【返利】可用50.00元，不足60.00元',
    });
    await bill('SB2', 'AD', '-50', 'A003-O1-SB2');
    await bill('SB2', 'AD', '-60');
    expect([await balance('A003-O1-SB2'), await balance('A001-O1-SB2')]).toEqual(['0', '-40']);
    await clean();
  });
});

describe('what is taken back', () => {
  test('may be the receipt of somebody who may owe without a limit', async () => {
    await openCustomer(clerk, 'SB3', { limit: '0', cash: '0', isControlled: false });
    const { movement } = await orderInWarehouse(clerk, 'SB3', [['M1', '7', '10']]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    const id = await bill('SB3', 'RC', '70');
    expect(await balance('A002-O1-SB3')).toBe('0');
    await clerk.must('PUT', `${bills}/unaudit`, [id]);
    expect(await balance('A002-O1-SB3')).toBe('-70');
    // His cash is no debt: what is spent of it is gone.
    const paid = await bill('SB3', 'RC', '100');
    await audited(clerk, orders, orderFor('SB3', [['M2', '3', '10']]));
    expect(await clerk.call('PUT', `${bills}/unaudit`, [paid])).toMatchObject({ code: 20303 });
    await clean();
  });

  test('is looked at together: of two receipts, half of them spent, one can go and not both', async () => {
    await openCustomer(clerk, 'SB4', { limit: '0', cash: '0', isControlled: true });
    const ids = [await bill('SB4', 'RC', '50'), await bill('SB4', 'RC', '50')];
    await audited(clerk, orders, orderFor('SB4', [['M3', '5', '10']]));
    expect(await clerk.call('PUT', `${bills}/unaudit`, ids)).toMatchObject({ code: 20303 });
    await clerk.must('PUT', `${bills}/unaudit`, [ids[0]]);
    await clean();
  });

  test('is no freeze whose money was unfrozen since', async () => {
    await openCustomer(clerk, 'SB5', { limit: '0', cash: '100', isControlled: true });
    const frozen = await bill('SB5', 'FZ', '30');
    const freed = await bill('SB5', 'UF', '30');
    expect(await clerk.call('PUT', `${bills}/unaudit`, [frozen])).toMatchObject({ code: 20303 });
    await clerk.must('PUT', `${bills}/unaudit`, [freed]);
    await clerk.must('PUT', `${bills}/unaudit`, [frozen]);
    await clean();
  });
});
