import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import {
  closedAmountOf,
  closedNumberOf,
  closingOf,
  costOf,
  countedOf,
  openAmountOf,
  openNumberOf,
  reopeningOf,
  type ClosableLine,
  type Closing,
  type OpenOrder,
  type Part,
} from './order-close.ts';
import { chargesOf } from './order-charge.ts';

const line = (
  id: string,
  number: string,
  payable: string,
  out: readonly [number: string, amount: string] = ['0', '0'],
): ClosableLine => ({ id, number, payable, outNumber: out[0], outAmount: out[1], ...unreturned, closes: [] });
const unreturned = { returnedNumber: '0', choiceReturned: '0', returnedAmount: '0' };
const free = { amount: '0', isCarried: false };
const held = (...amounts: readonly string[]): readonly Part[] =>
  amounts.map((amount, i) => ({ accountId: `A00${i + 1}`, amount }));
const sum = (parts: readonly Part[]): string => plus(...parts.map(({ amount }) => amount));

describe('closing lines of an order', () => {
  test('gives back what the line still costs, from each account pro rata, and tells how', () => {
    const order = { lines: [line('a', '3', '100.00', ['1', '33.33']), line('b', '2', '50.00')], freight: free };
    expect(closingOf(order, held('70.00', '46.67'), new Set(['a']))).toEqual({
      lines: [
        {
          id: 'a',
          number: '2',
          amount: '66.67',
          given: [
            { accountId: 'A001', amount: '40.00' },
            { accountId: 'A002', amount: '26.67' },
          ],
        },
      ],
      rest: [],
      isWhole: false,
      trace: [{ kind: 'line', id: 'a', amount: '66.67', held: '50.00' }],
    });
  });

  test('keeps the freight as long as another line can bring it, and gives it back with the last one', () => {
    const order = {
      lines: [line('a', '1', '10.00'), line('b', '1', '20.00')],
      freight: { amount: '5.00', isCarried: false },
    };
    expect(closingOf(order, held('35.00'), new Set(['a']))).toMatchObject({
      rest: [],
      isWhole: false,
      trace: [{ held: '25.00' }],
    });
    expect(closingOf(order, held('35.00'), new Set(['a', 'b']))).toMatchObject({
      rest: [{ accountId: 'A001', amount: '5.00' }],
      isWhole: true,
      trace: [{ held: '25.00' }, { held: '5.00' }, { kind: 'rest', id: null, amount: '5.00', held: '0.00' }],
    });
    expect(costOf({ ...order, freight: { amount: '5.00', isCarried: true } })).toBe('30.00');
  });

  test('does nothing to a line that has nothing left', () => {
    expect(
      closingOf(
        { lines: [line('a', '2', '9.99', ['2', '9.99']), line('b', '1', '1.00')], freight: free },
        held('1.00'),
        new Set(['a']),
      ),
    ).toEqual({ lines: [], rest: [], isWhole: false, trace: [] });
  });

  test('is taken back close by close: what another close took off stays off', () => {
    const closed = (id: string, seq: number): ClosableLine => ({
      ...line(id, '2', '10.00'),
      closes: [{ seq, number: '2', amount: '10.00' }],
    });
    const order = { lines: [closed('a', 2), closed('b', 3)], freight: { amount: '4.00', isCarried: false } };
    expect(reopeningOf(order, (_line, { seq }) => seq === 3)).toMatchObject({
      lines: [{ id: 'b', number: '2', kept: [] }],
      amount: '14.00',
      freight: '4.00',
    });
    expect(reopeningOf({ ...order, lines: [closed('a', 2), line('b', '2', '10.00')] }, () => true)).toMatchObject({
      lines: [{ id: 'a' }],
      amount: '10.00',
      freight: '0.00',
    });
  });
});

