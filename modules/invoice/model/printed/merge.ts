import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';
import { amountNotPositive } from '#invoice/model/value/refusals.ts';
import type { InvoiceSource, PrintRules, Unit } from './printed.ts';
import { sharesOver } from './source-shares.ts';

/** What a line of the paper is called that stands for many (IV002 '2'). */
export const asListed = '详见清单';

/**
 * Sources as units of the paper: alike ones together, returns against the goods of their rate, and what rebate paid as
 * a discount. What all units ask for is what the sources come to, to the cent.
 */
export function mergeSources(sources: readonly InvoiceSource[], rules: PrintRules): readonly Unit[] {
  const merged = netReturns(together(withRebate(sources, rules.rebateUsed ?? '0'), rules.merge));
  if (compare(plus('0', ...merged.map(paidFor)), '0') <= 0) throw amountNotPositive();
  return rules.hasDiscountLines ? merged : merged.map(withoutDiscount);
}

/** What a unit asks for in the end. */
export const paidFor = ({ amount, discount }: Pick<Unit, 'amount' | 'discount'>): string => minus(amount, discount);

/** Rebate goes over the goods that it paid for by largest remainder (C1a). */
function withRebate(sources: readonly InvoiceSource[], rebateUsed: string): readonly InvoiceSource[] {
  if (isZero(rebateUsed)) return sources;
  const weights = sources.map(({ amount, discount = '0' }) => {
    const left = minus(amount, discount);
    return compare(left, '0') > 0 ? left : '0';
  });
  if (compare(rebateUsed, plus('0', ...weights)) > 0) throw amountNotPositive();
  const parts = shares(rebateUsed, weights);
  return sources.map((source, at) => ({ ...source, discount: plus(source.discount ?? '0', parts[at] ?? '0') }));
}

const unitOf = (source: InvoiceSource): Unit => ({
  name: source.name,
  taxCode: source.taxCode,
  taxRate: source.taxRate,
  unit: source.unit,
  spec: source.spec ?? '',
  number: source.number,
  amount: cents(source.amount),
  discount: cents(source.discount ?? '0'),
  sources: [
    {
      id: source.id,
      number: source.number === '' ? '0' : source.number,
      amount: cents(minus(source.amount, source.discount ?? '0')),
    },
  ],
});

function keyOf(source: InvoiceSource, at: number, merge: PrintRules['merge']): string {
  const { taxCode, taxRate, discount = '0' } = source;
  const hasDiscount = !isZero(discount);
  if (merge === '0') return String(at);
  if (merge === '2') return JSON.stringify([taxCode, taxRate, hasDiscount]);
  const { name, spec = '', unit, price, number } = source;
  return JSON.stringify([taxCode, name, spec, unit, price, taxRate, hasDiscount, number === '']);
}

function together(sources: readonly InvoiceSource[], merge: PrintRules['merge']): readonly Unit[] {
  const units = new Map<string, Unit>();
  for (const [at, source] of sources.entries()) {
    const key = keyOf(source, at, merge);
    const one = merge === '2' ? listed(unitOf(source)) : unitOf(source);
    const before = units.get(key);
    units.set(key, before === undefined ? one : joined(before, one));
  }
  // Sold and returned at one price: it is on no paper at all.
  return [...units.values()].filter(({ amount, discount }) => !isZero(amount) || !isZero(discount));
}

const listed = (one: Unit): Unit => ({ ...one, name: asListed, unit: '', spec: '', number: '' });

const joined = (one: Unit, other: Unit): Unit => ({
  ...one,
  number: one.number === '' ? '' : plus(one.number, other.number),
  amount: cents(plus(one.amount, other.amount)),
  discount: cents(plus(one.discount, other.discount)),
  sources: [...one.sources, ...other.sources],
});

/** What came back at another price than anything sold: a discount on the goods of its rate, its own code first. */
function netReturns(units: readonly Unit[]): readonly Unit[] {
  const back = units.filter((unit) => compare(paidFor(unit), '0') < 0);
  let goods: readonly Unit[] = units.filter((unit) => compare(paidFor(unit), '0') >= 0);
  for (const returned of back) {
    const alike = (unit: Unit): boolean => unit.taxRate === returned.taxRate;
    for (const isFit of [(unit: Unit) => alike(unit) && unit.taxCode === returned.taxCode, alike]) {
      const room = plus('0', ...goods.filter(isFit).map(paidFor));
      if (compare(room, negated(paidFor(returned))) < 0) continue;
      goods = discounted(goods, isFit, returned);
      break;
    }
    if (!goods.some(({ sources }) => sources.some(({ id }) => id === returned.sources[0]?.id)))
      throw amountNotPositive();
  }
  return goods;
}

function discounted(goods: readonly Unit[], isFit: (unit: Unit) => boolean, returned: Unit): readonly Unit[] {
  const asked = negated(paidFor(returned));
  const parts = shares(
    asked,
    goods.map((unit) => (isFit(unit) ? paidFor(unit) : '0')),
  );
  const given = sharesOver(returned.sources, { amounts: parts.map(negated) });
  return goods.map((unit, at) => ({
    ...unit,
    discount: cents(plus(unit.discount, parts[at] ?? '0')),
    sources: [...unit.sources, ...(given[at] ?? [])],
  }));
}

/** The price is what is left (IV006 '0'). */
const withoutDiscount = (unit: Unit): Unit => ({ ...unit, amount: cents(paidFor(unit)), discount: '0.00' });
