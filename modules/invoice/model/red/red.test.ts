import { describe, expect, test } from 'vitest';
import { askedRed, heardRed, withdrawRed, type RedConfirmStatus } from './red-confirm.ts';
import { redOf, type BlueLine } from './red-lines.ts';

const line: BlueLine = { lineNo: 1, number: '4', amount: '400', netAmount: '400', discount: '40', discountNet: '40' };

describe('a red invoice', () => {
  test('takes nothing of a line that nothing is asked of', () => {
    const red = redOf(
      '04',
      [line, { ...line, lineNo: 2 }],
      [
        { lineNo: 1, number: '0' },
        { lineNo: 2, number: '1' },
      ],
    );
    expect('error' in red ? [] : red.lines.map(({ lineNo }) => lineNo)).toEqual([2, 2]);
  });
  test('takes parts of a line and of its discount that sum to both, twice of one line, too', () => {
    const red = redOf(
      '04',
      [line],
      [
        { lineNo: 1, number: '1' },
        { lineNo: 1, number: '1' },
      ],
    );
    const one = [
      { lineNo: 1, number: '-1', amount: '-100.00', netAmount: '-100.00', taxAmount: '0.00' },
      { lineNo: 1, number: '', amount: '10.00', netAmount: '10.00', taxAmount: '0.00' },
    ];
    expect(red).toMatchObject({ lines: [...one, ...one], total: '-180.00', blueIssue: '1' });
  });
});

const under = (status: RedConfirmStatus) => ({ status, issue: '5' }) as const;

describe('a red confirmation', () => {
  test.each(['1', '2', '4'] as const)('is withdrawn from %s', (status) => {
    expect(withdrawRed(under(status))).toEqual({ status: '7', issue: '1' });
  });
  test.each(['0', '3', '5', '6', '7'] as const)('is not withdrawn from %s', (status) => {
    expect(withdrawRed({ status, issue: '1' })).toEqual({ status, issue: '1' });
  });
  test('that a provider makes is entered until it says whether the buyer must be asked', () => {
    expect(askedRed).toEqual({ status: '1', issue: '5' });
    expect(heardRed(askedRed, 'agreed')).toEqual(under('4'));
    expect(heardRed(askedRed, 'atBuyer')).toEqual(under('2'));
    for (const status of ['1', '2'] as const) {
      expect(heardRed(under(status), 'agreed')).toEqual(under('4'));
      expect(heardRed(under(status), 'buyerRefused')).toEqual({ status: '5', issue: '1' });
      expect(heardRed(under(status), 'expired')).toEqual({ status: '6', issue: '1' });
      expect(heardRed(under(status), 'withdrawn')).toEqual({ status: '7', issue: '1' });
    }
  });
  test('that was agreed to is only taken back, and one that ended hears nothing more', () => {
    for (const said of ['atBuyer', 'agreed', 'buyerRefused', 'expired'] as const)
      expect(heardRed(under('4'), said)).toEqual(under('4'));
    expect(heardRed(under('4'), 'withdrawn')).toEqual({ status: '7', issue: '1' });
    for (const status of ['3', '5', '6', '7'] as const)
      for (const said of ['agreed', 'withdrawn'] as const)
        expect(heardRed({ status, issue: '1' }, said)).toEqual({ status, issue: '1' });
  });
});
