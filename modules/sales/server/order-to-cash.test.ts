import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { furnish } from '#tests/furniture.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Saved {
  readonly id: string;
  readonly data: { readonly code: string };
}
interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly outNumber: string;
  readonly signedNumber: string;
  readonly shortNumber: string;
  readonly releasedNumber: string;
  readonly closedNumber: string;
  readonly amount: string;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly orderStatus: string;
  readonly deliveryStatus: string;
  readonly receiptStatus: string;
  readonly releaseStatus: string;
  readonly totalAmount: string;
  readonly lines: readonly Line[];
}

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('cash');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('PUT', '/data/customer/manage', {
    ...(await customer('CU1')),
    creditControlFlag: '1',
    receiveType: '3',
    creditDays: 30,
  });
  await stockIn('M1', '100');
});
afterAll(() => world.close());

const customer = async (code: string): Promise<object> =>
  (await clerk.must<{ list: object[] }>('POST', '/data/customer/manage/page', { code, page: 1, limit: 20 })).list[0] ??
  {};
const saved = async (path: string, body: object): Promise<Saved> => clerk.must<Saved>('POST', path, body);
const audited = async (path: string, body: object): Promise<Saved> => {
  const made = await saved(path, body);
  await clerk.must('PUT', `${path}/audit`, [made.id]);
  return made;
};
const stockIn = (productCode: string, number: string, price = '8'): Promise<Saved> =>
  audited('/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode, number, price }],
  });
const bill = (billType: string, amount: string, more: object = {}): Promise<Saved> =>
  audited('/channelsale/bill', { organizeCode: 'O1', customerCode: 'CU1', billType, amount, ...more });
const orderBody = (
  lines: readonly (readonly [code: string, number: string, price: string])[],
  more: object = {},
): object => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  ...more,
  lines: lines.map(([productCode, number, price]) => ({ productCode, number, price })),
});
const one = (path: string, id: string): Promise<Bill> => clerk.must<Bill>('GET', `${path}/${id}`);
const order = (id: string): Promise<Bill> => one('/channelsale/order', id);

/** From an audited order to the movement that waits in the warehouse. */
async function released(
  orderId: string,
  numbers?: Readonly<Record<string, string>>,
): Promise<{ delivery: string; movement: string }> {
  const {
    ids: [delivery = ''],
  } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [orderId]);
  if (numbers !== undefined) {
    const draft = await one('/channelsale/delivery', delivery);
    await clerk.must('PUT', '/channelsale/delivery', {
      ...draft,
      lines: draft.lines.flatMap((line) =>
        numbers[line.productCode] === undefined ? [] : [{ ...line, number: numbers[line.productCode] }],
      ),
    });
  }
  await clerk.must('PUT', '/channelsale/delivery/audit', [delivery]);
  const {
    ids: [movement = ''],
  } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
  return { delivery, movement };
}
async function shipped(
  orderId: string,
  numbers?: Readonly<Record<string, string>>,
): Promise<{ delivery: string; movement: string }> {
  const made = await released(orderId, numbers);
  await clerk.must('PUT', '/stock/inout/audit', [made.movement]);
  return made;
}

async function books(customerCode = 'CU1'): Promise<Record<string, string>> {
  const accounts = await world.sql<{ type: string; balance: string; occupied: string }>(
    `
      select a.account_type as type, b.balance::float::text as balance, b.occupied::float::text as occupied
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.customer_code = $1 and a.tenant_code = '1000'`,
    [customerCode],
  );
  const [owed] = await world.sql<{ amount: string }>(
    `
      select amount::float::text as amount
      from app.receivable_balance
      where customer_code = $1 and tenant_code = '1000'`,
    [customerCode],
  );
  const [goods] = await world.sql<{ onHand: string; occupied: string }>(`
    select on_hand::float::text as "onHand", occupied::float::text as occupied
    from app.stock_balance
    where material_code = 'M1' and tenant_code = '1000'`);
  const of = (type: string, key: 'balance' | 'occupied'): string =>
    accounts.find((account) => account.type === type)?.[key] ?? '0';
  return {
    cash: of('A001', 'balance'),
    credit: of('A002', 'balance'),
    rebate: of('A003', 'balance'),
    cashOcc: of('A001', 'occupied'),
    creditOcc: of('A002', 'occupied'),
    rebateOcc: of('A003', 'occupied'),
    ar: owed?.amount ?? '0',
    onHand: goods?.onHand ?? '0',
    occupied: goods?.occupied ?? '0',
  };
}
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};

