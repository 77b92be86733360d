import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import type { Quote } from '#sales/model/order/quote.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { audited, bills, deliveries, releases } from '#tests/proof/cash.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { dates, on, order, priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line {
  id: string;
  productCode: string;
  lineType: string;
  number: string;
  price: string;
  amount: string;
  promoAmount: string;
  ruleNo: number | null;
  policyCode: string | null;
  giftSourceLineId: string | null;
}
interface Bill {
  id: string;
  code: string;
  payableAmount: string;
  promoTrace: PromotionRecord | null;
  lines: Line[];
}

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('order_promotion');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '40', unitType: '0' });
});
afterAll(async () => {
  // Whatever the tests did, the books add up: usage, money, stock.
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

/** An activity for the time of one test: those of others would give, too. */
async function during(ids: readonly string[], what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } finally {
    await away(...ids);
  }
}
async function receive(productCode: string, number: string): Promise<void> {
  const { id } = await world.first.must<{ id: string }>('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode, number, price: '8' }],
  });
  await world.first.must('PUT', '/stock/inout/audit', [id]);
}
const buy = (number: string, productCode = 'M1') => ({ productCode, number });
const save = async (lines: readonly object[], more: object = {}): Promise<Bill> =>
  (await world.first.must<{ data: Bill }>('POST', '/channelsale/order', order(lines, more))).data;
const read = (id: string): Promise<Bill> => world.first.must<Bill>('GET', `/channelsale/order/${id}`);
const put = async (bill: object): Promise<Bill> =>
  (await world.first.must<{ data: Bill }>('PUT', '/channelsale/order', bill)).data;
const audit = (...ids: string[]) => world.first.call<{ key: string }>('PUT', '/channelsale/order/audit', ids);
const told = ({ lines }: Bill): string[] =>
  lines.map(({ productCode, lineType, number, amount }) => [productCode, lineType, number, amount].join(' '));

/** Releases what the deliveries of an order hold and ships it; answers the movement. */
async function shipped(orderId: string, ...numbers: string[]): Promise<string> {
  const { ids: deliveryIds } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [orderId]);
  const [delivery = ''] = deliveryIds;
  if (numbers.length > 0) {
    const bill = await world.first.must<{ lines: object[] }>('GET', `${deliveries}/${delivery}`);
    await world.first.must('PUT', deliveries, {
      ...bill,
      lines: bill.lines.map((line, at) => ({ ...line, number: numbers[at] })),
    });
  }
  await world.first.must('PUT', `${deliveries}/audit`, [delivery]);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
  await world.first.must('PUT', `${movements}/audit`, ids);
  return ids[0] ?? '';
}

