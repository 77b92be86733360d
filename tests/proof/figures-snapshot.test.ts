import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminClient } from '#platform/server/db/migrate.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import { figureNamed, figures } from '#report/model/figures.ts';
import { measureOf } from '#report/model/measure.ts';
import { monthsBefore } from '#report/model/span.ts';
import { pivotOf } from '#report/server/engine/pivot.ts';
import { questionOf } from '#report/server/engine/question.ts';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { openBusyBooks } from '#tests/ledger-truth/busy-books.ts';
import { truths } from '#tests/ledger-truth/ledger-truth.ts';
import { plain } from '#tests/report-desk.ts';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';
import { audited, openCustomer, orderInWarehouse } from './cash.ts';
import { movements } from './shop.ts';
import { seeded } from './stepping-door.ts';

/** Looks with the job that adds up at a standstill, and as many with it at work. */
const looks = timesOf(200, 'PROOF_FIGURE_LOOKS');

let world: World;
let today = '';
const sold: { readonly movement: string; readonly order: string }[] = [];

beforeAll(async () => {
  world = await openWorld('figures_snapshot');
  today = await openBusyBooks(world);
  // The books have promised more of some goods than there is.
  await audited(world.first, movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: ['M1', 'M2', 'M3', 'M4', 'M5'].map((productCode) => ({ productCode, number: '1000', price: '8' })),
  });
  for (const code of ['FS1', 'FS2'])
    await openCustomer(world.first, code, { cash: '0', limit: '0', isControlled: false });
  for (let n = 0; n < 8; n += 1)
    sold.push(
      await orderInWarehouse(world.first, n % 2 === 0 ? 'FS1' : 'FS2', [
        [`M${1 + (n % 4)}`, String(1 + n), `${10 + n}.37`],
        ['M5', '2', '3.33'],
      ]),
    );
});
afterAll(() => world.close());

/** People who post, take back, change days, hands and brands, until they are told to stop. */
async function trade(isOver: () => boolean, of: readonly (typeof sold)[number][], seed: number): Promise<number> {
  const random = seeded(seed);
  const one = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value;
  let deeds = 0;
  for (; !isOver(); deeds += 1) {
    const { movement, order } = one(of);
    const dice = random();
    if (dice < 0.4) await world.first.call('PUT', `${movements}/audit`, [movement]);
    else if (dice < 0.6) await world.first.call('PUT', `${movements}/unaudit`, { ids: [movement], operateMsg: '录错' });
    else if (dice < 0.75)
      await world.sql('update app.stock_inout set bill_date = $2::date where id = $1', [
        movement,
        one([today, monthsBefore(today, 1), monthsBefore(today, 2), monthsBefore(today, 12)]),
      ]);
    else if (dice < 0.9)
      await world.sql('update app.order_order set salesman_code = $2 where id = $1', [order, one(['P1', null])]);
    else
      await world.sql(`update app.data_material set brand_code = $2 where tenant_code = '1000' and code = $1`, [
        one(['M1', 'M2', 'M5']),
        one(['B1', null]),
      ]);
  }
  return deeds;
}

interface Group {
  readonly side: number;
  readonly is_row: boolean;
  readonly is_column: boolean;
  readonly a: string | null;
  readonly figures: readonly (string | null)[];
}

