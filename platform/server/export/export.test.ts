import { inflateRawSync } from 'node:zlib';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportersOf } from '#apps/api/compose.ts';
import type { ExportState } from '#platform/model/export.ts';
import type { Row } from '#platform/server/db/statement.ts';
import type { Transaction } from '#platform/server/db/door.ts';
import { localStore } from '#platform/server/file/local-store.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { tellExported } from '#system/server/message/export-message.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { Batch } from '#platform/server/sheet/cells.ts';
import { csvStream } from '#platform/server/sheet/csv.ts';
import { freeRows } from './routes.ts';
import type { Cell, ExportColumn } from '#platform/server/sheet/cell.ts';
import { cellBatches, portalOn } from './rows.ts';
import { startExports } from './runner.ts';
import { xlsxStream } from '#platform/server/sheet/xlsx.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'qudao-export-'));
beforeAll(async () => {
  world = await openWorld('export');
  for (const n of [1, 2, 3])
    await world.first.must('POST', '/data/bd/brand', {
      code: `B${n}`,
      name: n === 2 ? '=HYPERLINK("http://x","y")' : `品牌${n}`,
      ...(n === 3 ? { remark: '+1' } : {}),
    });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Header and rows of a sheet, read as text. */
async function sheetOf(
  session: Session,
  path: string,
  query: Readonly<Record<string, string>> = {},
  language = 'zh-CN',
): Promise<string[][]> {
  const reply = await world.app.inject({
    method: 'GET',
    url: `/api${path}?${new URLSearchParams(query).toString()}`,
    headers: { token: session.token, 'accept-language': language },
  });
  const zip = reply.rawPayload;
  const at = zip.indexOf('xl/worksheets/sheet1.xml');
  const xml = inflateRawSync(zip.subarray(at + 'xl/worksheets/sheet1.xml'.length), { finishFlush: 2 }).toString('utf8');
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: [^>]*)?>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs)].map(
      ([, text, value]) => text ?? value ?? '',
    ),
  );
}
const csvOf = async (session: Session, path: string, query: Readonly<Record<string, string>> = {}): Promise<string[]> =>
  (
    await world.app.inject({
      method: 'GET',
      url: `/api${path}?${new URLSearchParams({ ...query, format: 'csv' }).toString()}`,
      headers: { token: session.token },
    })
  ).payload
    .replace('\ufeff', '')
    .trim()
    .split('\r\n');

describe('the columns of a file', () => {
  test('stand as the person arranged them, and nothing that the list does not have', async () => {
    expect(
      await sheetOf(world.first, '/data/bd/brand/export', { columns: 'name,code,tenantCode,name', code: 'B1' }),
    ).toEqual([
      ['名称', '编码'],
      ['品牌1', 'B1'],
    ]);
    // Nothing that exists was chosen: as declared.
    expect(
      (await sheetOf(world.first, '/data/bd/brand/export', { columns: 'nothing', code: 'B1' }))[0]?.slice(0, 2),
    ).toEqual(['编码', '名称']);
  });

  test('name choices and states in the language of whoever asks, and instants by the clock of the tenant', async () => {
    const english = await sheetOf(
      world.first,
      '/data/bd/brand/export',
      { columns: 'code,status,createDate', code: 'B1' },
      'en-US',
    );
    expect(english[0]).toEqual(['Code', 'Status', 'Created at']);
    expect(english[1]?.slice(0, 2)).toEqual(['B1', 'Enabled']);
    const [{ at }] = (await world.sql<{ at: string }>(`
      select to_char(create_date at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at
      from app.data_brand
      where code = 'B1'`)) as [{ at: string }];
    expect(english[1]?.[2]).toBe(at);
  });

  test('are called what the tenant calls them, and gone where a parameter hides them', async () => {
    const titles = async (): Promise<string[]> => (await sheetOf(world.second, '/data/bd/material/export'))[0] ?? [];
    expect(await titles()).toEqual(expect.arrayContaining(['图号', '辅助单位']));
    await world.sql(`update app.tenant_params set value = '工程图' where tenant_code = '2000' and code = 'SYS018'`);
    await world.sql(`update app.tenant_params set value = '0' where tenant_code = '2000' and code = 'SYS006'`);
    const changed = await titles();
    expect(changed).toContain('工程图');
    expect(changed).not.toContain('图号');
    expect(changed).not.toContain('辅助单位');
    // Asked for by its key it stays hidden: what the tenant does not show is not handed out.
    expect((await sheetOf(world.second, '/data/bd/material/export', { columns: 'code,assistUnitName' }))[0]).toEqual([
      '编码',
    ]);
  });
});

