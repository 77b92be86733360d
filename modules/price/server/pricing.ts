import { compare, fixed, isZero, over, plus, round } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { filledText, invalidAt, reasons, Refusal } from '#platform/model/refusal.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import { amountsOf, resolvePrice, type Price } from '#price/model/price.ts';
import {
  pricingModes,
  type ColourFee,
  type CustomerKeys,
  type PriceBook,
  type PriceQuestion,
} from '#price/model/price-book.ts';
import { benchmarkFor, relevantTo } from '#price/model/price-search.ts';
import type { PriceStep } from '#price/model/price-trace.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import { pricedLabels } from '#price/model/priced-labels.ts';
import { paramIn } from '#system/server/setting/param.ts';
import {
  benchmarksOf,
  bookIn,
  keyIn,
  strategiesFor,
  tiersOfColour,
  type BookRows,
  type MaterialRow,
  type RestrictionRow,
} from './price-book.ts';
import { bookReads } from './price-reads.ts';
import { belowFloor, noPrice, restricted, typedPrice } from './price-refusals.ts';

export interface PricedHead {
  readonly organizeCode: string | null;
  readonly customerCode: string | null;
  readonly channelCode: string | null;
  readonly orderType: string;
  readonly brandCode: string | null;
  readonly billDate: string;
  /** A customer writes it himself: he types no prices, whatever the house lets its own people do. */
  readonly isByCustomer?: boolean;
}
export interface PricedLine {
  readonly productCode: string | null;
  readonly number: string | null;
  /** What was typed; null to be filled. */
  readonly price: string | null;
  readonly freeTermCode: string | null;
  readonly lineType: string | null;
  readonly rate?: string | null;
  readonly taxRate?: string | null;
}

/** What became of one line: its figures, why, and everything that forbids it. */
export interface PricedAnswer {
  readonly price: string | null;
  readonly amount: string | null;
  readonly taxAmount: string | null;
  /** What the book says, whatever was typed. */
  readonly resolved: Price | null;
  readonly floor: string | null;
  readonly isBelowFloor: boolean;
  readonly record: PriceRecord | null;
  readonly refusals: readonly Refusal[];
}

export const pricingReads = (head: PricedHead, lines: readonly PricedLine[], nearDays = 0) =>
  bookReads({
    organizeCode: head.organizeCode,
    customerCode: head.customerCode,
    channelCode: head.channelCode,
    date: head.billDate,
    nearDays,
    materials: [...new Set(lines.flatMap(({ productCode }) => productCode ?? []))],
    colours: [...new Set(lines.flatMap(({ freeTermCode }) => freeTermCode ?? []))],
  });

/** Gift and trial lines carry a retail price for the record but cost nothing (001 §4.1). */
/** Gifts and trials: nobody pays for them, and they have no floor. */
export const freeLines: ReadonlySet<string> = new Set(['1', '4']);
/** Special prices are typed; they never count without approval. */
const special = '1';

/** What holds for all lines of an order: who buys, what the house allows, and the book that prices each material. */
interface Desk {
  readonly book: BookRows;
  readonly head: PricedHead;
  readonly is: (code: 'SD005' | 'SD006' | 'SD007' | 'SD008') => boolean;
  readonly mayType: boolean;
  readonly defaultClass: string;
  readonly customer: CustomerKeys;
  /** How many of each material the order holds. */
  readonly totals: ReadonlyMap<string, string>;
  readonly brands: ReadonlySet<string>;
  readonly bookOf: (material: string) => PriceBook & { readonly benchmarks: ReturnType<typeof benchmarksOf> };
}

/** All lines at once: ladders may count the whole material, and an order may hold one brand only. */
export function priceLines(
  rows: RowsOf<ReturnType<typeof pricingReads>>,
  head: PricedHead,
  lines: readonly PricedLine[],
): readonly PricedAnswer[] {
  const desk = deskFor(bookIn(rows), head, lines);
  return lines.map((line, at): PricedAnswer => {
    const material = line.productCode === null ? undefined : desk.book.materials.get(line.productCode);
    if (material === undefined || line.productCode === null || line.number === null || compare(line.number, '0') <= 0)
      return unknown(line);
    return priceLine(desk, { ...line, at, productCode: line.productCode, number: line.number, material });
  });
}

