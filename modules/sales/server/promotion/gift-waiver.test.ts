import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { GiftWaiver, ShortGifts } from '#promotion/model/waiver/gift-waiver.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { furnish } from '#tests/furniture.ts';
import { order, priceDesk } from '#tests/price-desk.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, releases } from '#tests/proof/cash.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Bill {
  id: string;
  code: string;
  rowVersion: number;
  totalNumber: string;
  payableAmount: string;
  clawbackAmount: string;
  promoTrace: PromotionRecord | null;
  giftWaivers: GiftWaiver[] | null;
  lines: { id: string; productCode: string; lineType: string; number: string; closedNumber: string }[];
}

let world: World;
let clerk: Session;
let activityId: string;
let policyCode: string;
const prices = priceDesk(() => world);
const { activity } = promotionDesk(() => world);
const gift = () => ({ policyCode, ruleNo: 1, productCode: 'G1' });

beforeAll(async () => {
  world = await openWorld('gift_waiver');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await world.first.must('POST', '/data/bd/material', {
    code: 'G1',
    name: '赠品杯',
    classCode: 'C1',
    mainUnitCode: 'PCS',
    brandCode: 'B1',
    price: '12.5',
    taxRate: '13',
  });
  await prices.benchmark({ productCode: 'G1', price: '12', unitType: '0' });
  activityId = await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'G1' }], { budgetAmount: '100000' });
  policyCode = (await world.first.must<{ code: string }>('GET', `/channelsale/promotion/activity/${activityId}`)).code;
  ({ clerk = world.first } = await hireStaff(world, { clerk: { role: 'SALES_CLERK' } }));
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

async function receive(number: string): Promise<void> {
  const { id } = await world.first.must<{ id: string }>('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode: 'G1', number, price: '8' }],
  });
  await world.first.must('PUT', '/stock/inout/audit', [id]);
}
const house = (value: string): Promise<unknown> =>
  world.sql(`update app.sys_params set param_value = $1 where param_code = 'SD024'`, [value]);
const save = async (number: string): Promise<Bill> =>
  (await world.first.must<{ data: Bill }>('POST', orders, order([{ productCode: 'M1', number }]))).data;
const read = (id: string): Promise<Bill> => world.first.must<Bill>('GET', `${orders}/${id}`);
const audit = (id: string) => world.first.call<{ key: string }>('PUT', `${orders}/audit`, [id]);
const waive = async (id: string, number: string, reason = '缺货', who: Session = world.first) =>
  who.call<{ key: string }>('PUT', orders, { ...(await read(id)), giftWaivers: [{ ...gift(), number, reason }] });
const bought = async (id: string, number: string): Promise<Bill> => {
  const bill = await read(id);
  await world.first.must('PUT', orders, {
    ...bill,
    lines: bill.lines.map((line) => (line.lineType === '0' ? { ...line, number } : line)),
  });
  return read(id);
};
const told = ({ lines }: Bill): string[] => lines.map(({ productCode, number }) => `${productCode} ${number}`);
const waived = ({ giftWaivers }: Bill): string[] => (giftWaivers ?? []).map(({ number }) => number);

