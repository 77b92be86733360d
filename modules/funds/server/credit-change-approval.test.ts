import { describe, expect, test } from 'vitest';
import { limitsOf, told } from './credit-change-approval.ts';

const asked = { changeType: '0', changeAmount: '300', oldAmount: '0', newAmount: '0' };

describe('a change of a credit limit, for whoever decides on it', () => {
  test('says what the limit would be while nobody has posted it', () => {
    expect(limitsOf(asked, '500')).toEqual({ old: '500', next: '800' });
    expect(limitsOf({ ...asked, oldAmount: null, newAmount: null }, '500')).toEqual({ old: '500', next: '800' });
  });

  test('lent for a time it stands beside the limit that holds', () => {
    expect(limitsOf({ ...asked, changeType: '1' }, '500')).toEqual({ old: '0', next: '300' });
  });

  test('posted it says what was written, whatever holds now', () => {
    expect(limitsOf({ ...asked, oldAmount: '100', newAmount: '400' }, '900')).toEqual({ old: '100', next: '400' });
  });

  test('is told in a line by what is asked for, later by what became of it', () => {
    const row = { billId: '', ...asked, endDate: null };
    expect(told(row, 'zh-CN').text).toBe('额度调整 +300.00');
    expect(told({ ...row, changeAmount: '-5', endDate: '2026-11-16' }, 'zh-CN').text).toBe(
      '额度调整 -5.00，至 2026-11-16',
    );
    expect(told({ ...row, oldAmount: '100', newAmount: '400' }, 'zh-CN').text).toBe('100.00 → 400.00');
  });
});
