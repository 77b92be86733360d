import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compare } from '#platform/model/decimal.ts';
import { writes } from '#platform/server/db/batch.ts';
import { replayed } from '#price/model/price-record.ts';
import type { Quote } from '#sales/model/order/quote.ts';
import { furnish } from '#tests/furniture.ts';
import { compactly, dates, on, order, priceDesk, type Bill } from '#tests/price-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let first: Session;
beforeAll(async () => {
  world = await openWorld('pricing');
  ({ first } = world);
  await furnish(first);
  await param('SD006', '0');
  for (const [code, name] of [
    ['PC01', '标准价'],
    ['PC02', '经销价'],
  ])
    await first.must('POST', '/channelsale/console/priceClass', { code, name });
  await first.must('POST', '/data/bd/customer/level', { code: 'L1', name: '战略' });
  await first.must('POST', '/data/bd/customer/group', { code: 'G1', name: '华东' });
  const { id: province } = await first.must<{ id: string }>('POST', '/data/bd/customer/area', {
    code: 'ZJ',
    name: '浙江',
  });
  await first.must('POST', '/data/bd/customer/area', { code: 'HZ', name: '杭州', pid: province });
  await first.must('POST', '/data/customer/manage', {
    code: 'CU2',
    name: '宁波客户',
    classCode: 'K1',
    customerType: '1',
    levelCode: 'L1',
    customerGroupCode: 'G1',
    areaCode: 'HZ',
    priceClassCode: 'PC02',
    channelCode: 'CH1',
  });
  await first.must('POST', '/data/bd/free/term/class', { code: 'FC1', name: '内墙色' });
  await first.must('POST', '/data/bd/free/term', { code: 'S1', name: '象牙白', classCode: 'FC1', price: '6.5' });
  for (const n of [1, 2, 3, 4])
    await benchmark({ productCode: `M${n}`, priceClassCode: 'PC01', price: '128.5', floorPrice: '100' });
  await benchmark({ productCode: 'M1', priceClassCode: 'PC02', price: '120' });
});
afterAll(() => world.close());

const { param, benchmark, strategy, ladder, away, save, priceOf } = priceDesk(() => world);
const languages = ['zh-CN', 'zh-TW', 'en-US'] as const;
/** What is said in each language when the order is refused. */
const refusalOf = async (
  lines: readonly object[],
  more: object = {},
): Promise<readonly [key: string, code: number, ...texts: string[]]> => {
  const replies = [];
  for (const language of languages)
    replies.push(
      await first.call<{ key: string }>('POST', '/channelsale/order', order(lines, more), {
        'accept-language': language,
      }),
    );
  return [replies[0]!.data.key, replies[0]!.code, ...replies.map(({ msg }) => msg)];
};