describe('a file', () => {
  test('runs nothing: what looks like a formula is text in a sheet and disarmed in CSV', async () => {
    const zip = (
      await world.app.inject({ method: 'GET', url: '/api/data/bd/brand/export', headers: { token: world.first.token } })
    ).rawPayload;
    expect(zip.includes('<f>')).toBe(false);
    expect((await sheetOf(world.first, '/data/bd/brand/export', { columns: 'name', code: 'B2' }))[1]).toEqual([
      '=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)',
    ]);
    expect(await csvOf(world.first, '/data/bd/brand/export', { columns: 'name', code: 'B2' })).toEqual([
      '名称',
      `"'=HYPERLINK(""http://x"",""y"")"`,
    ]);
  });

  test('[A287] is named in its header, so that a Chinese name comes back whole', async () => {
    for (const [language, format, name] of [
      ['zh-CN', 'xlsx', '品牌.xlsx'],
      ['zh-CN', 'csv', '品牌.csv'],
      ['en-US', 'xlsx', 'Brand.xlsx'],
    ] as const) {
      const { headers } = await world.app.inject({
        method: 'POST',
        url: '/api/data/bd/brand/export',
        payload: { format },
        headers: { token: world.first.token, 'accept-language': language },
      });
      expect(decodeURIComponent(String(headers['filename']))).toBe(name);
      expect(String(headers['filename'])).toMatch(/^[\w.%-]+$/);
      expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${String(headers['filename'])}`);
      expect(headers['access-control-expose-headers']).toBe('filename');
    }
  });

  test('[A289] holds every row of the search in the order that was asked, not only the page and not only the newest', async () => {
    await world.sql(`
      insert into app.data_brand (tenant_code, id, code, name, sort, create_date)
      select '1000', gen_random_uuid(), 'S' || n, '序' || n, n, now() - n * interval '1 second'
      from generate_series(1, 21000) n`);
    const rows = await csvOf(world.first, '/data/bd/brand/export', {
      columns: 'sort,code',
      name: '序',
      page: '1',
      limit: '10',
      orderField: 'sort',
      order: 'desc',
    });
    expect([rows.length, rows[1], rows.at(-1)]).toEqual([21_001, '21000,S21000', '1,S1']);
    const [log] = await world.sql(`
      select message, changes
      from app.sys_operationlog
      where tenant_code = '1000' and operation = 'export'
      order by create_date desc, id desc
      limit 1`);
    expect(log).toEqual({
      message: '21000',
      changes: {
        filter: {
          columns: 'sort,code',
          name: '序',
          page: '1',
          limit: '10',
          orderField: 'sort',
          order: 'desc',
          format: 'csv',
        },
      },
    });
  });
});

describe('rows as the wire brings them', () => {
  const texts = [
    '',
    '甲',
    'a,"b"',
    ' x ',
    '\u3000全角',
    '（一）',
    '￥5',
    '\ufffe\uffff',
    '=1+1',
    '＝1',
    '-1',
    '\t',
    'a\r\nb',
    '_x0041_',
    '<&>',
    '👩‍👩‍👧',
    'é',
    'a\u00a0',
    'a\u3000',
    't',
    'constructor',
    '1',
    '长'.repeat(100_000),
  ];
  const statement = {
    text: `
      select t as text, t as code, n::integer as whole, (n::bigint << 40) as long,
        (n * -1.25)::numeric(18, 4) as amount, (n * 100)::numeric as hundreds, n % 2 = 0 as is_even,
        n % 2 = 1 as is_odd, date '2025-01-31' + n::integer as day, timestamp '2025-01-31 12:00' as moment,
        timestamptz '2025-01-31 12:00:00.5+00' as instant, jsonb_build_object('a', t, 'b', array[1, n]) as json,
        to_jsonb(t) as json_text, array[t, null, '"'] as list, null::text as nothing, null::jsonb as no_json,
        'NaN'::numeric as nan
      from unnest($1::text[]) with ordinality x(t, n)`,
    values: [texts],
  };
  const names = { 甲: '一等', 1: 'one', t: 'tee', true: 'yes', false: 'no' };
  const columns: ExportColumn[] = [
    'text',
    'code',
    'amount',
    'whole',
    'long',
    'hundreds',
    'isEven',
    'isOdd',
    'day',
    'moment',
    'instant',
    'json',
    'jsonText',
    'list',
    'nothing',
    'noJson',
    'nan',
    'unknown',
    'text',
  ].map((key) => ({
    key,
    title: key,
    kind: ['amount', 'whole', 'long', 'hundreds', 'nan'].includes(key) ? 'number' : 'text',
    ...(key === 'code' || key === 'isEven' ? { names } : {}),
  }));
  async function onLane<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const tx = world.door.transaction(
      { sid: hashOf(world.first.token), tenant: null, permissions: null, soft: null },
      'report',
    );
    try {
      return await work(tx);
    } finally {
      await tx.rollback();
    }
  }

  test.each([1, 2, 1000])('become the cells that the values of the rows would be, %i at a time', async (size) => {
    const [rows] = await onLane((tx) => tx.run([statement]));
    expect(rows).toHaveLength(texts.length);
    const value = (row: Row, { key, names: words }: ExportColumn): Cell => {
      const found = row[key] ?? '';
      return words !== undefined && Object.hasOwn(words, String(found))
        ? (words[String(found)] ?? '')
        : typeof found === 'string' || typeof found === 'number'
          ? found
          : JSON.stringify(found);
    };
    async function* told(): AsyncGenerator<Cell[][]> {
      yield rows.map((row) => columns.map((column) => value(row, column)));
    }
    for (const written of [
      (batches: AsyncIterable<Batch>) => csvStream(columns, batches),
      (batches: AsyncIterable<Batch>) => xlsxStream('S', columns, batches),
    ]) {
      const made = await onLane(async (tx) => {
        const portal = portalOn(tx, statement, size);
        const { rows: first, facts } = await portal.first([{ text: 'select 1 as one union all select 2', values: [] }]);
        expect(facts).toEqual([[{ one: 1 }, { one: 2 }]]);
        return buffer(written(cellBatches(first, portal, columns, () => undefined)));
      });
      expect(made.equals(await buffer(written(told())))).toBe(true);
    }
  });

  test('end where a statement fails, and the next on the same lane is answered as usual', async () => {
    await expect(
      onLane(async (tx) => {
        const portal = portalOn(tx, { text: 'select 1 / (3 - n) as a from generate_series(1, 5) n', values: [] }, 2);
        return buffer(
          csvStream(
            columns,
            cellBatches((await portal.first([])).rows, portal, columns, () => undefined),
          ),
        );
      }),
    ).rejects.toThrow('division by zero');
    expect(await onLane((tx) => tx.run([{ text: 'select n from generate_series(1, 2) n', values: [] }]))).toEqual([
      [{ n: 1 }, { n: 2 }],
    ]);
  });
});

describe(`more than ${freeRows} rows`, () => {
  const store = localStore(folder);
  const stores = { current: async () => store, of: async () => store, configured: async () => [store] };
  const quiet = { error: () => undefined, warn: () => undefined, info: () => undefined };
  const stateOf = (id: string): Promise<ExportState> => world.first.must('GET', `/sys/export/state?id=${id}`);
  const ended = async (id: string): Promise<ExportState> => {
    await expect
      .poll(async () => (await stateOf(id)).state, { timeout: 100_000, interval: 100 })
      .toMatch(/done|failed/);
    return stateOf(id);
  };
  beforeAll(() =>
    world.sql(`
      insert into app.data_brand (tenant_code, id, code, name)
      select '1000', gen_random_uuid(), 'L' || n, '长单' || n
      from generate_series(1, ${freeRows + 1}) n`),
  );

  test('are made in the background, with a message that brings the file, and logged when they leave', async () => {
    const { exportId } = await world.first.must<{ exportId: string }>('POST', '/data/bd/brand/export', {
      name: '长单',
      columns: 'code,name',
      format: 'csv',
    });
    expect((await world.second.call('GET', `/sys/export/state?id=${exportId}`)).code).toBe(404);
    const exports = startExports({
      door: world.door,
      url: world.url,
      stores,
      log: quiet,
      exporters: exportersOf(),
      tell: tellExported,
    });
    try {
      const done = await ended(exportId);
      expect(done).toMatchObject({ state: 'done', rowCount: freeRows + 1, total: freeRows + 1, error: null });
      const {
        newestMessages: [message],
      } = await world.first.must<{
        newestMessages: { title: string; content: string; routeName: string; businessKey: string }[];
      }>('GET', '/sys/unread');
      expect(message).toMatchObject({
        title: 'exported',
        content: '品牌导出完成，共50,001行，点击下载（保留7天）',
        routeName: 'export-file',
        businessKey: done.fileId,
      });
      const [file] = await world.sql<{ storage_key: string; size: string }>(
        `
          select f.storage_key, f.size, f.name
          from app.sys_file f
          where f.id = $1 and f.state = 'kept' and f.link_count = 1`,
        [done.fileId],
      );
      const bytes = (await (await store.open(file!.storage_key)).toArray()) as Buffer[];
      const lines = Buffer.concat(bytes).toString('utf8').replace('\ufeff', '').trim().split('\r\n');
      expect([Buffer.concat(bytes).length, lines.length, lines[0]]).toEqual([
        Number(file!.size),
        freeRows + 2,
        '编码,名称',
      ]); // not money
      expect(
        await world.sql(`
          select message, changes, creator_name, request_method
          from app.sys_operationlog
          where tenant_code = '1000' and operation = 'export'
          order by create_date desc, id desc
          limit 1`),
      ).toEqual([
        {
          message: String(freeRows + 1),
          changes: { filter: { name: '长单', columns: 'code,name', format: 'csv' } },
          creator_name: expect.any(String),
          request_method: 'POST',
        },
      ]);
      // Nobody else opens it.
      const colleague = await hired('colleague');
      expect((await colleague.call('GET', `/sys/oss/label?ids=${done.fileId}`)).data).toEqual([]);
      expect(await world.first.must('GET', `/sys/oss/label?ids=${done.fileId}`)).toMatchObject([
        { fileName: '品牌.csv' },
      ]);
    } finally {
      await exports.stop();
    }
  });

  test('are not made for who lost the permission meanwhile; one who died is followed by another', async () => {
    const clerk = await hired('clerk', ['data:brand:export']);
    await world.sql(`update sec.session set confirmed_until = 'infinity'`);
    const { exportId: lost } = await clerk.must<{ exportId: string }>('POST', '/data/bd/brand/export', {
      name: '长单',
    });
    const { exportId: kept } = await world.first.must<{ exportId: string }>('POST', '/data/bd/brand/export', {
      name: '长单',
    });
    await world.sql(`update sec.export_run set permission = 'data:unit:export' where id = $1`, [lost]);
    await world.sql(
      `
        update sec.export_run
        set state = 'running', attempts = 1, key_hash = '\\x00', lease_until = now() - interval '1 second'
        where id = $1`,
      [kept],
    );
    const exports = startExports({
      door: world.door,
      url: world.url,
      stores,
      log: quiet,
      exporters: exportersOf(),
      tell: tellExported,
    });
    try {
      expect(await ended(kept)).toMatchObject({ state: 'done', rowCount: freeRows + 1 });
      await expect
        .poll(async () => (await world.sql(`select state, file_id from sec.export_run where id = $1`, [lost]))[0], {
          timeout: 20_000,
        })
        .toEqual({ state: 'failed', file_id: null });
    } finally {
      await exports.stop();
    }
  });

  test('are forgotten after a week, and the sweep of files finds their bytes free', async () => {
    await world.sql(`update sec.export_run set create_date = now() - interval '8 days' where state = 'done'`);
    await world.door.gate({ text: 'select sec.forget_exports(7)', values: [] });
    expect(await world.sql(`select 1 from sec.export_run where state = 'done'`)).toEqual([]);
    expect(await world.sql(`select link_count from app.sys_file where name = '品牌.csv'`)).toEqual([{ link_count: 0 }]);
  });

  async function hired(username: string, permissions: readonly string[] = []): Promise<Session> {
    const [role] =
      permissions.length === 0
        ? []
        : [
            await world.first.must<{ id: string }>('POST', '/sys/role', {
              code: username.toUpperCase(),
              name: username,
              menuList: (
                await world.sql<{ id: string }>('select id from app.sys_menu where permissions = any($1)', [
                  permissions,
                ])
              ).map(({ id }) => id),
            }),
          ];
    await world.first.must('POST', '/sys/user', {
      username,
      realName: username,
      password: world.password,
      confirmPassword: world.password,
      ...(role === undefined ? {} : { roleIdList: [role.id] }),
    });
    return world.login(username);
  }
});
