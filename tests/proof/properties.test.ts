import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { compare, fixed, isZero, minus, negated, over, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount, shares } from '#platform/model/share.ts';
import { dueDateOf } from '#funds/model/due.ts';
import { replayed, type PriceRecord } from '#price/model/price-record.ts';
import { resolvePrice } from '#price/model/price.ts';
import {
  customerDimensions,
  pricingModes,
  productDimensions,
  type Ladder,
  type PriceBook,
  type PriceQuestion,
  type QueryRule,
  type ScopeRow,
  type Strategy,
  type Tier,
} from '#price/model/price-book.ts';
import { relevantTo } from '#price/model/price-search.ts';
import { expireRebate, takeRebate, type RebateBatch } from '#funds/model/rebate.ts';
import { deductionsOf, least, refundsOf, splitOrder, type Means, type Settlement } from '#funds/model/settlement.ts';
import { averageOf, issue, type Costed } from '#stock/model/average.ts';
import { firstSeed, timesOf } from '#tests/thorough.ts';

const cases = timesOf(20_000, 'PROOF_CASES');
let checked = 0;
/** One property, as often as the plan says. */
function holds<T>(given: fc.Arbitrary<T>, claim: (value: T) => void): void {
  fc.assert(fc.property(given, claim), { numRuns: cases, seed: firstSeed });
  checked += 1;
}
afterAll(() => {
  console.log(`properties: ${checked} properties × ${cases} cases, seed ${firstSeed}, 0 counterexamples`);
});

const decimal = (most: number, scale: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((units) => (units / 10 ** scale).toFixed(scale));
const money = decimal(100_000_000, 2);
const price = decimal(9_000_000, 4, 1);
const number = fc.integer({ min: 1, max: 5000 }).map(String);
const taxRate = fc.constantFrom('0', '1', '3', '6', '9', '13', '17');
const code = fc.constantFrom('1', '2', '3');
const day = fc
  .integer({ min: 0, max: 800 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null });
const sum = (values: readonly string[]): string => plus(...values);
const isAtLeast = (a: string, b: string): void => {
  expect(compare(a, b), `${a} ≥ ${b}`).toBeGreaterThanOrEqual(0);
};

const tiers = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 2, max: 400 }), price), {
    minLength: 1,
    maxLength: 4,
    selector: ([start]) => start,
  })
  .chain((rows) =>
    price.map((first): readonly Tier[] => [
      { startNumber: '1', price: first },
      ...rows.map(([start, each]) => ({ startNumber: String(start), price: each })),
    ]),
  );
const ladder: fc.Arbitrary<Ladder> = fc.record({ tiers, mode: fc.constantFrom('0' as const, '1' as const) });
const scopeRow: fc.Arbitrary<ScopeRow> = fc.oneof(
  fc.record({
    side: fc.constant('customer' as const),
    dimension: fc.constantFrom('customer', 'group', 'level', 'area', 'priceClass').map((each) => each as 'customer'),
    code,
    isExcluded: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  }),
  fc.record({
    side: fc.constant('product' as const),
    dimension: fc.constantFrom('material', 'class', 'brand').map((each) => each as 'material'),
    code,
    isExcluded: fc.constant(false),
  }),
);
const strategy: fc.Arbitrary<Omit<Strategy, 'code'>> = fc.record({
  scope: fc.array(scopeRow, { maxLength: 2 }),
  mode: fc.constantFrom(...Object.values(pricingModes)),
  value: decimal(2_000_000, 4),
  ladder: maybe(ladder),
  isPerAssist: fc.boolean(),
  leastNumber: maybe(number),
  priority: maybe(fc.integer({ min: 1, max: 3 })),
  startDate: maybe(fc.constantFrom('2026-01-01', '2026-03-01')),
  endDate: maybe(fc.constantFrom('2026-02-01', '2026-12-31')),
});
const rules: fc.Arbitrary<readonly QueryRule[]> = fc.array(
  fc.record({
    customer: fc.constantFrom(...customerDimensions),
    product: fc.constantFrom(...productDimensions),
    isLadderOnly: fc.boolean(),
    isEnd: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  }),
  { maxLength: 12 },
);
const numbered = <T extends object>(rows: readonly T[], prefix: string): (T & { code: string })[] =>
  rows.map((row, i) => ({ ...row, code: `${prefix}${String(i).padStart(3, '0')}` }));