describe('an order', () => {
  test('gets its gift as a line of its own that names what earned it, and loses it with the goods', async () => {
    const id = await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'M2' }]);
    await during([id], async () => {
      const { id: orderId } = await save([buy('25')]);
      const bill = await read(orderId);
      expect(told(bill)).toEqual(['M1 0 25 2500', 'M2 1 2 0']);
      expect(bill.lines[1]).toMatchObject({ ruleNo: 1, giftSourceLineId: bill.lines[0]?.id });
      expect(bill.payableAmount).toBe('2500');
      // Whoever opens and saves it changes nothing, and the gift stays the line that it was.
      await put(bill);
      const again = await read(orderId);
      expect(again.lines.map(({ id: lineId }) => lineId)).toEqual(bill.lines.map(({ id: lineId }) => lineId));
      expect(told(again)).toEqual(told(bill));
      await put({
        ...again,
        lines: again.lines.map((line) => ({ ...line, ...(line.lineType === '0' ? { number: '12' } : {}) })),
      });
      expect(told(await read(orderId))).toEqual(['M1 0 12 1200', 'M2 1 1 0']);
      const fewer = await read(orderId);
      await put({ ...fewer, lines: fewer.lines.map((line) => ({ ...line, number: '9' })) });
      expect(told(await read(orderId))).toEqual(['M1 0 9 900']);
    });
  });

  test('that is saved again as it was read keeps its discount, and never takes it twice (B1)', async () => {
    const id = await activity([hundredOff]);
    await during([id], async () => {
      const bill = await read((await save([buy('10'), buy('5', 'M2')])).id);
      // 100 over 1000 and 200: 83.33 and 16.67.
      expect(bill.lines.map(({ amount, promoAmount }) => [amount, promoAmount])).toEqual([
        ['916.67', '83.33'],
        ['183.33', '16.67'],
      ]);
      expect(bill.payableAmount).toBe('1100');
      await put(bill);
      expect((await read(bill.id)).payableAmount).toBe('1100');
    });
  });

  test('sent back at the price that its promotions start from, costs what the book says now', async () => {
    const id = await activity([hundredOff]);
    await during([id], async () => {
      const bill = await save([buy('10')]);
      const cheaper = await prices.strategy({ value: '80', scopes: [on('customer', 'CU1'), on('material', 'M1')] });
      const again = await put({ ...bill, lines: bill.lines.map((line) => ({ ...line, price: '100' })) });
      await prices.away('strategy', cheaper);
      expect((await read(again.id)).lines.map(({ amount, promoAmount }) => [amount, promoAmount])).toEqual([
        ['800', '0'],
      ]);
    });
  });

  test('says why each activity did what it did, and why the others did nothing', async () => {
    const ids = [
      await activity([hundredOff]),
      await activity([{ ...tenPlusOne, leastNumber: '100', buyNumber: '100' }]),
      await activity([hundredOff], {
        scopes: [{ side: 'customer', dimension: 'customer', code: 'CU1', excludeFlag: '1' }],
      }),
    ];
    await during(ids, async () => {
      const { promoTrace } = await read((await save([buy('10')])).id);
      expect(promoTrace?.outcome.trace.map(({ result, reason }) => reason ?? result)).toEqual(
        expect.arrayContaining(['APPLIED', 'THRESHOLD', 'CUSTOMER_SCOPE']),
      );
      // A return is evaluated on what was open to the customer, and on nothing else (B2a).
      expect(promoTrace?.question.activities).toHaveLength(2);
    });
  });

  test('is quoted as it would be saved, with what is missing to the next step', async () => {
    const id = await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'M2' }]);
    await during([id], async () => {
      const ask = (number: string): Promise<Quote> =>
        world.first.must<Quote>('POST', '/channelsale/order/calculate', order([buy(number)]));
      const quote = await ask('17');
      expect(quote.promotions?.given).toMatchObject([{ productCode: 'M2', number: '1', sources: [1], lineType: '1' }]);
      expect(quote.promotions?.hints).toMatchObject([{ number: '3', lineNo: 1 }]);
      expect(quote.promotions?.givenWorth).toBe('40');
      expect(quote.totals.payable).toBe('1700.00');
      expect((await ask('3')).promotions?.given).toEqual([]);
    });
  });

  test('is told of activities that nearly were on its day, and of no other', async () => {
    const day = (month: number): string => `2031-${String(month).padStart(2, '0')}-01`;
    const named = (name: string, startDate: string, endDate: string, more: object = {}): Promise<string> =>
      activity([hundredOff], { name, startDate, endDate, ...more });
    const ids = [
      await named('六月', day(6), '2031-06-30'),
      await named('五月', day(5), '2031-05-31'),
      await named('七月', day(7), '2031-07-31'),
      await named('前年', '2029-01-01', '2029-12-31'),
      await named('八月', '2031-08-15', '2031-08-31'),
      await named('七月别家', day(7), '2031-07-31', {
        scopes: [{ side: 'customer', dimension: 'customer', code: 'CU1', excludeFlag: '1' }],
      }),
    ];
    await during(ids, async () => {
      const { promotions } = await world.first.must<Quote>(
        'POST',
        '/channelsale/order/calculate',
        order([buy('12')], { billDate: '2031-06-10' }),
      );
      expect(promotions?.otherDays.map(({ name, isOver }) => [name, isOver])).toEqual([
        ['五月', true],
        ['七月', false],
      ]);
      const done =
        promotions?.trace.filter(({ result }) => result === 'APPLIED').map(({ activity: code }) => code) ?? [];
      expect(done.map((code) => promotions?.names[code])).toEqual(['六月']);
      expect(done.map((code) => promotions?.terms[code])).toEqual([
        { priority: 100, limitTimes: null, usedTimes: 0, rates: [] },
      ]);
    });
  });

  test('whose promotions changed since it was saved is not audited until somebody looks at it (A7)', async () => {
    const id = await activity([hundredOff]);
    const bill = await save([buy('10')]);
    await away(id);
    expect((await audit(bill.id)).data.key).toBe('E-PROMO-CHANGED');
    await put(await read(bill.id));
    expect((await audit(bill.id)).code).toBe(0);
    expect((await read(bill.id)).payableAmount).toBe('1000');
    await world.first.must('PUT', '/channelsale/order/unaudit', [bill.id]);
  });
});

