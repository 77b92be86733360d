import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plus, times } from '#platform/model/decimal.ts';
import type { SimulationRun } from '#sales/model/simulation/background.ts';
import { mostPastOrders, type OneSimulation, type PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { furnish } from '#tests/furniture.ts';
import { copyOrder } from '#tests/many-orders.ts';
import { dates, order, priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { startSimulations } from './runner.ts';

let world: World;
const prices = priceDesk(() => world);
const { activity } = promotionDesk(() => world);
const path = '/channelsale/promotion/simulate';
const background = `${path}/background`;
const period = { from: '2041-03-01', to: '2041-03-30' };
const quiet = { error: () => undefined, warn: () => undefined };
let draft = '';

beforeAll(async () => {
  world = await openWorld('background_simulation');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/promotion/activity', {
    ...dates,
    name: '草稿',
    policyRuleTypeCode: 'P003',
    priority: 1,
    lines: [hundredOff, { ...hundredOff, leastAmount: '1300', onSaleAmount: '150' }],
  });
  draft = id;
  await activity([{ ...hundredOff, leastAmount: '1200', onSaleAmount: '60' }], { name: '现有满减' });
}, 120_000);
afterAll(() => world.close());

/** An order of ten to sixteen pieces, so often. */
async function sold(count: number, { from, to }: typeof period, mark: string): Promise<string> {
  const { id } = await world.first.must<{ id: string }>(
    'POST',
    '/channelsale/order',
    order([{ productCode: 'M1', number: '10' }]),
  );
  await world.first.must('PUT', '/channelsale/order/audit', [id]);
  await world.sql('update app.order_order set bill_date = $2 where id = $1', [id, from]);
  if (count > 1) await copyOrder(world, id, { count: count - 1, from, days: Number(to.slice(-2)), mark }); // not money
  return id;
}
const ask = (session: Session, body: object): Promise<{ id: string }> =>
  session.must<{ id: string }>('POST', background, { activity: draft, period, ...body });
const runs = (session: Session = world.first): Promise<SimulationRun[]> =>
  session.must<SimulationRun[]>('GET', `${background}?activity=${draft}`);
const runOf = async (id: string): Promise<SimulationRun | undefined> => (await runs()).find((run) => run.id === id);
const answerOf = (id: string, session: Session = world.first): Promise<PeriodSimulation> =>
  session.must<PeriodSimulation>('GET', `${background}/result?id=${id}`);

async function worked<Result>(work: () => Promise<Result>): Promise<Result> {
  const simulations = startSimulations({ door: world.door, url: world.url, log: quiet });
  try {
    return await work();
  } finally {
    await simulations.stop();
  }
}
const ended = async (id: string): Promise<void> => {
  await expect.poll(async () => (await runOf(id))?.state, { timeout: 100_000, interval: 100 }).toBe('done');
};

