import { describe, expect, test } from 'vitest';
import {
  releasedParts,
  revisedAmounts,
  revisedNumbers,
  riseSplit,
  type RevisedLine,
  type Rise,
} from './revised-order.ts';

describe('numbers after a revision', () => {
  const lines = [
    { lineNo: 1, number: '10', closedNumber: '1', releasedNumber: '3' },
    { lineNo: 2, number: '5', closedNumber: '0', releasedNumber: '0' },
  ];

  test('are those that were asked for; a line that is taken out keeps what is on its way or closed', () => {
    const numbers = revisedNumbers(lines, [
      { lineNo: 2, action: 'X' },
      { lineNo: 1, action: 'C', number: '4' },
    ]);
    expect(numbers).toEqual(
      new Map([
        [1, '4'],
        [2, '0'],
      ]),
    );
    expect(revisedNumbers(lines, [{ lineNo: 1, action: 'X' }])).toEqual(
      new Map([
        [1, '4'],
        [2, '5'],
      ]),
    );
  });

  test('are refused below what is on its way or closed', () => {
    expect(revisedNumbers(lines, [{ lineNo: 1, action: 'C', number: '3.999' }])).toEqual({ lineNo: 1, least: '4' });
  });
});

describe('amounts after a revision', () => {
  const line = (more: Partial<RevisedLine>): RevisedLine => ({
    lineNo: 1,
    number: '10',
    closedNumber: '0',
    shippedNumber: '4',
    shippedAmount: '40',
    amountBefore: '100',
    amountAfter: '90',
    ...more,
  });

  test('what was shipped stays as posted; the open part carries the difference, down to nothing', () => {
    const lines = [
      line({}),
      line({ lineNo: 2, amountAfter: '25' }),
      line({ lineNo: 3, number: '5', closedNumber: '1', amountAfter: '43' }),
    ];
    expect(revisedAmounts(lines)).toEqual({
      total: '158.00',
      lines: [
        { lineNo: 1, openAmount: '50.00' },
        { lineNo: 2, openAmount: '0.00' },
        // All of it has left: what it costs more is posted at once.
        { lineNo: 3, openAmount: '0.00' },
      ],
      openBefore: '180.00',
      openAfter: '50.00',
      delta: '-130.00',
      adjust: '-12.00',
    });
  });

  test('a fall is given back by what each account holds', () => {
    const held = [
      { account: 'cash', occupied: '60' },
      { account: 'rebate', occupied: '30' },
    ];
    expect(releasedParts('-9', held)).toEqual([
      { account: 'cash', amount: '6.00' },
      { account: 'rebate', amount: '3.00' },
    ]);
  });

  test('a rise takes rebate up to its share of the new total, then cash, then credit', () => {
    const rise = (more: Partial<Rise>) =>
      riseSplit({
        delta: '50',
        total: '200',
        rebateUsed: '40',
        rebateShare: '30',
        rebateAvailable: '100',
        cashAvailable: '10',
        creditAvailable: '15',
        isCreditControlled: true,
        ...more,
      });
    expect(rise({})).toEqual({ rebate: '20.00', cash: '10.00', credit: '20.00', shortage: '5.00' });
    expect([rise({ rebateUsed: '70' }).rebate, rise({ rebateAvailable: '-3' }).rebate]).toEqual(['0.00', '0.00']);
    expect([rise({ rebateAvailable: '7' }).rebate, rise({ rebateUsed: '0' }).rebate]).toEqual(['7.00', '50.00']);
    expect(rise({ total: '0.05', rebateUsed: '0', delta: '0.05' }).rebate).toBe('0.02');
    // Three percent of 1.49 are 0.0447: rounded once.
    expect(rise({ total: '1.49', rebateUsed: '0', delta: '1.49', rebateShare: '3' }).rebate).toBe('0.04');
    expect(rise({ delta: '0' })).toEqual({ rebate: '0.00', cash: '0.00', credit: '0.00', shortage: null });
    expect(rise({ delta: '0', rebateAvailable: '-3', cashAvailable: '-3', creditAvailable: '-3' }).shortage).toBeNull();
  });
});
