import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportResult } from '#platform/model/import.ts';
import { formOf } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { list } from '#tests/sheets.ts';
import { openWorld, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-storage-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
beforeAll(async () => {
  world = await openWorld('storage');
  await furnish(world.first);
  await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const path = '/data/storage';
const idOf = async (code: string): Promise<string> =>
  (await world.first.must<{ list: { id: string }[] }>('GET', `${path}/page?code=${code}`)).list[0]?.id ?? '';
async function imported(titles: readonly string[], row: readonly string[]): Promise<ImportResult> {
  const form = formOf(list(titles, [row]), 'depots.csv');
  const url = `/api${path}/import?extraParams=${encodeURIComponent(JSON.stringify({ update: '1' }))}`;
  const reply = await world.app.inject({
    method: 'POST',
    url,
    headers: { ...form.headers, token: world.first.token },
    payload: form.payload,
  });
  return reply.json<{ data: ImportResult }>().data;
}

test('a warehouse that has held stock stays on the books where that stock is; who uses it, and what it is called, may change', async () => {
  const id = await idOf('W1');
  const change = (more: object, language = 'zh-CN') =>
    world.first.call('PUT', path, { id, ...more }, { 'accept-language': language });
  expect(await change({ stockOrganizeCode: 'O2' })).toMatchObject({
    code: 20234,
    msg: '仓库【W1】已有出入库，不能改变库存组织',
    data: { key: 'E-DEPOT-MOVED', errors: [{ path: 'stockOrganizeCode' }] },
  });
  expect(await change({ organizeCode: 'O2' }, 'en-US')).toMatchObject({
    code: 20234,
    msg: 'Warehouse W1 has held stock; on whose books it is stays',
  });
  expect(await change({ organizeCode: 'O2', stockOrganizeCode: 'O1' })).toMatchObject({ code: 0 });
  expect(await change({ stockOrganizeCode: null })).toMatchObject({ code: 20234 });
  // What a list does not say stays: its stock is on the books of O1 as before.
  expect(await imported(['编码', '组织编码'], ['W1', 'O1'])).toMatchObject({ successCount: 1, failCount: 0 });
  expect(await imported(['编码', '组织编码'], ['W1', 'O2'])).toMatchObject({ successCount: 1, failCount: 0 });
  expect(await change({ organizeCode: 'O1', stockOrganizeCode: null, name: '老仓' })).toMatchObject({ code: 0 });
  // A list is no way round.
  expect(await imported(['编码', '库存组织编码'], ['W1', 'O2'])).toMatchObject({ successCount: 0, failCount: 1 });
  expect(await imported(['编码', '名称'], ['W1', '一号老仓'])).toMatchObject({ successCount: 1, failCount: 0 });
});

test('a warehouse in which nothing ever lay changes hands', async () => {
  await world.first.must('POST', path, { code: 'W2', name: '新仓', organizeCode: 'O1' });
  await world.first.must('PUT', path, { id: await idOf('W2'), stockOrganizeCode: 'O2' });
  expect(await imported(['编码', '库存组织编码'], ['W2', 'O1'])).toMatchObject({ successCount: 1, failCount: 0 });
});