function deskFor(book: BookRows, head: PricedHead, lines: readonly PricedLine[]): Desk {
  const is: Desk['is'] = (code) => paramIn(book.params, code, head.organizeCode) === '1';
  const defaultClass = paramIn(book.params, 'SD004', head.organizeCode);
  const customer = customerIn(book, head, defaultClass);
  const strategiesOf = strategiesFor(book, customer);
  return {
    book,
    head,
    is,
    mayType: (is('SD006') && head.isByCustomer !== true) || head.orderType === special,
    defaultClass,
    customer,
    totals: new Map(
      [...Map.groupBy(lines, ({ productCode }) => productCode ?? '')].map(([code, own]) => [
        code,
        plus(...own.map(({ number }) => number)),
      ]),
    ),
    brands: new Set([
      ...(head.brandCode === null ? [] : [head.brandCode]),
      ...lines.flatMap(({ productCode }) => brandOf(book, productCode) ?? []),
    ]),
    bookOf: remembered((material: string) => ({
      strategies: strategiesOf(material),
      benchmarks: benchmarksOf(book, material, defaultClass),
      parents: book.parents,
      ...(book.rules === undefined ? {} : { rules: book.rules }),
    })),
  };
}

/** A line whose material is known and of which something is wanted. */
interface KnownLine extends PricedLine {
  readonly at: number;
  readonly productCode: string;
  readonly number: string;
  readonly material: MaterialRow;
}

function priceLine(desk: Desk, line: KnownLine): PricedAnswer {
  const { book, head, is } = desk;
  const own = desk.bookOf(line.productCode);
  const question = questionOf(book, head, line, line.material, {
    customer: desk.customer,
    defaultClass: desk.defaultClass,
    ladderNumber: is('SD007') ? (desk.totals.get(line.productCode) ?? line.number) : line.number,
  });
  const floor = floorOf(question, own);
  const { price: resolved, trace } = resolvePrice({ ...question, floorPrice: floor }, own);
  const isFree = freeLines.has(line.lineType ?? '0');
  const typed = line.price === null ? null : round(line.price, 4);
  const isTyped = !isFree && typed !== null && (resolved === null || compare(typed, resolved.price) !== 0);
  const price = isFree ? '0' : isTyped ? typed : (resolved?.price ?? null);
  const figures =
    price === null ? null : !isTyped && !isFree && resolved !== null ? resolved : amountsOf(price, question);
  const isBelowFloor = !isFree && price !== null && floor !== null && compare(price, floor) < 0;
  return {
    price: price === null ? null : round(price, 4),
    amount: figures?.amount ?? null,
    taxAmount: figures?.taxAmount ?? null,
    resolved,
    floor,
    isBelowFloor,
    record: {
      question: {
        ...question,
        floorPrice: floor,
        cost: own.strategies.some(({ mode }) => mode === pricingModes.costPlus) ? (question.cost ?? null) : null,
      },
      book: relevantTo(question, own),
      trace: isTyped
        ? [...trace.filter(({ kind }) => kind !== 'floor'), ...typedSteps(price, floor, isBelowFloor)]
        : trace,
      source: isTyped ? 'typed' : (resolved?.source ?? ''),
      names: namesOf(book, trace),
    },
    refusals: refusalsOf(desk, line, {
      price,
      resolved,
      floor,
      isFree,
      isTyped,
      isBelowFloor,
      wasTyped: typed !== null,
    }),
  };
}

interface Found {
  readonly price: string | null;
  readonly resolved: Price | null;
  readonly floor: string | null;
  readonly isFree: boolean;
  /** Another price than the book's was typed. */
  readonly isTyped: boolean;
  readonly isBelowFloor: boolean;
  readonly wasTyped: boolean;
}

