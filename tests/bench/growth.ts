/**
 * node tests/bench/growth.ts [--lists] [--postings]: the bars marked O. What page 1 of the order list takes with every
 * declared filter in a tenant of 10^4 orders and in one of 10^7 (made by SQL and kept as a template, about ten minutes
 * and 15 GB), turn by turn; audits one after the other against PostgreSQL run bare; and eight people who audit orders
 * of ten materials against eight who audit orders of a thousand.
 */
import { order } from '#sales/model/order/order.ts';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import { pageOf, planList } from '#platform/server/list/list.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { auditedOrders, clients, listAsked } from './calls.ts';
import { adminUrlOf, appUrlOf, openBench, templateDatabase } from './data.ts';
import { servedFilters, touchedByFilters } from './filters.ts';
import { median } from './gauge.ts';
import { unique } from './load.ts';
import { startProduct } from './product.ts';
import {
  bareSidOf,
  busyCustomers,
  fewOrders,
  firstTenant,
  manyOrders,
  materialGroups,
  orderId,
  orderNumber,
  writtenTenants,
} from './scale.ts';
import { auditKey, auditScript, unauditKey } from './scripts.ts';
import { analyze, capture, request, standOn } from './stand.ts';

const port = Number.parseInt(process.env['BENCH_PORT'] ?? '8109', 10);
const only = process.argv.slice(2);
const wants = (part: string): boolean => only.length === 0 || only.includes(part);
let isMissed = false;
const told = (isOk: boolean, what: string, figures: string): void => {
  isMissed ||= !isOk;
  console.log(`${isOk ? 'ok  ' : 'MISS'} ${what.padEnd(46)} ${figures}`);
};

if (wants('--lists')) await lists();
if (wants('--postings')) await postings();
process.exitCode = isMissed ? 1 : 0;

interface Ask {
  readonly what: string;
  readonly asked: Readonly<Record<string, string>>;
  readonly bar: number;
  readonly mostBuffers: number | null;
}

/** Every declared filter, numbers, the page behind a row deep in the list, and the total that stops counting. */
function asks(deep: string): readonly Ask[] {
  const page = { page: '1', limit: '20' };
  return [
    ...servedFilters.map((asked) => ({
      what:
        Object.entries(asked)
          .map(([key, value]) => `${key}=${value}`)
          .join('&') || 'no filter',
      asked: { ...page, ...asked },
      bar: 1.5,
      mostBuffers: 25,
    })),
    {
      what: 'days, two months',
      asked: { ...page, billDateStart: '2025-11-01', billDateEnd: '2025-12-31' },
      bar: 1.5,
      mostBuffers: 25,
    },
    {
      what: 'days, long ago',
      asked: { ...page, billDateStart: '2023-05-01', billDateEnd: '2023-05-03' },
      bar: 1.5,
      mostBuffers: 25,
    },
    { what: 'a whole number', asked: { ...page, code: deep }, bar: 1.5, mostBuffers: 60 },
    { what: 'the beginning of a number', asked: { ...page, code: deep.slice(0, 14) }, bar: 2, mostBuffers: null },
    { what: 'a number that is not there', asked: { ...page, code: 'SO19990101000001' }, bar: 2, mostBuffers: null },
    // One order on either side: of the newest of ten million, a thousand have 9999 in their number.
    { what: 'the end of a new number', asked: { ...page, code: '7531' }, bar: 2, mostBuffers: null },
    {
      what: 'two filters',
      asked: { ...page, customerCode: String(busyCustomers.first + 3), orderStatus: '1' },
      bar: 1.5,
      mostBuffers: null,
    },
  ];
}