describe('the price of an order line', () => {
  test('comes from the book where none is typed, with its amount, its tax and the reason', async () => {
    const {
      totalAmount,
      lines: [line],
    } = await save([{ productCode: 'M1', number: '12' }]);
    expect([compactly(line?.price), line?.amount, line?.taxAmount, totalAmount]).toEqual([
      '128.5',
      '1542',
      '177.4',
      '1542',
    ]);
    expect(line?.priceTrace.trace).toEqual([
      {
        kind: 'benchmark',
        benchmark: expect.stringMatching(/^BP/) as string,
        priceClass: 'PC01',
        isDefaultClass: false,
        price: expect.stringMatching(/^128\.5/) as string,
      },
    ]);
  });

  test('stays with the order: what is read later is what was resolved', async () => {
    const { id } = await save([{ productCode: 'M1', number: '7' }]);
    const {
      lines: [line],
    } = await first.must<Bill>('GET', `/channelsale/order/${id}`);
    expect([compactly(line?.price), replayed(line!.priceTrace).price?.amount]).toEqual(['128.5', '899.50']);
  });

  test('typed by a caller must be the resolved one, at creation and at change', async () => {
    expect(await refusalOf([{ productCode: 'M1', number: '1', price: '127' }])).toEqual([
      'E-PRICE-TYPED',
      20106,
      '产品【M1】的单价应为128.5000，不能手工修改',
      '產品【M1】的單價應為128.5000，不能手工修改',
      'The price of M1 is 128.5000 and cannot be typed',
    ]);
    const bill = await save([{ productCode: 'M1', number: '1', price: '128.50' }]);
    const opened = await first.must<Bill>('GET', `/channelsale/order/${bill.id}`);
    const tampered = await first.call<{ key: string; errors: { path: string }[] }>('PUT', '/channelsale/order', {
      ...opened,
      lines: opened.lines.map((line) => ({ ...line, price: '0.01', amount: '0.01', priceTrace: { source: 'typed' } })),
    });
    expect([tampered.data.key, tampered.data.errors[0]?.path]).toEqual(['E-PRICE-TYPED', 'lines.0.price']);
  });

  test('follows customer, day and product of a saved order, unless somebody typed it', async () => {
    await param('SD006', '1');
    await first.must('POST', '/data/bd/material', {
      code: 'MF',
      name: '改单漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    await benchmark({ productCode: 'MF', priceClassCode: 'PC01', price: '30' });
    await benchmark({ productCode: 'MF', priceClassCode: 'PC02', price: '25', endDate: '2030-12-31' });
    const { id } = await save([
      { productCode: 'MF', number: '1' },
      { productCode: 'MF', number: '2', price: '29' },
    ]);
    const change = async (more: object): Promise<string[]> =>
      (
        await first.must<{ data: Bill }>('PUT', '/channelsale/order', {
          ...(await first.must<Bill>('GET', `/channelsale/order/${id}`)),
          ...more,
        })
      ).data.lines.map((line) => compactly(line.price));
    expect(await change({ customerCode: 'CU2' })).toEqual(['25', '29']);
    expect(await change({ billDate: '2031-01-01' })).toEqual(['30', '29']);
    expect(await change({ billDate: '2030-01-01' })).toEqual(['25', '29']);
    const { lines } = await first.must<Bill>('GET', `/channelsale/order/${id}`);
    expect(await change({ lines: lines.map((line) => ({ ...line, productCode: 'M1' })) })).toEqual(['120', '29']);
    await param('SD006', '0');
  });

  test('may be typed where the house allows it, and in special orders always', async () => {
    await param('SD006', '1');
    const bill = await save([{ productCode: 'M1', number: '1', price: '127' }]);
    expect([
      compactly(bill.lines[0]?.price),
      bill.lines[0]?.priceTrace.source,
      bill.lines[0]?.priceTrace.trace.at(-1),
    ]).toEqual(['127', 'typed', { kind: 'typed', price: '127' }]);
    await param('SD006', '0');
    expect(await priceOf({ price: '90' }, { orderType: '1' })).toBe('90');
  });

  test('that nobody knows is refused; a typed one stands where typing is allowed', async () => {
    expect(await refusalOf([{ productCode: 'M5', number: '1' }])).toEqual([
      'E-PRICE-NONE',
      20101,
      '未找到产品【M5】的有效价格',
      '找不到產品【M5】的有效價格',
      'No valid price for product M5',
    ]);
    expect((await refusalOf([{ productCode: 'M5', number: '1', price: '3' }]))[0]).toBe('E-PRICE-NONE');
    expect((await refusalOf([{ productCode: 'M5', number: '1' }], { orderType: '1' }))[0]).toBe('E-PRICE-NONE');
    expect(await priceOf({ productCode: 'M5', price: '3' }, { orderType: '1' })).toBe('3');
  });

  test('of a trial is nothing; without any price it needs SD005', async () => {
    expect(await priceOf({ lineType: '4', price: '55' })).toBe('0');
    expect((await refusalOf([{ productCode: 'M5', number: '1', lineType: '4' }]))[0]).toBe('E-PRICE-NONE');
    await param('SD005', '1');
    expect(await priceOf({ productCode: 'M5', lineType: '4' })).toBe('0');
    await param('SD005', '0');
  });

  test('below the floor needs a special order', async () => {
    const id = await strategy({ scopes: [on('customer', 'CU1')], lines: [{ productCode: 'M2', price: '99.9' }] });
    expect(await refusalOf([{ productCode: 'M2', number: '1' }])).toEqual([
      'E-FLOOR',
      20102,
      '产品【M2】价格99.9000低于最低限价100.0000，请使用特价订单',
      '產品【M2】價格99.9000低於最低限價100.0000，請使用特價訂單',
      'Price 99.9000 of M2 is below floor 100.0000; use a special order',
    ]);
    expect(await priceOf({ productCode: 'M2' }, { orderType: '1' })).toBe('99.9');
    await param('SD006', '1');
    expect((await refusalOf([{ productCode: 'M1', number: '1', price: '1' }]))[0]).toBe('E-FLOOR');
    await param('SD006', '0');
    await away('strategy', id);
  });

  test('am-A3: the floor holds against what is typed off the whole order, to the cent, unless it is special', async () => {
    const ask = (more: object): Promise<readonly unknown[]> => refusalOf([{ productCode: 'M1', number: '10' }], more);
    // 1,285.00 for ten with a floor of 100 each.
    expect(await ask({ allowanceAmount: '285.01' })).toEqual([
      'E-FLOOR',
      20102,
      '产品【M1】价格99.9990低于最低限价100.0000，请使用特价订单',
      '產品【M1】價格99.9990低於最低限價100.0000，請使用特價訂單',
      'Price 99.9990 of M1 is below floor 100.0000; use a special order',
    ]);
    expect((await ask({ allowanceAmount: '284.61', roundingAmount: '0.40' }))[0]).toBe('E-FLOOR');
    expect(await priceOf({ number: '10' }, { allowanceAmount: '284.60', roundingAmount: '0.40' })).toBe('128.5');
    expect(await priceOf({ number: '10' }, { allowanceAmount: '400', orderType: '1' })).toBe('128.5');
  });

  test('per auxiliary unit is divided by the rate of the material, whatever rate and tax were sent, unless its lines may have one of their own', async () => {
    const box = {
      name: '箱装漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      assistUnitCode: 'PCS',
      rate: '12',
      taxRate: '13',
    };
    await first.must('POST', '/data/bd/material', { ...box, code: 'MB1' });
    await first.must('POST', '/data/bd/material', { ...box, code: 'MB2', unitChangeFlag: '1' });
    for (const productCode of ['MB1', 'MB2'])
      await benchmark({ productCode, priceClassCode: 'PC01', unitType: '1', price: '1200', floorPrice: '1080' });
    const sent = { number: '1', rate: '1200', taxRate: '0' };
    const {
      lines: [fixedRate, ownRate],
    } = await save([
      { ...sent, productCode: 'MB1' },
      { ...sent, productCode: 'MB2', rate: '10' },
    ]);
    expect([fixedRate, ownRate]).toMatchObject([
      { price: '100', rate: '12', taxRate: '13', taxAmount: '11.5' },
      { price: '120', rate: '10', taxRate: '13' },
    ]);
    expect((await refusalOf([{ ...sent, productCode: 'MB1', price: '1' }]))[0]).toBe('E-PRICE-TYPED');
    await param('SD006', '1');
    expect((await refusalOf([{ ...sent, productCode: 'MB1', price: '89' }]))[0]).toBe('E-FLOOR');
    await param('SD006', '0');
    const quote = await first.must<Quote>(
      'POST',
      '/channelsale/order/calculate',
      order([{ ...sent, productCode: 'MB1' }]),
    );
    expect(quote.lines[0]).toMatchObject({ price: '100.0000', floor: '90.0000', taxAmount: '11.50' });
  });

  test('counts main units: auxiliary ones follow from them, and they from those only where nobody wrote a number', async () => {
    await first.must('POST', '/data/bd/unit', { code: 'BOX', name: '箱', precision: 2 });
    await first.must('POST', '/data/bd/material', {
      code: 'MU',
      name: '成箱漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      assistUnitCode: 'BOX',
      rate: '12',
      taxRate: '13',
    });
    await benchmark({ productCode: 'MU', priceClassCode: 'PC01', price: '10' });
    const units = async (id: string): Promise<unknown> =>
      (
        await first.must<{ lines: { number: string | null; storeNumber: string | null }[] }>(
          'GET',
          `/channelsale/order/${id}`,
        )
      ).lines.map(({ number, storeNumber }) => [number, storeNumber]);
    expect(
      await units(
        (
          await save([
            { productCode: 'MU', number: '30', storeNumber: '7' },
            { productCode: 'MU', number: '5' },
            { productCode: 'M1', number: '5', storeNumber: '5' },
          ])
        ).id,
      ),
    ).toEqual([
      ['30', '2.5'],
      ['5', '0.4167'],
      ['5', null],
    ]);
    const { id } = await first.must<{ id: string }>(
      'POST',
      '/channelsale/order?stash=1',
      order([{ productCode: 'MU', storeNumber: '2.04' }]),
    );
    expect(await units(id)).toEqual([['24', '2']]);
  });

  test('includes the colour, which some materials cannot do without', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'MC',
      name: '调色漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
      libertiesFlag: '1',
    });
    await benchmark({ productCode: 'MC', priceClassCode: 'PC01', price: '128.5' });
    const reply = await first.call<{ key: string; errors: { path: string }[] }>(
      'POST',
      '/channelsale/order',
      order([{ productCode: 'MC', number: '1' }]),
    );
    expect([reply.data.key, reply.data.errors[0]?.path]).toEqual(['E-INVALID', 'lines.0.freeTermCode']);
    expect(await priceOf({ productCode: 'MC', freeTermCode: 'S1' })).toBe('135');
  });

  test('of a half-written order that changed meanwhile is looked at by somebody before the order is whole', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'MH',
      name: '半单漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    const old = await benchmark({ productCode: 'MH', priceClassCode: 'PC01', price: '10' });
    const { id } = await first.must<{ id: string }>(
      'POST',
      '/channelsale/order?stash=1',
      order([{ productCode: 'MH', number: '2' }]),
    );
    await away('benchmark', old);
    await benchmark({ productCode: 'MH', priceClassCode: 'PC01', price: '12' });
    expect(
      (await first.call<{ key: string; params: object }>('PUT', '/channelsale/order/unstash', [id])).data,
    ).toMatchObject({ key: 'E-PROMO-CHANGED', params: { oldAmount: '20', newAmount: '24' } });
    await first.must('PUT', '/channelsale/order', await first.must<Bill>('GET', `/channelsale/order/${id}`));
    await first.must('PUT', '/channelsale/order/unstash', [id]);
  });

  test('of a half-written order is filled when it becomes whole', async () => {
    const { data } = await first.must<{ data: Bill }>(
      'POST',
      '/channelsale/order?stash=1',
      order([{ productCode: 'M5', number: '2' }]),
    );
    expect(data.billStatus).toBe('3');
    expect((await first.call<{ key: string }>('PUT', '/channelsale/order/unstash', [data.id])).data.key).toBe(
      'E-PRICE-NONE',
    );
    const opened = await first.must<Bill>('GET', `/channelsale/order/${data.id}`);
    await first.must('PUT', '/channelsale/order', { ...opened, lines: [{ productCode: 'M3', number: '2' }] });
    // As it was while nobody knew the price.
    await world.sql(`update app.order_order_line set price = null where parent_id = $1`, [data.id]);
    await world.sql(`update app.order_order set total_amount = 0 where id = $1`, [data.id]);
    await first.must('PUT', '/channelsale/order/unstash', [data.id]);
    const whole = await first.must<Bill>('GET', `/channelsale/order/${data.id}`);
    expect([whole.billStatus, compactly(whole.lines[0]?.price), whole.totalAmount]).toEqual(['0', '128.5', '257']);
  });
});

