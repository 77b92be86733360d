import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Material {
  readonly code: string;
  readonly erpStockNumber?: string | null;
  readonly number?: string | null;
  readonly productList?: readonly { name: string; status: string }[];
  readonly retailPrice?: string;
}
interface Match {
  readonly matches: readonly { text: string; codes: readonly string[] }[];
  readonly list: readonly Material[];
}

let world: World;
beforeAll(async () => {
  world = await openWorld('goods');
  const { first } = world;
  await furnish(first);
  for (const [code, spec, sizeCode] of [
    ['T1S', '黑色 S', 'S'],
    ['T1M', '黑色 M', 'M'],
    ['T2S', '米白 S', 'S'],
  ]) {
    await first.must('POST', '/data/bd/material', {
      code,
      name: `T恤 ${spec}`,
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      spec,
      sizeCode,
      model: 'AP-1',
      barcode: `690${code}`,
      retailPrice: '99',
    });
  }
  await first.must('POST', '/data/bd/product', {
    code: 'PT',
    name: '圆领T恤',
    classCode: 'PC1',
    mainUnitCode: 'PCS',
    materialCode: 'T1S',
    shelfStatus: '1',
    sort: 2,
  });
  await first.must('POST', '/data/bd/product', {
    code: 'PT0',
    name: '圆领T恤（旧）',
    classCode: 'PC1',
    mainUnitCode: 'PCS',
    materialCode: 'T1S',
    shelfStatus: '0',
    sort: 1,
  });
  const { data } = await first.must<{ data: { id: string } }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [
      { productCode: 'M1', number: '30', price: '1' },
      { productCode: 'M2', number: '100', price: '1' },
    ],
  });
  await first.must('PUT', '/channelsale/order/audit', [data.id]);
});
afterAll(() => world.close());

const page = async (asked: object, by: Session = world.first): Promise<readonly Material[]> =>
  (
    await by.must<{ list: Material[] }>('POST', '/data/bd/material/all/page', {
      page: 1,
      limit: 50,
      orderField: 'code',
      order: 'asc',
      ...asked,
    })
  ).list;
const codes = async (asked: object): Promise<string[]> => (await page(asked)).map(({ code }) => code);
const match = (texts: readonly string[], isStyled = false, by: Session = world.first): Promise<Match> =>
  by.must<Match>('POST', '/data/bd/material/match', { texts, isStyled });