describe('past orders in the background', () => {
  test('come to what one call answers, and to the sum of one by one', async () => {
    const few = { from: '2042-03-01', to: '2042-03-20' };
    await sold(200, few, 'F');
    const alternatives = [{ threshold: '120', benefit: '100' }];
    const { id } = await ask(world.first, { period: few, alternatives });
    await worked(async () => {
      await ended(id);
    });
    const answer = await answerOf(id);
    expect(answer).toEqual(
      await world.first.must<PeriodSimulation>('POST', path, { activity: draft, period: few, alternatives }),
    );
    const ids = await world.sql<{ id: string }>(
      'select id from app.order_order where bill_date between $1 and $2 order by id',
      [few.from, few.to],
    );
    const alone: string[] = [];
    for (const each of ids)
      alone.push((await world.first.must<OneSimulation>('POST', path, { activity: draft, order: each.id })).costs.cost);
    expect([answer.counted, plus(answer.total.cost)]).toEqual([200, plus(...alone)]);
    expect(await runOf(id)).toMatchObject({ ...few, done: 200, total: 200, isTogether: true, alternatives });
  }, 120_000);

  test('may be more than ten thousand: their number is told while it is worked on, and the answer is kept', async () => {
    const count = mostPastOrders + 500;
    const first = await sold(count, period, 'M');
    expect(await world.first.call('POST', path, { activity: draft, period })).toMatchObject({
      data: { key: 'E-SIM-MANY' },
    });
    const { id } = await ask(world.first, {});
    expect(await runOf(id)).toMatchObject({ state: 'waiting', done: 0, total: null });
    expect((await world.first.call('GET', `${background}/result?id=${id}`)).code).toBe(404);
    await worked(async () => {
      await expect.poll(async () => (await runOf(id))?.total ?? 0, { timeout: 60_000, interval: 50 }).toBe(count);
      await ended(id);
    });
    const answer = await answerOf(id);
    expect([answer.counted, answer.total.orders]).toEqual([count, count]);
    // Copies differ by pieces only: one of each kind alone, as often as it was sold.
    const kinds = await world.sql<{ id: string; sold: number }>(
      `
        select min(o.id::text) as id, count(*)::integer as sold
        from app.order_order o
        join app.order_order_line l on l.parent_id = o.id
        where o.bill_date between $1 and $2 and l.rule_no is null
        group by l.number`,
      [period.from, period.to],
    );
    expect([kinds.length, first.length]).toEqual([7, 36]);
    const parts = await Promise.all(
      kinds.map(async (kind) =>
        times(
          (await world.first.must<OneSimulation>('POST', path, { activity: draft, order: kind.id })).costs.cost,
          String(kind.sold),
        ),
      ),
    );
    expect(plus(answer.total.cost)).toBe(plus(...parts));
  }, 180_000);

  test('are given up by whoever asked, waiting or half done', async () => {
    const { id: waiting } = await ask(world.first, {});
    await world.first.must('PUT', `${background}/cancel`, { id: waiting });
    expect(await runOf(waiting)).toMatchObject({ state: 'cancelled' });
    const { id: running } = await ask(world.first, {});
    const { id: next } = await ask(world.first, { period: { from: '2042-03-01', to: '2042-03-20' } });
    await worked(async () => {
      await expect.poll(async () => (await runOf(running))?.state, { timeout: 60_000, interval: 20 }).toBe('running');
      await world.first.must('PUT', `${background}/cancel`, { id: running });
      // The next is not kept waiting by one that nobody wants.
      await ended(next);
    });
    expect(await runOf(running)).toMatchObject({ state: 'cancelled' });
    expect((await world.first.call('GET', `${background}/result?id=${running}`)).code).toBe(404);
    // One that has ended stays as it ended.
    await world.first.must('PUT', `${background}/cancel`, { id: next });
    expect(await runOf(next)).toMatchObject({ state: 'done' });
  }, 120_000);

  test('are worked on by another when a process died', async () => {
    const { id } = await ask(world.first, { period: { from: '2042-03-01', to: '2042-03-20' } });
    await world.sql(
      `
        update sec.simulation_run
        set state = 'running', attempts = 1, key_hash = '\\x00', lease_until = now() - interval '1 second'
        where id = $1`,
      [id],
    );
    await worked(async () => {
      await ended(id);
    });
    expect((await answerOf(id)).counted).toBe(200);
  }, 60_000);

  test('are five at a time of one person, and of a year at most', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push((await ask(world.first, {})).id);
    expect(await world.first.call('POST', background, { activity: draft, period })).toMatchObject({
      data: { key: 'E-SIM-WAIT' },
    });
    for (const id of ids) await world.first.must('PUT', `${background}/cancel`, { id });
    for (const body of [{ lines: [] }, { period: { from: '2041-01-01', to: '2043-01-01' } }, { order: draft }])
      expect([body, (await world.first.call('POST', background, { activity: draft, ...body })).code]).toEqual([
        body,
        10003,
      ]);
  });
});

describe('of a simulation in the background', () => {
  test('nobody hears but whoever asked, with the rights that he has when he looks', async () => {
    const few = { from: '2042-03-01', to: '2042-03-20' };
    const { keeper, colleague } = await hireStaff(world, {
      keeper: { role: 'PROMO_ADMIN' },
      colleague: { role: 'PROMO_ADMIN' },
    });
    const { id } = await ask(keeper, { period: few });
    const { id: lost } = await ask(keeper, { period: few });
    await world.sql(`update sec.simulation_run set permission = 'data:brand:export' where id = $1`, [lost]);
    await worked(async () => {
      await expect
        .poll(async () => (await runs(keeper)).map(({ state }) => state).toSorted(), { timeout: 60_000, interval: 200 })
        .toEqual(['done', 'failed']);
    });
    const answer = await answerOf(id, keeper);
    expect([answer.counted, 'breakEven' in answer]).toEqual([200, false]);
    for (const other of [colleague, world.first, world.second])
      expect((await other.call('GET', `${background}/result?id=${id}`)).code).toBe(404);
    for (const other of [colleague, world.second]) {
      expect(await runs(other)).toEqual([]);
      expect((await other.call('PUT', `${background}/cancel`, { id })).code).toBe(404);
    }
    // Whoever may not try it in a call may not do it later.
    const { clerk } = await hireStaff(world, { clerk: { role: 'SALES_CLERK' } });
    expect((await clerk.call('POST', background, { activity: draft, period: few })).code).toBe(403);
    expect((await clerk.call('GET', background)).code).toBe(403);
    // Not even the activity of another house is tried.
    expect((await world.second.call('POST', background, { activity: draft, period: few })).code).toBe(404);
  }, 90_000);
});
