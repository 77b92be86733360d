import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';

import { buildApp, hashOf } from '#platform/server/http/app.ts';
import { faultLog, faultsPerMinute } from '#platform/server/http/fault-log.ts';
import type { Route } from '#platform/server/http/route.ts';
import { interfaceStatement } from '#platform/server/log/interface-log.ts';
import { verdictText, verifyDatabase, verifyFile } from '#scripts/verify-audit.ts';
import { openWorld, sessionOf, type World } from '#tests/world.ts';

interface LogRow {
  readonly id: string;
  readonly operation: string;
  readonly noun: string;
  readonly recordCode: string;
  readonly creatorName: string;
  readonly changes: Record<string, [unknown, unknown]> | null;
  readonly status: string;
  readonly requestTime: number;
}
interface Refused {
  readonly key: string;
  readonly params: Record<string, string>;
}

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld('log');
  folder = mkdtempSync(join(tmpdir(), 'qudao-log-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const seal = async (): Promise<number> =>
  Number((await world.door.gate({ text: 'select sec.seal_log() as count', values: [] }))[0]?.['count']);
const inPlay = async <T>(work: () => Promise<T>): Promise<T> => {
  await world.sql('create table kept_log as select * from app.sys_operationlog');
  try {
    return await work();
  } finally {
    await world.sql('delete from app.sys_operationlog');
    await world.sql('insert into app.sys_operationlog overriding system value select * from kept_log');
    await world.sql('drop table kept_log');
  }
};
const chainFile = async (): Promise<string> => {
  const { text } = await world.first.call('GET', '/sys/log/operation/chain');
  const file = join(folder, 'chain.csv');
  writeFileSync(file, text);
  return file;
};
const firstFinding = async (): Promise<string> =>
  verdictText('1000', (await verifyDatabase(world.adminUrl)).get('1000')!);

describe('the operation log', () => {
  test('tells who did what to which record, and every field before and after', async () => {
    const { id, data } = await world.first.must<{ id: string; data: { rowVersion: number } }>(
      'POST',
      '/data/bd/brand',
      { code: 'B1', name: '旧名' },
    );
    await world.first.must('PUT', '/data/bd/brand', { id, rowVersion: data.rowVersion, name: '=新名' });
    const { list } = await world.first.must<{ list: LogRow[] }>('GET', '/sys/log/operation/page?requestMethod=PUT');
    const entry = await world.first.must<LogRow>('GET', `/sys/log/operation/${list[0]!.id}`);
    expect(entry).toMatchObject({
      operation: 'update',
      noun: 'data:brand',
      recordCode: 'B1',
      status: '1',
      changes: { name: ['旧名', '=新名'] },
    });
    expect(entry.creatorName).not.toBe('');
    expect(entry.requestTime).toBeGreaterThanOrEqual(0);
  });

  test.each(['sys_operationlog', 'sys_loginlog', 'sys_errorlog', 'sys_interfacelog', 'sys_logseal', 'sys_logseal_row'])(
    '%s cannot be changed or deleted by the application, whatever the statement',
    async (table) => {
      for (const text of [
        `update app.${table} set tenant_code = '1000'`,
        `delete from app.${table}`,
        `truncate app.${table}`,
      ]) {
        await expect(world.door.open({ text, values: [] })).rejects.toMatchObject({ code: '42501' });
      }
    },
  );

  test('keeps what is younger than its retention; what is older goes, all that was asked for or nothing', async () => {
    const { list } = await world.first.must<{ list: LogRow[] }>('GET', '/sys/log/login/page');
    const young = await world.first.call<Refused>('DELETE', '/sys/log/login', [list[0]!.id]);
    expect([young.code, young.data.key, young.data.params]).toMatchObject([
      10010,
      'E-LOG-YOUNG',
      { days: 180, count: 1 },
    ]);
    const [old] = await world.sql<{ id: string }>(`
      insert into app.sys_loginlog (tenant_code, id, operation, create_date)
      values ('1000', sec.new_id(), 'login', now() - interval '181 days')
      returning id`);
    expect((await world.first.call('DELETE', '/sys/log/login', [old!.id, list[0]!.id])).code).toBe(10010);
    expect((await world.second.call('DELETE', '/sys/log/login', [old!.id])).code).toBe(404);
    await world.first.must('DELETE', '/sys/log/login', [old!.id]);
    expect(await world.sql('select from app.sys_loginlog where id = $1', [old!.id])).toHaveLength(0);
    expect(
      (await world.first.must<{ list: LogRow[] }>('GET', '/sys/log/operation/page?requestMethod=DELETE')).list[0],
    ).toMatchObject({ noun: 'sys:loginlog', operation: 'delete' });
  });

  test('a retention of nothing is a retention of thirty days', async () => {
    const { list } = await world.platform.must<{ list: { id: string; rowVersion: number }[] }>(
      'GET',
      '/sys/params/page?paramCode=SYS030',
    );
    await world.platform.must('PUT', '/sys/params', { ...list[0], paramValue: '0' });
    const [row] = await world.sql<{ id: string }>(`
      insert into app.sys_loginlog (tenant_code, id, operation, create_date)
      values ('1000', sec.new_id(), 'login', now() - interval '29 days')
      returning id`);
    expect((await world.first.call('DELETE', '/sys/log/login', [row!.id])).code).toBe(10010);
    await world.platform.must('PUT', '/sys/params', { id: list[0]!.id, paramValue: '180' });
  });
});

describe('the chain of seals', () => {
  test('takes every row once, also one that was committed after later rows were sealed', async () => {
    await seal();
    const late = world.door.transaction({
      sid: hashOf(world.first.token),
      tenant: null,
      permissions: null,
      soft: null,
    });
    await late.run([
      {
        text: `
          insert into app.sys_operationlog (id, noun, operation)
          values (gen_random_uuid(), 'test:late', 'save')`,
        values: [],
      },
    ]);
    await world.first.must('POST', '/data/bd/brand', { code: 'B2', name: '早' });
    expect(await seal()).toBe(1);
    await late.commit();
    expect(await seal()).toBe(1);
    expect(await seal()).toBe(0);
    const [counts] = await world.sql<{ rows: number; sealed: number }>(`
      select (select count(*)::int from app.sys_operationlog where tenant_code = '1000') as rows,
        (select sum(count)::int from app.sys_logseal where tenant_code = '1000') as sealed`);
    expect(counts!.sealed).toBe(counts!.rows);
    expect(await firstFinding()).toMatch(/intact$/);
  });

  test('is the same in an export: intact in the database, intact in the file, whatever was typed', async () => {
    for (const text of ['=1+1', `'=1+1`, `''`, '"a","b"\r\n@c', '－1', '\t', '🙂\u0301'])
      await world.sql(
        `
          insert into app.sys_operationlog (tenant_code, id, noun, operation, record_code, message)
          values ('1000', sec.new_id(), 'test:text', 'save', $1, $1)`,
        [text],
      );
    await seal();
    const verdict = await verifyFile(await chainFile());
    expect(verdict.findings).toEqual([]);
    expect(verdict.head).toBe((await verifyDatabase(world.adminUrl)).get('1000')!.head);
    expect(verdict.rows).toBeGreaterThan(4);
  });

  test.each([
    ['name of whoever did it', `creator_name = '别人'`],
    ['the value after', `changes = '{"name": ["旧名", "另一个"]}'`],
    ['the time', `create_date = create_date - interval '1 day'`],
    ['the record', `record_code = 'B9'`],
  ])('names the row in which %s was changed, in the database and in the file', (_what, change) =>
    inPlay(async () => {
      const [row] = await world.sql<{ seq: string }>(`
        update app.sys_operationlog
        set ${change}
        where tenant_code = '1000' and noun = 'data:brand' and operation = 'update'
        returning seq`);
      expect(await firstFinding()).toMatch(new RegExp(`: row ${row!.seq} \\(.*was changed after it was sealed$`));
      expect((await verifyFile(await chainFile())).findings[0]!.where).toContain(`row ${row!.seq} `);
    }),
  );

  test('names the gap that a deleted row leaves', () =>
    inPlay(async () => {
      const [row] = await world.sql<{ seq: string }>(`
        delete from app.sys_operationlog
        where tenant_code = '1000' and noun = 'data:brand' and operation = 'update'
        returning seq`);
      expect(await firstFinding()).toMatch(new RegExp(`: row ${row!.seq} \\(seal \\d+\\) is missing$`));
      expect((await verifyFile(await chainFile())).findings).toMatchObject([
        { where: expect.stringContaining(`row ${row!.seq} `) as string, what: 'is missing' },
      ]);
    }));

  test('names the seal when its rows were changed together with their own hashes', () =>
    inPlay(async () => {
      await world.sql(`
        update app.sys_operationlog
        set creator_name = '别人'
        where tenant_code = '1000' and noun = 'data:brand' and operation = 'update'`);
      const kept = await world.sql<{ seq: string; hash: Buffer }>(`
        select s.seq, s.hash
        from app.sys_logseal_row s
        join app.sys_operationlog r using (tenant_code, seq)
        where r.tenant_code = '1000' and r.operation = 'update'`);
      await world.sql(`
        update app.sys_logseal_row s
        set hash = sha256(convert_to(sec.log_text(r), 'UTF8'))
        from app.sys_operationlog r
        where r.tenant_code = s.tenant_code and r.seq = s.seq and r.operation = 'update'`);
      expect(await firstFinding()).toMatch(/: seal \d+ \(rows .*its rows are not those that were sealed/);
      for (const { seq, hash } of kept)
        await world.sql('update app.sys_logseal_row set hash = $2 where seq = $1', [seq, hash]);
    }));

  test('goes on where transactions are counted anew: a dump restored on another server', async () => {
    await seal();
    const insert = (): Promise<unknown> =>
      world.sql(`
        insert into app.sys_operationlog (tenant_code, id, noun, operation)
        values ('1000', sec.new_id(), 'test:restored', 'save')`);
    await insert();
    await world.sql(`update app.sys_logseal set below = '9000000000000000' where tenant_code = '1000'`);
    await world.sql(`update app.sys_operationlog set xact = '9000000000000000' where tenant_code = '1000'`);
    expect(await seal()).toBe(1);
    await insert();
    expect(await seal()).toBe(1);
    expect(await seal()).toBe(0);
    expect(await firstFinding()).toMatch(/intact$/);
  });

  test('closes over rows that were deleted after their time, because the log says so for ever', async () => {
    const [old] = await world.sql<{ id: string; seq: string }>(`
      insert into app.sys_operationlog (tenant_code, id, noun, operation, create_date)
      values ('1000', sec.new_id(), 'data:brand', 'save', now() - interval '200 days')
      returning id, seq`);
    await seal();
    await world.first.must('DELETE', '/sys/log/operation', [old!.id]);
    await seal();
    const verdict = (await verifyDatabase(world.adminUrl)).get('1000')!;
    expect([verdict.removed, verdict.findings]).toEqual([1, []]);
    const [note] = await world.sql<{ id: string }>(`
      update app.sys_operationlog
      set create_date = now() - interval '400 days'
      where tenant_code = '1000' and noun = 'sys:operationlog' and operation = 'delete'
      returning id`);
    expect((await world.first.call('DELETE', '/sys/log/operation', [note!.id])).code).toBe(10010);
  });
});

describe('the error log', () => {
  const failing: readonly Route[] = (['GET', 'POST'] as const).map((method) => ({
    method,
    path: '/test/fault',
    permission: 'public',
    effect: method === 'GET' ? 'none' : 'idempotent',
    summary: 'Breaks',
    handle: async () => {
      throw new TypeError('broken on purpose');
    },
  }));

  test('has a row for every fault: whose, where, its number, and no secret', async () => {
    const app = buildApp({ door: world.door, routes: failing, modules: models, logLevel: 'silent' });
    const reply = await sessionOf(app, world.first.token, '1000').call('POST', '/test/fault?captcha=4711&sort=name', {
      username: 'first',
      password: 'Hidden2026',
    });
    expect(reply.code).toBe(500);
    await expect
      .poll(async () => (await world.first.must<{ list: object[] }>('GET', '/sys/log/error/page')).list.length)
      .toBe(1);
    const {
      list: [row],
    } = await world.first.must<{ list: Record<string, string>[] }>('GET', '/sys/log/error/page');
    expect(row).toMatchObject({
      requestUri: '/api/test/fault',
      requestMethod: 'POST',
      correlationId: reply.headers['x-correlation-id'],
    });
    expect(row!['errorInfo']).toContain('TypeError: broken on purpose');
    expect(row!['requestParams']).toBe('{"captcha":"…","sort":"name","body":["username","password"]}');
    expect(JSON.stringify(row)).not.toMatch(/Hidden2026|4711/);
    expect((await world.second.must<{ list: object[] }>('GET', '/sys/log/error/page')).list).toEqual([]);
    await app.close();
  });

  test('takes so many a minute and no more', async () => {
    let [written, time] = [0, 0];
    const log = faultLog(
      {
        gate: async () => {
          written += 1;
          return [];
        },
      } as never,
      () => time,
    );
    const request = {
      headers: {},
      url: '/x',
      method: 'GET',
      routeOptions: {},
      params: {},
      query: {},
      body: null,
      ip: '',
      id: '1',
    } as never;
    for (let i = 0; i < 500; i += 1) log.write(new Error('again'), request);
    expect(written).toBe(faultsPerMinute);
    time = 60_000;
    log.write(new Error('again'), request);
    expect(written).toBe(faultsPerMinute + 1);
  });
});

test('the interface log keeps what was said to another system, without its secrets', async () => {
  const { values } = interfaceStatement(
    {
      url: 'https://user:geheim@sms.example.com/send?AccessKeyId=K1&Signature=S1',
      isDone: false,
      costTime: 12.4,
      logType: '0',
      interfaceType: '1',
      businessCode: 'SMS1',
      requestBody: '{"phone":"13800000000","accessKeySecret":"topsecret","password": "p w"}&token=abc',
      responseBody: 'Authorization: Bearer abcdefgh12345',
      errorMsg: 'refused',
    },
    { userId: null, realName: '王' },
  );
  expect(values.slice(4, 8)).toEqual([
    'https://sms.example.com/send',
    '{"phone":"13800000000","accessKeySecret":"…","password": "…"}&token="…"',
    'Authorization: "…"',
    '0',
  ]);
  await world.door.read({ sid: hashOf(world.first.token), tenant: null, permissions: null, soft: null }, [
    interfaceStatement({ url: 'smtp://mail.example.com', isDone: true, costTime: 3 }, { userId: null, realName: '王' }),
  ]);
  const { list } = await world.first.must<{ list: object[] }>('GET', '/sys/log/interface/page?returnStatus=1');
  expect(list).toMatchObject([{ url: 'smtp://mail.example.com', costTime: 3, creatorName: '王' }]);
});
