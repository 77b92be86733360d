import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount, shares } from '#platform/model/share.ts';
import { clawbackOf, payable, type Kept, type SoldLine } from '#promotion/model/kept/payable.ts';
import { resolvePrice } from '#price/model/price.ts';
import {
  pricingModes,
  type Benchmark,
  type PriceBook,
  type PriceQuestion,
  type Tier,
} from '#price/model/price-book.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';

interface Line {
  readonly lineNo: number;
  readonly number: string;
  readonly price: string;
}
interface Step {
  readonly op: 'ship' | 'close' | 'unclose' | 'return';
  readonly reason?: string;
  readonly lines: readonly { readonly lineNo: number; readonly number: string }[];
}
interface CloseVector {
  readonly id: string;
  readonly title: string;
  readonly given: { readonly order: { readonly lines: readonly Line[] }; readonly steps: readonly Step[] };
  readonly expect: {
    readonly paid: string;
    readonly steps: readonly {
      readonly payable: string;
      readonly giftCharge: string;
      readonly charge: string;
      readonly refund: string;
    }[];
  };
}
interface LadderVector {
  readonly id: string;
  readonly given: {
    readonly order: {
      readonly lines: readonly Line[];
      readonly pricing: Readonly<
        Record<
          string,
          Omit<PriceQuestion, 'number' | 'rate'> & {
            readonly benchmarks: readonly (Benchmark & {
              readonly ladder: readonly Tier[];
              readonly ladderMode: '0' | '1';
            })[];
            readonly parents: Readonly<Record<string, string>>;
          }
        >
      >;
    };
    readonly shipped: readonly { readonly lineNo: number; readonly number: string }[];
  };
  readonly expect: { readonly shippedAmount: string; readonly payableShipped: string; readonly clawback: string };
}

describe.skipIf(!contractIsHere)('am-A10: what is kept of an order', () => {
  const closes = contractIsHere
    ? readVectors<{ promotionClose: readonly CloseVector[] }>('second-half-vectors.json').promotionClose
    : [];

  /** What promotions leave of the lines is given; how a close and a return follow from it is ours. */
  test.each(closes.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))('%s', (_title, vector) => {
    const { lines } = vector.given.order;
    const amounts = shares(
      vector.expect.paid,
      lines.map(({ price, number }) => String(Number(price) * Number(number))), // whole numbers of the vectors
    );
    const none = (): Map<number, string> => new Map();
    const [closed, short, returned] = [none(), none(), none()];
    let [charged, refunded] = ['0', '0'];
    const paidFor = (left: (line: Line) => string): string =>
      plus(
        ...lines.map((line, at) =>
          partAmount(
            { amount: amounts[at] ?? '0', number: line.number },
            { number: '0', amount: '0' },
            minus(line.number, left(line)),
          ),
        ),
      );
    const told = vector.given.steps.map((step, at) => {
      for (const { lineNo, number } of step.lines) {
        const add = (to: Map<number, string>, way = number): void => {
          to.set(lineNo, plus(to.get(lineNo) ?? '0', way));
        };
        if (step.op === 'close') add(closed);
        if (step.op === 'close' && step.reason === 'shortage') add(short);
        if (step.op === 'unclose') add(closed, minus('0', number));
        if (step.op === 'return') add(returned);
      }
      const expected = vector.expect.steps[at];
      const owed = plus(expected?.payable, expected?.giftCharge);
      const isOf = (from: Map<number, string>, { lineNo }: Line): string => from.get(lineNo) ?? '0';
      const paid = paidFor((line) => plus(isOf(closed, line), isOf(returned, line)));
      const unreturned = paidFor((line) => isOf(closed, line));
      const withheld = minus(plus(unreturned, charged), plus(paid, refunded));
      if (step.op === 'return') {
        const refund = cents(minus(plus(paid, withheld), owed));
        refunded = plus(refunded, refund);
        return { charge: '0.00', refund };
      }
      const { charge } = clawbackOf({ owed, paid, withheld });
      if (step.op === 'ship') return { charge: '0.00', refund: '0.00' };
      charged = plus(charged, charge);
      return { charge, refund: '0.00' };
    });
    expect(told).toEqual(vector.expect.steps.map(({ charge, refund }) => ({ charge, refund })));
  });

  test('CL03: ladder 50 at 90, 20 shipped: resolved again at 95', () => {
    const vector = readVectors<{ promotionClose: readonly LadderVector[] }>(
      'promotion-vectors.json',
    ).promotionClose.find(({ id }) => id === 'CL03');
    const [line] = vector?.given.order.lines ?? [];
    const pricing = vector?.given.order.pricing['1'];
    if (vector === undefined || line === undefined || pricing === undefined) throw new Error('CL03 is not there');
    const { benchmarks, parents, ...question } = pricing;
    const record = {
      question: { ...question, rate: '1', number: line.number },
      book: {
        strategies: [],
        parents,
        benchmarks: benchmarks.map(({ ladder, ladderMode, ...row }) => ({
          ...row,
          ladder: { tiers: ladder, mode: ladderMode },
        })),
      },
      trace: [],
      source: 'benchmark:BM1',
      names: {},
    };
    const number = vector.given.shipped[0]?.number ?? '0';
    const sold: SoldLine = { id: 'a', number: line.number, amount: '4500.00', discount: '0', record };
    const { amount, trace } = payable(
      { lines: [sold] },
      new Map([['a', { number, short: '0', paid: vector.expect.shippedAmount }]]),
    );
    expect(amount).toBe(vector.expect.payableShipped);
    expect(trace[0]?.price).toContainEqual({ kind: 'tier', startNumber: '10', number: '20', result: '95.0000' });
    expect(clawbackOf({ owed: amount, paid: vector.expect.shippedAmount, withheld: '0' }).charge).toBe(
      vector.expect.clawback,
    );
  });
});