describe('a gift that is not there', () => {
  test('stops the audit; where the house lets it be given up, the refusal says so (SD024)', async () => {
    const { id } = await save('20');
    await house('0');
    expect((await audit(id)).data.key).toBe('E-STOCK');
    expect((await waive(id, '2')).data.key).toBe('E-GIFT-KEPT');
    await house('1');
    expect((await audit(id)).data.key).toBe('E-GIFT-SHORT');
    expect((await waive(id, '2', ' ')).code).toBe(10003);
    const seller = (await hireStaff(world, { seller: { role: 'SALESPERSON' } }))['seller'];
    expect((await waive(id, '2', '缺货', seller)).code).not.toBe(0);
    expect(told(await read(id))).toEqual(['M1 20', 'G1 2']);
  });

  test('is given up by name and reason, and the order goes through without it', async () => {
    const { id, code } = await save('20');
    expect(await clerk.must<ShortGifts>('POST', `${orders}/giftShort`, { id })).toMatchObject({
      isWaivable: true,
      gifts: [{ ...gift(), number: '2', waived: '0', short: '2' }],
    });
    expect((await waive(id, '2', '客户同意', clerk)).code).toBe(0);
    const bill = await read(id);
    expect([told(bill), bill.totalNumber, bill.payableAmount]).toEqual([['M1 20'], '20', '2000']);
    expect(bill.giftWaivers).toMatchObject([{ ...gift(), number: '2', reason: '客户同意' }]);
    expect(bill.giftWaivers?.[0]?.by).not.toBe('');
    expect(bill.promoTrace?.outcome.waived).toMatchObject([{ activity: policyCode, number: '2' }]);
    // The time is used; what was not given costs the activity nothing.
    expect(bill.promoTrace?.outcome.usage).toEqual([{ activity: policyCode, times: 2, cost: '0.00' }]);
    const [logged] = await world.sql<{ message: string }>(
      `select message from app.sys_operationlog where record_code = $1 and operation = 'giftWaive'`,
      [code],
    );
    expect(logged?.message).toBe('G1 × 2: 客户同意');
    expect((await audit(id)).code).toBe(0);
    // Neither the gift nor a charge for it comes back with what is closed.
    await world.first.must('PUT', `${orders}/close`, { ids: [id], operateMsg: 'x', reasonKind: '0' });
    expect([told(await read(id)), (await read(id)).clawbackAmount]).toEqual([['M1 20'], '0']);
  });

  test('stays given up while the order is written on, as far as it is earned, and is asked about anew beyond', async () => {
    const { id } = await save('20');
    expect((await waive(id, '2')).code).toBe(0);
    const more = await bought(id, '30');
    expect([told(more), waived(more)]).toEqual([['M1 30', 'G1 1'], ['2']]);
    expect((await audit(id)).data.key).toBe('E-GIFT-SHORT');
    const fewer = await bought(id, '10');
    expect([told(fewer), waived(fewer)]).toEqual([['M1 10'], ['1']]);
    const none = await bought(id, '9');
    expect([told(none), waived(none)]).toEqual([['M1 9'], []]);
    // What was once not earned is not missing by itself later.
    expect(told(await bought(id, '10'))).toEqual(['M1 10', 'G1 1']);
  });

  test('that came in is not given up, and can be had back', async () => {
    const { id } = await save('20');
    expect((await waive(id, '2')).code).toBe(0);
    await receive('1');
    const again = await save('20');
    expect((await waive(again.id, '2')).data.key).toBe('E-GIFT-THERE');
    expect((await waive(again.id, '1')).code).toBe(0);
    const had = await waive(id, '1', '');
    expect(had.code).toBe(0);
    const bill = await read(id);
    expect([told(bill), bill.giftWaivers?.[0]?.reason]).toEqual([['M1 20', 'G1 1'], '缺货']);
    expect((await audit(id)).code).toBe(0);
    expect((await audit(again.id)).data.key).toBe('E-GIFT-SHORT');
  });

  test('is no reason to charge the one that was given when a part of the order is closed', async () => {
    await receive('1');
    const { id } = await save('30');
    expect((await waive(id, '2')).code).toBe(0);
    expect((await audit(id)).code).toBe(0);
    const { ids } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const delivery = await world.first.must<{ id: string; lines: object[] }>('GET', `${deliveries}/${ids[0] ?? ''}`);
    await world.first.must('PUT', deliveries, {
      ...delivery,
      lines: delivery.lines.map((line) => ({ ...line, number: '20' })).slice(0, 1),
    });
    await world.first.must('PUT', `${deliveries}/audit`, [delivery.id]);
    const released = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery.id]);
    await world.first.must('PUT', `${movements}/audit`, released.ids);
    await world.first.must('PUT', `${orders}/close`, {
      ids: [id],
      operateMsg: 'x',
      reasonKind: '0',
      lineIds: [(await read(id)).lines[0]?.id],
    });
    const bill = await read(id);
    // Twenty of thirty still earn two: the one that the order gives is among them.
    expect(bill.lines.map(({ closedNumber }) => closedNumber)).toEqual(['10', '0']);
    expect(bill.clawbackAmount).toBe('0');
  });

  test('of a new order, or of a copy, is not given up before anybody was told that it is missing', async () => {
    const { data } = await world.first.must<{ data: Bill }>('POST', orders, {
      ...order([{ productCode: 'M1', number: '20' }]),
      giftWaivers: [{ ...gift(), number: '2', reason: 'x' }],
    });
    expect(told(await read(data.id))).toEqual(['M1 20', 'G1 2']);
  });

  test.each([
    [[{ ruleNo: 1, productCode: 'G1', number: '1' }]],
    [[{ policyCode: 'A', ruleNo: '1', productCode: 'G1', number: '1' }]],
    [[{ policyCode: 'A', ruleNo: 1, productCode: 'G1', number: '-1' }]],
    [[{ policyCode: 'A', ruleNo: 1, productCode: 'G1', number: '1', reason: 5 }]],
    ['x'],
  ])('is refused where it is none: %j', async (giftWaivers) => {
    const answer = await world.first.call<{ errors: { path: string }[] }>('POST', orders, {
      ...order([{ productCode: 'M1', number: '20' }]),
      giftWaivers,
    });
    expect([answer.code, answer.data.errors[0]?.path]).toEqual([10003, 'giftWaivers']);
  });
});
