import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { writes } from '#platform/server/db/batch.ts';
import type { Quote } from '#sales/model/order/quote.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Office } from '#tests/office.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { Drawing } from '#workflow/model/engine/drawing.ts';
import { bookChecks } from '#tests/book-checks.ts';

interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
  readonly amount: string;
  readonly discountAmount: string;
  readonly taxAmount: string;
  readonly outStorageCode: string | null;
  readonly outStorageName: string | null;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billDate: string;
  readonly billStatus: string;
  readonly orderStatus: string;
  readonly storageCode: string;
  readonly storageName: string;
  readonly totalAmount: string;
  readonly discountAmount: string;
  readonly chargeAmount: string;
  readonly payableAmount: string;
  readonly freightAmount: string | null;
  readonly allowanceAmount: string | null;
  readonly roundingAmount: string | null;
  readonly lines: readonly Line[];
}

let world: World;
let clerk: Session;
let office: Office;
const today = todayIn('Asia/Shanghai');
beforeAll(async () => {
  world = await openWorld('order_charge');
  clerk = world.first;
  await furnish(clerk);
  office = await openOffice(world, { seller: [], wang: ['manager'] });
});
afterAll(() => world.close());

const orders = '/channelsale/order';
const body = (
  lines: readonly (readonly [code: string, number: string, price?: string])[],
  more: object = {},
): object => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  ...more,
  lines: lines.map(([productCode, number, price]) => ({
    productCode,
    number,
    ...(price === undefined ? {} : { price }),
  })),
});
const save = async (lines: Parameters<typeof body>[0], more: object = {}): Promise<Bill> =>
  order((await clerk.must<{ id: string }>('POST', orders, body(lines, more))).id);
const order = (id: string): Promise<Bill> => clerk.must<Bill>('GET', `${orders}/${id}`);
const verb = (name: string, id: string): Promise<unknown> =>
  clerk.must('PUT', `${orders}/${name}`, name === 'close' ? { ids: [id], operateMsg: '客户不要了' } : [id]);
const money = (bill: Bill): readonly string[] => [
  bill.totalAmount,
  bill.discountAmount,
  bill.chargeAmount,
  bill.payableAmount,
];
const offs = (bill: Bill): readonly string[] => bill.lines.map(({ discountAmount }) => discountAmount);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
  for (const { rule, statement } of bookChecks) expect(await world.sql(statement.text), rule).toEqual([]);
};

/** So many of each leave; answers the movement. */
async function shipped(orderId: string, numbers?: Readonly<Record<string, string>>): Promise<string> {
  const {
    ids: [delivery = ''],
  } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [orderId]);
  if (numbers !== undefined) {
    const draft = await clerk.must<Bill>('GET', `/channelsale/delivery/${delivery}`);
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
  await clerk.must('PUT', '/stock/inout/audit', [movement]);
  return movement;
}
const unshipped = (...movements: readonly string[]): Promise<unknown> =>
  clerk.must('PUT', '/stock/inout/unaudit', movements);
/** What the order still holds, and what was sold with each movement. */
const held = async (id: string): Promise<string> =>
  (
    await world.sql<{ held: string }>(
      `select coalesce(sum(occupied), 0)::float::text as held from app.capital_hold where doc_id = $1`,
      [id],
    )
  )[0]?.held ?? '';
const sold = async (movement: string): Promise<string> =>
  (
    await world.sql<{ sold: string }>(
      `
        select coalesce(sum(d_amount), 0)::float::text as sold
        from app.receivable_entry
        where post_type = 'SAL' and doc_id = $1`,
      [movement],
    )
  )[0]?.sold ?? '';