describe('what may be chosen', () => {
  const exchange = {
    policyRuleTypeCode: 'P005',
    leastNumber: '10',
    buyNumber: '10',
    canChangeBuyType: '1',
    freePackageFlag: '0',
    changeBuyType: '3',
    changeProductCode: 'M2',
    changeBuyRate: '30',
    addMoneyChangeBuyLimitType: '1',
    changeBuyMaxNumber: '1',
  };
  test('becomes lines at what the rule lets one pay, and is refused in words beyond its limit', async () => {
    const id = await activity([exchange]);
    await during([id], async () => {
      const choice = (number: string) => ({
        giftChoices: [{ policyCode: code, ruleNo: 1, productCode: 'M2', number }],
      });
      const { promoTrace } = await save([buy('20')]);
      const code = promoTrace?.outcome.entitlements[0]?.activity ?? '';
      const bill = await read((await save([buy('20')], choice('2'))).id);
      expect(told(bill)).toEqual(['M1 0 20 2000', 'M2 0 2 24']);
      expect(bill.payableAmount).toBe('2024');
      const reply = await world.first.call<{ key: string }>(
        'POST',
        '/channelsale/order',
        order([buy('20')], choice('3')),
      );
      expect([reply.data.key, reply.msg]).toEqual(['E-GIFT-NUMBER', '数量超过上限']);
      // What nobody has earned any more goes with what earned it.
      await put({
        ...bill,
        lines: bill.lines.filter(({ ruleNo }) => ruleNo === null).map((line) => ({ ...line, number: '9' })),
      });
      expect(told(await read(bill.id))).toEqual(['M1 0 9 900']);
    });
  });
});

describe('a package', () => {
  const given = {
    policyRuleTypeCode: 'P002',
    leastNumber: '10',
    giveType: '3',
    giveCode: 'PK1',
    giveDynamicFlag: '0',
    giveMaxNumber: '3',
    giveMaxAmount: '100',
  };
  test('gives what it holds within its limits, and nothing else', async () => {
    await world.first.must('POST', '/channelsale/promotion/package', {
      ...dates,
      code: 'PK1',
      name: '工具礼包',
      packageType: '0',
      lines: [{ productCode: 'M2', number: '1', price: '40' }],
    });
    const id = await activity([given]);
    await during([id], async () => {
      const { promoTrace } = await save([buy('10')]);
      const policyCode = promoTrace?.outcome.entitlements[0]?.activity ?? '';
      const choice = (productCode: string, number: string, packageCode: string | null = 'PK1') => ({
        giftChoices: [{ policyCode, ruleNo: 1, packageCode, productCode, number }],
      });
      expect(told(await read((await save([buy('10')], choice('M2', '2'))).id))).toEqual(['M1 0 10 1000', 'M2 1 2 0']);
      const refusedBy = async (more: object): Promise<string> =>
        (await world.first.call<{ key: string }>('POST', '/channelsale/order', order([buy('10')], more))).data.key;
      expect([
        await refusedBy(choice('M2', '4')),
        await refusedBy(choice('M2', '3')),
        await refusedBy(choice('M3', '1')),
        await refusedBy(choice('M2', '1', null)),
        await refusedBy(choice('M2', '0')),
      ]).toEqual(['E-GIFT-NUMBER', 'E-GIFT-AMOUNT', 'E-GIFT-OFFER', 'E-GIFT-OFFER', 'E-GIFT-EMPTY']);
    });
  });
});

