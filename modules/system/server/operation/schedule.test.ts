import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { defineJob } from '#platform/model/job.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { cronFault, nextRuns } from '#platform/server/job/cron.ts';
import { serveJob, type JobHandler } from '#platform/server/job/handler.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { stock } from '#stock/model/ledger.ts';
import { changed, watch, type Watch } from '#tests/conformance/state.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Schedule {
  readonly id: string;
  readonly jobId: string;
  readonly beanName: string;
  readonly status: string;
  readonly nextTime: string | null;
  readonly lastTime: string | null;
  readonly params: string;
  readonly jobName: string;
  readonly rowVersion: number;
}
interface RunLog {
  readonly beanName: string;
  readonly status: string;
  readonly error: string | null;
  readonly times: number;
  readonly jobId: string;
  readonly creatorName: string;
}
interface Refused {
  readonly errors?: { path: string; msg: string }[];
}

/** A busy machine is slow, not wrong. */
const patience = { timeout: 30_000 };

let world: World;
let eyes: Watch;
beforeAll(async () => {
  world = await openWorld('schedule');
  eyes = await watch(world);
  // What comes with the installation rests here: only what a test schedules is due.
  await world.sql(`update app.job_schedule set status = '0'`);
});
afterAll(async () => {
  await eyes.close();
  await world.close();
});

const schedule = async (body: object): Promise<Schedule> =>
  (
    await world.platform.must<{ data: Schedule }>('POST', '/sys/schedule', {
      beanName: 'sweepDrafts',
      cronExpression: '0 3 * * *',
      ...body,
    })
  ).data;
const read = (id: string): Promise<Schedule> => world.platform.must<Schedule>('GET', `/sys/schedule/${id}`);
const logOf = async (jobId: string): Promise<RunLog[]> =>
  (await world.platform.must<{ list: RunLog[] }>('GET', '/sys/scheduleLog/page?limit=500')).list.filter(
    (row) => row.jobId === jobId,
  );

/** A worker of its own door, as another process has it; ends with the test. */
async function working<T>(
  work: () => Promise<T>,
  handlers: readonly JobHandler[] = jobHandlers(),
  count = 1,
): Promise<T> {
  const workers = Array.from({ length: count }, () => {
    const door = openDoor({ url: world.url, connections: 2 });
    return {
      door,
      jobs: startJobs({
        host: { door, stores: fileStores(door), log: world.app.log, models },
        handlers,
        leaseMs: 2000,
      }),
    };
  });
  try {
    return await work();
  } finally {
    for (const { jobs, door } of workers) {
      await jobs.stop();
      await door.close();
    }
  }
}

describe('a schedule', () => {
  test('names a job of the registry, keeps its parameters as the job reads them, and is due when its cron says', async () => {
    const made = await schedule({ params: ' { "days" : 10 } ', jobName: null });
    expect(made).toMatchObject({ params: '{"days":10}', status: '1', jobName: '清理草稿' });
    expect(made.jobId).toMatch(/^JOB\d{12}$/);
    expect(new Date(made.nextTime!)).toEqual(nextRuns('0 3 * * *', 1)[0]);
    expect((await schedule({ params: null })).params).toBe('{"days":30}');
  });

  test('is previewed: five runs, in the zone of the platform, with and without seconds', async () => {
    const { zone, runs } = await world.platform.must<{ zone: string; runs: string[] }>(
      'GET',
      `/sys/schedule/preview?cron=${encodeURIComponent('15 30 2 * * MON-FRI')}`,
    );
    expect(zone).toBe('Asia/Shanghai');
    expect(runs).toHaveLength(5);
    // 02:30:15 in Shanghai is 18:30:15 of the day before in UTC.
    for (const run of runs) expect(run).toMatch(/T18:30:15\.000Z$/);
    expect(
      nextRuns('0 0 29 2 *', 2, { from: new Date('2026-01-01T00:00:00Z') }).map((run) => run.toISOString()),
    ).toEqual(['2028-02-28T16:00:00.000Z', '2032-02-28T16:00:00.000Z']);
    expect((await world.platform.call('GET', '/sys/schedule/preview?cron=bad')).code).toBe(10003);
    expect((await world.first.call('PUT', '/sys/schedule/run', [(await schedule({})).id])).code).toBe(403);
  });

  test('[A355] is paused, resumed and run once', async () => {
    const { id, jobId } = await schedule({ beanName: 'endSessions', params: null });
    await world.platform.must('PUT', '/sys/schedule/pause', [id]);
    expect(await read(id)).toMatchObject({ status: '0', nextTime: null });
    expect((await world.platform.call('PUT', '/sys/schedule/pause', [id])).code).toBe(10010);
    await working(async () => {
      await world.platform.must('PUT', '/sys/schedule/run', [id]);
      await expect
        .poll(() => logOf(jobId), patience)
        .toMatchObject([{ beanName: 'endSessions', status: '1', error: null, creatorName: '平台管理员' }]);
      expect((await read(id)).lastTime).not.toBeNull();
      await world.platform.must('PUT', '/sys/schedule/resume', [id]);
      await expect
        .poll(async () => (await read(id)).nextTime, patience)
        .toBe(nextRuns('0 3 * * *', 1)[0]!.toISOString().replace('.000', ''));
    });
    expect(await logOf(jobId)).toHaveLength(1);
  });
});

