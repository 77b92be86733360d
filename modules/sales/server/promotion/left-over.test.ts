import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import type { Quote } from '#sales/model/order/quote.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { askBack, signOrder } from '#tests/proof/returns.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

const revisions = '/channelsale/orderrevision';

interface Bill {
  id: string;
  promoTrace: PromotionRecord;
  lines: { id: string; productCode: string; number: string; closedNumber: string; ruleNo: number | null }[];
}

let world: World;
let activity = '';
let code = '';
let customerCode = '';
const prices = priceDesk(() => world);
const desk = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('left_over');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '40', unitType: '0' });
  for (const productCode of ['M1', 'M2']) {
    const { id } = await world.first.must<{ id: string }>('POST', movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode, number: '5000', price: '8' }],
    });
    await world.first.must('PUT', `${movements}/audit`, [id]);
  }
  const [good] = await world.sql<{ classCode: string }>(
    `select class_code as "classCode" from app.data_material where code = 'M2'`,
  );
  // Ten of M1 earn two of whatever is of the class of M2; every ten more do it again.
  activity = await desk.activity([
    {
      policyRuleTypeCode: 'P002',
      leastNumber: '10',
      buyNumber: '10',
      giveNumber: '2',
      giveDynamicFlag: '1',
      giveType: '2',
      giveCode: good?.classCode,
    },
  ]);
  const [found] = await world.sql<{ code: string }>('select code from app.promotion_activity where id = $1', [
    activity,
  ]);
  code = found?.code ?? '';
});
let customers = 0;
beforeEach(async () => {
  await prices.param('SD029', '1');
  customerCode = `LO${(customers += 1)}`;
  await openCustomer(world.first, customerCode, { limit: '0', cash: '10000', isControlled: true });
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

const draft = (bought: string, chosen: string) => ({
  organizeCode: 'O1',
  customerCode,
  storageCode: 'W1',
  ...(chosen === '0' ? {} : { giftChoices: [{ policyCode: code, ruleNo: 1, productCode: 'M2', number: chosen }] }),
  lines: [{ productCode: 'M1', number: bought }],
});
const save = async (bought: string, chosen: string): Promise<string> =>
  (await world.first.must<{ id: string }>('POST', orders, draft(bought, chosen))).id;
const read = (id: string): Promise<Bill> => world.first.must<Bill>('GET', `${orders}/${id}`);
const verb = async (name: string, id: string): Promise<string> => {
  const { data, code: refused } = await world.first.call<{ key?: string }>('PUT', `${orders}/${name}`, [id]);
  return refused === 0 ? '' : (data.key ?? String(refused));
};
async function sell(bought: string, chosen: string): Promise<string> {
  const id = await save(bought, chosen);
  expect(await verb('audit', id)).toBe('');
  return id;
}
const left = async (): Promise<string> => {
  const rows = await world.sql<{ unit: string; rest: string }>(
    'select unit, rest::float::text as rest from app.promotion_rest_balance where customer_code = $1',
    [customerCode],
  );
  return rows.map(({ unit, rest }) => `${rest} ${unit}`).join(', ');
};
const close = (id: string, lineIds?: readonly string[]) =>
  world.first.must('PUT', `${orders}/close`, {
    ids: [id],
    operateMsg: '客户取消',
    reasonKind: '0',
    ...(lineIds === undefined ? {} : { lineIds }),
  });
async function ship(id: string): Promise<void> {
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
}

test('what an order leaves unchosen is chosen by the next that reaches the rule, once (SD029)', async () => {
  const first = await sell('20', '1');
  expect(await left()).toBe('3 number');
  const quote = await world.first.must<Quote>('POST', `${orders}/calculate`, draft('10', '5'));
  expect(quote.promotions?.entitlements).toMatchObject([{ maxNumber: '5', leftOver: { number: '3' } }]);
  // An order that does not reach the rule chooses nothing; one that wants more than there is, is refused.
  expect((await read(await save('9', '3'))).lines).toHaveLength(1);
  expect((await world.first.call<{ key: string }>('POST', orders, draft('10', '6'))).data.key).toBe('E-GIFT-NUMBER');
  const [second, late] = [await save('10', '5'), await save('10', '4')];
  expect(await verb('audit', second)).toBe('');
  expect(await left()).toBe('0 number');
  // The other took it: saving again says so, and what it earned itself is its own.
  expect(await verb('audit', late)).toBe('E-PROMO-CHANGED');
  // What was left is chosen: the order that left it is not taken back before that one.
  expect(await verb('unaudit', first)).toBe('E-PROMO-REST');
  expect([await verb('unaudit', second), await left()]).toEqual(['', '3 number']);
  expect([await verb('unaudit', first), await left()]).toEqual(['', '0 number']);
});

test('without the parameter it is lost, and what was kept before waits', async () => {
  await sell('10', '0');
  await prices.param('SD029', '0');
  const quote = await world.first.must<Quote>('POST', `${orders}/calculate`, draft('10', '0'));
  expect(quote.promotions?.entitlements).toMatchObject([{ maxNumber: '2' }]);
  expect(quote.promotions?.entitlements[0]).not.toHaveProperty('rest');
  await sell('10', '0');
  expect(await left()).toBe('2 number');
});

test('what was used comes back when the order is closed, and is used again when that is undone', async () => {
  await sell('10', '0');
  const id = await sell('20', '6');
  expect(await left()).toBe('0 number');
  await close(id);
  expect(await left()).toBe('2 number');
  expect([await verb('unclose', id), await left()]).toEqual(['', '0 number']);
});

test('a close takes back what the closed goods had earned, first of what is left', async () => {
  const id = await sell('30', '1');
  expect(await left()).toBe('5 number');
  await ship(id);
  const other = await sell('20', '2');
  expect(await left()).toBe('7 number');
  const { lines } = await read(other);
  await close(
    other,
    lines.filter(({ productCode }) => productCode === 'M1').map(({ id: lineId }) => lineId),
  );
  // Its gifts went with the goods: what it had left is gone, what the first one left stays.
  expect([await left(), (await read(other)).lines.map(({ closedNumber }) => closedNumber)]).toEqual([
    '5 number',
    ['20', '2'],
  ]);
});

test('a return gives back what was used and takes what is not earned any more; taken back it is as it was', async () => {
  await sell('10', '0');
  const id = await sell('20', '5');
  expect(await left()).toBe('1 number');
  await ship(id);
  await signOrder(world.first, id);
  // Ten go back: two less are earned, the customer keeps five gifts and pays the two that nothing earns.
  const { movement } = await askBack(world.first, id, { M1: '10' });
  await world.first.must('PUT', `${movements}/audit`, [movement]);
  expect(await left()).toBe('1 number');
  // All of it with its gifts: what it had used of the first order is there again.
  const last = (await askBack(world.first, id, { M1: '10', M2: '5' })).movement;
  await world.first.must('PUT', `${movements}/audit`, [last]);
  expect(await left()).toBe('2 number');
  await world.first.must('PUT', `${movements}/unaudit`, [last]);
  expect(await left()).toBe('1 number');
});

test('a revision that buys less leaves less', async () => {
  const id = await sell('20', '1');
  expect(await left()).toBe('3 number');
  const { code: orderCode, lines } = await world.first.must<Bill & { code: string }>('GET', `${orders}/${id}`);
  const [line] = lines;
  const { id: change } = await world.first.must<{ id: string }>('POST', revisions, {
    organizeCode: 'O1',
    orderCode,
    reason: '少要',
    lines: [{ orderLineId: line?.id, action: 'C', productCode: 'M1', afterNumber: '10' }],
  });
  await world.first.must('PUT', `${revisions}/audit`, [change]);
  expect(await left()).toBe('1 number');
});
