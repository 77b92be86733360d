import { availableKits, combinationIn, explodedOf, isKit, type Kit } from '#data/model/goods/combination.ts';
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
  {
    normalHouses: normal,
    houseOfPlace: ofPlace,
    pricedMaterials,
  }: RowsOf<ReturnType<typeof warehouseReads>> & {
    readonly pricedMaterials: readonly KitRow[];
  },
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
  const supply = runningSupply(availableIn(normal), pricedMaterials);
  return {
    head: usual,
    lines: lines.map(({ productCode, number, outStorageCode }) => {
      if (productCode === null || number === null) return null;
      const found =
        outStorageCode !== null
          ? null
          : (houses.find(({ code }) => compare(supply.left(code, productCode), number) >= 0) ?? usual);
      supply.take(outStorageCode ?? found?.code ?? '', productCode, number);
      return found?.code === usual?.code ? null : found;
    }),
  };
}

export interface KitRow extends Kit {
  readonly code: string;
}
/** What is free of goods while lines take of it, the earlier first; a kit has what its scarcest component allows. */
export interface Supply {
  readonly left: (storageCode: string, productCode: string) => string;
  readonly take: (storageCode: string, productCode: string, number: string) => void;
}
export function runningSupply(availableOf: ReturnType<typeof availableIn>, materials: readonly KitRow[]): Supply {
  const kits = new Map(materials.filter(isKit).map(({ code, combination }) => [code, combinationIn(combination)]));
  const taken = new Map<string, string>();
  const left = (storageCode: string, code: string): string =>
    minus(availableOf(storageCode, code), taken.get(`${storageCode}\n${code}`) ?? '0');
  return {
    left(storageCode, productCode) {
      const items = kits.get(productCode);
      return items === undefined
        ? left(storageCode, productCode)
        : availableKits(items, (code) => left(storageCode, code));
    },
    take(storageCode, productCode, number) {
      for (const goods of explodedOf({ productCode, components: kits.get(productCode) }, number)) {
        const key = `${storageCode}\n${goods.materialCode}`;
        taken.set(key, plus(taken.get(key), goods.number));
      }
    },
  };
}

const warehouseIn = ({ storageCode, storageName }: FreeStock): Warehouse => ({ code: storageCode, name: storageName });