describe('am-A10: ladders that are lost', () => {
  const book = (mode: '0' | '1'): PriceBook => ({
    strategies: [],
    parents: {},
    benchmarks: [
      {
        code: 'B',
        priceClass: 'P',
        material: 'M',
        price: '100',
        ladder: {
          mode,
          tiers: [
            { startNumber: '10', price: '95' },
            { startNumber: '50', price: '90' },
          ],
        },
      },
    ],
  });
  const question = (number: string, ladderNumber?: string): PriceQuestion => ({
    customer: { priceClass: 'P' },
    material: { material: 'M' },
    rate: '1',
    date: '2026-05-10',
    taxRate: '13',
    defaultPriceClass: null,
    number,
    ...(ladderNumber === undefined ? {} : { ladderNumber }),
  });
  const sold = (id: string, asked: PriceQuestion, discount = '0', mode: '0' | '1' = '0'): SoldLine => {
    const { price, trace } = resolvePrice(asked, book(mode));
    return {
      id,
      number: asked.number,
      amount: price?.amount ?? '0',
      discount,
      record: { question: asked, book: book(mode), trace, source: 'benchmark:B', names: {} },
    };
  };
  const keep = (number: string, paid: string, short = '0'): Kept => ({ number, paid, short });

  test('count all lines of a material where the ladder did', () => {
    const lines = [sold('a', question('30', '60')), sold('b', question('30', '60'))];
    const kept = new Map([
      ['a', keep('30', '2700.00')],
      ['b', keep('0', '0')],
    ]);
    expect(payable({ lines }, kept).amount).toBe('2850.00');
    expect(payable({ lines }, new Map([...kept, ['b', keep('20', '1800.00')]])).amount).toBe('4500.00');
  });

  test('count each line for itself where the ladder did', () => {
    const lines = [sold('a', question('30')), sold('b', question('50'))];
    const kept = new Map([
      ['a', keep('30', '2850.00')],
      ['b', keep('40', '3600.00')],
    ]);
    // Seventy of the material are kept, and no line has fifty.
    expect(payable({ lines }, kept).amount).toBe('6650.00');
  });

  test('our own shortage loses none, and what was typed stays typed', () => {
    const line = sold('a', question('50'));
    expect(payable({ lines: [line] }, new Map([['a', keep('20', '1800.00', '30')]])).amount).toBe('1800.00');
    const typed = { ...line, record: line.record === null ? null : { ...line.record, source: 'typed' } };
    expect(payable({ lines: [typed] }, new Map([['a', keep('20', '1800.00')]])).amount).toBe('1800.00');
  });

  test('lose nothing where the tier stays or nothing else prices the goods: paid is what the books have', () => {
    const line = sold('a', question('60'));
    const [step] = payable({ lines: [line] }, new Map([['a', keep('55', '4949.99')]])).trace;
    expect(step).toMatchObject({ amount: '4949.99', price: [] });
    const strategies = [{ code: 'S', mode: pricingModes.fixed, value: '80', scope: [], leastNumber: '10' }];
    const only = {
      ...line,
      record: line.record === null ? null : { ...line.record, book: { ...book('0'), strategies, benchmarks: [] } },
    };
    expect(payable({ lines: [only] }, new Map([['a', keep('5', '399.99')]])).amount).toBe('399.99');
  });

  test('the typed discount follows its pieces', () => {
    const line = sold('a', question('50'), '100.00');
    expect(payable({ lines: [line] }, new Map([['a', keep('20', '1760.00')]])).amount).toBe('1860.00');
  });

  test('it does not matter in which order lines are closed, and nobody pays twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ number: fc.integer({ min: 1, max: 60 }), closed: fc.nat({ max: 60 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom<'0' | '1'>('0', '1'),
        fc.boolean(),
        (wanted, mode, isShared) => {
          const total = String(wanted.reduce((sum, { number }) => sum + number, 0));
          const lines = wanted.map(({ number }, at) =>
            sold(`l${at}`, question(String(number), isShared ? total : undefined), '0', mode),
          );
          const left = (at: number, isClosed: boolean): Kept => {
            const line = lines[at] as SoldLine;
            const number = String(
              isClosed ? Math.max(0, (wanted[at]?.number ?? 0) - (wanted[at]?.closed ?? 0)) : wanted[at]?.number,
            );
            return keep(number, partAmount(line, { number: '0', amount: '0' }, number));
          };
          const chargedBy = (order: readonly number[]): string => {
            let charged = '0';
            const done = new Set<number>();
            for (const next of order) {
              done.add(next);
              const kept = new Map(lines.map((line, at) => [line.id, left(at, done.has(at))]));
              const paid = plus(...[...kept.values()].map((each) => each.paid));
              const { charge } = clawbackOf({ owed: payable({ lines }, kept).amount, paid, withheld: charged });
              charged = plus(charged, charge);
            }
            return cents(charged);
          };
          const order = wanted.map((_, at) => at);
          expect(chargedBy(order.toReversed())).toBe(chargedBy(order));
          expect(compare(chargedBy(order), '0')).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});