describe('from the order to the money', () => {
  test('the ledger scenario L01: receipt, order, two shipments, receipt', async () => {
    await bill('RC', '10000');
    expect(await books()).toMatchObject({ cash: '10000', ar: '-10000' });
    const accounts = await clerk.must<{ list: { accountCode: string; accountType: string; balanceAmount: string }[] }>(
      'POST',
      '/channelsale/capitalpoolaccount/page',
      { customerCode: 'CU1', page: 1, limit: 20 },
    );
    expect(
      Object.fromEntries(accounts.list.map(({ accountType, balanceAmount }) => [accountType, balanceAmount])),
    ).toEqual({ A001: '10000', A002: '0', A003: '0' });
    const rebate = accounts.list.find(({ accountType }) => accountType === 'A003')?.accountCode;
    await bill('AD', '1000', { accountCode: rebate });
    await audited('/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      changeType: '0',
      changeAmount: '5000',
    });
    expect(await books()).toMatchObject({ onHand: '200', rebate: '1000', ar: '-10000' });

    const { id } = await audited('/channelsale/order', orderBody([['M1', '120', '100']]));
    expect(await books()).toMatchObject({ occupied: '120', cashOcc: '10000', creditOcc: '1000', rebateOcc: '1000' });
    expect(await order(id)).toMatchObject({ orderStatus: '1', deliveryStatus: '0' });

    await shipped(id, { M1: '60' });
    expect(await books()).toMatchObject({
      cash: '5000',
      credit: '-500',
      rebate: '500',
      ar: '-4500',
      onHand: '140',
      occupied: '60',
    });
    expect(await order(id)).toMatchObject({ orderStatus: '1', deliveryStatus: '1' });
    await shipped(id);
    expect(await books()).toMatchObject({
      cash: '0',
      credit: '-1000',
      rebate: '0',
      ar: '1000',
      onHand: '80',
      occupied: '0',
      cashOcc: '0',
      creditOcc: '0',
      rebateOcc: '0',
    });
    expect(await order(id)).toMatchObject({ orderStatus: '2', deliveryStatus: '2' });

    await bill('RC', '5000');
    expect(await books()).toMatchObject({ credit: '0', cash: '4000', ar: '-4000' });
    await clean();
  });

  test('a receipt whose money was spent cannot be taken back; one that was not can', async () => {
    const { id } = await bill('RC', '300');
    const before = await books();
    const spent = await audited('/channelsale/order', orderBody([['M2', '43', '100']]));
    expect(await clerk.call('PUT', '/channelsale/bill/unaudit', [id])).toMatchObject({ code: 20303 });
    await clerk.must('PUT', '/channelsale/order/unaudit', [spent.id]);
    expect(await books()).toEqual(before);
    await clerk.must('PUT', '/channelsale/bill/unaudit', [id]);
    expect((await books())['cash']).toBe('4000');
  });

  test('an order beyond cash and credit is refused with what is missing, and passes when the limit rises', async () => {
    const { id } = await saved('/channelsale/order', orderBody([['M1', '80', '125']]));
    expect(await clerk.call('PUT', '/channelsale/order/audit', [id])).toMatchObject({
      code: 10020,
      msg: '客户可用额度不足，缺1000.00元',
    });
    expect(await clerk.call('PUT', '/channelsale/order/audit', [id], { 'accept-language': 'en-US' })).toMatchObject({
      msg: 'Credit short by 1000.00',
    });
    await audited('/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      changeType: '0',
      changeAmount: '1000',
    });
    await clerk.must('PUT', '/channelsale/order/audit', [id]);
    await clerk.must('PUT', '/channelsale/order/unaudit', [id]);
    await clean();
  });

  test('two orders at once for the last money: one is audited, the other refused', async () => {
    const ids = [
      (await saved('/channelsale/order', orderBody([['M3', '60', '100']]))).id,
      (await saved('/channelsale/order', orderBody([['M4', '60', '100']]))).id,
    ];
    const replies = await Promise.all(ids.map((id) => clerk.call('PUT', '/channelsale/order/audit', [id])));
    expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 10020]);
    await clerk.must('PUT', '/channelsale/order/unaudit', [ids[replies.findIndex(({ code }) => code === 0)]]);
  });

  test('a bulk audit splits the second order over what the first one left', async () => {
    const ids = [
      (await saved('/channelsale/order', orderBody([['M3', '30', '100']]))).id,
      (await saved('/channelsale/order', orderBody([['M4', '20', '100']]))).id,
    ];
    await clerk.must('PUT', '/channelsale/order/audit', ids);
    expect(await books()).toMatchObject({ cashOcc: '4000', creditOcc: '1000' });
    await clerk.must('PUT', '/channelsale/order/close', { ids, operateMsg: '客户取消' });
    expect(await books()).toMatchObject({ cashOcc: '0', creditOcc: '0' });
    await clerk.must('PUT', '/channelsale/order/unclose', ids);
    expect(await books()).toMatchObject({ cashOcc: '4000', creditOcc: '1000' });
    await clerk.must('PUT', '/channelsale/order/unaudit', ids);
    await clean();
  });
});