describe('charges of an order', () => {
  const charges = { freightAmount: '30', allowanceAmount: '9.5', roundingAmount: '0.5' };

  test('are in what is payable; what is taken off is borne by the lines, with the tax of what is left', async () => {
    const bill = await save(
      [
        ['M1', '3', '100'],
        ['M2', '1', '100'],
      ],
      charges,
    );
    expect(money(bill)).toEqual(['400', '10', '30', '420']);
    expect(bill.lines.map(({ amount, discountAmount, taxAmount }) => [amount, discountAmount, taxAmount])).toEqual([
      ['300', '7.5', '33.65'],
      ['100', '2.5', '11.22'],
    ]);
    const again = await clerk.must<{ data: Bill }>('PUT', orders, {
      ...bill,
      roundingAmount: null,
      discountAmount: '400',
      payableAmount: '1',
    });
    expect(money(again.data)).toEqual(['400', '9.5', '30', '420.5']);
  });

  test('are told while the order is written, with what a save would refuse', async () => {
    const quote = await clerk.must<Quote>(
      'POST',
      `${orders}/calculate`,
      body(
        [
          ['M1', '3', '100'],
          ['M2', '1', '100'],
        ],
        charges,
      ),
    );
    expect(quote.totals).toEqual({
      goods: '400.00',
      discount: '10.00',
      freight: '30.00',
      payable: '420.00',
      trace: [
        { kind: 'goods', amount: '400.00', total: '400.00' },
        { kind: 'allowance', amount: '-9.50', total: '390.50' },
        { kind: 'rounding', amount: '-0.50', total: '390.00' },
        { kind: 'freight', amount: '30.00', total: '420.00' },
      ],
    });
    expect(
      quote.lines.map(({ amount, discountAmount, payableAmount, taxAmount }) => [
        amount,
        discountAmount,
        payableAmount,
        taxAmount,
      ]),
    ).toEqual([
      ['300.00', '7.50', '292.50', '33.65'],
      ['100.00', '2.50', '97.50', '11.22'],
    ]);
    expect(quote.refusals).toEqual([]);
    expect(
      (await clerk.must<Quote>('POST', `${orders}/calculate`, body([['M1', '1', '100']], { allowanceAmount: '101' })))
        .refusals,
    ).toEqual([{ key: 'E-DISCOUNT-OVER', field: 'allowanceAmount', msg: '优惠金额101.00超过货款100.00' }]);
  });

  test('take no more off than there is, and nothing is below zero; a half-written order may wait', async () => {
    const wrong = body([['M1', '1', '100']], { allowanceAmount: '100', roundingAmount: '0.01' });
    for (const [language, msg] of [
      ['zh-CN', '优惠金额100.01超过货款100.00'],
      ['zh-TW', '優惠金額100.01超過貨款100.00'],
      ['en-US', 'The discount 100.01 is larger than the goods 100.00'],
    ] as const) {
      expect(await clerk.call('POST', orders, wrong, { 'accept-language': language })).toMatchObject({
        code: 20107,
        msg,
        data: { key: 'E-DISCOUNT-OVER', errors: [{ path: 'allowanceAmount', msg }] },
      });
    }
    for (const key of ['freightAmount', 'allowanceAmount', 'roundingAmount'])
      expect(await clerk.call('POST', orders, body([['M1', '1', '100']], { [key]: '-1' }))).toMatchObject({
        code: 10003,
        data: { errors: [{ path: key }] },
      });
    expect(money(await save([['M1', '1', '100']], { allowanceAmount: '99.99' }))).toEqual([
      '100',
      '99.99',
      '0',
      '0.01',
    ]);
    const { id } = await clerk.must<{ id: string }>('POST', `${orders}?stash=1`, wrong);
    expect((await clerk.call('PUT', `${orders}/unstash`, [id])).code).toBe(20107);
  });

  test('are not the customer’s to write; what the house wrote stays when he saves', async () => {
    const menus = await clerk.must<{ id: string; permissions: string | null; children: object[] }[]>(
      'GET',
      '/sys/menu/select',
    );
    const all = (
      nodes: readonly { id: string; permissions: string | null; children: readonly object[] }[],
    ): { id: string; permissions: string | null }[] => nodes.flatMap((node) => [node, ...all(node.children as never)]);
    const { id: roleId } = await clerk.must<{ id: string }>('POST', '/sys/role', {
      code: 'BUYING',
      name: '客户下单',
      menuList: all(menus)
        .filter(({ permissions }) => permissions !== null && /order:order:(page|view|save|update)/.test(permissions))
        .map(({ id }) => id),
      deptList: [],
    });
    await clerk.must('POST', '/sys/user', {
      username: 'buyer',
      realName: '买家',
      password: world.password,
      confirmPassword: world.password,
      accountType: '1',
      customerCode: 'CU1',
      organizeCode: 'O1',
      roleIdList: [roleId],
    });
    const buyer = await world.login('buyer');
    // The house lets its own people type prices (SD006), never a customer: without a price there is none, and another
    // is refused.
    const priced = body([['M1', '1', '100']], { allowanceAmount: '99', roundingAmount: '1', freightAmount: '0' });
    expect((await buyer.call<{ key: string }>('POST', orders, priced)).data.key).toBe('E-PRICE-NONE');
    for (const productCode of ['M1', 'M2']) {
      const { id: price } = await clerk.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
        productCode,
        price: '100',
        unitType: '0',
        startDate: '2020-01-01',
      });
      await clerk.must('PUT', '/channelsale/price/benchmark/audit', [price]);
    }
    expect((await buyer.call<{ key: string }>('POST', orders, body([['M1', '1', '99']]))).data.key).toBe(
      'E-PRICE-TYPED',
    );
    const { id } = await buyer.must<{ id: string }>('POST', orders, priced);
    expect(money(await order(id))).toEqual(['100', '0', '0', '100']);
    await clerk.must('PUT', orders, { ...(await order(id)), freightAmount: '12', allowanceAmount: '5' });
    await buyer.must('PUT', orders, {
      ...(await buyer.must<object>('GET', `${orders}/${id}`)),
      freightAmount: '0',
      allowanceAmount: '100',
      remark: '请尽快',
    });
    expect(await order(id)).toMatchObject({
      freightAmount: '12',
      allowanceAmount: '5',
      payableAmount: '107',
      remark: '请尽快',
    });
    // Nor does he make a line free or a price special: written as trial it is bought, and a special order keeps the
    // prices of the house.
    const tried = await buyer.must<{ id: string }>('POST', orders, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      orderType: '1',
      lines: [
        { productCode: 'M1', number: '2', price: '100', lineType: '4' },
        { productCode: 'M2', number: '1', price: '100', lineType: '1' },
      ],
    });
    expect(await order(tried.id)).toMatchObject({
      orderType: '0',
      totalAmount: '300',
      lines: [
        { lineType: '0', price: '100' },
        { lineType: '0', price: '100' },
      ],
    });
    const special = await save(
      [
        ['M1', '2', '80'],
        ['M2', '1', '100'],
      ],
      { orderType: '1' },
    );
    const typed = await clerk.must<{ data: Bill }>('PUT', orders, {
      ...special,
      lines: special.lines.map((line, at) => ({ ...line, ...(at === 1 ? { lineType: '4' } : {}) })),
    });
    const his = await buyer.must<Bill>('GET', `${orders}/${special.id}`);
    await buyer.must('PUT', orders, {
      ...his,
      orderType: '0',
      lines: his.lines.map((line) => ({ ...line, price: '0.01', lineType: '4' })),
    });
    expect([typed.data.totalAmount, await order(special.id)]).toMatchObject([
      '160',
      {
        orderType: '1',
        totalAmount: '160',
        lines: [
          { lineType: '0', price: '80' },
          { lineType: '4', price: '0' },
        ],
      },
    ]);
    // More of what was free is not free.
    const now = await buyer.must<Bill>('GET', `${orders}/${special.id}`);
    await buyer.must('PUT', orders, { ...now, lines: now.lines.map((line) => ({ ...line, number: '9' })) });
    expect(await order(special.id)).toMatchObject({
      totalAmount: '1800',
      lines: [
        { lineType: '0', price: '100' },
        { lineType: '0', price: '100' },
      ],
    });
  });
});