describe('saving', () => {
  test('asks for the whole book with the write that opens it: two writes for a new order, three for a change', async () => {
    const lines = Array.from({ length: 30 }, (_x, at) => ({ productCode: `M${(at % 4) + 1}`, number: '2' }));
    const before = writes.count;
    const bill = await save(lines);
    expect(writes.count - before).toBe(2);
    const opened = await first.must<Bill>('GET', `/channelsale/order/${bill.id}`);
    const between = writes.count;
    await first.must('PUT', '/channelsale/order', { ...opened, remark: '改' });
    expect(writes.count - between).toBe(3);
  });

  test('tells a customer his price and not how it comes about', async () => {
    const menus = await first.must<{ id: string; permissions: string | null; children: object[] }[]>(
      'GET',
      '/sys/menu/select',
    );
    const all = (
      nodes: readonly { id: string; permissions: string | null; children: readonly object[] }[],
    ): { id: string; permissions: string | null }[] => nodes.flatMap((node) => [node, ...all(node.children as never)]);
    const granted = all(menus)
      .filter(({ permissions }) => permissions !== null && /order:order:(page|view|save)/.test(permissions))
      .map(({ id }) => id);
    const { id: roleId } = await first.must<{ id: string }>('POST', '/sys/role', {
      code: 'BUYER1',
      name: '客户下单',
      menuList: granted,
      deptList: [],
    });
    await first.must('POST', '/sys/user', {
      username: 'buyer1',
      realName: '买家',
      password: world.password,
      confirmPassword: world.password,
      accountType: '1',
      customerCode: 'CU1',
      organizeCode: 'O1',
      roleIdList: [roleId],
    });
    const buyer = await world.login('buyer1');
    const { id, data } = await buyer.must<{ id: string; data: Bill }>(
      'POST',
      '/channelsale/order',
      order([{ productCode: 'M1', number: '1' }]),
    );
    expect([compactly(data.lines[0]?.price), 'priceTrace' in data.lines[0]!]).toEqual(['128.5', false]);
    expect('priceTrace' in (await buyer.must<Bill>('GET', `/channelsale/order/${id}`)).lines[0]!).toBe(false);
    const {
      lines: [quoted],
    } = await buyer.must<Quote>('POST', '/channelsale/order/calculate', order([{ productCode: 'M1', number: '1000' }]));
    expect([quoted?.price, quoted?.trace, quoted?.floor, quoted?.available, quoted?.isShort]).toEqual([
      '128.5000',
      [],
      null,
      null,
      false,
    ]);
    expect(
      (
        await buyer.call(
          'POST',
          '/channelsale/order/calculate',
          order([{ productCode: 'M1', number: '1' }], { customerCode: 'CU2' }),
        )
      ).code,
    ).toBe(403);
    // Whether there is any, not how much: neither does asking for more and more tell.
    const supply = async (productCode: string, number: string): Promise<unknown> => {
      const {
        lines: [line],
      } = await buyer.must<Quote>('POST', '/channelsale/order/calculate', order([{ productCode, number }]));
      return [line?.supply, line?.available, line?.isShort];
    };
    await world.sql(`
      update app.stock_balance
      set on_hand = case material_code when 'M4' then 9 when 'M5' then 0 else on_hand end
      where tenant_code = '1000'`);
    expect([
      await supply('M1', '1'),
      await supply('M1', '100000'),
      await supply('M4', '1'),
      await supply('M5', '1'),
    ]).toEqual([
      ['enough', null, false],
      ['enough', null, false],
      ['few', null, false],
      ['none', null, false],
    ]);
    await first.must('POST', '/sys/tenant/params', {
      code: 'SD019',
      name: '客户可见库存数量',
      typeCode: 'SD',
      value: '1',
    });
    expect(await supply('M4', '10')).toEqual([null, expect.stringMatching(/^9(\.0+)?$/), true]);
    await world.sql(`
      update app.stock_balance
      set on_hand = 100
      where material_code in ('M4', 'M5') and tenant_code = '1000'`);
  });
});

