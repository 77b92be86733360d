import { plus } from '#platform/model/decimal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';

/** A warehouse with what is free of one material there; without a material where it has none of them. */
const freeStock = { storageCode: 'text', storageName: 'text', materialCode: 'text?', available: 'decimal?' } as const;
export type FreeStock = RowOf<typeof freeStock>;

/**
 * Warehouses with what is free of the materials in $1 there, and of what the kits among them hold, of those that the
 * caller has power over. Whose books a warehouse is in, and the list of the materials, are worked out before the
 * balances are looked up: worked out beside them, the wall keeps them from the index, and every balance of the
 * warehouse is read.
 */
const freeIn = (which: string, join: 'join' | 'left join'): string => `
  select d.code as storage_code, d.name as storage_name, f.material_code, f.available
  from (
    select x.code, x.name, coalesce(x.stock_organize_code, x.organize_code) as holder
    from app.data_depot x
    where ${which}
    offset 0
  ) d ${join} lateral (
    select b.material_code, sum(b.on_hand - b.occupied - b.frozen) as available
    from app.stock_balance b
    where b.stock_organize_code = d.holder
      and b.storage_code = d.code
      and b.material_code = any((
        select $1::text[] || array(
          select i->>'productCode'
          from app.data_material m
          cross join lateral jsonb_array_elements(m.combination) i
          where m.code = any($1::text[]) and m.group_flag = '1' and m.combination is not null
        )
      )::text[])
      and ((select sec.storages()) is null or d.code = any((select sec.storages())::text[]))
    group by b.material_code
  ) f on true
  order by d.code`;

/** The normal warehouses of an organisation, the usual one first. */
export const normalWarehouses = (materials: readonly string[], organizeCode: string | null) =>
  statement(freeStock, freeIn(`x.organize_code = $2 and x.type = '0' and x.status = '1'`, 'left join'), [
    materials,
    organizeCode,
  ]);

/** The warehouse that serves a place of delivery. */
export const warehouseOfPlace = (materials: readonly string[], shippingLocationCode: string | null) =>
  statement(
    freeStock,
    freeIn(`x.code = (select s.storage_code from app.data_site s where s.code = $2) and x.status = '1'`, 'left join'),
    [materials, shippingLocationCode],
  );

/** What is free of these materials in these warehouses. */
export const availableStatement = (materials: readonly string[], storages: readonly string[]) =>
  statement(freeStock, freeIn('x.code = any($2::text[])', 'join'), [materials, storages]);

/** Rows of any of these. */
export function availableIn(rows: readonly FreeStock[]): (storageCode: string, materialCode: string) => string {
  const known = new Map(
    rows.map(({ storageCode, materialCode, available }) => [`${storageCode}\n${materialCode ?? ''}`, plus(available)]),
  );
  return (storageCode, materialCode) => known.get(`${storageCode}\n${materialCode}`) ?? '0';
}

interface Lacked {
  readonly organizeCode: string;
  readonly storageCode: string;
  readonly materialCode: string;
  readonly short: string;
}
/**
 * SQL: the normal warehouse of an organisation that has most of what is short in another, of those that the caller has
 * power over, as `name` and `available`; no row where none has any.
 */
export const elsewhereSql = ({ organizeCode, storageCode, materialCode, short }: Lacked): string => `
  select h.name, f.available
  from (
    select w.code, w.name, coalesce(w.stock_organize_code, w.organize_code) as holder
    from app.data_depot w
    where w.organize_code = ${organizeCode}
      and w.code <> ${storageCode}
      and w.type = '0'
      and w.status = '1'
      and ((select sec.storages()) is null or w.code = any((select sec.storages())::text[]))
    offset 0
  ) h
  cross join lateral (
    select sum(b.on_hand - b.occupied - b.frozen) as available
    from app.stock_balance b
    where b.stock_organize_code = h.holder and b.storage_code = h.code and b.material_code = ${materialCode}
  ) f
  where f.available > 0
  order by least(f.available, ${short}) desc, h.code
  limit 1`;