describe('the money of charges', () => {
  test('is held with the order; freight goes with the first goods, the rest with the parts of its lines', async () => {
    const { id } = await save(
      [
        ['M1', '3', '33.3333'],
        ['M2', '1', '50'],
      ],
      { freightAmount: '30', allowanceAmount: '10' },
    );
    await verb('audit', id);
    expect([await held(id), offs(await order(id))]).toEqual(['170', ['6.67', '3.33']]);
    // 93.33 is paid for three: 31.11, 31.11, 31.11.
    const first = await shipped(id, { M1: '1' });
    expect([await sold(first), await held(id)]).toEqual(['61.11', '108.89']);
    const second = await shipped(id, { M1: '1' });
    expect([await sold(second), await held(id)]).toEqual(['31.11', '77.78']);
    const last = await shipped(id);
    expect([await sold(last), await held(id)]).toEqual(['77.78', '0']);
    await clean();
    // Taken back, the freight is carried by the one that then left first.
    await unshipped(first);
    expect([await sold(first), await sold(second), await sold(last), await held(id)]).toEqual([
      '0',
      '61.11',
      '77.78',
      '31.11',
    ]);
    await clean();
    await unshipped(second);
    expect([await sold(second), await sold(last), await held(id)]).toEqual(['0', '107.78', '62.22']);
    await clerk.must('PUT', '/stock/inout/audit', [second]);
    expect([await sold(second), await sold(last)]).toEqual(['31.11', '107.78']);
    // Two at once: the first of them hands it on to one that goes the same way.
    await unshipped(last, second);
    expect([await sold(second), await sold(last), await held(id)]).toEqual(['0', '0', '170']);
    await clean();
    await clerk.must('PUT', '/stock/inout/audit', [last, second]);
    // Two at once leave in the order in which they were made.
    expect([await sold(second), await sold(last), await held(id)]).toEqual(['61.11', '77.78', '31.11']);
    await clean();
  });

  test('a close with nothing shipped drops the freight; with something shipped it was paid, and only the rest is given back', async () => {
    const dropped = await save([['M3', '4', '25']], { freightAmount: '8', roundingAmount: '1' });
    await verb('audit', dropped.id);
    expect(await held(dropped.id)).toBe('107');
    await verb('close', dropped.id);
    expect(await held(dropped.id)).toBe('0');
    await verb('unclose', dropped.id);
    expect(await held(dropped.id)).toBe('107');
    const movement = await shipped(dropped.id, { M3: '1' });
    expect([await sold(movement), await held(dropped.id)]).toEqual(['32.75', '74.25']);
    await verb('close', dropped.id);
    expect([await sold(movement), await held(dropped.id)]).toEqual(['32.75', '0']);
    await verb('unclose', dropped.id);
    expect(await held(dropped.id)).toBe('74.25');
    await clean();
  });

  test('is asked for when the order is covered: a freight that nobody can pay stops it', async () => {
    await clerk.must('POST', '/data/customer/manage', {
      code: 'CU9',
      name: '现款客户',
      classCode: 'K1',
      customerType: '1',
      creditControlFlag: '1',
      receiveType: '3',
    });
    const { id: receipt } = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU9',
      billType: 'RC',
      amount: '100',
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [receipt]);
    const bill = await save([['M3', '4', '25']], { customerCode: 'CU9', freightAmount: '8' });
    expect(await clerk.call('PUT', `${orders}/audit`, [bill.id])).toMatchObject({
      code: 10020,
      data: { params: { short: '8.00' } },
    });
    await clerk.must('PUT', orders, { ...(await order(bill.id)), allowanceAmount: '8' });
    await verb('audit', bill.id);
    await verb('unaudit', bill.id);
    await clean();
  });
});