describe('a run', () => {
  const effects = (): Promise<{ noun: string; record_code: string; tenant_code: string }[]> =>
    world.sql(`
      select noun, record_code, tenant_code
      from app.sys_operationlog
      where noun = 'test:effect'
      order by tenant_code, record_code`);
  const mark = defineJob({
    name: 'mark',
    label: ['记', '記', 'Mark'],
    remark: ['', '', ''],
    params: {},
    isPerTenant: true,
  });
  let calls = 0;
  let failures = 0;
  const marking = serveJob(mark, z.strictObject({}), {
    once: async (ctx) => {
      calls += 1;
      ctx.log({
        noun: 'test:effect',
        recordId: '019a0000-0000-7000-8000-000000000000',
        recordCode: ctx.identity.tenantCode,
        operation: 'save',
      });
      await wait(50);
      if (failures > 0) {
        failures -= 1;
        throw new Error('not this time');
      }
    },
  });

  test('happens for every tenant behind its own wall, once, however many processes look', async () => {
    const { id } = await schedule({});
    await world.sql(
      `
        update app.job_schedule
        set bean_name = 'mark', params = '{}', next_time = now() - interval '1 second'
        where id = $1`,
      [id],
    );
    await working(
      async () => {
        await expect.poll(effects, patience).toEqual([
          { noun: 'test:effect', record_code: '1000', tenant_code: '1000' },
          { noun: 'test:effect', record_code: '2000', tenant_code: '2000' },
        ]);
        await wait(1500);
      },
      [marking],
      3,
    );
    expect([calls, (await effects()).length]).toEqual([2, 2]);
    expect((await world.first.must<{ list: RunLog[] }>('GET', '/sys/scheduleLog/page')).list).toMatchObject([
      { beanName: 'mark', status: '1' },
    ]);
    expect(new Date((await read(id)).nextTime!).getTime()).toBeGreaterThan(Date.now());
    await world.platform.must('DELETE', `/sys/schedule/${id}`);
  });

  test('that failed is logged with its error and tried again; its effect is there once', async () => {
    failures = 1;
    const { id, jobId } = await schedule({});
    await world.sql(`update app.job_schedule set bean_name = 'mark', params = '{}' where id = $1`, [id]);
    await world.sql(
      `
        insert into sec.job_run (id, schedule_id, tenant_code, due)
        values (gen_random_uuid(), $1, '1000', now())`,
      [id],
    );
    const before = (await effects()).length;
    const own = async (): Promise<RunLog[]> =>
      (await world.first.must<{ list: RunLog[] }>('GET', '/sys/scheduleLog/page')).list.filter(
        (row) => row.jobId === jobId,
      );
    await working(async () => {
      await expect.poll(own, patience).toMatchObject([{ status: '0', error: 'not this time' }]);
      expect((await effects()).length).toBe(before);
      await world.sql('update sec.job_run set not_before = now()');
      await expect.poll(own, patience).toMatchObject([{ status: '1', error: null }, { status: '0' }]);
    }, [marking]);
    expect((await effects()).length).toBe(before + 1);
    await world.platform.must('DELETE', `/sys/schedule/${id}`);
  });

  test('that is repeated leaves its effect as it was: the inbox row says so', async () => {
    const { id } = await schedule({});
    await world.sql(`update app.job_schedule set bean_name = 'mark', params = '{}' where id = $1`, [id]);
    const before = (await effects()).length;
    const run = `
      insert into sec.job_run (id, schedule_id, tenant_code, due)
      values (gen_random_uuid(), $1, '1000', '2026-01-01T00:00:00Z')`;
    await working(async () => {
      for (let n = 0; n < 3; n += 1) {
        await world.sql(run, [id]);
        await expect.poll(() => world.sql('select from sec.job_run'), patience).toHaveLength(0);
      }
    }, [marking]);
    expect((await effects()).length).toBe(before + 1);
    await world.platform.must('DELETE', `/sys/schedule/${id}`);
  });

  test('is opened by the key of its runner alone', async () => {
    const { id } = await schedule({});
    await world.platform.must('PUT', '/sys/schedule/run', [id]);
    const [run] = await world.door.gate({ text: `select * from sec.take_run('right', 60000)`, values: [] });
    const open = (key: string) =>
      world.door.read({ run: String(run!['id']), key, permissions: null, soft: null }, [
        { text: 'select sec.tenant() as tenant', values: [] },
      ]);
    await expect(open('wrong')).rejects.toMatchObject({ code: 'QD401' });
    expect((await open('right')).results[0]).toEqual([{ tenant: '1' }]);
    expect(
      await world.door.gate({
        text: `select sec.end_run($1, 'wrong', 1, null, null) as is_ended`,
        values: [run!['id']],
      }),
    ).toEqual([{ isEnded: false }]);
    await world.sql('delete from sec.job_run');
  });
});