describe('limits', () => {
  const usage = (): Promise<{ times: string; amount: string }[]> =>
    world.sql(`select times::text, amount::text from app.promotion_usage_balance where times > 0`);
  test('count audited orders, give back what is unaudited, and refuse who comes too late', async () => {
    const id = await activity([{ ...hundredOff, giveDynamicFlag: '2' }], { limitTimes: 3 });
    await during([id], async () => {
      const [first, second] = [await save([buy('20')]), await save([buy('20')])];
      expect([first.payableAmount, second.payableAmount]).toEqual(['1800', '1800']);
      expect((await audit(first.id)).code).toBe(0);
      expect(await usage()).toEqual([{ times: '2.0000', amount: '200.0000' }]);
      expect((await audit(second.id)).data.key).toBe('E-PROMO-CHANGED');
      await put(await read(second.id));
      expect((await read(second.id)).payableAmount).toBe('1900');
      expect((await audit(second.id)).code).toBe(0);
      await world.first.must('PUT', '/channelsale/order/unaudit', [first.id, second.id]);
      expect(await usage()).toEqual([]);
    });
  });

  test('of money are all or nothing for an order (B7a)', async () => {
    const id = await activity([hundredOff], { budgetAmount: '150' });
    await during([id], async () => {
      const [first, second] = [await save([buy('10')]), await save([buy('10')])];
      expect((await audit(first.id)).code).toBe(0);
      expect((await audit(second.id)).data.key).toBe('E-PROMO-CHANGED');
      await put(await read(second.id));
      const { payableAmount, promoTrace } = await read(second.id);
      expect([payableAmount, promoTrace?.outcome.skipped.map(({ reason }) => reason)]).toEqual([
        '1000',
        expect.arrayContaining(['BUDGET']),
      ]);
      await world.first.must('PUT', '/channelsale/order/unaudit', [first.id]);
    });
  });

  test.each([
    ['of times', { limitTimes: 5 }],
    // Half a reduction more than five: the sixth order gets none of it.
    ['of money', { budgetAmount: '550' }],
  ])('%s hold when fifty audits come at once', async (_what, limit) => {
    const id = await activity([hundredOff], limit);
    await during([id], async () => {
      const bills = await Promise.all(Array.from({ length: 50 }, () => save([buy('10')])));
      await receive('M1', '1000');
      const replies = await Promise.all(bills.map(({ id: orderId }) => audit(orderId)));
      expect(replies.filter(({ code }) => code === 0)).toHaveLength(5);
      expect(await usage()).toEqual([{ times: '5.0000', amount: '500.0000' }]);
      const audited = bills.filter((_bill, at) => replies[at]?.code === 0).map(({ id: orderId }) => orderId);
      await world.first.must('PUT', '/channelsale/order/unaudit', audited);
    });
  });
});

