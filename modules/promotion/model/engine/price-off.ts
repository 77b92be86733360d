import type { Rule } from './rule.ts';
import {
  allocated,
  bySize,
  centsOfPercent,
  least,
  most,
  percent,
  product,
  quotient,
  scaled,
  sum,
  timesOf,
  wholes,
  type Scaled,
} from './scaled.ts';
import type { Working } from './state.ts';
import { basisOf, type Basis, type Reached } from './tier.ts';

/** What a line costs after an offer. */
export interface Repriced {
  readonly line: Working;
  /** Null: it follows from the amount, and is worked out where the offer is taken. */
  readonly price: Scaled | null;
  readonly amount: Scaled;
}
export const priceOf = ({ line, price, amount }: Repriced): Scaled => price ?? quotient(amount, line.number, 4);

/** P003: rules of one threshold one after the other, each on what the one before left. */
export function onSale(reached: readonly Reached[], { lines }: Basis): readonly Repriced[] {
  let current: readonly Repriced[] = lines.map((line) => ({ line, price: line.price, amount: line.amount }));
  for (const { rule, times } of reached)
    current =
      rule.onSaleType === '1' ? atRate(rule, current) : amountOff(timesOf(times, scaled(rule.onSaleAmount)), current);
  return current;
}

/** The amount is capped at what the lines cost, and is the authority: the price follows from it (6.4.7). */
function amountOff(wanted: Scaled, lines: readonly Repriced[]): readonly Repriced[] {
  const amounts = lines.map(({ amount }) => amount);
  const off = least(wanted, sum(amounts));
  const shares = allocated(off, amounts);
  return lines.map(({ line, amount }, at) => ({ line, price: null, amount: amount - (shares[at] ?? 0n) }));
}

/** A rate works on the price; rounding up never makes a line dearer than it was. */
function atRate(rule: Rule, lines: readonly Repriced[]): readonly Repriced[] {
  const rate = scaled(rule.onSaleRate);
  const paid = rule.onSaleRateType === '1' ? scaled('100') - rate : rate;
  return lines.map((before) => {
    const price = percent(priceOf(before), paid, 4);
    return { line: before.line, price, amount: least(product(price, before.line.number, 2), before.amount) };
  });
}

interface Band {
  readonly above: Scaled;
  /** Null: no end. */
  readonly upTo: Scaled | null;
  /** It comes again every so many pieces; null: once. */
  readonly period: Scaled | null;
  readonly rate: Scaled;
}

/** A row of the schedule: from this piece on, or every so many, at this rate. */
interface Place {
  readonly start: Scaled;
  readonly rate: Scaled;
  readonly leastNumber: Scaled;
  readonly leastAmount: Scaled;
}

/**
 * P007: pieces of one product are counted over its lines in their order; each pays the rate of its place. Lines that
 * pay in full are left out: they stay free for others.
 */
export function nthPiece(rules: readonly Rule[], { lines, number }: Basis): readonly Repriced[] {
  const places = rules.map(({ startNumber, disRate, leastNumber, leastAmount }): Place => ({
    start: scaled(startNumber),
    rate: scaled(disRate),
    leastNumber: scaled(leastNumber),
    leastAmount: scaled(leastAmount),
  }));
  const bandsOf = (held: readonly Place[]): readonly Band[] =>
    rules[0]?.giveDynamicFlag === '1' ? cyclic(held, number) : fromPiece(held);
  // Most products reach the same rows: their bands are made once.
  const made = new Map<string, readonly Band[]>();
  return [...Map.groupBy(lines, ({ line }) => line.productCode).values()].flatMap((own) => {
    const basis = basisOf(own);
    const held = places.filter((place) => basis.number >= place.leastNumber && basis.amount >= place.leastAmount);
    // Most products have no piece in any place: nothing is worked out for them.
    if (!held.some(({ start }) => basis.number > start - one)) return [];
    const key = held.map(({ start, rate }) => `${start} ${rate}`).join();
    const bands = made.get(key) ?? bandsOf(held);
    made.set(key, bands);
    return atPlaces(own, bands);
  });
}

function atPlaces(lines: readonly Working[], bands: readonly Band[]): readonly Repriced[] {
  let counted = 0n;
  return lines.flatMap((line) => {
    const amount = bandAmount(line, counted, bands);
    counted += line.number;
    return amount < line.amount ? [{ line, price: null, amount }] : [];
  });
}

/**
 * What the pieces of a line cost that come after so many others of their product. One without a piece in its place
 * costs what it did, also where the bands of a ladder made that another than price × number.
 */
function bandAmount({ price, number, amount }: Working, before: Scaled, bands: readonly Band[]): Scaled {
  let off = 0n;
  for (const band of bands) off += price * (within(band, before + number) - within(band, before)) * (full - band.rate);
  return off === 0n ? amount : least(centsOfPercent(price * number * full - off), amount);
}

/** How many of the first so many pieces lie in the band. */
function within({ above, upTo, period }: Band, number: Scaled): Scaled {
  const once = (pieces: Scaled): Scaled => most(least(pieces, upTo ?? pieces) - above, 0n);
  return period === null ? once(number) : (number / period) * once(period) + once(number % period);
}

const one = scaled('1');
const full = scaled('100');

/** From the nth piece on, until the next row takes over. */
function fromPiece(places: readonly Place[]): readonly Band[] {
  const rows = places.toSorted((a, b) => bySize(a.start, b.start));
  return rows.map(({ start, rate }, at) => {
    const next = rows[at + 1];
    return { above: most(start - one, 0n), upTo: next === undefined ? null : next.start - one, period: null, rate };
  });
}

/**
 * Every nth piece; where rows meet, the last one wins. The pattern repeats, so 100,000 pieces cost no more than ten.
 */
function cyclic(places: readonly Place[], number: Scaled): readonly Band[] {
  const rows = places.map(({ start, rate }) => ({ start: wholes(start, one), rate })).filter(({ start }) => start > 0);
  const period = rows.reduce((common, { start }) => (common / divisor(common, start)) * start, 1);
  const pieces = Math.min(period, wholes(number, one) + 1);
  return Array.from({ length: pieces }, (_each, at) => at + 1).flatMap((piece) => {
    const row = rows.findLast(({ start }) => piece % start === 0);
    return row === undefined
      ? []
      : [{ above: timesOf(piece - 1, one), upTo: timesOf(piece, one), period: timesOf(period, one), rate: row.rate }];
  });
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