describe('which price wins', () => {
  const ids: string[] = [];
  afterAll(() => away('strategy', ...ids));
  const add = async (body: object): Promise<void> => {
    ids.push(await strategy(body));
  };
  const price = (number = '1', customerCode = 'CU2'): Promise<string> =>
    priceOf({ productCode: 'M1', number }, { customerCode });

  test('the class of the customer selects the benchmark', async () => {
    expect([await price(), await price('1', 'CU1')]).toEqual(['120', '128.5']);
  });

  test('the more specific one, never the cheaper; nearest area first; exclusions, quantities and days hold', async () => {
    await add({ name: '全部', pricingMode: '1', value: '90', scopes: [] });
    expect(await price()).toBe('108');
    await add({ name: '浙江', pricingMode: '1', value: '95', scopes: [on('area', 'ZJ')] });
    expect(await price()).toBe('114');
    await add({ name: '杭州', pricingMode: '1', value: '96', scopes: [on('area', 'HZ')] });
    expect(await price()).toBe('115.2');
    await add({ name: '区域单品', scopes: [on('area', 'ZJ')], lines: [{ productCode: 'M1', price: '125' }] });
    expect(await price()).toBe('125');
    await add({ name: '等级', pricingMode: '4', value: '2', scopes: [on('level', 'L1')] });
    expect(await price()).toBe('118');
    await add({ name: '排除', pricingMode: '1', value: '80', scopes: [on('group', 'G1'), on('material', 'M1', '1')] });
    expect(await price()).toBe('118');
    await add({ name: '量大', pricingMode: '1', value: '99', leastNumber: '100', scopes: [on('customer', 'CU2')] });
    expect([await price('99'), await price('100')]).toEqual(['118', '118.8']);
    await add({
      name: '过期',
      pricingMode: '1',
      value: '50',
      startDate: '2020-01-01',
      endDate: '2020-12-31',
      scopes: [on('customer', 'CU2'), on('material', 'M1')],
    });
    await add({
      name: '未到',
      pricingMode: '1',
      value: '50',
      startDate: '2090-01-01',
      scopes: [on('customer', 'CU2'), on('material', 'M1')],
    });
    expect(await price()).toBe('118');
    const { id } = await first.must<{ id: string }>('POST', '/channelsale/price/strategy', {
      ...dates,
      name: '未审核',
      pricingMode: '1',
      value: '50',
      scopes: [on('customer', 'CU2')],
    });
    expect(await price()).toBe('118');
    await first.must('PUT', '/channelsale/price/strategy/audit', [id]);
    expect(await price()).toBe('60');
    await away('strategy', id);
    expect(await price()).toBe('118');
  });

  test('query rules change the order of the search, and may end it', async () => {
    const rule = async (body: object): Promise<string> =>
      (await first.must<{ id: string }>('POST', '/channelsale/query/price/rule', body)).id;
    const all = await rule({ code: 'R1', name: '先看全部', priority: 1, customerDimension: 'all' });
    expect(await price()).toBe('108');
    const end = await rule({ code: 'R0', name: '只看基准价', priority: 0, strategyFlag: '0', source: '2' });
    expect(await price()).toBe('120');
    expect(
      await world.sql(`select code, source, customer_dimension from app.sale_pricequeryrule order by code`),
    ).toEqual([
      { code: 'R0', source: '2', customer_dimension: 'customer' },
      { code: 'R1', source: '0', customer_dimension: 'all' },
    ]);
    await first.must('DELETE', '/channelsale/query/price/rule', [all, end]);
    expect(await price()).toBe('118');
  });
});

