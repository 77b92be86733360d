import { compare, greater, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { resolvePrice } from '#price/model/price.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import type { PriceStep } from '#price/model/price-trace.ts';
import type { Rest } from '#promotion/model/engine/left-over.ts';
import { keptPromotions, type KeptLine, type SoldPromotion } from './kept-promotions.ts';

/** A line as it was sold. */
export interface SoldLine {
  readonly id: string;
  readonly number: string;
  /** At its price after promotions, before anything was typed off the whole order. */
  readonly amount: string;
  /** Its share of typed discount and rounding-off, which follows its pieces (A10c). */
  readonly discount: string;
  /** Why it cost so; null where it costs the same at every number: gifts, and lines from before it was kept. */
  readonly record: PriceRecord | null;
}

/** What an order was sold on: its lines on their terms, whatever the book says today. */
export interface Snapshot {
  readonly lines: readonly SoldLine[];
  /** Absent where no promotion was in force, and of orders from before there were any. */
  readonly promotion?: SoldPromotion | null;
}

/** How much of a line is kept. */
export interface Kept {
  readonly number: string;
  /**
   * Pieces that count as if they were kept, though nobody pays for them: our own shortage (A10b), and gifts that are
   * still to come.
   */
  readonly short: string;
  /** What the kept pieces were sold for, as the books have it to the cent. */
  readonly paid: string;
  /** What was given back for parts of kept pieces because the fault was ours: it is in neither side (A15a). */
  readonly alone?: string;
}

export interface PayableStep {
  readonly id: string;
  readonly number: string;
  /** What ladders looked at. */
  readonly counted: string;
  /** How the price was found again; empty where it stayed. */
  readonly price: readonly PriceStep[];
  readonly amount: string;
}
export interface Payable {
  /** For goods that are kept, those of exchanges among them. */
  readonly amount: string;
  /** For gifts that the customer has and has not earned with what he keeps. */
  readonly giftCharge: string;
  /** How many of each gift line what is kept still earns. */
  readonly earned: ReadonlyMap<string, string>;
  /** Account credit that it earns (P006). */
  readonly credit: string;
  /** What it leaves to choose for later orders, or has of what earlier ones left (SD029). */
  readonly rests: readonly Rest[];
  readonly trace: readonly PayableStep[];
}

/**
 * What is owed for the part of an order that is kept, on the terms on which it was sold (A10): a ladder or a promotion
 * that is no longer reached is lost, and a typed price stays. Close, return, exchange and revision ask here and nowhere
 * else.
 */
export function payable({ lines, promotion = null }: Snapshot, kept: ReadonlyMap<string, Kept>): Payable {
  const countedOf = ({ id }: SoldLine): string => {
    const { number, short } = kept.get(id) ?? nothing;
    return plus(number, short);
  };
  const totals = new Map(
    [...Map.groupBy(lines, ({ record }) => record?.question.material.material ?? '')].map(([material, own]) => [
      material,
      plus(...own.map(countedOf)),
    ]),
  );
  const found = lines.map((line) => {
    const counted = countedOf(line);
    return {
      line,
      counted,
      again: resolvedAgain(line, counted, totals.get(line.record?.question.material.material ?? '') ?? counted),
    };
  });
  const promoted =
    promotion === null
      ? null
      : keptPromotions(
          promotion,
          found.map(({ line: { id }, counted, again }): KeptLine => ({ id, number: counted, again })),
          (id) => {
            const { number, short } = kept.get(id) ?? nothing;
            return { had: number, toCome: short };
          },
        );
  const trace = found.map(({ line, counted, again }): PayableStep => {
    const { number, paid, alone = '0' } = kept.get(line.id) ?? nothing;
    const amount = promoted?.amountOf(line.id) ?? again?.amount ?? null;
    if (amount === null) return { id: line.id, number, counted, price: [], amount: cents(paid) };
    const discount = partAmount({ amount: line.discount, number: line.number }, untaken, counted);
    const whole = { amount: minus(amount, discount), number: counted };
    const due = cents(minus(partAmount(whole, untaken, number), alone));
    return { id: line.id, number, counted, price: again?.trace ?? [], amount: due };
  });
  return {
    amount: cents(plus(...trace.map(({ amount }) => amount), promoted?.exchanged)),
    giftCharge: cents(promoted?.giftCharge ?? '0'),
    earned: promoted?.earned ?? new Map(),
    credit: cents(promoted?.credit ?? '0'),
    rests: promoted?.rests ?? [],
    trace,
  };
}

const nothing: Kept = { number: '0', short: '0', paid: '0' };
const untaken = { number: '0', amount: '0' };

/**
 * What so many pieces of a line cost where their price depends on the number; null where it is what it was. `total` are
 * those of all lines of its material (SD007).
 */
function resolvedAgain({ record, number: sold }: SoldLine, number: string, total: string): KeptLine['again'] {
  if (record === null || record.source === 'typed' || isZero(number)) return null;
  const { ladderNumber, ...question } = record.question;
  const isAsSold = compare(number, sold) === 0 && (ladderNumber === undefined || compare(total, ladderNumber) === 0);
  if (isAsSold) return null;
  const asked = { ...question, number, ...(ladderNumber === undefined ? {} : { ladderNumber: total }) };
  const { price, trace } = resolvePrice(asked, record.book);
  const isSame = price === null || price.price === resolvePrice(record.question, record.book).price?.price;
  return isSame ? null : { price: price.price, amount: price.amount, trace };
}

/** What a close charges for ladders that it loses (促销扣回), or gives back of what earlier ones charged. */
export interface Clawback {
  readonly charge: string;
  readonly owed: string;
  readonly position: string;
}

/**
 * `paid` is what the kept pieces were sold for, `withheld` what closes have charged already and returns have not given
 * back. What is missing is charged and what is not missing any more comes back, never below the paid share of what is
 * kept: so it does not matter in which order lines are closed (A10).
 */
export function clawbackOf({
  owed,
  paid,
  withheld,
}: {
  readonly owed: string;
  readonly paid: string;
  readonly withheld: string;
}): Clawback {
  const position = plus(paid, withheld);
  const due = greater(owed, lesser(position, paid));
  return { charge: cents(minus(due, position)), owed: cents(owed), position: cents(position) };
}