const book: fc.Arbitrary<PriceBook> = fc.record({
  strategies: fc.array(strategy, { maxLength: 6 }).map((rows) => numbered(rows, 'S')),
  benchmarks: fc
    .array(
      fc.record({
        priceClass: code,
        material: code,
        price,
        ladder: maybe(ladder),
        isPerAssist: fc.boolean(),
        startDate: maybe(fc.constantFrom('2026-01-01', '2026-03-01')),
      }),
      { maxLength: 6 },
    )
    .map((rows) => numbered(rows, 'B')),
  rules: rules.map((given) => [
    ...given,
    ...customerDimensions.flatMap((customer) => productDimensions.map((product) => ({ customer, product }))),
  ]),
  parents: fc.constantFrom<Record<string, string>>({}, { 2: '1' }, { 3: '2', 2: '1' }),
});
const question: fc.Arbitrary<PriceQuestion> = fc.record({
  customer: fc.record({ customer: code, group: code, level: code, area: code, priceClass: code }),
  material: fc.record({ material: code, class: code, brand: code }),
  rate: fc.constantFrom('1', '4', '12', '2.5'),
  floorPrice: maybe(price),
  cost: maybe(price),
  date: fc.constantFrom('2026-01-15', '2026-05-10'),
  number,
  taxRate,
  defaultPriceClass: code,
  colour: maybe(fc.record({ code: fc.constant('C'), price: decimal(90_000, 4), ladder: maybe(tiers) })),
});
const asked = fc.tuple(question, book);
const simple = (given: Partial<PriceQuestion>): PriceQuestion => ({
  customer: { customer: '1', priceClass: '1' },
  material: { material: '1' },
  rate: '1',
  date: '2026-05-10',
  number: '1',
  taxRate: '13',
  defaultPriceClass: '1',
  ...given,
});
const plainBook = (
  base: string,
  more: Partial<PriceBook['benchmarks'][number]> = {},
  strategies: readonly Strategy[] = [],
): PriceBook => ({
  strategies,
  parents: {},
  benchmarks: [{ code: 'B', priceClass: '1', material: '1', price: base, ...more }],
});
const byMode = (mode: Strategy['mode'], value: string): Strategy => ({ code: 'S', scope: [], mode, value });

