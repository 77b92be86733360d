import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Entry {
  readonly docCode: string;
  readonly docType: string;
  readonly postType: string;
  readonly dOnHand: string;
  readonly onHandAfter: string;
  readonly dOccupied: string;
  readonly isReversal: boolean;
}
interface EntryPage<Row = Entry> {
  readonly list: readonly Row[];
  readonly total: number;
}

let world: World;
let keeper: Session;
beforeAll(async () => {
  world = await openWorld('entries');
  keeper = world.first;
  await furnish(keeper);
});
afterAll(() => world.close());

const entries = (productCode: string, more = '', by: Session = keeper): Promise<EntryPage> =>
  by.must<EntryPage>('GET', `/stock/enquiry/entries?organizeCode=O1&storageCode=W1&productCode=${productCode}${more}`);

describe('behind a figure of the stock enquiry', () => {
  test('stand its entries, latest first, each with its document and what was there after it', async () => {
    const {
      id,
      data: { code },
    } = await keeper.must<{ id: string; data: { code: string } }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '7',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '30' }],
    });
    await keeper.must('PUT', '/stock/inout/audit', [id]);
    const { id: order } = await keeper.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '10', price: '1' }],
    });
    await keeper.must('PUT', '/channelsale/order/audit', [order]);
    await keeper.must('PUT', '/stock/inout/unaudit', [id]);
    const { list, total } = await entries('M1');
    expect(
      list.map(({ docType, postType, dOnHand, onHandAfter, dOccupied, isReversal }) => [
        docType,
        postType,
        dOnHand,
        onHandAfter,
        dOccupied,
        isReversal,
      ]),
    ).toEqual([
      ['stock:inout', 'OUT', '30', '100', '0', true],
      ['order:order', 'RSV', '0', '70', '10', false],
      ['stock:inout', 'OUT', '-30', '70', '0', false],
      ['stock:inout', 'IN', '100', '100', '0', false],
    ]);
    expect([total, list[0]?.docCode]).toEqual([4, code]);
    expect((await entries('M1', '&limit=2&page=2')).list.map(({ postType }) => postType)).toEqual(['OUT', 'IN']);
  });

  test("of goods, warehouses and accounts that are not one's own stands nothing", async () => {
    expect(await entries('M1', '', world.second)).toEqual({ list: [], total: 0 });
    expect(await entries('')).toEqual({ list: [], total: 0 });
    await keeper.must('POST', '/sys/user', {
      username: 'entries-nobody',
      realName: '无权',
      password: world.password,
      confirmPassword: world.password,
    });
    const nobody = await world.login('entries-nobody');
    expect(
      await nobody.call('GET', '/stock/enquiry/entries?organizeCode=O1&storageCode=W1&productCode=M1'),
    ).toMatchObject({ code: 403 });
    expect(await nobody.call('GET', '/channelsale/balance/entries?accountCode=A001-O1-CU1')).toMatchObject({
      code: 403,
    });
  });

  test('and behind a balance those of the account', async () => {
    const { id } = await keeper.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      billType: 'AD',
      amount: '500',
      accountCode: 'A003-O1-CU1',
    });
    await keeper.must('PUT', '/channelsale/bill/audit', [id]);
    const { list, total } = await keeper.must<
      EntryPage<{ postType: string; dBalance: string; balanceAfter: string; docType: string }>
    >('GET', '/channelsale/balance/entries?accountCode=A003-O1-CU1');
    expect([
      total,
      list.map(({ postType, dBalance, balanceAfter, docType }) => [postType, dBalance, balanceAfter, docType]),
    ]).toEqual([1, [['ADJ', '500', '500', 'sale:bill']]]);
    expect(await world.second.must<EntryPage>('GET', '/channelsale/balance/entries?accountCode=A003-O1-CU1')).toEqual({
      list: [],
      total: 0,
    });
  });
});