describe('ladders', () => {
  test('one price for the whole number, or each band at its own; a whole material where the house counts so', async () => {
    const flat = await benchmark({ productCode: 'M3', priceClassCode: 'PC02', price: '100' });
    const tiers = (productCode: string) =>
      [
        ['1', '100'],
        ['10', '95'],
        ['50', '90'],
      ].map(([startNumber, price]) => ({ productCode, startNumber, price }));
    const id = await ladder({ sourceType: 'benchmark', sourceId: flat, lines: tiers('M3') });
    const of = (number: string): Promise<string> => priceOf({ productCode: 'M3', number }, { customerCode: 'CU2' });
    expect([await of('9'), await of('49'), await of('50')]).toEqual(['100', '95', '90']);
    const two = async (): Promise<string[]> =>
      (
        await save(
          [
            { productCode: 'M3', number: '30' },
            { productCode: 'M3', number: '20' },
          ],
          { customerCode: 'CU2' },
        )
      ).lines.map((line) => compactly(line.price));
    expect(await two()).toEqual(['95', '95']);
    await param('SD007', '1');
    expect(await two()).toEqual(['90', '90']);
    await param('SD007', '0');
    await away('ladder', id);
    await ladder({ sourceType: 'benchmark', sourceId: flat, ladderMode: '1', lines: tiers('M3') });
    const {
      lines: [line],
    } = await save([{ productCode: 'M3', number: '60' }], { customerCode: 'CU2' });
    expect([compactly(line?.price), line?.amount]).toEqual(['94.8333', '5690']);
    expect(await first.must('GET', `/channelsale/price/ladder/${id}`)).toMatchObject({
      scope: '4',
      priceClassCode: 'PC02',
      lines: [{ endNumber: '9' }, { endNumber: '49' }, { endNumber: null }],
    });
  });

  test('say nothing below their first tier: the row they hang on does; one that is all there is starts with the first piece', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'ML',
      name: '批量漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    const base = await benchmark({ productCode: 'ML', priceClassCode: 'PC01', price: '50' });
    const tier = (startNumber: string, price: string) => ({ productCode: 'ML', startNumber, price });
    const id = await ladder({ sourceType: 'benchmark', sourceId: base, lines: [tier('10', '45'), tier('100', '40')] });
    const of = (number: string): Promise<string> => priceOf({ productCode: 'ML', number });
    expect([await of('9'), await of('10'), await of('100')]).toEqual(['50', '45', '40']);
    await away('ladder', id);
    const bands = await ladder({ sourceType: 'benchmark', sourceId: base, ladderMode: '1', lines: [tier('10', '45')] });
    expect([await of('9'), (await save([{ productCode: 'ML', number: '12' }])).lines[0]?.amount]).toEqual([
      '50',
      '585',
    ]);
    await away('ladder', bands);
    const only = await strategy({ pricingMode: '2', scopes: [on('customer', 'CU1'), on('material', 'ML')] });
    const late = await first.call<{ errors: { path: string; msg: string }[] }>(
      'POST',
      '/channelsale/price/ladder',
      { ...dates, name: '晚', sourceType: 'strategy', sourceId: only, lines: [tier('20', '30'), tier('10', '35')] },
      { 'accept-language': 'en-US' },
    );
    expect(late.data.errors).toEqual([{ path: 'lines.1.startNumber', msg: 'the first tier must start at 1' }]);
    await ladder({ sourceType: 'strategy', sourceId: only, lines: [tier('1', '48'), tier('10', '35')] });
    expect([await of('9'), await of('10')]).toEqual(['48', '35']);
    await away('strategy', only);
  });

  test('hang on the product of their benchmark, start once each and nowhere twice', async () => {
    const id = await benchmark({ productCode: 'M4', priceClassCode: 'PC02', price: '100' });
    const reply = await first.call<{ errors: { path: string }[] }>('POST', '/channelsale/price/ladder', {
      ...dates,
      name: '错',
      sourceType: 'benchmark',
      sourceId: id,
      lines: [
        { productCode: 'M4', startNumber: '1', price: '9' },
        { productCode: 'M4', startNumber: '1.0', price: '8' },
        { productCode: 'M3', startNumber: '2', price: '8' },
      ],
    });
    expect(reply.data.errors.map(({ path }) => path)).toEqual(['lines.1.startNumber', 'lines.2.productCode']);
  });

  test('name what they hang on by its number as well: a file knows no id', async () => {
    const id = await benchmark({ productCode: 'M2', priceClassCode: 'PC02', price: '50' });
    const { code } = await first.must<{ code: string }>('GET', `/channelsale/price/benchmark/${id}`);
    const asked = {
      ...dates,
      name: '按单号',
      sourceType: 'benchmark',
      lines: [{ productCode: 'M2', startNumber: '1', price: '45' }],
    };
    const { data } = await first.must<{ data: { sourceId: string } }>('POST', '/channelsale/price/ladder', {
      ...asked,
      sourceId: code,
    });
    expect(data.sourceId).toBe(id);
    const wrong = { ...asked, sourceId: `${code}9` };
    expect((await first.call('POST', '/channelsale/price/ladder', wrong)).code).not.toBe(0);
    await away('benchmark', id);
  });
});