describe('a price', () => {
  test('is the same in whatever order the book was read', () => {
    holds(fc.tuple(asked, fc.integer()), ([[given, whole], seed]) => {
      const turn = <T>(rows: readonly T[]): T[] => {
        const at = rows.length === 0 ? 0 : Math.abs(seed) % rows.length;
        return [...rows.slice(at), ...rows.slice(0, at)].toReversed();
      };
      expect(
        resolvePrice(given, { ...whole, strategies: turn(whole.strategies), benchmarks: turn(whole.benchmarks) }).price,
      ).toEqual(resolvePrice(given, whole).price);
    });
  });

  test('is the same when every number of the book is written another way, as long as their order stays', () => {
    holds(asked, ([given, whole]) => {
      const renamed = {
        ...whole,
        strategies: whole.strategies.map((row) => ({ ...row, code: `N-${row.code}` })),
        benchmarks: whole.benchmarks.map((row) => ({ ...row, code: `N-${row.code}` })),
      };
      const [was, is] = [resolvePrice(given, whole).price, resolvePrice(given, renamed).price];
      expect(is === null ? null : { ...is, source: is.source.replace('N-', '') }).toEqual(was);
    });
  });

  test('is replayed from what an order line keeps to the same cent and the same reason', () => {
    holds(asked, ([given, whole]) => {
      const answer = resolvePrice(given, whole);
      const kept = JSON.parse(
        JSON.stringify({ question: given, book: relevantTo(given, whole), trace: answer.trace, source: '', names: {} }),
      ) as PriceRecord;
      const again = replayed(kept);
      expect(again.price).toEqual(answer.price);
      expect(again.trace.filter(({ kind }) => kind !== 'passed')).toEqual(
        JSON.parse(JSON.stringify(answer.trace.filter(({ kind }) => kind !== 'passed'))),
      );
    });
  });

  test('of another number follows from what the line keeps as it would from the whole book', () => {
    holds(fc.tuple(asked, number), ([[given, whole], other]) => {
      const kept: PriceRecord = { question: given, book: relevantTo(given, whole), trace: [], source: '', names: {} };
      expect(replayed(kept, other).price).toEqual(resolvePrice({ ...given, number: other }, whole).price);
    });
  });

  test('is never less than nothing, nor is any part of it', () => {
    holds(asked, ([given, whole]) => {
      const found = resolvePrice(given, whole).price;
      if (found !== null)
        for (const part of [found.price, found.amount, found.netAmount, found.taxAmount, found.netPrice])
          isAtLeast(part, '0');
    });
  });

  test('is net and tax to the cent, and the tax is that of its rate within one', () => {
    holds(asked, ([given, whole]) => {
      const found = resolvePrice(given, whole).price;
      if (found === null) return;
      expect(compare(plus(found.netAmount, found.taxAmount), found.amount)).toBe(0);
      isAtLeast(
        '0.01',
        fixed(minus(times(found.netAmount, plus('1', over(given.taxRate, '100'))), found.amount), 10).replace('-', ''),
      );
    });
  });

  test('says that it is below the floor exactly when it is', () => {
    holds(asked, ([given, whole]) => {
      const { price: found, trace } = resolvePrice(given, whole);
      if (found === null) return;
      const isBelow = given.floorPrice != null && compare(found.price, given.floorPrice) < 0;
      expect([found.isBelowFloor, trace.some(({ kind }) => kind === 'floor')]).toEqual([isBelow, isBelow]);
      const at = (floorPrice: string): boolean | undefined =>
        resolvePrice({ ...given, floorPrice }, whole).price?.isBelowFloor;
      expect([at(found.price), at(plus(found.price, '0.0001'))]).toEqual([false, true]);
    });
  });

  test('that a rule has found does not change when rules are added behind it', () => {
    holds(fc.tuple(question, book, rules), ([given, whole, more]) => {
      const short = { ...whole, rules: (whole.rules ?? []).slice(0, 4) };
      const first = resolvePrice(given, short).price;
      if (first?.source.startsWith('strategy:') === true)
        expect(resolvePrice(given, { ...short, rules: [...short.rules, ...more] }).price).toEqual(first);
    });
  });

  test("is the benchmark's where the rules end at once", () => {
    holds(asked, ([given, whole]) => {
      const ended = resolvePrice(given, {
        ...whole,
        rules: [{ customer: 'all', product: 'all', isEnd: true }, ...(whole.rules ?? [])],
      }).price;
      expect(ended).toEqual(resolvePrice(given, { ...whole, strategies: [] }).price);
    });
  });

  test('by a percentage grows with the percentage and is the base at a hundred', () => {
    holds(fc.tuple(price, decimal(1_500_000, 4), decimal(1_500_000, 4)), ([base, a, b]) => {
      const at = (value: string): string =>
        resolvePrice(simple({}), plainBook(base, {}, [byMode(pricingModes.rate, value)])).price?.price ?? '';
      const [low, high] = compare(a, b) <= 0 ? [a, b] : [b, a];
      isAtLeast(at(high), at(low));
      expect(at('100')).toBe(fixed(base, 4));
    });
  });

  test('with an amount off falls by it and stops at nothing', () => {
    holds(fc.tuple(price, price), ([base, off]) => {
      const found = resolvePrice(simple({}), plainBook(base, {}, [byMode(pricingModes.amountOff, off)])).price?.price;
      expect(found).toBe(compare(off, base) >= 0 ? '0.0000' : fixed(minus(base, off), 4));
    });
  });

  test('above cost is never below it, and without a cost there is none', () => {
    holds(fc.tuple(price, decimal(2_000_000, 4)), ([cost, value]) => {
      const ask = (given: Partial<PriceQuestion>) =>
        resolvePrice(simple(given), plainBook('1', {}, [byMode(pricingModes.costPlus, value)])).price?.price;
      isAtLeast(ask({ cost }) ?? '-1', cost);
      expect(ask({ cost: null })).toBeUndefined();
    });
  });

  test('of a ladder for the whole number is that of the highest step reached', () => {
    holds(fc.tuple(tiers, number), ([rows, n]) => {
      const reached = rows
        .filter(({ startNumber }) => compare(startNumber, n) <= 0)
        .reduce((best, tier) => (compare(tier.startNumber, best.startNumber) > 0 ? tier : best));
      expect(
        resolvePrice(simple({ number: n }), plainBook('5', { ladder: { tiers: rows, mode: '0' } })).price?.price,
      ).toBe(fixed(reached.price, 4));
    });
  });

  test('of a ladder in bands counts every piece once, and its amount is the sum of the bands', () => {
    holds(fc.tuple(tiers, number), ([rows, n]) => {
      const { price: found, trace } = resolvePrice(
        simple({ number: n }),
        plainBook('5', { ladder: { tiers: rows, mode: '1' } }),
      );
      const step = trace.find((each) => each.kind === 'bands');
      expect(compare(sum((step?.bands ?? []).map((band) => band.number)), n)).toBe(0);
      expect(found?.amount).toBe(cents(sum((step?.bands ?? []).map((band) => times(band.number, band.price)))));
    });
  });

  test('below the first step of a ladder is what it costs without one; in bands those pieces come before the others', () => {
    holds(fc.tuple(tiers, price, number), ([rows, base, n]) => {
      const late = rows.slice(1);
      const first = late.reduce((least, tier) => (compare(tier.startNumber, least.startNumber) < 0 ? tier : least));
      const ask = (mode: Ladder['mode'], of: readonly Tier[]) =>
        resolvePrice(simple({ number: n }), plainBook(base, { ladder: { tiers: of, mode } })).price;
      if (compare(n, first.startNumber) < 0)
        for (const mode of ['0', '1'] as const)
          expect(ask(mode, late)).toEqual(resolvePrice(simple({ number: n }), plainBook(base)).price);
      else
        for (const mode of ['0', '1'] as const)
          expect(ask(mode, late)).toEqual(ask(mode, [{ startNumber: '1', price: base }, ...late]));
    });
  });

  test('with a colour is the price without it and the fee', () => {
    holds(fc.tuple(price, decimal(90_000, 4), number), ([base, fee, n]) => {
      const ask = (colour: PriceQuestion['colour']) =>
        resolvePrice(simple({ number: n, colour: colour ?? null }), plainBook(base)).price;
      expect(ask({ code: 'C', price: fee })?.price).toBe(fixed(plus(ask(null)?.price, fee), 4));
    });
  });
});

