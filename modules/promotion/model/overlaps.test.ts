import { describe, expect, test } from 'vitest';
import { evaluate } from './engine/evaluate.ts';
import { ruleTypes, type Activity, type Rule, type RuleType, type ScopeRow } from './engine/rule.ts';
import { isConflict, meetingsOf, rankOf, type KnownCodes, type Planned } from './overlaps.ts';

const known: KnownCodes = {
  parents: new Map([
    ['class/C0101', 'C01'],
    ['class/C01', 'C0'],
    ['area/HZ', 'EAST'],
  ]),
  facts: new Map([
    ['material/PT001', { material: ['PT001'], class: ['C0101', 'C01', 'C0'], brand: ['B1'] }],
    ['material/WD001', { material: ['WD001'], class: ['C02', 'C0'], brand: ['B2'] }],
    ['customer/K1', { customer: ['K1'], customerClass: ['KA'], area: ['HZ', 'EAST'], channel: ['DIRECT'] }],
  ]),
};
const planned = (code: string, more: Partial<Planned> = {}): Planned => ({
  code,
  type: 'P003',
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  priority: 100,
  isStackable: false,
  isExclusive: false,
  orderTypes: ['0'],
  organizeCode: null,
  scope: [],
  ...more,
});
const on = (dimension: string, code: string, isExcluded = false): ScopeRow => ({
  side: dimension in { customer: 0, customerClass: 0, area: 0, channel: 0, group: 0 } ? 'customer' : 'product',
  dimension,
  code,
  ...(isExcluded ? { isExcluded } : {}),
});
const doMeet = (a: readonly ScopeRow[], b: readonly ScopeRow[]): boolean =>
  meetingsOf([planned('A', { scope: a }), planned('B', { scope: b })], known).length === 1;

describe('two activities meet', () => {
  test('on the days that both have, to the day', () => {
    const other = (startDate: string, endDate: string): Planned => planned('B', { startDate, endDate });
    expect(meetingsOf([planned('A'), other('2026-11-30', '2026-12-31')], known)).toMatchObject([
      { from: '2026-11-30', to: '2026-11-30' },
    ]);
    expect(meetingsOf([planned('A'), other('2026-12-01', '2026-12-31')], known)).toEqual([]);
    expect(meetingsOf([planned('A'), other('2026-11-11', '2026-11-18')], known)).toMatchObject([
      { from: '2026-11-11', to: '2026-11-18' },
    ]);
  });

  test('in orders of one type and one organisation', () => {
    const meet = (a: Partial<Planned>, b: Partial<Planned>): number =>
      meetingsOf([planned('A', a), planned('B', b)], known).length;
    expect(meet({ orderTypes: ['0'] }, { orderTypes: ['1'] })).toBe(0);
    expect(meet({ orderTypes: ['0', '1'] }, { orderTypes: ['1'] })).toBe(1);
    expect(meet({ organizeCode: 'O1' }, { organizeCode: 'O2' })).toBe(0);
    expect(meet({ organizeCode: 'O1' }, { organizeCode: null })).toBe(1);
  });

  test.each<[string, readonly ScopeRow[], readonly ScopeRow[], boolean]>([
    ['everything and a brand', [], [on('brand', 'B1')], true],
    ['two brands', [on('brand', 'B1')], [on('brand', 'B2')], false],
    ['one of several brands', [on('brand', 'B1'), on('brand', 'B2')], [on('brand', 'B2')], true],
    ['a class and one above it', [on('class', 'C0101')], [on('class', 'C01')], true],
    ['two classes beside each other', [on('class', 'C01')], [on('class', 'C02')], false],
    ['a class that the other excludes', [on('class', 'C0101')], [on('class', 'C01', true)], false],
    ['a class of which the other excludes a part', [on('class', 'C01')], [on('class', 'C0101', true)], true],
    ['a product and its brand', [on('material', 'PT001')], [on('brand', 'B1')], true],
    ['a product and another brand', [on('material', 'PT001')], [on('brand', 'B2')], false],
    ['a product and the class above its own', [on('material', 'PT001')], [on('class', 'C0')], true],
    ['a product and an excluded class above it', [on('material', 'PT001')], [on('class', 'C01', true)], false],
    ['two products', [on('material', 'PT001')], [on('material', 'WD001')], false],
    ['a product that nobody knows any more', [on('material', 'GONE')], [on('brand', 'B1')], true],
    ['a brand and a class, which nobody compares', [on('brand', 'B2')], [on('class', 'C01')], true],
    ['a customer and his area', [on('customer', 'K1')], [on('area', 'EAST')], true],
    ['a customer and another class', [on('customer', 'K1')], [on('customerClass', 'KB')], false],
    ['a customer and a channel that an order may name', [on('customer', 'K1')], [on('channel', 'RETAIL')], true],
    ['a customer that is excluded', [on('customer', 'K1')], [on('customer', 'K1', true)], false],
    ['one brand for other areas', [on('brand', 'B1'), on('area', 'HZ')], [on('brand', 'B1'), on('area', 'NJ')], false],
  ])('%s: as far as their codes tell', (_name, a, b, is) => {
    expect(doMeet(a, b)).toBe(is);
    expect(doMeet(b, a)).toBe(is);
  });
});