/** Everything that forbids a line, at the place where it hurts. */
function refusalsOf(
  { book, head, is, mayType, brands }: Desk,
  { at, productCode: code, number, material, freeTermCode }: KnownLine,
  { price, resolved, floor, isFree, isTyped, isBelowFloor, wasTyped }: Found,
): readonly Refusal[] {
  const places = (key: 'price' | 'productCode' | 'freeTermCode' | 'number', reason: Label) => [
    { path: `lines.${at}.${key}`, field: pricedLabels[key], reason },
  ];
  const told = (refusal: Refusal, key: 'price' | 'productCode' | 'number' = 'price'): Refusal =>
    new Refusal(refusal, refusal.params, places(key, filledText(refusal)));
  const restriction = restrictionOn(book, head, number, material);
  return [
    ...(resolved === null && !(isFree ? is('SD005') || mayType : mayType && wasTyped) ? [told(noPrice({ code }))] : []),
    ...(resolved !== null && isTyped && !mayType ? [told(typedPrice({ code, price: resolved.price }))] : []),
    ...(isBelowFloor && price !== null && floor !== null && head.orderType !== special
      ? [told(belowFloor({ code, price: fixed(price, 4), floor: fixed(floor, 4) }))]
      : []),
    ...(restriction === null ? [] : [told(restricted({ code, rule: restriction }), 'productCode')]),
    ...(material.libertiesFlag === '1' && freeTermCode === null
      ? [invalidAt(places('freeTermCode', reasons.required))]
      : []),
    ...(is('SD008') && brands.size > 1 && brandOf(book, code) !== [...brands][0]
      ? [invalidAt(places('productCode', oneBrand))]
      : []),
  ];
}

const oneBrand: Label = ['一张订单只能有一个品牌', '一張訂單只能有一個品牌', 'an order holds one brand only'];

/** Everything that is wrong, at its places; what is said aloud is the first. */
export function refuseUnpriced(answers: readonly PricedAnswer[]): void {
  const all = answers.flatMap(({ refusals }) => refusals);
  const [first] = all;
  if (first !== undefined)
    throw new Refusal(
      first,
      first.params,
      all.flatMap(({ places }) => places),
    );
}

const unknown = ({ price, number, taxRate }: PricedLine): PricedAnswer => {
  const figures = price === null || number === null ? null : amountsOf(price, { number, taxRate: taxRate ?? '0' });
  return {
    price,
    amount: figures?.amount ?? null,
    taxAmount: figures?.taxAmount ?? null,
    resolved: null,
    floor: null,
    isBelowFloor: false,
    record: null,
    refusals: [],
  };
};

/** What the customer is, by dimension. The channel is the order's; a customer without a class has the default one. */
function customerIn(book: BookRows, head: PricedHead, defaultClass: string): CustomerKeys {
  const own = book.customer;
  return {
    customer: head.customerCode,
    group: own?.customerGroupCode ?? null,
    level: own?.levelCode ?? null,
    customerClass: keyIn('customerClass', own?.classCode ?? null),
    channel: head.channelCode ?? own?.channelCode ?? null,
    area: keyIn('area', own?.areaCode ?? null),
    trade: own?.tradeCode ?? null,
    priceClass: own?.priceClassCode ?? defaultClass,
  };
}

function questionOf(
  book: BookRows,
  head: PricedHead,
  line: PricedLine,
  material: MaterialRow,
  {
    customer,
    defaultClass,
    ladderNumber,
  }: { readonly customer: CustomerKeys; readonly defaultClass: string; readonly ladderNumber: string },
): PriceQuestion {
  const number = line.number ?? '0';
  return {
    organizeCode: head.organizeCode,
    customer,
    material: {
      material: line.productCode,
      product: material.productCode,
      class: keyIn('class', material.classCode),
      brand: material.brandCode,
    },
    rate: rateOf(material, line.rate ?? null) ?? '1',
    cost: book.costs.get(line.productCode ?? '') ?? null,
    date: head.billDate,
    number,
    ...(ladderNumber === number ? {} : { ladderNumber }),
    taxRate: material.taxRate ?? '0',
    defaultPriceClass: defaultClass,
    colour: colourOf(book, line.freeTermCode),
  };
}