describe('deliveries', () => {
  test('an order is closed only when nothing of it is under way; what was shipped stays sold', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M5', '30', '10']]));
    const { delivery, movement } = await released(id, { M5: '20' });
    expect((await order(id)).lines[0]).toMatchObject({ releasedNumber: '20' });
    expect(await clerk.call('PUT', '/channelsale/order/close', { ids: [id], operateMsg: 'x' })).toMatchObject({
      code: 20008,
    });
    expect(await clerk.call('PUT', '/channelsale/order/unaudit', [id])).toMatchObject({ code: 20007 });
    // The warehouse ships less than was released: the rest is the order's again.
    const waiting = await one('/stock/inout', movement);
    await clerk.must('PUT', '/stock/inout', {
      ...waiting,
      lines: waiting.lines.map((line) => ({ ...line, number: '15' })),
    });
    await clerk.must('PUT', '/stock/inout/audit', [movement]);
    expect(await one('/channelsale/delivery', delivery)).toMatchObject({ billStatus: '2' });
    expect((await order(id)).lines[0]).toMatchObject({ releasedNumber: '15', outNumber: '15' });
    expect(await one('/stock/inout', movement)).toMatchObject({ totalAmount: '150' });
    await clerk.must('PUT', '/channelsale/order/close', { ids: [id], operateMsg: '不再需要' });
    expect(await order(id)).toMatchObject({ orderStatus: '2', lines: [{ closedNumber: '15', outNumber: '15' }] });
    await clean();
  });

  test('a movement taken back restores stock, money and counters exactly', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M5', '3', '33.3333']]));
    const before = [await books(), (await order(id)).lines];
    const { movement, delivery } = await released(id);
    await clerk.must('PUT', '/stock/inout/audit', [movement]);
    await clerk.must('PUT', '/stock/inout/unaudit', [movement]);
    await clerk.must('PUT', '/stock/deliveryrelease/unrelease', [delivery]);
    await clerk.must('PUT', '/channelsale/delivery/unaudit', [delivery]);
    await clerk.must('PUT', '/channelsale/delivery/cancel', [delivery]);
    expect([await books(), (await order(id)).lines]).toEqual(before);
    await clerk.must('PUT', '/channelsale/order/unaudit', [id]);
    await clean();
  });

  test('a delivery takes no more than is left, and a movement no more than the delivery', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M5', '10', '10']]));
    const {
      ids: [delivery = ''],
    } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
    const draft = await one('/channelsale/delivery', delivery);
    expect(
      await clerk.call('PUT', '/channelsale/delivery', {
        ...draft,
        lines: draft.lines.map((line) => ({ ...line, number: '11' })),
      }),
    ).toMatchObject({ code: 20215 });
    expect(await clerk.call('POST', '/channelsale/order/pushDown', [id])).toMatchObject({ code: 20217 });
    await clerk.must('PUT', '/channelsale/delivery/audit', [delivery]);
    const {
      ids: [movement = ''],
    } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
    const waiting = await one('/stock/inout', movement);
    expect(
      await clerk.call('PUT', '/stock/inout', {
        ...waiting,
        lines: waiting.lines.map((line) => ({ ...line, number: '11' })),
      }),
    ).toMatchObject({ code: 20204 });
    expect(await clerk.call('PUT', '/channelsale/delivery/unaudit', [delivery])).toMatchObject({ code: 20007 });
    await clerk.must('PUT', '/stock/inout/audit', [movement]);
    expect(await clerk.call('PUT', '/stock/deliveryrelease/unrelease', [delivery])).toMatchObject({ code: 10010 });
  });

  test('signing short completes the order, and can be taken back', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M5', '10', '10']]));
    const { delivery } = await shipped(id);
    const [line] = (await one('/channelsale/delivery', delivery)).lines;
    expect(
      await clerk.call('PUT', '/channelsale/delivery/sign', [
        { id: delivery, lines: [{ id: line?.id, signedNumber: '11' }] },
      ]),
    ).toMatchObject({ code: 20212, msg: '签收数量超过出库数量10' });
    await clerk.must('PUT', '/channelsale/delivery/sign', [
      { id: delivery, lines: [{ id: line?.id, signedNumber: '8' }] },
    ]);
    expect(await order(id)).toMatchObject({
      orderStatus: '3',
      receiptStatus: '1',
      lines: [{ signedNumber: '8', shortNumber: '2' }],
    });
    await clerk.must('PUT', '/channelsale/delivery/unsign', [delivery]);
    expect(await order(id)).toMatchObject({
      orderStatus: '2',
      receiptStatus: '0',
      lines: [{ signedNumber: '0', shortNumber: '0' }],
    });
    await clerk.must('PUT', '/channelsale/delivery/sign', [delivery]);
    expect(await order(id)).toMatchObject({ orderStatus: '3', lines: [{ signedNumber: '10', shortNumber: '0' }] });
    await clean();
  });
});