describe('what is left of a promoted order', () => {
  const close = (id: string, lineIds?: readonly string[]) =>
    world.first.must('PUT', '/channelsale/order/close', {
      ids: [id],
      operateMsg: '客户取消',
      reasonKind: '0',
      ...(lineIds === undefined ? {} : { lineIds }),
    });
  interface Standing extends Bill {
    clawbackAmount: string | null;
    billStatus: string;
    lines: (Line & { closedNumber: string; releasedNumber: string })[];
  }
  const standing = (id: string): Promise<Standing> => world.first.must<Standing>('GET', `/channelsale/order/${id}`);

  test('is charged what it loses when a line is closed, and gets it back when that is undone (CL04, CL12)', async () => {
    const id = await activity([hundredOff]);
    await during([id], async () => {
      const bill = await save([buy('6'), buy('15', 'M2')]);
      expect((await audit(bill.id)).code).toBe(0);
      // 600 and 600 less 100: what is kept of it costs 600 without the discount that it does not reach.
      await close(bill.id, [bill.lines[0]?.id ?? '']);
      expect((await standing(bill.id)).clawbackAmount).toBe('50');
      await world.first.must('PUT', '/channelsale/order/unclose', { ids: [bill.id], lineIds: [bill.lines[0]?.id] });
      expect((await standing(bill.id)).clawbackAmount).toBe('0');
    });
  });

  test('loses gifts that it has not shipped and does not earn any more, and is over with them (CL11)', async () => {
    const id = await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'M2' }]);
    await during([id], async () => {
      const bill = await save([buy('20'), buy('1', 'M2')]);
      expect((await audit(bill.id)).code).toBe(0);
      await close(bill.id, [bill.lines[0]?.id ?? '']);
      const left = await standing(bill.id);
      expect(left.lines.map(({ number, closedNumber }) => [number, closedNumber])).toEqual([
        ['20', '20'],
        ['1', '0'],
        ['2', '2'],
      ]);
      await close(bill.id, [bill.lines[1]?.id ?? '']);
      expect((await standing(bill.id)).billStatus).toBe('2');
    });
  });

  test('takes gifts along in proportion, and none of them before the goods that earned them (B10)', async () => {
    const id = await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'M2' }]);
    await during([id], async () => {
      const bill = await save([buy('20')]);
      expect((await audit(bill.id)).code).toBe(0);
      const deliver = (who: Session, numbers: readonly string[]) =>
        who.call<{ key: string; data: { id: string } }>('POST', '/channelsale/delivery', {
          orderCode: bill.code,
          organizeCode: 'O1',
          customerCode: 'CU1',
          storageCode: 'W1',
          lines: bill.lines.flatMap((line, at) =>
            numbers[at] === '0' ? [] : [{ productCode: line.productCode, orderLineId: line.id, number: numbers[at] }],
          ),
        });
      const { clerk } = await hireStaff(world, { clerk: { role: 'SALES_CLERK' } });
      expect((await deliver(clerk, ['0', '1'])).data.key).toBe('E-GIFT-FIRST');
      expect((await deliver(clerk, ['10', '2'])).data.key).toBe('E-GIFT-FIRST');
      expect((await deliver(clerk, ['10', '1'])).code).toBe(0);
      const { ids } = await world.first.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [bill.id]);
      const made = await world.first.must<{ lines: { number: string }[] }>(
        'GET',
        `/channelsale/delivery/${ids[0] ?? ''}`,
      );
      expect(made.lines.map(({ number }) => number)).toEqual(['10', '1']);
    });
  });
});

describe('a gift that a close leaves unearned', () => {
  test.each([
    ['0', '40.00'],
    ['1', '55.00'],
  ])('is charged at the price of the customer or at retail (SD025 %s)', async (basis, charge) => {
    await world.sql(`update app.data_material set retail_price = 55 where code = 'M2'`);
    const id = await activity([
      { ...tenPlusOne, leastNumber: '20', buyNumber: '20', giveNumber: '2', giveType: '1', giveCode: 'M2' },
    ]);
    await world.sql(`update app.sys_params set param_value = $1 where param_code = 'SD025'`, [basis]);
    await during([id], async () => {
      const bill = await save([buy('20')]);
      expect((await audit(bill.id)).code).toBe(0);
      await shipped(bill.id, '10', '1');
      await world.first.must('PUT', `${orders}/close`, { ids: [bill.id], operateMsg: 'x', reasonKind: '0' });
      const [kept] = await world.sql<{ charged: string }>(
        `select clawback_amount::text as charged from app.order_order where id = $1`,
        [bill.id],
      );
      expect(kept?.charged).toBe(charge);
    });
    await world.sql(`update app.sys_params set param_value = '0' where param_code = 'SD025'`);
  });
});

