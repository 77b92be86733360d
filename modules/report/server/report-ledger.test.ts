import { afterAll, beforeAll, expect, test } from 'vitest';
import { figures } from '#report/model/figures.ts';
import { monthsBefore } from '#report/model/span.ts';
import { openBusyBooks } from '#tests/ledger-truth/busy-books.ts';
import { compareWithLedgers, declaredMeasures, truths } from '#tests/ledger-truth/ledger-truth.ts';
import { askPivot, byKey, plain } from '#tests/report-desk.ts';
import { openWorld, type World } from '#tests/world.ts';
import { sources } from './engine/sources.ts';

let world: World;
let today = '';

beforeAll(async () => {
  world = await openWorld('report_ledger');
  today = await openBusyBooks(world);
});
afterAll(() => world.close());

test('every measure of every report is told again from documents and ledgers', () => {
  const declared = declaredMeasures().map(([figure, measure]) => `${figure} ${measure}`);
  const told = Object.entries(truths).flatMap(([figure, truth]) =>
    Object.keys(truth.told).map((measure) => `${figure} ${measure}`),
  );
  console.log(`reports: ${told.length} of ${declared.length} measures have an independent statement`);
  expect(declared.filter((each) => !told.includes(each))).toEqual([]);
  expect(told.filter((each) => !declared.includes(each))).toEqual([]);
  for (const [figure, { by }] of Object.entries(truths))
    expect([figure, figures[figure as keyof typeof figures].dimensions as readonly string[]]).toEqual([
      figure,
      expect.arrayContaining([by]),
    ]);
});

/** Claims and loans have a file of their own (expense-report.test.ts), what was invoiced is in the demo. */
const elsewhere = (measure: string): boolean => measure.startsWith('R21 ') || /invoicedN|invoicedA/.test(measure);

test('every measure is what they say, to the cent, of any span', async () => {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const [from, to] of [
    [monthsBefore(today, 11), today],
    [`${today.slice(0, 7)}-01`, today],
    [today, today],
    [monthsBefore(today, 3), dayBefore(10)],
  ] as const) {
    const found = await compareWithLedgers(world.first, (text) => world.sql(text), { tenant: '1000', from, to });
    wrong.push(...found.wrong);
    for (const each of found.seen) seen.add(each);
  }
  expect(wrong).toEqual([]);
  const empty = declaredMeasures()
    .map(([figure, measure]) => `${figure} ${measure}`)
    .filter((each) => !seen.has(each) && !elsewhere(each));
  expect(empty).toEqual([]);
});
const dayBefore = (days: number): string => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

test('each of them says so when its measure is a cent off', async () => {
  const silent: string[] = [];
  for (const { code, source } of Object.values(figures)) {
    const measures = sources[source].measures as Record<string, string>;
    const whole = { ...measures };
    for (const measure of Object.keys(truths[code]?.told ?? {}))
      measures[measure] = `coalesce(${whole[measure] ?? '0'}, 0) + 0.01`;
    const { wrong } = await compareWithLedgers(world.first, (text) => world.sql(text), {
      tenant: '1000',
      from: monthsBefore(today, 11),
      to: today,
      only: [code],
    });
    Object.assign(measures, whole);
    for (const measure of Object.keys(truths[code]?.told ?? {}))
      if (!elsewhere(`${code} ${measure}`) && !wrong.some((each) => each.startsWith(`${code} ${measure} of `)))
        silent.push(`${code} ${measure}`);
  }
  expect(silent).toEqual([]);
});

test('R11: between any two days opening and what came less what went is what was left, by every key', async () => {
  const days = [monthsBefore(today, 8), monthsBefore(today, 3), dayBefore(41), dayBefore(10), today];
  for (const [at, startDate] of days.entries())
    for (const endDate of days.slice(at))
      for (const rows of figures.R11.dimensions) {
        const { list, sum, measures } = await askPivot(world.first, 'R11', { rows, startDate, endDate });
        for (const { now } of [...list, sum]) {
          const of = (...keys: readonly string[]): number =>
            keys.reduce((all, key) => all + plain(now[(measures as readonly string[]).indexOf(key)]), 0);
          expect([rows, startDate, endDate, of('closing')]).toEqual([
            rows,
            startDate,
            endDate,
            of('opening', 'producedIn', 'purchasedIn', 'transferIn', 'otherIn') -
              of('soldOut', 'usedOut', 'transferOut', 'otherOut'),
          ]);
        }
      }
});

test('what is owed and owing on a day is its columns less what nobody allocated, by every key', async () => {
  for (const endDate of [monthsBefore(today, 3), dayBefore(25), dayBefore(10), today])
    for (const [figure, whole] of [
      ['R14', 'balance'],
      ['payable', 'owed'],
    ] as const)
      for (const rows of figures[figure].dimensions) {
        const report = await askPivot(world.first, figure, { rows, endDate });
        const of = (measure: string): Record<string, number> => byKey(report, measure);
        for (const key of Object.keys(of(whole)))
          expect([
            figure,
            endDate,
            key,
            ['notDue', 'upTo30', 'upTo60', 'upTo90', 'beyond', 'unsettled']
              .reduce((all, each) => all + (of(each)[key] ?? 0), 0)
              .toFixed(2),
          ]).toEqual([figure, endDate, key, of(whole)[key]?.toFixed(2)]);
      }
});
