import { plus } from '#platform/model/decimal.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';

const free = `select b.material_code, sum(b.on_hand - b.occupied - b.frozen) as available from app.stock_balance b
   where b.stock_organize_code = coalesce(d.stock_organize_code, d.organize_code) and b.storage_code = d.code and b.material_code = any($1::text[])
     and ((select sec.storages()) is null or d.code = any((select sec.storages())::text[])) group by b.material_code`;

/** The normal warehouses of an organisation, the usual one first, with what is free there of these materials: of those that the caller has power over. */
export const normalWarehouses = (materials: readonly string[], organizeCode: string | null): Statement => ({
  text: `select d.code as storage_code, d.name as storage_name, f.material_code, f.available from app.data_depot d left join lateral (${free}) f on true
          where d.organize_code = $2 and d.type = '0' and d.status = '1' order by d.code`,
  values: [materials, organizeCode],
});

/** The warehouse that serves a place of delivery, with what is free there. */
export const warehouseOfPlace = (materials: readonly string[], shippingLocationCode: string | null): Statement => ({
  text: `select d.code as storage_code, d.name as storage_name, f.material_code, f.available from app.data_depot d left join lateral (${free}) f on true
          where d.code = (select s.storage_code from app.data_site s where s.code = $2) and d.status = '1'`,
  values: [materials, shippingLocationCode],
});

/** What is free of these materials in these warehouses, of those that the caller has power over. */
export const availableStatement = (materials: readonly string[], storages: readonly string[]): Statement => ({
  text: `select d.code as storage_code, f.material_code, f.available from app.data_depot d cross join lateral (${free}) f where d.code = any($2::text[])`,
  values: [materials, storages],
});

/** Rows of any of these. */
export function availableIn(rows: readonly Row[]): (storageCode: string, materialCode: string) => string {
  const known = new Map(rows.map((row) => [`${String(row['storageCode'])}\n${String(row['materialCode'])}`, plus(String(row['available'] ?? '0'))]));
  return (storageCode, materialCode) => known.get(`${storageCode}\n${materialCode}`) ?? '0';
}
