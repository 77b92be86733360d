import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { openWorld, type World } from '#tests/world.ts';
import { availableStatement, normalWarehouses, warehouseOfPlace } from './available.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('available');
});
afterAll(() => world.close());

describe('what is free in a warehouse', () => {
  // Behind the wall only what cannot tell of other tenants goes into an index: a list that is put together there does
  // not.
  test.each([
    ['of an organisation', normalWarehouses(['M1'], 'O1')],
    ['of a place of delivery', warehouseOfPlace(['M1'], 'S1')],
    ['by its code', availableStatement(['M1'], ['W1'])],
  ])('%s is looked up by material, not among all that it holds', async (_which, { text }) => {
    const plan = await asAdministrator(world.adminUrl, async (client) => {
      // A warehouse with a thousand materials: of a few the planner would read them all, and rightly so.
      await client.query(`
        begin;
        set local session_replication_role = replica;
        insert into app.stock_balance (
          tenant_code, stock_organize_code, storage_code, material_code, batch_no, on_hand
        )
        select '1000', 'O' || n % 8, 'W' || n % 8, 'M' || n / 8, '', 1
        from generate_series(0, 7999) n;
        analyze app.stock_balance;
        set local role qudao_app;
        set local search_path = app;
        set local plan_cache_mode = force_generic_plan`);
      await client.query(`prepare free as ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute free ('{}', null)`);
      await client.query('rollback');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(/stock_balance_key .*\n\s+Index Cond: (.*)/.exec(plan)?.[1], plan).toContain('material_code = ANY');
  });
});