describe('who may buy', () => {
  const restrict = async (body: object): Promise<string> =>
    (await first.must<{ id: string }>('POST', '/channelsale/product/restrict', { ...dates, ruleCode: 'XR1', ...body }))
      .id;
  beforeAll(() =>
    first.must('POST', '/data/bd/material/restrict/rule', {
      code: 'XR1',
      name: '整箱',
      minNumber: '4',
      multipleNumber: '4',
      maxNumber: '40',
    }),
  );

  test('what is forbidden to a customer is refused in three languages', async () => {
    const id = await restrict({
      code: 'X1',
      name: '停供',
      restrictType: '1',
      customerCode: 'CU1',
      productClassCode: 'C1',
    });
    expect(await refusalOf([{ productCode: 'M4', number: '4' }])).toEqual([
      'E-RESTRICT',
      20103,
      '客户不允许购买产品【M4】（规则停供）',
      '客戶不允許購買產品【M4】（規則停供）',
      'Customer may not buy M4 (rule 停供)',
    ]);
    expect(await priceOf({ productCode: 'M4' }, { customerCode: 'CU2' })).toBe('100');
    await first.must('DELETE', '/channelsale/product/restrict', [id]);
  });

  test('what is allowed to some is closed to others, and asks for its quantities', async () => {
    const id = await restrict({ code: 'X2', name: '专供', restrictType: '0', customerCode: 'CU2', productCode: 'M4' });
    const reply = async (number: string, customerCode: string) =>
      (
        await first.call<{ key?: string }>(
          'POST',
          '/channelsale/order',
          order([{ productCode: 'M4', number }], { customerCode }),
        )
      ).data.key ?? 'ok';
    expect([
      await reply('8', 'CU2'),
      await reply('3', 'CU2'),
      await reply('6', 'CU2'),
      await reply('44', 'CU2'),
      await reply('8', 'CU1'),
    ]).toEqual(['ok', 'E-RESTRICT', 'E-RESTRICT', 'E-RESTRICT', 'E-RESTRICT']);
    await first.must('DELETE', '/channelsale/product/restrict', [id]);
  });

  test('one brand per order, where the house sells so', async () => {
    await first.must('POST', '/data/bd/brand', { code: 'B2', name: '木语' });
    await first.must('POST', '/data/bd/material', {
      code: 'MB',
      name: '木器漆',
      classCode: 'C1',
      brandCode: 'B2',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    await benchmark({ productCode: 'MB', priceClassCode: 'PC01', price: '10' });
    const both = [
      { productCode: 'M1', number: '1' },
      { productCode: 'MB', number: '1' },
    ];
    await save(both);
    await param('SD008', '1');
    const reply = await first.call<{ errors: { path: string; msg: string }[] }>(
      'POST',
      '/channelsale/order',
      order(both),
      { 'accept-language': 'en-US' },
    );
    expect(reply.data.errors).toEqual([{ path: 'lines.1.productCode', msg: 'an order holds one brand only' }]);
    await param('SD008', '0');
  });
});

describe('the quote', () => {
  test('tells prices, stock, what is short, what was paid before and what would be refused, in one write', async () => {
    const bill = await save([{ productCode: 'M2', number: '3' }]);
    await first.must('PUT', '/channelsale/order/audit', [bill.id]);
    const before = writes.count;
    const { lines, credit } = await first.must<Quote>(
      'POST',
      '/channelsale/order/calculate',
      order(
        [
          { productCode: 'M2', number: '60' },
          { productCode: 'M2', number: '60' },
          { productCode: 'M5', number: '1' },
          { productCode: 'M1', number: '1', price: '1' },
          {},
        ],
        { storageCode: 'W1' },
      ),
    );
    expect(writes.count - before).toBe(1);
    expect(credit).toMatchObject({ cash: '0', rebate: '0', isControlled: false });
    expect(
      lines.map(({ price, amount, available, isShort, lastPrice, refusals }) => [
        price,
        amount,
        available,
        isShort,
        compactly(lastPrice ?? ''),
        refusals.map(({ key }) => key),
      ]),
    ).toEqual([
      ['128.5000', '7710.00', '97', false, '128.5', []],
      ['128.5000', '7710.00', '37', true, '128.5', []],
      [null, null, '100', false, '', ['E-PRICE-NONE']],
      ['128.5000', '1.00', '100', false, '', ['E-PRICE-TYPED', 'E-FLOOR']],
      [null, null, null, false, '', []],
    ]);
    expect(lines[0]?.history).toEqual([
      { price: expect.stringMatching(/^128\.5/) as string, billDate: expect.any(String) as string, code: bill.code },
    ]);
    expect(
      (await save([{ productCode: 'M2', number: '1' }])).lines.map(({ lastPrice }) => compactly(lastPrice)),
    ).toEqual(['128.5']);
    await first.must('PUT', '/channelsale/order/unaudit', [bill.id]);
  });

  test('tells of strategies that are just over or about to begin, and an order keeps none of that', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'MT',
      name: '换季漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    await benchmark({ productCode: 'MT', priceClassCode: 'PC01', price: '20' });
    const scopes = [on('customer', 'CU1'), on('material', 'MT')];
    const days = {
      over: ['2030-01-01', '2030-02-27'],
      next: ['2030-03-30', '2030-12-31'],
      past: ['2029-01-01', '2030-01-29'],
      far: ['2030-04-02', '2030-12-31'],
    } as const;
    const ids: string[] = [];
    for (const [name, [startDate, endDate]] of Object.entries(days))
      ids.push(await strategy({ name, value: '18', scopes, startDate, endDate, priority: ids.length + 1 }));
    const asked = order([{ productCode: 'MT', number: '1' }], { billDate: '2030-03-01' });
    const {
      lines: [line],
    } = await first.must<Quote>('POST', '/channelsale/order/calculate', asked);
    expect([
      line?.price,
      line?.trace.flatMap((step) => (step.kind === 'passed' ? [[line.names[step.strategy], step.why]] : [])),
    ]).toEqual([
      '20.0000',
      [
        ['over', 'date'],
        ['next', 'date'],
      ],
    ]);
    const {
      lines: [stored],
    } = await save([{ productCode: 'MT', number: '1' }], { billDate: '2030-03-01' });
    expect([stored?.priceTrace.trace.map(({ kind }) => kind), stored?.priceTrace.book.strategies]).toEqual([
      ['benchmark'],
      [],
    ]);
    await away('strategy', ...ids);
  });

  test('of rubbish is a complaint', async () => {
    for (const body of [
      null,
      [],
      { lines: 'x' },
      { lines: [{ number: 'many' }] },
      { billDate: '2026-99-99', lines: [] },
      { customerCode: '\u0000', lines: [] },
      { billDate: '0000-01-01', lines: [] },
      { lines: [{ productCode: 'M1', number: '1e9' }] },
      { lines: Array.from({ length: 2001 }, () => ({})) },
      { customerCode: 'NOBODY', lines: [] },
    ])
      expect((await first.call('POST', '/channelsale/order/calculate', body)).code).toBe(10003);
  });
});

describe('every stored trace', () => {
  test('replays to the same cents, whatever the number was', async () => {
    const flat = await benchmark({
      productCode: 'M5',
      priceClassCode: 'PC01',
      price: '33.3333',
      endDate: '2030-05-31',
    });
    await ladder({
      sourceType: 'benchmark',
      sourceId: flat,
      ladderMode: '1',
      lines: [
        ['3', '32.1111'],
        ['7', '31.7'],
        ['23', '29.99'],
      ].map(([startNumber, price]) => ({ productCode: 'M5', startNumber, price })),
    });
    const ids = [
      await strategy({
        name: '等级折扣',
        pricingMode: '1',
        value: '97',
        scopes: [on('level', 'L1'), on('class', 'C1'), on('material', 'M4', '1')],
      }),
      await strategy({
        name: '量大从优',
        pricingMode: '4',
        value: '3',
        leastNumber: '50',
        scopes: [on('area', 'ZJ'), on('customer', 'CU2'), on('brand', 'B1')],
      }),
    ];
    const rows = fc.sample(
      fc.array(
        fc.record({
          productCode: fc.constantFrom('M1', 'M2', 'M3', 'M4', 'M5'),
          number: fc.integer({ min: 1, max: 400 }).map(String),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      { numRuns: 40, seed: 7 },
    );
    for (const lines of rows) {
      const bill = await save(lines, { customerCode: lines.length % 2 === 0 ? 'CU1' : 'CU2' });
      const { lines: stored } = await first.must<Bill>('GET', `/channelsale/order/${bill.id}`);
      for (const line of stored) {
        const { price } = replayed(line.priceTrace);
        expect([price?.price, price?.amount].map((figure) => compactly(figure))).toEqual(
          [line.price, line.amount].map(compactly),
        );
        // Priced for another number on the same terms, as a return will ask.
        const other = replayed(line.priceTrace, '5');
        const fresh = await first.must<Quote>(
          'POST',
          '/channelsale/order/calculate',
          order([{ productCode: line.productCode, number: '5' }], {
            customerCode: lines.length % 2 === 0 ? 'CU1' : 'CU2',
          }),
        );
        expect(compare(other.price?.amount ?? '0', fresh.lines[0]?.amount ?? '1')).toBe(0);
      }
    }
    await away('strategy', ...ids);
  });
});
