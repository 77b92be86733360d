import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { audited, bills, deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { askBack, signOrder } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly promoTrace: PromotionRecord | null;
  readonly lines: readonly { readonly id: string; readonly productCode: string; readonly number: string }[];
}

let world: World;
let clerk: Session;
const prices = priceDesk(() => world);
const { activity } = promotionDesk(() => world);

/** Ten pieces of M1 let choose up to three of M2, at 40 a piece out of the customer's market expense account. */
beforeAll(async () => {
  world = await openWorld('gift_account');
  clerk = world.first;
  await furnish(clerk);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '55', unitType: '0' });
  await audited(clerk, movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: ['M1', 'M2'].map((productCode) => ({ productCode, number: '5000', price: '8' })),
  });
  await clerk.must('POST', '/channelsale/accountType', { code: 'A005', name: '市场费用' });
  await clerk.must('POST', '/channelsale/promotion/package', {
    code: 'PK5',
    name: '市场礼包',
    packageType: '1',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    accountType: 'A005',
    lines: [{ productCode: 'M2', number: '1', price: '40' }],
  });
  await activity([
    {
      policyRuleTypeCode: 'P002',
      leastNumber: '10',
      giveType: '3',
      giveCode: 'PK5',
      giveDynamicFlag: '0',
      giveMaxNumber: '3',
      giveMaxAmount: '1000',
    },
  ]);
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

/** A customer with 10,000 in cash of which 200 are for gifts. */
async function openBuyer(customerCode: string, hasAccount = true): Promise<void> {
  await openCustomer(clerk, customerCode, { limit: '0', cash: '10000', isControlled: true });
  if (!hasAccount) return;
  await clerk.must('POST', '/channelsale/capitalpoolaccount', {
    accountCode: `MKT-${customerCode}`,
    accountName: '市场费用',
    organizeCode: 'O1',
    customerCode,
    accountType: 'A005',
  });
  await audited(clerk, bills, {
    organizeCode: 'O1',
    customerCode,
    billType: 'TR',
    amount: '200',
    accountCode: `A001-O1-${customerCode}`,
    toAccountCode: `MKT-${customerCode}`,
  });
}
const save = async (customerCode: string, more: object = {}): Promise<Bill> =>
  (
    await clerk.must<{ data: Bill }>('POST', orders, {
      organizeCode: 'O1',
      customerCode,
      storageCode: 'W1',
      ...more,
      lines: [{ productCode: 'M1', number: '10' }],
    })
  ).data;
/** An order of ten with so many gifts. */
async function ordered(customerCode: string, number: string): Promise<Bill> {
  const { promoTrace } = await save(customerCode);
  const policyCode = promoTrace?.outcome.entitlements[0]?.activity ?? '';
  const giftChoices = [{ policyCode, ruleNo: 1, packageCode: 'PK5', productCode: 'M2', number }];
  const bill = await save(customerCode, { giftChoices });
  expect(bill.lines.map((line) => `${line.productCode} ${line.number}`)).toEqual(['M1 10', `M2 ${number}`]);
  return bill;
}
const does = (verb: string, { id }: Bill) => clerk.must('PUT', `${orders}/${verb}`, { ids: [id], operateMsg: 'x' });
/** Ships so many of M1 and of M2; answers the movement. */
async function ship({ id }: Bill, numbers: Readonly<Record<string, string>>): Promise<string> {
  const { ids: made } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  const draft = await clerk.must<{ lines: { productCode: string }[] }>('GET', `${deliveries}/${made[0] ?? ''}`);
  await clerk.must('PUT', deliveries, {
    ...draft,
    lines: draft.lines.map((line) => ({ ...line, number: numbers[line.productCode] ?? '0' })),
  });
  await clerk.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await clerk.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await clerk.must('PUT', `${movements}/audit`, ids);
  return ids[0] ?? '';
}
/** Balance and occupation of the customer's cash and of what pays for his gifts. */
async function figures(customerCode: string): Promise<Record<string, string>> {
  const rows = await world.sql<{ kind: string; balance: string; occupied: string }>(
    `
      select a.account_type as kind, b.balance::numeric(12, 0)::text as balance,
        b.occupied::numeric(12, 0)::text as occupied
      from app.sale_capitalaccount a
      join app.capital_balance b on b.account_code = a.account_code
      where a.customer_code = $1 and a.account_type in ('A001', 'A005')`,
    [customerCode],
  );
  return Object.fromEntries(rows.map(({ kind, balance, occupied }) => [kind, `${balance}/${occupied}`]));
}

