import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { isThorough, timesOf } from '#tests/thorough.ts';
import { refusals } from './cash.ts';
import { checkLedgers, type Finding } from './ledger-check.ts';
import { deedsIn, storm, type Ask, type Storm, type StormPlan } from './storm.ts';

/**
 * Fifty clients on ten hot materials and five hot customers. By hand: so many acknowledged commands, client kills and
 * immediate stops.
 */
const seconds = timesOf(150, 'PROOF_SECONDS');
const commands = process.env['CRASH_COMMANDS'] === undefined ? undefined : timesOf(0, 'CRASH_COMMANDS');
const plan: StormPlan = {
  seconds,
  ...(commands === undefined ? {} : { commands }),
  processes: 10,
  clientsEach: 5,
  clientKills: timesOf(200, 'CRASH_KILLS'),
  apiKills: timesOf(30),
  stops: timesOf(10, 'CRASH_STOPS'),
};

describe(`${plan.processes * plan.clientsEach} clients, ${commands === undefined ? `${seconds} s` : `${commands} commands`}, ${plan.clientKills} client kills, ${plan.apiKills} API kills, ${plan.stops} immediate stops of the database`, () => {
  let weather: Storm;
  beforeAll(
    async () => {
      weather = await storm(plan);
      report(weather);
    },
    commands === undefined && !isThorough ? 300_000 : 3_600_000,
  );
  afterAll(() => weather.close());

  const asked = (): [string, Ask][] => [...weather.asks];
  const done = (): [string, Ask][] => asked().filter(([, { results }]) => results.includes(''));

  test('everything that was to die died, and nothing else did', () => {
    expect(weather.kills).toEqual({ client: plan.clientKills, api: plan.apiKills, database: plan.stops });
    expect(weather.deaths).toEqual([]);
  });

  test('every request was answered in the end, and no answer was a fault', () => {
    expect(asked().filter(([, { results }]) => results.length === 0)).toEqual([]);
    expect(
      [...new Set(asked().flatMap(([, { results }]) => results))].filter((result) => !refusals.has(result)),
    ).toEqual([]);
    expect(done().length).toBeGreaterThan(commands ?? plan.processes * plan.clientsEach);
    // Orders with their money, deliveries, the gate, the warehouse, signatures and receipts: a large storm sees each
    // acknowledged.
    if (commands !== undefined)
      expect([...new Set(done().map(([, { deed }]) => deed))]).toEqual(
        expect.arrayContaining([
          'order.audit',
          'order.unaudit',
          'order.close',
          'order.pushDown',
          'delivery.audit',
          'delivery.release',
          'movement.audit',
          'movement.unaudit',
          'delivery.sign',
          'bill.save',
          'bill.audit',
          'bill.unaudit',
        ]),
      );
  });

  test('the same key is answered alike, however often it is asked', () => {
    expect(asked().filter(([, { results }]) => results[0] === '' && results.some((result) => result !== ''))).toEqual(
      [],
    );
  });

  test('what was acknowledged is there, what was not is not, and nothing twice', async () => {
    const { world } = weather;
    const keys = await world.sql<{ key: string }>(`select key from app.idempotency where key like 'storm%'`);
    expect(keys.map(({ key }) => key).toSorted()).toEqual(
      done()
        .map(([key]) => key)
        .toSorted(),
    );

    const expected = new Map(weather.before);
    const count = (deed: string): void => {
      expected.set(deed, (expected.get(deed) ?? 0) + 1);
    };
    for (const [, { deed, ids, made }] of done()) {
      const verb = deed.split('.')[1] ?? '';
      if (verb !== 'save' && verb !== 'pushDown') for (const id of ids) count(`${id} ${verb}`);
      for (const id of made) count(`${id} save`);
    }
    const sorted = (deeds: ReadonlyMap<string, number>): [string, number][] =>
      [...deeds].toSorted(([a], [b]) => a.localeCompare(b));
    expect(sorted(await deedsIn(world))).toEqual(sorted(expected));

    const there = await world.sql<{ id: string }>(
      `
        select id
        from app.order_delivery
        union all
        select id
        from app.stock_inout
        where source_code is not null
        union all
        select id
        from app.sale_bill
        where id = any($1::uuid[])`,
      [done().flatMap(([, { deed, made }]) => (deed === 'bill.save' ? made : []))],
    );
    expect(there.map(({ id }) => id).toSorted()).toEqual(
      done()
        .flatMap(([, { made }]) => made)
        .toSorted(),
    );

    const answered = new Map<string, number>();
    for (const [, { deed, ids }] of done())
      if (/^(order|movement)\.(un)?(audit|close)$/.test(deed))
        for (const id of ids) answered.set(id, (answered.get(id) ?? 0) + 1);
    const operations = await world.sql<{ id: string; op_seq: number; posted: number }>(`
      select d.id, d.op_seq, coalesce(max(e.op_seq), 0)::int as posted
      from (
        select tenant_code, id, op_seq
        from app.order_order
        union all
        select tenant_code, id, op_seq
        from app.stock_inout
        where source_code is not null
      ) d
      left join app.stock_entry e on e.tenant_code = d.tenant_code and e.doc_id = d.id
      group by d.id, d.op_seq`);
    expect(
      operations.filter(({ id, op_seq, posted }) => op_seq !== (answered.get(id) ?? 0) || posted > op_seq),
    ).toEqual([]);
  });

  test('the ledgers add up, nothing is negative, nobody waited in a circle', async () => {
    expect(await asAdministrator(weather.world.adminUrl, checkLedgers)).toEqual([]);
    expect(weather.deadlocks).toBe(0);
  });

  test.each([
    [
      'a balance that grew by itself',
      `
        update app.stock_balance
        set occupied = occupied + 1
        where id = (select id from app.stock_balance order by id limit 1)`,
      /balance of occupied|occupied is the sum/,
    ],
    [
      'goods that left without a document',
      `update app.stock_balance set on_hand = on_hand - 1 where material_code = 'HOT01'`,
      /balance of on_hand/,
    ],
    [
      'an entry that was deleted',
      `delete from app.stock_entry where id = (select max(id) - 3 from app.stock_entry)`,
      /versions run/,
    ],
    [
      'an entry that was altered',
      `
        update app.stock_entry
        set d_occupied = d_occupied + 1, occupied_after = occupied_after + 1
        where id = (select max(id) from app.stock_entry)`,
      /balance of occupied/,
    ],
    [
      'a hold that was moved to another line',
      `
        update app.stock_hold
        set line_id = gen_random_uuid()
        where doc_id = (select doc_id from app.stock_hold where occupied > 0 limit 1)`,
      /each hold/,
    ],
    [
      'a state that was changed without the verb',
      `
        update app.order_order
        set bill_status = '0'
        where id = (select doc_id from app.stock_hold where occupied > 0 limit 1)`,
      /every audited order/,
    ],
    [
      'an operation that was not counted',
      `
        update app.order_order o
        set op_seq = op_seq - 1
        where op_seq > 0 and op_seq = (select max(e.op_seq) from app.stock_entry e where e.doc_id = o.id)`,
      /operation numbers/,
    ],
  ])('control: the check finds %s', async (_name, plant, rule) => {
    const findings = await asAdministrator(weather.world.adminUrl, async (client): Promise<readonly Finding[]> => {
      await client.query('begin');
      try {
        expect((await client.query(plant)).rowCount).toBeGreaterThan(0);
        return await checkLedgers(client);
      } finally {
        await client.query('rollback');
      }
    });
    expect(findings.map((finding) => finding.rule).join('\n')).toMatch(rule);
  });
});

