import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayIn } from '#platform/server/command/command.ts';
import { movements, openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { Quote } from '#sales/model/order/quote.ts';
import { splitOrder } from '#funds/model/settlement.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('foretold');
  clerk = world.first;
  await furnish(clerk);
  for (const [code, receiveType, creditControlFlag] of [
    ['CU2', '3', '1'],
    ['CU3', '0', '1'],
    ['CU4', '3', '1'],
    ['CU5', '3', '0'],
    ['CU6', '3', '1'],
  ] as const) {
    await clerk.must('POST', '/data/customer/manage', {
      code,
      name: `客户${code}`,
      classCode: 'K1',
      customerType: '1',
      creditControlFlag,
      receiveType,
      creditDays: 5,
    });
    const receipt = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: code,
      billType: 'RC',
      amount: '100',
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [receipt.id]);
    const { list } = await clerk.must<{ list: { accountCode: string; accountType: string }[] }>(
      'POST',
      '/channelsale/capitalpoolaccount/page',
      { customerCode: code, page: 1, limit: 20 },
    );
    const rebate = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: code,
      billType: 'AD',
      amount: '500',
      accountCode: list.find(({ accountType }) => accountType === 'A003')?.accountCode,
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [rebate.id]);
    const limit = await clerk.must<{ id: string }>('POST', '/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode: code,
      changeType: '0',
      changeAmount: '60',
    });
    await clerk.must('PUT', '/channelsale/creditchange/audit', [limit.id]);
  }
});
afterAll(() => world.close());

const body = (customerCode: string, number: string): object => ({
  organizeCode: 'O1',
  customerCode,
  storageCode: 'W1',
  lines: [{ productCode: 'M1', number, price: '10' }],
});
/** What the form shows, and what audit says. */
async function foretold(
  customerCode: string,
  number: string,
): Promise<{ readonly shortage: string | null; readonly overdue: unknown; readonly refusal: string }> {
  const { credit } = await clerk.must<Quote>('POST', '/channelsale/order/calculate', body(customerCode, number));
  const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/order', body(customerCode, number));
  const { code, msg } = await clerk.call('PUT', '/channelsale/order/audit', [id]);
  if (code === 0) await clerk.must('PUT', '/channelsale/order/unaudit', [id]);
  if (credit === null) throw new Error('a customer has means');
  const { cash, rebate, credit: left, isControlled, isCashOnly, rebateShare, overdue } = credit;
  const { shortage } = splitOrder({
    amount: String(Number.parseInt(number, 10) * 10),
    rebateAvailable: rebate,
    cashAvailable: cash,
    creditAvailable: left,
    isCreditControlled: isControlled,
    isCashOnly,
    rebateShare,
  });
  return { shortage, overdue, refusal: code === 0 ? '' : msg };
}