describe('for any order, shipped in any parts', () => {
  const money = fc
    .integer({ min: 0, max: 500_000 })
    .map((n) => cents(`${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`));
  const lines = fc.array(
    fc.record({
      amount: fc.oneof(money, fc.constantFrom('0.00', '0.01', '100.00')),
      number: fc.integer({ min: 1, max: 9 }),
      shipped: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
      isLastTakenBack: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const charges = fc.record({
    freightAmount: fc.option(money),
    allowanceAmount: fc.option(money),
    roundingAmount: fc.constant(null),
  });
  const orders = fc.tuple(lines, charges).map(([drawn, told]): OpenOrder => {
    const { lines: paid, freight } = chargesOf(
      drawn.map(({ amount }) => amount),
      told,
    );
    const made = drawn.map(({ number, shipped, isLastTakenBack }, at): ClosableLine => {
      const whole = { number: String(number), amount: paid[at]?.payable ?? '0' };
      const parts: { number: string; amount: string }[] = [];
      const out = (): { number: string; amount: string } => ({
        number: plus(...parts.map((part) => part.number)),
        amount: plus(...parts.map((part) => part.amount)),
      });
      for (const n of shipped)
        if (compare(plus(out().number, String(n)), whole.number) <= 0)
          parts.push({ number: String(n), amount: partAmount(whole, out(), String(n)) });
      // What is taken back out of the middle leaves parts that are a cent off their share.
      if (isLastTakenBack) parts.shift();
      return {
        id: `l${at}`,
        number: whole.number,
        payable: whole.amount,
        outNumber: out().number,
        outAmount: out().amount,
        ...unreturned,
        closes: [],
      };
    });
    return { lines: made, freight: { amount: freight, isCarried: made.some(({ outNumber }) => !isZero(outNumber)) } };
  });
  /** What the order costs, held by up to three accounts. */
  const holding = (order: OpenOrder, cut: number): readonly Part[] => {
    const cost = costOf(order);
    const first = cents(String(Math.floor(Number(cost) * cut) / 100)); // not money
    return held(first, cents(minus(cost, first)), '0.00');
  };
  const after = (order: OpenOrder, { lines: closed }: Closing, seq: number): OpenOrder => ({
    ...order,
    lines: order.lines.map((each) => {
      const own = closed.find(({ id }) => id === each.id);
      return own === undefined
        ? each
        : { ...each, closes: [...each.closes, { seq, number: own.number, amount: own.amount }] };
    }),
  });
  const left = (before: readonly Part[], { lines: closed, rest }: Closing): readonly Part[] =>
    before.map(({ accountId, amount }) => ({
      accountId,
      amount: minus(
        amount,
        sum([...closed.flatMap(({ given }) => given), ...rest].filter((part) => part.accountId === accountId)),
      ),
    }));
  const subset = (order: OpenOrder, bits: number): ReadonlySet<string> =>
    new Set(order.lines.filter((_line, i) => (bits >> i) % 2 === 1).map(({ id }) => id));
  const given = { numRuns: 600 };

  test('it holds what its open lines still cost, and no account gives back more than it holds', () => {
    fc.assert(
      fc.property(orders, fc.nat(63), fc.nat(63), fc.nat(100), (order, first, second, cut) => {
        let now = order;
        let money_ = holding(order, cut);
        for (const [seq, bits] of [first, second, 63].entries()) {
          const closing = closingOf(now, money_, subset(now, bits));
          money_ = left(money_, closing);
          now = after(now, closing, seq);
          expect(compare(sum(money_), costOf(now))).toBe(0);
          for (const { amount } of money_) expect(compare(amount, '0')).toBeGreaterThanOrEqual(0);
          expect(closing.isWhole).toBe(now.lines.every((each) => isZero(openNumberOf(each))));
          expect(compare(closing.trace.at(-1)?.held ?? sum(money_), sum(money_))).toBe(0);
        }
        expect(isZero(sum(money_))).toBe(true);
      }),
      given,
    );
  });

  test('what is closed and reopened, together or line by line, is as it was', () => {
    fc.assert(
      fc.property(orders, fc.nat(63), fc.nat(63), fc.nat(100), (order, first, second, cut) => {
        const one = closingOf(order, holding(order, cut), subset(order, first));
        const closed = after(order, one, 1);
        const two = closingOf(closed, left(holding(order, cut), one), subset(order, second));
        const both = after(closed, two, 2);
        const back = reopeningOf(both, (_line, { seq }) => seq === 2);
        expect(compare(back.amount, plus(sum(two.rest), ...two.lines.map(({ given: parts }) => sum(parts))))).toBe(0);
        expect(back.lines.map(({ id, number }) => [id, number])).toEqual(
          two.lines.map(({ id, number }) => [id, number]),
        );
        let now = both;
        let amount = '0';
        for (const { id } of order.lines) {
          const step = reopeningOf(now, (each) => each.id === id);
          amount = plus(amount, step.amount);
          now = { ...now, lines: now.lines.map((each) => (each.id === id ? { ...each, closes: [] } : each)) };
        }
        expect(compare(amount, minus(costOf(order), costOf(both)))).toBe(0);
        expect(now).toEqual(order);
      }),
      given,
    );
  });

  test('what is shipped of a line after some of it was closed sums to what was not closed', () => {
    fc.assert(
      fc.property(orders, fc.nat(100), (order, cut) => {
        const all = after(order, closingOf(order, holding(order, cut), subset(order, 63)), 1);
        for (const each of all.lines) {
          // Everything that had left comes back, and leaves piece by piece.
          const whole = {
            number: minus(each.number, closedNumberOf(each.closes)),
            amount: minus(each.payable, closedAmountOf(each.closes)),
          };
          let gone = { number: '0', amount: '0' };
          while (compare(gone.number, whole.number) < 0)
            gone = { number: plus(gone.number, '1'), amount: plus(gone.amount, partAmount(whole, gone, '1')) };
          expect(compare(gone.amount, each.outAmount)).toBe(0);
          expect(isZero(openAmountOf(each))).toBe(true);
        }
      }),
      given,
    );
  });
});

test('pieces count in thresholds that the customer has or that we could not deliver (A10b)', () => {
  const close = { seq: 1, number: '3', amount: '30' };
  expect(countedOf('10', [close, { ...close, number: '2', isShort: true }], null)).toBe('7');
  expect(countedOf('10', [], null)).toBe('10');
});

test('pieces that the customer brought back of his own will do not count (A10b)', () => {
  expect(countedOf('10', [{ seq: 1, number: '3', amount: '30' }], '2')).toBe('5');
});
