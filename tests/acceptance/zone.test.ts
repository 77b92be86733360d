import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fileStores } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { defineJob } from '#platform/model/job.ts';
import { instantAt } from '#platform/model/zone.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { nextRuns } from '#platform/server/job/cron.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

/** Whatever the hour, it is not the same day in both: they are 25 hours apart. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
const [home, abroad] = ['Asia/Shanghai', 'America/Los_Angeles'] as const;

let world: World;
beforeAll(async () => {
  world = await openWorld('zone');
  await furnish(world.first);
  await furnish(world.second);
});
afterAll(() => world.close());

/** The first tenant keeps its books in one zone, the second in another. */
async function live(first: string, second: string): Promise<void> {
  await world.sql(`update app.tenant_tenant set zone = $1 where tenant_code = '1000'`, [first]);
  await world.sql(`update app.tenant_tenant set zone = $1 where tenant_code = '2000'`, [second]);
}
const places: readonly (readonly [string, string])[] = [
  [home, abroad],
  [east, west],
];

interface Bill {
  readonly id: string;
  readonly data: { readonly code: string; readonly billDate: string };
}
const stockIn = (session: Session, more: object = {}): Promise<Bill> =>
  session.must<Bill>('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode: 'M1', number: '1', price: '1' }],
    ...more,
  });

describe('a tenant lives by the clocks of its zone', () => {
  test.each(places)('its documents and their numbers: %s and %s', async (first, second) => {
    await live(first, second);
    for (const [session, zone] of [
      [world.first, first],
      [world.second, second],
    ] as const) {
      const day = todayIn(zone);
      const { data } = await stockIn(session);
      expect([data.billDate, data.code.slice(2, 10)]).toEqual([day, day.replaceAll('-', '')]);
      expect(await session.must('GET', '/sys/user/info')).toMatchObject({ zone });
      expect(await session.must('GET', '/sys/flownotype/nextNo?code=IO')).toContain(day.replaceAll('-', ''));
    }
  });

  test('it is never one day in both of two places a day apart', () => {
    expect(todayIn(east) > todayIn(west)).toBe(true);
  });

  test('its lists: what was done is found on the day on which it was done there', async () => {
    await live(east, west);
    for (const [session, zone, other] of [
      [world.first, east, west],
      [world.second, west, east],
    ] as const) {
      const { data } = await stockIn(session);
      const doneOn = async (day: string): Promise<readonly string[]> =>
        (
          await session.must<{ list: { recordCode: string }[] }>(
            'GET',
            `/sys/log/operation/page?limit=500&createDateStart=${day}&createDateEnd=${day}`,
          )
        ).list.map(({ recordCode }) => recordCode);
      expect(await doneOn(todayIn(zone))).toContain(data.code);
      expect(await doneOn(todayIn(other))).not.toContain(data.code);
    }
  });

  test('its periods: where the day is closed nothing is posted, where it is another day it is', async () => {
    await live(east, west);
    // It is a day later in the east: the day that is closed is over there, and not in the west.
    const answers: number[] = [];
    await world.sql('delete from app.sys_accountperiod');
    for (const session of [world.first, world.second]) {
      const { id } = await stockIn(session);
      for (const [month, day, status] of [
        [1, todayIn(west), '2'],
        [2, todayIn(east), '1'],
      ] as const) {
        const period = await session.must<{ id: string }>('POST', '/sys/accountperiod', {
          year: Number.parseInt(day.slice(0, 4), 10),
          month,
          startDate: day,
          endDate: day,
        });
        await world.sql('update app.sys_accountperiod set status = $2 where id = $1', [period.id, status]);
      }
      answers.push((await session.call('PUT', '/stock/inout/audit', [id])).code);
    }
    expect(answers).toEqual([0, 20012]);
  });
});