describe('what was picked', () => {
  test('from a fixed package is whole sets of it: no part, whoever sends it', async () => {
    await world.first.must('POST', '/channelsale/promotion/package', {
      ...dates,
      code: 'PK3',
      name: '套装',
      packageType: '0',
      lines: [
        { productCode: 'M2', number: '2', price: '40' },
        { productCode: 'M3', number: '1', price: '10' },
      ],
    });
    const rule = {
      policyRuleTypeCode: 'P002',
      leastNumber: '10',
      giveType: '3',
      giveCode: 'PK3',
      giveDynamicFlag: '0',
      giveMaxNumber: '9',
    };
    const id = await activity([rule]);
    await during([id], async () => {
      const policyCode = (await save([buy('10')])).promoTrace?.outcome.entitlements[0]?.activity ?? '';
      const chosen = (...goods: readonly (readonly [productCode: string, number: string])[]) => ({
        giftChoices: goods.map(([productCode, number]) => ({
          policyCode,
          ruleNo: 1,
          packageCode: 'PK3',
          productCode,
          number,
        })),
      });
      const post = (more: object) => world.first.call<{ key: string }>('POST', orders, order([buy('10')], more));
      for (const part of [
        chosen(['M2', '2']),
        chosen(['M2', '1'], ['M3', '1']),
        chosen(['M2', '3'], ['M3', '1.5']),
        chosen(['M2', '4'], ['M3', '1']),
      ])
        expect((await post(part)).data.key).toBe('E-GIFT-WHOLE');
      const quoted = await world.first.must<Quote>(
        'POST',
        `${orders}/calculate`,
        order([buy('10')], chosen(['M2', '2'])),
      );
      expect(quoted.promotions?.entitlements).toMatchObject([{ chosen: [], error: 'notWhole' }]);
      expect(told(await save([buy('10')], chosen(['M2', '2'], ['M3', '1'])))).toEqual([
        'M1 0 10 1000',
        'M2 1 2 0.00',
        'M3 1 1 0.00',
      ]);
      expect(told(await save([buy('10')], chosen(['M3', '2'], ['M2', '4']))).slice(1)).toEqual([
        'M3 1 2 0.00',
        'M2 1 4 0.00',
      ]);
    });
  });

  test('stays with an order that still earns it when another line is closed, and goes when it does not', async () => {
    await world.first.must('POST', '/channelsale/promotion/package', {
      ...dates,
      code: 'PK2',
      name: '画册礼包',
      packageType: '0',
      lines: [{ productCode: 'M2', number: '1', price: '40' }],
    });
    const id = await activity([
      {
        policyRuleTypeCode: 'P002',
        leastNumber: '10',
        giveType: '3',
        giveCode: 'PK2',
        giveDynamicFlag: '0',
        giveMaxNumber: '3',
      },
    ]);
    await during([id], async () => {
      const policyCode = (await save([buy('10')])).promoTrace?.outcome.entitlements[0]?.activity ?? '';
      const giftChoices = [{ policyCode, ruleNo: 1, packageCode: 'PK2', productCode: 'M2', number: '2' }];
      const bill = await save([buy('10'), buy('3', 'M2')], { giftChoices });
      expect((await audit(bill.id)).code).toBe(0);
      const closeLine = (at: number) =>
        world.first.must('PUT', `${orders}/close`, {
          ids: [bill.id],
          lineIds: [bill.lines[at]?.id],
          operateMsg: 'x',
          reasonKind: '0',
        });
      const closed = async (): Promise<string[]> =>
        (await world.first.must<{ lines: { closedNumber: string }[] }>('GET', `${orders}/${bill.id}`)).lines.map(
          ({ closedNumber }) => closedNumber,
        );
      await closeLine(1);
      expect(await closed()).toEqual(['0', '3', '0']);
      await closeLine(0);
      expect(await closed()).toEqual(['10', '3', '2']);
    });
  });
});

