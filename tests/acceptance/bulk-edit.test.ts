import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
const codes = ['X1', 'X2', 'X3'];
beforeAll(async () => {
  world = await openWorld('bulk_edit');
  await furnish(world.first);
  for (const code of codes)
    await world.first.must('POST', '/data/bd/brand', { code, name: `牌子${code}`, enName: `before ${code}` });
});
afterAll(() => world.close());

interface Brand {
  readonly id: string;
  readonly code: string;
  readonly enName: string | null;
  readonly rowVersion: number;
}
interface Saved {
  readonly rows: readonly {
    readonly id: string;
    readonly rowVersion: number;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}
const path = '/data/bd/brand/updateBatch';
async function brands(): Promise<readonly Brand[]> {
  const { list } = await world.first.must<{ list: Brand[] }>('GET', `/data/bd/brand/page?codes=${codes.join(',')}`);
  return list.toSorted((a, b) => a.code.localeCompare(b.code));
}
const versionsOf = (rows: readonly { readonly id: string; readonly rowVersion: number }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ id, rowVersion }) => [id, rowVersion]));
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

describe('one field of several records', () => {
  test('is changed in all of them at once, and taken back while nobody changed one since', async () => {
    const before = await brands();
    const body = { ids: idsOf(before), field: 'enName', value: 'Lancai', rowVersions: versionsOf(before) };
    const saved = await world.first.must<Saved>('PUT', path, body);
    expect(saved.rows.map((row) => [row.before, row.after])).toEqual(codes.map((code) => [`before ${code}`, 'Lancai']));
    expect((await brands()).map(({ enName }) => enName)).toEqual(['Lancai', 'Lancai', 'Lancai']);

    // Asked for with what was seen before the change, it is refused as a whole.
    const late = await world.first.call('PUT', path, { ...body, value: 'Other' });
    expect(late.code).not.toBe(0);

    const undo = {
      ids: idsOf(saved.rows),
      field: 'enName',
      values: Object.fromEntries(saved.rows.map((row) => [row.id, row.before])),
      rowVersions: versionsOf(saved.rows),
    };
    await world.first.must('PUT', path, undo);
    expect((await brands()).map(({ enName }) => enName)).toEqual(codes.map((code) => `before ${code}`));
  });

  test('stays as it was in all of them when one was changed meanwhile', async () => {
    const before = await brands();
    const { id = '' } = before[1] ?? {};
    await world.first.must('PUT', '/data/bd/brand', { id, enName: 'somebody was here' });
    const refused = await world.first.call('PUT', path, {
      ids: idsOf(before),
      field: 'enName',
      value: 'Lancai',
      rowVersions: versionsOf(before),
    });
    expect(refused.code).not.toBe(0);
    expect((await brands()).map(({ enName }) => enName)).toEqual(['before X1', 'somebody was here', 'before X3']);
  });

  test('is neither what tells records apart nor what a verb changes, and obeys the rules of a save', async () => {
    const rows = await brands();
    const ask = (field: string, value: unknown): Promise<{ readonly code: number }> =>
      world.first.call('PUT', path, { ids: idsOf(rows), field, value, rowVersions: versionsOf(rows) });
    for (const field of ['code', 'name', 'status', 'rowVersion', 'tenantCode', 'nothing'])
      expect([field, (await ask(field, '1')).code === 0]).toEqual([field, false]);
    expect((await ask('enName', 'x'.repeat(500))).code).not.toBe(0);
    expect((await ask('sort', 'many')).code).not.toBe(0);
  });

  test('is for whoever may change the records, and never those of another tenant', async () => {
    const rows = await brands();
    const body = { ids: idsOf(rows), field: 'enName', value: 'stolen', rowVersions: versionsOf(rows) };
    const { keeper } = await hireStaff(world, { keeper: { role: 'SALESPERSON' } });
    expect((await keeper.call('PUT', path, body)).code).toBe(403);
    expect((await world.second.call('PUT', path, body)).code).not.toBe(0);
    expect((await brands()).some(({ enName }) => enName === 'stolen')).toBe(false);
  });
});
