import { plus } from '#platform/model/decimal.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';

/** The first normal warehouse of an organisation: where goods leave when nobody chose one. */
export const usualWarehouse = (organizeCode: string | null): Statement => ({
  text: `select code, name from app.data_depot where organize_code = $1 and type = '0' and status = '1' order by code limit 1`,
  values: [organizeCode],
});

/** What is free of these materials in these warehouses and in the organisation's usual one, of those that the caller has power over. */
export const availableStatement = (materials: readonly string[], storages: readonly string[], organizeCode: string | null): Statement => ({
  text: `with places as (
           select code, coalesce(stock_organize_code, organize_code) as stock_organize_code from app.data_depot where code = any($2::text[])
           union select code, stock_organize_code from (select code, coalesce(stock_organize_code, organize_code) as stock_organize_code from app.data_depot where organize_code = $3 and type = '0' and status = '1' order by code limit 1) u)
         select b.storage_code, b.material_code, sum(b.on_hand - b.occupied - b.frozen) as available
           from places p join app.stock_balance b on b.stock_organize_code = p.stock_organize_code and b.storage_code = p.code and b.material_code = any($1::text[])
          where (select sec.storages()) is null or p.code = any((select sec.storages())::text[])
          group by b.storage_code, b.material_code`,
  values: [materials, storages, organizeCode],
});

export function availableIn(rows: readonly Row[]): (storageCode: string, materialCode: string) => string {
  const known = new Map(rows.map((row) => [`${String(row['storageCode'])}\n${String(row['materialCode'])}`, plus(String(row['available']))]));
  return (storageCode, materialCode) => known.get(`${storageCode}\n${materialCode}`) ?? '0';
}