/**
 * Main units per auxiliary unit, null without one. A line has a rate of its own only where the material says so: prices
 * and floors per auxiliary unit are divided by it.
 */
export function rateOf(
  { rate: own, unitChangeFlag }: { readonly rate: string | null; readonly unitChangeFlag: unknown },
  typed: string | null,
): string | null {
  const rate = unitChangeFlag === '1' && typed !== null && compare(typed, '0') > 0 ? typed : own;
  return rate === null || compare(rate, '0') <= 0 ? null : rate;
}

function colourOf({ colours }: BookRows, code: string | null): ColourFee | null {
  const row = code === null ? undefined : colours.get(code);
  return row === undefined || code === null ? null : { code, price: row.price ?? '0', ladder: tiersOfColour(row) };
}

/** The floor stands beside the benchmark that holds for the customer, in the same unit. */
function floorOf(question: PriceQuestion, book: PriceBook): string | null {
  const row = benchmarkFor(question, book) as ReturnType<typeof benchmarksOf>[number] | null;
  if (row === null || row.floorPrice === null) return null;
  return fixed(row.isPerAssist === true ? over(row.floorPrice, question.rate) : row.floorPrice, 4);
}

const typedSteps = (price: string | null, floor: string | null, isBelowFloor: boolean): PriceStep[] =>
  price === null
    ? []
    : [{ kind: 'typed', price }, ...(isBelowFloor && floor !== null ? [{ kind: 'floor' as const, floor, price }] : [])];

/** What the strategies are called that the trace speaks of. */
function namesOf({ strategies }: BookRows, trace: readonly PriceStep[]): Record<string, string> {
  const codes = new Set(trace.flatMap((step) => ('strategy' in step ? step.strategy : [])));
  return Object.fromEntries(strategies.filter(({ row }) => codes.has(row.code)).map(({ row }) => [row.code, row.name]));
}

/** The rule that keeps the customer from buying so many of it; null when none does. */
function restrictionOn(
  { restrictions, customer, parents }: BookRows,
  head: PricedHead,
  number: string,
  material: MaterialRow,
): string | null {
  const lies = (tree: string, code: string | undefined, under: string): boolean => {
    const seen = new Set<string>();
    for (
      let node: string | undefined = code === undefined ? undefined : `${tree}/${code}`;
      node !== undefined && !seen.has(node);
      node = parents[node]
    ) {
      if (node === `${tree}/${under}`) return true;
      seen.add(node);
    }
    return false;
  };
  const isOfProduct = ({ productCode, productClassCode }: RestrictionRow): boolean =>
    (productCode === null || productCode === material.code) &&
    (productClassCode === null || lies('class', material.classCode, productClassCode));
  const isOfCustomer = ({ customerCode, channelCode, customerClassCode }: RestrictionRow): boolean =>
    (customerCode === null || customerCode === head.customerCode) &&
    (channelCode === null || channelCode === (head.channelCode ?? customer?.channelCode)) &&
    (customerClassCode === null || lies('customerClass', customer?.classCode, customerClassCode));
  const own = restrictions.filter(isOfProduct);
  const forbidden = own.find((row) => row.restrictType === '1' && isOfCustomer(row));
  if (forbidden !== undefined) return forbidden.name;
  const allowed = own.filter(({ restrictType }) => restrictType === '0');
  if (allowed.some((row) => isOfCustomer(row) && isWithin(row, number))) return null;
  return (allowed.find(isOfCustomer) ?? allowed[0])?.name ?? null;
}

function isWithin({ minNumber, maxNumber, multipleNumber }: RestrictionRow, number: string): boolean {
  return (
    (minNumber === null || compare(number, minNumber) >= 0) &&
    (maxNumber === null || compare(number, maxNumber) <= 0) &&
    (multipleNumber === null || isZero(multipleNumber) || isWhole(over(number, multipleNumber)))
  );
}

const isWhole = (number: string): boolean => Number.isInteger(Number(number)); // not money

function brandOf({ materials }: BookRows, code: string | null): string | null {
  return code === null ? null : (materials.get(code)?.brandCode ?? null);
}

function remembered<Answer>(make: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