describe('what random histories once broke', () => {
  test('money is not moved from an account onto itself', async () => {
    const {
      list: [account],
    } = await clerk.must<{ list: { accountCode: string }[] }>('POST', '/channelsale/capitalpoolaccount/page', {
      customerCode: 'CU1',
      accountCode: 'A001',
      page: 1,
      limit: 20,
    });
    expect(
      await clerk.call('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode: 'CU1',
        billType: 'TR',
        amount: '1',
        accountCode: account?.accountCode,
        toAccountCode: account?.accountCode,
      }),
    ).toMatchObject({ code: 10003, data: { errors: [{ path: 'toAccountCode' }] } });
  });

  test('a movement that left short is not taken back once another delivery has the rest: the order would promise it twice', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M5', '3', '10']]));
    const { movement } = await released(id);
    const draft = await one('/stock/inout', movement);
    await clerk.must('PUT', '/stock/inout', { ...draft, lines: draft.lines.map((line) => ({ ...line, number: '1' })) });
    await clerk.must('PUT', '/stock/inout/audit', [movement]);
    const {
      ids: [rest = ''],
    } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
    expect(await clerk.call('PUT', '/stock/inout/unaudit', [movement])).toMatchObject({
      code: 20215,
      msg: '产品【M5】发货数量超过订单剩余数量0',
    });
    await clerk.must('DELETE', '/channelsale/delivery', [rest]);
    await clerk.must('PUT', '/stock/inout/unaudit', [movement]);
    expect((await order(id)).lines[0]).toMatchObject({ releasedNumber: '3', outNumber: '0' });
    await clerk.must('PUT', '/stock/deliveryrelease/unrelease', [
      (
        await world.sql<{ id: string }>(
          `select from_id as id from app.doc_link where kind = 'ship' and is_active and to_id = $1`,
          [movement],
        )
      )[0]?.id,
    ]);
    await clean();
  });

  test('a movement of a closed order is not taken back: the order would promise what nobody holds', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M5', '2', '10']]));
    const { movement } = await shipped(id);
    await clerk.must('PUT', '/channelsale/order/close', { ids: [id], operateMsg: '完结' });
    expect(await clerk.call('PUT', '/stock/inout/unaudit', [movement])).toMatchObject({ code: 10010 });
    await clerk.must('PUT', '/channelsale/order/unclose', [id]);
    await clerk.must('PUT', '/stock/inout/unaudit', [movement]);
    await clean();
  });

  test('a reopened order takes from each account what its close gave back, although cash has come since', async () => {
    await clerk.must('POST', '/data/customer/manage', {
      code: 'CU4',
      name: '绍兴客户',
      classCode: 'K1',
      customerType: '1',
      receiveType: '3',
    });
    const of = { organizeCode: 'O1', customerCode: 'CU4' };
    const { id } = await audited('/channelsale/order', orderBody([['M4', '2', '10']], of));
    expect(await books('CU4')).toMatchObject({ creditOcc: '20', cashOcc: '0' });
    await bill('RC', '500', of);
    await clerk.must('PUT', '/channelsale/order/close', { ids: [id], operateMsg: '暂缓' });
    await clerk.must('PUT', '/channelsale/order/unclose', [id]);
    expect(await books('CU4')).toMatchObject({ creditOcc: '20', cashOcc: '0' });
    await clerk.must('PUT', '/channelsale/order/unaudit', [id]);
  });
});