describe('the product dialog asks the server', () => {
  test('for stock, which comes with the page: what is on hand and what of it is free', async () => {
    const stocked = await page({ codes: ['M1', 'M2', 'T1S'], stockQueryType: '0' });
    expect(stocked.map(({ code, number, erpStockNumber }) => [code, number, erpStockNumber])).toEqual([
      ['M1', '100', '70'],
      ['M2', '100', '0'],
      ['T1S', '0', '0'],
    ]);
    expect('erpStockNumber' in ((await page({ codes: ['M1'] }))[0] ?? {})).toBe(false);
  });

  test('as a customer: he learns that there is some, not how much', async () => {
    await world.first.must('POST', '/sys/user', {
      username: 'goods-dealer',
      realName: '经销商',
      password: world.password,
      confirmPassword: world.password,
      accountType: '1',
      customerCode: 'CU1',
    });
    const dealer = await world.login('goods-dealer');
    expect(
      (await page({ codes: ['M1', 'M2'], stockQueryType: '1' }, dealer)).map(({ code, number, erpStockNumber }) => [
        code,
        number,
        erpStockNumber,
      ]),
    ).toEqual([['M1', null, null]]);
  });

  test('as a customer whom the house tells how much there is (SD019), but not of an organisation that keeps it to itself', async () => {
    await world.first.must('POST', '/sys/user', {
      username: 'goods-friend',
      realName: '大客户',
      password: world.password,
      confirmPassword: world.password,
      accountType: '1',
      customerCode: 'CU1',
    });
    const friend = await world.login('goods-friend');
    const told = async (more: object = {}): Promise<unknown> =>
      (await page({ codes: ['M1'], stockQueryType: '0', ...more }, friend)).map(({ number, erpStockNumber }) => [
        number,
        erpStockNumber,
      ]);
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/tenant/params', {
      code: 'SD019',
      name: '客户可见库存数量',
      typeCode: 'SD',
      value: '1',
    });
    expect([await told(), await told({ organizeCode: 'O1' })]).toEqual([[['100', '70']], [['100', '70']]]);
    await world.first.must('POST', '/sys/tenant/params', {
      code: 'SD019',
      name: '客户可见库存数量',
      typeCode: 'SD',
      value: '0',
      organizeCode: 'O1',
    });
    expect(await told({ organizeCode: 'O1' })).toEqual([[null, null]]);
    await world.first.must('DELETE', '/sys/tenant/params', [id]);
    expect(await told()).toEqual([[null, null]]);
  });

  test('for what is in stock only, or out of it, also of one warehouse', async () => {
    expect(await codes({ stockQueryType: '1' })).toEqual(['M1', 'M3', 'M4', 'M5']);
    expect(await codes({ stockQueryType: '2' })).toEqual(['M2', 'T1M', 'T1S', 'T2S']);
    expect(await codes({ stockQueryType: '1', storageCode: 'elsewhere' })).toEqual([]);
    const { total } = await world.first.must<{ total: number }>('POST', '/data/bd/material/all/page', {
      page: 1,
      limit: 20,
      stockQueryType: '1',
    });
    expect(total).toBe(4);
  });

  test('for goods of an organisation, among which are those of none', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    await world.first.must('POST', '/data/bd/material', {
      code: 'OWN',
      name: '分公司专供',
      classCode: 'C1',
      mainUnitCode: 'PCS',
      organizeCode: 'O2',
      status: '0',
    });
    expect(await codes({ organizeCode: 'O1', name: '专供' })).toEqual([]);
    expect(await codes({ organizeCode: 'O2', name: '专供' })).toEqual(['OWN']);
    expect((await codes({ organizeCode: 'O2' })).includes('M1')).toBe(true);
  });

  test('[A216] for the products of a material, of which the first tells whether it is listed', async () => {
    const [linked, alone] = await page({ codes: ['T1S', 'T2S'], productRelFlag: '1' });
    expect(linked?.productList?.map(({ name, status }) => [name, status])).toEqual([
      ['圆领T恤（旧）', '0'],
      ['圆领T恤', '1'],
    ]);
    expect(alone?.productList).toEqual([]);
  });
});

describe('a pasted column', () => {
  test('is matched by code, barcode, product, name and model, the surest first', async () => {
    const { matches, list } = await match(['M1', '690T1M', 'PT', 'T恤 米白 S', 'AP-1', 'nothing', '']);
    expect(Object.fromEntries(matches.map((each) => [each.text, each.codes]))).toEqual({
      M1: ['M1'],
      '690T1M': ['T1M'],
      PT: ['T1M', 'T1S', 'T2S'],
      'T恤 米白 S': ['T2S'],
      'AP-1': ['T1M', 'T1S', 'T2S'],
    });
    expect(list.map(({ code }) => code)).toEqual(['M1', 'T1M', 'T1S', 'T2S']);
  });

  test('brings the rest of the style when it is spread over sizes', async () => {
    expect((await match(['T1S'])).list.map(({ code }) => code)).toEqual(['T1S']);
    expect((await match(['T1S'], true)).list.map(({ code }) => code)).toEqual(['T1M', 'T1S', 'T2S']);
  });

  test('does not find what is disabled or belongs to another tenant, and tells nobody a guarded price', async () => {
    expect((await match(['OWN'])).matches).toEqual([]);
    expect((await match(['M1', 'T1S'], true, world.second)).matches).toEqual([]);
    await world.first.must('POST', '/sys/user', {
      username: 'goods-clerk',
      realName: '内勤',
      password: world.password,
      confirmPassword: world.password,
    });
    const clerk = await world.login('goods-clerk');
    expect([
      (await match(['T1S'])).list[0]?.retailPrice,
      (await match(['T1S'], false, clerk)).list[0]?.retailPrice,
    ]).toEqual(['99', undefined]);
  });

  test('that is none is refused', async () => {
    expect((await world.first.call('POST', '/data/bd/material/match', { texts: 'M1' })).code).toBe(10003);
    expect(
      (await world.first.call('POST', '/data/bd/material/match', { texts: Array.from({ length: 5001 }, () => 'M1') }))
        .code,
    ).toBe(10003);
  });
});
