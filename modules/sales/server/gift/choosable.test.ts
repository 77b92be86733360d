import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Choosable } from '#sales/model/order/choosable.ts';
import type { Quote } from '#sales/model/order/quote.ts';
import { furnish } from '#tests/furniture.ts';
import { compactly, dates, order, priceDesk } from '#tests/price-desk.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('order_choosable');
  const { first } = world;
  await furnish(first);
  for (const [at, price] of ['100', '40', '30'].entries())
    await prices.benchmark({ productCode: `M${at + 1}`, price, unitType: '0' });
  // A class below another, and a good of it that nobody prices.
  const { id } = await first.must<{ id: string }>('POST', '/data/bd/material/class', { code: 'GF', name: '工具' });
  await first.must('POST', '/data/bd/material/class', { code: 'GF1', name: '刷子', pid: id });
  for (const code of ['G1', 'G2'])
    await first.must('POST', '/data/bd/material', {
      code,
      name: `滚刷${code}`,
      classCode: 'GF1',
      mainUnitCode: 'PCS',
      rate: '6',
      taxRate: '13',
    });
});
afterAll(() => world.close());

const gift = { policyRuleTypeCode: 'P002', leastNumber: '10', giveNumber: '2', giveDynamicFlag: '1' };
const asked = (more: object = {}) => ({ organizeCode: 'O1', customerCode: 'CU1', storageCode: 'W1', ...more });
const quote = (giftChoices: unknown = []): Promise<Quote> =>
  world.first.must<Quote>(
    'POST',
    '/channelsale/order/calculate',
    order([{ productCode: 'M1', number: '20' }], { giftChoices }),
  );
async function offered(more: object = {}, chosen: readonly string[] = []): Promise<Choosable['offers']> {
  const earned = (await quote()).promotions?.entitlements ?? [];
  const offers = earned.map(({ activity: code, ruleNo }) => ({ activity: code, ruleNo, chosen }));
  return (await world.first.must<Choosable>('POST', '/channelsale/order/gifts', asked({ offers, ...more }))).offers;
}

test('a package is told with its own prices, how many are in a set, and what is free where the order leaves', async () => {
  await world.first.must('POST', '/channelsale/promotion/package', {
    ...dates,
    code: 'PK1',
    name: '开业礼包',
    packageType: '0',
    lines: [
      { productCode: 'M2', number: '3', price: '25' },
      { productCode: 'G1', number: '1', price: '5' },
    ],
  });
  const id = await activity([{ ...gift, giveType: '3', giveCode: 'PK1' }], { name: '满十赠包' });
  const [offer, ...others] = await offered();
  expect(others).toEqual([]);
  expect(offer).toMatchObject({
    name: '满十赠包',
    packageCode: 'PK1',
    packageName: '开业礼包',
    isWhole: true,
    isMore: false,
  });
  expect(
    offer?.goods.map(({ productCode, price, setNumber, rate, erpStockNumber }) => [
      productCode,
      price,
      setNumber,
      rate,
      erpStockNumber,
    ]),
  ).toEqual([
    ['M2', '25', '3', '1', '100'],
    ['G1', '5', '1', '6', '0'],
  ]);
  await away(id);
  // Of an activity that is not open nothing is told, whoever asks.
  expect(
    (
      await world.first.must<Choosable>(
        'POST',
        '/channelsale/order/gifts',
        asked({ offers: [{ activity: offer?.activity, ruleNo: 1 }] }),
      )
    ).offers,
  ).toEqual([]);
});

test('a class is for the goods below it, a search narrows them, and what was chosen before is told all the same', async () => {
  const id = await activity([{ ...gift, giveType: '2', giveCode: 'GF' }]);
  const codes = async (...about: Parameters<typeof offered>): Promise<(string | undefined)[]> =>
    (await offered(...about)).flatMap(({ goods }) => goods.map(({ productCode }) => productCode));
  expect(await codes()).toEqual(['G1', 'G2']);
  expect(await codes({ keyword: 'g2' })).toEqual(['G2']);
  expect(await codes({ keyword: 'G2' }, ['G1'])).toEqual(['G2', 'G1']);
  const [entitled] = (await quote()).promotions?.entitlements ?? [];
  const choice = { policyCode: entitled?.activity, ruleNo: 1, packageCode: null };
  // What is told may be chosen.
  const { promotions } = await quote([{ ...choice, productCode: 'G1', number: '4' }]);
  expect(promotions?.given.map(({ productCode, number }) => [productCode, number])).toEqual([['G1', '4']]);
  await away(id);
});