/** What a report answers and what its documents say, in one snapshot: where they differ. */
async function wrongAt(client: AdminClient, figure: string, columns?: DimensionKey): Promise<readonly string[]> {
  const { by, told } = truths[figure] as (typeof truths)[string];
  const whole = figureNamed(figure);
  if (whole === undefined) throw new Error(`no report ${figure}`);
  const books = { tenant: '1000', from: monthsBefore(today, 13).replace(/..$/, '01'), to: today };
  const asked = { rows: by, startDate: books.from, endDate: books.to, limit: '500', measure: 'amount' };
  const question = questionOf(whole, columns === undefined ? asked : { ...asked, columns }, { today, mayCost: true });
  const { text, values } = pivotOf(question);
  await client.query('begin isolation level repeatable read');
  await client.query(`select sec.bind('1000', null, 'S')`);
  await client.query('set local role qudao_report; set local plan_cache_mode = force_custom_plan');
  const { rows: groups } = await client.query<Group>(text, [...values]);
  await client.query('reset role');
  const wrong: string[] = [];
  for (const [at, measure] of question.measures.entries()) {
    const truth = told[measure];
    if (truth === undefined) continue;
    const { rows } = await client.query<{ key: string | null; value: string | null }>(
      `select x.key, x.value::text from (${truth(books)}) x`,
    );
    const wanted = new Map(rows.map(({ key, value }) => [key ?? '-', plain(value)]));
    const own = groups.filter(
      (group) => group.side === 0 && group.is_row && (columns === undefined || !group.is_column),
    );
    const got = new Map(own.map((group) => [group.a ?? '-', plain(group.figures[at])]));
    for (const key of new Set([...wanted.keys(), ...got.keys()]))
      if ((wanted.get(key) ?? 0) !== (got.get(key) ?? 0))
        wrong.push(
          `${figure} by ${by} × ${columns ?? '-'}: ${measureOf(measure).label[2]} of ${key} is ${got.get(key) ?? 0}, by the documents ${wanted.get(key) ?? 0}`,
        );
  }
  await client.query('commit');
  return wrong;
}

/** Each reads other sums: of days, of months by class, by brand, and goods of days. */
const columns: readonly (DimensionKey | undefined)[] = [
  'salesman',
  'productClass',
  'brand',
  'material',
  'month',
  undefined,
];

async function look(isAdding: boolean): Promise<void> {
  const over = { yet: false };
  const people = [0, 1].map((n) =>
    trade(
      () => over.yet,
      sold.filter((_each, at) => at % 2 === n),
      7 + n,
    ),
  );
  const wrong: string[] = [];
  try {
    await asAdministrator(world.adminUrl, async (client) => {
      for (let n = 0; n < looks && wrong.length === 0; n += 1) {
        wrong.push(...(await wrongAt(client, 'R03', columns[n % columns.length])));
        const others = Object.values(figures).filter(({ code }) => code !== 'R03');
        const { code } = others[n % others.length] as (typeof others)[number];
        wrong.push(...(await wrongAt(client, code)));
      }
    });
  } finally {
    over.yet = true;
  }
  const deeds = (await Promise.all(people)).reduce((a, b) => a + b, 0);
  console.log(
    `figures in their snapshot: ${looks} looks at R03 and ${looks} at others over ${deeds} deeds, ${isAdding ? 'added up meanwhile' : 'nothing added up'}`,
  );
  expect(wrong).toEqual([]);
  expect(deeds).toBeGreaterThan(looks / 4);
}

test(
  'while people post and nobody adds up, every report is what its documents say in its snapshot',
  () => look(false),
  1_800_000,
);

test('so it is while days are added up behind them, and after', async () => {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=foldFigures');
  const jobs = startJobs({
    host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
    handlers: jobHandlers().filter(({ job }) => job.name === 'foldFigures'),
  });
  const over = { yet: false };
  const adding = (async () => {
    for (; !over.yet; await sleep(2000)) await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
  })();
  try {
    await look(true);
    await expect
      .poll(async () => (await world.sql('select from app.report_pending')).length, { timeout: 60_000 })
      .toBe(0);
  } finally {
    over.yet = true;
    await adding;
    await jobs.stop();
  }
  const added = await world.sql<{ n: number }>('select count(*)::integer as n from app.report_sales_month');
  expect(added[0]?.n).toBeGreaterThan(0);
  await asAdministrator(world.adminUrl, async (client) => {
    for (const each of columns) expect(await wrongAt(client, 'R03', each)).toEqual([]);
  });
}, 1_800_000);