describe('the jobs that ship', () => {
  test.each(jobHandlers().map((handler): [string, JobHandler] => [handler.job.name, handler]))(
    '%s runs, with nothing said to it',
    async (name, { job }) => {
      const { id, jobId } = await schedule({ beanName: name, params: null });
      const own = async (): Promise<RunLog[]> =>
        (
          await (job.isPerTenant ? world.first : world.platform).must<{ list: RunLog[] }>(
            'GET',
            '/sys/scheduleLog/page',
          )
        ).list.filter((row) => row.jobId === jobId);
      await world.platform.must('PUT', '/sys/schedule/run', [id]);
      await working(async () => {
        await expect.poll(own, patience).toMatchObject([{ beanName: name, status: '1', error: null }]);
      });
      await world.platform.must('DELETE', `/sys/schedule/${id}`);
    },
  );

  test('sweeping leaves what is young and takes what is old', async () => {
    await world.sql(`
      insert into app.idempotency (tenant_code, key, user_id, body_hash, create_date)
      select '1000', k, gen_random_uuid(), '', now() - d * interval '1 day'
      from (values ('old', 8), ('young', 6)) x(k, d)`);
    const [user] = await world.sql<{ user_id: string }>(
      `select user_id from sec.principal where tenant_code = '1000' limit 1`,
    );
    await world.sql(
      `
        insert into app.sys_draft (tenant_code, user_id, key, title, route, content, update_date)
        select '1000', $1, k, '', '', '{}', now() - d * interval '1 day'
        from (values ('old', 31), ('young', 29)) x(k, d)`,
      [user!.user_id],
    );
    await world.sql(
      `
        insert into sec.session (sid_hash, user_id, tenant_code, expires_at, seen_at)
        values ('\\x01', $1, '1000', now() + interval '1 hour', now() - interval '31 minutes')`,
      [user!.user_id],
    );
    for (const text of ['select sec.sweep_keys(7)', 'select sec.sweep_drafts(30)', 'select sec.sweep()'])
      await world.door.gate({ text, values: [] });
    expect(await world.sql(`select key from app.idempotency where key in ('old', 'young')`)).toEqual([
      { key: 'young' },
    ]);
    expect(await world.sql(`select key from app.sys_draft where key in ('old', 'young')`)).toEqual([{ key: 'young' }]);
    expect(await world.sql(`select end_reason from sec.session where sid_hash = '\\x01'`)).toEqual([
      { end_reason: 'expired' },
    ]);
  });

  test('checking names the ledger, the balance and both figures when they differ', async () => {
    const key = stock.key.map(snakeCase);
    await world.sql(`
      insert into app.stock_balance (tenant_code, ${key.join(', ')}, on_hand)
      values ('1000', ${key.map(() => `'X'`).join(', ')}, 5)`);
    const { id, jobId } = await schedule({ beanName: 'checkLedgers', params: null });
    await world.platform.must('PUT', '/sys/schedule/run', [id]);
    await working(async () => {
      await expect
        .poll(
          async () =>
            (await world.first.must<{ list: RunLog[] }>('GET', '/sys/scheduleLog/page')).list.filter(
              (row) => row.jobId === jobId,
            ),
          patience,
        )
        .toMatchObject([
          {
            status: '0',
            error: expect.stringMatching(/on_hand is the sum of its entries: .*5\.0000 ≠ 0/) as string,
          },
        ]);
    });
    // The platform is told where, and nothing of what is in the books.
    await expect
      .poll(async () => (await logOf(jobId)).map(({ error }) => error), patience)
      .toEqual(['tenant 1000: failed, see its own log']);
  });
});