test('goods to exchange for: of the scope, a brand or by name, at the price of the customer', async () => {
  const exchange = {
    policyRuleTypeCode: 'P005',
    leastNumber: '10',
    changeBuyRate: '30',
    canChangeBuyType: '0',
    addMoneyChangeBuyLimitType: '1',
    changeBuyMaxNumber: '1',
  };
  const of = async (rule: object, head: object = {}): Promise<string[]> => {
    const id = await activity([{ ...exchange, ...rule }], head);
    const [offer] = await offered();
    await away(id);
    return [
      offer?.payRate ?? '',
      ...(offer?.goods ?? []).map(({ productCode, price }) => `${productCode} ${compactly(price)}`),
    ];
  };
  expect(await of({ changeBuyType: '3', changeProductCode: 'M3, M2' })).toEqual(['30', 'M2 40', 'M3 30']);
  expect(await of({ changeBuyType: '2', changeProductCode: 'B1' })).toEqual([
    '30',
    'M1 100',
    'M2 40',
    'M3 30',
    'M4 0',
    'M5 0',
  ]);
  expect(
    await of(
      { changeBuyType: '0', changeProductCode: null },
      {
        scopes: [
          { side: 'product', dimension: 'class', code: 'C1', excludeFlag: '0' },
          { side: 'product', dimension: 'material', code: 'M4', excludeFlag: '1' },
          { side: 'product', dimension: 'material', code: 'M5', excludeFlag: '1' },
        ],
      },
    ),
  ).toEqual(['30', 'M1 100', 'M2 40', 'M3 30']);
});

test('a question that makes no sense is refused at its place', async () => {
  const refused = async (body: object): Promise<string | undefined> =>
    (
      await world.first.call<{ errors: { path: string }[] }>('POST', '/channelsale/order/gifts', asked(body))
    ).data.errors.at(0)?.path;
  expect([
    await refused({ offers: 'all' }),
    await refused({ offers: [{ activity: 'A\u0000', ruleNo: 1 }] }),
    await refused({ offers: [], customerCode: 'nobody' }),
  ]).toEqual(['offers', 'offers.0.activity', 'customerCode']);
});

test('a choice that is not earned when an order is saved does not come back by itself', async () => {
  const id = await activity([{ ...gift, giveType: '2', giveCode: 'GF' }]);
  const [entitled] = (await quote()).promotions?.entitlements ?? [];
  const giftChoices = [
    { policyCode: entitled?.activity, ruleNo: 1, packageCode: null, productCode: 'G1', number: '2' },
  ];
  interface Bill {
    readonly giftChoices: unknown;
    readonly lines: readonly { readonly ruleNo: number | null }[];
  }
  const save = async (number: string, more: object): Promise<Bill & { readonly id: string }> =>
    (
      await world.first.must<{ data: Bill & { readonly id: string } }>(
        'POST',
        '/channelsale/order',
        order([{ productCode: 'M1', number }], more),
      )
    ).data;
  expect((await save('10', { giftChoices })).giftChoices).toEqual(giftChoices);
  expect((await save('9', { giftChoices })).giftChoices).toEqual([]);
  await away(id);
});

test('what is earned and not chosen is said where the order stands, until it is chosen or the order is audited', async () => {
  await world.first.must('POST', '/channelsale/promotion/package', {
    ...dates,
    code: 'PK9',
    name: '自选包',
    packageType: '1',
    lines: [{ productCode: 'M2', number: '1', price: '25' }],
  });
  const id = await activity([{ ...gift, giveType: '3', giveCode: 'PK9' }], { name: '满十自选' });
  const { code } = await world.first.must<{ code: string }>('GET', `/channelsale/promotion/activity/${id}`);
  const saved = async (giftChoices: unknown) =>
    (
      await world.first.must<{ id: string }>(
        'POST',
        '/channelsale/order',
        order([{ productCode: 'M1', number: '10' }], { giftChoices }),
      )
    ).id;
  const missing = async (orderId: string): Promise<string[]> =>
    (
      await world.first.must<{ missing: { text: string; isBlocking: boolean }[] }>(
        'GET',
        `/channelsale/order/${orderId}/standing`,
      )
    ).missing.map(({ text, isBlocking }) => `${text} ${isBlocking}`);
  const open = await saved([]);
  expect(await missing(open)).toEqual(['「满十自选」的赠品或换购没选，审核后不再保留 false']);
  const chosen = [{ policyCode: code, ruleNo: 1, packageCode: 'PK9', productCode: 'M2', number: '1' }];
  expect(await missing(await saved(chosen))).toEqual([]);
  await world.first.must('PUT', '/channelsale/order/audit', [open]);
  expect(await missing(open)).toEqual([]);
  await away(id);
});