describe('the books', () => {
  test('are found out by the nightly job where documents and money tell different stories', async () => {
    const found = async (): Promise<string[]> =>
      (
        await Promise.all(
          bookChecks.map(async ({ rule, statement }) =>
            (await world.sql(statement.text)).length > 0 ? [rule.split(':')[0] ?? ''] : [],
          ),
        )
      ).flat();
    expect(await found()).toEqual([]);
    const { id } = await saved('/channelsale/order', orderBody([['M4', '1', '10']]));
    const { id: open } = await audited('/channelsale/order', orderBody([['M4', '1', '10']]));
    const faults: readonly (readonly [rule: string, spoil: string, mend: string])[] = [
      [
        'I20',
        'update app.receivable_balance set amount = amount + 1',
        'update app.receivable_balance set amount = amount - 1',
      ],
      [
        'I11',
        `
          insert into app.capital_hold (tenant_code, doc_id, line_id, balance_id, occupied)
          select '1000', '${id}', '${id}', id, 1
          from app.capital_balance
          limit 1`,
        `delete from app.capital_hold where doc_id = '${id}'`,
      ],
      [
        'I11',
        `update app.order_order_line set closed_amount = 1 where parent_id = '${open}'`,
        `update app.order_order_line set closed_amount = 0 where parent_id = '${open}'`,
      ],
      [
        'I7',
        `update app.order_order_line set released_number = 1 where parent_id = '${id}'`,
        `update app.order_order_line set released_number = 0 where parent_id = '${id}'`,
      ],
      ['I6', 'update app.cost_balance set number = number + 1', 'update app.cost_balance set number = number - 1'],
    ];
    for (const [rule, spoil, mend] of faults) {
      await world.sql(spoil);
      expect(await found()).toEqual([rule]);
      await world.sql(mend);
    }
    expect(await found()).toEqual([]);
    await clerk.must('PUT', '/channelsale/order/unaudit', [open]);
  });

  test('refuse to give back what was never held', async () => {
    const tx = world.door.transaction({ sid: hashOf(clerk.token), tenant: null, permissions: null, soft: null });
    const id = '019a0000-0000-7000-8000-000000000001';
    const entry = {
      stock_organize_code: 'O1',
      storage_code: 'W1',
      material_code: 'M1',
      batch_no: '',
      d_occupied: '-1',
      post_type: 'REL',
      line_id: id,
      guards: 'nothing',
    };
    await clerk.must('PUT', '/channelsale/order/audit', [
      (await saved('/channelsale/order', orderBody([['M1', '1', '1']]))).id,
    ]);
    await expect(
      tx.run([
        {
          text: 'select app.stock_post($1::jsonb)',
          values: [
            JSON.stringify({
              doc_type: 'x',
              doc_id: id,
              doc_code: 'x',
              op_seq: 1,
              biz_date: '2026-01-01',
              entries: [entry],
            }),
          ],
        },
      ]),
    ).rejects.toThrow('released without a hold');
    await tx.rollback();
  });
});

