import { describe, expect, test } from 'vitest';
import type { RuleValues } from '#promotion/model/rule-form.ts';
import { shareOf, trialOf } from './rule-trial.ts';

const off = (leastAmount: string, onSaleAmount: string): RuleValues => ({
  onSaleType: '0',
  giveDynamicFlag: '0',
  leastAmount,
  onSaleAmount,
});

describe('a trial of tiers', () => {
  test('is a stair of what the engine takes off, up to the cent before each step', () => {
    const trial = trialOf('P003', [off('10000', '600'), off('20000', '1500'), off('30000', '2800')]);
    expect(trial).toMatchObject({ axis: 'amount', worth: 'off', tiers: ['10000', '20000', '30000'] });
    expect(trial?.points.map(({ bought, worth }) => [bought, Number.parseFloat(worth)])).toEqual([
      ['0', 0],
      ['9999.99', 0],
      ['10000', 600],
      ['19999.99', 600],
      ['20000', 1500],
      ['29999.99', 1500],
      ['30000', 2800],
      ['45000', 2800],
    ]);
    expect(Number.parseFloat(trial?.worthOf('21388') ?? '')).toBe(1500);
  });

  test('rises again and again where it counts by amount, and with every yuan where it is a rate', () => {
    const credit = trialOf('P006', [{ leastAmount: '5000', giveAccountAmount: '50', giveDynamicFlag: '2' }]);
    expect(credit).toMatchObject({ axis: 'amount', worth: 'credit' });
    expect(['4999.99', '5000', '10000', '14999.99'].map((at) => Number.parseFloat(credit?.worthOf(at) ?? ''))).toEqual([
      0, 50, 100, 100,
    ]);
    const rate = trialOf('P003', [{ onSaleType: '1', onSaleRateType: '0', onSaleRate: '85' }]);
    expect(Number.parseFloat(rate?.worthOf('1000') ?? '')).toBe(150);
  });

  test('counts pieces where pieces are bought and given', () => {
    const gifts = trialOf('P001', [
      { leastNumber: '10', buyNumber: '10', giveNumber: '1', giveType: '0', giveDynamicFlag: '1' },
    ]);
    expect(gifts).toMatchObject({ axis: 'number', worth: 'gifts', tiers: ['10'] });
    expect(['9', '10', '25', '40'].map((at) => Number.parseFloat(gifts?.worthOf(at) ?? ''))).toEqual([0, 1, 2, 4]);
  });

  test('leaves out tiers that are not fit to be saved, and what one line cannot tell', () => {
    expect(trialOf('P003', [off('10000', '600'), { ...off('', '4500'), leastAmount: null }])?.tiers).toEqual(['10000']);
    expect(trialOf('P003', [{ ...off('', '100'), leastAmount: null }])).toBeNull();
    expect(trialOf('P003', [{ ...off('', '100'), leastAmount: null, leastNumber: '5' }])).toBeNull();
    expect(trialOf('P007', [{ startNumber: '2', disRate: '50', giveDynamicFlag: '1' }])).toBeNull();
    expect(
      trialOf('P002', [
        { leastNumber: '12', giveType: '3', giveCode: 'GP', giveDynamicFlag: '0', giveMaxNumber: '10' },
      ]),
    ).toBeNull();
  });

  test('has a share of what was bought', () => {
    expect(shareOf('600', '10000')).toBe('6');
    expect(shareOf('0', '0')).toBeNull();
  });
});