describe('what an order form foretells', () => {
  test('is what audit refuses for: short by as much', async () => {
    // 30% of 400 by rebate, 100 cash, 60 on credit: 120 are missing.
    expect(await foretold('CU2', '40')).toEqual({
      shortage: '120.00',
      overdue: null,
      refusal: '客户可用额度不足，缺120.00元',
    });
    expect(await foretold('CU2', '20')).toEqual({ shortage: null, overdue: null, refusal: '' });
  });

  test('counts what other orders hold, what is frozen and what is lent for a time, and nothing against whom nobody controls', async () => {
    const { id: other } = await clerk.must<{ id: string }>('POST', '/channelsale/order', body('CU2', '5'));
    await clerk.must('PUT', '/channelsale/order/audit', [other]);
    // 35 of the cash are promised: 15 of the 50 were paid by rebate.
    expect(await foretold('CU2', '40')).toEqual({
      shortage: '155.00',
      overdue: null,
      refusal: '客户可用额度不足，缺155.00元',
    });
    const { id: frozen } = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU2',
      billType: 'FZ',
      amount: '10',
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [frozen]);
    expect(await foretold('CU2', '40')).toMatchObject({ shortage: '165.00', refusal: '客户可用额度不足，缺165.00元' });
    const today = todayIn('Asia/Shanghai');
    const { id: lent } = await clerk.must<{ id: string }>('POST', '/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode: 'CU2',
      changeType: '1',
      changeAmount: '65',
      startDate: today,
      endDate: today,
    });
    await clerk.must('PUT', '/channelsale/creditchange/audit', [lent]);
    expect(await foretold('CU2', '40')).toMatchObject({ shortage: '100.00', refusal: '客户可用额度不足，缺100.00元' });
    expect(await foretold('CU5', '40')).toEqual({ shortage: null, overdue: null, refusal: '' });
  });

  test('knows who may owe nothing, and how much of an order rebate may pay', async () => {
    expect(await foretold('CU3', '20')).toEqual({
      shortage: '40.00',
      overdue: null,
      refusal: '客户可用额度不足，缺40.00元',
    });
    await clerk.must('POST', '/sys/tenant/params', {
      code: 'SD021',
      name: '返利支付比例',
      typeCode: 'SD',
      value: '50',
      organizeCode: 'O1',
    });
    expect(await foretold('CU3', '20')).toEqual({ shortage: null, overdue: null, refusal: '' });
  });

  test('says since when and how much is owed too long', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/order', body('CU4', '25'));
    await clerk.must('PUT', '/channelsale/order/audit', [id]);
    const { ids } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
    await clerk.must('PUT', '/channelsale/delivery/audit', ids);
    const { ids: movements } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', ids);
    await clerk.must('PUT', '/stock/inout/audit', movements);
    expect((await foretold('CU4', '1')).overdue).toBeNull();
    await world.sql(`
      update app.receivable_entry
      set due_date = (now() at time zone 'Asia/Shanghai')::date - 45
      where d_amount > 0`);
    const { overdue, refusal } = await foretold('CU4', '1');
    // Up to thirty days nobody minds (SD014).
    await world.sql(`
      update app.receivable_entry
      set due_date = (now() at time zone 'Asia/Shanghai')::date - 30
      where d_amount > 0`);
    expect(await foretold('CU4', '1')).toMatchObject({ overdue: null, refusal: '' });
    expect(overdue).toEqual({ days: 45, amount: expect.stringMatching(/^25(\.0+)?$/) as string });
    expect(refusal).toMatch(/^客户存在逾期45天应收25(\.0+)?元，不能下单$/);
  });

  test('says it of those, too, whose credit nobody controls', async () => {
    await openCustomer(clerk, 'CU7', { limit: '0', cash: '0', isControlled: false });
    await clerk.must('PUT', `${movements}/audit`, [
      (await orderInWarehouse(clerk, 'CU7', [['M2', '2', '10']])).movement,
    ]);
    expect(await foretold('CU7', '1')).toMatchObject({ overdue: null, refusal: '' });
    await world.sql(`
      update app.receivable_entry e
      set due_date = (now() at time zone 'Asia/Shanghai')::date - 31
      from app.receivable_balance b
      where b.tenant_code = e.tenant_code and b.id = e.balance_id and b.customer_code = 'CU7'`);
    expect(await foretold('CU7', '1')).toMatchObject({
      shortage: null,
      overdue: { days: 31 },
      refusal: expect.stringMatching(/^客户存在逾期31天应收20(\.0+)?元，不能下单$/) as string,
    });
  });

  test("looks into the pocket that the order will take from: the brand's and the channel's where there is one", async () => {
    const pocket = (brandCode: string | null, channelCode: string | null): Promise<unknown> =>
      clerk.must('POST', '/channelsale/capitalpoolaccount', {
        accountCode: `A001-${brandCode}-${channelCode}`,
        accountName: '专用预存款',
        organizeCode: 'O1',
        customerCode: 'CU6',
        brandCode,
        channelCode,
        accountType: 'A001',
      });
    await pocket('B1', null);
    await pocket(null, 'CH1');
    const filled = async (accountCode: string, amount: string): Promise<void> => {
      const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode: 'CU6',
        billType: 'RC',
        amount,
        accountCode,
      });
      await clerk.must('PUT', '/channelsale/bill/audit', [id]);
    };
    await filled('A001-B1-null', '7');
    await filled('A001-null-CH1', '9');
    const cash = async (more: object): Promise<string | undefined> =>
      (await clerk.must<Quote>('POST', '/channelsale/order/calculate', { ...body('CU6', '1'), ...more })).credit?.cash;
    const shown = [
      await cash({}),
      await cash({ brandCode: 'B1' }),
      await cash({ channelCode: 'CH1' }),
      await cash({ brandCode: 'B1', channelCode: 'CH1' }),
    ].map(Number);
    expect(shown).toEqual([100, 7, 9, 7]);
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/order', {
      ...body('CU6', '1'),
      brandCode: 'B1',
    });
    await clerk.must('PUT', '/channelsale/order/audit', [id]);
    // Half of it by rebate.
    expect(Number(await cash({ brandCode: 'B1' }))).toBe(2);
  });
});