describe('what is no job, no parameter and no cron has no effect', () => {
  const names = [
    '',
    ' ',
    'SweepDrafts',
    'sweepDrafts ',
    'sweepdrafts',
    '__proto__',
    'constructor',
    'toString',
    'java.lang.Runtime',
    'testTask',
    '../../etc/passwd',
    "sweepDrafts'; drop table app.sys_user; --",
    '${7*7}',
    '{{constructor}}',
    'process.exit',
    'import("node:child_process")',
    'sweep\u200bDrafts',
    'ｓweepDrafts',
    '\u0000sweepDrafts',
    'a'.repeat(5000),
    null,
    7,
    true,
    ['sweepDrafts'],
    { toString: 'sweepDrafts' },
  ];
  const params = [
    '[]',
    'null',
    '"x"',
    '7',
    '{',
    '{"days":0}',
    '{"days":-1}',
    '{"days":1e9}',
    '{"days":1.5}',
    '{"days":"7"}',
    '{"days":null}',
    '{"days":7,"bean":"x"}',
    '{"__proto__":{"days":1}}',
    '{"constructor":1}',
    "{'days':7}",
    '{"days":7}; rm -rf /',
    '{"days":{"$gt":0}}',
    '{"days":[7]}',
    '{"days":NaN}',
    '\u0000{}',
    ['{}'],
    { days: 7 },
  ];
  const crons = [
    '* * * * * *',
    '*/10 * * * * *',
    '0,30 0 3 * * *',
    '@reboot',
    '@daily',
    '@every 1s',
    '2026-01-01T00:00:00',
    '* * * *',
    '0 0 0 1 1 * 2027',
    '60 3 * * *',
    '0 25 * * *',
    '0 0 30 2 *',
    '0 0 0 0 0',
    'a b c d e',
    '* * * * *; ls',
    '$(ls) * * * *',
    '0 3 * * * \n rm',
    '1-99999999 * * * *',
    '*/0 * * * *',
    '-1 * * * *',
    '0x1 * * * *',
    `${'1,'.repeat(80)}1 * * * *`,
    '',
    '٣ * * * *',
    '0 3 * * FOO',
    null,
    5,
    ['0 3 * * *'],
  ];
  const hostile: readonly [string, unknown][] = [
    ...names.map((each) => ['beanName', each] as [string, unknown]),
    ...params.map((each) => ['params', each] as [string, unknown]),
    ...crons.map((each) => ['cronExpression', each] as [string, unknown]),
  ];

  test(`${hostile.length} of them, saved and changed, in the table and in the run`, async () => {
    const { id, rowVersion } = await schedule({ params: '{"days":30}' });
    const state = await eyes.look(null);
    const taken: unknown[] = [];
    for (const [field, value] of hostile) {
      const body = { beanName: 'sweepDrafts', params: '{"days":30}', cronExpression: '0 3 * * *', [field]: value };
      for (const reply of [
        await world.platform.call<Refused>('POST', '/sys/schedule', body),
        await world.platform.call<Refused>('PUT', '/sys/schedule', { ...body, id, rowVersion }),
      ]) {
        if (reply.code !== 10003 || !reply.data.errors?.some(({ path }) => path === field))
          taken.push([field, value, reply.code, reply.data]);
      }
    }
    expect(taken).toEqual([]);
    expect(changed(state, await eyes.look(null))).toEqual([]);
  });

  test("put into the table behind the product's back they are refused by the runner and logged", async () => {
    const made = await schedule({ params: '{"days":30}' });
    const draft = await world.sql(`
      insert into app.sys_draft (tenant_code, user_id, key, title, route, content, update_date)
      select tenant_code, user_id, 'witness', '', '', '{}', now() - interval '20 days'
      from sec.principal
      where tenant_code = '1000'
      limit 1
      returning key`);
    expect(draft).toHaveLength(1);
    await working(async () => {
      for (const [bean, given] of [
        ['toString', '{}'],
        ['java.lang.Runtime', '{}'],
        ['sweepDrafts', '{"days":-1}'],
        ['sweepDrafts', '{"days":1,"x":1}'],
        ['sweepDrafts', 'rubbish'],
      ] as const) {
        await world.sql('update app.job_schedule set bean_name = $2, params = $3 where id = $1', [
          made.id,
          bean,
          given,
        ]);
        await world.platform.must('PUT', '/sys/schedule/run', [made.id]);
        await expect.poll(() => world.sql('select from sec.job_run'), patience).toHaveLength(0);
      }
      await world.sql(`update app.job_schedule set cron_expression = 'rubbish', next_time = now() where id = $1`, [
        made.id,
      ]);
      await expect.poll(async () => (await read(made.id)).nextTime, patience).toBeNull();
    });
    expect((await logOf(made.jobId)).filter(({ status }) => status === '0').length).toBeGreaterThanOrEqual(5);
    expect(await world.sql(`select key from app.sys_draft where key = 'witness'`)).toHaveLength(1);
  });

  test('a job is no timer: nothing is due twice within a minute', () => {
    expect(cronFault('* * * * *')).toBeNull();
    expect(cronFault('30 * * * * *')).toBeNull();
    expect(cronFault('0,59 * * * * *')?.[2]).toContain('more than once a minute');
  });
});
