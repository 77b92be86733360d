import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import type { PriceImpact } from '#sales/model/price-impact.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let first: Session;
const { param, benchmark, save } = priceDesk(() => world);
beforeAll(async () => {
  world = await openWorld('price_impact');
  ({ first } = world);
  await furnish(first);
  await param('SD006', '0');
  for (const [code, name] of [
    ['PC01', '标准价'],
    ['PC02', '经销价'],
  ])
    await first.must('POST', '/channelsale/console/priceClass', { code, name });
  await benchmark({ productCode: 'M5', price: '10' });
  const cost = await first.must<{ id: string }>('POST', '/channelsale/price/cost', {
    productCode: 'M5',
    year: 2026,
    month: 1,
    cost: '6',
  });
  await first.must('PUT', '/channelsale/price/cost/audit', [cost.id]);
});
afterAll(() => world.close());

const day = '2026-12-31';
const impactOf = async (session: Session, lines: readonly object[]): Promise<PriceImpact['lines']> =>
  (await session.must<PriceImpact>('POST', '/channelsale/price/change/impact', { effectiveDate: day, lines })).lines;

describe('what a price change means', () => {
  test('is told of all lines at once: the price in force, the difference, the margin, the open orders', async () => {
    const { code } = await save([{ productCode: 'M5', number: '2' }]);
    expect(
      await impactOf(first, [
        { productCode: 'M5', newPrice: '12' },
        { productCode: 'M5', newPrice: '5' },
        { productCode: 'M5', priceClassCode: 'PC02', newPrice: '9' },
        { productCode: 'nothing', newPrice: '1' },
        { productCode: 'M5', newPrice: null },
      ]),
    ).toEqual([
      { oldPrice: '10', difference: '2', percent: '20.0', margin: '50.0', orders: { count: 1, codes: [code] } },
      { oldPrice: '10', difference: '-5', percent: '-50.0', margin: '-20.0', orders: { count: 1, codes: [code] } },
      { oldPrice: null, difference: null, percent: null, margin: '33.3', orders: { count: 0, codes: [] } },
      { oldPrice: null, difference: null, percent: null, margin: null, orders: { count: 0, codes: [] } },
      { oldPrice: '10', difference: null, percent: null, margin: null, orders: { count: 1, codes: [code] } },
    ]);
  });

  test('is told against the price that was before, once it was approved', async () => {
    const { id, data } = await first.must<{ id: string; data: { lines: { id: string }[] } }>(
      'POST',
      '/channelsale/price/change',
      { effectiveDate: day, lines: [{ productCode: 'M5', newPrice: '12' }] },
    );
    await first.must('PUT', '/channelsale/price/change/audit', [id]);
    const line = { productCode: 'M5', newPrice: '12' };
    expect(await impactOf(first, [{ ...line, id: data.lines[0]?.id }, line])).toMatchObject([
      { oldPrice: '10', difference: '2' },
      { oldPrice: '12', difference: '0' },
    ]);
    // The lines of another house say nothing.
    expect(await impactOf(world.second, [{ ...line, id: data.lines[0]?.id }])).toMatchObject([
      { oldPrice: null, orders: { count: 0, codes: [] } },
    ]);
  });

  test('keeps cost and orders from whoever may not see them, and all of it from strangers', async () => {
    const join = async (username: string, menuList: readonly string[]): Promise<Session> => {
      const role = await first.must<{ id: string }>('POST', '/sys/role', {
        code: username,
        name: username,
        menuList: menuList.map((each) => menuIdOf(each)),
      });
      await first.must('POST', '/sys/user', {
        username,
        realName: username,
        password: world.password,
        confirmPassword: world.password,
        roleIdList: [role.id],
      });
      return world.login(username);
    };
    const reader = await join('reader', ['sale/pricechange', 'button sale:pricechange:view']);
    const [told] = await impactOf(reader, [{ productCode: 'M5', newPrice: '12' }]);
    expect(Object.keys(told ?? {}).toSorted()).toEqual(['difference', 'oldPrice', 'percent']);
    const stranger = await join('stranger', ['sale/priceclass']);
    expect((await stranger.call('POST', '/channelsale/price/change/impact', { lines: 'none' })).code).toBe(403);
    expect((await first.call('POST', '/channelsale/price/change/impact', { lines: 'none' })).code).toBe(10003);
  });
});