async function lists(): Promise<void> {
  const [few, many] = [await templateDatabase(fewOrders, console.log), await templateDatabase(manyOrders, console.log)];
  const rounds = 60;
  await asAdministrator(adminUrlOf(few), (small) =>
    asAdministrator(adminUrlOf(many), async (large) => {
      const sides = await Promise.all([small, large].map(async (client) => ({ client, deep: await deepIn(client) })));
      const plans = sides.map(({ deep }) => [
        ...asks(deep.code).map((ask) => ({ ...ask, plan: planList(order, ask.asked) })),
        {
          what: 'the page behind a row nine tenths down',
          bar: 1.5,
          mostBuffers: 25,
          plan: planList(order, { limit: '20', after: deep.after }),
        },
      ]);
      for (const [at, { what, bar }] of (plans[0] ?? []).entries()) {
        const times: Record<'rows' | 'total', [number[], number[]]> = { rows: [[], []], total: [[], []] };
        for (let round = 0; round < rounds; round += 1) {
          for (const [side, { client }] of sides.entries()) {
            const plan = plans[side]?.[at]?.plan;
            if (plan === undefined) continue;
            for (const [part, statement] of [
              ['rows', plan.rows],
              ['total', plan.count],
            ] as const) {
              // The first rounds plan it and fetch what is not in memory.
              const taken = await timed(client, `${part}${at}`, statement);
              if (round >= 20) times[part][side]?.push(taken);
            }
          }
        }
        const p95 = (values: readonly number[]): number =>
          values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
        const [rows, total] = [
          { few: p95(times.rows[0]), many: p95(times.rows[1]) },
          { few: median(times.total[0]), many: median(times.total[1]) },
        ];
        told(
          rows.many / rows.few <= bar,
          what,
          `p95 ${rows.few.toFixed(2)} → ${rows.many.toFixed(2)} ms, × ${(rows.many / rows.few).toFixed(2)} (${bar}); total, median ${total.few.toFixed(2)} → ${total.many.toFixed(2)} ms`,
        );
      }
    }),
  );
  for (const [name, database] of [
    ['10^4', few],
    ['10^7', many],
  ] as const) {
    const touched = (await touchedByFilters(adminUrlOf(database))).filter(({ isServed }) => isServed);
    const most = Math.max(...touched.map(({ buffers }) => buffers));
    told(
      most <= 25,
      `page 1 buffers with any filter, ${name}`,
      `${most} (25): ${touched
        .filter(({ buffers }) => buffers === most)
        .map(({ filter }) => filter)
        .join(', ')}`,
    );
  }
}

/** As the application's role sees it, planned as it plans. */
async function timed(client: AdminClient, name: string, { text, values }: Statement): Promise<number> {
  const begun = performance.now();
  await client.query({ name, text, values: [...values] });
  return performance.now() - begun;
}

async function deepIn(client: AdminClient): Promise<{ code: string; after: string }> {
  const {
    rows: [row],
  } = await client.query<{ code: string; at: string; id: string }>(
    `
      select code, to_char(create_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id
      from app.order_order
      where tenant_code = $1 and create_date < timestamptz '2023-04-20'
      order by create_date desc
      limit 1`,
    [String(firstTenant)],
  );
  if (row === undefined) throw new Error('the tenant has no old order');
  await client.query(`update sec.session set seen_at = now(), expires_at = now() + interval '1 day'`);
  await client.query('set session authorization qudao_app');
  for (const setting of [
    'plan_cache_mode = force_generic_plan',
    'max_parallel_workers_per_gather = 0',
    'jit = off',
    'random_page_cost = 1.1',
    'search_path = app',
  ])
    await client.query(`set ${setting}`);
  await client.query('begin');
  await client.query('select * from sec.open($1, null, null, null)', [bareSidOf(firstTenant)]);
  const { next = '' } = pageOf({ ...planList(order, { limit: '1' }) }, [{ createDate: row.at, id: row.id }], 1);
  return { code: row.code, after: next };
}