describe('what is divided', () => {
  test('into shares is nowhere a cent away from its exact part, nor less than nothing', () => {
    holds(fc.tuple(money, fc.array(money, { minLength: 1, maxLength: 12 })), ([total, weights]) => {
      const whole = sum(weights);
      if (isZero(whole)) return;
      shares(total, weights).forEach((share, i) => {
        isAtLeast(share, '0');
        expect(
          compare(minus(share, over(times(total, weights[i] ?? '0'), whole)).replace('-', ''), '0.01'),
        ).toBeLessThan(0);
      });
    });
  });

  test('gives the larger weight no smaller share', () => {
    holds(fc.tuple(money, fc.array(money, { minLength: 2, maxLength: 8 })), ([total, weights]) => {
      const parts = shares(total, weights);
      if (isZero(sum(weights))) return;
      weights.forEach((a, i) => {
        weights.forEach((b, j) => {
          if (compare(a, b) > 0) isAtLeast(parts[i] ?? '', parts[j] ?? '');
        });
      });
    });
  });

  test('taken back is what was given, share by share', () => {
    holds(fc.tuple(money, fc.array(money, { minLength: 1, maxLength: 8 })), ([total, weights]) => {
      expect(
        shares(negated(total), weights)
          .map((share) => (compare(share, '0') === 0 ? '0.00' : negated(share)))
          .map(cents),
      ).toEqual(shares(total, weights));
    });
  });

  test('a part of a line is never less than nothing, and no line is exceeded on the way', () => {
    holds(
      fc.tuple(
        money,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 0, max: 100 }),
      ),
      ([amount, pieces, more]) => {
        const line = { amount, number: String(pieces.reduce((a, b) => a + b, more)) };
        let taken = { number: '0', amount: '0' };
        for (const piece of pieces) {
          const part = partAmount(line, taken, String(piece));
          isAtLeast(part, '0');
          taken = { number: plus(taken.number, String(piece)), amount: plus(taken.amount, part) };
          isAtLeast(amount, taken.amount);
        }
        if (more === 0) expect(compare(taken.amount, amount)).toBe(0);
      },
    );
  });
});