describe('statements', () => {
  interface Statement extends Bill {
    readonly beginAmount: string;
    readonly inAmount: string;
    readonly outAmount: string;
    readonly endAmount: string;
    readonly reconcileStatus: string;
    readonly rejectReason: string | null;
  }
  const today = todayIn('Asia/Shanghai');
  const check = (id: string): Promise<Statement> => clerk.must<Statement>('GET', `/channelsale/accountcheck/${id}`);

  test('a statement says what the books say, holds its documents once it is sent, and goes back with a reason', async () => {
    await clerk.must('POST', '/data/customer/manage', {
      code: 'CU2',
      name: '宁波客户',
      classCode: 'K1',
      customerType: '1',
      receiveType: '3',
      creditDays: 10,
    });
    const of = { organizeCode: 'O1', customerCode: 'CU2' };
    const { id: orderId } = await audited('/channelsale/order', orderBody([['M4', '10', '12.5']], of));
    const { movement } = await shipped(orderId);
    const receipt = await bill('RC', '100', of);
    expect(await clerk.must('GET', `/channelsale/bill/${receipt.id}`)).toMatchObject({
      settledAmount: '100',
      settleStatus: '2',
    });
    const { id } = await saved('/channelsale/accountcheck', { ...of, startDate: '2020-01-01', endDate: today });
    expect(await check(id)).toMatchObject({
      beginAmount: '0',
      outAmount: '125',
      inAmount: '100',
      endAmount: '25',
      reconcileStatus: '0',
      lines: [
        { outAmount: '125', balanceAmount: '125' },
        { inAmount: '100', balanceAmount: '25' },
      ],
    });
    await clerk.must('PUT', '/channelsale/accountcheck/submit', [id]);
    expect(await clerk.call('PUT', '/channelsale/bill/unaudit', [receipt.id])).toMatchObject({ code: 20305 });
    expect(await clerk.call('PUT', '/stock/inout/unaudit', [movement])).toMatchObject({ code: 20305 });
    await clerk.must('PUT', '/channelsale/accountcheck/reject', { ids: [id], operateMsg: '少一笔' });
    expect(await check(id)).toMatchObject({ reconcileStatus: '2', rejectReason: '少一笔' });
    // What came late is taken in when it is saved again; no entry is in two statements.
    await bill('RC', '5', of);
    const draft = await check(id);
    await clerk.must('PUT', '/channelsale/accountcheck', draft);
    expect(await check(id)).toMatchObject({ inAmount: '105', endAmount: '20' });
    await clerk.must('PUT', '/channelsale/accountcheck/submit', [id]);
    await clerk.must('PUT', '/channelsale/accountcheck/confirm', [id]);
    expect(await check(id)).toMatchObject({ reconcileStatus: '3' });
    expect((await books('CU2'))['ar']).toBe('20');
    expect(
      await world.sql(`select entry_id from app.receivable_statement group by entry_id having count(*) > 1`),
    ).toEqual([]);
  });

  test('receipts pay the order they name, the rest the oldest that is due', async () => {
    await clerk.must('POST', '/data/customer/manage', {
      code: 'CU3',
      name: '温州客户',
      classCode: 'K1',
      customerType: '1',
      receiveType: '1',
    });
    const of = { organizeCode: 'O1', customerCode: 'CU3' };
    const codes: string[] = [];
    for (const number of ['1', '2']) {
      const { id } = await audited('/channelsale/order', orderBody([['M3', number, '100']], of));
      await shipped(id);
      codes.push((await order(id)).code);
    }
    const open = (): Promise<{ order_code: string; open: string }[]> =>
      world.sql(`select order_code, open_amount::float::text as open from app.receivable_open('O1', 'CU3') order by 1`);
    await world.sql(`alter table app.receivable_balance no force row level security`);
    await bill('RC', '150', { ...of, lines: [{ summary: '第二单', orderCode: codes[1], amount: '120' }] });
    expect(await open()).toEqual([
      { order_code: codes[0], open: '70' },
      { order_code: codes[1], open: '80' },
    ]);
  });

  test("a loan that the bank releases is the customer's money", async () => {
    const { id } = await saved('/channelsale/financing', {
      organizeCode: 'O1',
      customerCode: 'CU3',
      bankType: '1',
      amount: '70',
      paymentTerm: '3',
    });
    expect(await clerk.call('PUT', '/channelsale/financing/release', [id])).toMatchObject({ code: 10010 });
    for (const verb of ['companyAudit', 'submitBank', 'bankAudit', 'release'])
      await clerk.must('PUT', `/channelsale/financing/${verb}`, [id]);
    expect(await clerk.must('GET', `/channelsale/financing/${id}`)).toMatchObject({
      financingStatus: '4',
      billStatus: '2',
    });
    expect((await books('CU3'))['ar']).toBe('80');
    // It came as a receipt, which nobody takes back behind the bank's back.
    const { code } = await one('/channelsale/financing', id);
    const receipts = await world.sql<{ id: string; status: string; amount: string }>(
      `
        select id, bill_status as status, amount::float::text as amount
        from app.sale_bill
        where source_code = $1`,
      [code],
    );
    expect(receipts).toMatchObject([{ status: '1', amount: '70' }]);
    expect(await clerk.call('PUT', '/channelsale/bill/unaudit', [receipts[0]?.id])).toMatchObject({ code: 20312 });
    expect(JSON.stringify(await clerk.must('GET', `/sys/link?noun=sale:financing&id=${id}`))).toContain(
      receipts[0]?.id ?? '?',
    );
    await clean();
  });

  test('balances and credit are listed as they stand', async () => {
    const { list } = await clerk.must<{
      list: { accountName: string; inAmount: string; outAmount: string; balanceAmount: string }[];
    }>('GET', '/channelsale/balance/page?customerCode=CU2&page=1&limit=20');
    expect(
      list.map(({ accountName, inAmount, outAmount, balanceAmount }) => [
        accountName,
        inAmount,
        outAmount,
        balanceAmount,
      ]),
    ).toEqual([
      ['预存款', '0', '0', '0'],
      ['授信', '105', '125', '-20'],
      ['返利', '0', '0', '0'],
    ]);
    expect(
      (await clerk.must<{ list: object[] }>('GET', '/channelsale/credit/page?customerCode=CU1&page=1&limit=20')).list,
    ).toMatchObject([{ creditAmount: '6000', usedAmount: '0' }]);
  });
});

