import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportResult, ImportState, ImportedRow } from '#platform/model/import.ts';
import { formOf } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { cellsOf, list } from '#tests/sheets.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-activity-import-'));
process.env['FILES_FOLDER'] = folder;
const path = '/channelsale/promotion/activity';

let world: World;
beforeAll(async () => {
  world = await openWorld('activity_import');
  await furnish(world.first);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const titles = [
  '单据序号',
  '名称',
  '开始日期',
  '结束日期',
  '规则类型编码',
  '适用客户',
  '适用物料',
  '明细规则类型编码',
  '最低数量',
  '购买数量',
  '赠送数量',
  '赠送方式',
  '赠品编码',
  '上限方式',
];
const head = ['2027-01-01', '2027-12-31', 'P001'];
const gives = (least: string, give: string): readonly string[] => ['P001', least, least, give, '1', 'M2', '1'];
const twoTiers = [
  ['1', '满十赠一', ...head, 'CU1', 'M1', ...gives('10', '1')],
  ['1', '满十赠一', ...head, 'CU1', 'M1', ...gives('20', '3')],
  ['2', '全员活动', ...head, '', '', ...gives('5', '1')],
];

interface Answer<Data> {
  readonly code: number;
  readonly data: Data;
}
async function send<Data = ImportResult>(
  rows: readonly (readonly string[])[],
  { wishes = {}, session = world.first }: { wishes?: Readonly<Record<string, string>>; session?: Session } = {},
): Promise<Answer<Data>> {
  const form = formOf(list(titles, rows), '活动.csv');
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api${path}/import?extraParams=${encodeURIComponent(JSON.stringify(wishes))}`,
    headers: { ...form.headers, token: session.token },
    payload: form.payload,
  });
  return reply.json<Answer<Data>>();
}
interface Refused {
  readonly key: string;
  readonly errors: readonly { readonly path: string; readonly msg: string }[];
}
const faults = async (rows: readonly (readonly string[])[]): Promise<readonly string[]> =>
  ((await send<Refused>(rows)).data.errors ?? []).map(({ path: cell, msg }) => `${cell} ${msg}`);
const activities = () =>
  world.sql<{ id: string; name: string; billStatus: string; rules: number }>(`
    select h.id, h.name, h.bill_status as "billStatus",
      (select count(*)::integer from app.promotion_activity_line l where l.parent_id = h.id) as rules
    from app.promotion_activity h
    order by h.code`);

describe('a file of activities', () => {
  test('becomes an activity for each number, with its rules and whom it is for, and waits to be audited', async () => {
    expect((await send(twoTiers)).data).toMatchObject({ successCount: 3, failCount: 0 });
    const [first, second, ...others] = await activities();
    expect([first, second, others]).toMatchObject([
      { name: '满十赠一', billStatus: '0', rules: 2 },
      { name: '全员活动', billStatus: '0', rules: 1 },
      [],
    ]);
    expect(await world.first.must('GET', `${path}/${first?.id ?? ''}`)).toMatchObject({
      publishStatus: '0',
      scopes: [
        { side: 'customer', dimension: 'customer', code: 'CU1' },
        { side: 'product', dimension: 'material', code: 'M1' },
      ],
      lines: [
        { ruleNo: 1, leastNumber: '10', giveCode: 'M2', giveNumber: '1' },
        { ruleNo: 2, leastNumber: '20', giveNumber: '3' },
      ],
    });
    await world.sql('delete from app.promotion_activity');
  });

  test('is refused cell by cell, whoever of its documents is wrong, and nothing of it stays', async () => {
    const [one = [], two = [], three = []] = twoTiers;
    const changed = (row: readonly string[], at: number, value: string): readonly string[] => row.with(at, value);
    expect(await faults([one, changed(two, 12, 'NONE'), three])).toEqual([expect.stringMatching(/^M3 /)]);
    expect(await faults([one, changed(two, 8, ''), changed(three, 6, 'NONE')])).toEqual([
      expect.stringMatching(/^G4 /),
    ]);
    expect(await faults([one, changed(two, 3, '2028-12-31'), three])).toEqual(['D3 与该单据第一行不一致']);
    expect(await faults([one, two, changed(three, 3, '2026-12-31')])).toEqual([expect.stringMatching(/^D4 /)]);
    expect(await activities()).toEqual([]);
  });

  test('is mended where it stands, and goes in once', async () => {
    const [one = [], two = [], three = []] = twoTiers;
    const { id, columns } = (await send<ImportState>([one, two.with(12, 'NONE'), three], { wishes: { stage: '1' } }))
      .data;
    const staged = await world.first.must<ImportState>('PUT', `/sys/import/${id}`, {
      columns: columns.map(({ key }) => key),
    });
    expect(staged).toMatchObject({ good: 3, wrong: 0 });
    const refused = await world.first.call<{ key: string }>('PUT', `/sys/import/${id}/apply`, {});
    expect(refused.data.key).toBe('E-IMPORT-ERRORS');
    const [wrong] = await world.first.must<ImportedRow[]>('GET', `/sys/import/${id}/rows?wrong=1`);
    expect([wrong?.row, Object.keys(wrong?.errors ?? {})]).toEqual([3, ['12']]);
    await world.first.must('PUT', `/sys/import/${id}/cells`, { cells: [{ row: 3, column: 12, value: 'M2' }] });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await world.first.must('PUT', `/sys/import/${id}/apply`, {})).toMatchObject({ failCount: 0 });
    expect((await activities()).map(({ rules }) => rules)).toEqual([2, 1]);
    await world.sql('delete from app.promotion_activity');
  });

  test('is for those who may bring activities in', async () => {
    const staff = await hireStaff(world, { maker: { role: 'PROMO_ADMIN' }, seller: { role: 'SALES_CLERK' } });
    expect((await send(twoTiers, { session: staff['seller'] ?? world.first })).code).not.toBe(0);
    expect(await activities()).toEqual([]);
    expect((await send(twoTiers, { session: staff['maker'] ?? world.first })).code).toBe(0);
  });

  test('has a template that names every column, those with a star that each row needs', async () => {
    const reply = await world.app.inject({ url: `/api${path}/template`, headers: { token: world.first.token } });
    const [row = []] = await cellsOf(reply.rawPayload);
    expect(row).toEqual(expect.arrayContaining(['单据序号*', '名称*', '适用客户', '明细规则类型编码*', '第N件折扣率']));
    expect(new Set(row).size).toBe(row.length);
  });
});
