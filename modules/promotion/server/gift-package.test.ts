import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const path = '/channelsale/promotion/package';
let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('gift_package');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/data/bd/customer/class', { code: 'K2', name: '零售商' });
});
afterAll(() => world.close());

const gift = (code: string, more: object = {}) => ({
  code,
  name: `礼包${code}`,
  packageType: '1',
  startDate: '2020-01-01',
  endDate: '9999-12-31',
  lines: [
    { productCode: 'M1', number: '2', price: '5' },
    { productCode: 'M2', number: '1', price: '3' },
  ],
  ...more,
});
interface Detail {
  readonly productCode: string;
  readonly price: string;
}
const details = (query: string): Promise<readonly Detail[]> =>
  clerk.must<readonly Detail[]>('GET', `${path}/details?${query}`);
const codes = async (query: string): Promise<readonly string[]> =>
  (await details(query)).map(({ productCode }) => productCode);

describe('a gift package', () => {
  test('[A295] tells what it holds with name, unit, price and what is in stock, all of it at once', async () => {
    await clerk.must('POST', path, gift('G1'));
    expect(await details('packageCode=G1')).toMatchObject([
      {
        productCode: 'M1',
        productName: '内墙漆1',
        spec: '5L',
        mainUnitName: '件',
        erpStockNumber: '100',
        setNumber: '2',
        number: '0',
        storeNumber: '0',
        rate: '1',
        price: '5',
      },
      { productCode: 'M2', price: '3' },
    ]);
  });

  test('is for the customers, classes and channels it names, and for all where it names none', async () => {
    await clerk.must('POST', path, gift('G2', { customerClassCode: 'K1' }));
    await clerk.must('POST', path, gift('G3', { customerCode: 'CU1' }));
    await clerk.must('POST', path, gift('G4', { channelCode: 'CH1' }));
    expect(await codes('packageCode=G2&customerClassCode=K1')).toEqual(['M1', 'M2']);
    expect(await codes('packageCode=G2&customerClassCode=K2')).toEqual([]);
    expect(await codes('packageCode=G3&customerCode=CU1')).toEqual(['M1', 'M2']);
    expect(await codes('packageCode=G3&customerCode=CU9')).toEqual([]);
    expect(await codes('packageCode=G4&channelCode=CH9')).toEqual([]);
    expect(await codes('packageCode=G4')).toEqual(['M1', 'M2']);
  });

  test('that is over or switched off holds nothing for anybody', async () => {
    await clerk.must('POST', path, gift('G5', { endDate: '2020-01-02' }));
    const { id } = await clerk.must<{ id: string }>('POST', path, gift('G6'));
    await clerk.must('PUT', `${path}/disable`, [id]);
    expect([await codes('packageCode=G5'), await codes('packageCode=G6')]).toEqual([[], []]);
  });

  test('holds goods that are there, each once', async () => {
    const refused = async (lines: unknown): Promise<string | undefined> => {
      const { code, data } = await clerk.call<{ errors: { msg: string }[] }>('POST', path, gift('G7', { lines }));
      expect(code).toBe(10003);
      return data.errors[0]?.msg;
    };
    expect(await refused([{ productCode: 'NOBODY' }])).toBe('第1行不存在或已停用');
    expect(await refused([{ productCode: 'M1' }, { productCode: 'M1' }])).toBe('第2行已存在');
    expect(await refused([{ productCode: 'M1', number: '0' }])).toBe('第1行格式错误');
  });

  test('of another tenant is not there', async () => {
    expect(await world.second.must('GET', `${path}/details?packageCode=G1`)).toEqual([]);
  });
});
