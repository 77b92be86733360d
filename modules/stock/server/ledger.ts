import { compare, isZero, minus, negated } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { post, reverse, type Shortage, type Source } from '#platform/server/ledger/post.ts';
import { stock } from '#stock/model/ledger.ts';

export const shortAvailable = refusal('E-STOCK', 10020, [
  '产品【{code}】在【{storage}】可用量{avail}，不足{need}',
  '產品【{code}】在【{storage}】可用量{avail}，不足{need}',
  '{code} in {storage}: available {avail}, needed {need}',
]);
export const shortOnHand = refusal('E-ONHAND', 10020, [
  '产品【{code}】现存量不足，缺{short}',
  '產品【{code}】現存量不足，缺{short}',
  'On-hand of {code} short by {short}',
]);
export const negativeAfterUndo = refusal('E-ONHAND-REV', 10020, [
  '撤销后【{code}】库存将为负，不能弃审',
  '撤銷後【{code}】庫存將為負，不能棄審',
  'Reversal would make stock of {code} negative',
]);

/**
 * Which floors are taken away: that of what lies there (ST003), and that of what is free of it (ST002). A warehouse
 * that may go below zero has neither.
 */
export interface Floors {
  readonly mayGoNegative: boolean;
  readonly mayExceed: boolean;
}
/** A warehouse as the ledger sees it: whose books hold it, and whether it may go below zero. */
export interface Place extends Floors {
  readonly code: string;
  readonly name: string;
  readonly stockOrganizeCode: string;
}
export interface Demand {
  readonly lineId: string;
  readonly place: Place;
  readonly materialCode: string;
  readonly number: string;
}

/** Warehouses by code, for the write that opens a verb. */
export const placesQuery = (codes: string, values: readonly unknown[]) =>
  statement(
    { code: 'text', name: 'text', stockOrganizeCode: 'text', negativeFlag: 'text?' },
    `
      select code, name, coalesce(stock_organize_code, organize_code) as stock_organize_code, negative_flag
      from app.data_depot
      where code in (${codes})`,
    values,
  );
type PlaceRow = RowsOf<{ places: ReturnType<typeof placesQuery> }>['places'][number];
export const placesIn = (
  rows: readonly PlaceRow[],
  floors: Floors = { mayGoNegative: false, mayExceed: false },
): ReadonlyMap<string, Place> =>
  new Map(
    rows.map(({ negativeFlag, ...place }) => [
      place.code,
      { ...place, ...(negativeFlag === '1' ? { mayGoNegative: true, mayExceed: true } : floors) },
    ]),
  );

/** What is not free: of which goods, where, how much there is and how much the whole document asks for. */
export type Lack = Readonly<Record<'code' | 'storage' | 'avail' | 'need', string>>;

/**
 * RSV: promises stock to the document. Refused when it is not free, unless negative availability is allowed (ST002).
 * Who knows more than that something is missing says it in his own words.
 */
export function reserve(
  ctx: Command,
  source: Source,
  demands: readonly Demand[],
  mayExceed: boolean,
  told: (lack: Lack) => Error = shortAvailable,
): void {
  post(
    ctx,
    stock,
    source,
    demands
      .filter(({ number }) => !isZero(number))
      .map((demand) => ({
        ...keyOf(demand),
        changes: { occupied: demand.number },
        postType: 'RSV',
        lineId: demand.lineId,
        guards: mayExceed ? ('nothing' as const) : ('available' as const),
      })),
    (shortage) =>
      told({
        code: shortage.materialCode,
        storage: nameIn(demands, shortage),
        avail: plain(shortage.available),
        need: plain(shortage.needed),
      }),
  );
}

/** REL: gives back what the document still holds. */
export function release(ctx: Command, source: Source, demands: readonly Demand[]): void {
  post(
    ctx,
    stock,
    source,
    demands
      .filter(({ number }) => !isZero(number))
      .map((demand) => ({
        ...keyOf(demand),
        changes: { occupied: negated(demand.number) },
        postType: 'REL',
        lineId: demand.lineId,
        guards: 'nothing' as const,
      })),
    shortRefusal,
  );
}

