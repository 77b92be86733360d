/**
 * node tests/bench/promotion.ts: what promotions cost order entry. The live call with two hundred lines, with prices,
 * stock, credit and none, ten, two hundred or a thousand activities in force, turn by turn in one run; and what the
 * engine and its hints take of it. Bars of issue 17: 200 activities at most 200 ms, the engine 30 ms of CPU, and from
 * 10 to 1,000 activities no more than three times.
 */
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import { hintsOf } from '#promotion/model/engine/hint.ts';
import type { Question } from '#promotion/model/engine/rule.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { furnish } from '#tests/furniture.ts';
import { order } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';
import { median } from './gauge.ts';

const sizes = [0, 10, 200, 1000] as const;
type Size = (typeof sizes)[number];
const lineCount = 200;
const turns = Number.parseInt(process.env['TURNS'] ?? '15', 10);
const lines = Array.from({ length: lineCount }, (_each, at) => ({
  productCode: `X${at + 1}`,
  number: `${8 + (at % 7)}`,
  price: '100',
  lineType: '0',
}));

const world = await openWorld('promotion_bench');
try {
  await prepare(world);
  await compare(world);
} finally {
  await world.close();
}

/** Each activity is of one material: a gift, or an amount off; those of one material stand in each other's way. */
async function prepare({ first, sql }: World): Promise<void> {
  await furnish(first);
  const material = `jsonb_build_object('id', gen_random_uuid(), 'code', 'X' || n, 'name', '内墙漆' || n)`;
  await copy(world, 'data_material', material, lineCount, `t.code = 'M1'`);
  const { activity } = promotionDesk(() => world);
  await activity([tenPlusOne], { name: '买十赠一' });
  await activity([hundredOff], { name: '满千减百' });
  const each = (at: string): string => `t.code || '-' || lpad(${at}::text, 4, '0')`;
  const id = (at: string, own: string): string => `md5(${own} || ${at})::uuid`;
  const half = Math.max(...sizes) / 2;
  await copy(world, 'promotion_activity', `jsonb_build_object('id', ${id('n', 't.code')}, 'code', ${each('n')})`, half);
  await copy(
    world,
    'promotion_version',
    `jsonb_build_object(
      'activity_id', ${id('n', 't.code')},
      'code', ${each('n')},
      'is_current', false,
      'content', t.content || jsonb_build_object('code', ${each('n')}, 'scope', jsonb_build_array(
        jsonb_build_object('side', 'product', 'dimension', 'material', 'code', 'X' || (n % ${lineCount} + 1))
      ))
    )`,
    half,
  );
  await sql(`update app.promotion_version set is_current = false`);
}

/** So many of the copies are in force. */
async function inForce({ sql }: World, count: Size): Promise<void> {
  await sql(
    `
      with copies as (
        select activity_id, row_number() over (order by right(code, 4), code) as place
        from app.promotion_version
        where code like '%-%'
      )
      update app.promotion_version v
      set is_current = c.place <= $1
      from copies c
      where c.activity_id = v.activity_id`,
    [count],
  );
}

/** Rows of a table once more, so many times, with what differs by n. */
async function copy({ sql }: World, table: string, changed: string, count: number, where = 'true'): Promise<void> {
  const [found] = await sql<{ columns: string }>(
    `
      select string_agg(quote_ident(attname), ', ') as columns
      from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`app.${table}`],
  );
  const columns = found?.columns ?? '';
  await sql(`
    insert into app.${table} (${columns})
    select ${columns}
    from (
      select (jsonb_populate_record(t, to_jsonb(t) || ${changed})).*
      from app.${table} t
      cross join generate_series(1, ${count}) n
      where ${where}
    ) as copies`);
}

interface Took {
  readonly ms: number;
  readonly cpu: number;
}
async function took(work: () => unknown): Promise<Took> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpu: (user + system) / 1000 };
}

interface Figures {
  readonly size: Size;
  readonly calls: Took[];
  readonly engine: Took[];
  readonly hints: Took[];
}

async function compare({ first }: World): Promise<void> {
  const all = sizes.map((size): Figures => ({ size, calls: [], engine: [], hints: [] }));
  const ask = (): Promise<unknown> => first.must('POST', '/channelsale/order/calculate', order(lines));
  for (let turn = -2; turn < turns; turn += 1)
    for (const { size, calls, engine, hints } of all) {
      await inForce(world, size);
      await ask();
      const call = await took(ask);
      const question = size === 0 ? null : await questionOfSaved();
      if (turn < 0) continue;
      calls.push(call);
      if (question === null) continue;
      const outcome = evaluate(question);
      engine.push(await took(() => evaluate(question)));
      hints.push(await took(() => hintsOf(question, outcome, 3)));
    }
  tell(all);
}

function tell(all: readonly Figures[]): void {
  const of = (from: readonly Took[], key: keyof Took): number => median(from.map((each) => each[key]));
  console.log('activities    call ms    its CPU     engine      hints');
  for (const { size, calls, engine, hints } of all)
    console.log(
      [size, of(calls, 'ms'), of(calls, 'cpu'), of(engine, 'cpu'), of(hints, 'cpu')]
        .map((figure, at) => (Number.isNaN(figure) ? '-' : figure.toFixed(at === 0 ? 0 : 1)).padStart(10))
        .join(' '),
    );
  const [, ten, twoHundred, thousand] = all;
  if (ten === undefined || twoHundred === undefined || thousand === undefined) return;
  const told = (what: string, figure: number, bar: number): void => {
    console.log(`${figure <= bar ? 'ok  ' : 'MISS'} ${what.padEnd(40)} ${figure.toFixed(1)} (bar ${bar})`);
  };
  told('200 activities, ms', of(twoHundred.calls, 'ms'), 200);
  told('200 activities, engine ms of CPU', of(twoHundred.engine, 'cpu'), 30);
  told('1,000 activities by 10', of(thousand.calls, 'ms') / of(ten.calls, 'ms'), 3);
}

/** The engine's own question, as a saved order keeps it. */
async function questionOfSaved(): Promise<Question | null> {
  const { data } = await world.first.must<{ data: { promoTrace: PromotionRecord | null } }>(
    'POST',
    '/channelsale/order',
    order(lines),
  );
  return data.promoTrace?.question ?? null;
}