const age = (id: string, days: number): Promise<unknown> =>
  world.sql(
    `
      update app.order_order
      set priced_date = $2::date - $3::integer, bill_date = $2::date - $3::integer
      where id = $1`,
    [id, today, days],
  );

describe('an order that waited too long (SD033)', () => {
  const dates = { startDate: '2020-01-01', endDate: '2099-12-31' };
  let benchmark = '';
  const list = async (price: string): Promise<void> => {
    if (benchmark !== '') await clerk.must('PUT', '/channelsale/price/benchmark/disable', [benchmark]);
    benchmark = (
      await clerk.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
        ...dates,
        productCode: 'M4',
        priceClassCode: 'PC01',
        price,
      })
    ).id;
    await clerk.must('PUT', '/channelsale/price/benchmark/audit', [benchmark]);
  };
  beforeAll(async () => {
    await clerk.must('POST', '/channelsale/console/priceClass', { code: 'PC01', name: '标准价' });
    await list('10');
  });

  test('is looked at anew when it is audited: told old and new amount, saved again it costs what it costs now', async () => {
    const { id } = await save([['M4', '5']], { freightAmount: '3' });
    await age(id, 8);
    await list('12');
    for (const [language, msg] of [
      ['zh-CN', '促销政策已变化，请重新计算'],
      ['zh-TW', '促銷政策已變化，請重新計算'],
      ['en-US', 'Promotions changed; recalculate'],
    ] as const) {
      expect(await clerk.call('PUT', `${orders}/audit`, [id], { 'accept-language': language })).toMatchObject({
        code: 20104,
        msg,
        data: { key: 'E-PROMO-CHANGED', params: { oldAmount: '53', newAmount: '63.00' } },
      });
    }
    expect((await order(id)).billStatus).toBe('0');
    const { data } = await clerk.must<{ data: Bill }>('PUT', orders, await order(id));
    expect([data.billDate, data.lines[0]?.price, data.payableAmount]).toEqual([today, '12', '63']);
    await verb('audit', id);
    await list('10');
  });

  test('am-A7: is audited as it is when nothing has changed, and one of this week is not looked at', async () => {
    const [old, young] = [await save([['M4', '1']]), await save([['M4', '1']])];
    await age(old.id, 8);
    await age(young.id, 7);
    const count = async (id: string): Promise<number> => {
      const before = writes.count;
      await verb('audit', id);
      return writes.count - before;
    };
    expect([await count(young.id), await count(old.id)]).toEqual([2, 3]);
    // Only a save gives it another day.
    expect([(await order(old.id)).billDate, (await order(young.id)).billDate]).not.toContain(today);
    // What was typed is not the book's to change.
    const typed = await save([['M4', '1', '9']]);
    await age(typed.id, 30);
    await list('11');
    await verb('audit', typed.id);
    await list('10');
  });

  test('is looked at when a draft of it is submitted, and when it is sent in for approval, which begins its days anew', async () => {
    const { id: draft } = await clerk.must<{ id: string }>('POST', `${orders}?stash=1`, body([['M4', '2']]));
    await age(draft, 9);
    await list('13');
    expect(await clerk.call('PUT', `${orders}/unstash`, [draft])).toMatchObject({
      code: 20104,
      data: { params: { oldAmount: '20', newAmount: '26' } },
    });
    await clerk.must('PUT', orders, await order(draft));
    await verb('unstash', draft);
    expect([(await order(draft)).payableAmount, (await order(draft)).billStatus]).toEqual(['26', '0']);

    const line: Drawing = {
      key: 'SO_AGED',
      docType: 'SO',
      nodes: [
        { kind: 'startEvent', id: 'start' },
        { kind: 'userTask', id: 'manager', name: 'manager', approvers: 'role:manager' },
        { kind: 'endEvent', id: 'end' },
      ],
      flows: [
        ['start', 'manager'],
        ['manager', 'end'],
      ],
    };
    await office.lead(line, { condition: 'remark = "批"' });
    const seller = office.people['seller']!;
    const { id } = await seller.must<{ id: string }>('POST', orders, body([['M4', '2']], { remark: '批' }));
    await age(id, 9);
    await list('14');
    const start = (): Promise<{ code: number }> =>
      seller.call('POST', '/activiti/running/startOfBusinessKey', { processDefinitionKey: 'SO_AGED', businessKey: id });
    expect(await start()).toMatchObject({ code: 20104, data: { params: { oldAmount: '26', newAmount: '28.00' } } });
    await list('13');
    expect((await start()).code).toBe(0);
    expect(await order(id)).toMatchObject({ billStatus: '4', pricedDate: today });
    // The last approval is its audit: refused, the task stays open.
    await list('14');
    const wang = office.people['wang']!;
    const [task] = await wang.tasks();
    const complete = (): Promise<{ code: number }> =>
      wang.act('task/complete', { taskId: task?.taskId, comment: '同意' });
    expect(await complete()).toMatchObject({ code: 20104 });
    expect((await wang.tasks()).map(({ taskId }) => taskId)).toContain(task?.taskId);
    expect(await order(id)).toMatchObject({ billStatus: '4' });
    await list('13');
    expect((await complete()).code).toBe(0);
    expect(await order(id)).toMatchObject({ billStatus: '1' });
    await world.sql(`delete from app.activiti_bizroute where name = 'SO_AGED'`);
  });
});