describe('account credit', () => {
  const credit = {
    policyRuleTypeCode: 'P006',
    leastAmount: '1000',
    giveAccountAmount: '50',
    accountType: 'A003',
    giveDynamicFlag: '2',
  };
  const rebate = async (): Promise<string> =>
    (
      await world.sql<{ balance: string }>(`
        select coalesce(sum(b.balance), 0)::text as balance
        from app.capital_balance b
        join app.sale_capitalaccount a on a.account_code = b.account_code
        where a.customer_code = 'CU1' and a.account_type = 'A003'`)
    )[0]?.balance ?? '';
  /** What is left of each gift of rebate, those that lapse first first. */
  const batches = async (): Promise<readonly string[]> =>
    (
      await world.sql<{ told: string }>(`
        select concat_ws(' of ', remaining::float, granted::float) as told
        from app.rebate_batch
        where account_code = 'A003-O1-CU1' and remaining > 0
        order by expire_date nulls last, granted`)
    ).map(({ told }) => told);
  test('is granted with the last goods that leave, and taken back with them (6.6, B7)', async () => {
    const id = await activity([credit]);
    await during([id], async () => {
      const bill = await save([buy('20')]);
      expect((await audit(bill.id)).code).toBe(0);
      const part = await shipped(bill.id, '12');
      expect(await rebate()).toBe('0.0000');
      const rest = await shipped(bill.id);
      expect(await rebate()).toBe('100.0000');
      await world.first.must('PUT', `${movements}/unaudit`, [rest]);
      expect(await rebate()).toBe('0.0000');
      // What is given up earns nothing: twelve of twenty reach the threshold once.
      const [delivery] = await world.sql<{ id: string }>(
        `select id from app.order_delivery where order_code = $1 and bill_status <> '2'`,
        [bill.code],
      );
      await world.first.must('PUT', `${releases}/unrelease`, [delivery?.id]);
      await world.first.must('PUT', `${deliveries}/close`, { ids: [delivery?.id], operateMsg: 'x' });
      await world.first.must('PUT', `${orders}/close`, { ids: [bill.id], operateMsg: 'x', reasonKind: '0' });
      expect(await rebate()).toBe('50.0000');
      await world.first.must('PUT', `${orders}/unclose`, [bill.id]);
      expect(await rebate()).toBe('0.0000');
      expect(part).not.toBe('');

      // What lapses sooner is another gift: the close takes its own batch back, or nothing (B7a, RB05).
      const give = (amount: string, more: object): Promise<string> =>
        audited(world.first, bills, {
          organizeCode: 'O1',
          customerCode: 'CU1',
          billType: 'AD',
          amount,
          accountCode: 'A003-O1-CU1',
          ...more,
        });
      await give('30', { billDate: '2026-01-31' });
      const close = () =>
        world.first.must('PUT', `${orders}/close`, { ids: [bill.id], operateMsg: 'x', reasonKind: '0' });
      await close();
      expect(await batches()).toEqual(['30 of 30', '50 of 50']);
      await world.first.must('PUT', `${orders}/unclose`, [bill.id]);
      expect(await batches()).toEqual(['30 of 30']);
      await close();
      await give('200', { expireDate: '2098-12-31' });
      await give('-40', {});
      expect(await batches()).toEqual(['40 of 50', '200 of 200']);
      expect(await world.first.call('PUT', `${orders}/unclose`, [bill.id])).toMatchObject({
        data: { key: 'E-FUND-USED' },
      });
      expect(await batches()).toEqual(['40 of 50', '200 of 200']);
    });
  });

  test('is granted once, also where an order was over, was reopened and is over again', async () => {
    const id = await activity([credit]);
    await during([id], async () => {
      await receive('M1', '40');
      const bill = await save([buy('10'), buy('15', 'M2')]);
      expect((await audit(bill.id)).code).toBe(0);
      const rest = { ids: [bill.id], lineIds: [bill.lines[1]?.id] };
      const granted = async (): Promise<string | undefined> =>
        (
          await world.sql<{ granted: string }>(
            `
              select coalesce(sum(d_balance), 0)::text as granted
              from app.capital_entry
              where line_id = $1 and post_type in ('GRT', 'CLW')`,
            [bill.id],
          )
        )[0]?.granted;
      await world.first.must('PUT', `${orders}/close`, { ...rest, operateMsg: 'x', reasonKind: '0' });
      await shipped(bill.id);
      expect(await granted()).toBe('50.0000');
      await world.first.must('PUT', `${orders}/unclose`, rest);
      await shipped(bill.id);
      expect(await granted()).toBe('50.0000');
    });
  });
});
