import { describe, expect, test } from 'vitest';
import { pricingModes, type Benchmark, type PriceBook, type PriceQuestion, type Strategy } from './price-book.ts';
import { mayMean, relevantTo } from './price-search.ts';
import { resolvePrice } from './price.ts';

/** A customer in Hangzhou, a paint of the class walls: areas and classes lie in others. */
const question: PriceQuestion = {
  organizeCode: 'O1',
  customer: { customer: 'K1', area: 'hangzhou', customerClass: 'dealer', priceClass: 'PC1' },
  material: { material: 'M1', class: 'walls', brand: 'B1' },
  rate: '6',
  date: '2026-05-10',
  number: '10',
  taxRate: '13',
  defaultPriceClass: 'PC0',
};
const parents = { hangzhou: 'zhejiang', zhejiang: 'china', walls: 'paints' };
const benchmark = (code: string, price: string, more: Partial<Benchmark> = {}): Benchmark => ({
  code,
  price,
  priceClass: 'PC1',
  material: 'M1',
  ...more,
});
const strategy = (code: string, value: string, more: Partial<Strategy> = {}): Strategy => ({
  code,
  value,
  mode: pricingModes.fixed,
  scope: [],
  ...more,
});
const book = (
  strategies: readonly Strategy[],
  benchmarks: readonly Benchmark[] = [benchmark('B', '100')],
): PriceBook => ({ strategies, benchmarks, parents });
const inArea = (code: string, isExcluded = false) =>
  ({ side: 'customer', dimension: 'area', code, isExcluded }) as const;
const ofClass = (code: string) => ({ side: 'product', dimension: 'class', code }) as const;
const sourceOf = (held: PriceBook, more: Partial<PriceQuestion> = {}) =>
  resolvePrice({ ...question, ...more }, held).price?.source;

describe('of two strategies', () => {
  const wins = (a: Partial<Strategy>, b: Partial<Strategy>) =>
    expect(sourceOf(book([strategy('second', '2', b), strategy('first', '1', a)]))).toBe('strategy:first');

  test('the nearer area wins, then the nearer class, the smaller priority, the later start, the smaller code', () => {
    wins({ scope: [inArea('zhejiang')] }, { scope: [inArea('china')], priority: 1 });
    wins({ scope: [inArea('china'), ofClass('walls')] }, { scope: [inArea('china'), ofClass('paints')], priority: 1 });
    wins({ scope: [inArea('china'), inArea('hangzhou')] }, { scope: [inArea('zhejiang')], priority: 1 });
    wins({ priority: 1 }, { startDate: '2026-01-01' });
    wins({ startDate: '2026-02-01' }, { startDate: '2026-01-01' });
    wins({}, {});
  });

  test('one for the customer wins over one for his area, and one that leaves him out is passed with its reason', () => {
    wins({ scope: [{ side: 'customer', dimension: 'customer', code: 'K1' }] }, { scope: [inArea('hangzhou')] });
    const { price, trace } = resolvePrice(
      question,
      book([
        strategy('out', '1', { scope: [inArea('china'), inArea('zhejiang', true)] }),
        strategy('over', '1', { endDate: '2026-05-09' }),
        strategy('ahead', '1', { startDate: '2026-05-11' }),
        strategy('more', '1', { leastNumber: '11' }),
        strategy('elsewhere', '1', { scope: [inArea('beijing')] }),
        strategy('today', '7', { startDate: '2026-05-10', endDate: '2026-05-10', leastNumber: '10' }),
        strategy('weaker', '8'),
      ]),
    );
    expect(price?.price).toBe('7.0000');
    expect(trace).toEqual([
      { kind: 'passed', strategy: 'out', why: 'excluded' },
      { kind: 'passed', strategy: 'over', why: 'date' },
      { kind: 'passed', strategy: 'ahead', why: 'date' },
      { kind: 'passed', strategy: 'more', why: 'number' },
      { kind: 'passed', strategy: 'weaker', why: 'outranked' },
      { kind: 'strategy', strategy: 'today', customer: 'all', product: 'all', mode: '0', value: '7' },
    ]);
  });

  test('the rules of the search decide who is asked first, and where it ends', () => {
    const held = book([strategy('area', '1', { scope: [inArea('china')] }), strategy('all', '2')]);
    const all = { customer: 'all', product: 'all' } as const;
    const area = { customer: 'area', product: 'all' } as const;
    expect(sourceOf({ ...held, rules: [all, area] })).toBe('strategy:all');
    expect(sourceOf({ ...held, rules: [{ ...area, isLadderOnly: true }, all] })).toBe('strategy:all');
    expect(sourceOf({ ...held, rules: [{ ...all, isEnd: true }, area] })).toBe('benchmark:B');
    expect(resolvePrice(question, { ...held, rules: [] }).trace.slice(0, 2)).toEqual([
      { kind: 'passed', strategy: 'area', why: 'rule' },
      { kind: 'passed', strategy: 'all', why: 'rule' },
    ]);
  });
});

