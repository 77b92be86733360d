import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import {
  afterDebt,
  earnedPoints,
  type EarningLine,
  type PointsQuestion,
  type PointsRule,
} from '#promotion/model/points/earned-points.ts';
import { settledRebate, type RebateBasis, type RebatePeriod } from '#promotion/model/rebate/settled-rebate.ts';
import { clawedPoints, refilledPoints, spentPoints, type PointsBatch } from '#promotion/model/points/taken-points.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';

interface House {
  readonly date: string;
  readonly JF002: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly rows?: readonly PointsRule[];
}
interface Vectors {
  readonly pointsEarn: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: House & { readonly lines: readonly EarningLine[]; readonly debt?: string };
    readonly expect: {
      readonly rows: readonly { readonly lineNo: number; readonly row: string }[];
      readonly points: string;
      readonly debtSettled: string;
      readonly batch: string;
    };
  }[];
  readonly pointsClaw: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: House & {
      readonly order: string;
      readonly earned: string;
      readonly clawedBefore?: string;
      readonly remaining: readonly EarningLine[];
      readonly batches: readonly {
        readonly id: string;
        readonly remaining: string;
        readonly expire: string;
        readonly order?: string;
        readonly locked?: string;
        readonly expired?: string;
      }[];
    };
    readonly expect: object & { readonly earnable: string };
  }[];
  readonly pointsReturn: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly date: string;
      readonly points: string;
      readonly taken: readonly { readonly id: string; readonly number: string; readonly expire: string }[];
    };
    readonly expect: readonly {
      readonly id: string;
      readonly of?: string;
      readonly number: string;
      readonly expire?: string;
    }[];
  }[];
  readonly rebateSettlement: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly basis: RebateBasis;
      readonly tierMode: string;
      readonly tiers: readonly { readonly start: string; readonly rate: string }[];
      readonly customers: readonly (RebatePeriod & { readonly code: string })[];
    };
    readonly expect: readonly { readonly customer: string; readonly achieved?: string }[];
  }[];
}
const vectors = contractIsHere ? readVectors<Vectors>('second-half-vectors.json') : null;
const asked = ({ date, JF002, parents, rows = [] }: House, lines: readonly EarningLine[]): PointsQuestion => ({
  date,
  amountPerPoint: JF002,
  parents,
  rules: rows,
  lines,
});

describe.skipIf(!contractIsHere)('points', () => {
  test.each(vectors?.pointsEarn ?? [])('$id $title', ({ given, expect: expected }) => {
    const { points, trace } = earnedPoints(asked(given, given.lines));
    expect({
      rows: trace.map(({ lineNo, rule }) => ({ lineNo, row: rule })),
      points,
      ...afterDebt(points, given.debt ?? '0'),
    }).toEqual(expected);
  });

  test.each(vectors?.pointsClaw ?? [])('$id $title', ({ given, expect: { earnable, ...expected } }) => {
    const still = earnedPoints(asked(given, given.remaining)).points;
    expect(still).toBe(earnable);
    const batches = given.batches.map(({ expire, order, ...batch }): PointsBatch => ({
      ...batch,
      expireDate: expire,
      isOwn: order === given.order,
    }));
    const earned = { points: given.earned, clawed: given.clawedBefore ?? '0', earnable: still };
    expect(clawedPoints(earned, batches)).toEqual(expected);
  });

  test.each(vectors?.pointsReturn ?? [])('$id $title', ({ given, expect: expected }) => {
    const spent = given.taken.map(({ expire, ...part }) => ({ ...part, expireDate: expire }));
    const back = refilledPoints(spent, given.points, given.date);
    expect(
      back.map(({ id, number, expireDate }) =>
        expireDate === undefined ? { id, number } : { id: 'new', of: id, number, expire: expireDate },
      ),
    ).toEqual(expected);
  });
});

describe.skipIf(!contractIsHere)('rebate settlement', () => {
  test.each(vectors?.rebateSettlement ?? [])('$id $title', ({ given, expect: expected }) => {
    const terms = { basis: given.basis, isProgressive: given.tierMode === '1', tiers: given.tiers };
    const settled = given.customers.map(({ code, ...period }) => {
      const { basis, rate, rebate, carry, achieved } = settledRebate(terms, period);
      return { customer: code, basis, rate, rebate, carry, ...(achieved === null ? {} : { achieved }) };
    });
    expect(settled).toEqual(expected);
  });
});

const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10), seed: 18 };
const count = fc.integer({ min: 0, max: 200 });
const batches = fc
  .array(
    fc.record({ remaining: count, locked: count, expired: count, isOwn: fc.boolean(), month: fc.nat({ max: 11 }) }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map(({ remaining, locked, expired, isOwn, month }, at): PointsBatch => ({
      id: `b${at}`,
      remaining: String(remaining),
      locked: String(Math.min(locked, remaining)),
      expired: String(isOwn ? expired : 0),
      isOwn,
      expireDate: month === 0 ? null : `2027-${String(month).padStart(2, '0')}-28`,
    })),
  );
const added = (parts: readonly { readonly number: string }[]): string =>
  plus('0', ...parts.map(({ number }) => number));

describe('whatever points there are,', () => {
  test('what is clawed back is taken, has lapsed or is owed, and what an exchange holds stays', () => {
    fc.assert(
      fc.property(batches, count, count, (held, points, earnable) => {
        const earned = { points: String(points), clawed: '0', earnable: String(earnable) };
        const { claw, expiredBefore, taken, debt } = clawedPoints(earned, held);
        expect(plus(added(taken), expiredBefore, debt)).toBe(claw);
        expect(claw).toBe(String(Math.max(0, points - earnable)));
        for (const { id, number } of taken) {
          const batch = held.find((each) => each.id === id);
          expect(compare(number, minus(batch?.remaining ?? '0', batch?.locked ?? '0'))).toBeLessThanOrEqual(0);
        }
      }),
      runs,
    );
  });

  test('one claw of all and many of parts end alike: only what is kept counts', () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 5 }), (kept) => {
        const falling = kept.toSorted((a, b) => b - a).map(String);
        let clawed = '0';
        for (const earnable of falling)
          clawed = plus(clawed, clawedPoints({ points: '200', clawed, earnable }, []).claw);
        expect(clawed).toBe(minus('200', falling.at(-1) ?? '0'));
      }),
      runs,
    );
  });

  test('what lapses first is spent first', () => {
    fc.assert(
      fc.property(batches, count, (held, points) => {
        const { taken, short } = spentPoints(held, String(points));
        expect(plus(added(taken), short)).toBe(String(points));
        const dayOf = (id: string): string => held.find((each) => each.id === id)?.expireDate ?? '9999';
        const days = taken.map(({ id }) => dayOf(id));
        expect(days).toEqual(days.toSorted());
        // Whoever lapses before the last that was taken has nothing left to give.
        const last = days.at(-1) ?? '';
        for (const { id, remaining, locked = '0' } of held)
          if (dayOf(id) < last)
            expect(taken.find((part) => part.id === id)?.number ?? '0').toBe(minus(remaining, locked));
      }),
      runs,
    );
  });
});