describe('gifts of a package that an account pays for (6.5)', () => {
  test('are promised, paid and given back by that account and cost the customer nothing else', async () => {
    await openBuyer('GA1');
    const bill = await ordered('GA1', '3');
    expect(await figures('GA1')).toEqual({ A001: '9800/0', A005: '200/0' });
    await does('audit', bill);
    expect(await figures('GA1')).toEqual({ A001: '9800/1000', A005: '200/120' });
    await does('unaudit', bill);
    expect(await figures('GA1')).toEqual({ A001: '9800/0', A005: '200/0' });
    await does('audit', bill);
    const movement = await ship(bill, { M1: '10', M2: '3' });
    expect(await figures('GA1')).toEqual({ A001: '8800/0', A005: '80/0' });
    await clerk.must('PUT', `${movements}/unaudit`, [movement]);
    expect(await figures('GA1')).toEqual({ A001: '9800/1000', A005: '200/120' });
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    await signOrder(clerk, bill.id);
    const back = await askBack(clerk, bill.id);
    await clerk.must('PUT', `${movements}/audit`, [back.movement]);
    expect(await figures('GA1')).toEqual({ A001: '9800/0', A005: '200/0' });
    await clerk.must('PUT', `${movements}/unaudit`, [back.movement]);
    expect(await figures('GA1')).toEqual({ A001: '8800/0', A005: '80/0' });
    await clerk.must('PUT', `${movements}/audit`, [back.movement]);
  });

  test('that were not shipped are let go by a close, and asked for again when it is reopened', async () => {
    await openBuyer('GA2');
    const bill = await ordered('GA2', '2');
    await does('audit', bill);
    await ship(bill, { M1: '5', M2: '1' });
    expect((await figures('GA2'))['A005']).toBe('160/40');
    await does('close', bill);
    expect((await figures('GA2'))['A005']).toBe('160/0');
    await does('unclose', bill);
    expect((await figures('GA2'))['A005']).toBe('160/40');
    await ship(bill, { M1: '5', M2: '1' });
    expect((await figures('GA2'))['A005']).toBe('120/0');
  });

  test('are let go by a revision that no longer earns them', async () => {
    await openBuyer('GA3');
    const bill = await ordered('GA3', '3');
    await does('audit', bill);
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/orderrevision', {
      organizeCode: 'O1',
      orderCode: bill.code,
      reason: '少要',
      lines: [{ orderLineId: bill.lines[0]?.id, action: 'C', productCode: 'M1', afterNumber: '5' }],
    });
    await clerk.must('PUT', '/channelsale/orderrevision/audit', [id]);
    expect(await figures('GA3')).toEqual({ A001: '9800/500', A005: '200/0' });
  });

  test('are refused where the account has less, or is not there', async () => {
    await openBuyer('GA4');
    await does('audit', await ordered('GA4', '3'));
    const second = await ordered('GA4', '3');
    expect(await clerk.call('PUT', `${orders}/audit`, [second.id])).toMatchObject({
      data: { key: 'E-FUND-LACK' },
      msg: expect.stringContaining('账户【市场费用】可用80.00元，不足120.00元') as string,
    });
    await openBuyer('GA5', false);
    const none = await ordered('GA5', '1');
    expect(await clerk.call('PUT', `${orders}/audit`, [none.id])).toMatchObject({
      data: { key: 'E-ACCOUNT-OFF' },
    });
  });
});
