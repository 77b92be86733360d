import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { movementOf, outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let keeper: Session;
beforeAll(async () => {
  world = await openWorld('inout');
  keeper = world.first;
  await furnish(keeper);
  await openCustomer(keeper, 'N1', { limit: '0', cash: '1000', isControlled: false });
});
afterAll(() => world.close());

const path = '/stock/inout';
const verb = async (name: string, id: string): Promise<string> =>
  outcome(await keeper.call('PUT', `${path}/${name}`, [id]));
const saved = async (moveType: string, code: string, number: string): Promise<string> =>
  (await keeper.must<{ id: string }>('POST', path, movementOf(moveType, [[code, number]]))).id;
const received = async (code: string, number: string): Promise<void> => {
  expect(await verb('audit', await saved('3', code, number))).toBe('');
};
const material = (code: string): Promise<unknown> =>
  keeper.must('POST', '/data/bd/material', { code, name: `漆${code}`, classCode: 'C1', mainUnitCode: 'PCS' });
const there = (code: string): Promise<unknown> =>
  world
    .sql(
      `
        select on_hand::int, occupied::int
        from app.stock_balance
        where tenant_code = '1000' and material_code = $1`,
      [code],
    )
    .then(([row]) => row);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
};
/** Which of the floors the house has taken away. */
async function without(...codes: readonly ('ST002' | 'ST003')[]): Promise<void> {
  await world.sql(`delete from app.tenant_params where tenant_code = '1000' and code in ('ST002', 'ST003')`);
  for (const code of codes)
    await world.sql(
      `
        insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
        values ('1000', gen_random_uuid(), $1, $1, '1', 'STK')`,
      [code],
    );
}

describe('stock below zero', () => {
  test('what was promised beyond what is there leaves where on-hand may be negative (ST003), and comes back exactly', async () => {
    await material('N1');
    await received('N1', '5');
    await without('ST002');
    const { movement } = await orderInWarehouse(keeper, 'N1', [['N1', '8', '10']]);
    expect(await keeper.call('PUT', `${path}/audit`, [movement])).toMatchObject({
      code: 10020,
      msg: '产品【N1】现存量不足，缺3',
      data: { key: 'E-ONHAND' },
    });
    await without('ST002', 'ST003');
    expect([await verb('audit', movement), await there('N1')]).toEqual(['', { on_hand: -3, occupied: 0 }]);
    await clean();
    expect([await verb('unaudit', movement), await there('N1')]).toEqual(['', { on_hand: 5, occupied: 8 }]);
    expect([await verb('audit', movement), await there('N1')]).toEqual(['', { on_hand: -3, occupied: 0 }]);
    // The house changes its mind: what comes in is welcome, nothing goes out.
    await without();
    await received('N1', '2');
    expect([await verb('audit', await saved('7', 'N1', '1')), await there('N1')]).toEqual([
      'E-ONHAND',
      { on_hand: -1, occupied: 0 },
    ]);
    await clean();
  });

  test('what nobody promised takes only what is free; with ST002 also what is promised, with both what is not there', async () => {
    await material('N2');
    await received('N2', '5');
    await orderInWarehouse(keeper, 'N1', [['N2', '2', '10']]);
    const [four, six] = [await saved('7', 'N2', '4'), await saved('7', 'N2', '6')];
    for (const floors of [[], ['ST003']] as const) {
      await without(...floors);
      expect(await keeper.call('PUT', `${path}/audit`, [four])).toMatchObject({
        code: 10020,
        msg: '产品【N2】现存量不足，缺1',
      });
    }
    await without('ST002');
    expect(await keeper.call('PUT', `${path}/audit`, [six])).toMatchObject({
      code: 10020,
      msg: '产品【N2】现存量不足，缺1',
    });
    expect([await verb('audit', four), await there('N2')]).toEqual(['', { on_hand: 1, occupied: 2 }]);
    await clean();
    expect(await verb('unaudit', four)).toBe('');
    await without('ST002', 'ST003');
    expect([await verb('audit', six), await there('N2')]).toEqual(['', { on_hand: -1, occupied: 2 }]);
    await clean();
    expect([await verb('unaudit', six), await there('N2')]).toEqual(['', { on_hand: 5, occupied: 2 }]);
    await without();
  });

  test('a receipt is not taken back from under what is promised because something once left below zero (E-ONHAND-REV)', async () => {
    await material('N3');
    const receipt = await saved('3', 'N3', '10');
    expect(await verb('audit', receipt)).toBe('');
    await without('ST003');
    const { movement } = await orderInWarehouse(keeper, 'N1', [['N3', '1', '10']]);
    await orderInWarehouse(keeper, 'N1', [['N3', '9', '10']]);
    expect([await verb('audit', movement), await there('N3')]).toEqual(['', { on_hand: 9, occupied: 9 }]);
    expect([await verb('unaudit', receipt), await there('N3')]).toEqual(['E-ONHAND-REV', { on_hand: 9, occupied: 9 }]);
    await without();
  });
});