describe('what stock costs', () => {
  test('the average moves with receipts; the last piece takes the rest of the money with it', async () => {
    await clerk.must('POST', '/data/bd/material', {
      code: 'AVG',
      name: '均价漆',
      classCode: 'C1',
      mainUnitCode: 'PCS',
    });
    await stockIn('AVG', '3', '10');
    await stockIn('AVG', '4', '11');
    const cost = async (): Promise<string> =>
      (
        await world.sql<{ text: string }>(`
          select number::float || ' = ' || amount::float as text
          from app.cost_balance
          where material_code = 'AVG'`)
      )[0]?.text ?? '';
    expect(await cost()).toBe('7 = 74');
    await audited('/stock/inout', {
      organizeCode: 'O1',
      moveType: '7',
      storageCode: 'W1',
      lines: [{ productCode: 'AVG', number: '3', price: '0' }],
    });
    expect(await cost()).toBe('4 = 42.29');
    const last = await audited('/stock/inout', {
      organizeCode: 'O1',
      moveType: '7',
      storageCode: 'W1',
      lines: [{ productCode: 'AVG', number: '4', price: '0' }],
    });
    expect(await cost()).toBe('0 = 0');
    await clerk.must('PUT', '/stock/inout/unaudit', [last.id]);
    expect(await cost()).toBe('4 = 42.29');
    await clean();
  });
});

