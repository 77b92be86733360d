import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, plus } from '#platform/model/decimal.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { amountsOf, resolvePrice } from '#price/model/price.ts';
import {
  pricingModes,
  type Ladder,
  type PriceBook,
  type PriceQuestion,
  type ScopeRow,
  type Tier,
} from '#price/model/price-book.ts';

interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly customer: Record<string, string>;
    readonly material: Record<string, string>;
    readonly date: string;
    readonly number: string;
    readonly taxRate: string;
    readonly parents: Record<string, string>;
    readonly defaultPriceClass: string;
    readonly strategies: readonly {
      code: string;
      customerDim: string;
      customerCode: string;
      productDim: string;
      productCode: string;
      method: 'F' | 'R' | 'A';
      value: string;
      leastNumber?: string;
      startDate?: string;
      endDate?: string;
      status?: string;
    }[];
    readonly benchmarks: readonly {
      code: string;
      priceClass: string;
      material: string;
      price: string;
      startDate: string;
      endDate?: string;
      unit?: string;
      ladder?: readonly Tier[];
      ladderMode?: '0' | '1';
    }[];
    readonly freeTerm?: { code: string; price: string; ladderFlag: string; ladder?: readonly Tier[] };
  };
  readonly expect: Record<string, unknown>;
}
const vectors: readonly Vector[] = contractIsHere
  ? readVectors<{ price: readonly Vector[] }>('promotion-vectors.json').price
  : [];

const modes = { F: pricingModes.fixed, R: pricingModes.rate, A: pricingModes.amountOff };
function asked({ given }: Vector): [PriceQuestion, PriceBook] {
  const { rate = '1', floorPrice, ...material } = given.material;
  return [
    {
      customer: given.customer,
      material,
      rate,
      floorPrice: floorPrice ?? null,
      date: given.date,
      number: given.number,
      taxRate: given.taxRate,
      defaultPriceClass: given.defaultPriceClass,
      colour:
        given.freeTerm === undefined
          ? null
          : {
              code: given.freeTerm.code,
              price: given.freeTerm.price,
              ladder: given.freeTerm.ladderFlag === '1' ? (given.freeTerm.ladder ?? []) : null,
            },
    },
    {
      parents: given.parents,
      strategies: given.strategies
        .filter(({ status }) => status !== '0')
        .map(({ customerDim, customerCode, productDim, productCode, method, ...row }) => ({
          ...row,
          mode: modes[method],
          scope: [
            { side: 'customer', dimension: customerDim, code: customerCode },
            { side: 'product', dimension: productDim, code: productCode },
          ] as ScopeRow[],
        })),
      benchmarks: given.benchmarks.map(({ unit, ladder, ladderMode, ...row }) => ({
        ...row,
        isPerAssist: unit === 'assist',
        ladder: ladder === undefined ? null : ({ tiers: ladder, mode: ladderMode ?? '0' } satisfies Ladder),
      })),
    },
  ];
}

describe.skipIf(!contractIsHere)('the worked examples of prices', () => {
  test.each(vectors.map((vector) => [vector.id, vector.title, vector] as const))('%s %s', (_id, _title, vector) => {
    const { price, trace } = resolvePrice(...asked(vector));
    const { belowFloor = false, error, ...figures } = vector.expect;
    if (error !== undefined) {
      expect(price).toBeNull();
      expect(trace.at(-1)).toEqual({ kind: 'none' });
      return;
    }
    expect(price).toEqual({ ...figures, isBelowFloor: belowFloor });
  });
});

const money = (most: number) => fc.integer({ min: 1, max: most }).map((cents) => (cents / 10_000).toFixed(4));
const count = fc.integer({ min: 1, max: 5000 }).map(String);
const tiers = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 2, max: 400 }), money(9_000_000)), {
    minLength: 1,
    maxLength: 5,
    selector: ([start]) => start,
  })
  .map((rows): readonly Tier[] => [
    { startNumber: '1', price: '900.0000' },
    ...rows.map(([start, price]) => ({ startNumber: String(start), price })),
  ]);
const question = (number: string): PriceQuestion => ({
  customer: { customer: 'K1', priceClass: 'PC1' },
  material: { material: 'M1' },
  rate: '1',
  date: '2026-05-10',
  number,
  taxRate: '13',
  defaultPriceClass: 'PC1',
});
const bookOf = (price: string, ladder: Ladder | null): PriceBook => ({
  strategies: [],
  parents: {},
  benchmarks: [{ code: 'B', priceClass: 'PC1', material: 'M1', price, ladder }],
});

describe('every price', () => {
  test('net and tax sum to the amount, whatever the rate', () => {
    fc.assert(
      fc.property(
        money(90_000_000),
        count,
        fc.constantFrom('0', '1', '3', '6', '9', '13', '17'),
        (price, number, taxRate) => {
          const { amount, netAmount, taxAmount } = amountsOf(price, { number, taxRate });
          return compare(plus(netAmount, taxAmount), amount) === 0;
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('of a whole-quantity ladder does not depend on the order of its tiers', () => {
    fc.assert(
      fc.property(tiers, count, (rows, number) => {
        const of = (list: readonly Tier[]): string | undefined =>
          resolvePrice(question(number), bookOf('1000.0000', { tiers: list, mode: '0' })).price?.price;
        return of(rows) === of(rows.toReversed());
      }),
      { numRuns: 2000 },
    );
  });

  test('of a progressive ladder is never less for more pieces', () => {
    fc.assert(
      fc.property(tiers, fc.integer({ min: 1, max: 900 }), (rows, number) => {
        const of = (n: number): string =>
          resolvePrice(question(String(n)), bookOf('1000.0000', { tiers: rows, mode: '1' })).price?.amount ?? '0';
        return compare(of(number + 1), of(number)) >= 0;
      }),
      { numRuns: 2000 },
    );
  });

  test('of the more specific strategy wins in whatever order the rows arrive', () => {
    const strategy = (code: string, scope: readonly ScopeRow[]) => ({
      code,
      scope,
      mode: pricingModes.fixed,
      value: code === 'S' ? '120' : '10',
    });
    const specific = strategy('S', [
      { side: 'customer', dimension: 'customer', code: 'K1' },
      { side: 'product', dimension: 'material', code: 'M1' },
    ]);
    const others = [
      strategy('A', []),
      strategy('B', [{ side: 'product', dimension: 'material', code: 'M1' }]),
      strategy('C', [{ side: 'customer', dimension: 'priceClass', code: 'PC1' }]),
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray([specific, ...others], { minLength: 4, maxLength: 4 }),
        (strategies) =>
          resolvePrice(question('1'), { ...bookOf('128.5', null), strategies }).price?.source === 'strategy:S',
      ),
      { numRuns: 200 },
    );
  });

  test('a matching exclusion drops the strategy and says so', () => {
    const { price, trace } = resolvePrice(question('1'), {
      ...bookOf('128.5', null),
      strategies: [
        {
          code: 'X',
          mode: pricingModes.fixed,
          value: '1',
          scope: [{ side: 'product', dimension: 'material', code: 'M1', isExcluded: true }],
        },
      ],
    });
    expect(price?.source).toBe('benchmark:B');
    expect(trace).toContainEqual({ kind: 'passed', strategy: 'X', why: 'excluded' });
  });
});