describe('am-A7: an order of today', () => {
  const { benchmark: priced, away } = priceDesk(() => world);

  test('is audited at the prices that hold: what nobody typed and comes out different is told line by line', async () => {
    const first = await priced({ productCode: 'M3', priceClassCode: 'PC01', price: '10', floorPrice: '8' });
    const both = body([
      ['M3', '5'],
      ['M5', '1', '3'],
    ]);
    const [found, typed] = [
      (await clerk.must<{ id: string }>('POST', orders, both)).id,
      (await save([['M3', '5', '9']])).id,
    ];
    await away('benchmark', first);
    const second = await priced({ productCode: 'M3', priceClassCode: 'PC01', price: '12', floorPrice: '8' });
    const reply = await clerk.call<{ errors: readonly object[] }>('PUT', `${orders}/audit`, [found]);
    expect(reply).toMatchObject({
      code: 20104,
      data: { key: 'E-PROMO-CHANGED', params: { oldAmount: '53', newAmount: '63.00' } },
    });
    expect(reply.data.errors).toEqual([
      expect.objectContaining({ path: 'lines.0.price', msg: '10.0000 变为 12.0000' }),
    ]);
    await clerk.must('PUT', orders, await order(found));
    await verb('audit', found);
    // A typed price stays, its floor does not.
    await away('benchmark', second);
    await priced({ productCode: 'M3', priceClassCode: 'PC01', price: '12', floorPrice: '9.5' });
    expect(await clerk.call('PUT', `${orders}/audit`, [typed])).toMatchObject({ data: { key: 'E-FLOOR' } });
  });

  test('is not looked at where nothing was written to the book since, and is where its customer moved', async () => {
    const { id } = await save([['M5', '1', '3']]);
    const count = async (): Promise<number> => {
      const before = writes.count;
      await verb('audit', id);
      return writes.count - before;
    };
    expect(await count()).toBe(2);
    await verb('unaudit', id);
    await world.sql(`update app.data_customer set level_code = level_code where code = 'CU1'`);
    expect(await count()).toBe(3);
    await verb('unaudit', id);
  });
});

