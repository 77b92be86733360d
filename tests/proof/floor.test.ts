import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { openWorld, type World } from '#tests/world.ts';
import { checkLedgers } from './ledger-check.ts';
import { movementOf, movements, openShop, orderOf, orders, outcome } from './shop.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('floor');
  await openShop(world.first, 1, '10');
});
afterAll(() => world.close());

const make = async (path: string, body: object): Promise<string> =>
  (await world.first.must<{ id: string }>('POST', path, body)).id;
const perform = async (path: string, verb: string, id: string): Promise<string> =>
  outcome(await world.first.call('PUT', `${path}/${verb}`, [id]));

test('in a warehouse that may go below zero, promises are still given back and goods still come in', async () => {
  const { id: storage } = await world.first.must<{ id: string }>('POST', '/data/storage', {
    code: 'W9',
    name: '负库存仓',
    organizeCode: 'O1',
    negativeFlag: '1',
  });
  const inward = await make(movements, movementOf('3', [['HOT01', '10']], 'W9'));
  const order = await make(orders, orderOf([['HOT01', '4']], 'W9'));
  const outward = await make(movements, movementOf('7', [['HOT01', '30']], 'W9'));
  expect([
    await perform(movements, 'audit', inward),
    await perform(orders, 'audit', order),
    await perform(movements, 'audit', outward),
  ]).toEqual(['', '', '']);
  expect([await perform(orders, 'close', order), await perform(orders, 'unclose', order)]).toEqual(['', 'E-STOCK']);

  // The house changes its mind while stock is below zero: what comes in is welcome, what would go out is refused.
  const { rowVersion: _any, ...place } = await world.first.must<{ rowVersion: number }>(
    'GET',
    `/data/storage/${storage}`,
  );
  await world.first.must('PUT', '/data/storage', { ...place, negativeFlag: '0' });
  const [more, less] = [
    await make(movements, movementOf('3', [['HOT01', '5']], 'W9')),
    await make(movements, movementOf('7', [['HOT01', '1']], 'W9')),
  ];
  expect([await perform(movements, 'audit', more), await perform(movements, 'audit', less)]).toEqual(['', 'E-ONHAND']);
  const rest = await make(movements, movementOf('3', [['HOT01', '15']], 'W9'));
  expect(await perform(movements, 'audit', rest)).toBe('');
  expect(
    await world.sql(
      `select on_hand::int, occupied::int, may_go_negative from app.stock_balance where storage_code = 'W9'`,
    ),
  ).toEqual([{ on_hand: 0, occupied: 0, may_go_negative: false }]);
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
});
