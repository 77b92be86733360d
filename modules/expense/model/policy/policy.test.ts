import { describe, expect, test } from 'vitest';
import { deductibleTax } from './deductible-tax.ts';
import { isOverPolicy, judgePolicy } from './policy.ts';
import { policyFor, type PolicyLine, type PolicyRow } from './policy-row.ts';
import { daysOf, overlapping } from './trip.ts';

const line: PolicyLine = {
  itemCode: 'MEAL',
  docType: 'TRAVEL',
  personnelTypeCode: 'P1',
  areaCode: '310115',
  startDate: '2026-03-02',
  endDate: '2026-03-02',
  amount: '100',
};
const row = (code: string, more: Partial<PolicyRow> = {}): PolicyRow => ({
  code,
  unit: 'time',
  control: '1',
  ...more,
});
const found = (...rows: readonly PolicyRow[]): string | undefined => policyFor(line, rows).row?.code;

describe('the row that holds', () => {
  test('is that of the item before that of a rank, and of a rank before that of a place', () => {
    expect(found(row('A', { personnelTypeCode: 'P1' }), row('B', { itemCode: 'MEAL' }))).toBe('B');
    expect(found(row('A', { areaCode: '310000' }), row('B', { personnelTypeCode: 'P1' }))).toBe('B');
    expect(found(row('A'), row('B', { itemCode: 'MEAL' }))).toBe('B');
  });
});

describe('a policy', () => {
  test('of days judges what was spent in two months together', () => {
    const daily = [row('D', { itemCode: 'MEAL', unit: 'day', dailyAmount: '50' })];
    const lines = [line, { ...line, startDate: '2026-04-02', endDate: '2026-04-02' }];
    expect(judgePolicy(lines, daily, []).findings).toMatchObject([{ units: '2', limit: '100.00', over: '100.00' }]);
  });
  test('asks for a special approval where it says so', () => {
    const special = [row('S', { control: '4', maxAmount: '50' })];
    expect(judgePolicy([line], special, []).findings).toMatchObject([{ result: 'SPECIAL' }]);
  });
  test('is exceeded where one of several findings is', () => {
    const rows = [row('M', { itemCode: 'MEAL', maxAmount: '50' }), row('R', { itemCode: 'ROOM', maxAmount: '500' })];
    const judgement = judgePolicy([line, { ...line, itemCode: 'ROOM' }], rows, []);
    expect(judgement.findings.map(({ result }) => result)).toEqual(['WARN', 'OK']);
    expect(isOverPolicy(judgement)).toBe(true);
  });
});

describe('a trip', () => {
  const trip = { startDate: '2026-03-02', endDate: '2026-03-04' };
  test('that ends before it begins has no day', () => {
    expect(daysOf({ startDate: '2026-03-04', endDate: '2026-03-02' })).toEqual([]);
    expect(daysOf(trip)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
  });
  test('meets another on the last of its days, or on the first', () => {
    expect(overlapping(trip, [{ startDate: '2026-03-04', endDate: '2026-03-06' }])).toBeDefined();
    expect(overlapping(trip, [{ startDate: '2026-03-01', endDate: '2026-03-02' }])).toBeDefined();
    expect(overlapping(trip, [{ startDate: '2026-03-05', endDate: '2026-03-06' }])).toBeUndefined();
  });
});

describe('the tax that the house gets back', () => {
  test.each([
    ['special', '13.00'],
    ['eSpecial', '13.00'],
    ['ordinary', '0.00'],
    ['eOrdinary', '0.00'],
    ['rail', '9.00'],
    ['air', '9.00'],
    ['bus', '3.17'],
    ['ship', '3.17'],
    ['taxi', '0.00'],
    ['other', '0.00'],
  ] as const)('of %s is %s of 109', (type, deductible) => {
    expect(deductibleTax({ type, total: '109', tax: '13' }).deductible).toBe(deductible);
  });
});