describe('what happens by itself', () => {
  const day = (shift: number): string => todayIn('Asia/Shanghai', new Date(Date.now() + shift * 86_400_000));
  /** As the schedule would, once, in this tenant. */
  async function run(name: string): Promise<void> {
    const {
      list: [schedule],
    } = await world.platform.must<{ list: { id: string }[] }>('GET', `/sys/schedule/page?beanName=${name}`);
    const ran = async (): Promise<number> =>
      (
        await world.sql<{ n: number }>(
          "select count(*)::integer as n from app.job_schedulelog where bean_name = $1 and status = '1'",
          [name],
        )
      )[0]?.n ?? 0;
    const before = await ran();
    const jobs = startJobs({
      host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
      handlers: jobHandlers(),
    });
    await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
    await expect.poll(ran, { timeout: 20_000 }).toBeGreaterThan(before);
    await jobs.stop();
  }
  const lent = async (): Promise<string> =>
    (
      await world.sql<{ lent: string }>(
        `
          select ($1::numeric - b.credit_limit)::float::text as lent
          from app.capital_balance b
          join app.sale_capitalaccount a using (tenant_code, account_code)
          where a.customer_code = 'CU2' and a.account_type = 'A002'`,
        [
          (await clerk.must<{ list: { creditAmount: string }[] }>('GET', '/channelsale/credit/page?customerCode=CU2'))
            .list[0]?.creditAmount,
        ],
      )
    )[0]?.lent ?? '';

  test('a temporary limit begins and ends on its days', async () => {
    const of = { organizeCode: 'O1', customerCode: 'CU2', changeType: '1' };
    const now = await audited('/channelsale/creditchange', {
      ...of,
      changeAmount: '700',
      startDate: day(-3),
      endDate: day(0),
    });
    const later = await audited('/channelsale/creditchange', {
      ...of,
      changeAmount: '40',
      startDate: day(1),
      endDate: day(3),
    });
    expect(await lent()).toBe('700');
    await world.sql('update app.sale_creditchange set end_date = $2 where id = $1', [now.id, day(-1)]);
    await world.sql('update app.sale_creditchange set start_date = $2 where id = $1', [later.id, day(0)]);
    await run('switchCredit');
    expect(await lent()).toBe('40');
    expect((await one('/channelsale/creditchange', now.id)).billStatus).toBe('2');
    await run('switchCredit');
    expect(await lent()).toBe('40');
    await clean();
  });

  test('what left a week ago and nobody complained about is signed', async () => {
    const { id } = await audited('/channelsale/order', orderBody([['M2', '4', '10']], { customerCode: 'CU2' }));
    const { delivery, movement } = await shipped(id);
    await run('autoSign');
    expect(await one('/channelsale/delivery', delivery)).toMatchObject({ receiptStatus: '0' });
    await world.sql('update app.stock_inout set bill_date = $2 where id = $1', [movement, day(-8)]);
    await run('autoSign');
    expect(await one('/channelsale/delivery', delivery)).toMatchObject({
      receiptStatus: '1',
      lines: [{ signedNumber: '4', shortNumber: '0' }],
    });
    expect(await order(id)).toMatchObject({ orderStatus: '3' });
  });
});
