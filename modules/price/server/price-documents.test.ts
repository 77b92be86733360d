import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { compactly, dates, on, priceDesk } from '#tests/price-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let first: Session;
const { param, benchmark, strategy, ladder, away, priceOf } = priceDesk(() => world);
beforeAll(async () => {
  world = await openWorld('price_documents');
  ({ first } = world);
  await furnish(first);
  await param('SD006', '0');
  for (const [code, name] of [
    ['PC01', '标准价'],
    ['PC02', '经销价'],
  ])
    await first.must('POST', '/channelsale/console/priceClass', { code, name });
});
afterAll(() => world.close());

describe('price documents', () => {
  test('two that hold for the same thing on the same days are refused, also when one is switched on again', async () => {
    const one = await benchmark({ productCode: 'M5', priceClassCode: 'PC02', price: '1' });
    const { id } = await first.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
      ...dates,
      productCode: 'M5',
      priceClassCode: 'PC02',
      price: '2',
      startDate: '2026-01-01',
    });
    for (const [language, msg] of [
      ['zh-CN', /^与【BP\d+】生效期间重叠$/],
      ['zh-TW', /^與【BP\d+】生效期間重疊$/],
      ['en-US', /^Overlaps BP\d+$/],
    ] as const) {
      const reply = await first.call<{ key: string }>('PUT', '/channelsale/price/benchmark/audit', [id], {
        'accept-language': language,
      });
      expect([reply.code, reply.data.key]).toEqual([20306, 'E-OVERLAP']);
      expect(reply.msg).toMatch(msg);
    }
    await away('benchmark', one);
    await first.must('PUT', '/channelsale/price/benchmark/audit', [id]);
    expect((await first.call<{ key: string }>('PUT', '/channelsale/price/benchmark/enable', [one])).data.key).toBe(
      'E-OVERLAP',
    );
    await first.must('PUT', '/channelsale/price/benchmark/unaudit', [id]);
    await first.must('PUT', '/channelsale/price/benchmark/enable', [one]);
    await away('benchmark', one);
  });

  test('a strategy names whom and what it is for; the list sees it in short', async () => {
    const call = (scopes: unknown) =>
      first.call<{ errors: { path: string; msg: string }[] }>(
        'POST',
        '/channelsale/price/strategy',
        { ...dates, name: '范围', pricingMode: '1', value: '90', scopes },
        { 'accept-language': 'en-US' },
      );
    for (const [scopes, msg] of [
      ['CU1', 'Scope format error'],
      [[on('customer', 'NOBODY')], 'row 1 does not exist or is disabled'],
      [[on('customer', 'CU1'), on('customer', 'CU1')], 'row 2 already exists'],
      [[{ side: 'product', dimension: 'customer', code: 'CU1' }], 'row 1 format error'],
      [[on('customer', 'C\u0000')], 'row 1 format error'],
    ] as const) {
      const reply = await call(scopes);
      expect(reply.data.errors[0]).toEqual({ path: 'scopes', msg: scopes === 'CU1' ? 'row 1 format error' : msg });
    }
    const { id } = await first.must<{ id: string }>('POST', '/channelsale/price/strategy', {
      ...dates,
      name: '两类',
      pricingMode: '1',
      value: '90',
      scopes: [on('channel', 'CH1'), on('customerClass', 'K1'), on('brand', 'B1')],
    });
    expect(await first.must('GET', `/channelsale/price/strategy/${id}`)).toMatchObject({
      scope: '9',
      channelCode: 'CH1',
      customerClassCode: 'K1',
      customerCodes: [],
      scopes: [{ name: '分销' }, { name: '经销商' }, { name: '澜彩' }],
    });
    const { total } = await first.must<{ total: number }>(
      'GET',
      '/channelsale/price/strategy/page?channelCode=CH1&scope=9',
    );
    expect(total).toBe(1);
    await first.must('DELETE', `/channelsale/price/strategy/${id}`);
  });

  test('a price change ends the old prices the day before and writes the new ones', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'MP',
      name: '调价漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    await benchmark({ productCode: 'MP', priceClassCode: 'PC01', price: '10' });
    const { id, data } = await first.must<{ id: string; data: { lines: { oldPrice: string }[] } }>(
      'POST',
      '/channelsale/price/change',
      {
        effectiveDate: '2030-06-01',
        lines: [
          { productCode: 'MP', priceClassCode: 'PC01', newPrice: '12' },
          { productCode: 'M5', newPrice: '7' },
        ],
      },
    );
    expect(data.lines.map(({ oldPrice }) => compactly(oldPrice ?? ''))).toEqual(['10', '']);
    await first.must('PUT', '/channelsale/price/change/audit', [id]);
    const on2030 = (billDate: string): Promise<string> => priceOf({ productCode: 'MP' }, { billDate });
    expect([
      await on2030('2030-05-31'),
      await on2030('2030-06-01'),
      await priceOf({ productCode: 'M5' }, { billDate: '2031-01-01' }),
    ]).toEqual(['10', '12', '7']);
    // A second change for the same day is the one that counts from then on.
    const again = await first.must<{ id: string }>('POST', '/channelsale/price/change', {
      effectiveDate: '2030-06-01',
      lines: [{ productCode: 'MP', priceClassCode: 'PC01', newPrice: '13' }],
    });
    await first.must('PUT', '/channelsale/price/change/audit', [again.id]);
    expect([await on2030('2030-05-31'), await on2030('2030-06-01'), await on2030('2030-12-31')]).toEqual([
      '10',
      '13',
      '13',
    ]);
  });

  test('a price change leaves prices that begin later alone: what it writes ends the day before them', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'MQ',
      name: '先调价漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    const change = async (effectiveDate: string, ...lines: readonly object[]): Promise<void> => {
      const { id } = await first.must<{ id: string }>('POST', '/channelsale/price/change', { effectiveDate, lines });
      await first.must('PUT', '/channelsale/price/change/audit', [id]);
    };
    await first.must('POST', '/channelsale/console/priceClass', { code: 'PC03', name: '内部价' });
    await change(
      '2030-06-01',
      { productCode: 'MQ', priceClassCode: 'PC01', newPrice: '12' },
      { productCode: 'MQ', priceClassCode: 'PC03', newPrice: '14' },
    );
    // Without a class it is of the default one.
    await change(
      '2030-03-01',
      { productCode: 'MQ', priceClassCode: 'PC03', newPrice: '13' },
      { productCode: 'MQ', newPrice: '11' },
      { productCode: 'MQ', priceClassCode: 'PC02', newPrice: '9' },
    );
    const { list } = await first.must<{ list: { price: string; startDate: string; endDate: string | null }[] }>(
      'GET',
      '/channelsale/price/benchmark/page?page=1&limit=20&productCode=MQ',
    );
    expect(
      Object.fromEntries(list.map(({ price, startDate, endDate }) => [compactly(price), [startDate, endDate]])),
    ).toEqual({
      9: ['2030-03-01', null],
      11: ['2030-03-01', '2030-05-31'],
      12: ['2030-06-01', null],
      13: ['2030-03-01', '2030-05-31'],
      14: ['2030-06-01', null],
    });
  });

  test('a price change keeps the floor and the unit of the price before it, and takes no class for the default one', async () => {
    const box = {
      name: '箱装漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      assistUnitCode: 'PCS',
      rate: '12',
      taxRate: '13',
    };
    for (const code of ['MR1', 'MR2']) await first.must('POST', '/data/bd/material', { ...box, code });
    await benchmark({ productCode: 'MR1', price: '10', floorPrice: '8', endDate: null });
    await benchmark({
      productCode: 'MR2',
      priceClassCode: 'PC01',
      unitType: '1',
      price: '120',
      floorPrice: '96',
      endDate: null,
    });
    const again = await first.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
      ...dates,
      productCode: 'MR1',
      priceClassCode: 'PC01',
      price: '1',
    });
    expect((await first.call<{ key: string }>('PUT', '/channelsale/price/benchmark/audit', [again.id])).data.key).toBe(
      'E-OVERLAP',
    );
    const twice = await first.call<{ errors: { path: string }[] }>('POST', '/channelsale/price/change', {
      effectiveDate: '2030-06-01',
      lines: [
        { productCode: 'MR1', newPrice: '1' },
        { productCode: 'MR1', priceClassCode: 'PC01', newPrice: '2' },
      ],
    });
    expect(twice.data.errors.map(({ path }) => path)).toEqual(['lines.1.productCode']);
    const { id, data } = await first.must<{ id: string; data: { lines: { oldPrice: string }[] } }>(
      'POST',
      '/channelsale/price/change',
      {
        effectiveDate: '2030-06-01',
        lines: [
          { productCode: 'MR1', priceClassCode: 'PC01', newPrice: '12' },
          { productCode: 'MR2', newPrice: '144', floorPrice: '108' },
        ],
      },
    );
    expect(data.lines.map(({ oldPrice }) => compactly(oldPrice))).toEqual(['10', '120']);
    await first.must('PUT', '/channelsale/price/change/audit', [id]);
    expect(
      await world.sql(
        `
          select product_code, price::float, floor_price::float, unit_type, start_date::text, end_date::text
          from app.sale_benchmarkprice
          where tenant_code = $1 and product_code like 'MR_' and bill_status = '1'
          order by 1, 5`,
        [first.tenantCode],
      ),
    ).toEqual([
      {
        product_code: 'MR1',
        price: 10,
        floor_price: 8,
        unit_type: '0',
        start_date: '2020-01-01',
        end_date: '2030-05-31',
      },
      { product_code: 'MR1', price: 12, floor_price: 8, unit_type: '0', start_date: '2030-06-01', end_date: null },
      {
        product_code: 'MR2',
        price: 120,
        floor_price: 96,
        unit_type: '1',
        start_date: '2020-01-01',
        end_date: '2030-05-31',
      },
      { product_code: 'MR2', price: 144, floor_price: 108, unit_type: '1', start_date: '2030-06-01', end_date: null },
    ]);
    expect([
      await priceOf({ productCode: 'MR1' }, { billDate: '2030-06-01' }),
      await priceOf({ productCode: 'MR2' }, { billDate: '2030-06-01' }),
    ]).toEqual(['12', '12']);
    // One for an organisation alone follows everybody's.
    const own = await first.must<{ id: string; data: { lines: { oldPrice: string }[] } }>(
      'POST',
      '/channelsale/price/change',
      { organizeCode: 'O1', effectiveDate: '2030-07-01', lines: [{ productCode: 'MR2', newPrice: '168' }] },
    );
    await first.must('PUT', '/channelsale/price/change/audit', [own.id]);
    expect([
      compactly(own.data.lines[0]?.oldPrice),
      await priceOf({ productCode: 'MR2' }, { billDate: '2030-07-01' }),
    ]).toEqual(['144', '14']);
  });

  test('a price change names the ladder that it would leave behind', async () => {
    await first.must('POST', '/data/bd/material', {
      code: 'MS',
      name: '阶梯漆',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    const tiered = await benchmark({ productCode: 'MS', price: '10', endDate: null });
    const tiers = await ladder({
      sourceType: 'benchmark',
      sourceId: tiered,
      lines: [{ productCode: 'MS', startNumber: '10', price: '9' }],
    });
    const { code } = await first.must<{ code: string }>('GET', `/channelsale/price/ladder/${tiers}`);
    const { id } = await first.must<{ id: string }>('POST', '/channelsale/price/change', {
      effectiveDate: '2030-06-01',
      lines: [{ productCode: 'MS', priceClassCode: 'PC01', newPrice: '12' }],
    });
    for (const [language, msg] of [
      ['zh-CN', `产品【MS】的现价有阶梯价【${code}】，请先停用或结束它再调价`],
      ['zh-TW', `產品【MS】的現價有階梯價【${code}】，請先停用或結束它再調價`],
      ['en-US', `The price of MS has the tiers ${code}; disable or end it before changing the price`],
    ] as const) {
      expect(
        await first.call('PUT', '/channelsale/price/change/audit', [id], { 'accept-language': language }),
      ).toMatchObject({ code: 20221, msg, data: { key: 'E-PRICE-LADDER' } });
    }
    // Of another class it is none of its business.
    const other = await first.must<{ id: string }>('POST', '/channelsale/price/change', {
      effectiveDate: '2030-06-01',
      lines: [{ productCode: 'MS', priceClassCode: 'PC02', newPrice: '11' }],
    });
    await first.must('PUT', '/channelsale/price/change/audit', [other.id]);
    await away('ladder', tiers);
    await first.must('PUT', '/channelsale/price/change/audit', [id]);
    expect(await priceOf({ productCode: 'MS', number: '10' }, { billDate: '2030-06-01' })).toBe('12');
  });

  test('are refused to their own writer where the house says so (SYS021)', async () => {
    const { id } = await first.must<{ id: string }>('POST', '/channelsale/price/cost', {
      productCode: 'M1',
      year: 2026,
      month: 5,
      cost: '80',
    });
    await param('SYS021', '1');
    expect((await first.call<{ key: string }>('PUT', '/channelsale/price/cost/audit', [id])).data.key).toBe(
      'E-SELF-AUDIT',
    );
    await param('SYS021', '0');
    await first.must('PUT', '/channelsale/price/cost/audit', [id]);
    const added = await strategy({
      name: '成本加成',
      pricingMode: '3',
      value: '50',
      scopes: [on('customer', 'CU1'), on('material', 'M1')],
    });
    expect(await priceOf({ productCode: 'M1' }, { billDate: '2026-06-01' })).toBe('120');
    await away('strategy', added);
  });
});
