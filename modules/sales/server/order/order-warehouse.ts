import { compare, minus, plus } from '#platform/model/decimal.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import { availableIn, normalWarehouses, warehouseOfPlace, type FreeStock } from '#stock/server/available.ts';

export interface Warehouse {
  readonly code: string;
  readonly name: string;
}
interface Head {
  readonly organizeCode: string | null;
  readonly storageCode: string | null;
  readonly storageFilledFlag?: string | null;
  readonly shippingLocationCode: string | null;
}
interface Line {
  readonly productCode: string | null;
  readonly number: string | null;
  readonly outStorageCode: string | null;
}

export const warehouseReads = (
  { organizeCode, storageCode, storageFilledFlag, shippingLocationCode }: Head,
  lines: readonly Line[],
) => {
  // Where somebody chose the warehouse, nobody asks what the others have.
  const materials =
    storageCode !== null && storageFilledFlag !== '1'
      ? []
      : [...new Set(lines.flatMap(({ productCode }) => productCode ?? []))];
  return {
    normalHouses: normalWarehouses(materials, organizeCode),
    houseOfPlace: warehouseOfPlace(materials, shippingLocationCode),
  };
};

/**
 * Where the goods of an order leave when nobody chose (domain §3.2): the whole order from the warehouse of the place it
 * goes to; without one, each line from the first normal warehouse of the organisation that has enough of it, and from
 * the usual one when none has. Lines share what is free, the earlier first.
 */
export function usualPlaces(
  { normalHouses: normal, houseOfPlace: ofPlace }: RowsOf<ReturnType<typeof warehouseReads>>,
  head: Head,
  lines: readonly Line[],
): {
  readonly head: Warehouse | null;
  /** Null where the line leaves as the head says, or as was typed. */ readonly lines: readonly (Warehouse | null)[];
} {
  const [place] = ofPlace.map(warehouseIn);
  const houses = [...new Map(normal.map((row) => [row.storageCode, warehouseIn(row)])).values()];
  const usual = place ?? houses[0] ?? null;
  if (head.storageCode !== null || place !== undefined) return { head: usual, lines: lines.map(() => null) };
  const availableOf = availableIn(normal);
  const taken = new Map<string, string>();
  return {
    head: usual,
    lines: lines.map(({ productCode, number, outStorageCode }) => {
      if (productCode === null || number === null) return null;
      const left = (code: string): string =>
        minus(availableOf(code, productCode), taken.get(`${code}\n${productCode}`) ?? '0');
      const found =
        outStorageCode !== null ? null : (houses.find(({ code }) => compare(left(code), number) >= 0) ?? usual);
      const key = `${outStorageCode ?? found?.code ?? ''}\n${productCode}`;
      taken.set(key, plus(taken.get(key), number));
      return found?.code === usual?.code ? null : found;
    }),
  };
}

const warehouseIn = ({ storageCode, storageName }: FreeStock): Warehouse => ({ code: storageCode, name: storageName });