/**
 * IN and OUT of stock that nobody reserved. Outflow takes only what is free; where it may take what is promised, only
 * what is there (I2, I3).
 */
export function move(ctx: Command, source: Source, demands: readonly Demand[], way: 'IN' | 'OUT'): void {
  post(
    ctx,
    stock,
    source,
    demands.map((demand) => ({
      ...keyOf(demand),
      changes: { onHand: way === 'IN' ? demand.number : negated(demand.number) },
      postType: way,
      lineId: demand.lineId,
      guards:
        way === 'IN' ? ('nothing' as const) : demand.place.mayExceed ? ('floored' as const) : ('available' as const),
      mayGoNegative: demand.place.mayGoNegative && demand.place.mayExceed,
    })),
    demands.some(({ place }) => place.mayExceed) ? shortThere : shortRefusal,
  );
}

/** OUT of stock that was promised to a line of another document: what is free does not change, what lies there does. */
export function ship(
  ctx: Command,
  source: Source,
  demands: readonly (Demand & { readonly holder: { readonly docId: string; readonly lineId: string } })[],
): void {
  post(
    ctx,
    stock,
    source,
    demands
      .filter(({ number }) => !isZero(number))
      .map((demand) => ({
        ...keyOf(demand),
        changes: { onHand: negated(demand.number), occupied: negated(demand.number) },
        postType: 'OUT',
        lineId: demand.lineId,
        holder: demand.holder,
        guards: 'floored' as const,
        mayGoNegative: demand.place.mayGoNegative,
      })),
    shortThere,
  );
}

/** FRZ and UFZ: goods are there and not free, and free again. What brought them takes both along when it is undone. */
export function freeze(ctx: Command, source: Source, demands: readonly Demand[], way: 'FRZ' | 'UFZ'): void {
  post(
    ctx,
    stock,
    source,
    demands.map((demand) => ({
      ...keyOf(demand),
      changes: { frozen: way === 'FRZ' ? demand.number : negated(demand.number) },
      postType: way,
      lineId: demand.lineId,
      guards: 'nothing' as const,
    })),
    shortRefusal,
  );
}

/**
 * Undoes everything the document posted. Taking goods back that were since promised or sold is refused, unless its
 * warehouse may go below zero today.
 */
export function undo(ctx: Command, source: Source, place?: Place): void {
  reverse(
    ctx,
    stock,
    source,
    place?.mayExceed === true ? 'floored' : 'available',
    (shortage) => negativeAfterUndo({ code: shortage.materialCode }),
    place === undefined ? undefined : place.mayGoNegative && place.mayExceed,
  );
}

export const keyOf = ({
  place,
  materialCode,
}: Demand): { stockOrganizeCode: string; storageCode: string; materialCode: string; batchNo: string } => ({
  stockOrganizeCode: place.stockOrganizeCode,
  storageCode: place.code,
  materialCode,
  batchNo: '',
});

const nameIn = (demands: readonly Demand[], shortage: Shortage<typeof stock>): string =>
  demands.find(({ place }) => place.code === shortage.storageCode)?.place.name ?? shortage.storageCode;

export const shortThere = (shortage: Shortage<typeof stock>): Error =>
  shortOnHand({
    code: shortage.materialCode,
    short: plain(minus(shortage.needed, shortage.onHand ?? '0')),
  });

function shortRefusal(shortage: Shortage<typeof stock>): Error {
  const free = shortage.available;
  const needed = shortage.needed;
  return shortOnHand({
    code: shortage.materialCode,
    short: plain(compare(free, '0') < 0 ? needed : minus(needed, free)),
  });
}

const plain = (number: string): string => minus(number, '0');
