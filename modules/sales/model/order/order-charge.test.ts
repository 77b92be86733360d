import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { chargesOf, payableOf, type Charges } from './order-charge.ts';

const none: Charges = { freightAmount: null, allowanceAmount: null, roundingAmount: null };

describe('what is paid for an order', () => {
  test('is its goods where nothing else is written', () => {
    expect(chargesOf(['128.50', '60'], none)).toEqual({
      goods: '188.50',
      discount: '0.00',
      freight: '0.00',
      payable: '188.50',
      excess: null,
      lines: [
        { discount: '0.00', payable: '128.50' },
        { discount: '0.00', payable: '60.00' },
      ],
      trace: [{ kind: 'goods', amount: '188.50', total: '188.50' }],
    });
  });

  test('is less what is taken off, line by line to the cent, and more by the freight, which is of no line', () => {
    const { lines, ...told } = chargesOf(['100', '100', '100', '0'], {
      freightAmount: '25',
      allowanceAmount: '9.50',
      roundingAmount: '0.50',
    });
    expect(told).toEqual({
      goods: '300.00',
      discount: '10.00',
      freight: '25.00',
      payable: '315.00',
      excess: null,
      trace: [
        { kind: 'goods', amount: '300.00', total: '300.00' },
        { kind: 'allowance', amount: '-9.50', total: '290.50' },
        { kind: 'rounding', amount: '-0.50', total: '290.00' },
        { kind: 'freight', amount: '25.00', total: '315.00' },
      ],
    });
    // A gift bears nothing.
    expect(lines.map(({ discount }) => discount)).toEqual(['3.34', '3.33', '3.33', '0.00']);
  });

  test('the dearer line comes first where two have the same claim to a cent', () => {
    const discounts = (...amounts: readonly string[]) =>
      chargesOf(amounts, { ...none, allowanceAmount: '0.02' }).lines.map(({ discount }) => discount);
    expect([discounts('10', '30'), discounts('30', '10')]).toEqual([
      ['0.00', '0.02'],
      ['0.02', '0.00'],
    ]);
  });

  test('of a line is its amount less its share of what is taken off; what is empty is nothing', () => {
    expect(payableOf({ amount: '10', discountAmount: '3' })).toBe('7');
    expect([
      payableOf({ amount: '10', discountAmount: null }),
      payableOf({ amount: null, discountAmount: null }),
    ]).toEqual(['10', '0']);
  });

  test('is never less than nothing: what the discount is beyond the goods is told', () => {
    expect(chargesOf(['10', '5'], { ...none, allowanceAmount: '20', freightAmount: '3' })).toMatchObject({
      excess: '5.00',
      payable: '3.00',
      lines: [
        { discount: '10.00', payable: '0.00' },
        { discount: '5.00', payable: '0.00' },
      ],
    });
    expect(chargesOf([], { ...none, freightAmount: '3' })).toMatchObject({ goods: '0.00', payable: '3.00', lines: [] });
  });
});

describe('for any order', () => {
  const money = fc
    .integer({ min: 0, max: 5_000_000 })
    .map((n) =>
      cents(
        minus(String(n), '0').replace(
          /^(\d*)(\d\d)$/,
          (_all, whole: string, part: string) => `${whole || '0'}.${part}`,
        ),
      ),
    );
  const amounts = fc.array(fc.oneof(money, fc.constantFrom('0.00', '0.01', '33.33', '100.00')), {
    minLength: 1,
    maxLength: 12,
  });
  const charges = fc.record({
    freightAmount: fc.option(money),
    allowanceAmount: fc.option(fc.oneof(money, fc.constantFrom('0.01', '0.10', '9.99'))),
    roundingAmount: fc.option(fc.constantFrom('0.01', '0.50', '0.99')),
  });
  const given = { numRuns: 3000 };

  test('the lines bear all that is taken off, none more than it costs, and what is paid for them and the freight is what is payable', () => {
    fc.assert(
      fc.property(amounts, charges, (lines, told) => {
        const charged = chargesOf(lines, told);
        const off = plus(...charged.lines.map(({ discount }) => discount));
        expect(compare(plus(off, charged.excess), charged.discount)).toBe(0);
        expect(compare(plus(...charged.lines.map(({ payable }) => payable), charged.freight), charged.payable)).toBe(0);
        charged.lines.forEach(({ discount, payable }, at) => {
          expect(compare(discount, '0')).toBeGreaterThanOrEqual(0);
          expect(compare(payable, '0')).toBeGreaterThanOrEqual(0);
          expect(compare(plus(discount, payable), lines[at] ?? '')).toBe(0);
          // Nobody pays for another: it bears its own share, or one cent more or less.
          if (charged.excess === null && !isZero(charged.goods))
            expect(
              Math.abs(Number(discount) - (Number(charged.discount) * Number(lines[at])) / Number(charged.goods)),
            ).toBeLessThan(0.01001); // not money
        });
      }),
      given,
    );
  });

  test('parts of a line sum to what is paid for it, however it is shipped', () => {
    fc.assert(
      fc.property(
        amounts,
        charges,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        (lines, told, parts) => {
          const number = String(parts.reduce((a, b) => a + b));
          for (const [at, { discount }] of chargesOf(lines, told).lines.entries()) {
            const line = { number, amount: payableOf({ amount: lines[at] ?? '', discountAmount: discount }) };
            const taken = { number: '0', amount: '0' };
            for (const part of parts) {
              const amount = partAmount(line, taken, String(part));
              expect(compare(amount, '0')).toBeGreaterThanOrEqual(0);
              taken.number = plus(taken.number, String(part));
              taken.amount = plus(taken.amount, amount);
            }
            expect(compare(taken.amount, line.amount)).toBe(0);
          }
        },
      ),
      given,
    );
  });

  test('it does not matter in which order the lines were written', () => {
    const shuffled = amounts.chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.shuffledSubarray(
          lines.map((_line, at) => at),
          { minLength: lines.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, charges, ([lines, order], told) => {
        const [plain, other] = [
          chargesOf(lines, told),
          chargesOf(
            order.map((at) => lines[at] ?? ''),
            told,
          ),
        ];
        const pairs = (of: readonly string[], { lines: shares }: typeof plain): readonly string[] =>
          of.map((amount, at) => `${amount} ${shares[at]?.discount ?? ''}`).toSorted();
        expect(
          pairs(
            order.map((at) => lines[at] ?? ''),
            other,
          ),
        ).toEqual(pairs(lines, plain));
        expect({ ...other, lines: [] }).toEqual({ ...plain, lines: [] });
      }),
      given,
    );
  });
});
