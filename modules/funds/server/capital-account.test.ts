import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { audited, bills, movements, openCustomer, orderFor, orderInWarehouse, orders } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { furnish } from '#tests/furniture.ts';
import { redOf } from '#tests/proof/returns.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('capital_account');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const path = '/channelsale/capitalpoolaccount';
interface Account {
  readonly id: string;
  readonly accountCode: string;
  readonly accountType: string;
  readonly status: string;
}
async function account(customerCode: string, type: string): Promise<Account> {
  const { list } = await clerk.must<{ list: Account[] }>('POST', `${path}/page`, { customerCode, page: 1, limit: 20 });
  const found = list.find(({ accountType }) => accountType === type);
  if (found === undefined) throw new Error(`${customerCode} has no ${type}`);
  return found;
}
/** As it was possible before an account with money in it was kept switched on. */
const switchOff = (customerCode: string): Promise<unknown> =>
  world.sql(`update app.sale_capitalaccount set status = '0' where tenant_code = '1000' and customer_code = $1`, [
    customerCode,
  ]);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};
async function standing(customerCode: string): Promise<Record<string, readonly string[]>> {
  const rows = await world.sql<{ type: string; balance: string; occupied: string }>(
    `
      select a.account_type as type, b.balance::float::text as balance, b.occupied::float::text as occupied
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.tenant_code = '1000' and a.customer_code = $1
      union all
      select 'owes', amount::float::text, '0'
      from app.receivable_balance
      where tenant_code = '1000' and customer_code = $1`,
    [customerCode],
  );
  return Object.fromEntries(rows.map(({ type, balance, occupied }) => [type, [balance, occupied]]));
}

describe('an account that is switched off', () => {
  test('holds nothing: by the button, by the form and by half a form', async () => {
    await openCustomer(clerk, 'CA1', { limit: '100', cash: '50', isControlled: true });
    const { id, accountCode } = await account('CA1', 'A001');
    const refused = { code: 20314, msg: `账户【${accountCode}】仍有余额、占用或冻结金额，不能停用` };
    expect(await clerk.call('PUT', `${path}/disable`, [id])).toMatchObject(refused);
    expect(await clerk.call('PUT', path, { ...(await account('CA1', 'A001')), status: '0' })).toMatchObject(refused);
    expect(await clerk.call('PUT', path, { id, status: '0' })).toMatchObject(refused);
    const { id: credit } = await account('CA1', 'A002');
    const held = await audited(clerk, orders, orderFor('CA1', [['M1', '6', '10']]));
    expect(await clerk.call('PUT', `${path}/disable`, [credit])).toMatchObject({ code: 20314 });
    await clerk.must('PUT', `${orders}/unaudit`, [held]);
    await clerk.must('PUT', `${path}/disable`, [credit]);
    expect(await account('CA1', 'A002')).toMatchObject({ status: '0' });
  });

  test('still pays for what it promised, gets back what is returned, and is given back what is not taken', async () => {
    await openCustomer(clerk, 'CA2', { limit: '500', cash: '60', isControlled: true });
    const { movement } = await orderInWarehouse(clerk, 'CA2', [['M1', '10', '10']]);
    const rest = await audited(clerk, orders, orderFor('CA2', [['M2', '5', '10']]));
    await switchOff('CA2');
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    expect(await standing('CA2')).toMatchObject({ A001: ['0', '0'], A002: ['-40', '50'], owes: ['40', '0'] });
    await clerk.must('PUT', `${orders}/close`, { ids: [rest], operateMsg: '不要了' });
    expect(await standing('CA2')).toMatchObject({ A002: ['-40', '0'] });
    const red = await redOf(clerk, movement);
    await clerk.must('PUT', `${movements}/audit`, [red]);
    expect(await standing('CA2')).toMatchObject({ A001: ['60', '0'], A002: ['0', '0'], owes: ['-60', '0'] });
    await clean();
  });

  test('gives nothing to a new order, which is paid by the others or refused by name', async () => {
    await openCustomer(clerk, 'CA3', { limit: '0', cash: '30', isControlled: false });
    const off = [await account('CA3', 'A002'), await account('CA3', 'A003')];
    await clerk.must(
      'PUT',
      `${path}/disable`,
      off.map(({ id }) => id),
    );
    await clerk.must('PUT', `${orders}/unaudit`, [await audited(clerk, orders, orderFor('CA3', [['M1', '3', '10']]))]);
    const { id } = await clerk.must<{ id: string }>('POST', orders, orderFor('CA3', [['M1', '4', '10']]));
    expect(await clerk.call('PUT', `${orders}/audit`, [id])).toMatchObject({
      code: 20313,
      msg: `账户【${off[0]?.accountCode}】已停用，不能使用`,
    });
    expect(await clerk.call('PUT', `${orders}/audit`, [id], { 'accept-language': 'en-US' })).toMatchObject({
      msg: `Account ${off[0]?.accountCode} is disabled`,
    });
  });

  test('takes no receipt that was written before', async () => {
    await openCustomer(clerk, 'CA4', { limit: '0', cash: '10', isControlled: true });
    const { id: rebate, accountCode } = await account('CA4', 'A003');
    const { id } = await clerk.must<{ id: string }>('POST', bills, {
      organizeCode: 'O1',
      customerCode: 'CA4',
      billType: 'AD',
      amount: '5',
      accountCode,
    });
    await clerk.must('PUT', `${path}/disable`, [rebate]);
    expect(await clerk.call('PUT', `${bills}/audit`, [id])).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'accountCode' }] },
    });
  });
});

describe('what an account belongs to', () => {
  const body = (accountCode: string, more: object = {}): object => ({
    accountCode,
    accountName: '专用',
    organizeCode: 'O1',
    customerCode: 'CA5',
    accountType: 'A001',
    ...more,
  });

  test('is of one account only', async () => {
    await openCustomer(clerk, 'CA5', { limit: '0', cash: '10', isControlled: true });
    expect(await clerk.call('POST', path, body('X1'))).toMatchObject({
      code: 20316,
      msg: '已有归属相同的账户【A001-O1-CA5】',
      data: { errors: [{ path: 'accountType' }] },
    });
    const { id } = await clerk.must<{ id: string }>('POST', path, body('X2', { brandCode: 'B1' }));
    expect(await clerk.call('POST', path, body('X3', { brandCode: 'B1' }))).toMatchObject({
      code: 20316,
      msg: '已有归属相同的账户【X2】',
    });
    expect(await clerk.call('PUT', path, { id, brandCode: null })).toMatchObject({ code: 20316 });
    await clerk.must('PUT', path, { id, accountName: '澜彩专用' });
    const codes = (
      await Promise.all(['X4', 'X5', 'X6'].map((code) => clerk.call('POST', path, body(code, { channelCode: 'CH1' }))))
    ).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.every((code) => [0, 10002, 20316].includes(code))).toBe(true);
  });

  test('is never nothing, and stays once money has moved, also where the change does not name the code', async () => {
    await openCustomer(clerk, 'CA6', { limit: '0', cash: '10', isControlled: true });
    expect(await clerk.call('POST', path, body('X7', { customerCode: 'CA6', organizeCode: null }))).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'organizeCode' }] },
    });
    const { id } = await account('CA6', 'A001');
    expect(await clerk.call('PUT', path, { id, brandCode: 'B1' })).toMatchObject({ code: 20310 });
  });
});
