import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compare,
  decimalPattern,
  grouped,
  isZero,
  minus,
  negated,
  over,
  plus,
  round,
  scaleOf,
  times,
} from '#platform/model/decimal.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { firstSeed, timesOf } from '#tests/thorough.ts';

/** The same arithmetic in whole numbers of a millionth, which cannot be wrong by a fraction. */
const places = 6;
const unit = 10n ** BigInt(places);
const text = (value: bigint, scale: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};
/** Half goes away from zero: -2.345 is -2.35. */
const rounded = (value: bigint, by: bigint): bigint => {
  const size = value < 0n ? -value : value;
  const up = (size * 2n + by) / (by * 2n);
  return value < 0n ? -up : up;
};

const most = 10n ** 16n * unit - 1n;
const millionths = fc.oneof(
  fc.bigInt({ min: -most, max: most }),
  fc.bigInt({ min: -100_000_000n, max: 100_000_000n }),
  fc.bigInt({ min: -20_000n, max: 20_000n }).map((value) => value * 5000n),
);
const scale = fc.nat({ max: places });
const runs = { numRuns: timesOf(20_000), seed: firstSeed };

describe('amounts', () => {
  test('add, subtract, multiply and negate exactly', () => {
    fc.assert(
      fc.property(fc.array(millionths, { maxLength: 20 }), (terms) => {
        expect(plus(...terms.map((term) => text(term, places)))).toBe(
          text(
            terms.reduce((a, b) => a + b, 0n),
            places,
          ),
        );
      }),
      runs,
    );
    fc.assert(
      fc.property(millionths, millionths, (a, b) => {
        const [x, y] = [text(a, places), text(b, places)];
        expect([minus(x, y), times(x, y), negated(x)]).toEqual([
          text(a - b, places),
          text(a * b, places * 2),
          text(-a, places),
        ]);
        expect([compare(x, y), isZero(x)]).toEqual([a < b ? -1 : a > b ? 1 : 0, a === 0n]);
      }),
      runs,
    );
  });

  test('round half up, away from zero on both sides', () => {
    fc.assert(
      fc.property(millionths, scale, (a, to) => {
        const expected = text(rounded(a, 10n ** BigInt(places - to)), to);
        expect(round(text(a, places), to)).toBe(expected);
        expect(round(expected, to)).toBe(expected);
        expect(round(text(-a, places), to)).toBe(negated(expected));
        expect(scaleOf(expected)).toBeLessThanOrEqual(to);
      }),
      runs,
    );
    expect(
      ['2.345', '2.355', '-2.345', '-2.355', '1.005', '0.005', '-0.005', '-0.004', '0.0049999'].map((a) => round(a, 2)),
    ).toEqual(['2.35', '2.36', '-2.35', '-2.36', '1.01', '0.01', '-0.01', '0', '0']);
  });

  test('round a product as one would on paper, whatever the price and the number', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const number = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
    fc.assert(
      fc.property(price, number, (p, n) => {
        expect(round(times(text(p, 4), text(n, 4)), 2)).toBe(text(rounded(p * n, 10n ** 6n), 2));
      }),
      runs,
    );
  });

  test('divide to within what rounding needs: tax and net sum to the amount, and net times the rate comes back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.constantFrom('0', '1', '3', '6', '9', '13'),
        (cents, taxRate) => {
          const amount = text(cents, 2);
          const net = round(over(amount, plus('1', over(taxRate, '100'))), 2);
          expect(net).toBe(text(rounded(cents * 1_000_000n, (100n + BigInt(taxRate)) * 10_000n), 2));
          expect(plus(net, minus(amount, net))).toBe(plus(amount));
        },
      ),
      runs,
    );
  });

  test('are what a body may carry, and nothing else is', () => {
    fc.assert(
      fc.property(millionths, (a) => {
        // Below 10^15, which no figure of the books reaches (A13).
        expect(decimalPattern.test(text(a, places))).toBe(a < 10n ** 21n && a > -(10n ** 21n));
      }),
      runs,
    );
    expect(
      [
        '1e5',
        'NaN',
        'Infinity',
        '',
        ' 1',
        '1 ',
        '+1',
        '1.',
        '.5',
        '1,000',
        '0x10',
        '12345678901234567',
        '1000000000000000',
        '1.1234567',
        '１',
      ].filter((bad) => decimalPattern.test(bad)),
    ).toEqual([]);
  });

  test('are shown in groups of three, with exactly the decimals asked for, and zero without a sign', () => {
    fc.assert(
      fc.property(millionths, scale, (a, to) => {
        const shown = grouped(text(a, places), to);
        expect(shown).toMatch(to === 0 ? /^-?\d{1,3}(,\d{3})*$/ : new RegExp(`^-?\\d{1,3}(,\\d{3})*\\.\\d{${to}}$`));
        expect(plus(shown.replaceAll(',', ''))).toBe(round(text(a, places), to));
        expect(shown.startsWith('-')).toBe(compare(round(text(a, places), to), '0') < 0);
      }),
      runs,
    );
    expect([
      grouped('1234567.891', 2),
      grouped('-1234567.895', 2),
      grouped('-0.001', 2),
      grouped('999.995', 2),
      grouped('0', 0),
    ]).toEqual(['1,234,567.89', '-1,234,567.90', '0.00', '1,000.00', '0']);
  });
});

/**
 * Vectors lie outside the repository, beside the contract: where both are absent, CI fails and anybody else is told.
 */
describe.runIf(contractIsHere)('worked examples', () => {
  interface Partial {
    readonly id: string;
    readonly given: { readonly amount: string; readonly number: string; readonly parts: readonly string[] };
    readonly expect: readonly string[];
  }
  interface Split {
    readonly id: string;
    readonly given: { readonly taxRate: string };
    readonly expect: readonly { readonly amount: string; readonly netAmount: string; readonly taxAmount: string }[];
  }
  const { partialAmount = [], invoiceSplit = [] } = contractIsHere
    ? readVectors<{
        partialAmount: readonly Partial[];
        invoiceSplit: readonly Split[];
      }>('promotion-vectors.json')
    : {};

  test.each(partialAmount)('$id: parts of an amount sum to it (C11)', ({ given, expect: parts }) => {
    let taken = '0';
    let number = '0';
    const made = given.parts.map((part) => {
      number = plus(number, part);
      const amount = minus(round(over(times(given.amount, number), given.number), 2), taken);
      taken = plus(taken, amount);
      return amount;
    });
    expect(made).toEqual(parts.map((part) => plus(part)));
    expect(taken).toBe(plus(given.amount));
  });

  test.each(invoiceSplit)('$id: net and tax of an amount with tax inside', ({ given, expect: parts }) => {
    for (const { amount, netAmount, taxAmount } of parts) {
      const net = round(over(amount, plus('1', over(given.taxRate, '100'))), 2);
      expect([net, minus(amount, net)]).toEqual([plus(netAmount), plus(taxAmount)]);
    }
  });
});
