import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import {
  importFieldsOf,
  matchColumns,
  type ImportResult,
  type ImportState,
  type ImportedRow,
} from '#platform/model/import.ts';
import { formOf } from '#tests/files.ts';
import { cellsOf, list, sheet } from '#tests/sheets.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-import-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
beforeAll(async () => {
  world = await openWorld('import');
  await world.first.must('POST', '/data/bd/unit', { code: 'U1', name: '件' });
  await world.first.must('POST', '/data/bd/material/class', { code: 'C1', name: '家电' });
  await world.first.must('POST', '/data/bd/brand', { code: 'B1', name: '海风' });
  await world.first.must('POST', '/data/bd/brand', { code: 'B2', name: '山石' });
  await world.first.must('POST', '/data/bd/brand', { code: 'B3', name: '山石' });
  await world.first.must('POST', '/data/bd/brand', { code: 'B4', name: '旧牌', status: '0' });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface Answer<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

async function send<Data = ImportResult>(
  path: string,
  content: Buffer | string,
  wishes: Record<string, string> = {},
  {
    session = world.first,
    name = typeof content === 'string' ? 'list.csv' : 'list.xlsx',
  }: { session?: Session; name?: string } = {},
): Promise<Answer<Data>> {
  const form = formOf(content, name);
  const query = Object.keys(wishes).length === 0 ? '' : `?extraParams=${encodeURIComponent(JSON.stringify(wishes))}`;
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api${path}${query}`,
    headers: { ...form.headers, token: session.token },
    payload: form.payload,
  });
  return reply.json<Answer<Data>>();
}

const stage = async (
  path: string,
  content: Buffer | string,
  wishes: Record<string, string> = {},
): Promise<ImportState> => (await send<ImportState>(path, content, { stage: '1', ...wishes })).data;
const rowsOf = (id: string, query = ''): Promise<ImportedRow[]> =>
  world.first.must<ImportedRow[]>('GET', `/sys/import/${id}/rows${query}`);
const brands = async (prefix: string): Promise<Record<string, unknown>[]> =>
  world.sql(
    `
      select code, name, status, sort, remark
      from app.data_brand
      where tenant_code = '1000' and code like $1 || '%'
      order by code`,
    [prefix],
  );

describe('a file that is sent to {path}/import', () => {
  test('becomes records: titles in three languages or by wire name, words or codes, the defaults of the rest', async () => {
    const { code, data } = await send(
      '/data/bd/brand/import',
      await sheet(
        ['編碼', 'Name', 'status', '备注'],
        [
          ['IA1', '甲', '停用', ' 一 '],
          ['IA2', '乙', '1', null],
          ['IA3', '丙', 'Enabled', null],
        ],
      ),
    );
    expect([code, data.successCount, data.failCount, data.errors]).toEqual([0, 3, 0, []]);
    expect(await brands('IA')).toEqual([
      { code: 'IA1', name: '甲', status: '0', sort: null, remark: '一' },
      { code: 'IA2', name: '乙', status: '1', sort: null, remark: null },
      { code: 'IA3', name: '丙', status: '1', sort: null, remark: null },
    ]);
    const history = await world.sql<{ operation: string }>(`
      select operation
      from app.sys_operationlog
      where noun = 'data:brand' and (record_code like 'IA%' or record_code = 'list.xlsx')
      order by operation`);
    expect(history.map(({ operation }) => operation)).toEqual(['import', 'save', 'save', 'save']);
  });

  test('names every cell that is wrong and takes the rest', async () => {
    const { code, data } = await send(
      '/data/bd/brand/import',
      list(
        ['编码', '名称', '排序', '状态'],
        [
          ['IB1', '甲', '1', '启用'],
          ['', '乙', 'x', '1'],
          ['IB3', '', '2', '也许'],
          ['IB1', '丁', '3', '1'],
          ['B1', '戊', '=1+1', '1'],
        ],
      ),
    );
    expect(code).toBe(0);
    expect([data.successCount, data.failCount]).toEqual([1, 4]);
    expect(data.errors.map(({ cell, column, message }) => `${cell} ${column} ${message}`)).toEqual([
      'A3 编码 必填项不能为空',
      'C3 排序 格式错误',
      'B4 名称 必填项不能为空',
      'D4 状态 不在可选范围内',
      'A5 编码 在文件中重复',
      'A6 编码 已存在',
      'C6 排序 是公式，请粘贴为数值',
    ]);
    expect((await brands('IB')).length).toBe(1);
  });

  test('that is bad further down is refused, and nothing of it stays', async () => {
    const good = Array.from({ length: 450 }, (_x, at) => [`IF${at}`, `丙${at}`]);
    const { code } = await send('/data/bd/brand/import', `${list(['编码', '名称'], good)}\r\nIF450,"丁"x\r\n`);
    expect(code).toBe(20050);
    expect(await brands('IF')).toEqual([]);
    expect(
      await world.sql(`
        select i.id
        from app.sys_import i
        where i.applied = 0 and exists (select from app.sys_import_row r where r.import_id = i.id)`),
    ).toEqual([]);
  });

  test('that must go in whole or not at all does not go in with a wrong row', async () => {
    const { code, msg } = await send(
      '/data/bd/brand/import',
      list(
        ['编码', '名称'],
        [
          ['IC1', '甲'],
          ['IC2', ''],
        ],
      ),
      { all: '1' },
    );
    expect([code, msg]).toEqual([20051, '有 1 行存在错误，未导入任何数据']);
    expect(await brands('IC')).toEqual([]);
  });

  test('changes records by their code when that is asked for, and only what it says', async () => {
    await world.first.must('POST', '/data/bd/brand', { code: 'ID1', name: '甲', remark: '留着', sort: 7 });
    const { data } = await send(
      '/data/bd/brand/import',
      list(
        ['编码', '名称', '排序'],
        [
          ['ID1', '甲二', ''],
          ['ID2', '乙', '9'],
        ],
      ),
      { update: '1' },
    );
    expect([data.successCount, data.failCount]).toEqual([2, 0]);
    expect(await brands('ID')).toEqual([
      { code: 'ID1', name: '甲二', status: '1', sort: 7, remark: '留着' },
      { code: 'ID2', name: '乙', status: '1', sort: 9, remark: null },
    ]);
    const [log] = await world.sql<{ changes: unknown }>(`
      select changes
      from app.sys_operationlog
      where noun = 'data:brand' and record_code = 'ID1' and operation = 'update'`);
    expect(log?.changes).toEqual({ name: ['甲', '甲二'] });
  });

  test('finds references by code or by name; a name that two have, a disabled one and an unknown one are told', async () => {
    const titles = ['编码', '名称', '分类', '主单位编码', '品牌名称', '单价', '税率'];
    const { data } = await send(
      '/data/bd/material/import',
      await sheet(titles, [
        ['IM1', '一', '家电', 'U1', '海风', '1,234.50', null],
        ['IM2', '二', 'C1', '件', 'B2', '￥3', null],
        ['IM3', '三', 'C1', 'U1', '山石', null, null],
        ['IM4', '四', 'C1', 'U1', '旧牌', null, null],
        ['IM5', '五', '没有', 'U1', null, '三', null],
      ]),
    );
    expect(data.errors.map(({ cell, message }) => `${cell} ${message}`)).toEqual([
      'E4 有多条同名记录，请用编码',
      'E5 不存在或已停用',
      'C6 不存在或已停用',
      'F6 格式错误',
    ]);
    expect(
      await world.sql(`
        select code, class_code, main_unit_code, brand_code, price::text, shelf_status
        from app.data_material
        where code like 'IM%'
        order by code`),
    ).toEqual([
      { code: 'IM1', class_code: 'C1', main_unit_code: 'U1', brand_code: 'B1', price: '1234.5000', shelf_status: '2' },
      { code: 'IM2', class_code: 'C1', main_unit_code: 'U1', brand_code: 'B2', price: '3.0000', shelf_status: '2' },
    ]);
  });

  test('may name parents that stand further down, and no circles', async () => {
    const { data } = await send(
      '/data/bd/material/class/import',
      list(
        ['编码', '名称', '上级编码'],
        [
          ['T2', '二', 'T1'],
          ['T1', '一', ''],
          ['T3', '三', '家电'],
          ['X1', '环', 'X2'],
          ['X2', '环', 'X1'],
          ['Y1', '孤', 'Y0'],
        ],
      ),
    );
    expect([data.successCount, data.failCount, data.errors.map(({ cell }) => cell)]).toEqual([
      3,
      3,
      ['C5', 'C6', 'C7'],
    ]);
    expect(
      await world.sql(`
        select t.code, p.code as parent
        from app.data_materialclass t
        left join app.data_materialclass p on p.id = t.pid
        where t.code like 'T%'
        order by 1`),
    ).toEqual([
      { code: 'T1', parent: null },
      { code: 'T2', parent: 'T1' },
      { code: 'T3', parent: 'C1' },
    ]);
  });

  test('runs the rule of a noun that has one, row by row', async () => {
    const [area] = await world.sql<{ code: string; name: string }>(
      `select code, name from app.sys_area where code like '%0000' limit 1`,
    );
    const { msg, data } = await send(
      '/data/bd/shipping/location/import',
      list(
        ['code', 'name', 'provinceCode', '地址', '收货人', '联系电话'],
        [
          ['S1', '甲', area?.code ?? '', 'x', 'y', '13800138000'],
          ['S2', '乙', '', 'x', 'y', '13800138000'],
        ],
      ),
    );
    expect([msg, data.successCount, data.errors]).toEqual(['success', 2, []]);
    expect(await world.sql(`select code, province from app.data_site where code like 'S_' order by 1`)).toEqual([
      { code: 'S1', province: area?.name ?? null },
      { code: 'S2', province: null },
    ]);
    const users = await send(
      '/sys/user/import',
      list(
        ['用户名', '姓名', '手机号', '邮箱'],
        [
          ['imp.one', '甲', '138-0013-8000', ''],
          ['imp.two', '乙', '12', 'x'],
        ],
      ),
    );
    expect([users.data.successCount, users.data.errors.map(({ cell }) => cell)]).toEqual([1, ['C3', 'D3']]);
    expect((await world.first.call('POST', '/login', { username: 'imp.one', password: '' })).code).not.toBe(0);
  });

  test('is nothing to whoever lacks the permission, and of another tenant nothing is found', async () => {
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/user', {
      username: 'import-none',
      realName: '无',
      password: world.password,
      confirmPassword: world.password,
    });
    expect(id).not.toBe('');
    const nobody = await world.login('import-none');
    expect(
      (await send('/data/bd/brand/import', list(['编码', '名称'], [['IE1', '甲']]), {}, { session: nobody })).code,
    ).toBe(403);
    const { data } = await send(
      '/data/bd/material/import',
      list(['编码', '名称', '分类编码', '主单位编码'], [['IE2', '甲', 'C1', 'U1']]),
      {},
      { session: world.second },
    );
    expect([data.successCount, data.errors.map(({ cell }) => cell)]).toEqual([0, ['C2', 'D2']]);
  });
});

describe('a file that a person looks after', () => {
  test('shows its columns, takes other ones, shows what is wrong, is mended in place and goes in once', async () => {
    const state = await stage(
      '/data/bd/brand/import',
      await sheet(
        ['品牌清单', ' ', ' '],
        [
          ['代号', '名称', '说明'],
          ['IF1', '甲', 'x'],
          ['IF2', '', 'y'],
          ['IF3', '丙', 'z'],
        ],
      ),
    );
    expect([state.state, state.columns.map(({ title, key }) => [title, key])]).toEqual([
      'arrived',
      [
        ['代号', null],
        ['名称', 'name'],
        ['说明', null],
      ],
    ]);
    const refused = await world.first.call('PUT', `/sys/import/${state.id}`, {});
    expect([refused.code, refused.msg]).toEqual([20052, '文件缺少必填列：编码']);
    const staged = await world.first.must<ImportState>('PUT', `/sys/import/${state.id}`, {
      columns: ['code', 'name', 'remark'],
    });
    expect([staged.state, staged.good, staged.wrong]).toEqual(['staged', 2, 1]);
    expect(await rowsOf(state.id, '?wrong=1')).toEqual([
      { row: 4, cells: ['IF2', '', 'y'], errors: { 1: '必填项不能为空' } },
    ]);
    expect((await world.first.call('PUT', `/sys/import/${state.id}/apply`, {})).code).toBe(20051);
    const mended = await world.first.must<ImportState>('PUT', `/sys/import/${state.id}/cells`, {
      cells: [{ row: 4, column: 1, value: '乙' }],
      dropped: [5],
    });
    expect([mended.good, mended.wrong]).toEqual([2, 0]);
    const results = await Promise.all(
      [1, 2, 3].map(() => world.first.call<ImportResult>('PUT', `/sys/import/${state.id}/apply`, {})),
    );
    expect(results.some(({ code }) => code === 0)).toBe(true);
    const again = await world.first.must<ImportResult>('PUT', `/sys/import/${state.id}/apply`, {});
    expect([again.successCount, again.failCount]).toEqual([2, 0]);
    expect((await brands('IF')).map(({ code }) => code)).toEqual(['IF1', 'IF2']);
  });

  test('goes on telling of a formula in a row while another cell of it is mended', async () => {
    const { id } = await stage('/data/bd/brand/import', list(['编码', '名称', '备注'], [['IK1', '=1+1', '=2+2']]));
    await world.first.must('PUT', `/sys/import/${id}`, {});
    const wrong = async (): Promise<string[]> =>
      (await rowsOf(id, '?wrong=1')).flatMap(({ errors }) => Object.keys(errors));
    const mend = (column: number, value: string): Promise<ImportState> =>
      world.first.must<ImportState>('PUT', `/sys/import/${id}/cells`, { cells: [{ row: 2, column, value }] });
    expect(await wrong()).toEqual(['1', '2']);
    expect(await mend(1, '甲')).toMatchObject({ good: 0, wrong: 1 });
    expect(await wrong()).toEqual(['2']);
    expect(await mend(1, '乙')).toMatchObject({ good: 0, wrong: 1 });
    expect(await mend(2, '四')).toMatchObject({ good: 1, wrong: 0 });
  });

  test('is known when it was imported before', async () => {
    const content = list(['编码', '名称'], [['IG1', '甲']]);
    await send('/data/bd/brand/import', content);
    const { earlier } = await stage('/data/bd/brand/import', content);
    expect([earlier?.creatorName, earlier?.successCount]).toEqual([expect.any(String), 1]);
  });

  test('comes back with its wrong cells marked, and the marked file goes in when it is mended', async () => {
    const { id } = await stage(
      '/data/bd/brand/import',
      list(
        ['编码', '名称', '排序'],
        [
          ['IH1', '甲', '1'],
          ['IH2', '', '二'],
        ],
      ),
    );
    await world.first.must('PUT', `/sys/import/${id}`, {});
    const reply = await world.app.inject({
      method: 'GET',
      url: `/api/sys/import/${id}/file`,
      headers: { token: world.first.token },
    });
    expect(await cellsOf(reply.rawPayload)).toEqual([
      ['编码', '名称', '排序', '错误'],
      ['IH1', '甲', '1'],
      ['IH2', '', '二', '名称: 必填项不能为空; 排序: 格式错误'],
    ]);
  });

  test("is nobody else's", async () => {
    const { id } = await stage('/data/bd/brand/import', list(['编码', '名称'], [['II1', '甲']]));
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['GET', '/file'],
      ['PUT', ''],
      ['PUT', '/cells'],
      ['PUT', '/apply'],
      ['DELETE', ''],
    ] as const) {
      expect(
        (await world.second.call(method, `/sys/import/${id}${path}`, method === 'PUT' ? {} : undefined)).code,
        `${method} ${path}`,
      ).toBe(404);
    }
    await world.first.must('DELETE', `/sys/import/${id}`);
    expect((await world.first.call('GET', `/sys/import/${id}`)).code).toBe(404);
  });

  test('starts with a template of every noun that can be imported, which matches itself', async () => {
    const nouns = models.flatMap(({ entities }) => entities).filter(({ calls }) => calls.includes('import'));
    let count = 0;
    for (const noun of nouns) {
      const fields = importFieldsOf(noun);
      for (const language of [0, 1, 2])
        expect(
          matchColumns(
            noun,
            fields.map(({ label, required }) => `${label[language] ?? ''}${required ? '*' : ''}`),
          ),
          noun.name,
        ).toEqual(fields.map(({ key }) => key));
      expect(
        matchColumns(
          noun,
          fields.map(({ key }) => key),
        ),
      ).toEqual(fields.map(({ key }) => key));
      const reply = await world.app.inject({
        method: 'GET',
        url: `/api${noun.path}/template`,
        headers: { token: world.first.token, 'accept-language': 'en-US' },
      });
      expect([reply.statusCode, reply.rawPayload.subarray(0, 2).toString()], noun.name).toEqual([200, 'PK']);
      count += 1;
    }
    const reply = await world.app.inject({
      method: 'GET',
      url: '/api/data/bd/brand/template',
      headers: { token: world.first.token, 'accept-language': 'zh-TW' },
    });
    expect((await cellsOf(reply.rawPayload)).map((cells) => cells.slice(0, 3))).toEqual([
      ['編碼*', '名稱*', expect.any(String)],
    ]);
    console.log(`templates: ${count} nouns`);
  });
});