describe('a special order', () => {
  test('am-A3: is never audited by hand: it has a route of its own, or waits for one', async () => {
    const special = (): Promise<Bill> => save([['M5', '1', '3']], { orderType: '1' });
    expect(await clerk.call('PUT', `${orders}/audit`, [(await special()).id])).toMatchObject({
      data: { key: 'E-NO-ROUTE' },
    });
    const line = (key: string): Drawing => ({
      key,
      docType: 'SO',
      nodes: [
        { kind: 'startEvent', id: 'start' },
        { kind: 'userTask', id: 'manager', name: 'manager', approvers: 'role:manager' },
        { kind: 'endEvent', id: 'end' },
      ],
      flows: [
        ['start', 'manager'],
        ['manager', 'end'],
      ],
    });
    await office.lead(line('SO_NORMAL'), { condition: 'orderType != "1" and amount > 1000000' });
    const { id } = await special();
    expect(await clerk.call('PUT', `${orders}/audit`, [id])).toMatchObject({
      code: 20005,
      data: { key: 'E-NO-ROUTE' },
    });
    expect((await clerk.call('PUT', `${orders}/approve`, { ids: [id], operateMsg: '好' })).code).toBe(20005);
    await verb('audit', (await save([['M5', '1', '3']])).id);
    await office.lead(line('SO_SPECIAL'), { condition: 'orderType = "1"' });
    expect(await clerk.call('PUT', `${orders}/audit`, [id])).toMatchObject({
      code: 20004,
      data: { key: 'E-NEED-FLOW' },
    });
    await clerk.must('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: 'SO_SPECIAL',
      businessKey: id,
    });
    const [task] = await office.people['wang']!.tasks();
    expect((await office.people['wang']!.act('task/complete', { taskId: task?.taskId, comment: '同意' })).code).toBe(0);
    expect((await order(id)).billStatus).toBe('1');
  });
});