/** A rule of each type that one line of ten pieces at 100 reaches. */
const ruleOf = (type: RuleType, worth: string): Rule => {
  const rules: Readonly<Record<RuleType, Omit<Rule, 'ruleNo' | 'policyRuleTypeCode'>>> = {
    P001: { buyNumber: '1', giveNumber: '1', giveType: '1', giveCode: 'GF001', giveDynamicFlag: '0' },
    P002: { leastNumber: '1', giveNumber: '1', giveType: '1', giveCode: 'GF001', giveDynamicFlag: '0' },
    P003: { leastAmount: '100', onSaleType: '0', onSaleAmount: worth, giveDynamicFlag: '0' },
    P004: { leastAmount: '100', freePackageFlag: '1', changeBuyType: '0', changeBuyMaxNumber: '1' },
    P005: { leastAmount: '100', changeBuyType: '0', changeBuyRate: '30', addMoneyChangeBuyLimitType: '0' },
    P006: { leastAmount: '100', giveAccountAmount: '5', giveDynamicFlag: '0' },
    P007: { startNumber: '2', disRate: '50', giveDynamicFlag: '1' },
  };
  return { ruleNo: 1, policyRuleTypeCode: type, ...rules[type] };
};
const asActivity = (plan: Planned, worth = '10'): Activity => ({
  ...plan,
  isEnabled: true,
  limitTimes: null,
  usedTimes: 0,
  budgetLeft: null,
  rules: [ruleOf(plan.type, worth)],
});
/** Which of them the engine applies to the one line of an order. */
function appliedOf(activities: readonly Activity[]): readonly string[] {
  const { trace } = evaluate({
    customer: {},
    date: '2026-11-15',
    orderType: '0',
    lines: [{ lineNo: 1, productCode: 'PT001', facts: {}, number: '10', price: '100', lineType: '0' }],
    activities,
  });
  return trace.filter(({ result }) => result === 'APPLIED').map(({ activity }) => activity);
}

describe('who wins', () => {
  test('is what the engine does, for every two types, priorities and ways of sharing', () => {
    const sharings = [{}, { isStackable: true }, { isExclusive: true }, { isStackable: true, isExclusive: true }];
    let conflicts = 0;
    for (const own of ruleTypes)
      for (const other of ruleTypes)
        for (const priority of [50, 100, 150])
          for (const mine of sharings)
            for (const theirs of sharings) {
              const a = planned('A', { type: own, ...mine });
              const b = planned('B', { type: other, priority, ...theirs });
              const { first, second } = rankOf(a, b);
              const [winner] = [first === 'A' ? a : b];
              // Where the worth decides, the one that comes first by its code is worth as much.
              const applied = appliedOf([asActivity(a), asActivity(b)]);
              const about = JSON.stringify([a, b]);
              if (!isConflict(a, b)) expect(applied.toSorted(), about).toEqual(['A', 'B']);
              else if (rankOf(a, b).decidedBy !== 'benefit' || own === other)
                expect(applied, about).toEqual([winner.code]);
              else expect(applied, about).toHaveLength(1);
              expect([first, second].toSorted()).toEqual(['A', 'B']);
              conflicts += isConflict(a, b) ? 1 : 0;
            }
    expect(conflicts).toBeGreaterThan(500);
  });

  test('among prices of one priority is the one that is worth more, whatever its code', () => {
    const [a, b] = [planned('A'), planned('B')];
    expect(rankOf(a, b)).toEqual({ first: 'A', second: 'B', decidedBy: 'benefit' });
    expect(appliedOf([asActivity(a, '10'), asActivity(b, '20')])).toEqual(['B']);
    expect(appliedOf([asActivity(a, '20'), asActivity(b, '20')])).toEqual(['A']);
  });
});
