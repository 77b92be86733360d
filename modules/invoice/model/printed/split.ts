import { compare, cut, isZero, minus, over, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { mergeSources, paidFor } from './merge.ts';
import type { InvoiceSource, PrintedInvoice, PrintedLine, PrintRules, Unit } from './printed.ts';
import { sharesOver, summedShares } from './source-shares.ts';
import { taxed, unitPriceOf } from './tax.ts';

/** The invoices that an application becomes: merged, cut where one is too large, and filled in their order. */
export function composeInvoices(sources: readonly InvoiceSource[], rules: PrintRules): readonly PrintedInvoice[] {
  const units = mergeSources(sources, rules)
    .toSorted((a, b) => compare(b.taxRate, a.taxRate) || a.taxCode.localeCompare(b.taxCode))
    .flatMap((unit) => cutUnit(unit, rules.netLimit));
  return filled(units, rules).map(invoiceOf);
}

const isDiscounted = ({ discount }: Unit): boolean => !isZero(discount);
const linesOf = (unit: Unit): number => (isDiscounted(unit) ? 2 : 1);
const netOf = (unit: Unit): string =>
  minus(taxed(unit.amount, unit.taxRate).netAmount, taxed(unit.discount, unit.taxRate).netAmount);

function filled(units: readonly Unit[], { netLimit, lineLimit }: PrintRules): readonly (readonly Unit[])[] {
  const invoices: Unit[][] = [];
  let [room, net] = [0, '0'];
  for (const unit of units) {
    const isFull = linesOf(unit) > room || (netLimit !== null && compare(plus(net, netOf(unit)), netLimit) > 0);
    if (isFull || invoices.length === 0) {
      invoices.push([]);
      [room, net] = [lineLimit, '0'];
    }
    invoices.at(-1)?.push(unit);
    room -= linesOf(unit);
    net = plus(net, netOf(unit));
  }
  return invoices;
}

/** What alone is above the limit is cut by pieces, and by parts of one where one piece is above it (domain §7.4). */
export function cutUnit(unit: Unit, netLimit: string | null): readonly Unit[] {
  if (netLimit === null || compare(netOf(unit), netLimit) <= 0) return [unit];
  const whole = unit.number === '' ? '1' : unit.number;
  const parts: Unit[] = [];
  let taken = { number: '0', amount: '0', discount: '0' };
  for (let left = whole; compare(left, '0') > 0; left = minus(whole, taken.number)) {
    const part = largestPart(unit, taken, netLimit, whole);
    parts.push(part);
    taken = {
      number: plus(taken.number, part.number),
      amount: plus(taken.amount, part.amount),
      discount: plus(taken.discount, part.discount),
    };
  }
  const shared = sharesOver(unit.sources, {
    amounts: parts.map(paidFor),
    ...(unit.number === '' ? {} : { numbers: parts.map(({ number }) => number) }),
  });
  return parts.map((part, at) => ({
    ...part,
    number: unit.number === '' ? '' : part.number,
    sources: shared[at] ?? [],
  }));
}

type Taken = Record<'number' | 'amount' | 'discount', string>;
/** Steps in which a number is cut: whole pieces where a piece fits, else millionths of one. */
const steps = ['1', '0.000001'] as const;

function largestPart(unit: Unit, taken: Taken, netLimit: string, whole: string): Unit {
  const partOf = (number: string): Unit => ({
    ...unit,
    number,
    amount: partAmount({ amount: unit.amount, number: whole }, taken, number),
    discount: partAmount(
      { amount: unit.discount, number: whole },
      { number: taken.number, amount: taken.discount },
      number,
    ),
  });
  const left = minus(whole, taken.number);
  const rest = partOf(left);
  if (compare(netOf(rest), netLimit) <= 0) return rest;
  const exact = over(times(netLimit, whole), netOf(unit));
  for (const step of unit.number === '' ? steps.slice(1) : steps) {
    let number = times(cut(over(exact, step)), step);
    // Amount and net are rounded: the part that ought to fit may be above the limit by a cent.
    while (compare(number, '0') > 0 && compare(netOf(partOf(number)), netLimit) > 0) number = minus(number, step);
    if (compare(number, '0') > 0 && !isZero(paidFor(partOf(number)))) return partOf(number);
  }
  return rest;
}

function invoiceOf(units: readonly Unit[]): PrintedInvoice {
  const lines = units.flatMap((unit) => [
    lineOf(unit, unit.amount, false),
    ...(isDiscounted(unit) ? [lineOf(unit, minus('0', unit.discount), true)] : []),
  ]);
  const sum = (key: 'amount' | 'netAmount' | 'taxAmount'): string =>
    cents(plus('0', ...lines.map((line) => line[key])));
  return {
    lines,
    totalAmount: sum('amount'),
    totalNet: sum('netAmount'),
    totalTax: sum('taxAmount'),
    sources: summedShares(units.flatMap(({ sources }) => sources)),
  };
}

function lineOf(unit: Unit, asked: string, isDiscount: boolean): PrintedLine {
  const { name, taxCode, taxRate, unit: unitName, spec } = unit;
  const isCounted = !isDiscount && unit.number !== '' && compare(unit.number, '0') > 0;
  const amounts = taxed(asked, taxRate);
  return {
    name,
    taxCode,
    taxRate,
    unit: isCounted ? unitName : '',
    spec: isCounted ? spec : '',
    number: isCounted ? unit.number : '',
    unitPrice: isCounted ? unitPriceOf(amounts.netAmount, unit.number) : '',
    ...amounts,
    isDiscount,
    sources: isDiscount ? [] : unit.sources,
  };
}