async function postings(): Promise<void> {
  const own = await openBench(fewOrders, console.log);
  const { tenant } = listAsked;
  const heard = {
    tenant,
    order: fewOrders.orders,
    customer: busyCustomers.first + 3,
    group: materialGroups.first + 50,
  };
  const ids = [orderId(orderNumber(tenant, fewOrders.orders))];
  try {
    const sent = await capture(own.database, port, [
      {
        name: 'audit',
        method: 'PUT',
        path: '/channelsale/order/audit',
        tenant,
        body: ids,
        headers: { 'idempotency-key': auditKey },
      },
      {
        name: 'unaudit',
        method: 'PUT',
        path: '/channelsale/order/unaudit',
        tenant,
        body: ids,
        headers: { 'idempotency-key': unauditKey },
      },
    ]);
    const product = await startProduct(appUrlOf(own.database), port);
    const stand = standOn(own.database, product);
    const lane = (of: number, orders: readonly string[]): string[] =>
      orders.flatMap((id) =>
        ['audit', 'unaudit'].map((verb) =>
          request('PUT', `/channelsale/order/${verb}`, of, { body: [id], headers: { 'idempotency-key': unique } }),
        ),
      );
    const hotTenant = writtenTenants[1] ?? 0;
    // The lines of an order are the five materials of the group its number falls into: two groups are ten materials.
    const each = 6;
    const orders =
      (isHot: boolean) =>
      (client: number): string[] =>
        Array.from({ length: each }, (_order, i) =>
          orderId(
            orderNumber(
              hotTenant,
              1 + (isHot ? (client * each + i) * materialGroups.count + (i % 2) : client * 1200 + i * 17 + 4),
            ),
          ),
        );
    const load = (lanes: string[][]): ReturnType<typeof stand.http> => stand.http({ lanes, expected: '{"code":0,' });
    const loads = {
      one: load([lane(writtenTenants[0] ?? 0, auditedOrders(fewOrders, 0))]),
      hot: load(Array.from({ length: clients }, (_lane, client) => lane(hotTenant, orders(true)(client)))),
      cold: load(Array.from({ length: clients }, (_lane, client) => lane(hotTenant, orders(false)(client)))),
    };
    const bare = stand.bare(
      await auditScript(stand.adminUrl, fewOrders, { audit: sent.audit, unaudit: sent.unaudit, ...heard }),
      { clients: 1, asApplication: true },
    );
    const deadlocks = (): Promise<number> =>
      asAdministrator(stand.adminUrl, async (client) => {
        const {
          rows: [row],
        } = await client.query<{ deadlocks: number }>(
          'select deadlocks::integer from pg_stat_database where datname = current_database()',
        );
        return row?.deadlocks ?? 0;
      });
    try {
      for (const each of Object.values(loads)) await each.run(2);
      await analyze(stand.adminUrl);
      const before = await deadlocks();
      const rounds: { one: number; bare: number; hot: number; cold: number }[] = [];
      for (let round = 0; round < 7; round += 1)
        rounds.push({
          one: (await loads.one.run(2)).perSecond,
          bare: (await bare(2)).perSecond,
          hot: (await loads.hot.run(2)).perSecond,
          cold: (await loads.cold.run(2)).perSecond,
        });
      const of = (key: 'one' | 'bare' | 'hot' | 'cold'): string => median(rounds.map((round) => round[key])).toFixed(0);
      const one = median(rounds.map((round) => round.one / round.bare));
      const hot = median(rounds.map((round) => round.hot / round.cold));
      told(
        one >= 0.42,
        'audits one by one, of bare',
        `${one.toFixed(2)} (0.42): ${of('one')}/s, bare ${of('bare')}/s; 500 take ${(500 / Number.parseInt(of('one'), 10)).toFixed(1)} s`,
      );
      told(
        hot >= 0.5,
        'hot posting, 10 materials of 1,000',
        `${hot.toFixed(2)} (0.5): ${of('hot')}/s, ${of('cold')}/s`,
      );
      const found = (await deadlocks()) - before;
      told(found === 0, 'deadlocks', String(found));
    } finally {
      for (const each of Object.values(loads)) each.stop();
      await product.stop();
    }
  } finally {
    await own.close();
  }
}