describe('of the benchmarks', () => {
  const wins = (a: Partial<Benchmark>, b: Partial<Benchmark>) =>
    expect(sourceOf(book([], [benchmark('second', '2', b), benchmark('first', '1', a)]))).toBe('benchmark:first');

  test("his class is before the usual one, the organisation's before everybody's, then the later start, the code", () => {
    wins({}, { priceClass: 'PC0', organizeCode: 'O1' });
    wins({ organizeCode: 'O1' }, { startDate: '2026-05-01' });
    wins({ startDate: '2026-05-01' }, { startDate: '2026-04-01' });
    wins({}, {});
  });

  test('none of another class, organisation, product or day is asked', () => {
    const others = [{ priceClass: 'PC9' }, { organizeCode: 'O2' }, { material: 'M2' }, { endDate: '2026-05-09' }];
    for (const other of others) wins({ priceClass: 'PC0' }, other);
    for (const other of others) expect(resolvePrice(question, book([], [benchmark('B', '1', other)])).price).toBeNull();
  });
});

describe('why a price is what it is', () => {
  const traced = (held: PriceBook, more: Partial<PriceQuestion> = {}) => resolvePrice({ ...question, ...more }, held);

  test('is told from the benchmark: per auxiliary unit, of the usual class, below the floor', () => {
    const { price, trace } = traced(book([], [benchmark('B', '60', { isPerAssist: true, priceClass: 'PC0' })]), {
      floorPrice: '10.5',
    });
    expect(price).toMatchObject({ price: '10.0000', amount: '100.00', isBelowFloor: true });
    expect(trace).toEqual([
      { kind: 'benchmark', benchmark: 'B', priceClass: 'PC0', isDefaultClass: true, price: '60' },
      { kind: 'assist', price: '60', rate: '6', result: '10.0000' },
      { kind: 'floor', floor: '10.5', price: '10.0000' },
    ]);
    const above = traced(book([]), { floorPrice: '100' });
    expect(above.price?.isBelowFloor).toBe(false);
    expect(above.trace.map(({ kind }) => kind)).toEqual(['benchmark']);
  });

  test('is told from the strategy: per auxiliary unit, by a rate, by an amount off, above cost', () => {
    const by = (more: Partial<Strategy>, asked: Partial<PriceQuestion> = {}) =>
      traced(book([strategy('S', '12', more)]), asked);
    expect(by({ isPerAssist: true }).trace.at(-1)).toEqual({
      kind: 'assist',
      price: '12',
      rate: '6',
      result: '2.0000',
    });
    expect(by({ isPerAssist: true }).price?.price).toBe('2.0000');
    expect(by({ mode: pricingModes.rate }).trace.at(-1)).toMatchObject({
      kind: 'method',
      base: '100',
      result: '12.0000',
    });
    expect(by({ mode: pricingModes.amountOff }).price?.price).toBe('88.0000');
    expect(by({ mode: pricingModes.amountOff, isPerAssist: true }).price?.price).toBe('98.0000');
    expect(by({ mode: pricingModes.amountOff, value: '101' }).price?.price).toBe('0.0000');
    expect(by({ mode: pricingModes.costPlus }, { cost: '50' }).price?.price).toBe('56.0000');
    expect(by({ mode: pricingModes.costPlus }).price).toBeNull();
  });

  test('is told from the tiers, whole or band by band, and from the colour', () => {
    const tiers = [
      { startNumber: '8', price: '80' },
      { startNumber: '5', price: '90' },
    ];
    const laddered = (mode: '0' | '1') => book([], [benchmark('B', '100', { ladder: { tiers, mode } })]);
    expect(traced(laddered('0')).trace.at(-1)).toEqual({
      kind: 'tier',
      startNumber: '8',
      number: '10',
      result: '80.0000',
    });
    expect(traced(laddered('0'), { number: '4' }).price?.price).toBe('100.0000');
    expect(traced(laddered('0'), { number: '4', ladderNumber: '5' }).price?.price).toBe('90.0000');
    const bands = traced(laddered('1'), {
      colour: { code: 'red', price: '1', ladder: [{ startNumber: '10', price: '2' }] },
    });
    expect(bands.price).toMatchObject({ price: '93.0000', amount: '930.00' });
    expect(bands.trace.slice(1)).toEqual([
      {
        kind: 'bands',
        bands: [
          { number: '4', price: '100' },
          { number: '3', price: '90' },
          { number: '3', price: '80' },
        ],
        amount: '910.00',
        result: '91.0000',
      },
      { kind: 'colour', colour: 'red', fee: '2', result: '93.0000' },
    ]);
    expect(traced(laddered('1'), { number: '4' }).price?.amount).toBe('400.00');
    // Mixing costs by the amount of its own, the last tier that is reached; to bands it is added, not their price
    // again.
    const red = { code: 'red', price: '1', ladder: ['1', '5'].map((from) => ({ startNumber: from, price: from })) };
    expect(traced(laddered('0'), { colour: red, number: '4' }).price?.price).toBe('101.0000');
    expect(traced(laddered('1'), { colour: red, number: '7007' }).price).toMatchObject({
      price: '85.0157',
      amount: '595705.00',
    });
    const fromNothing = { tiers: [{ startNumber: '0', price: '90' }], mode: '1' } as const;
    expect(traced(book([], [benchmark('B', '100', { ladder: fromNothing })])).price?.amount).toBe('900.00');
    // A strategy that is nothing but its tiers has no value of its own; without tiers it prices nothing.
    const only = (own: typeof tiers) =>
      traced(book([strategy('S', '', { mode: pricingModes.ladder, ladder: { tiers: own, mode: '0' } })]));
    expect([only(tiers).price?.price, only([]).price]).toEqual(['80.0000', null]);
  });
});

