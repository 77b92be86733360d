import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsOf, pairTenants, unequalPairs } from '#tests/peers.ts';
import { firstSeed, isThorough } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';
import { doubledIn, unequalIn } from './pair-check.ts';
import { postman } from './pair-messages.ts';
import { pairTrade, stockPair } from './pair-trade.ts';
import { seeded } from './stepping-door.ts';

const histories = Number.parseInt(process.env['PROOF_PAIR_HISTORIES'] ?? (isThorough ? '300' : '10'), 10);
const steps = Number.parseInt(process.env['PROOF_STEPS'] ?? '40', 10);
/** After how many steps the queue is emptied and both sides are compared; 1 names the step that left them wrong. */
const stride = Number.parseInt(process.env['PROOF_STRIDE'] ?? '20', 10);

/** Whoever compares both sides compares all that is there: after so many histories they begin with nothing again. */
const together = 15;

let world: World;
let messages = 0;
const everyone: string[] = [];
async function begun(): Promise<void> {
  world = await openWorld('pair_histories');
  await pairTenants(world);
  await stockPair(world);
  everyone.length = 0;
}
async function over(): Promise<void> {
  const [told] = await world.sql<{ number: number }>('select count(*)::int as number from sec.peer_message');
  messages += told?.number ?? 0;
  await world.close();
}
beforeAll(begun);
afterAll(() => world.close());

test(
  `${histories} random histories of ${steps} steps over two tenants: when the queue is empty both sides are equal`,
  async () => {
    const seen = new Map<string, number>();
    const began = performance.now();
    for (let n = 0; n < histories; n += 1) {
      if (n > 0 && n % together === 0) {
        await over();
        await begun();
      }
      const wrong = await live(firstSeed + n, seen);
      if (wrong.length > 0) throw new Error(`seed ${firstSeed + n}: ${wrong.join('\n')}`);
    }
    const done = [...seen].map(([what, times]) => `${what}×${times}`).toSorted((a, b) => a.localeCompare(b));
    console.log(
      `pair histories: ${histories} from seed ${firstSeed}, ${messages} messages before the last ${everyone.length} purchases, ${((performance.now() - began) / 60_000).toFixed(1)} minutes: ${done.join(' ')}`,
    );
    // A few histories need not meet everything.
    if (histories < 10) return;
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        'ship',
        'receive',
        'giveBack',
        'confirm',
        'askClose',
        'deaths',
        'doubled',
        'unordered',
        'late',
        ...(histories < 100 ? [] : ['refund.goods', 'buy.unaudit', 'order.close', 'order.unclose', 'order.cancel']),
      ]),
    );
  },
  Math.max(300_000, histories * steps * 1500),
);

test('control: money that only one side has, and a receipt that came twice, are found by whoever looks', async () => {
  const [entry] = await world.sql<{ id: string }>(
    `
      select e.id
      from app.payable_entry e
      join app.order_purchase p on p.tenant_code = e.tenant_code and p.code = e.purchase_code and p.id = any($1::uuid[])
      where e.post_type = 'PUR'
      limit 1`,
    [everyone],
  );
  const plant = (by: number): Promise<unknown> =>
    world.sql('update app.payable_entry set d_amount = d_amount + $2 where id = $1', [entry?.id, by]);
  await plant(0.01);
  expect(await unequalIn(world, everyone)).toHaveLength(1);
  // Each of the two sees it from his side.
  expect(await unequalPairs(world)).toHaveLength(2);
  await plant(-0.01);
  expect(await doubledIn(world, everyone)).toEqual([]);
  await world.sql(
    `
      update sec.peer_message
      set state = '3'
      where id = (
        select id
        from sec.peer_message
        where kind = 'shipped' and state = '1' and subject_id = any($1::uuid[])
        limit 1
      )`,
    [everyone],
  );
  expect(await doubledIn(world, everyone)).toHaveLength(1);
});

async function live(seed: number, seen: Map<string, number>): Promise<readonly string[]> {
  const random = seeded(seed);
  const { deeds, begin, promote, end, map, settle, mine } = pairTrade({ world, random, mark: String(seed) });
  const { work, drain, tally } = postman(world, random);
  await begin();
  const activities = await promote();
  const all = [...deeds, ['work', 16, work] as const];
  const total = all.reduce((sum, [, weight]) => sum + weight, 0);
  const trail: string[] = [];
  const count = (key: string, times = 1): void => {
    if (times > 0) seen.set(key, (seen.get(key) ?? 0) + times);
  };
  /** Whatever cannot be applied is about goods that nobody has mapped yet. */
  const compare = async (isLast = false): Promise<string[]> => {
    const left = (await drain()).map((each) => JSON.stringify(each));
    return [
      ...left.filter((each) => !each.includes('E-PEER-MATERIAL')),
      ...(await doubledIn(world, mine)).map((each) => JSON.stringify(each)),
      ...(left.length > 0 ? [] : (await unequalPairs(world)).map((each) => JSON.stringify(each))),
      ...(isLast ? (await findingsOf(world)).map((each) => JSON.stringify(each)) : []),
    ];
  };
  for (let n = 0, idle = 0; n < steps && idle < 200; n += 1) {
    let at = random() * total;
    const [name, , deed] = all.find(([, weight]) => (at -= weight) < 0) ?? all[0]!;
    const answer = await deed();
    // Nothing of the kind is there yet: another deed instead.
    if (answer === null) {
      n -= 1;
      idle += 1;
      continue;
    }
    const key = `${name}${answer === '' ? '' : `=${answer}`}`;
    trail.push(key);
    count(key);
    const wrong = [
      ...(answer === '' || /^E-[A-Z-]+$/.test(answer) ? [] : [`was answered ${answer}`]),
      ...((n + 1) % stride === 0 ? await compare() : []),
    ];
    if (wrong.length > 0) return [...wrong, trail.join(' ')];
  }
  await map();
  const wrong = [...(await compare())];
  // Each round makes the messages of the next: receipts, what is given back for them, and what that changes.
  for (let round = 0; round < 3; round += 1)
    wrong.push(...(await settle()), ...(await drain()).map((each) => JSON.stringify(each)));
  wrong.push(...(await compare(true)), ...(await unequalIn(world, mine)).map((each) => JSON.stringify(each)));
  await end(activities);
  everyone.push(...mine);
  for (const [what, times] of Object.entries(tally)) count(what, times);
  return wrong.length > 0 ? [...wrong, trail.join(' ')] : [];
}