describe('am-A3: nobody ships for nothing by typing', () => {
  const zero = { code: 20150, msg: '货款不能由手工价格或折让变为零' };
  test('a discount as large as the goods is refused, of a special order too, and so is a typed price of zero', async () => {
    for (const orderType of ['0', '1']) {
      const given = body([['M1', '1', '100']], { orderType, allowanceAmount: '99.5', roundingAmount: '0.5' });
      expect(await clerk.call('POST', orders, given)).toMatchObject({
        ...zero,
        data: { errors: [{ path: 'allowanceAmount' }] },
      });
      expect(await clerk.call('POST', orders, body([['M5', '1', '0']], { orderType }))).toMatchObject({
        ...zero,
        data: { errors: [{ path: 'lines.0.price' }] },
      });
    }
    // Freight is no payment for goods.
    expect(await clerk.call('POST', orders, body([['M5', '1', '0']], { freightAmount: '5' }))).toMatchObject(zero);
  });
  test('a trial line is for whoever may give goods to try', async () => {
    const trial = body([['M1', '1', '100']]) as { lines: readonly object[] };
    const both = { ...trial, lines: [...trial.lines, { productCode: 'M1', number: '5', lineType: '4' }] };
    expect(await office.people['wang']!.call('POST', orders, both)).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'lines.1.lineType' }] },
    });
    const { id } = await clerk.must<{ id: string }>('POST', orders, both);
    // What was given stays when somebody else saves; more of it does not come by typing.
    const saved = await order(id);
    await office.people['wang']!.must('PUT', orders, { ...saved, remark: '改备注' });
    const now = await order(id);
    expect(
      await office.people['wang']!.call('PUT', orders, {
        ...now,
        lines: now.lines.map((line) => ({ ...line, number: '9' })),
      }),
    ).toMatchObject({ data: { errors: [{ path: 'lines.1.lineType' }] } });
  });
});