describe('a zone', () => {
  test('is chosen when a tenant is opened, and is one that has a name', async () => {
    const opened = (zone: string) =>
      world.platform.call<{ data: { zone: string } }>('POST', '/sys/tenant', {
        tenantCode: `30${zone.length}`,
        tenantName: zone,
        username: `admin30${zone.length}`,
        password: world.password,
        confirmPassword: world.password,
        zone,
      });
    expect((await opened(abroad)).data.data.zone).toBe(abroad);
    expect((await opened('Nowhere/Land')).code).toBe(10003);
    for (const none of ['Nowhere/Land', '+08', ''])
      await expect(
        world.sql(`update app.tenant_tenant set zone = $1 where tenant_code = '2000'`, [none]),
      ).rejects.toThrow(/no such zone/);
  });

  test('says when its clocks show a time, in summer and in winter', () => {
    const at = (day: string, clock: string, zone: string): string => instantAt(day, clock, zone).toISOString();
    expect(at('2026-01-15', '09:00:00', home)).toBe('2026-01-15T01:00:00.000Z');
    expect(at('2026-01-15', '09:00:00', abroad)).toBe('2026-01-15T17:00:00.000Z');
    expect(at('2026-07-15', '09:00:00', abroad)).toBe('2026-07-15T16:00:00.000Z');
    // The night in which summer begins, and the one in which it ends.
    expect(at('2026-03-08', '01:30:00', abroad)).toBe('2026-03-08T09:30:00.000Z');
    expect(at('2026-03-08', '03:30:00', abroad)).toBe('2026-03-08T10:30:00.000Z');
    expect(at('2026-11-01', '03:00:00', abroad)).toBe('2026-11-01T11:00:00.000Z');
  });
});

describe('a schedule', () => {
  const told: string[] = [];
  const job = defineJob({
    name: 'mark',
    label: ['记', '記', 'Mark'],
    remark: ['', '', ''],
    params: {},
    isPerTenant: true,
  });
  const marking = serveJob(job, z.strictObject({}), {
    once: async ({ identity, today }) => {
      if (['1000', '2000'].includes(identity.tenantCode)) told.push(`${identity.tenantCode} ${today}`);
    },
  });

  test('is due in every zone when its hour comes there, and runs for the tenants of that zone', async () => {
    await live(home, abroad);
    await world.sql(`update app.job_schedule set status = '0'`);
    const { id } = await world.platform.must<{ id: string }>('POST', '/sys/schedule', {
      beanName: 'sweepDrafts',
      cronExpression: '0 3 * * *',
    });
    await world.sql(`update app.job_schedule set bean_name = 'mark', params = '{}' where id = $1`, [id]);
    const nextIn = async (): Promise<string | undefined> =>
      (
        await world.sql<{ at: string }>(
          `
            select to_char(next_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as at
            from sec.job_time
            where schedule_id = $1 and zone = $2`,
          [id, abroad],
        )
      )[0]?.at;
    const door = openDoor({ url: world.url, connections: 2 });
    const jobs = startJobs({
      host: { door, stores: fileStores(door), log: world.app.log, models },
      handlers: [marking],
      leaseMs: 2000,
    });
    try {
      const next = nextRuns('0 3 * * *', 1, { zone: abroad })[0]?.toISOString();
      await expect.poll(nextIn, { timeout: 30_000 }).toBe(next);
      expect(next).not.toBe(nextRuns('0 3 * * *', 1, { zone: home })[0]?.toISOString());
      await world.sql(`update sec.job_time set next_time = now() - interval '1 second' where schedule_id = $1`, [id]);
      await expect.poll(() => told, { timeout: 30_000 }).toEqual([`2000 ${todayIn(abroad)}`]);
      await expect.poll(nextIn, { timeout: 30_000 }).toBe(next);
      await world.sql(`update app.job_schedule set next_time = now() - interval '1 second' where id = $1`, [id]);
      await expect.poll(() => told, { timeout: 30_000 }).toEqual([`2000 ${todayIn(abroad)}`, `1000 ${todayIn(home)}`]);
      // What rests is due anew in every zone.
      await world.platform.must('PUT', '/sys/schedule/pause', [id]);
      expect(await nextIn()).toBeUndefined();
    } finally {
      await jobs.stop();
      await door.close();
    }
  });
});
