import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { furnish } from '#tests/furniture.ts';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { audited } from './cash.ts';
import { checkLedgers } from './ledger-check.ts';
import { movements, outcome } from './shop.ts';
import { seeded } from './stepping-door.ts';

const materials = timesOf(500, 'PROOF_COUNTED');
const moves = 2 * materials;
const count = '/stock/inventory';

let world: World;
let keeper: Session;
/** The other person who counts, with a session of his own. */
let second: Session;
const codes = Array.from({ length: materials }, (_, n) => `SC${String(n).padStart(3, '0')}`);
const random = seeded(20_261_119);

/** So many at a time, as people would. */
async function inParallel(work: readonly (() => Promise<unknown>)[], atOnce: number): Promise<void> {
  const waiting = [...work];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
    }),
  );
}

beforeAll(async () => {
  world = await openWorld('stock_count');
  keeper = world.first;
  second = await world.login('first');
  await furnish(keeper);
  for (const [code, value] of [
    ['ST006', '0'],
    ['ST013', '99999999'],
  ])
    await keeper.must('POST', '/sys/tenant/params', { code, name: code, typeCode: 'STK', value });
  await keeper.must('POST', '/data/storage', { code: 'W2', name: '被盘仓', organizeCode: 'O1' });
  const material = (code: string) => () =>
    keeper.must('POST', '/data/bd/material', {
      code,
      name: `盘点${code}`,
      classCode: 'C1',
      mainUnitCode: 'PCS',
      barcode: `BAR${code}`,
    });
  await inParallel(codes.map(material), 4);
  await audited(keeper, movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W2',
    lines: codes.map((productCode) => ({ productCode, number: '1000', price: '2' })),
  });
}, 600_000);
afterAll(() => world.close());

const onHand = async (): Promise<ReadonlyMap<string, number>> => {
  const rows = await world.sql<{ code: string; number: number }>(`
    select material_code as code, sum(on_hand)::float as number
    from app.stock_balance
    where tenant_code = '1000' and storage_code = 'W2'
    group by 1`);
  return new Map(rows.map(({ code, number }) => [code, number]));
};

test(`${moves} movements while two people count ${materials} materials: the differences are those that were planted, and no line is lost`, async () => {
  const { id } = await keeper.must<{ id: string }>('POST', count, {
    organizeCode: 'O1',
    storageCode: 'W2',
    countDate: '2026-03-01',
    lines: [],
  });
  // What lies there beside what the books know.
  const planted = new Map(codes.map((code, n) => [code, n % 7 === 3 ? (n % 2 === 0 ? 2 : -3) : 0]));
  const there = new Map(codes.map((code) => [code, 1000 + (planted.get(code) ?? 0)]));
  // Goods are not moved in the moment in which somebody counts them.
  const turns = new Map<string, Promise<unknown>>();
  const alone = (code: string, work: () => Promise<unknown>): Promise<unknown> => {
    const turn = (turns.get(code) ?? Promise.resolve()).then(work);
    turns.set(code, turn);
    return turn;
  };
  const move = (code: string) => () =>
    alone(code, async () => {
      const isIn = random() < 0.4;
      const number = 1 + Math.floor(random() * 5);
      await audited(keeper, movements, {
        organizeCode: 'O1',
        moveType: isIn ? '3' : '7',
        storageCode: 'W2',
        lines: [{ productCode: code, number: String(number), price: isIn ? '2' : null }],
      });
      there.set(code, (there.get(code) ?? 0) + (isIn ? number : -number));
    });
  const told = new Map<string, number>();
  const tell = (who: Session, code: string) => () =>
    alone(code, async () => {
      const number = there.get(code) ?? 0;
      const reply = await who.call('PUT', `${count}/count`, {
        id,
        entries: [{ barcode: `BAR${code}`, number: String(number) }],
      });
      expect(outcome(reply)).toBe('');
      told.set(code, number);
    });
  const shuffled = Array.from({ length: moves }, (_, n) => codes[n % materials] ?? '').toSorted(() => random() - 0.5);
  await Promise.all([
    inParallel(shuffled.map(move), 4),
    inParallel(
      codes.filter((_code, n) => n % 2 === 0).map((code) => tell(keeper, code)),
      1,
    ),
    inParallel(
      codes.filter((_code, n) => n % 2 === 1).map((code) => tell(second, code)),
      1,
    ),
  ]);
  const before = await onHand();
  expect(outcome(await keeper.call('PUT', `${count}/audit`, { ids: [id], operateMsg: '盘' }))).toBe('');

  const { lines } = await keeper.must<{
    lines: readonly { productCode: string; countNumber: string | null; differenceNumber: string | null }[];
  }>('GET', `${count}/${id}`);
  expect(lines).toHaveLength(materials);
  const of = (read: (line: (typeof lines)[number]) => string | null): ReadonlyMap<string, number> =>
    new Map(lines.map((line) => [line.productCode, Number(read(line))]));
  expect(of(({ countNumber }) => countNumber)).toEqual(told);
  expect(of(({ differenceNumber }) => differenceNumber)).toEqual(planted);
  const after = await onHand();
  for (const code of codes) {
    expect(after.get(code)).toBe((before.get(code) ?? 0) + (planted.get(code) ?? 0));
    expect(after.get(code)).toBe(there.get(code));
  }
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  const found = [...planted.values()].filter((number) => number !== 0).length;
  console.log(`count: ${materials} materials, ${moves} movements, ${found} planted differences found, no other`);
}, 1_800_000);
