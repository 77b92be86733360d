import { answersTo, statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { Reading } from '#platform/server/http/route.ts';
import {
  bookOfOne,
  customersRead,
  dayBookReads,
  dayBooksIn,
  dayKey,
  sharedBookReads,
  treePaths,
  treesOfAll,
  type CustomerRow,
  type DayBook,
  type TreeRow,
} from '#price/server/many-books.ts';
import { costsRead, materialsRead } from '#price/server/price-reads.ts';
import { packagesOfAll } from '#promotion/server/simulated-activities.ts';
import { goodsRead, type GiftRows, type PromotedRows } from './order-promotion.ts';
import type { PastHead, PastLine } from './simulate-reads.ts';

type MaterialRow = PromotedRows['pricedMaterials'][number];

/**
 * What orders are looked at with, held in memory while a period is tried: each is answered from here what it would have
 * read alone. Rows come with the first order that needs them, for a whole lot of orders in one network write.
 */
export interface Masters {
  readonly learn: (heads: readonly PastHead[], lines: readonly PastLine[]) => Promise<void>;
  /** Null where the customer is gone: his orders cannot be tried. */
  readonly rowsFor: (
    head: PastHead,
    lines: readonly PastLine[],
    packages: readonly string[],
  ) => Omit<PromotedRows, 'activities'> | null;
  readonly giftsFor: (head: PastHead) => GiftRows;
  /** What a piece cost in the month of the order; undefined where nobody says. */
  readonly costOf: (head: PastHead, productCode: string) => string | undefined;
}

interface Wanted {
  readonly giftCodes: readonly string[];
  readonly packages: readonly string[];
  readonly isCostTold: boolean;
}

export async function mastersFor(call: Reading, wanted: Wanted): Promise<Masters> {
  const { rows: shared } = await call.read({
    ...sharedBookReads(wanted.giftCodes),
    trees: treesOfAll,
    goods: goodsRead(wanted.giftCodes),
    packed: packagesOfAll(wanted.packages),
  });
  const pathOf = treePaths(shared.trees);
  const shelf = emptyShelf();
  const { customers, shops, materials, books, costs } = shelf;
  const treesFor = (head: PastHead, own: readonly MaterialRow[]): TreeRow[] => {
    const customer = customers.get(head.customerCode);
    return [
      ...pathOf('customerClass', customer?.classCode ?? null),
      ...pathOf('area', customer?.areaCode ?? null),
      ...own.flatMap(({ classCode }) => pathOf('class', classCode)),
    ];
  };
  return {
    learn: (heads, lines) => learn(call, shelf, wanted, { heads, lines }),
    rowsFor(head, lines, chosen) {
      const customer = customers.get(head.customerCode);
      if (customer === undefined) return null;
      const codes = [...new Set(lines.map(({ productCode }) => productCode))];
      const own = codes.flatMap((code) => materials.get(code) ?? []);
      return {
        pricedCustomer: [customer],
        promotionShops: shops.get(head.customerCode) ?? [],
        trees: treesFor(head, own),
        pricedMaterials: own,
        // What a gift is charged at when goods come back is not asked here (SD025).
        promotionParams: [],
        ...(chosen.length === 0 ? {} : { packageGoods: packedFor(shared.packed, head, chosen) }),
      };
    },
    giftsFor(head) {
      const customer = customers.get(head.customerCode);
      const day = books.get(dayKey(dayOf(head)));
      if (customer === undefined || day === undefined) throw new Error('the day of an order was not read');
      const trees = treesFor(head, shared.giftMaterials);
      return { ...bookOfOne(shared, day, customer, { channelCode: head.channelCode, trees }), goods: shared.goods };
    },
    costOf: (head, productCode) => costs.get(dayKey(monthOf(head)))?.get(productCode),
  };
}

/** What has been read so far, by code and by day. */
const emptyShelf = () => ({
  customers: new Map<string, CustomerRow>(),
  shops: new Map<string, { code: string }[]>(),
  materials: new Map<string, MaterialRow>(),
  books: new Map<string, DayBook>(),
  costs: new Map<string, ReadonlyMap<string, string>>(),
});

interface Lot {
  readonly heads: readonly PastHead[];
  readonly lines: readonly PastLine[];
}

async function learn(
  call: Reading,
  { customers, shops, materials, books, costs }: ReturnType<typeof emptyShelf>,
  { giftCodes, isCostTold }: Wanted,
  { heads, lines }: Lot,
): Promise<void> {
  const newCustomers = unknown(heads, ({ customerCode }) => customerCode, customers);
  const { rows } = await call.read({
    customers: customersRead(newCustomers),
    shops: shopsOf(newCustomers),
    materials: materialsRead({ ...noDay, materials: unknown(lines, ({ productCode }) => productCode, materials) }),
  });
  for (const row of rows.customers) customers.set(row.code, row);
  for (const { customerCode, code } of rows.shops)
    shops.set(customerCode, [...(shops.get(customerCode) ?? []), { code }]);
  for (const row of rows.materials) materials.set(row.code, row);
  const days = giftCodes.length === 0 ? [] : unknownBy(heads, dayOf, dayKey, books);
  const months = isCostTold ? unknownBy(heads, monthOf, dayKey, new Map()) : [];
  const sold = [...new Set(lines.map(({ productCode }) => productCode))];
  const asked = dayBookReads(days, giftCodes);
  const told = months.map((month) => costsRead({ ...month, materials: sold }));
  if (asked.statements.length + told.length === 0) return;
  const answers = await call.each([...asked.statements, ...told]);
  for (const [key, book] of dayBooksIn(days, asked, answers)) books.set(key, book);
  const ofMonths = answersTo(told, answers.slice(asked.statements.length));
  months.forEach((month, at) => {
    const more = (ofMonths[at] ?? []).map(({ productCode, cost }) => [productCode, cost] as const);
    costs.set(dayKey(month), new Map([...(costs.get(dayKey(month)) ?? []), ...more]));
  });
}

const dayOf = ({ organizeCode, billDate }: PastHead) => ({ organizeCode, date: billDate });
const monthOf = ({ organizeCode, billDate }: PastHead) => ({ organizeCode, date: `${billDate.slice(0, 7)}-01` });
const noDay = { organizeCode: null, customerCode: null, channelCode: null, date: '', colours: [] };

const unknown = <Row>(
  rows: readonly Row[],
  codeOf: (row: Row) => string,
  known: ReadonlyMap<string, unknown>,
): readonly string[] => [...new Set(rows.map(codeOf))].filter((code) => !known.has(code));

const unknownBy = <Row, Key>(
  rows: readonly Row[],
  of: (row: Row) => Key,
  keyOf: (key: Key) => string,
  known: ReadonlyMap<string, unknown>,
): readonly Key[] => [
  ...new Map(rows.map((row) => [keyOf(of(row)), of(row)] as const).filter(([key]) => !known.has(key))).values(),
];

const shopsOf = (customers: readonly string[]) =>
  statement(
    { customerCode: 'text', code: 'text' },
    `select customer_code, code from app.data_shop where customer_code = any($1::text[]) and status = '1'`,
    [customers],
  );

type Packed = RowsOf<{ packed: ReturnType<typeof packagesOfAll> }>['packed'];

const packedFor = (rows: Packed, { billDate, customerCode }: PastHead, chosen: readonly string[]): Packed =>
  rows.filter(
    (row) =>
      chosen.includes(row.packageCode) &&
      row.startDate <= billDate &&
      row.endDate >= billDate &&
      (row.customerCode === null || row.customerCode === customerCode),
  );
