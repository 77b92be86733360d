import { describe, expect, test } from 'vitest';
import { settledRebate, type RebatePeriod, type RebateTerms } from './settled-rebate.ts';

const tiers = [
  { start: '1000', rate: '2' },
  { start: '2000', rate: '3' },
  { start: '0', rate: '1' },
];
const settled = (period: RebatePeriod, terms: Partial<RebateTerms> = {}) =>
  settledRebate({ basis: 'netSales', isProgressive: false, tiers, ...terms }, period);

describe('a rebate', () => {
  test('is of net sales: sold and charged for promotions, less what came back and what rebate paid', () => {
    const period = { sales: '1500', clawback: '20', returns: '300', rebateUsed: '100', collected: '9', refunded: '9' };
    expect(settled(period)).toMatchObject({ basis: '1120.00', rate: '2', rebate: '22.40', carry: '0.00' });
    expect(settled({ ...period, carried: '-120.01' })).toMatchObject({ basis: '999.99', rate: '1', rebate: '10.00' });
  });

  test('is of money that came in, less what was given back; what is not known is nothing', () => {
    const collected = (period: RebatePeriod) => settled({ sales: '9', ...period }, { basis: 'collected' }).basis;
    expect([
      collected({ collected: '70', refunded: '20' }),
      collected({ collected: '70' }),
      collected({ refunded: '7' }),
    ]).toEqual(['50.00', '70.00', '-7.00']);
    expect(collected({})).toBe('0.00');
  });

  test('has the rate of the tier that was reached, with its first yuan', () => {
    const rate = (sales: string) => settled({ sales }).rate;
    expect([rate('1000'), rate('999.99'), rate('2000'), rate('0.5'), rate('0')]).toEqual(['2', '1', '3', '1', '0']);
    expect(settled({ sales: '500' }, { tiers: tiers.slice(0, 2) })).toMatchObject({
      rate: '0',
      rebate: '0.00',
      trace: [],
    });
  });

  test('has a rate for each band where it is progressive', () => {
    expect(settled({ sales: '2500' }, { isProgressive: true })).toMatchObject({
      rate: '3',
      rebate: '45.00',
      trace: [
        { start: '0', rate: '1', amount: '1000' },
        { start: '1000', rate: '2', amount: '1000' },
        { start: '2000', rate: '3', amount: '500' },
      ],
    });
    expect(settled({ sales: '2500' }).trace).toEqual([{ start: '2000', rate: '3', amount: '2500' }]);
  });

  test('of a target looks at how much of it was reached, and is of all that was sold', () => {
    const target = {
      basis: 'target',
      isProgressive: true,
      tiers: [
        { start: '80', rate: '1' },
        { start: '100', rate: '2' },
      ],
    } as const;
    expect(settled({ sales: '900', target: '1000' }, target)).toMatchObject({
      achieved: '90.00',
      rate: '1',
      rebate: '9.00',
    });
    expect(settled({ sales: '1000', target: '1000' }, target)).toMatchObject({ achieved: '100.00', rebate: '20.00' });
    expect([null, '0'].map((none) => settled({ sales: '900', target: none }, target).achieved)).toEqual([
      '0.00',
      '0.00',
    ]);
    expect(settled({ sales: '900', target: '1000' }).achieved).toBeNull();
  });

  test('below nothing is carried to the next settlement, and brings nothing now', () => {
    expect(settled({ returns: '30.5' }, { tiers: [{ start: '-100', rate: '5' }] })).toMatchObject({
      basis: '-30.50',
      rate: '0',
      rebate: '0.00',
      carry: '-30.50',
    });
    expect(settled({ sales: '1' }).carry).toBe('0.00');
  });
});