const means: fc.Arbitrary<Means> = fc.record({
  amount: money,
  rebateAvailable: decimal(9_000_000, 2, -1_000_000),
  cashAvailable: decimal(90_000_000, 2, -1_000_000),
  creditAvailable: decimal(90_000_000, 2, -1_000_000),
  rebateShare: fc.integer({ min: 0, max: 100 }).map(String),
  rebateWanted: maybe(money),
  isCreditControlled: fc.boolean(),
  isCashOnly: fc.boolean(),
  waiver: fc.constantFrom('0', '100', '5000'),
});
const none = (value: string): string => (compare(value, '0') < 0 ? '0' : value);
const holdings = fc.array(
  fc
    .tuple(money, money)
    .map(([a, b]): Settlement => ({ accountId: a, occupied: plus(a, b), deducted: '0', released: '0', returned: '0' })),
  { minLength: 1, maxLength: 4 },
);

describe('the money of an order', () => {
  test('takes from no account more than it has, and of rebate no more than its share and what was wanted', () => {
    holds(means, (given) => {
      const { rebate, cash, credit, shortage } = splitOrder(given);
      expect(compare(sum([rebate, cash, credit]), given.amount)).toBe(0);
      isAtLeast(none(given.cashAvailable), cash);
      isAtLeast(
        least(
          none(given.rebateAvailable),
          fixed(times(given.amount, over(given.rebateShare ?? '', '100')), 2),
          ...(given.rebateWanted == null ? [] : [given.rebateWanted]),
        ),
        rebate,
      );
      if (given.isCreditControlled && shortage === null)
        isAtLeast(plus(given.isCashOnly === true ? '0' : none(given.creditAvailable), given.waiver), credit);
    });
  });

  test('lacks no more when there is more cash, more credit or a larger waiver', () => {
    holds(
      fc.tuple(means, money, fc.constantFrom('cashAvailable' as const, 'creditAvailable' as const, 'waiver' as const)),
      ([given, more, key]) => {
        const lacking = (asking: Means): string => splitOrder(asking).shortage ?? '0';
        isAtLeast(lacking(given), lacking({ ...given, [key]: plus(given[key], more) }));
      },
    );
  });

  test('is deducted shipment by shipment until nothing is held, and no shipment gives money back', () => {
    holds(
      fc.tuple(holdings, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })),
      ([rows, pieces]) => {
        const line = {
          amount: sum(rows.map(({ occupied }) => occupied)),
          number: String(pieces.reduce((a, b) => a + b, 0)),
        };
        let held = rows;
        let taken = { number: '0', amount: '0' };
        pieces.forEach((piece, i) => {
          const amount = partAmount(line, taken, String(piece));
          const parts = deductionsOf(held, amount, i === pieces.length - 1);
          expect(compare(sum(parts.map((part) => part.amount)), amount)).toBe(0);
          for (const part of parts) isAtLeast(part.amount, '0');
          held = held.map((row, n) => ({ ...row, deducted: plus(row.deducted, parts[n]?.amount) }));
          for (const row of held) isAtLeast(row.occupied, row.deducted);
          taken = { number: plus(taken.number, String(piece)), amount: plus(taken.amount, amount) };
        });
        for (const row of held) expect(compare(row.deducted, row.occupied)).toBe(0);
      },
    );
  });

  test('returned in part gives no account more than it paid', () => {
    holds(fc.tuple(holdings, fc.integer({ min: 0, max: 100 })), ([rows, percent]) => {
      const paid = rows.map((row) => ({ ...row, deducted: row.occupied }));
      const amount = cents(times(sum(paid.map(({ deducted }) => deducted)), over(String(percent), '100')));
      const parts = refundsOf(paid, amount);
      expect(compare(sum(parts.map((part) => part.amount)), amount)).toBe(0);
      parts.forEach((part, i) => {
        isAtLeast(paid[i]?.deducted ?? '0', part.amount);
      });
    });
  });
});

const batches = fc
  .array(fc.record({ remaining: money, expireDate: maybe(day) }), { maxLength: 6 })
  .map((rows): RebateBatch[] => rows.map((row, i) => ({ ...row, id: `R${i}` })));