describe('what an order line keeps of the book', () => {
  const whole: PriceBook = {
    ...book(
      [
        strategy('his', '1', { scope: [inArea('china'), inArea('beijing'), inArea('guangdong', true)] }),
        strategy('out', '1', { scope: [inArea('china'), inArea('zhejiang', true)] }),
        strategy('over', '1', { endDate: '2026-05-09' }),
        strategy('other', '1', { scope: [inArea('beijing')] }),
      ],
      [
        benchmark('B', '100'),
        benchmark('usual', '100', { priceClass: 'PC0' }),
        benchmark('another class', '100', { priceClass: 'PC9' }),
        benchmark('another product', '100', { material: 'M2' }),
        benchmark('another day', '100', { endDate: '2026-05-09' }),
      ],
    ),
    parents: { ...parents, beijing: 'china' },
    rules: [
      { customer: 'level', product: 'all' },
      { customer: 'area', product: 'class' },
      { customer: 'area', product: 'all' },
      { customer: 'all', product: 'all', isEnd: true },
    ],
  };

  test('is what can decide its price, and no more', () => {
    const kept = relevantTo(question, whole);
    expect(kept.strategies).toMatchObject([{ code: 'his', scope: [{ code: 'china' }] }]);
    expect(kept.benchmarks.map(({ code }) => code)).toEqual(['B', 'usual']);
    expect(kept.rules?.map(({ customer, product }) => `${customer} ${product}`)).toEqual(['area all', 'all all']);
    expect(kept.parents).toEqual(parents);
    expect(resolvePrice(question, kept).price).toEqual(resolvePrice(question, whole).price);
  });

  test('ends where a tree was bent into a circle', () => {
    expect(relevantTo(question, { ...whole, parents: { hangzhou: 'zhejiang', zhejiang: 'hangzhou' } }).parents).toEqual(
      {
        hangzhou: 'zhejiang',
        zhejiang: 'hangzhou',
      },
    );
  });
});

test('a scope means a customer unless what it names holds him not; one that leaves him out still speaks of him', () => {
  const means = (...scope: Strategy['scope']) => mayMean(scope, question.customer, parents);
  expect([
    means(),
    means(inArea('china')),
    means(ofClass('floors')),
    means(inArea('china'), inArea('hangzhou', true)),
  ]).toEqual([true, true, true, true]);
  expect(means(inArea('beijing'))).toBe(false);
});

test('the first tier of a strategy that is nothing but tiers holds from the first piece on, band by band', () => {
  const ladder = {
    mode: '1',
    tiers: [
      { startNumber: '5', price: '90' },
      { startNumber: '9', price: '80' },
    ],
  } as const;
  const amount = (more: Partial<Strategy>) =>
    resolvePrice(question, book([strategy('S', '100', { ladder, ...more })])).price?.amount;
  // Eight at 90 and two at 80; with a price of its own four at 100 come before four at 90.
  expect([amount({ mode: pricingModes.ladder }), amount({})]).toEqual(['880.00', '920.00']);
  // One without tiers is none: the goods are not given away.
  expect((['0', '1'] as const).map((mode) => amount({ ladder: { mode, tiers: [] } }))).toEqual(['1000.00', '1000.00']);
  expect(
    resolvePrice(question, book([strategy('S', '', { mode: pricingModes.ladder, ladder: null })])).price,
  ).toBeNull();
});