describe('where goods leave when nobody chose', () => {
  beforeAll(async () => {
    for (const [code, name] of [
      ['W2', '二号仓'],
      ['W3', '三号仓'],
    ])
      await clerk.must('POST', '/data/storage', { code, name, organizeCode: 'O1' });
    await clerk.must('POST', '/data/storage', { code: 'W0', name: '残次仓', organizeCode: 'O1', type: '1' });
    for (const [storageCode, number] of [
      ['W0', '9000'],
      ['W2', '500'],
      ['W3', '900'],
    ]) {
      const { id } = await clerk.must<{ id: string }>('POST', '/stock/inout', {
        organizeCode: 'O1',
        moveType: '3',
        storageCode,
        lines: [{ productCode: 'M5', number, price: '8' }],
      });
      await clerk.must('PUT', '/stock/inout/audit', [id]);
    }
    await clerk.must('POST', '/data/bd/shipping/location', {
      code: 'S1',
      name: '宁波工地',
      address: '港区',
      consignee: '王',
      phone: '13800000000',
      storageCode: 'W3',
    });
  });
  const places = (bill: Bill): readonly (string | null)[] => [
    bill.storageCode,
    ...bill.lines.map(({ outStorageCode }) => outStorageCode),
  ];

  test('is the first normal warehouse with enough of it, line by line; the lines share what is free', async () => {
    expect(
      places(
        await save([
          ['M5', '5', '1'],
          ['M1', '1', '1'],
        ]),
      ),
    ).toEqual(['W1', null, null]);
    const split = await save([
      ['M5', '400', '1'],
      ['M5', '400', '1'],
      ['M5', '80', '1'],
    ]);
    expect([places(split), split.lines[1]?.outStorageName]).toEqual([['W1', 'W2', 'W3', null], '三号仓']);
    // Nobody has so many: the usual one is short of them, and audit will say so.
    expect(places(await save([['M5', '5000', '1']]))).toEqual(['W1', null]);
    expect(places(await save([['M5', '400', '1']], { storageCode: 'W1' }))).toEqual(['W1', null]);
  });

  test('is looked for again for lines that come later, unless somebody chose meanwhile', async () => {
    const again = async (bill: Bill, more: object = {}): Promise<Bill> => {
      await clerk.must('PUT', orders, {
        ...bill,
        lines: [...bill.lines, { productCode: 'M5', number: '400', price: '1' }],
        ...more,
      });
      return order(bill.id);
    };
    const filled = await again(await save([['M5', '5', '1']]));
    expect(places(filled)).toEqual(['W1', null, 'W2']);
    // Chosen is chosen, also for what comes after that.
    const chosen = await again(filled, { storageCode: 'W3', lines: filled.lines });
    expect(places(chosen)).toEqual(['W3', null, 'W2']);
    expect(places(await again(chosen))).toEqual(['W3', null, 'W2', null]);
    expect(places(await again(await save([['M5', '5', '1']], { storageCode: 'W1' })))).toEqual(['W1', null, null]);
    // Another place of delivery has another warehouse.
    expect(places(await again(await save([['M5', '5', '1']]), { shippingLocationCode: 'S1' }))).toEqual([
      'W3',
      null,
      null,
    ]);
  });

  test('is the warehouse of the place it goes to, before any other', async () => {
    expect(places(await save([['M5', '5', '1']], { shippingLocationCode: 'S1' }))).toEqual(['W3', null]);
    expect(places(await save([['M5', '5', '1']], { shippingLocationCode: 'S1', storageCode: 'W2' }))).toEqual([
      'W2',
      null,
    ]);
  });

  test('is told while the order is written', async () => {
    const told = async (more: object, ...numbers: readonly string[]): Promise<readonly unknown[]> => {
      const quote = await clerk.must<Quote>(
        'POST',
        `${orders}/calculate`,
        body(
          numbers.map((number) => ['M5', number, '1'] as const),
          more,
        ),
      );
      return [quote.storageCode, ...quote.lines.map(({ storageCode, isShort }) => [storageCode, isShort])];
    };
    expect(await told({}, '400', '400', '5000')).toEqual(['W1', ['W2', false], ['W3', false], ['W1', true]]);
    expect(await told({ shippingLocationCode: 'S1' }, '400', '600')).toEqual(['W3', ['W3', false], ['W3', true]]);
    expect(await told({ storageCode: 'W2' }, '501')).toEqual(['W2', ['W2', true]]);
  });
});