// Meant to go wrong: a database that acknowledges before it has written loses what it promised.
test('control: with synchronous_commit off, acknowledged work is lost and the harness sees it', async () => {
  vi.resetModules();
  const weather = await storm({
    ...plan,
    // By acknowledgements, not by the clock: a slow machine has as much to lose.
    commands: timesOf(1000),
    clientKills: 5,
    apiKills: 0,
    stops: 1,
    // Nobody hands the log to the system meanwhile: neither its writer, nor full buffers, nor pages written out.
    isWriterFrozen: true,
    settings: ['synchronous_commit=off', 'wal_buffers=64MB', 'bgwriter_lru_maxpages=0'],
  });
  try {
    report(weather);
    const kept = new Set(
      (await weather.world.sql<{ key: string }>(`select key from app.idempotency where key like 'storm%'`)).map(
        ({ key }) => key,
      ),
    );
    const lost = [...weather.asks].filter(([key, { results }]) => results.includes('') && !kept.has(key));
    console.log(`control: ${lost.length} acknowledged requests lost`);
    expect(lost.length).toBeGreaterThan(0);
  } finally {
    await weather.close();
  }
});

function report({ asks, kills, recoverySeconds, deadlocks, deaths, minutes }: Storm): void {
  const all = [...asks.values()];
  const tally = (of: (ask: Ask) => string | undefined): Record<string, number> => {
    const times: Record<string, number> = {};
    for (const ask of all) {
      const key = of(ask);
      if (key !== undefined) times[key] = (times[key] ?? 0) + 1;
    }
    return times;
  };
  console.log(
    `crash: ${JSON.stringify({
      minutes: minutes.toFixed(1),
      clients: plan.processes * plan.clientsEach,
      kills,
      recoverySeconds: recoverySeconds.toFixed(1),
      requests: all.length,
      acknowledged: all.filter(({ results }) => results.includes('')).length,
      bulk: all.filter(({ ids }) => ids.length > 1).length,
      replayed: all.filter(({ tries }) => tries > 1).length,
      unanswered: all.filter(({ results }) => results.length === 0).length,
      deaths: deaths.length,
      deadlocks,
      done: tally(({ deed, results }) => (results.includes('') ? deed : undefined)),
      refused: tally(({ results }) => (results.includes('') ? undefined : results[0])),
    })}`,
  );
}