const lapse = ({ expireDate }: RebateBatch): string => expireDate ?? '9999';

describe('rebate', () => {
  test('that lapses first goes first: nothing is taken of a batch while an earlier one has some', () => {
    holds(fc.tuple(batches, money), ([rows, amount]) => {
      const { taken, short, left } = takeRebate(rows, amount);
      expect(compare(plus(sum(taken.map((part) => part.amount)), short), amount)).toBe(0);
      expect(
        compare(
          sum(left.map(({ remaining }) => remaining)),
          minus(sum(rows.map(({ remaining }) => remaining)), sum(taken.map((part) => part.amount))),
        ),
      ).toBe(0);
      for (const { id } of taken) {
        const batch = rows.find((row) => row.id === id);
        expect(
          left.filter((row) => batch !== undefined && lapse(row) < lapse(batch) && compare(row.remaining, '0') > 0),
        ).toEqual([]);
      }
      for (const { remaining } of left) isAtLeast(remaining, '0');
    });
  });

  test('lapses only after its day, and never what an order holds', () => {
    holds(fc.tuple(batches, money, day), ([rows, occupied, date]) => {
      const { taken, left } = expireRebate(rows, { date, occupied });
      const all = sum(rows.map(({ remaining }) => remaining));
      isAtLeast(sum(left.map(({ remaining }) => remaining)), least(occupied, all));
      for (const { id } of taken)
        expect(lapse(rows.find((row) => row.id === id) ?? { id, remaining: '0', expireDate: null }) < date).toBe(true);
    });
  });
});

describe('days and costs', () => {
  test('a debt is never due before it is made, and no later debt of the same customer is due earlier', () => {
    holds(
      fc.tuple(day, day, fc.constantFrom('0', '1', '2', '3', null), maybe(fc.integer({ min: 0, max: 180 }))),
      ([a, b, receiveType, creditDays]) => {
        const [first, second] = a <= b ? [a, b] : [b, a];
        const due = (date: string): string => dueDateOf(date, { receiveType, creditDays });
        expect(due(first) >= first).toBe(true);
        expect(due(first) <= due(second)).toBe(true);
        if (receiveType === '3')
          expect((Date.parse(due(first)) - Date.parse(first)) / 86_400_000).toBe(creditDays ?? 0);
        if (receiveType === '2')
          expect(new Date(Date.parse(due(first)) + 86_400_000).toISOString().slice(8, 10)).toBe('01');
      },
    );
  });

  test('goods take with them what they cost, the last piece takes all: no goods, no money, and nothing lost on the way', () => {
    const step = fc.oneof(
      fc.record({ in: fc.integer({ min: 1, max: 90 }).map(String), at: price }),
      fc.record({ out: fc.integer({ min: 1, max: 100 }) }),
    );
    holds(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let there: Costed = { number: '0', amount: '0' };
      let [came, went] = ['0', '0'];
      for (const each of steps) {
        if ('in' in each) {
          const amount = cents(times(each.at, each.in));
          there = { number: plus(there.number, each.in), amount: plus(there.amount, amount) };
          came = plus(came, amount);
        } else {
          const all = Number.parseInt(there.number, 10);
          const out = String(Math.min(all, Math.ceil((all * each.out) / 100)));
          if (out === '0') continue;
          const taken = issue(there, out);
          there = { number: minus(there.number, out), amount: minus(there.amount, plus(taken.amount, taken.rest)) };
          went = plus(went, taken.amount, taken.rest);
        }
        if (isZero(there.number)) expect([isZero(there.amount), averageOf(there)]).toEqual([true, '0']);
        expect(compare(plus(went, there.amount), came)).toBe(0);
      }
    });
  });

  test('an average lies between the lowest and the highest price that was paid', () => {
    holds(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }).map(String), decimal(900_000, 2, 1)), {
        minLength: 1,
        maxLength: 8,
      }),
      (receipts) => {
        const paid = receipts.map(([, each]) => each).toSorted(compare);
        const average = averageOf({
          number: sum(receipts.map(([n]) => n)),
          amount: sum(receipts.map(([n, each]) => times(n, each))),
        });
        isAtLeast(average, paid[0] ?? '');
        isAtLeast(paid.at(-1) ?? '', average);
      },
    );
  });
});
